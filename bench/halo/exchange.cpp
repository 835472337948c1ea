// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/exchange.hpp"

#include <algorithm>

namespace cartwright::bench {

namespace {

/// The extent of a halo in memory, in floats.
std::int64_t span_of(std::int64_t floats, const Blocks& blocks) {
  return blocks.contiguous() ? floats : floats / blocks.blocklength * blocks.stride + floats % blocks.blocklength;
}

/// MPI_Type_vector(blocklength, stride), and the rest of the halo after the last full block.
MPI_Datatype type_of(std::int64_t floats, const Blocks& blocks) {
  MPI_Datatype type;
  if (blocks.contiguous()) {
    MPI_Type_contiguous(static_cast<int>(floats), MPI_FLOAT, &type);
  } else {
    const auto full = static_cast<int>(floats / blocks.blocklength);
    MPI_Datatype vector;
    MPI_Type_vector(full, static_cast<int>(blocks.blocklength), static_cast<int>(blocks.stride), MPI_FLOAT, &vector);
    const int lengths[] = {1, static_cast<int>(floats % blocks.blocklength)};
    const MPI_Aint displacements[] = {
        0, static_cast<MPI_Aint>(full * blocks.stride) * static_cast<MPI_Aint>(sizeof(float))};
    const MPI_Datatype types[] = {vector, MPI_FLOAT};
    if (lengths[1] == 0) {
      type = vector;
    } else {
      MPI_Type_create_struct(2, lengths, displacements, types, &type);
      MPI_Type_free(&vector);
    }
  }
  MPI_Type_commit(&type);
  return type;
}

}  // namespace

HaloExchange::HaloExchange(MPI_Comm cart, const HaloSizes& sizes, const std::array<Blocks, 3>& blocks) : cart_(cart) {
  std::int64_t span = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    Dimension& dimension = dimensions_[d];
    dimension = {type_of(sizes.halo[d], blocks[d]), {}, sizes.halo[d], blocks[d]};
    MPI_Cart_shift(cart, static_cast<int>(d), 1, &dimension.neighbors[0], &dimension.neighbors[1]);
    span = std::max(span, span_of(sizes.halo[d], blocks[d]));
  }
  out_.resize(span);
  in_.resize(span);
}

HaloExchange::~HaloExchange() {
  for (Dimension& dimension : dimensions_) MPI_Type_free(&dimension.type);
}

std::int64_t HaloExchange::memory(const HaloSizes& sizes, const std::array<Blocks, 3>& blocks) {
  std::int64_t span = 0;
  for (std::size_t d = 0; d < 3; ++d) span = std::max(span, span_of(sizes.halo[d], blocks[d]));
  return 2 * static_cast<std::int64_t>(sizeof(float)) * span;
}

void HaloExchange::send(const Dimension& dimension, int direction) {
  MPI_Request request;
  MPI_Irecv(in_.data(), 1, dimension.type, dimension.neighbors[1 - direction], direction, cart_, &request);
  MPI_Send(out_.data(), 1, dimension.type, dimension.neighbors[direction], direction, cart_);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

bool HaloExchange::received(const Dimension& dimension, float expected) const {
  const std::int64_t span = span_of(dimension.floats, dimension.blocks);
  for (std::int64_t i = 0; i < span; ++i) {
    const bool in_block = dimension.blocks.contiguous() || i % dimension.blocks.stride < dimension.blocks.blocklength;
    if (in_[i] != (in_block ? expected : -1)) return false;
  }
  return true;
}

bool HaloExchange::arrives() {
  int rank = 0;
  int good = 1;
  MPI_Comm_rank(cart_, &rank);
  for (const Dimension& dimension : dimensions_)
    for (const int direction : {0, 1}) {
      std::ranges::fill(out_, static_cast<float>(2 * rank + direction));
      std::ranges::fill(in_, -1.0F);
      send(dimension, direction);
      const int from = dimension.neighbors[1 - direction];
      if (from != MPI_PROC_NULL && !received(dimension, static_cast<float>(2 * from + direction))) good = 0;
    }
  MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, cart_);
  return good != 0;
}

double HaloExchange::seconds(int repeat) {
  MPI_Barrier(cart_);
  const double start = MPI_Wtime();
  for (int i = 0; i < repeat; ++i)
    for (const Dimension& dimension : dimensions_)
      for (const int direction : {0, 1}) send(dimension, direction);
  double mean = (MPI_Wtime() - start) / repeat;
  MPI_Allreduce(MPI_IN_PLACE, &mean, 1, MPI_DOUBLE, MPI_MAX, cart_);
  return mean;
}

}  // namespace cartwright::bench
