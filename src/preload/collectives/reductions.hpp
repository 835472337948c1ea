// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "preload/collectives/comm_nodes.hpp"
#include "preload/packing/block_view.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace cartwright::preload {

/// Reductions whose elements may be combined in any order (exact.hpp): the processes of a node combine theirs in
/// shared memory, with the MPI's own operation, and their leaders combine the results of the nodes.
class Reducing {
 public:
  Reducing(const void* in, void* out, std::int64_t count, MPI_Datatype type, MPI_Op op);

 protected:
  /// The bytes of all elements; by_mpi_only if the MPI must do it.
  std::int64_t agreed_bytes(std::int64_t most = NodeGroup::capacity) const;
  /// Runs made(in, out, items) one after the other, each with as many elements as fit in a buffer.
  template <typename Make>
  int run_rounds(NodeComm& comm, Make make) const;
  /// Whether this process can get a result of so many elements.
  bool lands(std::int64_t items);
  /// Where the result is made, from which delivered() moves it to memory of a GPU.
  std::byte* out() const { return on_host_.data() != nullptr ? on_host_.data() : static_cast<std::byte*>(out_); }
  int delivered(int error) const;
  std::int64_t size_of(std::int64_t items) const { return items * size_; }
  /// Copies all elements of this process.
  void give(std::byte* to) const;
  /// to = to op from.
  int add(const std::byte* from, std::byte* to, std::int64_t items) const;
  /// Combines `items` elements at offset `at` of the first `processes` buffers.
  template <typename BufferOf>
  int combine(BufferOf buffer_of, int processes, std::int64_t at, std::byte* to, std::int64_t items) const;
  /// The same of the results of the first `nodes`, as NodeComm::gather() lays them out.
  int combine_nodes(const NodeComm& comm, const std::byte* sums, int nodes, std::byte* to, std::int64_t items) const;
  /// The leaders that combine slices.
  int slices_on(const CommNodes& nodes) const { return nodes.leaders(size_of(count_), CommNodes::most_combined); }
  /// Each leader combines its slice of all processes, in its buffer.
  int combine_slices(NodeComm& comm) const;
  /// Copies `items` elements of the results from `first` on to out().
  void copy_slices(NodeComm& comm, std::int64_t first, std::int64_t items) const;

  const void* in_;
  void* out_;
  std::int64_t count_;
  MPI_Datatype type_;
  MPI_Op op_;
  BlockView given_, result_;
  base::Buffer on_host_;
  std::int64_t size_ = 0;  ///< of an element; 0 if the MPI must do it
};

class AllreduceOnNode : public Reducing {
 public:
  using Reducing::Reducing;
  std::int64_t bytes(const CommNodes&) { return lands(count_) ? agreed_bytes(CommNodes::most_in_rounds) : by_mpi_only; }
  int run(NodeComm& comm);

 private:
  int reduce(NodeComm& comm) const;
};

class ReduceOnNode : public Reducing {
 public:
  ReduceOnNode(const void* in, void* out, std::int64_t count, MPI_Datatype type, MPI_Op op, int root)
      : Reducing(in, out, count, type, op), root_(root) {}
  std::int64_t bytes(const CommNodes& nodes);
  int run(NodeComm& comm);

 private:
  int reduce(NodeComm& comm) const;
  int root_;
};

/// MPI_Reduce_scatter and MPI_Reduce_scatter_block.
class ReduceScatterOnNode : public Reducing {
 public:
  ReduceScatterOnNode(const void* in, void* out, std::vector<std::int64_t> counts, MPI_Datatype type, MPI_Op op);
  std::int64_t bytes(const CommNodes& nodes);
  int run(NodeComm& comm) { return delivered(reduce(comm)); }

 private:
  int reduce(NodeComm& comm) const;
  std::vector<std::int64_t> counts_;  ///< per rank
  bool valid_;
};

/// MPI_Scan and MPI_Exscan.
class ScanOnNode : public Reducing {
 public:
  ScanOnNode(const void* in, void* out, std::int64_t count, MPI_Datatype type, MPI_Op op, bool exclusive)
      : Reducing(in, out, count, type, op), exclusive_(exclusive) {}
  std::int64_t bytes(const CommNodes& nodes);
  int run(NodeComm& comm) { return delivered(reduce(comm)); }

 private:
  int reduce(NodeComm& comm) const;
  bool exclusive_;
};

}  // namespace cartwright::preload
