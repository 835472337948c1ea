// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Programs and libraries of different versions: structs that begin with their size, and the version at run time.
#include <cartwright/cartwright.h>
#include <cartwright/layout.h>
#include <cartwright/network.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace {

constexpr unsigned char unwritten = 0xAB;

/// A struct as a later version has it: with members after those of today.
template <typename Struct>
struct Later {
  Struct today;
  unsigned char added[24];
};

/// A struct of results of `size` bytes, for a caller of another version.
template <typename Struct>
Later<Struct> results_of(std::size_t size) {
  Later<Struct> results;
  std::memset(&results, unwritten, sizeof results);
  results.today.size = size;
  return results;
}

/// Expects that a query writes the first `size` bytes as for today's struct, except for the size, and no others.
template <typename Struct, typename Query>
void expect_prefix(std::size_t size, Query query) {
  Later<Struct> whole = results_of<Struct>(sizeof(Struct));
  ASSERT_EQ(query(&whole.today), CW_OK) << cw_last_error();
  Later<Struct> results = results_of<Struct>(size);
  ASSERT_EQ(query(&results.today), CW_OK) << cw_last_error();
  EXPECT_EQ(results.today.size, size);
  const auto* const expected = reinterpret_cast<const unsigned char*>(&whole);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(&results);
  const std::size_t written = std::min(size, sizeof(Struct));
  EXPECT_TRUE(std::equal(bytes + sizeof size, bytes + written, expected + sizeof size)) << size;
  EXPECT_EQ(std::count(bytes + written, bytes + sizeof results, unwritten),
            static_cast<std::ptrdiff_t>(sizeof results - written))
      << size;
}

/// The same for an earlier version that ends before a member, and for a later one. Sizes that were not set are refused.
template <typename Struct, typename Query>
void expect_results_of_any_version(std::size_t member, Query query) {
  expect_prefix<Struct>(member, query);
  expect_prefix<Struct>(sizeof(Later<Struct>), query);
  for (const std::size_t size : {std::size_t{0}, sizeof(std::size_t) - 1, std::size_t{4097}}) {
    Later<Struct> results = results_of<Struct>(size);
    EXPECT_EQ(query(&results.today), CW_INVALID_ARGUMENT) << size;
    EXPECT_NE(std::string(cw_last_error()).find(std::to_string(size)), std::string::npos) << cw_last_error();
  }
}

class Versions : public testing::Test {
 protected:
  Versions() {
    const std::int64_t dims[] = {4, 4};
    cw_machine_create("4x4", &machine_);
    cw_problem_create(machine_, 2, dims, nullptr, "nn", &problem_);
    cw_map(problem_, nullptr, &mapping_);
    cw_layout_parse("vec(4 1 2)[int]", &layout_);
  }
  ~Versions() override {
    cw_layout_free(layout_);
    cw_mapping_free(mapping_);
    cw_problem_free(problem_);
    cw_machine_free(machine_);
  }

  cw_machine* machine_ = nullptr;
  cw_problem* problem_ = nullptr;
  cw_mapping* mapping_ = nullptr;
  cw_layout* layout_ = nullptr;
};

TEST_F(Versions, ResultsAreWrittenAsFarAsTheCallerKnows) {
  expect_results_of_any_version<cw_cost>(offsetof(cw_cost, lower_bound),
                                         [&](cw_cost* cost) { return cw_mapping_cost(mapping_, cost); });
  expect_results_of_any_version<cw_cost>(offsetof(cw_cost, j_max),
                                         [&](cw_cost* cost) { return cw_mapping_level_cost(mapping_, 0, cost); });
  expect_results_of_any_version<cw_layout_functions>(
      offsetof(cw_layout_functions, unpack),
      [&](cw_layout_functions* functions) { return cw_layout_get_functions(layout_, functions); });
  expect_results_of_any_version<cw_layout_stats>(offsetof(cw_layout_stats, pack_kernel), [&](cw_layout_stats* stats) {
    return cw_layout_get_stats(layout_, stats);
  });
}

TEST_F(Versions, ResultsOfNetworksAreWrittenAsFarAsTheCallerKnows) {
  cw_network* network = nullptr;
  cw_job* job = nullptr;
  ASSERT_EQ(cw_network_create("torus:dims=2x2x2", &network), CW_OK) << cw_last_error();
  ASSERT_EQ(cw_job_place(network, nullptr, &job), CW_OK) << cw_last_error();
  expect_results_of_any_version<cw_network_info>(
      offsetof(cw_network_info, links), [&](cw_network_info* info) { return cw_network_get_info(network, info); });
  expect_results_of_any_version<cw_link>(offsetof(cw_link, bandwidth),
                                         [&](cw_link* link) { return cw_network_link(network, 0, link); });
  expect_results_of_any_version<cw_link_stats>(offsetof(cw_link_stats, classes),
                                               [&](cw_link_stats* stats) { return cw_job_stats(job, stats); });
  expect_results_of_any_version<cw_class_stats>(
      offsetof(cw_class_stats, most), [&](cw_class_stats* stats) { return cw_job_class_stats(job, 0, stats); });

  Later<cw_job_options> options = {CW_JOB_OPTIONS_INIT, {}};
  options.today.size = sizeof options;
  options.added[0] = 1;
  cw_job* later = nullptr;
  EXPECT_EQ(cw_job_place(network, &options.today, &later), CW_UNSUPPORTED);
  EXPECT_EQ(later, nullptr);
  cw_job_free(job);
  cw_network_free(network);
}

TEST_F(Versions, OptionsOfAnEarlierVersionHaveDefaults) {
  cw_mapping* mapping = nullptr;
  cw_map_options options = CW_MAP_OPTIONS_INIT;
  options.budget_seconds = -1;
  EXPECT_EQ(cw_map(problem_, &options, &mapping), CW_INVALID_ARGUMENT);
  options.size = offsetof(cw_map_options, budget_seconds);
  EXPECT_EQ(cw_map(problem_, &options, &mapping), CW_OK) << cw_last_error();
  cw_mapping_free(mapping);

  cw_layout* hinted = nullptr;
  cw_layout_options hints = CW_LAYOUT_OPTIONS_INIT;
  hints.count = -1;
  EXPECT_EQ(cw_layout_with_options(layout_, &hints, &hinted), CW_INVALID_ARGUMENT);
  hints.size = offsetof(cw_layout_options, count);
  EXPECT_EQ(cw_layout_with_options(layout_, &hints, &hinted), CW_OK) << cw_last_error();
  cw_layout_free(hinted);
}

TEST_F(Versions, OptionsOfALaterVersionAreRefusedWhenTheyAreSet) {
  Later<cw_map_options> options = {CW_MAP_OPTIONS_INIT, {}};
  options.today.size = sizeof options;
  cw_mapping* mapping = nullptr;
  EXPECT_EQ(cw_map(problem_, &options.today, &mapping), CW_OK) << cw_last_error();
  cw_mapping_free(mapping);

  Later<cw_layout_options> hints = {CW_LAYOUT_OPTIONS_INIT, {}};
  hints.today.size = sizeof hints;
  cw_layout* hinted = nullptr;
  EXPECT_EQ(cw_layout_with_options(layout_, &hints.today, &hinted), CW_OK) << cw_last_error();
  cw_layout_free(hinted);

  mapping = nullptr;
  hinted = nullptr;
  for (const std::size_t at : {std::size_t{0}, sizeof options.added - 1}) {
    options.added[at] = hints.added[at] = 1;
    EXPECT_EQ(cw_map(problem_, &options.today, &mapping), CW_UNSUPPORTED);
    EXPECT_NE(std::string(cw_last_error()).find(std::to_string(sizeof options)), std::string::npos) << cw_last_error();
    EXPECT_EQ(cw_layout_with_options(layout_, &hints.today, &hinted), CW_UNSUPPORTED);
    options.added[at] = hints.added[at] = 0;
  }
  EXPECT_EQ(mapping, nullptr);
  EXPECT_EQ(hinted, nullptr);
}

TEST_F(Versions, OptionsWithoutASizeAreRefused) {
  cw_mapping* mapping = nullptr;
  for (const std::size_t size : {std::size_t{0}, sizeof(std::size_t) - 1, std::size_t{4097}}) {
    cw_map_options options = CW_MAP_OPTIONS_INIT;
    options.size = size;
    EXPECT_EQ(cw_map(problem_, &options, &mapping), CW_INVALID_ARGUMENT) << size;
    EXPECT_NE(std::string(cw_last_error()).find(std::to_string(size)), std::string::npos) << cw_last_error();
  }
  EXPECT_EQ(mapping, nullptr);
}

TEST(Library, ReturnsItsVersionAndHowItWasBuilt) {
  EXPECT_EQ(cw_version(), CW_VERSION);
  const std::string info = cw_build_info();
  const std::string version = "Cartwright " + std::to_string(CW_VERSION_MAJOR) + '.' +
                              std::to_string(CW_VERSION_MINOR) + '.' + std::to_string(CW_VERSION_PATCH) + ',';
  EXPECT_EQ(info.find(version), 0U) << info;
#if defined(__clang__)
  EXPECT_NE(info.find("Clang " __clang_version__), std::string::npos) << info;
#elif defined(__GNUC__)
  EXPECT_NE(info.find("GCC " __VERSION__), std::string::npos) << info;
#endif
  EXPECT_NE(info.find(", AsmJit "), std::string::npos) << info;
  EXPECT_NE(info.find(", Scotch "), std::string::npos) << info;
}

}  // namespace
