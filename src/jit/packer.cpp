// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/packer.hpp"

#include "base/error.hpp"
#include "jit/kernel.hpp"
#include "jit/range.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_map>

namespace cartwright::jit {

namespace {

class LayoutPacker;

constexpr std::int64_t few_bytes = 4096;

/// All packers that exist: equal layouts share one. Never destroyed, as packers may outlive main.
struct Registry {
  std::mutex mutex;
  std::unordered_multimap<std::uint64_t, std::weak_ptr<LayoutPacker>> packers;
};
Registry& registry() {
  static auto& the_registry = *new Registry;
  return the_registry;
}

class LayoutPacker final : public Packer {
 public:
  LayoutPacker(const Layout& layout, const Hints& hints) : Packer(layout, hints), ranges_(layout_.root) {
    if (hints.count > 1 && !contiguous_) {
      Hints rest = hints;
      rest.count = 0;
      fixed_ = Packer::of(repeated(layout, hints.count), rest);
    }
  }
  ~LayoutPacker() override;

  void pack_range(std::byte* packed, const std::byte* base, std::int64_t first, std::int64_t last) override {
    for_range(first, last, [&](std::int64_t at, std::int64_t element, std::int64_t begin, std::int64_t end) {
      const std::byte* data = base + element * layout_.extent;
      if (begin == 0 && end % layout_.size == 0)
        pack(packed + at, data, end / layout_.size);
      else
        ranges_.pack(packed + at, data + layout_.origin, begin, end);
    });
  }
  void unpack_range(std::byte* base, const std::byte* packed, std::int64_t first, std::int64_t last) override {
    for_range(first, last, [&](std::int64_t at, std::int64_t element, std::int64_t begin, std::int64_t end) {
      std::byte* data = base + element * layout_.extent;
      if (begin == 0 && end % layout_.size == 0)
        unpack(data, packed + at, end / layout_.size);
      else
        ranges_.unpack(data + layout_.origin, packed + at, begin, end);
    });
  }

  bool prepare() override {
    if (fixed_) return fixed_->prepare();
    if (!worth_code() || hints_.expected_uses == 1) return false;
    publish(Direction::pack, kernel(Direction::pack).generate());
    publish(Direction::unpack, kernel(Direction::unpack).generate());
    return pack_.load() != nullptr;
  }

  Statistics statistics(Direction direction) const override {
    if (fixed_) return fixed_->statistics(direction);
    const Kernel& one = direction == Direction::pack ? packing_ : unpacking_;
    if (contiguous_ && !one.generated()) return {"contiguous", 0, 0};
    return {one.generated() ? "generated" : "precompiled", one.code_bytes(), one.generate_seconds()};
  }

  std::string disassembly(Direction direction) const override {
    if (fixed_) return fixed_->disassembly(direction);
    return worth_code() ? jit::disassembly(program(direction)) : "";
  }

 protected:
  void pack_slowly(std::byte* packed, const std::byte* base, std::int64_t count) override {
    if (count <= 0 || layout_.size == 0) return;
    if (fixed_ && count % hints_.count == 0) {
      fixed_->pack(packed, base, count / hints_.count);
    } else {
      run(Direction::pack, packed, base + layout_.origin, count);
    }
  }
  void unpack_slowly(std::byte* base, const std::byte* packed, std::int64_t count) override {
    if (count <= 0 || layout_.size == 0) return;
    if (fixed_ && count % hints_.count == 0) {
      fixed_->unpack(base, packed, count / hints_.count);
    } else {
      run(Direction::unpack, base + layout_.origin, packed, count);
    }
  }

 private:
  /// Contiguous layouts use memcpy, except for so few bytes that the call takes longer than moving them.
  bool worth_code() const { return !contiguous_ || (layout_.size > 0 && layout_.size <= few_bytes); }

  Program program(Direction direction) const { return repeat(layout_.root, layout_.extent, direction); }

  Kernel& kernel(Direction direction) {
    Kernel& one = direction == Direction::pack ? packing_ : unpacking_;
    one.set([&] { return program(direction); });
    return one;
  }

  void run(Direction direction, std::byte* to, const std::byte* from, std::int64_t count) {
    Kernel& one = kernel(direction);
    const bool once = hints_.expected_uses == 1;
    if (!once && (hints_.expected_uses > 1 || one.worth_generating(count * layout_.size)))
      publish(direction, one.generate());
    one.run(to, from, count);
  }

  void publish(Direction direction, Function generated) {
    // With a fixed count, other counts use the precompiled kernels: pack() must not bypass fixed_.
    if (!fixed_) (direction == Direction::pack ? pack_ : unpack_).store(generated, std::memory_order_release);
  }

  /// Splits [first, last) into a partial first element, whole elements, and a partial last element.
  template <typename F>
  void for_range(std::int64_t first, std::int64_t last, F part) {
    const std::int64_t size = layout_.size;
    for (std::int64_t at = first; at < last;) {
      const std::int64_t element = at / size;
      const std::int64_t begin = at % size;
      std::int64_t end = std::min(last - element * size, size);
      if (begin == 0 && end == size) end = (last - at) / size * size;
      part(at - first, element, begin, end);
      at = element * size + end;
    }
  }

  std::shared_ptr<Packer> fixed_;  ///< packs hints.count elements as one
  Kernel packing_;
  Kernel unpacking_;
  Ranges ranges_;
};

LayoutPacker::~LayoutPacker() {
  const std::lock_guard lock(registry().mutex);
  auto [one, last] = registry().packers.equal_range(layout_.hash);
  while (one != last) one = one->second.expired() ? registry().packers.erase(one) : std::next(one);
}

}  // namespace

Packer::Packer(Layout layout, Hints hints)
    : layout_(std::move(layout)),
      hints_(hints),
      contiguous_(layout_.size == 0 ||
                  (layout_.root->kind == Node::Kind::block && layout_.root->size == layout_.extent)) {}

std::shared_ptr<Packer> Packer::of(const Layout& layout, const Hints& hints) {
  for (const auto& [value, name] : {std::pair{hints.expected_uses, "expected uses"}, {hints.count, "count"}})
    if (value < 0)
      base::fail(base::Status::invalid_argument, "hint: {} {} is negative: pass 0 if it is not known", name, value);
  // The search may hold the last reference to other packers. These are destroyed after the lock is released, as their
  // destructors take it.
  std::vector<std::shared_ptr<Packer>> others;
  const auto find = [&]() -> std::shared_ptr<Packer> {
    const auto [begin, end] = registry().packers.equal_range(layout.hash);
    for (auto one = begin; one != end; ++one)
      if (std::shared_ptr<Packer> found = one->second.lock()) {
        if (found->layout() == layout && found->hints() == hints) return found;
        others.push_back(std::move(found));
      }
    return nullptr;
  };
  {
    const std::lock_guard lock(registry().mutex);
    if (auto found = find()) return found;
  }
  auto made = std::make_shared<LayoutPacker>(layout, hints);  // may create other packers: not under the lock
  const std::lock_guard lock(registry().mutex);
  if (auto found = find()) return found;
  registry().packers.emplace(layout.hash, made);
  return made;
}

}  // namespace cartwright::jit
