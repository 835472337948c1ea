// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/node/same_node.hpp"
#include "preload/packing/choice.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>

namespace cartwright::preload {

// Messages between GPUs, or on one, of processes of a node: a kernel of the sender packs the data into its *share*,
// memory that it allocated once, and a kernel of the receiver unpacks it from there (cuIpcOpenMemHandle). A descriptor
// goes in place of the data, as same_node.hpp says. Memory of the program is never shared: the program may free it
// while another process still has it mapped, which CUDA does not allow.
//
// A process makes its share when it first sends data on a GPU to a process of its node that receives such data, and
// maps that of a sender when it has received data on a GPU from it in another way. From then on the sender uses the
// share. So a message never depends on memory that its receiver cannot map.

/// Packs elements with kernels into the share, and offers them to a process of the node. None if the process has not
/// mapped the share, if there is no room, or if the driver refuses: the message then goes another way.
std::optional<Offer> offer_from_gpu(const Elements& elements, MPI_Comm comm, int dest, int tag) noexcept;

/// Call before a receive of elements with kernels is posted: senders may then make their shares.
void expect_shares() noexcept;
/// Maps the share of the process from which elements with kernels have come, if it has one.
void map_share(const Elements& elements, MPI_Comm comm, int source) noexcept;

/// Unpacks the first `bytes` bytes of data in a share into elements with kernels, or copies them to memory of the host.
/// False if the driver refuses.
bool unpack_from_share(const OnGpu& data, const Elements& elements, std::int64_t bytes) noexcept;
bool copy_from_share(const OnGpu& data, std::byte* to, std::int64_t bytes) noexcept;

}  // namespace cartwright::preload
