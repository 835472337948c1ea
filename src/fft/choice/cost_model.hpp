// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/link_speeds.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace cartwright::fft::choice {

/// The cost of moving and transforming data. The defaults are assumed, where nothing was measured. Machines differ;
/// choices depend on the ratios, which differ less. Bandwidths are in bytes per second, times in seconds.
struct CostModel {
  double memory_bandwidth = 5e9;   ///< of a process that copies from memory to memory
  double node_bandwidth = 10e9;    ///< of a node into the network, in each direction
  double outer_bandwidth = 5e9;    ///< per node, out of a chassis, a group, ...: they have fewer links than nodes
  double inner_bandwidth = 40e9;   ///< of a socket, a NUMA domain, ... to the others of its node
  double message = 1.5e-6;         ///< time of a process for a message to another node
  double node_message = 1e-7;      ///< time of the link of a node for each message
  double local_message = 4e-7;     ///< time of a process for a message or a signal within its node
  double transform = 1.5e9;        ///< floating-point operations of 1-D transforms per second and process
  std::int64_t slices = 4;         ///< of a pipelined transpose: all but one overlap with packing
  std::int64_t eager = 32 * 1024;  ///< messages up to this many bytes gain nothing from slices
  // How often the bytes of an array are copied. Measured on one node, 256^3 complex doubles on 2 processes: memcpy took
  // 26.8 ms, one copy out of shared memory 29.5, MPI_Alltoallw 42 to 52, and packing with an all-to-all 60.5.
  double shared_copies = 1.1;
  double datatype_copies = 1.75;
  double packed_copies = 2.25;
  double remote_copies = 2;             ///< to other nodes: into the message and out of it
  double remote_datatype_copies = 2.5;  ///< the same if MPI walks over datatypes
};

/// Takes the costs of messages and of the links between nodes from what was measured. What was not measured stays.
void use_links(CostModel& model, const machine::LinkSpeeds& speeds);

/// The data that a transpose moves: maxima over processes, nodes and domains. Bytes in one direction.
struct TransposeLoad {
  double bytes = 0;            ///< bytes that a process holds, before or after, whichever is more
  double remote = 0;           ///< bytes that a process sends to other nodes
  double node_out = 0;         ///< bytes that leave a node
  double outer_out = 0;        ///< bytes that leave a domain of several nodes, per node, summed over levels
  double inner_out = 0;        ///< bytes that leave a domain within a node, summed over levels
  double messages = 0;         ///< messages of a process to other nodes
  double local_messages = 0;   ///< messages of a process within its node
  double node_messages = 0;    ///< messages that leave a node
  double paired_messages = 0;  ///< the same if each line sends one message from node to node
  double pairs = 0;            ///< messages of a line to other nodes, if it sends one to each
};

/// Seconds that a transpose takes with a method. Infinite if the method is not possible: "shared" across nodes.
double transpose_seconds(const CostModel& model, const TransposeLoad& load, std::string_view method);

/// The names of all methods that the model knows. If two are equally quick, the first is preferred.
std::span<const std::string_view> modeled_methods();

/// The quickest of them.
struct Quickest {
  std::string_view method;
  double seconds = 0;
};
Quickest quickest(const CostModel& model, const TransposeLoad& load);

}  // namespace cartwright::fft::choice
