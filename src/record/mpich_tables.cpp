// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/mpich_tables.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace cartwright::record {

namespace {

using Table = nlohmann::ordered_json;

enum class Hierarchy : std::uint8_t { flat, parent, node, node_roots };

/// The members of a communicator that carry out a step, by their ranks there.
struct Doers {
  std::vector<std::int64_t> members;
  Hierarchy hierarchy = Hierarchy::flat;
  std::int64_t size() const { return static_cast<std::int64_t>(members.size()); }
  std::int64_t index_of(std::int64_t member) const {  ///< size() if it is not in it
    return std::ranges::find(members, member) - members.begin();
  }
};

std::int64_t power_of(std::int64_t size) {
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(size)));
}

double bytes_of(const MpichCall& call) { return static_cast<double>(call.items * call.item_bytes); }

Blocks blocks_of(const MpichCall& call) {
  if (call.parts.empty()) return equal_blocks(bytes_of(call));
  return [&parts = call.parts](std::int64_t first, std::int64_t last) {
    return static_cast<double>(std::accumulate(parts.begin() + first, parts.begin() + last, std::int64_t{0}));
  };
}

/// A broadcast divides its bytes by the members, rounded up: the last blocks may be empty.
Blocks rounded_up(const MpichCall& call, std::int64_t size) {
  const std::int64_t all = call.items * call.item_bytes;
  return [all, block = (all + size - 1) / size](std::int64_t first, std::int64_t last) {
    return static_cast<double>(std::min(last * block, all) - std::min(first * block, all));
  };
}

/// A reduction divides its items by a power of 2; the first blocks have one more.
Blocks divided(const MpichCall& call, std::int64_t size) {
  const std::int64_t power = power_of(size);
  return [items = call.items, power, bytes = call.item_bytes](std::int64_t first, std::int64_t last) {
    const auto begin = [&](std::int64_t i) { return i * (items / power) + std::min(i, items % power); };
    return static_cast<double>((begin(last) - begin(first)) * bytes);
  };
}

void scatter_then(const Member& m, const MpichCall& call, void (*allgather)(const Member&, const Blocks&)) {
  const Blocks blocks = rounded_up(call, m.size);
  binomial_scatter(m, blocks, call.nonblocking);
  std::erase_if(m.out, [](const ModelSend& send) { return send.bytes == 0; });
  allgather(m, blocks);
}

void reduce_by_tree(const Member& m, const MpichCall& call) {
  if (call.commutative) return binomial_reduce(m, bytes_of(call));
  binomial_reduce({.me = m.me, .size = m.size, .root = 0, .out = m.out}, bytes_of(call));
  if (m.me == 0 && m.root != 0) m.send(m.root, bytes_of(call));
}

using Run = void (*)(const Member&, const MpichCall&);
constexpr Run by_pairs = [](const Member& m, const MpichCall& call) { pairwise_alltoall(m, blocks_of(call)); };
constexpr Run by_ring = [](const Member& m, const MpichCall& call) { ring_allgather(m, blocks_of(call)); };
constexpr Run by_bruck = [](const Member& m, const MpichCall& call) { bruck_allgather(m, blocks_of(call)); };
constexpr Run by_doubling = [](const Member& m, const MpichCall& call) { doubling_allgather(m, blocks_of(call)); };
constexpr Run by_halving = [](const Member& m, const MpichCall& call) { halving_reduce_scatter(m, blocks_of(call)); };
constexpr Run to_powers_of_2 = [](const Member& m, const MpichCall&) {
  for (std::int64_t step = 1; step < m.size; step *= 2) m.send((m.me + step) % m.size, 0);
};
constexpr Run as_scan = [](const Member& m, const MpichCall& call) { doubling_scan(m, bytes_of(call)); };

struct Algorithm {
  std::string_view kind, name;
  Run run;
  bool only_powers_of_2 = false;
};
const std::array algorithms = {
    Algorithm{"bcast", "binomial", [](const Member& m, const MpichCall& call) { binomial_bcast(m, bytes_of(call)); }},
    Algorithm{"bcast", "scatter_recursive_doubling_allgather",
              [](const Member& m, const MpichCall& call) { scatter_then(m, call, doubling_allgather); }, true},
    Algorithm{"bcast", "scatter_ring_allgather",
              [](const Member& m, const MpichCall& call) { scatter_then(m, call, ring_allgather); }},
    Algorithm{"allreduce", "recursive_doubling",
              [](const Member& m, const MpichCall& call) { doubling_allreduce(m, bytes_of(call)); }},
    Algorithm{"allreduce", "reduce_scatter_allgather",
              [](const Member& m, const MpichCall& call) { halving_allreduce(m, divided(call, m.size)); }},
    Algorithm{"reduce", "binomial", reduce_by_tree},
    Algorithm{"reduce", "reduce_scatter_gather",
              [](const Member& m, const MpichCall& call) { halving_reduce(m, divided(call, m.size)); }},
    Algorithm{"allgather", "recursive_doubling", by_doubling, true},
    Algorithm{"allgather", "brucks", by_bruck},
    Algorithm{"allgather", "ring", by_ring},
    Algorithm{"allgatherv", "recursive_doubling", by_doubling, true},
    Algorithm{"allgatherv", "brucks", by_bruck},
    Algorithm{"allgatherv", "ring", by_ring},
    Algorithm{"alltoall", "brucks", [](const Member& m, const MpichCall& call) { bruck_alltoall(m, bytes_of(call)); }},
    Algorithm{"alltoall", "scattered", by_pairs},
    Algorithm{"alltoall", "pairwise", by_pairs},
    Algorithm{"alltoall", "pairwise_sendrecv_replace", by_pairs},
    Algorithm{"alltoall", "permuted_sendrecv", by_pairs},
    Algorithm{"alltoall", "inplace", by_pairs},
    Algorithm{"alltoallv", "scattered", by_pairs},
    Algorithm{"alltoallv", "pairwise_sendrecv_replace", by_pairs},
    Algorithm{"alltoallv", "blocked", by_pairs},
    Algorithm{"alltoallv", "inplace", by_pairs},
    Algorithm{"alltoallw", "scattered", by_pairs},
    Algorithm{"alltoallw", "pairwise_sendrecv_replace", by_pairs},
    Algorithm{"alltoallw", "blocked", by_pairs},
    Algorithm{"alltoallw", "inplace", by_pairs},
    Algorithm{"gather", "binomial",
              [](const Member& m, const MpichCall& call) { binomial_gather(m, blocks_of(call)); }},
    Algorithm{"gatherv", "linear",
              [](const Member& m, const MpichCall& call) {
                if (m.me != m.root) m.send(m.root, bytes_of(call));
              }},
    Algorithm{"scatter", "binomial",
              [](const Member& m, const MpichCall& call) { binomial_scatter(m, blocks_of(call)); }},
    Algorithm{"scatterv", "linear",
              [](const Member& m, const MpichCall& call) {
                if (m.me == m.root) pairwise_alltoall(m, blocks_of(call));
              }},
    Algorithm{"reduce_scatter", "recursive_halving", by_halving},
    Algorithm{"reduce_scatter", "pairwise", by_pairs},
    Algorithm{"reduce_scatter_block", "recursive_halving", by_halving},
    Algorithm{"reduce_scatter_block", "pairwise", by_pairs},
    Algorithm{"barrier", "dissemination", to_powers_of_2},
    Algorithm{"barrier", "recursive_doubling", to_powers_of_2},
    Algorithm{"scan", "recursive_doubling", as_scan},
    Algorithm{"exscan", "recursive_doubling", as_scan},
};

/// Whether the members of each node have consecutive ranks, and the communicator has more members than nodes.
bool is_consecutive(const MpichGroup& group, Hierarchy hierarchy) {
  return hierarchy == Hierarchy::parent && std::ranges::is_sorted(group.node_of);
}

/// "MPIR_Bcast_intra_scatter_ring_allgather" -> "scatter_ring_allgather"
std::string_view name_after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  return at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
}

Table parse_table(const std::string& text) {
  Table table = Table::parse(text, nullptr, false);
  if (!table.is_object()) base::fail(base::Status::parse, "a table of collectives of the MPI is not an object of JSON");
  return table;
}

}  // namespace

MpichGroup::MpichGroup(std::int64_t rank, const std::vector<int>& nodes) : me(rank) {
  std::map<int, std::int64_t> number;
  for (std::size_t member = 0; member < nodes.size(); ++member) {
    const auto [found, is_new] = number.try_emplace(nodes[member], static_cast<std::int64_t>(number.size()));
    if (is_new) members.emplace_back();
    node_of.push_back(found->second);
    members[found->second].push_back(static_cast<std::int64_t>(member));
  }
}

struct ParsedTables {
  MpichSettings settings;
  Table general;
  Table device;  ///< null if there is none
};

MpichTables::MpichTables(MpichSettings settings) {
  Table general = parse_table(settings.general_table);
  Table device = settings.device_table.empty() ? Table() : parse_table(settings.device_table);
  parsed_ = std::make_unique<ParsedTables>(std::move(settings), std::move(general), std::move(device));
}

MpichTables::~MpichTables() = default;

namespace {

/// One call: follows the tables, and collects what this member sends.
class Selection {
 public:
  Selection(const ParsedTables& tables, const MpichCall& call, const MpichGroup& group, std::vector<ModelSend>& out)
      : tables_(tables), call_(call), group_(group), out_(out) {
    const auto nodes = static_cast<std::int64_t>(group.members.size());
    whole_.hierarchy = nodes == group.size() ? Hierarchy::flat : Hierarchy::parent;
    whole_.members.resize(group.node_of.size());
    std::iota(whole_.members.begin(), whole_.members.end(), std::int64_t{0});
    for (const auto& members : group.members) leaders_.members.push_back(members.front());
    leaders_.hierarchy = Hierarchy::node_roots;
    node_ = {group.members[group.node_of[group.me]], Hierarchy::node};
  }

  /// All of this returns whether the algorithm is known.
  bool run() {
    if (call_.nonblocking || tables_.device.is_null() || !tables_.settings.by_device(call_.kind))
      return general(whole_, call_.root);
    const auto leaf = select(tables_.device, whole_);
    if (!leaf) return false;
    const std::string_view name = name_after(*leaf, "_intra_composition_");
    if (leaf->empty()) return general(whole_, call_.root);
    if (call_.kind == "bcast" && name != "gamma") return name == "alpha" ? bcast_by_leaders() : bcast_by_nodes(name);
    if (call_.kind == "reduce" && name != "gamma") return name == "alpha" ? reduce_to_first() : reduce_to_node(name);
    if (call_.kind == "allreduce" && name == "alpha") return allreduce_by_leaders();
    if (call_.kind == "allreduce" && name == "gamma") return within_node("reduce", 0) && within_node("bcast", 0);
    if (call_.kind == "scan" && name == "alpha") return scan_by_leaders();
    if (call_.kind == "barrier" && name == "alpha") return barrier_by_leaders();
    constexpr std::array<std::string_view, 3> plain_beta = {"allreduce", "scan", "barrier"};
    const bool is_plain = name == "alpha" ||
                          (name == "beta" && std::ranges::find(plain_beta, call_.kind) != plain_beta.end()) ||
                          (name == "gamma" && (call_.kind == "bcast" || call_.kind == "reduce"));
    return is_plain && general(whole_, call_.root);
  }

 private:
  bool bcast_by_leaders() {
    if (root_node() == own_node() && group_.me == call_.root && !leads()) send(node_.members.front());
    return between_leaders("bcast", root_node()) && within_node("bcast", 0);
  }

  bool bcast_by_nodes(std::string_view name) {
    if (name != "beta") return false;
    if (root_node() == own_node() && !within_node("bcast", node_.index_of(call_.root))) return false;
    if (!between_leaders("bcast", root_node())) return false;
    return root_node() == own_node() || within_node("bcast", 0);
  }

  bool reduce_to_first() {
    if (!within_node("reduce", 0) || !between_leaders("reduce", 0)) return false;
    if (group_.me == 0 && call_.root != 0) send(call_.root);
    return true;
  }

  bool reduce_to_node(std::string_view name) {
    if (name != "beta") return false;
    const bool is_here = root_node() == own_node();
    if (!is_here && !within_node("reduce", 0)) return false;
    if (!between_leaders("reduce", root_node())) return false;
    return !is_here || within_node("reduce", node_.index_of(call_.root));
  }

  bool allreduce_by_leaders() {
    return within_node("reduce", 0) && between_leaders("allreduce", 0) && within_node("bcast", 0);
  }

  bool scan_by_leaders() {
    if (node_.size() > 1 && !general(node_, 0)) return false;
    if (group_.me == node_.members.back() && !leads()) send(node_.members.front());
    if (!between_leaders("scan", 0)) return false;
    if (leads() && own_node() + 1 < leaders_.size()) send(leaders_.members[own_node() + 1]);
    return own_node() == 0 || within_node("bcast", 0);
  }

  bool between_leaders(std::string_view kind, std::int64_t root) {
    MpichCall step = call_;
    step.kind = kind;
    step.in_place = false;
    return !leads() || Selection(tables_, step, group_, out_).general(leaders_, leaders_.members[root]);
  }

  /// A broadcast of one byte lets the processes of a node go on.
  bool barrier_by_leaders() {
    MpichCall release = call_;
    release.items = 1;
    return within_node("barrier", 0) && between_leaders("barrier", 0) &&
           Selection(tables_, release, group_, out_).within_node("bcast", 0);
  }

  /// Within nodes and between them, as the table for all devices says it.
  bool by_steps() {
    if (call_.kind == "barrier") return barrier_by_leaders();
    if (!call_.nonblocking) return false;
    if (call_.kind == "bcast") return bcast_by_leaders();
    if (call_.kind == "reduce") return reduce_to_node("beta");
    // With consecutive ranks on each node, MPICH composes steps that were not tried.
    return call_.kind == "scan" && !is_consecutive(group_, Hierarchy::parent) &&
           carry_out("recursive_doubling", whole_, 0);
  }

  /// Data goes through shared memory, or in messages.
  bool within_node(std::string_view kind, std::int64_t root) {
    if (node_.size() == 1) return true;
    MpichCall step = call_;
    step.kind = kind;
    if (!tables_.settings.shared_memory || tables_.settings.multithreaded || !call_.commutative || call_.nonblocking)
      return Selection(tables_, step, group_, out_).general(node_, node_.members[root]);
    const std::int64_t first = node_.members[root];
    if (kind == "reduce" && group_.me != first) send(first);
    for (const std::int64_t member : node_.members)
      if (kind == "bcast" && group_.me == first && member != first) send(member);
    return true;
  }

  /// The collective as MPICH carries it out on the members of `part`, this one among them. `root` is one of them.
  bool general(const Doers& part, std::int64_t root) {
    std::string name = tables_.settings.algorithm((call_.nonblocking ? "i" : "") + std::string(call_.kind));
    if (name == "auto") {
      const auto leaf = select(tables_.general, part);
      if (!leaf) return false;
      const std::string_view of_intra = name_after(*leaf, "_intra_");
      name = of_intra.empty() ? name_after(*leaf, "_allcomm_") : of_intra;
    }
    constexpr std::string_view schedule = "sched_";  // of messages, as it is made for a nonblocking collective
    if (call_.nonblocking && name.starts_with(schedule)) name.erase(0, schedule.size());
    if (name == "smp" && part.hierarchy == Hierarchy::parent) return by_steps();
    return carry_out(name, part, root);
  }

  bool carry_out(std::string_view name, const Doers& part, std::int64_t root) {
    const auto found = std::ranges::find_if(
        algorithms, [&](const Algorithm& one) { return one.kind == call_.kind && one.name == name; });
    if (found == algorithms.end() ||
        (found->only_powers_of_2 && !std::has_single_bit(static_cast<std::uint64_t>(part.size()))))
      return false;
    std::vector<ModelSend> sends;
    found->run({.me = part.index_of(group_.me), .size = part.size(), .root = part.index_of(root), .out = sends}, call_);
    for (const ModelSend& send : sends) out_.push_back({part.members[send.to], send.messages, send.bytes});
    return true;
  }

  /// The first leaf whose conditions hold: empty if none does, nothing if a condition is not known.
  std::optional<std::string> select(const Table& table, const Doers& part) const {
    bool searching = false;
    const Table* node = &table;
    for (;;) {
      const Table* next = nullptr;
      for (const auto& [key, child] : node->items()) {
        if (key.starts_with("algorithm=") || key.starts_with("composition=")) return key.substr(key.find('=') + 1);
        const auto holds = test(key, part, searching);
        if (!holds) return std::nullopt;
        if (!*holds) continue;
        next = &child;
        break;
      }
      if (next == nullptr || !next->is_object()) return "";
      node = next;
    }
  }

  /// `searching` becomes true with the first condition that is not on the communicator alone.
  std::optional<bool> test(std::string_view key, const Doers& part, bool& searching) const {
    const std::size_t sign = key.find_first_of("<=");
    if (sign == std::string_view::npos) return std::nullopt;
    const std::string_view name = key.substr(0, sign);
    const bool or_equal = key.substr(sign).starts_with("<=");
    const std::string_view value = key.substr(sign + (or_equal ? 2 : 1));
    if (name == "collective")
      return call_.nonblocking ? value.starts_with('i') && value.substr(1) == call_.kind : value == call_.kind;
    if (name == "comm_type") return value == "intra";
    if (value == "any") return true;
    if (name == "comm_hierarchy") return test_hierarchy(value, part.hierarchy);
    if (name == "comm_size" && value == "pow2") return std::has_single_bit(static_cast<std::uint64_t>(part.size()));
    if (name == "comm_size" && value == "node_comm_size")
      return part.hierarchy == Hierarchy::parent && group_.members.size() == 1;
    const bool yes = value == "yes";
    if (name == "is_node_consecutive") return is_consecutive(group_, part.hierarchy) == yes;
    // MPICH evaluates the first conditions on a communicator once, and there '<' means '<'. Later '<' means '<='.
    if (name == "comm_size") return test_limit(value, or_equal || searching, part.size());
    searching = true;
    if (name == "is_commutative") return call_.commutative == yes;
    if (name == "is_op_built_in") return call_.built_in == yes;
    if (name == "is_sendbuf_inplace") return call_.in_place == yes;
    if (name == "is_multi_threaded") return tables_.settings.multithreaded == yes;
    if (name == "count" && value == "pow2") return call_.items < power_of(part.size());
    if (name == "count") return test_limit(value, or_equal, call_.items);
    const auto bytes = static_cast<std::int64_t>(bytes_of(call_));
    if (name == "avg_msg_size") return test_limit(value, or_equal, bytes);
    if (name == "total_msg_size") return test_limit(value, or_equal, total_bytes(part));
    return std::nullopt;
  }

  std::int64_t total_bytes(const Doers& part) const {
    if (call_.parts.empty()) return call_.items * call_.item_bytes * part.size();
    // Here MPICH takes the bytes of one member for those of all.
    if (call_.nonblocking && call_.kind == "reduce_scatter_block") return call_.parts.front();
    return std::accumulate(call_.parts.begin(), call_.parts.end(), std::int64_t{0});
  }

  static std::optional<bool> test_hierarchy(std::string_view value, Hierarchy hierarchy) {
    constexpr std::array<std::string_view, 4> names = {"flat", "parent", "node", "node_roots"};
    if (std::ranges::find(names, value) == names.end()) return std::nullopt;
    return names[static_cast<std::size_t>(hierarchy)] == value;
  }

  static std::optional<bool> test_limit(std::string_view limit, bool or_equal, std::int64_t number) {
    if (limit.empty() || !std::ranges::all_of(limit, base::is_digit)) return std::nullopt;
    const std::int64_t most = base::parse_int(limit, "a limit in a table of collectives");
    return or_equal ? number <= most : number < most;
  }

  void send(std::int64_t to) { out_.push_back({to, 1, bytes_of(call_)}); }
  std::int64_t own_node() const { return group_.node_of[group_.me]; }
  std::int64_t root_node() const { return group_.node_of[call_.root]; }
  bool leads() const { return node_.members.front() == group_.me; }

  const ParsedTables& tables_;
  const MpichCall& call_;
  const MpichGroup& group_;
  std::vector<ModelSend>& out_;
  Doers whole_, leaders_, node_;
};

}  // namespace

std::optional<std::vector<ModelSend>> MpichTables::sends(const MpichCall& call, const MpichGroup& group) const {
  std::vector<ModelSend> out;
  if (call.items == 0 && call.parts.empty() && call.kind != "barrier") return out;
  if (group.size() > 1 && !Selection(*parsed_, call, group, out).run()) return std::nullopt;
  std::erase_if(out, [&](const ModelSend& send) { return send.to == group.me; });
  return out;
}

}  // namespace cartwright::record
