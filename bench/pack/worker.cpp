// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// usage: worker BUFFERS
// An MPI that packs when it is told to: reads lines from standard input, answers each with a line.
//   choose NAME      builds and commits the datatype of a case
//   pack N, unpack N calls MPI_Pack or MPI_Unpack N times: the seconds
// At its start it says which MPI it is.
#include "pack/buffers.hpp"
#include "pack/clock.hpp"
#include "pack/layouts.hpp"
#include "pack/mpi_type.hpp"

#include <cstdio>
#include <iostream>

namespace cartwright::bench {

namespace {

void answer(const std::string& text) {
  std::cout << text << std::endl;  // flushed: someone waits
}

std::string mpi_name() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text;
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  std::string name(text.data(), static_cast<std::size_t>(length));
  name.resize(std::min(name.find_first_of(",\n"), name.size()));
  std::erase_if(name, [](char c) { return c == ':' || c == '\t'; });
  return name;
}

const Case& case_named(const std::string& name) {
  static const std::vector<Case> cached = cached_cases();
  for (const Case& each : cached)
    if (each.name == name) return each;
  static const std::vector<Case> large = large_cases();
  for (const Case& each : large)
    if (each.name == name) return each;
  throw std::invalid_argument("no case '" + name + "'");
}

class Worker {
 public:
  explicit Worker(const char* buffers) : buffers_(buffers) {}
  ~Worker() { free_type(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void choose(const std::string& name) {
    free_type();
    const Case& what = case_named(name);
    type_ = committed_mpi_type(*what.type);
    base_ = buffers_.data() + what.at;
    bytes_ = static_cast<int>(what.bytes());
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

 private:
  void free_type() {
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }

  Buffers buffers_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  std::byte* base_ = nullptr;
  int bytes_ = 0;
};

void serve(const char* buffers) {
  Worker worker(buffers);
  answer(mpi_name());
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::size_t space = line.find(' ');
    const std::string command = line.substr(0, space), argument = line.substr(space + 1);
    if (command == "choose") {
      worker.choose(argument);
      answer("chosen");
    } else {
      std::array<char, 32> seconds;
      std::snprintf(seconds.data(), seconds.size(), "%.9e", worker.run(command == "pack", std::stoll(argument)));
      answer(seconds.data());
    }
  }
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  MPI_Init(&argc, &argv);
  int status = 0;
  try {
    cartwright::bench::serve(argv[1]);
  } catch (const std::exception& error) {
    std::cerr << "pack worker: " << error.what() << '\n';
    status = 1;
  }
  MPI_Finalize();
  return status;
}
