// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/obtained.hpp"
#include "gpu/shared.hpp"
#include "halo/engine/gpu_pass.hpp"
#include "halo/engine/pass.hpp"
#include "halo/engine/shared_array.hpp"
#include "halo/joined.hpp"
#include "halo/learned_thresholds.hpp"
#include "halo/messages.hpp"
#include "halo/neighbors.hpp"
#include "transport/epoch_flags.hpp"
#include "transport/waiting.hpp"

#include <mpi.h>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cartwright::halo {

/// A limit of bytes that nothing reaches.
constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

class DimensionOrdered;

/// What a plan is made from.
struct PlanRequest {
  std::vector<Neighbor> neighbors;  ///< one for each side at most; this process may be its own neighbor
  std::vector<engine::Field> fields;
  std::vector<std::byte*> bases;  ///< addresses of their first own points
  std::vector<engine::ValueType> types;
  bool measure = false;   ///< time the ways through a node, and take the fastest
  bool share = true;      ///< use shared memory in nodes
  bool buffered = false;  ///< own points keep their values until the next call (halo.h)
  /// Longer messages between two nodes are not joined; 0 joins none. Without it, the plan chooses.
  std::optional<std::int64_t> longest_joined;
  /// Whether edges and corners are forwarded with faces (dimension_ordered.hpp), where that is possible. Without it,
  /// the plan chooses.
  std::optional<bool> by_axes;
  std::int64_t piece = 0;  ///< bytes of each piece of a message; 0: the plan chooses
  std::int64_t shortest_read = 128;
  double max_seconds = 600;  ///< to wait for a neighbor
  std::string pretended;     ///< nodes
  std::string kept_folder;   ///< for what was measured; "" for none
  void* stream = nullptr;    ///< of CUDA, for fields in memory of a GPU
};

/// A repeated exchange of ghost points between the processes of a communicator. One call at a time.
///
/// In a node, processes read each other's memory: fields in shared arrays directly, where boxes lie in long runs, and
/// otherwise a *stream* that their owner has packed. Epoch flags (transport/epoch_flags.hpp) say when. Other processes
/// get one message for each exchange, with a header that says which one it is.
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
  engine::Pattern whole(engine::Pattern::Way way = engine::Pattern::Way::fill) const;
  const std::vector<engine::ValueType>& types() const { return request_.types; }
  std::size_t axes() const { return request_.fields.front().axes(); }
  std::int64_t widest() const { return widest_; }
  const std::vector<Neighbor>& neighbors() const { return request_.neighbors; }
  /// What the plan does, for each neighbor.
  base::Obtained obtained() const;  ///< how the choices were
  std::string explanation() const;
  std::string explanation_json() const;

  /// The messages that this process sends in an exchange of everything, without those that are joined.
  struct Sent {
    std::int64_t messages = 0, bytes = 0;
  };
  Sent sent() const;

  /// The time of an exchange with one choice.
  struct Measured {
    enum class Of : std::uint8_t { read, joined, piece, by_axes };
    Of of = Of::read;
    std::int64_t limit = 0;  ///< bytes, or `unlimited`; for by_axes 0 or 1
    double seconds = 0;
  };

 private:
  /// How data comes to and from a peer.
  struct Link {
    // In the node:
    std::shared_ptr<transport::TaggedRegion> memory;  ///< of the peer
    std::optional<transport::EpochFlags> flags;       ///< of the peer
    std::size_t reader = 0;                           ///< the number of this process among its readers
    std::size_t peer_reader = 0;                      ///< the number of the peer among those of this process
    std::int64_t streams[2] = {0, 0};        ///< offsets of the streams for the peer in the memory of this process
    std::int64_t their_streams[2] = {0, 0};  ///< offsets of its streams for this process in its memory
    std::byte* gpu_memory = nullptr;         ///< streams of the peer in memory of its GPU
    int pid = 0;
    // Between nodes:
    std::optional<MessageBuffers> buffers;
    // In the open exchange:
    bool pending = false;             ///< something from this peer is not taken yet
    std::vector<engine::Side> taken;  ///< sides that finish_side() has taken
  };
  /// A pattern with its persistent messages.
  struct Prepared {
    std::unique_ptr<engine::Pass> pass;
    std::unique_ptr<engine::GpuPass> on_gpu;        ///< for fields in memory of a GPU
    Requests requests;                              ///< of all messages
    std::vector<std::optional<Messages>> messages;  ///< per peer
    bool joined = false;                            ///< some streams go through joined_
  };

  /// The GPU in whose memory the fields are.
  struct OnGpu {
    device::Context* context = nullptr;
    device::Stream* stream = nullptr;
    bool aware = false;    ///< messages are in memory of the GPU, otherwise in pinned memory of the host
    base::Buffer streams;  ///< for the processes of the node
    std::vector<gpu::SharedMemory> shared;                ///< per field, at its first own point
    std::vector<std::shared_ptr<gpu::Mapping>> mappings;  ///< of memory of the processes of the node
  };

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

  void find_peers();
  /// Finds out whether fields of this process are in memory of a GPU.
  void find_gpu();
  void connect_peers();
  void share_memory();
  /// Allocates the streams for the processes of the node. False if the GPU has no room.
  bool allocate_streams(std::int64_t bytes) noexcept;
  /// Maps the streams and fields of other processes of the node that have theirs on a GPU.
  void share_gpu_memory(const std::vector<int>& ranks, const std::vector<std::size_t>& sharing);
  base::Pool& message_pool() const;
  std::unique_ptr<engine::GpuPass> make_gpu_pass(const engine::Pass& pass);
  /// The address here of an array of another process. Null if it cannot be read.
  std::byte* address_of(const transport::SharedPlace& place);
  /// Joins messages between nodes up to this length. Collective.
  void join(std::int64_t longest);
  /// The length that is chosen without measuring. Collective.
  /// Whether there are several nodes, and several processes on one of them, which may share memory.
  bool may_join() const;
  std::int64_t estimated_join() const;
  /// Throws on all processes unless they agree on settings that change the messages. Collective.
  void agree();
  /// Takes memory for messages between nodes. Collective.
  void make_buffers();
  void cut(std::int64_t piece);
  /// Whether corners may be forwarded with faces. Collective.
  bool may_go_by_axes() const;
  /// Whether they do without measuring: the same on all processes.
  bool estimated_by_axes() const;
  /// Collective.
  void go_by_axes(bool by_axes);
  bool goes_by_axes(const engine::Pattern& pattern) const;
  /// Runs a step of by_axes_. If it fails, this plan has failed.
  template <typename Step>
  auto step_by_axes(Step step);
  void measure();
  void measure_choices();
  /// Limits from which on boxes are read in place, one for each set of boxes that some limit reads. Collective.
  std::vector<std::int64_t> distinct_reads();
  /// Keeps what was measured between nodes, for plans that are only estimated.
  void record_thresholds(bool between_nodes) const;
  std::uint64_t hash() const;
  /// The median of the seconds of some exchanges. `packed` reads nothing in place: it knows the points that are written
  /// before each.
  double time_exchanges(int count, const engine::Pass& packed);
  /// The seconds of an exchange with each candidate, on the slowest process. Keeps the best one. Collective.
  std::vector<double> time_candidates(std::size_t candidates, const std::function<void(std::size_t)>& choose);
  Prepared& prepared(const engine::Pattern& pattern);
  engine::Pass::Totals totals(std::size_t peer) const;

  /// Lets a GPU work on the open exchange. If it fails, this plan has failed.
  void run_on_gpu(const std::function<void(engine::GpuPass&)>& work);
  void pack_on_gpu();
  /// Fills all ghost points in one launch. All data has arrived.
  void fill_on_gpu();
  /// Whether fill_on_gpu() takes all that arrives.
  bool takes_at_once() const { return pass_->on_gpu && pass_->pass->fills(); }
  bool all_arrived();
  /// This process has what it needs of a peer.
  void mark_taken(std::size_t peer);

  /// Packs the message for a peer, if there is one, and sends it.
  void send(std::size_t peer);
  /// Whether that message is packed in segments, which pack_on_gpu() has begun.
  bool is_staged(std::size_t peer) const { return pass_->on_gpu && pass_->on_gpu->is_staged(peer); }
  /// Packs for the node, unless pack_on_gpu() has, and says that the open exchange may be read.
  void post();
  void check_usable() const;
  /// How this process waits: in memory, or for messages, for which it must poll.
  transport::Backoff backoff(bool polls) const;
  /// Lets MPI make progress with the messages of the open exchange. Whether some were sent or received.
  bool poll();
  bool arrived(std::size_t peer);
  const std::byte* stream_from(std::size_t peer) const;
  /// The streams of this process and of a peer in the node. On a GPU they lie in its memory.
  std::byte* own_streams() const { return gpu_ ? gpu_->streams.data() : memory_->region.data(); }
  std::byte* their_streams(const Link& link) const { return gpu_ ? link.gpu_memory : link.memory->region.data(); }
  void take(std::size_t peer, const engine::Side* side);
  void take_own();
  void take_all_that_arrived();
  void await(std::size_t peer);
  void await_readers(std::uint64_t exchange, bool all);
  /// Waits until this process has sent and received all messages of the open exchange.
  void finish_messages();
  void check_peer(std::size_t peer, const transport::Backoff& backoff, const char* what, std::uint64_t exchange);
  void check_messages(const transport::Backoff& backoff);
  void check_node(const transport::Backoff& backoff);
  bool sends_joined(std::size_t peer) const { return pass_->joined && joined_->sends_to(peer); }
  bool gets_joined(std::size_t peer) const { return pass_->joined && joined_->gets_from(peer); }
  /// Whether the stream of a peer comes in messages of its own.
  bool comes_alone(std::size_t peer) const { return !peers_[peer].shares && !gets_joined(peer); }
  void start_joined();
  /// Waits until the streams of the open exchange may be written.
  void await_streams();
  bool is_read() const;  ///< a neighbor reads points of this process in place
  /// Counts what the open exchange sends.
  void count() const;
  [[noreturn]] void fail_peer(base::Status status, std::size_t peer, const std::string& reason);
  [[noreturn]] void fail(base::Status status, const std::string& reason);

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  Agreed agreed_;
  PlanRequest request_;
  engine::Fields mine_;
  std::optional<OnGpu> gpu_;
  std::vector<std::shared_ptr<engine::SharedArray>> arrays_;  ///< of own fields; null: private memory
  std::vector<engine::Peer> peers_;
  std::optional<engine::Peer> self_;
  std::vector<Link> links_;                                             ///< per peer
  std::vector<std::shared_ptr<transport::TaggedRegion>> their_arrays_;  ///< keeps them mapped
  std::shared_ptr<transport::TaggedRegion> memory_;                     ///< the flags and the streams of this process
  std::optional<transport::EpochFlags> flags_;
  engine::Moves moves_;
  mpi::MessageUnit unit_;
  std::optional<mpi::Node> node_;   ///< while the plan is made
  std::unique_ptr<Joined> joined_;  ///< for the whole pattern; may be null
  std::int64_t longest_joined_ = 0;
  std::unique_ptr<DimensionOrdered> by_axes_;  ///< for the whole pattern; null if each corner has its message
  std::int64_t piece_ = 0;                     ///< bytes, in whole units
  std::map<engine::Pattern, Prepared> prepared_;
  std::int64_t widest_ = 0;
  transport::Crowd crowd_;
  std::int64_t shortest_read_ = 0;
  std::vector<Measured> measured_;
  bool kept_ = false;  ///< it was measured before

  std::uint64_t exchange_ = 0;  ///< the number of the last one
  Prepared* pass_ = nullptr;    ///< the open one
  std::uint64_t pass_hash_ = 0;
  bool own_pending_ = false;
  bool failed_ = false;
};

}  // namespace cartwright::halo
