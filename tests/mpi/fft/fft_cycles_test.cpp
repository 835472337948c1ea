// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/fft.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

// Makes, uses and frees plans repeatedly (CARTWRIGHT_FFT_CYCLES times): the numbers of open files and communicators,
// and the mapped memory, must not grow. leaks.sh runs it under Valgrind and fails if memory is lost.

namespace {

int failures = 0;

void expect_ok(cw_status status) {
  if (status == CW_OK) return;
  ++failures;
  std::fprintf(stderr, "%s\n", cw_last_error());
}

void cycle(int number) {
  const char* const methods[] = {nullptr, "shared", "node-aware", "alltoallw", "alltoallv", "pipelined"};
  const int64_t n[] = {4 + number % 3, 6, 5};
  cw_fft_options options = CW_FFT_OPTIONS_INIT;
  options.method = methods[static_cast<std::size_t>(number) % std::size(methods)];
  options.real = number % 2;
  options.fields = 1 + number % 2;
  cw_fft_plan* plan = nullptr;
  expect_ok(cw_fft_plan_create(MPI_COMM_WORLD, 3, n, &options, &plan));
  options.share = plan;
  options.real = 1 - number % 2;
  cw_fft_plan* beside = nullptr;
  expect_ok(cw_fft_plan_create(MPI_COMM_WORLD, 3, n, &options, &beside));
  int64_t bytes = 0;
  expect_ok(cw_fft_plan_buffer_bytes(plan, &bytes));
  void* memory = nullptr;
  expect_ok(cw_fft_alloc(bytes, &memory));
  std::fill_n(static_cast<char*>(memory), bytes, char{0});
  expect_ok(cw_fft_forward(plan, memory, memory));
  expect_ok(cw_fft_backward(plan, memory, memory));
  cw_fft_dealloc(memory);
  expect_ok(cw_fft_plan_free(plan));
  expect_ok(cw_fft_plan_free(beside));
  // Refused plans must not leave anything behind, either.
  const int64_t none[] = {4, 0, 5};
  if (cw_fft_plan_create(MPI_COMM_WORLD, 3, none, nullptr, &plan) == CW_OK) ++failures;
  options.share = nullptr;
  options.method = "carrier-pigeon";
  if (cw_fft_plan_create(MPI_COMM_WORLD, 3, n, &options, &plan) == CW_OK) ++failures;
}

/// Resources that grow if something is not returned.
struct Held {
  std::ptrdiff_t files;
  std::ptrdiff_t mappings;
  unsigned next_communicator;  ///< the number that MPI gives to the next: those of freed ones are given again
};

Held held() {
  using Folder = std::filesystem::directory_iterator;
  using Characters = std::istreambuf_iterator<char>;
  std::ifstream maps("/proc/self/maps");
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const unsigned number = static_cast<unsigned>(MPI_Comm_c2f(comm));
  MPI_Comm_free(&comm);
  return {std::distance(Folder("/proc/self/fd"), Folder()), std::count(Characters(maps), Characters(), '\n'), number};
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* const wanted = std::getenv("CARTWRIGHT_FFT_CYCLES");
  const int cycles = wanted == nullptr ? 200 : std::atoi(wanted);
  const int warm = 24;  // all methods, all sizes
  Held most = held();
  for (int number = 0; number < cycles; ++number) {
    cycle(number);
    const Held now = held();
    if (number < warm)
      most = {std::max(most.files, now.files), std::max(most.mappings, now.mappings),
              std::max(most.next_communicator, now.next_communicator)};
    else if (now.files > most.files || now.mappings > most.mappings + 8 ||
             now.next_communicator > most.next_communicator) {
      std::fprintf(stderr, "cycle %d: %td files of at most %td, %td mappings of %td, communicator %x of %x\n", number,
                   now.files, most.files, now.mappings, most.mappings, now.next_communicator, most.next_communicator);
      ++failures;
      break;
    }
  }
  MPI_Finalize();
  std::printf("%d failures\n", failures);
  return failures != 0;
}
