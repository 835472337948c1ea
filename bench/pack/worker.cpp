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
#include "pack/buffers.hpp"
#include "pack/serve.hpp"

namespace cartwright::bench {

namespace {

class Worker {
 public:
  explicit Worker(const char* buffers) : buffers_(buffers) {}

  void choose(const std::string& name) { chosen_.choose(case_named(name), buffers_.data()); }

  double run(const std::string& command, std::int64_t times) const {
    if (command == "commit") return commit(times);
    if (command == "pack")
      return seconds_for(times, [this] {
        int position = 0;
        MPI_Pack(chosen_.base, 1, chosen_.type, buffers_.packed(), chosen_.bytes, &position, MPI_COMM_SELF);
      });
    return seconds_for(times, [this] {
      int position = 0;
      MPI_Unpack(buffers_.packed(), chosen_.bytes, &position, chosen_.base, 1, chosen_.type, MPI_COMM_SELF);
    });
  }

 private:
  double commit(std::int64_t times) const {
    double spent = 0;
    for (std::int64_t i = 0; i < times; ++i) {
      MPI_Datatype type = mpi_type(*chosen_.what.type);
      const double start = wall_seconds();
      MPI_Type_commit(&type);
      spent += wall_seconds() - start;
      MPI_Type_free(&type);
    }
    return spent;
  }

  Buffers buffers_;
  Committed chosen_;
};

void run(int argc, char** argv) {
  if (argc != 2) throw std::invalid_argument("usage: worker BUFFERS");
  Worker worker(argv[1]);
  serve([&](const std::string& line) { return obey(worker, line); });
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::mpi_main("pack worker", argc, argv, cartwright::bench::run);
}
