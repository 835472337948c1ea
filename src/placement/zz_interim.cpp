#include "placement/policy.hpp"
#include "base/text.hpp"
namespace cartwright {
NodeTable all_free(const Network& n) {
  NodeTable t;
  for (Node i = 0; i < n.wiring().nodes(); ++i) {
    t.state.push_back(NodeState::free);
    t.name.push_back(n.wiring().node_name(i));
    t.job.emplace_back();
  }
  return t;
}
NodeTable match(const Network& n, const Inventory&) { return all_free(n); }
Inventory read_inventory(const std::string&) { fail(Status::unsupported, "inventories cannot be read yet"); }
}  // namespace cartwright
