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
#include "mpi_main.hpp"
#include "mpi_name.hpp"
#include "pack/c_code.hpp"
#include "pack/clock.hpp"
#include "pack/mpi_type.hpp"
#include "world.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

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
  ~Worker() { free_type(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void choose(const std::string& name) {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    if (found == cases_.end()) throw std::invalid_argument("no case '" + name + "'");
    free_type();
    type_ = mpi_type(*found->type);
    MPI_Type_commit(&type_);
    case_ = &*found;
    pack_ = code_.of(*case_, Knowledge::parameters, true);
    unpack_ = code_.of(*case_, Knowledge::parameters, false);
    base_ = data_.data() + found->at;
    bytes_ = static_cast<int>(found->bytes());
    for (const char* how : {"types", "manual"}) check(how);
    // Until the preload has measured for itself which way is best it is at it: that is not what is measured here.
    run("types", bytes_ < (1 << 16) ? 300 : 20);
  }

  double run(const std::string& how, std::int64_t times) {
    if (how == "types")
      return round_trips(
          times, [this] { MPI_Send(base_, 1, type_, peer_, tag, MPI_COMM_WORLD); },
          [this] { MPI_Recv(base_, 1, type_, peer_, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
    if (how == "contiguous") return round_trips(times, [this] { send_packed(); }, [this] { receive_packed(); });
    return round_trips(
        times,
        [this] {
          (*pack_)(packed_.data(), base_);
          send_packed();
        },
        [this] {
          receive_packed();
          (*unpack_)(base_, packed_.data());
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
  void send_packed() { MPI_Send(packed_.data(), bytes_, MPI_BYTE, peer_, tag, MPI_COMM_WORLD); }
  void receive_packed() { MPI_Recv(packed_.data(), bytes_, MPI_BYTE, peer_, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

  /// Both begin with bytes of their own; after a round trip both have those of process 0.
  void check(const std::string& how) {
    std::vector<std::byte> mine(bytes_);
    base::Random random(static_cast<std::uint64_t>(rank_ + 1));
    for (std::byte& byte : mine) byte = static_cast<std::byte>(random.below(256));
    datatype::interpret_unpack(*case_->type, mine.data(), 1, base_);
    std::vector<std::byte> wanted = mine;
    MPI_Bcast(wanted.data(), bytes_, MPI_BYTE, 0, MPI_COMM_WORLD);
    run(how, 1);
    datatype::interpret_pack(*case_->type, base_, 1, mine.data());
    if (mine != wanted) throw std::runtime_error(case_->name + " arrives wrong by " + how);
  }

  void free_type() {
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }

  const int rank_, peer_;
  const std::vector<Case> cases_;
  const CompiledC code_;
  std::vector<std::byte> data_, packed_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  const Case* case_ = nullptr;
  std::unique_ptr<CompiledC::Loaded> pack_, unpack_;
  std::byte* base_ = nullptr;
  int bytes_ = 0;
};

void answer(const std::string& text) {
  std::cout << text << std::endl;  // flushed: someone waits
}

/// Does what a line says: the answer.
std::string obey(Worker& worker, const std::string& line) {
  const std::size_t space = line.find(' ');
  const std::string command = line.substr(0, space), argument = line.substr(space + 1);
  if (command != "choose") return fmt::format("{:.9e}", worker.run(command, std::stoll(argument)));
  worker.choose(argument);
  return "chosen";
}

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

void serve(int rank, const char* library) {
  Worker worker(rank, library);
  Pipes pipes(rank);
  std::string line, done;
  if (rank == 1) {
    while (std::getline(pipes.from, line)) {
      obey(worker, line);
      pipes.to << std::endl;
    }
    return;
  }
  answer(mpi_name());
  while (std::getline(std::cin, line) && line != "quit") {
    pipes.to << line << std::endl;
    const std::string said = obey(worker, line);
    std::getline(pipes.from, done);
    answer(said);
  }
}

/// Each on a core of its own, the same whoever is measured.
void stay_on(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core), &set);
  sched_setaffinity(0, sizeof set, &set);
}

int run(int argc, char** argv) {
  const int rank = world_rank();
  stay_on(rank);
  if (argc != 2 || world_size() != 2) throw std::invalid_argument("usage: mpirun -n 2 worker LIBRARY");
  serve(rank, argv[1]);
  return 0;
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::mpi_main("ping_pong worker", argc, argv, cartwright::bench::run);
}
