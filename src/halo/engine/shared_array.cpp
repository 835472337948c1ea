// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/shared_array.hpp"

#include <unistd.h>

#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <utility>

namespace cartwright::halo::engine {

namespace {

/// The arrays of this process, by their first byte.
struct Arrays {
  std::mutex mutex;
  std::map<const std::byte*, std::shared_ptr<SharedArray>> all;
  std::size_t made = 0;
};

Arrays& arrays() {
  static Arrays all;
  return all;
}

/// Arrays begin in different sets of the caches: fields of equal size would otherwise evict each other.
std::size_t shift_of(std::size_t number) { return number % 31 * 128; }

}  // namespace

std::shared_ptr<TaggedRegion> TaggedRegion::create(std::size_t bytes) {
  std::optional<transport::Region> region = transport::Region::create(bytes);
  if (!region || !region->populate(0, region->size())) return nullptr;
  std::random_device device;
  const std::uint64_t drawn = std::uint64_t{device()} << 32 | device();
  const auto tag = static_cast<std::int64_t>(drawn);
  std::memcpy(region->data(), &tag, sizeof tag);
  return std::make_shared<TaggedRegion>(std::move(*region), tag);
}

std::shared_ptr<TaggedRegion> TaggedRegion::open(const SharedPlace& place) {
  if (place.file < 0 || place.bytes < static_cast<std::int64_t>(tag_bytes)) return nullptr;
  std::optional<transport::Region> region =
      transport::Region::open(static_cast<int>(place.pid), static_cast<int>(place.file), place.bytes);
  if (!region || std::memcmp(region->data(), &place.tag, sizeof place.tag) != 0) return nullptr;
  return std::make_shared<TaggedRegion>(std::move(*region), place.tag);
}

SharedPlace TaggedRegion::place(std::int64_t offset) const {
  return {getpid(), region.file(), static_cast<std::int64_t>(region.size()), tag, offset};
}

void* allocate_array(std::int64_t bytes) {
  Arrays& known = arrays();
  const std::lock_guard lock(known.mutex);
  constexpr std::int64_t most = std::int64_t{1} << 60;
  if (bytes > most) return nullptr;
  const std::size_t wanted = bytes < 1 ? 1 : bytes;
  const std::size_t shift = shift_of(known.made);
  auto array = std::make_shared<SharedArray>();
  array->memory = TaggedRegion::create(tag_bytes + shift + wanted);
  if (!array->memory) return nullptr;
  array->memory->region.collapse();
  array->data = array->memory->region.data() + tag_bytes + shift;
  array->bytes = wanted;
  ++known.made;
  known.all.emplace(array->data, array);
  return array->data;
}

bool free_array(void* data) {
  Arrays& known = arrays();
  const std::lock_guard lock(known.mutex);
  const auto found = known.all.find(static_cast<std::byte*>(data));
  if (found == known.all.end()) return false;
  found->second->freed = true;
  known.all.erase(found);
  return true;
}

std::shared_ptr<SharedArray> find_array(const void* first, const void* last) {
  Arrays& known = arrays();
  const std::lock_guard lock(known.mutex);
  auto found = known.all.upper_bound(static_cast<const std::byte*>(first));
  if (found == known.all.begin()) return nullptr;
  --found;
  const std::byte* const end = found->first + found->second->bytes;
  return static_cast<const std::byte*>(last) <= end ? found->second : nullptr;
}

}  // namespace cartwright::halo::engine
