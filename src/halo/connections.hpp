// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/shared.hpp"
#include "halo/by_message.hpp"
#include "halo/engine/shared_array.hpp"
#include "halo/in_node.hpp"
#include "halo/request.hpp"
#include "mpi/base/node.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace cartwright::halo {

/// The GPU in whose memory the fields are.
struct OnGpu {
  device::Context* context = nullptr;
  device::Stream* stream = nullptr;
  bool aware = false;                     ///< messages are in memory of the GPU, otherwise in pinned memory of the host
  base::Buffer streams;                   ///< for the processes of the node
  std::vector<gpu::SharedMemory> shared;  ///< per field, at its first own point
  std::vector<std::shared_ptr<gpu::Mapping>> mappings;  ///< of memory of the processes of the node
};

/// What connects this process with its peers.
struct Connections {
  int rank = 0;
  transport::Crowd crowd;
  engine::Fields mine;
  std::int64_t widest = 0;           ///< halo of a field
  std::optional<engine::Peer> self;  ///< this process, if it is its own neighbor
  std::vector<engine::Peer> peers;
  std::vector<NodeLink> links;                         ///< per peer, of those that share memory
  std::vector<std::optional<MessageBuffers>> buffers;  ///< per peer, of the others
  std::optional<NodeFlags> flags;
  std::optional<OnGpu> gpu;
  std::shared_ptr<transport::TaggedRegion> memory;             ///< the flags and the streams of this process
  std::vector<std::shared_ptr<engine::SharedArray>> arrays;    ///< of own fields; null: private memory
  std::vector<std::shared_ptr<transport::TaggedRegion>> maps;  ///< arrays of peers, to keep them mapped
};

/// Checks the request of a plan, sorts its neighbors, and finds out where the fields are. Local.
Connections find_connections(MPI_Comm comm, PlanRequest& request);
/// Introduces the peers to each other, and lets those of a node share memory. Collective. Throws Error on all processes
/// or on none.
void connect(MPI_Comm comm, const mpi::Node& node, const PlanRequest& request, Connections& connections);
/// Takes memory for messages. `apart`: their headers lie elsewhere (by_message.hpp). Collective.
void make_buffers(MPI_Comm comm, bool apart, Connections& connections);

// Fields in memory of a GPU (connections_gpu.cpp):

/// Finds out whether fields are in memory of a GPU. Local.
std::optional<OnGpu> find_gpu(const PlanRequest& request, engine::Fields& mine);
/// Allocates the streams for the processes of the node. False if the GPU has no room.
bool allocate_streams(OnGpu& gpu, std::int64_t bytes) noexcept;
/// Maps fields of these peers, and their streams, whose addresses it returns; null for peers that cannot be read.
std::vector<std::byte*> map_gpu_memory(MPI_Comm comm, const std::vector<engine::Peer*>& peers, bool works, OnGpu& gpu);
/// Memory for messages.
base::Pool& message_pool(const OnGpu& gpu);

}  // namespace cartwright::halo
