// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"

#include <atomic>
#include <cstring>
#include <memory>
#include <string>

namespace cartwright::jit {

/// Hints of the user about the use of a layout, which MPI does not know [Schneider2013, 2.5].
struct Hints {
  std::int64_t expected_uses = 0;  ///< 0: unknown. 1: never generate code. More: generate at once.
  std::int64_t count = 0;          ///< 0: any. Otherwise every call passes this count, and it is compiled in.
  friend bool operator==(const Hints&, const Hints&) = default;
};

/// Statistics of one direction of a layout.
struct Statistics {
  std::string kernel;           ///< used by the next call: "generated", "precompiled" or "contiguous"
  std::int64_t code_bytes = 0;  ///< size of the generated machine code
  double generate_seconds = 0;  ///< time to generate it
};

/// Packs and unpacks one layout. Equal layouts in the process share a packer, and thus machine code. Immutable for its
/// users, and thread safe. The two buffers of a call do not overlap.
class Packer : public std::enable_shared_from_this<Packer> {
 public:
  /// Throws Error{invalid_argument} for invalid hints.
  static std::shared_ptr<Packer> of(const Layout& layout, const Hints& hints = {});
  virtual ~Packer() = default;

  const Layout& layout() const { return layout_; }
  const Hints& hints() const { return hints_; }
  bool contiguous() const { return contiguous_; }  ///< any count is one block

  /// Packs `count` elements at base + k * extent into count * size bytes, or unpacks them.
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

  /// Packs or unpacks the bytes [first, last) of the packed stream of any number of elements.
  virtual void pack_range(std::byte* packed, const std::byte* base, std::int64_t first, std::int64_t last) = 0;
  virtual void unpack_range(std::byte* base, const std::byte* packed, std::int64_t first, std::int64_t last) = 0;

  /// Generates code now, if it ever will. Returns whether there is generated code.
  virtual bool prepare() = 0;
  virtual Statistics statistics(Direction direction) const = 0;
  /// The machine code of pack or unpack as text; "" if there is none.
  virtual std::string disassembly(Direction direction) const = 0;

 protected:
  Packer(Layout layout, Hints hints);
  void copy(std::byte* to, const std::byte* from, std::int64_t count) const {
    if (count > 0 && layout_.size > 0) std::memcpy(to, from, count * layout_.size);
  }
  virtual void pack_slowly(std::byte* packed, const std::byte* base, std::int64_t count) = 0;
  virtual void unpack_slowly(std::byte* base, const std::byte* packed, std::int64_t count) = 0;

  const Layout layout_;
  const Hints hints_;
  bool contiguous_ = false;
  std::atomic<Function> pack_ = nullptr;
  std::atomic<Function> unpack_ = nullptr;
};

/// Moves the stream of `from_count` elements of one layout straight into `to_count` elements of another, up to the
/// length of the shorter stream. Uses one kernel if their loops fit together, otherwise a buffer that stays in the
/// first-level cache.
void move(Packer& from, const std::byte* from_base, std::int64_t from_count, Packer& to, std::byte* to_base,
          std::int64_t to_count);

}  // namespace cartwright::jit
