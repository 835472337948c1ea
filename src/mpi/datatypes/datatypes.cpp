// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatypes/datatypes.hpp"

#include "base/cache_file.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "datatype/layout.hpp"
#include "jit/executable.hpp"
#include "jit/tuning.hpp"
#include "mpi/base/own_comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/settings.hpp"
#include "mpi/datatypes/basic_types.hpp"
#include "mpi/datatypes/contents.hpp"
#include "mpi/datatypes/divisible.hpp"

#include <array>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <new>
#include <unordered_set>

namespace cartwright::mpi {

namespace {

/// The value of the attribute of a derived datatype; null if MPI does the work.
using Kept = std::shared_ptr<const Datatype>;

/// Counts the deleted datatypes: a handle that was looked up before the last one was deleted may now be another type.
std::atomic<std::uint64_t> generation{1};

int copy_kept(MPI_Datatype, int, void*, void* kept, void* copy, int* copied) {
  auto* made = new (std::nothrow) Kept(*static_cast<const Kept*>(kept));
  *static_cast<void**>(copy) = made;
  *copied = made != nullptr;
  return MPI_SUCCESS;
}

/// The datatypes that have an attribute, known without a call of MPI.
class KeptTypes {
 public:
  bool has(MPI_Datatype type) {
    const std::lock_guard lock(mutex_);
    return types_.contains(type);
  }
  void add(MPI_Datatype type) {
    const std::lock_guard lock(mutex_);
    types_.insert(type);
  }
  void erase(MPI_Datatype type) {
    const std::lock_guard lock(mutex_);
    types_.erase(type);
  }

 private:
  std::mutex mutex_;
  std::unordered_set<MPI_Datatype> types_;
};

/// Never destroyed: threads may still communicate while a program ends.
KeptTypes& kept_types() {
  static auto& made = *new KeptTypes;
  return made;
}

int delete_kept(MPI_Datatype type, int, void* kept, void*) {
  kept_types().erase(type);
  null_form_of(type).store({}, std::memory_order_relaxed);
  generation.fetch_add(1, std::memory_order_release);
  delete static_cast<Kept*>(kept);
  return MPI_SUCCESS;
}

/// MPI_KEYVAL_INVALID if MPI returns an error.
int keyval() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    PMPI_Type_create_keyval(copy_kept, delete_kept, &made, nullptr);
    return made;
  }();
  return key;
}

/// Passes settings of the environment to the engine, which does not read it.
void set_up_engine() {
  static const bool once = [] {
    jit::set_cache_folder(base::cache_folder(std::getenv));
    jit::allow_execution(generates_code());
    return true;
  }();
  static_cast<void>(once);
}

Kept make(MPI_Datatype type, const jit::Hints& hints) {
  set_up_engine();
  const datatype::TypePtr tree = decode(type);
  const datatype::Layout layout = datatype::normalize(*tree);
  auto packer = jit::Packer::of(layout, hints);
  // MPI copies contiguous data equally well.
  if (packer->contiguous()) return nullptr;
  return std::make_shared<const Datatype>(
      Datatype{std::move(packer), layout.size, pack_statistics_of(layout), divisible(*tree)});
}

const Kept* find_kept(MPI_Datatype type) {
  void* kept = nullptr;
  int found = 0;
  PMPI_Type_get_attr(type, keyval(), &kept, &found);
  return found ? static_cast<const Kept*>(kept) : nullptr;
}

/// If several threads look up a datatype at once, the result of the first is kept. Null if MPI refuses.
const Kept* keep(MPI_Datatype type, Kept kept) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (const Kept* others = find_kept(type)) return others;
  auto mine = std::make_unique<Kept>(std::move(kept));
  if (PMPI_Type_set_attr(type, keyval(), mine.get()) != MPI_SUCCESS) return nullptr;
  kept_types().add(type);
  return mine.release();
}

/// The last lookups of a thread. It owns nothing: while no datatype is deleted, the attributes do not move.
struct Lookup {
  MPI_Datatype type;
  std::uint64_t generation;  ///< 0: never used
  const Kept* kept;          ///< null for a predefined datatype
  Extents extents;
};
constexpr unsigned lookup_bits = 8;
constinit thread_local std::array<Lookup, 1 << lookup_bits> lookups{};

Lookup& lookup_of(MPI_Datatype type) {
  const std::uint64_t hash = std::hash<MPI_Datatype>{}(type)*base::golden_ratio;
  return lookups[hash >> (64 - lookup_bits)];
}

Extents ask_extents(MPI_Datatype type) {
  Extents found;
  PMPI_Type_size_x(type, &found.size);
  PMPI_Type_get_extent_x(type, &found.lb, &found.extent);
  PMPI_Type_get_true_extent_x(type, &found.true_lb, &found.true_extent);
  return found;
}

/// Null if MPI refuses the type, which is not remembered: it may be committed yet.
[[gnu::noinline]] const Lookup* look_up(MPI_Datatype type, std::uint64_t now) try {
  if (type == MPI_DATATYPE_NULL || keyval() == MPI_KEYVAL_INVALID) return nullptr;
  if (find_basic(type) == nullptr && refuses(type)) return nullptr;
  const Kept* kept = nullptr;
  const bool predefined = is_predefined(type);
  if (!predefined) {
    kept = find_kept(type);
    if (kept == nullptr) {
      Kept made;
      try {
        made = make(type, {});
      } catch (const std::exception&) {
        // MPI packs types that cannot be decoded. This is remembered, too.
      }
      kept = keep(type, std::move(made));
    }
  }
  Lookup& last = lookup_of(type);
  // Without an attribute, nothing tells when a derived datatype is freed.
  last = {type, kept != nullptr || predefined ? now : 0, kept, ask_extents(type)};
  return &last;
} catch (const std::exception&) {
  return nullptr;
}

const Lookup* find(MPI_Datatype type) {
  const Lookup& last = lookup_of(type);
  const std::uint64_t now = generation.load(std::memory_order_acquire);
  return last.type == type && last.generation == now ? &last : look_up(type, now);
}

}  // namespace

namespace {

/// Null for what compiled() returns null.
const Kept* find_compiled(MPI_Datatype type) {
  const Lookup* const found = find(type);
  if (found == nullptr) return nullptr;
  if (found->kept != nullptr && *found->kept) return found->kept;
  if (found->generation != 0) null_form_of(type).store(type, std::memory_order_relaxed);
  return nullptr;
}

}  // namespace

std::shared_ptr<const Datatype> compiled(MPI_Datatype type) {
  const Kept* const found = find_compiled(type);
  return found == nullptr ? nullptr : *found;
}

std::shared_ptr<const Datatype> borrowed(MPI_Datatype type) {
  const Kept* const found = find_compiled(type);
  return found == nullptr ? nullptr : Kept(Kept(), found->get());
}

std::optional<Extents> extents_of(MPI_Datatype type) {
  const Lookup* const found = find(type);
  return found == nullptr ? std::nullopt : std::optional(found->extents);
}

std::uint64_t datatype_generation() { return generation.load(std::memory_order_acquire); }

std::uint64_t generation_of(MPI_Datatype type) {
  const Lookup& last = lookup_of(type);
  return last.type == type ? last.generation : 0;
}

void remember_copy(MPI_Datatype original, MPI_Datatype copy) {
  if (kept_types().has(original)) kept_types().add(copy);
}

void forget(MPI_Datatype type) {
  if (kept_types().has(type)) PMPI_Type_delete_attr(type, keyval());
}

int commit_with_hints(MPI_Datatype* type, const jit::Hints& hints) try {
  if (const int error = real().Type_commit(type)) return error;
  if (keyval() == MPI_KEYVAL_INVALID || is_predefined(*type)) return MPI_SUCCESS;
  auto kept = std::make_unique<Kept>(make(*type, hints));
  // The previous value is deleted now, as if the datatype were freed.
  if (PMPI_Type_set_attr(*type, keyval(), kept.get()) == MPI_SUCCESS) {
    kept.release();
    kept_types().add(*type);
  }
  return MPI_SUCCESS;
} catch (const std::exception&) {
  return MPI_SUCCESS;  // it is committed, and MPI packs it
}

}  // namespace cartwright::mpi
