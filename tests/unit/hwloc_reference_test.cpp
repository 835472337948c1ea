// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Compares the hwloc reader, which does not use libhwloc, with libhwloc.
#include "base/input_file.hpp"
#include "base/random.hpp"
#include "machine/readers_p.hpp"

#include <gtest/gtest.h>
#include <hwloc.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>

namespace cartwright {
namespace {

struct Destroy {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, Destroy>;

Topology load(const std::function<int(hwloc_topology_t)>& set_source) {
  hwloc_topology_t topology = nullptr;
  EXPECT_EQ(hwloc_topology_init(&topology), 0);
  EXPECT_EQ(set_source(topology), 0);
  EXPECT_EQ(hwloc_topology_load(topology), 0);
  return Topology(topology);
}

std::string to_xml(hwloc_topology_t topology) {
  char* buffer = nullptr;
  int length = 0;
  EXPECT_EQ(hwloc_topology_export_xmlbuffer(topology, &buffer, &length, 0), 0);
  const std::string text(buffer);
  hwloc_free_xmlbuffer(topology, buffer);
  return text;
}

std::vector<hwloc_obj_t> reference_slots(hwloc_topology_t topology, bool threads) {
  std::vector<hwloc_obj_t> slots;
  for (hwloc_obj_t pu = nullptr; (pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != nullptr;) {
    const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
    const hwloc_obj_t slot = threads || core == nullptr ? pu : core;
    if (slots.empty() || slots.back() != slot) slots.push_back(slot);
  }
  return slots;
}

hwloc_obj_t domain_of(hwloc_topology_t topology, hwloc_obj_t slot, std::string_view level) {
  if (level == "numa") {
    while (slot->parent != nullptr && slot->memory_arity == 0) slot = slot->parent;
    return slot;
  }
  const hwloc_obj_type_t type = level == "socket" ? HWLOC_OBJ_PACKAGE
                                : level == "die"  ? HWLOC_OBJ_DIE
                                : level == "l3"   ? HWLOC_OBJ_L3CACHE
                                                  : HWLOC_OBJ_CORE;
  return slot->type == type ? slot : hwloc_get_ancestor_obj_by_type(topology, type, slot);
}

/// Sizes of the domains of a level by libhwloc's objects.
machine::Sizes reference_sizes(hwloc_topology_t topology, const std::vector<hwloc_obj_t>& slots,
                               std::string_view level) {
  machine::Sizes sizes;
  std::int64_t size = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (i > 0 && domain_of(topology, slots[i], level) != domain_of(topology, slots[i - 1], level))
      sizes.append(std::exchange(size, 0));
    ++size;
  }
  sizes.append(size);
  return sizes;
}

void expect_agreement(hwloc_topology_t topology, std::string_view xml) {
  for (const bool threads : {false, true}) {
    const machine::Machine machine = threads ? machine::read_hwloc_threads(xml) : machine::read_hwloc_cores(xml);
    const std::vector<hwloc_obj_t> slots = reference_slots(topology, threads);
    ASSERT_EQ(machine.size(), static_cast<std::int64_t>(slots.size()));
    for (const char* name : {"socket", "numa", "die", "l3", "core"}) {
      const machine::Sizes reference = reference_sizes(topology, slots, name);
      const auto same_name = std::ranges::find(machine.levels(), name, &machine::Level::name);
      if (same_name != machine.levels().end()) {
        EXPECT_EQ(same_name->sizes.expand(), reference.expand()) << name;
      } else {
        // Left out because it is redundant.
        EXPECT_TRUE(reference.largest() == 1 ||
                    std::ranges::count(machine.levels(), reference, &machine::Level::sizes) == 1)
            << name;
      }
    }
  }
}

void expect_agreement_on_folder(const std::string& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path().string());
    const Topology topology = load([&](auto t) { return hwloc_topology_set_xml(t, entry.path().c_str()); });
    expect_agreement(topology.get(), base::read_file(entry.path().string()));
  }
}

TEST(HwlocReference, AgreesOnExportedNodes) { expect_agreement_on_folder(CARTWRIGHT_TEST_DATA "/hwloc"); }

TEST(HwlocReference, AgreesOnRealNodes) { expect_agreement_on_folder(CARTWRIGHT_TEST_DATA "/hwloc_real"); }

TEST(HwlocReference, AgreesOnRandomNodesWithProcessorsMissing) {
  constexpr std::uint64_t seed = 21;
  base::Random random(seed);
  for (int i = 0; i < 100; ++i) {
    std::string description;
    for (const char* level : {"pack", "numa", "die", "l3", "core", "pu"})
      if (const std::int64_t arity = random.below(4); arity > 0 || level == std::string("pu"))
        description += fmt::format("{}:{} ", level, std::max<std::int64_t>(arity, 1));
    SCOPED_TRACE(fmt::format("seed {}, case {}: {}", seed, i, description));
    const Topology topology = load([&](auto t) { return hwloc_topology_set_synthetic(t, description.c_str()); });
    const std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)> kept(hwloc_bitmap_alloc(), hwloc_bitmap_free);
    const int pus = hwloc_get_nbobjs_by_type(topology.get(), HWLOC_OBJ_PU);
    for (int pu = 0; pu < pus; ++pu)
      if (pu == 0 || random.below(4) > 0) hwloc_bitmap_set(kept.get(), static_cast<unsigned>(pu));
    ASSERT_EQ(hwloc_topology_restrict(topology.get(), kept.get(), HWLOC_RESTRICT_FLAG_REMOVE_CPULESS), 0);
    expect_agreement(topology.get(), to_xml(topology.get()));
  }
}

// A batch system may allow a job only some processors of a node, but an export can still list all of them.
TEST(HwlocReference, AgreesOnProcessorsThatAreNotAllowed) {
  const Topology whole = load([](auto t) {
    return hwloc_topology_set_flags(t, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) |
           hwloc_topology_set_synthetic(t, "pack:2 core:20 pu:2");
  });
  const std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)> allowed(hwloc_bitmap_alloc(), hwloc_bitmap_free);
  hwloc_bitmap_set_range(allowed.get(), 3, 70);
  ASSERT_EQ(hwloc_topology_allow(whole.get(), allowed.get(), nullptr, HWLOC_ALLOW_FLAG_CUSTOM), 0);
  const std::string xml = to_xml(whole.get());
  const Topology loaded =
      load([&](auto t) { return hwloc_topology_set_xmlbuffer(t, xml.c_str(), static_cast<int>(xml.size() + 1)); });
  EXPECT_EQ(machine::read_hwloc_threads(xml).size(), 68);
  expect_agreement(loaded.get(), xml);
}

}  // namespace
}  // namespace cartwright
