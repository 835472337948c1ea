// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/copies.hpp"
#include "gpu/ranks.hpp"

namespace cartwright::bench {

namespace {

constexpr int bytes = 1 << 10;

/// Blocks at equal distances on the GPU, which travel from process 0 to process 1 and back.
class Ball {
 public:
  Ball(const Ranks& ranks, int block)
      : ranks_(ranks),
        block_(block),
        all_(static_cast<std::size_t>(bytes) * stride),
        elements_(ranks.device(), all_.size()),
        packed_(ranks.device(), bytes, Memory::Kind::pinned) {
    MPI_Type_create_hvector(bytes / block, block, MPI_Aint{stride} * block, MPI_BYTE, &type_);
    MPI_Type_commit(&type_);
  }
  ~Ball() { MPI_Type_free(&type_); }
  Ball(const Ball&) = delete;

  /// The interposer packs, sends and unpacks.
  void throw_by_type() const {
    take_turns([&] { MPI_Send(elements_.data(), 1, type_, 1 - ranks_.rank(), 0, MPI_COMM_WORLD); },
               [&] { MPI_Recv(elements_.data(), 1, type_, 1 - ranks_.rank(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
  }

  /// One call of the driver packs into pinned memory, and plain MPI sends it.
  void throw_by_hand() const {
    const Copy2d copy =
        packing(elements_.address(), bytes / block_, block_, std::int64_t{stride} * block_, packed_.address());
    const auto move = [&](const Copy2d& one) {
      start(ranks_.device(), one);
      ranks_.device().wait();
    };
    take_turns(
        [&] {
          move(copy);
          PMPI_Send(packed_.data(), bytes, MPI_BYTE, 1 - ranks_.rank(), 0, MPI_COMM_WORLD);
        },
        [&] {
          PMPI_Recv(packed_.data(), bytes, MPI_BYTE, 1 - ranks_.rank(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          move(reversed(copy));
        });
  }

  /// Whether process 1 gets what process 0 has, and keeps its bytes between the blocks.
  template <typename Throw>
  bool arrives(const Throw& run) {
    for (std::size_t i = 0; i < all_.size(); ++i) all_[i] = value(i, 0);
    std::vector<unsigned char> expected = all_;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const bool travels = i / static_cast<std::size_t>(block_) % stride == 0;
      if (ranks_.rank() != 0) all_[i] = value(i, 1);
      if (!travels) expected[i] = all_[i];
    }
    elements_.put(all_.data());
    run();
    elements_.get(all_.data());
    return all_ == expected;
  }

 private:
  static constexpr int stride = 4;  ///< in blocks

  static unsigned char value(std::size_t i, int rank) {
    return static_cast<unsigned char>((2654435761U * (i + 1) >> 16) + 101U * static_cast<unsigned>(rank));
  }

  template <typename Send, typename Receive>
  void take_turns(const Send& send, const Receive& receive) const {
    if (ranks_.rank() == 0) send();
    receive();
    if (ranks_.rank() != 0) send();
  }

  const Ranks& ranks_;
  const int block_;
  std::vector<unsigned char> all_;
  const Memory elements_;
  const Memory packed_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace

void time_message(const Ranks& ranks) {
  if (ranks.size() != 2) throw std::runtime_error("message: takes 2 processes");
  for (const int block : {8, 64}) {
    Ball ball(ranks, block);
    const auto by_type = [&] { ball.throw_by_type(); };
    const auto by_hand = [&] { ball.throw_by_hand(); };
    ranks.need(ball.arrives(by_type), "message by a datatype");
    ranks.need(ball.arrives(by_hand), "message packed by hand");
    const double seconds = ranks.seconds_of(200, by_type) / 2;
    const std::string name = fmt::format("message of 1 KiB in blocks of {} B, half a round trip", block);
    ranks.add({name, "us", seconds * 1e6, Figure::Target::at_most, 35});
    ranks.add(
        {name + ", time in that of cuMemcpy2D and plain MPI", "ratio", seconds / (ranks.seconds_of(200, by_hand) / 2)});
  }
}

}  // namespace cartwright::bench
