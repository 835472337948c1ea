// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/tagged_region.hpp"

#include "base/random_tag.hpp"

#include <unistd.h>

#include <cstring>
#include <optional>
#include <utility>

namespace cartwright::transport {

std::shared_ptr<TaggedRegion> TaggedRegion::create(std::size_t bytes) {
  std::optional<Region> region = Region::create(bytes);
  // Touching a page that the system does not have would kill the process.
  if (!region || !region->populate(0, tag_bytes)) return nullptr;
  const std::int64_t tag = base::random_tag();
  std::memcpy(region->data(), &tag, sizeof tag);
  return std::make_shared<TaggedRegion>(std::move(*region), tag, getpid());
}

std::shared_ptr<TaggedRegion> TaggedRegion::open(const SharedPlace& place) {
  if (place.file < 0 || place.bytes < static_cast<std::int64_t>(tag_bytes)) return nullptr;
  std::optional<Region> region = Region::open(static_cast<int>(place.pid), static_cast<int>(place.file), place.bytes);
  if (!region || std::memcmp(region->data(), &place.tag, sizeof place.tag) != 0) return nullptr;
  return std::make_shared<TaggedRegion>(std::move(*region), place.tag, static_cast<int>(place.pid));
}

SharedPlace TaggedRegion::place(std::int64_t offset) const {
  return {pid, region.file(), static_cast<std::int64_t>(region.size()), tag, offset};
}

}  // namespace cartwright::transport
