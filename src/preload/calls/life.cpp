// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/comm.hpp"
#include "mpi/base/own_comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/report.hpp"
#include "preload/base/agreed.hpp"
#include "preload/base/check_all_interposed.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/requests.hpp"
#include "preload/base/variables.hpp"
#include "preload/base/world.hpp"
#include "preload/collectives/collective_ways.hpp"
#include "preload/neighbors/neighbor_ways.hpp"
#include "preload/neighbors/node_channel.hpp"
#include "preload/node/same_node.hpp"
#include "preload/order/learn.hpp"
#include "preload/order/world_order.hpp"
#include "preload/packing/gpu_data.hpp"
#include "preload/parts/segments.hpp"
#include "preload/traffic/caution.hpp"
#include "preload/traffic/datatype_report.hpp"
#include "preload/traffic/monitoring.hpp"
#include "preload/traffic/record_writer.hpp"
#include "preload/traffic/reorder_outcomes.hpp"
#include "preload/traffic/traffic.hpp"

#include <ranges>

using namespace cartwright;
using namespace cartwright::preload;

// The start and the end of the program: MPI_Init learns the nodes of MPI_COMM_WORLD, MPI_Finalize writes the reports.

namespace {

struct Service {
  void (*begin)();
  void (*end)();
};

void no_begin() {}
void no_end() {}

void report_all() {
  report_all_traffic();
  report_reorder_outcomes();
  report_all_datatypes();
  report_all_gpu_data();
  report_all_neighbors();
  report_all_collectives();
}

/// Each needs those before it. They begin in this order, once all processes are known to have the interposer, and end
/// in reverse.
constexpr Service services[] = {
    {remember_world, no_end},
    {share_known_programs, no_end},
    {begin_learning, end_learning},
    {order_world, no_end},
    {begin_traffic, report_all},
    {start_same_node, stop_same_node},
    {start_node_channel, stop_node_channel},
    {no_begin, keep_node_comms},
    {start_segments, stop_segments},
    {begin_record, end_record},
};

void begin() {
  mpi::make_own_comm();
  check_all_interposed();
  if (!all_interposed(MPI_COMM_WORLD)) return;
  agree_on({.shared_bytes = bytes_to_share(),
            .join = when_setting("CARTWRIGHT_JOIN"),
            .collectives = collectives_setting(),
            .reassociates = variable("CARTWRIGHT_REASSOCIATE") == "1",
            .part_bytes = wanted_part(),
            .may_order = may_order_world()});
  for (const Service& service : services) service.begin();
}

template <typename Init>
int monitored(const Init& init) {
  const Monitoring monitoring;
  return init();
}

#if MPI_VERSION >= 4
/// A program of sessions only does not call MPI_Init.
void say_what_sessions_lack(MPI_Comm made) {
  const int rank = mpi::rank_in(made);
  if (rank != 0 || mpi::switched_off()) return;
  for (const char* name : {"CARTWRIGHT_ORDER", "CARTWRIGHT_LEARN", "CARTWRIGHT_RECORD"})
    if (std::getenv(name) != nullptr)
      mpi::warn_once(
          fmt::format("{} has no effect: this program uses sessions without MPI_Init, so its communicators "
                      "keep MPI's order and are not recorded",
                      name));
}
#endif

}  // namespace

CW_MPI(Init)(int* argc, char*** argv) {
  const int error = monitored([&] { return mpi::real().Init(argc, argv); });
  if (error == MPI_SUCCESS) begin();
  return error;
}

CW_MPI(Init_thread)(int* argc, char*** argv, int required, int* provided) {
  const int error = monitored([&] { return mpi::real().Init_thread(argc, argv, required, provided); });
  if (error == MPI_SUCCESS) begin();
  return error;
}

#if MPI_VERSION >= 4
CW_MPI(Comm_create_from_group)(MPI_Group group, const char* tag, MPI_Info info, MPI_Errhandler handler,
                               MPI_Comm* made) {
  const int error = mpi::real().Comm_create_from_group(group, tag, info, handler, made);
  if (error == MPI_SUCCESS && *made != MPI_COMM_NULL && world() == nullptr) say_what_sessions_lack(*made);
  return error;
}
#endif

CW_MPI(Abort)(MPI_Comm comm, int status) {
  keep_record();
  // Launchers print and treat MPI_COMM_WORLD in its own way.
  return mpi::real().Abort(comm == mpi::program_world() ? MPI_COMM_WORLD : comm, status);
}

/// 0 pauses the record, 1 goes on with it. Other levels are left to tools that know them.
CW_MPI(Pcontrol)(int level, ...) {
  if (level == 0 || level == 1) pause_record(level == 0);
  return mpi::real().Pcontrol(level);
}

CW_MPI(Finalize)() {
  finish_requests();
  for (const Service& service : std::views::reverse(services)) service.end();
  mpi::free_own_comm();
  return mpi::real().Finalize();
}
