// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/shared_array.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace cartwright::halo::engine {

namespace {

using transport::TaggedRegion;

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

std::map<const std::byte*, std::shared_ptr<SharedArray>>::iterator find_in(Arrays& known, const void* first,
                                                                           const void* last) {
  auto found = known.all.upper_bound(static_cast<const std::byte*>(first));
  if (found == known.all.begin()) return known.all.end();
  --found;
  const std::byte* const end = found->first + found->second->bytes;
  return static_cast<const std::byte*>(last) <= end ? found : known.all.end();
}

/// Arrays begin in different sets of the caches: fields of equal size would otherwise evict each other.
std::size_t shift_of(std::size_t number) { return number % 31 * 128; }

}  // namespace

std::shared_ptr<TaggedRegion> take_pages(std::size_t bytes) {
  std::shared_ptr<TaggedRegion> made = TaggedRegion::create(bytes);
  return made && made->region.populate(0, bytes) ? made : nullptr;
}

void* allocate_array(std::int64_t bytes) {
  Arrays& known = arrays();
  const std::lock_guard lock(known.mutex);
  constexpr std::int64_t most = std::int64_t{1} << 60;
  if (bytes > most) return nullptr;
  const std::size_t wanted = bytes < 1 ? 1 : bytes;
  const std::size_t shift = shift_of(known.made);
  auto array = std::make_shared<SharedArray>();
  array->memory = take_pages(TaggedRegion::tag_bytes + shift + wanted);
  if (!array->memory) return nullptr;
  array->memory->region.collapse();
  array->data = array->memory->region.data() + TaggedRegion::tag_bytes + shift;
  array->bytes = wanted;
  array->origin = array->memory->place(array->data - array->memory->region.data());
  ++known.made;
  known.all.emplace(array->data, array);
  return array->data;
}

void add_array(std::byte* data, std::size_t bytes, const transport::SharedPlace& origin) {
  Arrays& known = arrays();
  const std::lock_guard lock(known.mutex);
  auto array = std::make_shared<SharedArray>();
  array->data = data;
  array->bytes = bytes;
  array->origin = origin;
  known.all.emplace(data, std::move(array));
}

bool free_array(void* data) {
  Arrays& known = arrays();
  const std::lock_guard lock(known.mutex);
  const auto found = find_in(known, data, static_cast<std::byte*>(data) + 1);
  if (found == known.all.end()) return false;
  found->second->freed = true;
  known.all.erase(found);
  return true;
}

std::shared_ptr<SharedArray> find_array(const void* first, const void* last) {
  Arrays& known = arrays();
  const std::lock_guard lock(known.mutex);
  const auto found = find_in(known, first, last);
  return found == known.all.end() ? nullptr : found->second;
}

}  // namespace cartwright::halo::engine
