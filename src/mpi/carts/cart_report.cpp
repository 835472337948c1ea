// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/cart_report.hpp"

#include "base/checked.hpp"
#include "base/struct_size.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/refused.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

namespace cartwright::mpi {

namespace {

int copy_report(MPI_Comm, int, void*, void* report, void* copy, int* copied) {
  auto* made = new (std::nothrow) cw_cart_report(*static_cast<const cw_cart_report*>(report));
  *static_cast<void**>(copy) = made;
  *copied = made != nullptr;
  return MPI_SUCCESS;
}

int delete_report(MPI_Comm, int, void* report, void*) {
  delete static_cast<cw_cart_report*>(report);
  return MPI_SUCCESS;
}

/// MPI_KEYVAL_INVALID if MPI returns an error.
int report_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    real().Comm_create_keyval(copy_report, delete_report, &made, nullptr);
    return made;
  }();
  return key;
}

/// The bytes of a message of weight 1 in times of links.
constexpr double unit_bytes = 0x1p20;

template <std::size_t size>
void copy_name(std::string_view text, char (&field)[size]) {
  *fmt::format_to_n(field, size - 1, "{}", text).out = '\0';
}

}  // namespace

cw_cart_report make_report(const choose::Outcome& outcome, const choose::RankPlacement& placement,
                           const choose::PlaceOptions& options, const placement::LinkTimes& links, double seconds) {
  cw_cart_report report = {};
  report.size = sizeof report;
  report.nodes = base::checked_int(outcome.nodes, "number of nodes");
  report.reordered = !placement.new_rank.empty();
  report.j_sum = outcome.j_sum;
  report.j_max = outcome.j_max;
  report.j_sum_before = outcome.j_sum_before;
  report.j_max_before = outcome.j_max_before;
  report.lower_bound = outcome.lower_bound;
  report.data_share = outcome.data_share;
  report.data_share_before = outcome.data_share_before;
  report.data_share_bound = outcome.data_share_bound;
  report.gap = outcome.gap;
  report.seconds = seconds;
  report.busiest_link = links.after * unit_bytes;
  report.busiest_link_before = links.before * unit_bytes;
  copy_name(options.mapping == "auto" ? choose::to_string(options.tier) : std::string_view{}, report.tier);
  copy_name(placement.mapping, report.mapping);
  return report;
}

int attach_report(MPI_Comm comm, const cw_cart_report& report) {
  if (report_key() == MPI_KEYVAL_INVALID) return MPI_SUCCESS;
  auto kept = std::make_unique<cw_cart_report>(report);
  const int error = PMPI_Comm_set_attr(comm, report_key(), kept.get());
  if (error == MPI_SUCCESS) kept.release();
  return error;
}

}  // namespace cartwright::mpi

extern "C" int cw_comm_report(MPI_Comm comm, cw_cart_report* report) {
  using namespace cartwright::mpi;
  return with_reason([&]() -> int {
    int inter = 0;
    if (const int error = PMPI_Comm_test_inter(comm, &inter)) return error;
    if (report == nullptr) return refused_by(comm, MPI_ERR_ARG, "report is NULL");
    const std::size_t size = report->size;
    if (size < offsetof(cw_cart_report, nodes) || size > cartwright::base::max_struct_size)
      return refused_by(comm, MPI_ERR_ARG, "report.size is {}: set it to sizeof the struct", size);
    int found = 0;
    cw_cart_report* kept = nullptr;
    if (report_key() != MPI_KEYVAL_INVALID)
      if (const int failed = real().Comm_get_attr(comm, report_key(), &kept, &found)) return failed;
    if (!found)
      return refused_by(comm, MPI_ERR_TOPOLOGY,
                        "the communicator has no report: Cartwright did not make it, or made it without reordering");
    // A caller of another version has a shorter or a longer struct.
    std::memcpy(report, kept, std::min(size, sizeof *report));
    report->size = size;
    return MPI_SUCCESS;
  });
}
