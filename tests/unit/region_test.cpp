// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/region.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace cartwright::transport {
namespace {

constexpr std::size_t bytes = std::size_t{8} << 20;

Region make_region() {
  std::optional<Region> region = Region::create(bytes);
  if (!region) throw std::runtime_error("this system has no memory to share");
  return std::move(*region);
}

/// KiB of a region that this process has mapped by huge pages.
int huge_pages(const Region& region) {
  std::ostringstream first;
  first << std::hex << reinterpret_cast<std::uintptr_t>(region.data()) << "-";
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    if (line.starts_with(first.str())) inside = true;
    if (inside && line.starts_with("ShmemPmdMapped:")) return std::stoi(line.substr(line.find(':') + 1));
  }
  throw std::runtime_error("/proc/self/smaps does not list the region");
}

TEST(Region, GetsAsManyHugePagesBeforeItIsTouchedAsAfter) {
  const Region fresh = make_region();
  fresh.collapse();
  EXPECT_TRUE(fresh.populate(0, bytes));
  const Region touched = make_region();
  EXPECT_TRUE(touched.populate(0, bytes));
  touched.collapse();
  EXPECT_EQ(huge_pages(fresh), huge_pages(touched));
}

}  // namespace
}  // namespace cartwright::transport
