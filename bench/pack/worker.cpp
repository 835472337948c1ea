// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// usage: worker BUFFERS
// An MPI that packs on request: reads lines from standard input, and answers each with a line.
//   choose NAME      builds and commits the datatype of a case
//   pack N, unpack N calls MPI_Pack or MPI_Unpack N times: the seconds
//   commit N         builds the datatype N times, commits and frees it: the seconds of the commits
//   quit             ends
// At its start it prints the name and version of the MPI.
#include "mpi_main.hpp"
#include "mpi_name.hpp"
#include "pack/buffers.hpp"
#include "pack/clock.hpp"
#include "pack/layouts.hpp"
#include "pack/mpi_type.hpp"

#include <fmt/format.h>

#include <iostream>
#include <stdexcept>

namespace cartwright::bench {

namespace {

void answer(const std::string& text) {
  std::cout << text << std::endl;  // flushed, as a process waits for it
}

class Worker {
 public:
  explicit Worker(const char* buffers) : buffers_(buffers) {}
  ~Worker() { free_type(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void choose(const std::string& name) {
    free_type();
    case_ = case_named(name);
    type_ = mpi_type(*case_.type);
    MPI_Type_commit(&type_);
    base_ = buffers_.data() + case_.at;
    bytes_ = static_cast<int>(case_.bytes());
  }

  double run(bool pack, std::int64_t calls) const {
    if (pack)
      return seconds_for(calls, [this] {
        int position = 0;
        MPI_Pack(base_, 1, type_, buffers_.packed(), bytes_, &position, MPI_COMM_SELF);
      });
    return seconds_for(calls, [this] {
      int position = 0;
      MPI_Unpack(buffers_.packed(), bytes_, &position, base_, 1, type_, MPI_COMM_SELF);
    });
  }

  double commit(std::int64_t times) const {
    std::chrono::duration<double> spent{};
    for (std::int64_t i = 0; i < times; ++i) {
      MPI_Datatype type = mpi_type(*case_.type);
      const auto start = std::chrono::steady_clock::now();
      MPI_Type_commit(&type);
      spent += std::chrono::steady_clock::now() - start;
      MPI_Type_free(&type);
    }
    return spent.count();
  }

 private:
  void free_type() {
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }

  Buffers buffers_;
  Case case_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  std::byte* base_ = nullptr;
  int bytes_ = 0;
};

void serve(const char* buffers) {
  Worker worker(buffers);
  answer(mpi_name());
  std::string line;
  while (std::getline(std::cin, line) && line != "quit") {
    const std::size_t space = line.find(' ');
    const std::string command = line.substr(0, space), argument = line.substr(space + 1);
    if (command == "choose") {
      worker.choose(argument);
      answer("chosen");
    } else {
      const std::int64_t times = std::stoll(argument);
      answer(fmt::format("{:.9e}", command == "commit" ? worker.commit(times) : worker.run(command == "pack", times)));
    }
  }
}

int run(int argc, char** argv) {
  if (argc != 2) throw std::invalid_argument("usage: worker BUFFERS");
  serve(argv[1]);
  return 0;
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::mpi_main("pack worker", argc, argv, cartwright::bench::run);
}
