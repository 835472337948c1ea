// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/choices.hpp"
#include "halo/exchange.hpp"
#include "halo/joined.hpp"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cartwright::halo {

class DimensionOrdered;

/// A repeated exchange of ghost points between the processes of a communicator. One call at a time.
class Plan {
 public:
  /// Collective. Throws Error on all processes or on none.
  Plan(MPI_Comm comm, PlanRequest request);
  ~Plan();
  Plan(const Plan&) = delete;

  /// Own points keep their values, and ghost points are not used, until finish() (in the other way round for gather).
  /// Throws Error if neighbors fail; the plan can then only be freed.
  void start(const engine::Pattern& pattern);
  /// Does what can be done without waiting. Whether finish() would not wait.
  bool test();
  /// Waits for the ghost points at one side.
  void finish_side(const engine::Side& side);
  void finish();
  bool open() const;

  /// Everything: all fields, full width.
  engine::Pattern whole(engine::Pattern::Direction direction = engine::Pattern::Direction::fill) const;
  const std::vector<engine::ValueType>& types() const { return facts_.request.types; }
  std::size_t axes() const { return facts_.request.fields.front().axes(); }
  std::int64_t widest() const { return facts_.connections.widest; }
  const std::vector<Neighbor>& neighbors() const { return facts_.request.neighbors; }
  /// What the plan does, for each neighbor.
  std::string explanation();
  std::string explanation_json();

  /// The streams that this process sends in an exchange of everything.
  struct Sent {
    std::int64_t messages = 0, bytes = 0;
  };
  Sent sent();

  // For measurements:
  /// Makes one choice. Collective.
  void choose(Measured::Of of, std::int64_t limit);
  /// Makes what forwards corners with faces, and does so from now on; or takes it away. Collective.
  void go_by_axes(bool by_axes);
  /// Everything from and for the peers, if runs of this length are read in place.
  engine::Pass pass(std::int64_t shortest_read);

 private:
  /// The first choices, which are measured if the request says so. Collective.
  void make_choices();
  void measure();
  /// Joins messages between nodes up to this length. Collective.
  void join(std::int64_t longest);
  void cut(std::int64_t piece);
  Prepared& prepared(const engine::Pattern& pattern);
  void prepare(const engine::Pattern& pattern, Prepared& made);
  std::unique_ptr<Way> make_way(std::size_t peer, Prepared& made, bool joined);
  nlohmann::ordered_json explain();
  nlohmann::ordered_json explain_neighbors();
  void check_usable() const;
  bool goes_by_axes(const engine::Pattern& pattern) const;
  /// Runs a step of an exchange. If it fails, this plan has failed.
  template <typename Step>
  auto run(Step step);

  Facts facts_;
  engine::Moves moves_;
  mpi::MessageUnit unit_;
  Choices choices_;
  std::unique_ptr<Joined> joined_;             ///< for the whole pattern; may be null
  std::unique_ptr<DimensionOrdered> by_axes_;  ///< for the whole pattern, if it was chosen or is measured
  std::map<engine::Pattern, Prepared> prepared_;
  std::vector<Measured> measured_;
  bool measured_before_ = false;
  Exchange exchange_;
  bool failed_ = false;
};

}  // namespace cartwright::halo
