// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include <mpi.h>

#include <cstdio>
#include <thread>
#include <vector>

// Two processes exchange messages in sixteen threads each, every thread with its own tag and datatypes. Meanwhile
// another thread commits and frees datatypes, so MPI reuses handles.

namespace {

constexpr int threads = 16;
constexpr int rounds = 60;
constexpr int cycles = 100000;
constexpr int untouched = -1;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "failed: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// Blocks of ints, whose number differs for each thread and round: 12 bytes to 10 KiB.
class Blocks {
 public:
  Blocks(int thread, int round)
      : count_(3 + (thread * 37 + round * 11) % 500),
        length_(1 + thread % 5),
        distance_(length_ + 1 + round % 3),
        shifted_(thread % 3 == 1) {
    if (thread % 3 == 0) {
      MPI_Type_vector(count_, length_, distance_, MPI_INT, &type_);
    } else if (shifted_) {
      std::vector<int> firsts;
      for (int i = 0; i < count_; ++i) firsts.push_back(first(i));
      MPI_Type_create_indexed_block(count_, length_, firsts.data(), MPI_INT, &type_);
    } else {
      const int sizes[] = {count_, distance_};
      const int subsizes[] = {count_, length_};
      const int starts[] = {0, 0};
      MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type_);
    }
    MPI_Type_commit(&type_);
  }
  ~Blocks() { MPI_Type_free(&type_); }
  Blocks(const Blocks&) = delete;

  MPI_Datatype type() const { return type_; }

  /// The data after receiving into an empty buffer from a sender whose i-th int is i + seed.
  std::vector<int> received(int seed) const {
    std::vector<int> data(size(), untouched);
    for (int i = 0; i < count_; ++i)
      for (int k = first(i); k < first(i) + length_; ++k) data[static_cast<std::size_t>(k)] = k + seed;
    return data;
  }
  std::vector<int> sent(int seed) const {
    std::vector<int> data(size());
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<int>(i) + seed;
    return data;
  }

 private:
  /// Every other block is shifted, if any.
  int first(int block) const { return block * distance_ + (shifted_ ? block % 2 : 0); }
  std::size_t size() const { return static_cast<std::size_t>(count_ * distance_ + 1); }

  int count_;
  int length_;
  int distance_;
  bool shifted_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

int seed_of(int rank, int thread, int round) { return ((rank * threads + thread) * rounds + round) * 10000; }

void exchange(int rank, int thread) {
  const int other = 1 - rank;
  for (int round = 0; round < rounds; ++round) {
    const Blocks blocks(thread, round);
    const std::vector<int> out = blocks.sent(seed_of(rank, thread, round));
    std::vector<int> in(out.size(), untouched);
    const auto send = [&] { MPI_Send(out.data(), 1, blocks.type(), other, thread, MPI_COMM_WORLD); };
    if (round % 2 == 0) {
      if (rank == 0) send();
      MPI_Recv(in.data(), 1, blocks.type(), other, thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (rank == 1) send();
    } else {
      MPI_Request requests[2];
      MPI_Irecv(in.data(), 1, blocks.type(), other, thread, MPI_COMM_WORLD, &requests[0]);
      MPI_Isend(out.data(), 1, blocks.type(), other, thread, MPI_COMM_WORLD, &requests[1]);
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    require(in == blocks.received(seed_of(other, thread, round)), "the blocks of a thread, and nothing else");
  }
}

void commit_and_free() {
  for (int i = 0; i < cycles; ++i) {
    MPI_Datatype type;
    MPI_Type_vector(2 + i % 5, 1, 2 + i % 7, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&type);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) {
    std::printf("skipped: this MPI has no MPI_THREAD_MULTIPLE\n");
    MPI_Finalize();
    return 77;
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<std::thread> running;
  running.emplace_back(commit_and_free);
  for (int thread = 0; thread < threads; ++thread) running.emplace_back(exchange, rank, thread);
  for (std::thread& thread : running) thread.join();
  MPI_Finalize();
  return 0;
}
