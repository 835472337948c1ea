// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/reorder_outcomes.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "preload/base/world.hpp"
#include "preload/traffic/caution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <list>
#include <map>
#include <mutex>
#include <vector>

namespace cartwright::preload {

namespace {

std::mutex fates_mutex;

/// Never deleted: communicators may be freed while the process ends.
std::list<ReorderOutcome>& fates() {
  static auto* const all = new std::list<ReorderOutcome>;
  return *all;
}

/// A fate in a form that can be sent.
struct FateRow {
  std::int64_t made, used, freed_asked;
  char name[104];
};

std::vector<FateRow> my_fates() {
  const std::lock_guard lock(fates_mutex);
  std::vector<FateRow> rows;
  for (const ReorderOutcome& fate : fates()) {
    FateRow row{fate.made, fate.used, fate.freed_asked, {}};
    std::memcpy(row.name, fate.name.data(), std::min(fate.name.size(), sizeof row.name - 1));
    rows.push_back(row);
  }
  // A longer list of shapes would not help the reader.
  constexpr std::size_t most = 100;
  if (rows.size() > most) rows.resize(most);
  return rows;
}

/// The rows of all processes on rank 0.
std::vector<FateRow> gather_fates(const std::vector<FateRow>& mine) {
  const int rank = mpi::rank_in(mpi::program_world());
  const int size = mpi::size_of(mpi::program_world());
  const int bytes = static_cast<int>(mine.size() * sizeof(FateRow));
  std::vector<int> counts(rank == 0 ? size : 0);
  mpi::real().Gather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, mpi::program_world());
  std::vector<int> starts;
  int total = 0;
  for (const int count : counts) {
    starts.push_back(total);
    total += count;
  }
  std::vector<FateRow> all(total / sizeof(FateRow));
  mpi::real().Gatherv(mine.data(), bytes, MPI_BYTE, all.data(), counts.data(), starts.data(), MPI_BYTE, 0,
                      mpi::program_world());
  return all;
}

}  // namespace

ReorderOutcome& reorder_outcome_of(const std::string& name) {
  const std::lock_guard lock(fates_mutex);
  const auto found = std::ranges::find(fates(), name, &ReorderOutcome::name);
  if (found != fates().end()) return *found;
  fates().emplace_back();
  fates().back().name = name;
  return fates().back();
}

void warn_of_freed(const std::string& name) {
  keep_ranks_from_now_on();
  mpi::warn_once(fmt::format(
      "{} was reordered, asked for ranks, and freed before any message went over it. A program that sends to "
      "these ranks in another communicator hangs: set CARTWRIGHT_REORDER=off (LAMMPS: processors ... map cart). The "
      "next "
      "runs keep their ranks",
      name));
}

void report_reorder_outcomes() {
  if (world() == nullptr || world()->settings.report.empty()) return;
  std::vector<mpi::FateReport> reports;
  for (const FateRow& row : gather_fates(my_fates())) {
    auto report = std::ranges::find(reports, row.name, &mpi::FateReport::communicator);
    if (report == reports.end()) report = reports.insert(report, mpi::FateReport{row.name});
    report->made += row.made;
    report->used += row.used;
    report->freed_asked += row.freed_asked;
  }
  for (const mpi::FateReport& report : reports) mpi::report_fate(report, world()->settings);
}

}  // namespace cartwright::preload
