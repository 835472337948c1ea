// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/executable.hpp"

#include "jit/dual_mapping.hpp"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif

#include <pthread.h>

#include <atomic>
#include <cstring>
#include <list>
#include <map>
#include <mutex>
#include <set>

namespace cartwright::jit {
namespace {

/// Many kernels share a mapping: a kernel takes 100 bytes to 16 KiB, a page has 4 KiB, and a system call takes longer
/// than generating code.
struct Pool {
  DualMapping memory;
  std::size_t used = 0;
  bool sealed = false;  ///< true after a fork: never written again
  std::list<Pool>::iterator self;
};

/// Allocates pieces of pools, best fit. AsmJit's allocator cannot separate parent and child after a fork: both see the
/// same shared pages, and code that one writes would replace code that the other runs.
class Allocator {
 public:
  static constexpr std::size_t pool_bytes = std::size_t{1} << 18;
  /// Kernels do not share cache lines, as one may be written while the next one runs.
  static constexpr std::size_t line = 64;

  struct Piece {
    Pool* pool = nullptr;
    std::size_t offset = 0;
  };

  /// The allocator of this process, which outlives all kernels.
  static Allocator& instance() {
    static Allocator* const allocator = [] {
      pthread_atfork([] { instance().mutex_.lock(); }, [] { instance().after_fork(); },
                     [] { instance().after_fork(); });
      return new Allocator;
    }();
    return *allocator;
  }

  /// A piece that holds `code`. Its pool is null if there is no memory.
  Piece take(std::span<const std::byte> code) {
    const std::size_t size = rounded(code.size());
    const std::lock_guard lock(mutex_);
    auto found = by_size_.lower_bound({size, nullptr, 0});
    if (found == by_size_.end()) {
      if (!add_pool(size)) return {};
      found = by_size_.lower_bound({size, nullptr, 0});
    }
    const auto [free, pool, offset] = *found;
    remove(pool, offset, free);
    if (free > size) insert(pool, offset + size, free - size);
    pool->used += size;
    std::memcpy(pool->memory.writable + offset, code.data(), code.size());
    const auto begin = reinterpret_cast<char*>(pool->memory.executable + offset);
    __builtin___clear_cache(begin, begin + size);
#ifdef VALGRIND_DISCARD_TRANSLATIONS
    VALGRIND_DISCARD_TRANSLATIONS(begin, size);
#endif
    return {pool, offset};
  }

  void release(Piece piece, std::size_t code_size) {
    std::size_t size = rounded(code_size);
    const std::lock_guard lock(mutex_);
    Pool* const pool = piece.pool;
    pool->used -= size;
    if (pool->sealed) {
      if (pool->used == 0) pools_.erase(pool->self);
      return;
    }
    std::size_t offset = piece.offset;
    auto after = by_offset_.lower_bound({pool, offset});
    if (after != by_offset_.begin()) {
      const auto [before, free] = *std::prev(after);
      if (before.first == pool && before.second + free == offset) {
        remove(pool, before.second, free);
        offset = before.second;
        size += free;
      }
    }
    if (after != by_offset_.end() && after->first == std::pair(pool, offset + size)) {
      const std::size_t free = after->second;
      remove(pool, offset + size, free);
      size += free;
    }
    // One empty pool is kept: a program that commits and frees one type does not map memory each time.
    const bool another = !by_size_.empty() && std::get<0>(*by_size_.rbegin()) >= pool_bytes;
    if (pool->used == 0 && another)
      pools_.erase(pool->self);
    else
      insert(pool, offset, size);
  }

  std::string why_not() {
    const std::lock_guard lock(mutex_);
    if (by_size_.empty() && forbidden_.empty()) add_pool(line);
    return forbidden_;
  }

 private:
  static std::size_t rounded(std::size_t size) { return (size + line - 1) / line * line; }

  bool add_pool(std::size_t size) {
    if (!forbidden_.empty()) return false;
    const std::size_t bytes = (size + pool_bytes - 1) / pool_bytes * pool_bytes;
    DualMapping memory = DualMapping::make(bytes, forbidden_);
    if (memory.executable == nullptr) return false;
    const auto pool = pools_.emplace(pools_.end());
    pool->memory = std::move(memory);
    pool->self = pool;
    insert(&*pool, 0, bytes);
    return true;
  }

  void insert(Pool* pool, std::size_t offset, std::size_t size) {
    by_offset_.emplace(std::pair(pool, offset), size);
    by_size_.emplace(size, pool, offset);
  }
  void remove(Pool* pool, std::size_t offset, std::size_t size) {
    by_offset_.erase({pool, offset});
    by_size_.erase({size, pool, offset});
  }

  /// Called in the parent and in the child. Pools are not written again, and live until their last kernel is freed.
  void after_fork() {
    by_offset_.clear();
    by_size_.clear();
    for (auto pool = pools_.begin(); pool != pools_.end();) {
      pool->sealed = true;
      pool = pool->used == 0 ? pools_.erase(pool) : std::next(pool);
    }
    mutex_.unlock();
  }

  std::mutex mutex_;
  std::list<Pool> pools_;
  std::map<std::pair<Pool*, std::size_t>, std::size_t> by_offset_;  ///< free pieces: pool and offset to size
  std::set<std::tuple<std::size_t, Pool*, std::size_t>> by_size_;   ///< the same pieces: size, pool, offset
  std::string forbidden_;                                           ///< the reason why no pool could be added
};

class MappedCode final : public Code {
 public:
  MappedCode(Allocator::Piece piece, std::size_t size) : piece_(piece), size_(size) {}
  ~MappedCode() override { Allocator::instance().release(piece_, size_); }
  Function entry() const override { return reinterpret_cast<Function>(piece_.pool->memory.executable + piece_.offset); }
  std::size_t size() const override { return size_; }

 private:
  Allocator::Piece piece_;
  std::size_t size_;
};

std::atomic<bool> allowed = true;

}  // namespace

std::unique_ptr<Code> map_code(std::span<const std::byte> code) {
  if (code.empty() || !allowed.load(std::memory_order_relaxed)) return nullptr;
  const Allocator::Piece piece = Allocator::instance().take(code);
  if (piece.pool == nullptr) return nullptr;
  return std::make_unique<MappedCode>(piece, code.size());
}

void allow_execution(bool allow) { allowed.store(allow, std::memory_order_relaxed); }

std::string why_not_executable() {
  if (!allowed.load(std::memory_order_relaxed)) return "generated code is switched off";
  return Allocator::instance().why_not();
}

}  // namespace cartwright::jit
