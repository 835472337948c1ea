// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/cached_choices.hpp"
#include "halo/connections.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace cartwright::halo {

class Plan;

/// The same on all processes: choices that follow from it need no communication.
struct Agreed {
  bool sharing = false;              ///< some neighbors share memory
  bool messages = false;             ///< some neighbors do not
  bool few_neighbors = false;        ///< some process has at most twice as many neighbors as there are at its faces
  bool any_gpu = false;              ///< some process has its fields in memory of a GPU
  bool apart = false;                ///< headers of messages are pieces of their own
  std::int64_t average_message = 0;  ///< bytes to a neighbor on the average, on the process where they are most
  std::int64_t corners_up_to = 0;    ///< limits of the estimate: bytes of a message on the average
  std::int64_t piece = 0;            ///< and of a piece, as process 0 has kept them
};

/// What the choices of a plan follow from.
struct Facts {
  MPI_Comm comm = MPI_COMM_NULL;
  PlanRequest request;
  Connections connections;
  std::optional<mpi::Node> node;  ///< while the plan is made
  Agreed agreed;
};

/// Throws on all processes unless they agree on settings that change the messages. Collective.
Agreed agree(const Facts& facts);
/// Whether corners may be forwarded with faces. Collective.
bool may_go_by_axes(const Facts& facts);
/// Whether they are without measuring: the same on all processes.
bool estimated_by_axes(const Facts& facts);
/// Whether there are several nodes, and several processes on one of them, which may share memory.
bool may_join(const Facts& facts);
/// The length up to which messages are joined without measuring. Collective.
std::int64_t estimated_join(const Facts& facts);

/// The time of an exchange with one choice.
struct Measured {
  enum class Of : std::uint8_t { read, joined, piece, by_axes };
  Of of = Of::read;
  std::int64_t limit = 0;  ///< bytes, or `unlimited`; for by_axes 0 or 1
  double seconds = 0;
};

/// Times exchanges of the plan with all choices that the request leaves open, and makes the fastest. Collective.
std::vector<Measured> measure(Plan& plan, const Facts& facts);
/// Keeps what was measured, for plans that are only estimated.
void record_thresholds(const Facts& facts, const Choices& choices, const std::vector<Measured>& measured);
/// A hash of the part of this process in a plan, by which measured choices are kept.
std::uint64_t hash(const Facts& facts);

}  // namespace cartwright::halo
