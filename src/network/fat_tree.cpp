// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Fat trees: XGFT(h; m_1..m_h; w_1..w_h) of Öhring, Ibel, Das, Kumar (IPPS 1995) with parallel cables, as k-ary n-trees
// and pruned trees are. A switch of level i has m_i = down[i] children and w_(i+1) = up[i+1] parents, with cables[i+1]
// cables to each parent. Nodes are level 0, and each has one cable to one leaf: up[1] = cables[1] = 1.
//
// A switch of level i is labeled (u_1, ..., u_i, d_(i+1), ..., d_h), each u_j below w_j and each d_j below m_j, and
// numbered within its level with u_1 running fastest. It is linked to the switches of the level above whose labels
// differ from its own in entry i + 1 only.
//
// Paths::single is d-mod-k: upwards a switch of level i takes port (destination / (w_1 c_1 ... w_i c_i)) modulo
// (w_(i+1) c_(i+1)), downwards cable source modulo c. Numbering and routes are those of SimGrid's fat tree, so its link
// counters can be compared with ours.
#include "base/checked.hpp"
#include "base/error.hpp"
#include "network/networks_p.hpp"

namespace cartwright::network {

namespace {

/// Entry i is level i + 1.
struct FatTreeShape {
  std::vector<std::int64_t> down, up, cables;
  std::vector<std::int64_t> below;       ///< number of tuples (u_1, ..., u_i): product of up[0..i]
  std::vector<std::int64_t> switches;    ///< switches of the level
  std::vector<std::int64_t> first;       ///< first switch of the level
  std::vector<std::int64_t> first_link;  ///< first link up from the level; each link up is followed by its reverse
  std::size_t levels() const { return down.size(); }
  /// Ports up from a switch of entry i.
  std::int64_t ports(std::size_t i) const { return up[i + 1] * cables[i + 1]; }

  /// The parent of switch `at` (numbered within its level): `digit` replaces the digit d_(i+2).
  std::int64_t above(std::size_t i, std::int64_t at, std::int64_t digit) const {
    return at % below[i] + below[i] * (digit + up[i + 1] * (at / below[i] / down[i + 1]));
  }
  /// Up from switch `at` of entry i to its parent of that digit, or back down.
  LinkId link(std::size_t i, std::int64_t at, std::int64_t digit, std::int64_t cable, bool upwards) const {
    const std::int64_t port = (at * up[i + 1] + digit) * cables[i + 1] + cable;
    return LinkId(first_link[i] + 2 * port + (upwards ? 0 : 1));
  }
};

class FatTree : public Network {
 public:
  FatTree(FatTreeShape shape, Wiring wiring) : Network("fat-tree", std::move(wiring)), shape_(std::move(shape)) {}

  bool routes_by_switch(Paths paths) const override { return paths == Paths::shared; }  // d-mod-k goes by nodes

  void route(Node from, Node to, Paths paths, Route& out) const override {
    const std::int64_t source = from.number() / shape_.down[0];
    const std::int64_t target = to.number() / shape_.down[0];
    if (source == target) return;
    if (paths == Paths::single)
      one(from.number(), to.number(), top_of(source, target), out);
    else
      all(source, target, top_of(source, target), out);
  }

 private:
  /// The entry of the lowest common ancestors of two leaves.
  std::size_t top_of(std::int64_t source, std::int64_t target) const {
    std::size_t top = 0;
    for (; source != target; ++top) {
      source /= shape_.down[top + 1];
      target /= shape_.down[top + 1];
    }
    return top;
  }

  /// Takes the numbers of two nodes.
  void one(std::int64_t from, std::int64_t to, std::size_t top, Route& out) const {
    std::int64_t at = from / shape_.down[0];
    std::int64_t back = to / shape_.down[0];
    std::int64_t rest = to;
    const std::size_t begin = out.size();
    for (std::size_t i = 0; i < top; ++i) {
      rest /= shape_.up[i] * shape_.cables[i];
      const std::int64_t port = rest % shape_.ports(i);
      const std::int64_t digit = port % shape_.up[i + 1];
      out.push_back({shape_.link(i, at, digit, port / shape_.up[i + 1], true), 1});
      at = shape_.above(i, at, digit);
      out.push_back({shape_.link(i, back, digit, from % shape_.cables[i + 1], false), 1});
      back = shape_.above(i, back, digit);
    }
    // First up, then down from the top.
    Route path;
    for (std::size_t i = begin; i < out.size(); i += 2) path.push_back(out[i]);
    for (std::size_t i = out.size(); i > begin; i -= 2) path.push_back(out[i - 1]);
    std::copy(path.begin(), path.end(), out.begin() + static_cast<std::ptrdiff_t>(begin));
  }

  /// Every switch above the source within the common subtree is on equally many paths, and so is every switch above the
  /// target.
  void all(std::int64_t source, std::int64_t target, std::size_t top, Route& out) const {
    std::vector<std::int64_t> ups = {source};
    std::vector<std::int64_t> downs = {target};
    std::vector<std::int64_t> next;
    for (std::size_t i = 0; i < top; ++i) {
      const double part = 1 / static_cast<double>(static_cast<std::int64_t>(ups.size()) * shape_.ports(i));
      const auto climb = [&](std::vector<std::int64_t>& switches, bool upwards) {
        next.clear();
        for (std::int64_t digit = 0; digit < shape_.up[i + 1]; ++digit)
          for (const std::int64_t at : switches) {
            for (std::int64_t cable = 0; cable < shape_.cables[i + 1]; ++cable)
              out.push_back({shape_.link(i, at, digit, cable, upwards), part});
            next.push_back(shape_.above(i, at, digit));
          }
        switches.swap(next);
      };
      climb(ups, true);
      climb(downs, false);
    }
  }

  FatTreeShape shape_;
};

/// Sets the sizes of the levels, and the first switch and link of each.
void lay_out(FatTreeShape& shape) {
  std::int64_t nodes = 1;
  for (const std::int64_t size : shape.down) nodes = base::checked_mul(nodes, size, "nodes");
  std::int64_t subtrees = nodes;
  std::int64_t below = 1;
  std::int64_t switches = 0;
  std::int64_t links = 0;
  for (std::size_t i = 0; i < shape.levels(); ++i) {
    below = base::checked_mul(below, shape.up[i], "switches");
    subtrees /= shape.down[i];
    shape.below.push_back(below);
    shape.switches.push_back(base::checked_mul(below, subtrees, "switches"));
    shape.first.push_back(switches);
    shape.first_link.push_back(links);
    switches = base::checked_add(switches, shape.switches.back(), "switches");
    if (i + 1 < shape.levels())
      links = base::checked_add(
          links,
          base::checked_mul(2 * shape.switches.back(), base::checked_mul(shape.up[i + 1], shape.cables[i + 1], "links"),
                            "links"),
          "links");
    check_network_size("fat-tree", base::checked_add(nodes, switches, "nodes and switches"), links);
  }
}

/// The domain of every switch at the level of subtrees below the switches of entry i. Switches above are outside of
/// every subtree, and each gets its own domain.
SwitchLevel level_of(const FatTreeShape& shape, std::size_t i, std::string name) {
  SwitchLevel level{std::move(name), {}};
  std::int64_t subtrees = 1;
  for (std::size_t above = i + 1; above < shape.levels(); ++above) subtrees *= shape.down[above];
  std::int64_t alone = subtrees;
  std::int64_t size = 1;  // number of values of the label's part from d_(j+2) to d_(i+1)
  for (std::size_t j = i; j-- > 0;) size *= shape.down[j + 1];
  for (std::size_t j = 0; j < shape.levels(); ++j) {
    for (std::int64_t at = 0; at < shape.switches[j]; ++at)
      level.domain_of_switch.push_back(static_cast<std::int32_t>(j > i ? alone++ : at / shape.below[j] / size));
    if (j < i) size /= shape.down[j + 1];
  }
  return level;
}

std::string name_of_level(const FatTreeShape& shape, std::size_t i) {
  return i + 2 == shape.levels() ? "pod" : fmt::format("subtree-{}", i + 1);
}

}  // namespace

std::unique_ptr<Network> make_fat_tree(Parameters& parameters) {
  FatTreeShape shape;
  shape.down = parameters.required_dims("down");
  std::vector<std::int64_t> as_many = shape.down;  // as many parents as children
  as_many.insert(as_many.begin(), 1);
  as_many.pop_back();
  shape.up = parameters.dims("up", as_many);
  shape.cables = parameters.dims("cables", std::vector<std::int64_t>(shape.down.size(), 1));
  for (const auto* entries : {&shape.up, &shape.cables}) {
    const std::string_view name = entries == &shape.up ? "up" : "cables";
    if (entries->size() != shape.down.size())
      base::fail(base::Status::invalid_argument,
                 "fat-tree: {} has {} entries, but down has {}: give one for each level", name, entries->size(),
                 shape.down.size());
    if (entries->front() != 1)
      base::fail(base::Status::invalid_argument,
                 "fat-tree: {} begins with {}, but a node has one cable to one switch: begin with 1, and give the "
                 "bandwidth of "
                 "that cable as terminal-bandwidth",
                 name, entries->front());
  }
  WiringParts parts;
  const double bandwidth = parameters.number("bandwidth", 25e9);
  parts.terminal_bandwidth = parameters.number("terminal-bandwidth", bandwidth);
  for (std::size_t i = 1; i < shape.levels(); ++i)
    parts.classes.push_back({fmt::format("L{}-L{}", i, i + 1), fmt::format("between levels {} and {}", i, i + 1),
                             parameters.number(fmt::format("bandwidth-{}", i), bandwidth)});
  parameters.done();
  lay_out(shape);

  for (std::size_t i = 0; i < shape.levels(); ++i)
    for (std::int64_t at = 0; at < shape.switches[i]; ++at) {
      parts.switch_names.push_back(fmt::format("s{}-{}", i + 1, at));
      for (std::int64_t node = at * shape.down[0]; i == 0 && node < (at + 1) * shape.down[0]; ++node) {
        parts.node_names.push_back(fmt::format("n{}", node));
        parts.switch_of_node.push_back(Switch(at));
      }
      if (i + 1 == shape.levels()) continue;
      for (std::int64_t digit = 0; digit < shape.up[i + 1]; ++digit)
        for (std::int64_t cable = 0; cable < shape.cables[i + 1]; ++cable) {
          const Switch lower(shape.first[i] + at);
          const Switch upper(shape.first[i + 1] + shape.above(i, at, digit));
          parts.links.push_back({lower, upper, static_cast<std::int32_t>(i)});
          parts.links.push_back({upper, lower, static_cast<std::int32_t>(i)});
        }
    }
  for (std::size_t i = shape.levels() - 1; i-- > 1;)
    parts.levels.push_back(level_of(shape, i, name_of_level(shape, i)));
  return std::make_unique<FatTree>(std::move(shape), Wiring(std::move(parts)));
}

}  // namespace cartwright::network
