// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/order/learn.hpp"

#include "base/cache_file.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "preload/base/world.hpp"
#include "preload/traffic/record_writer.hpp"
#include "record/compare.hpp"
#include "record/record_file.hpp"

#include <filesystem>

namespace cartwright::preload {

namespace fs = std::filesystem;

namespace {

/// The traffic changed if more than this part of the bytes goes between other processes.
constexpr double max_difference = 0.1;

std::string learned;   ///< the record that is kept
bool follows = false;  ///< it existed when the program began

std::string parts_of(const std::string& file) { return file + ".parts"; }
std::string fresh() { return learned + ".new"; }

/// Process 0 decides, because others may have another file system. Empty if there is no folder.
std::string find_file(const std::string& folder) try {
  const int size = mpi::size_of(MPI_COMM_WORLD);
  const record::Header header = header_of_this_process();
  const std::string name = fs::path(header.program).filename().string();
  base::make_private_folder(folder);
  const std::string file =
      fs::absolute(fmt::format("{}/{}-{}-{}.record", folder, name, header.arguments, size)).string();
  follows = fs::exists(file) || fs::exists(parts_of(file));
  std::error_code none;
  fs::remove_all(parts_of(file + ".new"), none);
  return file;
} catch (const std::exception& error) {
  mpi::say(fmt::format("nothing is learned: {}", base::as_error(error).what()));
  return "";
}

/// The record of the last run takes the place of the one that is kept.
void replace() {
  fs::rename(fresh(), learned);
  fs::remove_all(parts_of(learned));
}

}  // namespace

void begin_learning() {
  if (world() == nullptr || world()->settings.learn.empty()) return;
  const int rank = mpi::rank_in(MPI_COMM_WORLD);
  if (rank == 0) learned = find_file(world()->settings.learn);
  int agreed[2] = {static_cast<int>(learned.size()), follows ? 1 : 0};
  mpi::real().Bcast(agreed, 2, MPI_INT, 0, MPI_COMM_WORLD);
  learned.resize(agreed[0]);
  mpi::real().Bcast(learned.data(), agreed[0], MPI_CHAR, 0, MPI_COMM_WORLD);
  follows = agreed[1] != 0;
  if (!learned.empty()) set_world_files(follows ? learned : "", follows ? fresh() : learned);
}

void end_learning() try {
  const int rank = mpi::rank_in(mpi::program_world());
  if (learned.empty() || rank != 0) return;
  const std::string& made = follows ? fresh() : learned;
  if (!fs::exists(made)) return;  // a line has said why
  mpi::LearnReport report{.file = learned, .first = !follows};
  if (follows) {
    const record::Record before = record::read_record(learned);
    report.difference = record::difference(record::pairs_of(before), record::pairs_of(record::read_record(made)));
    report.changed = report.difference > max_difference;
    // A record of a program that was killed is not complete.
    if (report.changed || !fs::exists(learned))
      replace();
    else
      fs::remove(made);
  }
  mpi::report_learning(report, world()->settings);
} catch (const std::exception& error) {
  mpi::say(fmt::format("nothing is learned: {}", base::as_error(error).what()));
}

}  // namespace cartwright::preload
