// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"

#include <atomic>
#include <cstring>
#include <memory>
#include <string>

namespace cartwright::jit {

/// What the user knows of a layout and MPI does not [Schneider2013, 2.5].
struct Hints {
  std::int64_t expected_uses = 0;  ///< 0: unknown. 1: never generate code. More: generate at once.
  std::int64_t count = 0;          ///< 0: any. Otherwise the count that is always passed: it is compiled in.
  std::int64_t alignment = 0;      ///< of base addresses, in bytes, a power of two. 0: unknown.
  bool fixed_buffers = false;      ///< the addresses that are passed are always the same
  friend bool operator==(const Hints&, const Hints&) = default;
};

/// What became of one direction of a layout.
struct Statistics {
  std::string kernel;           ///< what the next call takes: "generated", "precompiled" or "contiguous"
  std::int64_t code_bytes = 0;  ///< of machine code generated
  double generate_seconds = 0;  ///< that it took
};

/// Packs and unpacks one layout. Equal layouts share one in the process, and so their machine code. Thread safe; never
/// changes from outside. The two buffers of a call do not overlap.
class Packer : public std::enable_shared_from_this<Packer> {
 public:
  /// Throws Error{invalid_argument} for hints that make no sense.
  static std::shared_ptr<Packer> of(const Layout& layout, const Hints& hints = {});
  virtual ~Packer() = default;

  const Layout& layout() const { return layout_; }
  const Hints& hints() const { return hints_; }
  bool contiguous() const { return contiguous_; }  ///< any count is one block

  /// `count` elements at base + k * extent, to or from count * size bytes.
  void pack(std::byte* packed, const std::byte* base, std::int64_t count) {
    if (const Function run = pack_.load(std::memory_order_acquire))
      return run(packed, base + layout_.origin, count, nullptr);
    if (contiguous_) return copy(packed, base + layout_.origin, count);
    pack_slowly(packed, base, count);
  }
  void unpack(std::byte* base, const std::byte* packed, std::int64_t count) {
    if (const Function run = unpack_.load(std::memory_order_acquire))
      return run(base + layout_.origin, packed, count, nullptr);
    if (contiguous_) return copy(base + layout_.origin, packed, count);
    unpack_slowly(base, packed, count);
  }

  /// Bytes [first, last) of the packed stream of any number of elements, to or from last - first bytes.
  virtual void pack_range(std::byte* packed, const std::byte* base, std::int64_t first, std::int64_t last) = 0;
  virtual void unpack_range(std::byte* base, const std::byte* packed, std::int64_t first, std::int64_t last) = 0;

  /// Generates code now, if it ever will. Returns whether there is generated code.
  virtual bool prepare() = 0;
  virtual Statistics statistics(Direction direction) const = 0;
  /// The machine code of pack and unpack as text; "" where there is none.
  virtual std::string disassembly(Direction direction) const = 0;

 protected:
  Packer(Layout layout, Hints hints);
  void copy(std::byte* to, const std::byte* from, std::int64_t count) const {
    if (count > 0 && layout_.size > 0) std::memcpy(to, from, static_cast<std::size_t>(count * layout_.size));
  }
  virtual void pack_slowly(std::byte* packed, const std::byte* base, std::int64_t count) = 0;
  virtual void unpack_slowly(std::byte* base, const std::byte* packed, std::int64_t count) = 0;

  const Layout layout_;
  const Hints hints_;
  bool contiguous_ = false;
  std::atomic<Function> pack_ = nullptr;
  std::atomic<Function> unpack_ = nullptr;
};

/// Moves the stream of `from_count` elements of one layout straight into `to_count` of another; as many bytes as the
/// shorter has. In one kernel where the loops of the two fit together, otherwise through a buffer that stays in the
/// first cache.
void move(Packer& from, const std::byte* from_base, std::int64_t from_count, Packer& to, std::byte* to_base,
          std::int64_t to_count);

}  // namespace cartwright::jit
