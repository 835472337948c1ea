// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// usage: mpirun -n 2 worker LIBRARY
// Two processes that send a layout back and forth on command, like DDTBench [Schneider2013, 3.1]. Process 0
// reads lines from standard input and answers each with a line:
//   choose NAME    builds the datatype of a case and checks that all ways below bring its bytes over
//   types N        sends the datatype to process 1, which receives it as that type and sends it back: N times, seconds
//   manual N       the same with a loop in C that packs, a contiguous message, and a loop that unpacks
//   contiguous N   only the message
//   quit           ends
// In between both sleep: process 1 must not look for messages while someone else is measured. LIBRARY holds the loops.
#include "base/random.hpp"
#include "datatype/interpreter.hpp"
#include "pack/c_code.hpp"
#include "pack/serve.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

namespace cartwright::bench {

namespace {

constexpr int tag = 0;

class Worker {
 public:
  Worker(int rank, const char* library) : rank_(rank), peer_(1 - rank), cases_(message_cases()), code_(library) {
    std::int64_t data = 0, packed = 0;
    for (const Case& each : cases_) {
      data = std::max(data, each.reach());
      packed = std::max(packed, each.bytes());
    }
    data_.resize(data);
    packed_.resize(packed);
  }

  void choose(const std::string& name) {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    if (found == cases_.end()) throw std::invalid_argument("no case '" + name + "'");
    chosen_.choose(*found, data_.data());
    pack_ = code_.of(*found, Knowledge::parameters, true);
    unpack_ = code_.of(*found, Knowledge::parameters, false);
    for (const char* how : {"types", "manual"}) check(how);
    // Until the preload has measured for itself which way is best it is at it: that is not what is measured here.
    run("types", chosen_.bytes < (1 << 16) ? 300 : 20);
  }

  double run(const std::string& how, std::int64_t times) {
    if (how == "types")
      return round_trips(
          times, [this] { MPI_Send(chosen_.base, 1, chosen_.type, peer_, tag, MPI_COMM_WORLD); },
          [this] { MPI_Recv(chosen_.base, 1, chosen_.type, peer_, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
    if (how == "contiguous") return round_trips(times, [this] { send_packed(); }, [this] { receive_packed(); });
    return round_trips(
        times,
        [this] {
          (*pack_)(packed_.data(), chosen_.base);
          send_packed();
        },
        [this] {
          receive_packed();
          (*unpack_)(chosen_.base, packed_.data());
        });
  }

 private:
  template <typename Send, typename Receive>
  double round_trips(std::int64_t times, Send send, Receive receive) {
    const auto trip = [&] {
      rank_ == 0 ? send() : receive();
      rank_ == 0 ? receive() : send();
    };
    trip();  // wakes the other process
    return seconds_for(times, trip);
  }
  void send_packed() { MPI_Send(packed_.data(), chosen_.bytes, MPI_BYTE, peer_, tag, MPI_COMM_WORLD); }
  void receive_packed() {
    MPI_Recv(packed_.data(), chosen_.bytes, MPI_BYTE, peer_, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }

  /// Both begin with bytes of their own; after a round trip both have those of process 0.
  void check(const std::string& how) {
    const datatype::Type& type = *chosen_.what.type;
    std::vector<std::byte> mine(chosen_.bytes);
    base::Random random(static_cast<std::uint64_t>(rank_ + 1));
    for (std::byte& byte : mine) byte = static_cast<std::byte>(random.below(256));
    datatype::interpret_unpack(type, mine.data(), 1, chosen_.base);
    std::vector<std::byte> wanted = mine;
    MPI_Bcast(wanted.data(), chosen_.bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    run(how, 1);
    datatype::interpret_pack(type, chosen_.base, 1, mine.data());
    if (mine != wanted) throw std::runtime_error(chosen_.what.name + " arrives wrong by " + how);
  }

  const int rank_, peer_;
  const std::vector<Case> cases_;
  const CompiledC code_;
  std::vector<std::byte> data_, packed_;
  Committed chosen_;
  std::unique_ptr<CompiledC::Loaded> pack_, unpack_;
};

/// Two named pipes to the other process. A process that waits for a line sleeps, which no MPI does.
struct Pipes {
  explicit Pipes(int rank) {
    std::array<char, 64> folder = {"/tmp/cartwright-ping-pong-XXXXXX"};
    if (rank == 0 && mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot make a folder in /tmp");
    MPI_Bcast(folder.data(), static_cast<int>(folder.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    const std::string there = std::string(folder.data()) + "/there", back = std::string(folder.data()) + "/back";
    if (rank == 0 && (mkfifo(there.c_str(), 0600) != 0 || mkfifo(back.c_str(), 0600) != 0))
      throw std::runtime_error("cannot make pipes in /tmp");
    MPI_Barrier(MPI_COMM_WORLD);
    // Each opening waits for that of the other process.
    if (rank == 0) {
      to.open(there);
      from.open(back);
      std::filesystem::remove_all(folder.data());
    } else {
      from.open(there);
      to.open(back);
    }
  }
  std::ofstream to;
  std::ifstream from;
};

void run(int argc, char** argv) {
  const int rank = world_rank();
  if (argc != 2 || world_size() != 2) throw std::invalid_argument("usage: mpirun -n 2 worker LIBRARY");
  stay_on(rank);  // always the same core
  Worker worker(rank, argv[1]);
  Pipes pipes(rank);
  std::string line;
  if (rank == 0)
    return serve([&](const std::string& asked) {
      pipes.to << asked << std::endl;
      const std::string said = obey(worker, asked);
      std::getline(pipes.from, line);
      return said;
    });
  while (std::getline(pipes.from, line)) {
    obey(worker, line);
    pipes.to << std::endl;
  }
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::mpi_main("ping_pong worker", argc, argv, cartwright::bench::run);
}
