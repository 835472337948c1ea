// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/datatype_report.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "mpi/datatypes/pack_statistics.hpp"
#include "preload/base/world.hpp"

#include <algorithm>
#include <cstring>
#include <map>

namespace cartwright::preload {

namespace {

/// One layout as one process used it, in a form that can be sent.
struct Row {
  std::uint64_t hash;
  std::int64_t uses;
  std::int64_t bytes;
  double saved;
  char kernel[16];
  char normal_form[208];
};

template <std::size_t size>
void copy(const std::string& text, char (&room)[size]) {
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(room, text.data(), length);
  if (length < text.size()) std::memcpy(room + length - 3, "...", 3);
}

std::vector<Row> my_rows() {
  std::vector<Row> rows;
  for (const auto& [hash, pack_statistics] : mpi::all_pack_statistics()) {
    Row row{hash, pack_statistics->uses, pack_statistics->bytes, pack_statistics->saved(), {}, {}};
    const std::lock_guard lock(pack_statistics->mutex);
    copy(pack_statistics->kernel, row.kernel);
    copy(pack_statistics->normal_form, row.normal_form);
    rows.push_back(row);
  }
  return rows;
}

/// The rows of all processes on rank 0, in rank order.
std::vector<Row> gather(const std::vector<Row>& mine) {
  const int rank = mpi::rank_in(mpi::program_world());
  const int size = mpi::size_of(mpi::program_world());
  const int bytes = static_cast<int>(mine.size() * sizeof(Row));
  std::vector<int> counts(rank == 0 ? size : 0);
  mpi::real().Gather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, mpi::program_world());
  std::vector<int> starts(counts.size());
  std::size_t total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    starts[i] = static_cast<int>(total);
    total += counts[i];
  }
  std::vector<Row> all(total / sizeof(Row));
  mpi::real().Gatherv(mine.data(), bytes, MPI_BYTE, all.data(), counts.data(), starts.data(), MPI_BYTE, 0,
                      mpi::program_world());
  return all;
}

}  // namespace

void report_all_datatypes() {
  if (world() == nullptr || world()->settings.report.empty()) return;
  std::vector<Row> rows = my_rows();
  // The most used layouts are enough, and every process sends at most this many.
  constexpr std::size_t most = 100;
  std::ranges::sort(rows, std::greater<>{}, &Row::bytes);
  if (rows.size() > most) rows.resize(most);

  std::map<std::uint64_t, mpi::DatatypeReport> of_layout;
  for (const Row& row : gather(rows)) {
    mpi::DatatypeReport& report =
        of_layout.try_emplace(row.hash, mpi::DatatypeReport{row.normal_form, row.kernel}).first->second;
    report.uses += row.uses;
    report.bytes += row.bytes;
    report.seconds_saved += row.saved;
  }
  std::vector<mpi::DatatypeReport> reports;
  for (auto& [hash, report] : of_layout) reports.push_back(std::move(report));
  std::ranges::sort(reports, std::greater<>{}, &mpi::DatatypeReport::bytes);
  const int rank = mpi::rank_in(mpi::program_world());
  if (rank == 0) mpi::report_datatypes(reports, world()->settings);
}

}  // namespace cartwright::preload
