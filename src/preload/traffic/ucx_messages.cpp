// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/monitoring.hpp"

#include <mpi.h>

#ifdef MPICH_VERSION

#include "base/error.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "mpi/base/uncounted.hpp"
#include "preload/base/passed_over.hpp"
#include "preload/traffic/record_writer.hpp"
#include "preload/traffic/recorder.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>

// MPICH over UCX hands each message, those inside of collectives included, to a function of UCX. The interposer has a
// function of the same name. What it gets is declared here, because the headers of UCX need not be installed.

namespace cartwright::preload {

namespace {

using Type = std::uint64_t;

struct Options {
  std::uint32_t fields, flags;
  void* request;
  void* callback;
  Type type;
};
constexpr std::uint32_t has_type = 1U << 3;

struct EndOptions {
  std::uint64_t fields;
  const void* address;
};
constexpr std::uint64_t has_address = 1;

constexpr unsigned class_bits = 3;  ///< of a type: 0 for bytes without holes, followed by their number
constexpr Type contiguous = 0;

/// The functions for other types, of which one is replaced.
struct TypeFunctions {
  void* start_pack;
  void* start_unpack;
  std::size_t (*packed_size)(void*);
  void* pack;
  void* unpack;
  void* finish;
};

const void* library_of(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

/// The function of UCX. A tool that has a function of this name, too, may have called the one here.
template <typename Function>
Function* next_function(const char* name, const void* caller) {
  auto* const found = passed_over<Function>(name, caller);
  const bool is_tool = found == nullptr || library_of(reinterpret_cast<const void*>(found)) == library_of(caller);
  return is_tool ? passed_over<Function>(name, reinterpret_cast<const void*>(&PMPI_Get_library_version)) : found;
}

/// The first bytes of the address of a process, which have an id. begin_monitoring() checks that they differ.
using EndAddress = std::array<char, 16>;

EndAddress begin_of(const void* address) {
  EndAddress begin{};
  std::memcpy(begin.data(), address, begin.size());
  return begin;
}

/// MPICH's tags begin with the id of a communicator, whose last bit says whether the message is inside of a collective.
constexpr unsigned collective_bit = 48;

std::mutex ends_mutex;  ///< of the three maps
EndAddress own_address{};
std::unordered_map<const void*, EndAddress> address_of;
std::unordered_map<const void*, int> rank_of;  ///< in program_world()
std::map<EndAddress, int> rank_at;

/// Whether messages may be counted. Otherwise calls are only passed on.
bool is_wanted() {
  static const bool wanted = [] {
    const char* const set = std::getenv("CARTWRIGHT_COUNT_INSIDE");
    return is_recorded() && (set == nullptr || std::string_view(set) != "0");
  }();
  return wanted;
}

std::atomic<bool> counts_messages{false};
std::atomic<int> plain_seen{0};  ///< messages before it counts, to see whether they come here
std::atomic<int> inside_seen{0};
std::atomic<std::size_t (*)(void*)> packed_size{nullptr};
thread_local std::size_t last_packed = 0;

std::size_t note_packed_size(void* state) { return last_packed = packed_size.load()(state); }

/// The rank of the process at this end, or -1.
int rank_at_end(const void* end) {
  const std::lock_guard lock(ends_mutex);
  if (const auto found = rank_of.find(end); found != rank_of.end()) return found->second;
  const auto address = address_of.find(end);
  if (address == address_of.end()) return -1;
  const auto rank = rank_at.find(address->second);
  return rank_of[end] = rank == rank_at.end() ? -1 : rank->second;
}

void note_message(const void* end, std::uint64_t tag, std::int64_t bytes) noexcept try {
  const bool inside = ((tag >> collective_bit) & 1) != 0;
  if (!counts_messages.load(std::memory_order_relaxed)) {
    ++(inside ? inside_seen : plain_seen);
    return;
  }
  if (!inside || !recording() || mpi::Uncounted::any()) return;
  if (const int rank = rank_at_end(end); rank >= 0) record_inside(rank, bytes);
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

/// Whether messages of both kinds come here, and their tags show the kind. Collective.
bool sees_messages() {
  const MPI_Comm world = mpi::program_world();
  const int rank = mpi::rank_in(world);
  const int size = mpi::size_of(world);
  if (size == 1) return true;
  plain_seen = inside_seen = 0;
  mpi::real().Sendrecv(nullptr, 0, MPI_BYTE, (rank + 1) % size, 0, nullptr, 0, MPI_BYTE, (rank + size - 1) % size, 0,
                       world, MPI_STATUS_IGNORE);
  const bool plain = plain_seen == 1 && inside_seen == 0;
  int mine = 0;
  int sum = 0;
  mpi::real().Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, world);
  mine = plain && plain_seen == 1 && inside_seen > 0 ? 1 : 0;
  mpi::real().Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, world);
  return sum == size;
}

/// Whether each process has another address. Collective.
bool finds_ranks() {
  const int size = mpi::size_of(mpi::program_world());
  std::vector<EndAddress> all(static_cast<std::size_t>(size));
  const int length = static_cast<int>(sizeof(EndAddress));
  mpi::real().Allgather(own_address.data(), length, MPI_BYTE, all.data(), length, MPI_BYTE, mpi::program_world());
  const std::lock_guard lock(ends_mutex);
  for (int rank = 0; rank < size; ++rank) rank_at[all[rank]] = rank;
  return rank_at.size() == all.size();
}

}  // namespace

Monitoring::Monitoring() = default;
Monitoring::~Monitoring() = default;

bool begin_monitoring() {
  if (!is_wanted() || !sees_messages() || !finds_ranks()) return false;
  counts_messages = true;
  return true;
}

bool collectives_look_at_nodes() { return true; }

}  // namespace cartwright::preload

using namespace cartwright::preload;

extern "C" {

__attribute__((visibility("default"))) int ucp_worker_get_address(void* worker, void** address, std::size_t* length) {
  static auto* const next = next_function<int(void*, void**, std::size_t*)>(__func__, __builtin_return_address(0));
  const int status = next(worker, address, length);
  if (is_wanted() && status == 0 && *length >= sizeof(EndAddress)) own_address = begin_of(*address);
  return status;
}

__attribute__((visibility("default"))) int ucp_ep_create(void* worker, const EndOptions* options, void** end) {
  static auto* const next = next_function<int(void*, const EndOptions*, void**)>(__func__, __builtin_return_address(0));
  const int status = next(worker, options, end);
  if (is_wanted() && status == 0 && (options->fields & has_address) != 0) {
    const std::lock_guard lock(ends_mutex);
    address_of[*end] = begin_of(options->address);
    rank_of.erase(*end);
  }
  return status;
}

__attribute__((visibility("default"))) int ucp_dt_create_generic(const TypeFunctions* functions, void* context,
                                                                 Type* type) {
  static auto* const next =
      next_function<int(const TypeFunctions*, void*, Type*)>(__func__, __builtin_return_address(0));
  if (!is_wanted()) return next(functions, context, type);
  std::size_t (*other)(void*) = nullptr;
  if (!packed_size.compare_exchange_strong(other, functions->packed_size) && other != functions->packed_size)
    return next(functions, context, type);  // of another library than MPICH
  TypeFunctions noted = *functions;
  noted.packed_size = note_packed_size;
  return next(&noted, context, type);
}

__attribute__((visibility("default"))) void* ucp_tag_send_nbx(void* end, const void* buffer, std::size_t count,
                                                              std::uint64_t tag, const Options* options) {
  using Function = void*(void*, const void*, std::size_t, std::uint64_t, const Options*);
  static auto* const next = next_function<Function>(__func__, __builtin_return_address(0));
  if (!is_wanted()) return next(end, buffer, count, tag, options);
  last_packed = 0;
  const Type type = (options->fields & has_type) != 0 ? options->type : Type{1} << class_bits;
  void* const request = next(end, buffer, count, tag, options);
  const bool is_plain = (type & ((1U << class_bits) - 1)) == contiguous;
  note_message(end, tag, static_cast<std::int64_t>(is_plain ? count * (type >> class_bits) : last_packed));
  return request;
}
}

#endif
