// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "fixture.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

// Run with 16 processes.

namespace {

const std::vector<int> no_periods(3, 0);

struct Made {
  int error = MPI_SUCCESS;
  std::vector<int> dims;
  MPI_Comm cart = MPI_COMM_NULL;

  Made() = default;
  explicit Made(std::vector<int> start) : dims(std::move(start)) {}
  Made(Made&& other)
      : error(other.error), dims(std::move(other.dims)), cart(std::exchange(other.cart, MPI_COMM_NULL)) {}
  ~Made() {
    if (cart != MPI_COMM_NULL) MPI_Comm_free(&cart);
  }
};

class Info {
 public:
  Info(std::initializer_list<std::pair<const char*, const char*>> keys) {
    MPI_Info_create(&info_);
    for (const auto& [key, value] : keys) MPI_Info_set(info_, key, value);
  }
  ~Info() { MPI_Info_free(&info_); }
  Info(const Info&) = delete;
  operator MPI_Info() const { return info_; }

 private:
  MPI_Info info_ = MPI_INFO_NULL;
};

Made weighted(MPI_Comm comm, std::vector<int> dims, const double* weights, MPI_Info info = MPI_INFO_NULL) {
  Made made(std::move(dims));
  made.error = MPIX_Cart_weighted_create(comm, static_cast<int>(made.dims.size()), weights, no_periods.data(), info,
                                         made.dims.data(), &made.cart);
  return made;
}

cw_cart_report report_of(MPI_Comm cart) {
  cw_cart_report report = {};
  report.size = sizeof report;
  EXPECT_EQ(cw_comm_report(cart, &report), MPI_SUCCESS);
  return report;
}

using Dims = std::vector<int>;

TEST(DimsWeighted, AreThoseOfThePaper) {
  int dims[] = {0, 0};
  const double weights[] = {1.0 / 1800, 1.0 / 580};
  ASSERT_EQ(MPIX_Dims_weighted_create(12, 2, weights, nullptr, MPI_INFO_NULL, dims), MPI_SUCCESS);
  EXPECT_EQ(Dims(dims, dims + 2), (Dims{6, 2}));
  int kept[] = {0, 4};
  ASSERT_EQ(MPIX_Dims_weighted_create(12, 2, weights, nullptr, MPI_INFO_NULL, kept), MPI_SUCCESS);
  EXPECT_EQ(Dims(kept, kept + 2), (Dims{3, 4}));
}

TEST(DimsMl, AreStoredByDimension) {
  int dims_ml[9] = {};
  const int sizes[] = {625, 2, 12};
  const double weights[] = {1.0 / 1000, 1.0 / 1100, 1.0 / 950};
  ASSERT_EQ(MPIX_Dims_ml_create(15000, 3, weights, 3, sizes, nullptr, MPI_INFO_NULL, dims_ml), MPI_SUCCESS);
  EXPECT_EQ(Dims(dims_ml, dims_ml + 9), (Dims{5, 2, 3, 25, 1, 1, 5, 1, 4}));
}

TEST(DimsWeightedAndMl, RefuseInvalidArguments) {
  MPI_Errhandler before;
  MPI_Comm_get_errhandler(MPI_COMM_SELF, &before);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  const double infinity = std::numeric_limits<double>::infinity();
  const auto dims_error = [](int nnodes, int ndims, double weight, int fixed) {
    int dims[] = {fixed, 0};
    const double weights[] = {weight, 1};
    return class_of(MPIX_Dims_weighted_create(nnodes, ndims, weights, nullptr, MPI_INFO_NULL, dims));
  };
  EXPECT_EQ(dims_error(12, 2, 0, 0), MPI_SUCCESS);
  for (const double bad : {-1.0, infinity, -infinity, std::nan("")}) EXPECT_EQ(dims_error(12, 2, bad, 0), MPI_ERR_ARG);
  EXPECT_EQ(dims_error(0, 2, 1, 0), MPI_ERR_ARG);
  EXPECT_EQ(dims_error(-12, 2, 1, 0), MPI_ERR_ARG);
  EXPECT_EQ(dims_error(12, -1, 1, 0), MPI_ERR_DIMS);
  EXPECT_EQ(dims_error(12, 17, 1, 0), MPI_ERR_DIMS);
  EXPECT_EQ(dims_error(12, 2, 1, 5), MPI_ERR_DIMS);
  EXPECT_EQ(dims_error(12, 2, 1, -3), MPI_ERR_DIMS);
  EXPECT_EQ(class_of(MPIX_Dims_weighted_create(12, 2, nullptr, nullptr, MPI_INFO_NULL, nullptr)), MPI_ERR_ARG);

  int dims_ml[4] = {};
  const auto ml_error = [&](int nnodes, std::vector<int> sizes) {
    return class_of(MPIX_Dims_ml_create(nnodes, 2, MPIX_WEIGHTS_EQUAL, static_cast<int>(sizes.size()), sizes.data(),
                                        nullptr, MPI_INFO_NULL, dims_ml));
  };
  EXPECT_EQ(ml_error(12, {4, 3}), MPI_SUCCESS);
  EXPECT_EQ(ml_error(12, {4, 4}), MPI_ERR_DIMS);
  EXPECT_EQ(ml_error(12, {}), MPI_ERR_ARG);
  EXPECT_EQ(ml_error(12, {12, 0}), MPI_ERR_ARG);
  EXPECT_EQ(ml_error(12, {INT32_MAX, INT32_MAX, INT32_MAX}), MPI_ERR_ARG);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, before);
  MPI_Errhandler_free(&before);
}

TEST(CartWeighted, CutsTheLevelsOfTheMachine) {
  const Environment environment{{"CARTWRIGHT_NODES", "4x2x2"}};
  const QuietComm comm;
  const double weights[] = {1.0 / 100, 1.0 / 800};
  const Made made = weighted(comm, {0, 0}, weights);
  ASSERT_EQ(made.error, MPI_SUCCESS);
  // 1x4 nodes, 1x2 sockets; the last cut has the same cost either way, so the more even one is chosen.
  EXPECT_EQ(made.dims, (Dims{2, 8}));
  int dims[2], periods[2], coords[2];
  ASSERT_EQ(MPI_Cart_get(made.cart, 2, dims, periods, coords), MPI_SUCCESS);
  EXPECT_EQ(Dims(dims, dims + 2), made.dims);
}

TEST(CartWeighted, PlacesRanksInAnyOriginalOrder) {
  for (const char* nodes : {"4x4", "cyclic:4x4", "2x2x4", "cyclic:2x2x4"}) {
    const Environment environment{{"CARTWRIGHT_NODES", nodes}};
    const QuietComm comm;
    const Made made = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL);
    ASSERT_EQ(made.error, MPI_SUCCESS);
    EXPECT_EQ(made.dims, (Dims{4, 4})) << nodes;
    const cw_cart_report report = report_of(made.cart);
    EXPECT_EQ(report.j_sum, report.nodes == 4 ? 16 : 8) << nodes;
    EXPECT_EQ(report.gap, 0) << nodes;
    EXPECT_LE(report.data_share, report.data_share_before) << nodes;
  }
}

TEST(CartWeighted, HandlesUnequalNodes) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:1*2,1*10,1*4"}};
  const QuietComm comm;
  const Made made = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL);
  ASSERT_EQ(made.error, MPI_SUCCESS);
  EXPECT_EQ(made.dims[0] * made.dims[1], 16);
  const cw_cart_report report = report_of(made.cart);
  EXPECT_EQ(report.nodes, 3);
  EXPECT_LT(report.data_share, report.data_share_before);
}

TEST(CartWeighted, KeepsFixedDims) {
  const QuietComm comm;
  EXPECT_EQ(weighted(comm, {8, 0}, MPIX_WEIGHTS_EQUAL).dims, (Dims{8, 2}));
  EXPECT_EQ(weighted(comm, {2, 8}, MPIX_WEIGHTS_EQUAL).dims, (Dims{2, 8}));
  EXPECT_EQ(weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL, Info{{"cartwright_dims", "0x16"}}).dims, (Dims{1, 16}));
}

TEST(CartWeighted, TakesItsSettingsFromInfo) {
  const Environment environment{{"CARTWRIGHT_NODES", "16x1"}, {"CARTWRIGHT_TIER", "fast"}};
  const QuietComm comm;
  const Info info{{"cartwright_nodes", "cyclic:4x4"}, {"cartwright_tier", "balanced"}, {"no_such_key", "1"}};
  const Made made = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL, info);
  ASSERT_EQ(made.error, MPI_SUCCESS);
  const cw_cart_report report = report_of(made.cart);
  EXPECT_EQ(report.nodes, 4);
  EXPECT_STREQ(report.tier, "balanced");
  EXPECT_EQ(report.reordered, 1);

  const Made kept = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL,
                             Info{{"cartwright_nodes", "cyclic:4x4"}, {"cartwright_reorder", "off"}});
  EXPECT_EQ(rank_in(kept.cart), rank_in(comm));
  const cw_cart_report without = report_of(kept.cart);
  EXPECT_EQ(without.reordered, 0);
  EXPECT_STREQ(without.mapping, "as launched");
  EXPECT_EQ(without.j_sum, without.j_sum_before);

  const QuietComm backwards(0, -rank_in(comm));
  const Made first = weighted(
      backwards, {0, 0}, MPIX_WEIGHTS_EQUAL,
      Info{{"cartwright_nodes", "cyclic:4x4"}, {"cartwright_mapping", "random"}, {"cartwright_keep_rank_0", "1"}});
  EXPECT_EQ(rank_in(first.cart) == 0, rank_in(backwards) == 0);
  EXPECT_EQ(report_of(first.cart).reordered, 1);

  const Made named = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL, Info{{"cartwright_mapping", "hilbert"}});
  EXPECT_STREQ(report_of(named.cart).mapping, "hilbert");
  for (const auto& [key, value] : {std::pair{"cartwright_tier", "slow"},
                                   {"cartwright_keep_rank_0", "maybe"},
                                   {"cartwright_seed", "x"},
                                   {"cartwright_budget", "-1"},
                                   {"cartwright_dims", "4xx"}})
    EXPECT_EQ(class_of(weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL, Info{{key, value}}).error), MPI_ERR_INFO_VALUE)
        << key;
}

TEST(CartWeighted, WeightsEdgesByTheirData) {
  const Environment environment{{"CARTWRIGHT_NODES", "4x4"}};
  const QuietComm comm;
  const double heavy_rows[] = {8, 1};
  // The dims are fixed to 4x4: rows of processes send eight times as much to the next row as along the row.
  const Made made = weighted(comm, {4, 4}, heavy_rows);
  int coords[2];
  ASSERT_EQ(made.error, MPI_SUCCESS);
  MPI_Cart_coords(made.cart, rank_in(made.cart), 2, coords);
  std::vector<int> column_of = all_of(coords[1], comm);
  for (int node = 0; node < 4; ++node)
    EXPECT_EQ(std::count(column_of.begin() + 4 * node, column_of.begin() + 4 * node + 4, column_of[4 * node]), 4)
        << "a node holds a column";
}

TEST(CartWeighted, RefusesInvalidArguments) {
  const QuietComm comm;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, infinity, std::nan("")}) {
    const double weights[] = {1, bad};
    EXPECT_EQ(class_of(weighted(comm, {0, 0}, weights).error), MPI_ERR_ARG) << bad;
  }
  const double zero[] = {0, 0};
  EXPECT_EQ(weighted(comm, {0, 0}, zero).dims, (Dims{4, 4}));
  for (const Dims& dims : {Dims{3, 0}, Dims{4, 5}, Dims{4, 2}, Dims{-1, 0}, Dims{32, 0}})
    EXPECT_EQ(class_of(weighted(comm, dims, MPIX_WEIGHTS_EQUAL).error), MPI_ERR_DIMS) << dims[0] << 'x' << dims[1];
  EXPECT_EQ(class_of(weighted(comm, {}, MPIX_WEIGHTS_EQUAL).error), MPI_ERR_DIMS) << "16 processes do not fit";
  EXPECT_EQ(class_of(weighted(comm, Dims(17, 0), MPIX_WEIGHTS_EQUAL).error), MPI_ERR_DIMS);
  MPI_Comm cart = MPI_COMM_NULL;
  EXPECT_EQ(class_of(MPIX_Cart_weighted_create(comm, 2, nullptr, no_periods.data(), MPI_INFO_NULL, nullptr, &cart)),
            MPI_ERR_ARG);
  EXPECT_EQ(class_of(weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL, Info{{"cartwright_dims", "5x0"}}).error), MPI_ERR_DIMS);
}

TEST(CartWeighted, ReportsADisagreementToAll) {
  const QuietComm comm;
  const int rank = rank_in(comm);
  const double weights[] = {1, rank == 3 ? 2.0 : 1.0};
  EXPECT_EQ(class_of(weighted(comm, {0, 0}, weights).error), MPI_ERR_ARG);
  EXPECT_EQ(class_of(weighted(comm, {rank == 5 ? 4 : 0, 0}, MPIX_WEIGHTS_EQUAL).error), MPI_ERR_ARG);
  EXPECT_EQ(class_of(weighted(comm, {rank == 5 ? 7 : 0, 0}, MPIX_WEIGHTS_EQUAL).error), MPI_ERR_DIMS);
  const Info info{{"cartwright_tier", rank == 2 ? "slow" : "fast"}};
  EXPECT_EQ(class_of(weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL, info).error), MPI_ERR_INFO_VALUE);
}

TEST(CartWeighted, WorksAlone) {
  const Made one = weighted(MPI_COMM_SELF, {0, 0, 0}, MPIX_WEIGHTS_EQUAL);
  EXPECT_EQ(one.dims, (Dims{1, 1, 1}));
  const Made point = weighted(MPI_COMM_SELF, {}, MPIX_WEIGHTS_EQUAL);
  int ndims = -1;
  MPI_Cartdim_get(point.cart, &ndims);
  EXPECT_EQ(ndims, 0);
}

TEST(CartWeighted, OutlivesTheOldCommunicator) {
  MPI_Comm old = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &old);
  const Made made = weighted(old, {0, 0}, MPIX_WEIGHTS_EQUAL);
  MPI_Comm_free(&old);
  EXPECT_EQ(all_of(1, made.cart), std::vector<int>(16, 1));
  EXPECT_GT(report_of(made.cart).seconds, 0);
}

TEST(CartWeighted, RefusesIntercommunicators) {
  const int world_rank = rank_in(MPI_COMM_WORLD);
  const QuietComm half(world_rank % 2, world_rank);
  MPI_Comm inter = MPI_COMM_NULL;
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - world_rank % 2, 1, &inter);
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
  EXPECT_EQ(class_of(weighted(inter, {0, 0}, MPIX_WEIGHTS_EQUAL).error), MPI_ERR_COMM);
  MPI_Comm_free(&inter);
}

Made from_types(MPI_Comm comm, const std::vector<int>& types, MPI_Info info = MPI_INFO_NULL) {
  Made made(Dims(2, -7));  // only written
  made.error = MPIX_Cart_ml_create_from_types(comm, static_cast<int>(types.size()), 2, no_periods.data(), types.data(),
                                              MPIX_WEIGHTS_EQUAL, info, made.dims.data(), &made.cart);
  return made;
}

TEST(CartMlFromTypes, SplitsEachInsideThePreviousOne) {
  const QuietComm comm;
  const Made halves = from_types(comm, {MPIX_COMM_TYPE_HALFNODE, MPIX_COMM_TYPE_HALFNODE});
  ASSERT_EQ(halves.error, MPI_SUCCESS);
  EXPECT_EQ(halves.dims, (Dims{4, 4}));
  EXPECT_EQ(report_of(halves.cart).nodes, 2);
  // The cuts are 2x1, then 1x2, then 2x2: the lower half holds the upper rows.
  EXPECT_EQ(rank_in(halves.cart) < 8, rank_in(comm) < 8);
  EXPECT_EQ(from_types(comm, {}).dims, (Dims{4, 4}));
  EXPECT_EQ(from_types(comm, {MPI_COMM_TYPE_SHARED, MPIX_COMM_TYPE_SOCKET, MPIX_COMM_TYPE_NUMA}).dims, (Dims{4, 4}));
  EXPECT_EQ(from_types(comm, {MPIX_COMM_TYPE_HW_TOPOLOGY}).dims, (Dims{4, 4}));
  EXPECT_EQ(from_types(comm, {MPIX_COMM_TYPE_HALFNODE}, Info{{"cartwright_dims", "2x0"}}).dims, (Dims{2, 8}));
}

TEST(CartMlFromTypes, ReportsDifferentTypesToAll) {
  const QuietComm comm;
  const int type = rank_in(comm) == 0 ? MPIX_COMM_TYPE_SOCKET : MPIX_COMM_TYPE_NUMA;
  EXPECT_EQ(class_of(from_types(comm, {type}).error), MPI_ERR_ARG);
  MPI_Comm cart = MPI_COMM_NULL;
  int dims[2];
  EXPECT_EQ(class_of(MPIX_Cart_ml_create_from_types(comm, 2, 2, no_periods.data(), nullptr, nullptr, MPI_INFO_NULL,
                                                    dims, &cart)),
            MPI_ERR_ARG);
}

Made from_comms(const std::vector<MPI_Comm>& comms) {
  Made made(Dims(2, -7));
  made.error = MPIX_Cart_ml_create_from_comms(static_cast<int>(comms.size()), comms.data(), 2, MPIX_WEIGHTS_EQUAL,
                                              no_periods.data(), MPI_INFO_NULL, made.dims.data(), &made.cart);
  return made;
}

TEST(CartMlFromComms, TakesAnyDivision) {
  const QuietComm comm;
  const int rank = rank_in(comm);
  const QuietComm nodes(rank % 4, rank);
  const QuietComm sockets(rank % 8, rank);
  const Made made = from_comms({comm, nodes, sockets});
  ASSERT_EQ(made.error, MPI_SUCCESS);
  EXPECT_EQ(made.dims, (Dims{4, 4}));
  EXPECT_EQ(report_of(made.cart).nodes, 4);
  EXPECT_EQ(edges_between_nodes(made.cart, rank % 4, nearest), 16);
  // Unequal parts: 3, 5 and 8.
  const QuietComm parts(rank < 3 ? 0 : rank < 8 ? 1 : 2, rank);
  const Made unequal = from_comms({comm, parts});
  ASSERT_EQ(unequal.error, MPI_SUCCESS);
  EXPECT_EQ(unequal.dims[0] * unequal.dims[1], 16);
  EXPECT_EQ(report_of(unequal.cart).nodes, 3);
}

TEST(CartMlFromComms, RefusesUnnestedCommunicators) {
  const QuietComm comm;
  const int rank = rank_in(comm);
  const QuietComm nodes(rank % 4, rank);
  const QuietComm across(rank / 4, rank);
  EXPECT_EQ(class_of(from_comms({comm, nodes, across}).error), MPI_ERR_COMM);
  EXPECT_EQ(class_of(from_comms({comm, rank == 7 ? MPI_COMM_NULL : MPI_Comm(nodes)}).error), MPI_ERR_COMM);
}

Made from_cuts(MPI_Comm comm, const std::vector<int>& dims_ml, int nlevels) {
  Made made(Dims(2, -7));
  made.error = MPIX_Cart_ml_create(comm, 2, no_periods.data(), nlevels, dims_ml.data(), MPI_INFO_NULL, made.dims.data(),
                                   &made.cart);
  return made;
}

TEST(CartMl, UsesTheGivenCuts) {
  const Environment environment{{"CARTWRIGHT_NODES", "4x4"}};
  const QuietComm comm;
  // Four nodes side by side, each 2 x 2, in this order.
  const Made made = from_cuts(comm, {1, 2, 4, 2}, 2);
  ASSERT_EQ(made.error, MPI_SUCCESS);
  EXPECT_EQ(made.dims, (Dims{2, 8}));
  int coords[2];
  MPI_Cart_coords(made.cart, rank_in(made.cart), 2, coords);
  const int rank = rank_in(comm);
  EXPECT_EQ(coords[0], rank % 4 / 2);
  EXPECT_EQ(coords[1], rank / 4 * 2 + rank % 2);
  EXPECT_STREQ(report_of(made.cart).mapping, "level-blocks");
}

TEST(CartMl, TakesProcessesInTheOrderOfTheHardware) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  const Made made = from_cuts(comm, {2, 2, 2, 2}, 2);
  ASSERT_EQ(made.error, MPI_SUCCESS);
  EXPECT_EQ(edges_between_nodes(made.cart, rank_in(comm) % 4, nearest), 16);
}

TEST(CartMl, RefusesCutsThatDoNotHoldTheProcesses) {
  const QuietComm comm;
  EXPECT_EQ(class_of(from_cuts(comm, {2, 2, 2, 3}, 2).error), MPI_ERR_DIMS);
  EXPECT_EQ(class_of(from_cuts(comm, {2, 2, 2, 1}, 2).error), MPI_ERR_DIMS);
  EXPECT_EQ(class_of(from_cuts(comm, {2, 0, 2, 4}, 2).error), MPI_ERR_DIMS);
  EXPECT_EQ(class_of(from_cuts(comm, {2, 2, 2, 2}, 0).error), MPI_ERR_ARG);
  EXPECT_EQ(class_of(from_cuts(comm, {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX}, 2).error), MPI_ERR_DIMS);
}

TEST(CwReport, IsInheritedByADuplicate) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  const Made made = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL);
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(made.cart, &copy);
  const cw_cart_report one = report_of(made.cart);
  const cw_cart_report two = report_of(copy);
  EXPECT_EQ(std::memcmp(&one, &two, sizeof one), 0);
  MPI_Comm_free(&copy);
  EXPECT_GT(one.seconds, 0);
  EXPECT_EQ(one.j_sum_before, 24) << "for rows of four on four nodes";
}

TEST(CwReport, ExistsOnlyForCommunicatorsOfCartwright) {
  const QuietComm comm;
  cw_cart_report report = {};
  report.size = sizeof report;
  EXPECT_EQ(class_of(cw_comm_report(comm, &report)), MPI_ERR_TOPOLOGY);
  const Made made = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL);
  MPI_Comm_set_errhandler(made.cart, MPI_ERRORS_RETURN);
  EXPECT_EQ(class_of(cw_comm_report(made.cart, nullptr)), MPI_ERR_ARG);
  for (const std::size_t size : {std::size_t{0}, sizeof(std::size_t) - 1, std::size_t{4097}}) {
    report.size = size;
    EXPECT_EQ(class_of(cw_comm_report(made.cart, &report)), MPI_ERR_ARG) << size;
  }
}

TEST(CwReport, IsWrittenAsFarAsTheCallerKnows) {
  const QuietComm comm;
  const Made made = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL);
  const cw_cart_report today = report_of(made.cart);
  cw_cart_report earlier = CW_CART_REPORT_INIT;
  earlier.size = offsetof(cw_cart_report, data_share);
  EXPECT_EQ(cw_comm_report(made.cart, &earlier), MPI_SUCCESS);
  EXPECT_EQ(earlier.size, offsetof(cw_cart_report, data_share));
  EXPECT_EQ(earlier.nodes, today.nodes);
  EXPECT_EQ(earlier.seconds, 0);
  struct {
    cw_cart_report today = CW_CART_REPORT_INIT;
    double added = 7;
  } later;
  later.today.size = sizeof later;
  EXPECT_EQ(cw_comm_report(made.cart, &later.today), MPI_SUCCESS);
  EXPECT_EQ(later.today.size, sizeof later);
  EXPECT_STREQ(later.today.mapping, today.mapping);
  EXPECT_EQ(later.added, 7);
}

TEST(CwReport, HasTheBusiestLinkIfTheWiringIsKnown) {
  const QuietComm comm;
  for (const std::string network : {"", "torus:dims=8"}) {
    SCOPED_TRACE(network);
    const Environment environment{{"CARTWRIGHT_NODES", "cyclic:8x2"}, {"CARTWRIGHT_NETWORK", network}};
    const Made made = weighted(comm, {4, 4}, MPIX_WEIGHTS_EQUAL);
    const cw_cart_report report = report_of(made.cart);
    EXPECT_EQ(report.reordered, 1);
    EXPECT_EQ(report.busiest_link > 0, !network.empty());
    EXPECT_EQ(report.busiest_link < report.busiest_link_before, !network.empty());
  }
}

TEST(Library, ReturnsItsVersionAndHowItWasBuilt) {
  EXPECT_EQ(cw_mpi_version(), CW_VERSION);
  const std::string info = cw_mpi_build_info();
#if defined(OMPI_MAJOR_VERSION)
  const std::string mpi = "Open MPI " + std::to_string(OMPI_MAJOR_VERSION) + '.' + std::to_string(OMPI_MINOR_VERSION) +
                          '.' + std::to_string(OMPI_RELEASE_VERSION);
#elif defined(MPICH_VERSION) && !defined(MPI_ABI)
  const std::string mpi = "MPICH " MPICH_VERSION;
#else
  const std::string mpi = "MPI " + std::to_string(MPI_VERSION);
#endif
  EXPECT_NE(info.find(mpi), std::string::npos) << info;
  EXPECT_NE(info.find(", hwloc "), std::string::npos) << info;
}

TEST(CwTranslateRanks, FollowsTheProcess) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  const Made made = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL);
  const std::vector<int> expected = all_of(rank_in(made.cart), comm);
  std::vector<int> old_ranks(16);
  std::iota(old_ranks.begin(), old_ranks.end(), 0);
  std::vector<int> new_ranks(16);
  ASSERT_EQ(cw_translate_ranks(comm, 16, old_ranks.data(), made.cart, new_ranks.data()), MPI_SUCCESS);
  EXPECT_EQ(new_ranks, expected);
  const int bad = 16;
  EXPECT_EQ(class_of(cw_translate_ranks(comm, 1, &bad, made.cart, new_ranks.data())), MPI_ERR_RANK);
  EXPECT_EQ(class_of(cw_translate_ranks(comm, 1, &bad, MPI_COMM_NULL, new_ranks.data())), MPI_ERR_COMM);
}

TEST(CwMove, MovesDataToItsNewRankAndBack) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  const Made made = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL);
  ASSERT_EQ(report_of(made.cart).reordered, 1);
  const int rank = rank_in(comm);
  // The size is the rank of the subdomain, so sizes differ.
  const std::vector<int> in(static_cast<std::size_t>(rank), 100 + rank);
  std::vector<int> out(16, -1);
  ASSERT_EQ(cw_move_to_new_ranks(in.data(), rank, out.data(), 16, MPI_INT, comm, made.cart), MPI_SUCCESS);
  const auto now = static_cast<std::size_t>(rank_in(made.cart));
  std::vector<int> expected(16, -1);
  std::fill_n(expected.begin(), now, 100 + static_cast<int>(now));
  EXPECT_EQ(out, expected);

  std::vector<int> back(16, -1);
  ASSERT_EQ(cw_move_to_old_ranks(out.data(), static_cast<int>(now), back.data(), 16, MPI_INT, comm, made.cart),
            MPI_SUCCESS);
  std::vector<int> original(16, -1);
  std::copy(in.begin(), in.end(), original.begin());
  EXPECT_EQ(back, original);

  int cell = rank;
  ASSERT_EQ(cw_move_to_new_ranks(MPI_IN_PLACE, 0, &cell, 1, MPI_INT, comm, made.cart), MPI_SUCCESS);
  EXPECT_EQ(cell, rank_in(made.cart));
  ASSERT_EQ(cw_move_to_old_ranks(MPI_IN_PLACE, 0, &cell, 1, MPI_INT, comm, made.cart), MPI_SUCCESS);
  EXPECT_EQ(cell, rank);
}

TEST(CwMove, LeavesOutSurplusProcesses) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  const int dims[] = {6, 2};
  const int stencil[] = {1, 0, -1, 0};
  MPI_Comm cart = MPI_COMM_NULL;
  ASSERT_EQ(MPIX_Cart_stencil_comm(comm, 2, dims, no_periods.data(), 1, stencil, 2, &cart), MPI_SUCCESS);
  const int rank = rank_in(comm);
  int out = -1;
  ASSERT_EQ(cw_move_to_new_ranks(&rank, 1, &out, 1, MPI_INT, comm, cart), MPI_SUCCESS);
  EXPECT_EQ(out, cart == MPI_COMM_NULL ? -1 : rank_in(cart));
  if (cart != MPI_COMM_NULL) MPI_Comm_free(&cart);
}

TEST(CwMove, RefusesInvalidArgumentsOnEveryProcess) {
  const QuietComm comm;
  const Made made = weighted(comm, {0, 0}, MPIX_WEIGHTS_EQUAL);
  const int rank = rank_in(comm);
  int in = rank;
  int out = 0;
  EXPECT_EQ(class_of(cw_move_to_new_ranks(&in, rank == 4 ? -1 : 1, &out, 1, MPI_INT, comm, made.cart)), MPI_ERR_COUNT);
  EXPECT_EQ(class_of(cw_move_to_new_ranks(&in, 1, rank == 4 ? nullptr : &out, 1, MPI_INT, comm, made.cart)),
            MPI_ERR_BUFFER);
  EXPECT_EQ(class_of(cw_move_to_new_ranks(rank == 4 ? MPI_IN_PLACE : &in, 1, &out, 1, MPI_INT, comm, made.cart)),
            MPI_ERR_ARG);
}

}  // namespace
