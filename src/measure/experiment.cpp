// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "measure/experiment.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace cartwright::measure {

namespace {

constexpr int tag = 0;
constexpr std::chrono::microseconds nap{20};
constexpr int stride = 4;  ///< from block to block of a strided message, in blocks

MPI_Datatype strided_type(std::int64_t bytes, const Interposer& interposer) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_vector(static_cast<int>(bytes / block_bytes), block_bytes, stride * block_bytes, MPI_BYTE, &type);
  interposer.commit(type);
  return type;
}

}  // namespace

Runner::Runner(const std::vector<LinkClass>& links, const std::vector<Experiment>& experiments, Interposer& interposer)
    : links_(links), interposer_(interposer) {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  std::int64_t max_bytes = 0, max_strided = 0;
  for (const Experiment& one : experiments) {
    const bool strided = one.kind == Kind::strided;
    max_bytes = std::max(max_bytes, strided ? stride * one.bytes : one.bytes);
    if (strided) max_strided = std::max(max_strided, one.bytes);
    if (strided && !types_.contains(one.bytes)) types_[one.bytes] = strided_type(one.bytes, interposer);
  }
  if (max_strided > 0) strided_ = interposer.allocate_window(stride * max_strided);
  for (std::size_t direction = 0; direction < 2; ++direction) {
    sent_[direction].resize(max_bytes);
    received_[direction].resize(max_bytes);
  }
}

Runner::~Runner() {
  for (auto& [bytes, type] : types_) interposer_.free(type);
  interposer_.free_window();
}

double Runner::largest(double value) const {
  double most = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(&value, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &request);
  for (int done = 0; true;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return most;
    std::this_thread::sleep_for(nap);
  }
}

double Runner::run(const Experiment& experiment, std::int64_t iterations, std::size_t round) {
  const std::vector<Pair>& pairs = links_[experiment.link].pairs;
  const Pair pair = pairs[round % pairs.size()];
  const bool takes_part = experiment.ring != nullptr ? experiment.ring->of_rank[rank_].next >= 0
                                                     : rank_ == pair.first || rank_ == pair.second;
  double seconds = 0;
  if (takes_part) {
    iterate(experiment, pair, 1);  // wakes the partners, and warms the caches
    const double start = MPI_Wtime();
    iterate(experiment, pair, iterations);
    // The second process of a pair is not done before the first one, but its clock starts earlier.
    if (experiment.ring != nullptr || rank_ == pair.first) seconds = MPI_Wtime() - start;
  }
  return largest(seconds) / static_cast<double>(iterations);
}

void Runner::exchange(int to, int from, std::size_t direction, int bytes, std::vector<MPI_Request>& requests) {
  requests.resize(requests.size() + 2);
  MPI_Request* const last = requests.data() + requests.size() - 2;
  const int of_direction = tag + static_cast<int>(direction);  // with two domains, both partners are one process
  MPI_Irecv(received_[direction].data(), bytes, MPI_BYTE, from, of_direction, MPI_COMM_WORLD, last);
  MPI_Isend(sent_[direction].data(), bytes, MPI_BYTE, to, of_direction, MPI_COMM_WORLD, last + 1);
}

void Runner::send_strided(const Experiment& experiment, const Pair& pair, std::int64_t iterations) {
  const bool first = rank_ == pair.first;
  const int peer = first ? pair.second : pair.first;
  MPI_Datatype const type = types_.at(experiment.bytes);
  interposer_.take(experiment.path);
  for (std::int64_t i = 0; i < iterations; ++i) {
    if (first) interposer_.send(strided_, type, peer);
    interposer_.receive(received_[0].data(), type, peer);
    if (!first) interposer_.send(strided_, type, peer);
  }
}

void Runner::iterate(const Experiment& experiment, const Pair& pair, std::int64_t iterations) {
  if (experiment.kind == Kind::strided) return send_strided(experiment, pair, iterations);
  const auto bytes = static_cast<int>(experiment.bytes);
  const bool first = rank_ == pair.first;
  const int peer = first ? pair.second : pair.first;
  const auto send = [&](int count) { MPI_Send(sent_[0].data(), count, MPI_BYTE, peer, tag, MPI_COMM_WORLD); };
  const auto receive = [&](int count) {
    MPI_Recv(received_[0].data(), count, MPI_BYTE, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  };
  std::vector<MPI_Request> requests;
  for (std::int64_t i = 0; i < iterations; ++i) {
    requests.clear();
    switch (experiment.kind) {
      case Kind::round_trip:
        first ? send(bytes) : receive(bytes);
        first ? receive(bytes) : send(bytes);
        break;
      case Kind::window:
        requests.resize(window);
        for (MPI_Request& request : requests)
          if (first)
            MPI_Isend(sent_[0].data(), bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD, &request);
          else
            MPI_Irecv(received_[0].data() + (&request - requests.data()) * bytes, bytes, MPI_BYTE, peer, tag,
                      MPI_COMM_WORLD, &request);
        MPI_Waitall(window, requests.data(), MPI_STATUSES_IGNORE);
        first ? receive(0) : send(0);  // all have arrived
        break;
      case Kind::both:
      case Kind::toggled: {
        const auto [previous, next] = experiment.ring->of_rank[rank_];
        if (experiment.kind == Kind::both || i % 2 == 0) exchange(next, previous, 0, bytes, requests);
        if (experiment.kind == Kind::both || i % 2 == 1) exchange(previous, next, 1, bytes, requests);
        MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
        break;
      }
      case Kind::strided: break;
    }
  }
}

}  // namespace cartwright::measure
