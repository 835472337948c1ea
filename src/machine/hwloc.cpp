// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/text.hpp"
#include "machine/domains.hpp"
#include "machine/readers_p.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <pugixml.hpp>

namespace cartwright::machine {

// hwloc's XML of version 2 (and 3) is a tree of <object type="...">. We do not read it with libhwloc, because libhwloc
// 2.9 dereferences null pointers when some attributes are missing (a fuzzer finds that in a second). The unit tests
// compare this reader with libhwloc.

namespace {

struct Object {
  std::string_view type;
  int parent = -1;
  bool has_memory = false;  ///< a NUMA node is attached; in hwloc 2, NUMA nodes are not ancestors of processors
  std::int64_t os_index = -1;
};

/// A cpuset as hwloc writes it: 32-bit words in hexadecimal, the highest first. "0xf...f" in front means that it is
/// infinite. An empty text means that everything is in the set.
class CpuSet {
 public:
  explicit CpuSet(std::string_view text) {
    if (text.empty()) return;
    endless_ = text.starts_with("0xf...f");
    if (endless_) text.remove_prefix(std::min(text.size(), std::string_view("0xf...f,").size()));
    if (text.empty()) return;
    for (std::string_view word : base::split(text, ',')) {
      // hwloc shortens the word 0 to nothing.
      if (word.starts_with("0x")) word.remove_prefix(2);
      std::uint32_t bits = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), bits, 16);
      if (!word.empty() && (error != std::errc{} || end != word.data() + word.size()))
        base::fail(base::Status::parse, "cpuset word {} is not 32 bits in hexadecimal", base::quote(word));
      words_.push_back(bits);
    }
    std::ranges::reverse(words_);
  }

  bool contains(std::int64_t bit) const {
    const std::size_t word = bit / 32;
    return word < words_.size() ? ((words_[word] >> (bit % 32)) & 1) != 0 : endless_;
  }

 private:
  std::vector<std::uint32_t> words_;
  bool endless_ = true;
};

struct Tree {
  /// Holds the text that the objects refer to.
  std::unique_ptr<pugi::xml_document> document = std::make_unique<pugi::xml_document>();
  std::vector<Object> objects;  ///< parents before children, in hwloc's logical order
  CpuSet allowed{""};

  int ancestor(int object, std::string_view type) const {
    while (object >= 0 && at(object).type != type) object = at(object).parent;
    return object;
  }
  const Object& at(int object) const { return objects[object]; }
};

/// Adds the objects below an element to the tree, parents first. Real files nest a few dozen deep at most.
void add_objects(Tree& tree, const pugi::xml_node& element, int parent, int depth) {
  constexpr int deepest = 64;
  if (depth > deepest) base::fail(base::Status::parse, "the hwloc XML nests objects more than {} deep", deepest);
  for (const pugi::xml_node& child : element.children("object")) {
    const std::string_view os_index = child.attribute("os_index").value();
    if (parent < 0) tree.allowed = CpuSet(child.attribute("allowed_cpuset").value());
    tree.objects.push_back({child.attribute("type").value(), parent, false,
                            os_index.empty() ? -1 : base::parse_int(os_index, "os_index")});
    add_objects(tree, child, static_cast<int>(tree.objects.size()) - 1, depth + 1);
  }
}

Tree read_tree(std::string_view text) {
  Tree tree;
  const pugi::xml_parse_result parsed = tree.document->load_buffer(text.data(), text.size());
  if (!parsed)
    base::fail(base::Status::parse, "the hwloc XML is malformed at byte {}: {}", parsed.offset, parsed.description());
  const pugi::xml_node topology = tree.document->child("topology");
  if (!topology || topology != tree.document->last_child())
    base::fail(base::Status::parse, "the XML is not one hwloc topology");
  if (const std::string_view version = topology.attribute("version").value();
      version.empty() || version.starts_with("1"))
    base::fail(base::Status::unsupported, "the hwloc XML is of version 1: convert it with lstopo of hwloc 2");
  add_objects(tree, topology, -1, 0);
  for (std::size_t i = 0; i < tree.objects.size(); ++i) {
    if (tree.objects[i].type != "NUMANode") continue;
    int parent = tree.objects[i].parent;
    while (parent >= 0 && tree.at(parent).type == "MemCache") parent = tree.at(parent).parent;
    if (parent >= 0) tree.objects[parent].has_memory = true;
  }
  return tree;
}

/// The objects that become slots: the PUs that processes may use, or the cores of these PUs.
std::vector<int> find_slots(const Tree& tree, bool threads) {
  std::vector<int> slots;
  for (int i = 0; i < static_cast<int>(tree.objects.size()); ++i) {
    if (tree.at(i).type != "PU" || (tree.at(i).os_index >= 0 && !tree.allowed.contains(tree.at(i).os_index))) continue;
    const int core = threads ? -1 : tree.ancestor(i, "Core");
    const int slot = core >= 0 ? core : i;
    if (slots.empty() || slots.back() != slot) slots.push_back(slot);
  }
  if (slots.empty()) base::fail(base::Status::parse, "the hwloc XML has no processors (objects of type PU)");
  return slots;
}

std::vector<Kind> find_domains(const Tree& tree, const std::vector<int>& slots) {
  std::vector<Kind> kinds;
  const auto add = [&](const std::string& name, auto domain_of) {
    Kind& kind = kinds.emplace_back(Kind{name, {}});
    for (const int slot : slots) kind.of_slot.push_back(domain_of(slot));
  };
  add("socket", [&](int slot) { return tree.ancestor(slot, "Package"); });
  add("numa", [&](int slot) {
    while (slot >= 0 && !tree.at(slot).has_memory) slot = tree.at(slot).parent;
    return slot;
  });
  add("die", [&](int slot) { return tree.ancestor(slot, "Die"); });
  add("l3", [&](int slot) { return tree.ancestor(slot, "L3Cache"); });
  add("core", [&](int slot) { return tree.ancestor(slot, "Core"); });
  // Groups may nest. Their depth tells which level they belong to.
  const auto groups_around = [&](int slot) {
    std::vector<int> groups;
    for (int object = slot; (object = tree.ancestor(object, "Group")) >= 0; object = tree.at(object).parent)
      groups.insert(groups.begin(), object);
    return groups;
  };
  std::size_t deepest = 0;
  for (const int slot : slots) deepest = std::max(deepest, groups_around(slot).size());
  constexpr std::size_t max_groups = 8;
  for (std::size_t k = 0; k < std::min(deepest, max_groups); ++k)
    add(k == 0 ? "group" : "group" + std::to_string(k + 1), [&](int slot) {
      const std::vector<int> groups = groups_around(slot);
      return k < groups.size() ? groups[k] : -1;
    });
  return kinds;
}

Machine read_hwloc(std::string_view text, bool threads) {
  const Tree tree = read_tree(text);
  const std::vector<int> slots = find_slots(tree, threads);
  return node_of_domains(slots.size(), find_domains(tree, slots));
}

}  // namespace

bool is_hwloc(std::string_view text) { return base::trim(text).starts_with('<'); }

Machine read_hwloc_cores(std::string_view text) { return read_hwloc(text, false); }

Machine read_hwloc_threads(std::string_view text) { return read_hwloc(text, true); }

}  // namespace cartwright::machine
