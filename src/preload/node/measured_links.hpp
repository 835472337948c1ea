// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::preload {

/// The links between and in nodes, in seconds, as `cartwright measure` found them. Zero where it did not.
struct MeasuredLinks {
  double between_nodes = 0;  ///< of a short message
  double in_node = 0;        ///< of a step in its memory
  double next_message = 0;   ///< until a process can send another short one to another node
  double byte = 0;           ///< that a node sends to others while all its processes do
  double copied_byte = 0;    ///< that the processes of a node send to each other while all do
};

/// Those of the file that CARTWRIGHT_MEASURED names. The same on all processes, after start_same_node.
const MeasuredLinks& measured_links();

}  // namespace cartwright::preload
