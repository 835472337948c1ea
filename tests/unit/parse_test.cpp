// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/parse.hpp"

#include "base/text.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

namespace cartwright {
namespace {

TEST(MpiName, IsTheFirstPartOfTheVersionOfItsLibrary) {
  EXPECT_EQ(base::mpi_name("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4"), "Open MPI v4.1.4");
  EXPECT_EQ(base::mpi_name("MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr"), "MPICH Version: 4.0.2");
  EXPECT_EQ(base::mpi_name(""), "");
}

/// The status and the message of the Error that `action` throws.
std::pair<base::Status, std::string> failure(const std::function<void()>& action) {
  try {
    action();
  } catch (const base::Error& error) {
    return {error.status(), error.what()};
  }
  return {base::Status::ok, ""};
}

base::Status dims_failure(std::string_view text) {
  return failure([&] { grid::parse_dims(text); }).first;
}

base::Status stencil_failure(std::string_view text, std::size_t ndims = 2) {
  return failure([&] { grid::parse_stencil(text, ndims); }).first;
}

base::Status file_failure(std::string_view contents, std::size_t ndims = 2) {
  return failure([&] { grid::parse_stencil_file(contents, ndims); }).first;
}

void expect_offsets(const grid::Stencil& stencil, const std::vector<grid::Offset>& expected) {
  ASSERT_EQ(stencil.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(stencil.offsets()[i].delta, expected[i].delta) << i;
    EXPECT_EQ(stencil.offsets()[i].weight, expected[i].weight) << i;
  }
}

TEST(ParseDims, ReadsProductsOfUpTo16Sizes) {
  EXPECT_EQ(grid::parse_dims("50x48"), (grid::Coords{50, 48}));
  EXPECT_EQ(grid::parse_dims(" 2400\n"), grid::Coords{2400});
  EXPECT_EQ(grid::parse_dims("0x48"), (grid::Coords{0, 48}));
  EXPECT_EQ(grid::parse_dims("9223372036854775807"), grid::Coords{INT64_MAX});
  EXPECT_EQ(grid::parse_dims("2x2x2x2x2x2x2x2x2x2").size(), 10U);
  EXPECT_EQ(grid::parse_dims("1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1").size(), 16U);
}

TEST(ParseDims, RefusesTheRest) {
  for (const char* text : {"", "x", "50x", "x48", "50xx48", "50X48", "50 x48", "5e1x48", "0x1f", "+5", "50x48.0", "nan",
                           "50,48", "\xff\xfe"})
    EXPECT_EQ(dims_failure(text), base::Status::parse) << text;
  EXPECT_EQ(dims_failure(std::string_view("5\0x4", 4)), base::Status::parse);
  EXPECT_EQ(dims_failure("-50x48"), base::Status::invalid_argument);
  EXPECT_EQ(dims_failure("9223372036854775808"), base::Status::overflow);
  EXPECT_EQ(dims_failure("99999999999999999999999999x2"), base::Status::overflow);
  EXPECT_EQ(dims_failure("1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1"), base::Status::unsupported);
}

TEST(ParseDims, ProductsPast63BitsAreRefusedByTheGrid) {
  EXPECT_EQ(grid::Grid(grid::parse_dims("2147483648x2147483648")).size(), std::int64_t{1} << 62);
  EXPECT_EQ(failure([] { grid::Grid(grid::parse_dims("4294967296x2147483648")); }).first, base::Status::overflow);
  EXPECT_EQ(failure([] { grid::Grid(grid::parse_dims("0x48")); }).first, base::Status::invalid_argument);
}

TEST(ParsePeriods, OneEntryPerDimension) {
  using Periods = base::FixedVector<bool, grid::max_dims>;
  EXPECT_EQ(grid::parse_periods("1,0", 2), (Periods{true, false}));
  EXPECT_EQ(grid::parse_periods("", 3), (Periods{false, false, false}));
  EXPECT_EQ(grid::parse_periods("", 0).size(), 0U);
  for (const char* text : {"1", "1,0,1", "2,0", "1,", ",", "yes,no", "-1,0", "1, 0"})
    EXPECT_NE(failure([&] { grid::parse_periods(text, 2); }).first, base::Status::ok) << text;
}

TEST(ParseStencil, KnowsTheNamesOfThePapers) {
  EXPECT_EQ(grid::parse_stencil("nn", 2).size(), 4U);
  EXPECT_EQ(grid::parse_stencil("component", 3).size(), 4U);
  EXPECT_EQ(grid::parse_stencil("hops", 2).size(), 8U);
  EXPECT_EQ(grid::parse_stencil("moore", 3).size(), 26U);
  EXPECT_EQ(grid::parse_stencil("nn", 0).size(), 0U);
  EXPECT_EQ(grid::parse_stencil("moore", 10).size(), 59048U);
  EXPECT_EQ(stencil_failure("moore", 16), base::Status::unsupported);
}

TEST(ParseStencil, ReadsOffsetsWithWeights) {
  expect_offsets(grid::parse_stencil("1,0;-1,0; 0,1:2.5 ;0,-3:1e3", 2),
                 {{{1, 0}}, {{-1, 0}}, {{0, 1}, 2.5}, {{0, -3}, 1000.0}});
  expect_offsets(grid::parse_stencil("1;-1", 1), {{{1}}, {{-1}}});
  expect_offsets(grid::parse_stencil("0,0:0", 2), {{{0, 0}, 0.0}});
}

TEST(ParseStencil, RefusesTextThatIsNotANumber) {
  for (const char* text : {"1,0:nan", "1,0:inf", "1,0:-inf", "1,0:", "1,0:1:2", "1,0:0x10", "1,;0,1", "1,0;",
                           "1,0;;0,1", "1.5,0", "+1,0", "-", "1 0"})
    EXPECT_EQ(stencil_failure(text), base::Status::parse) << text;
  EXPECT_EQ(stencil_failure(""), base::Status::parse);
}

TEST(ParseStencil, RefusesNumbersOutOfRange) {
  EXPECT_EQ(stencil_failure("1,0:-2"), base::Status::invalid_argument);
  EXPECT_EQ(stencil_failure("1,0:1e999"), base::Status::overflow);
  EXPECT_EQ(stencil_failure("1,0:1e101"), base::Status::overflow);
  EXPECT_EQ(stencil_failure("9223372036854775808,0"), base::Status::overflow);
  EXPECT_EQ(stencil_failure("-9223372036854775808,0"), base::Status::overflow);
  EXPECT_EQ(stencil_failure("1,0,0"), base::Status::invalid_argument);
  EXPECT_EQ(stencil_failure("1"), base::Status::invalid_argument);
  EXPECT_EQ(stencil_failure("1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", 16), base::Status::unsupported);
}

TEST(ParseStencil, NamesTheChoicesWhenAFileIsMissing) {
  const auto [status, message] = failure([] { grid::parse_stencil("moor", 2); });
  EXPECT_EQ(status, base::Status::io);
  EXPECT_NE(message.find("nn, component, hops, moore"), std::string::npos) << message;
}

TEST(ParseStencil, ReadsAFile) {
  const auto path = std::filesystem::temp_directory_path() / "cartwright_parse_test.stencil";
  std::ofstream(path) << "# five points\n1,0\n-1,0  # back\n\n0,1:4\r\n0,-1:4";
  expect_offsets(grid::parse_stencil(path.string(), 2), {{{1, 0}}, {{-1, 0}}, {{0, 1}, 4.0}, {{0, -1}, 4.0}});
  std::filesystem::remove(path);
}

TEST(ParseStencilFile, ReadsJson) {
  expect_offsets(grid::parse_stencil_file(R"({"offsets": [{"delta": [1, 0], "weight": 2}, {"delta": [0, -3]}]})", 2),
                 {{{1, 0}, 2.0}, {{0, -3}}});
}

TEST(ParseStencilFile, RefusesOtherJson) {
  for (const char* text :
       {"{", "{}", R"({"offsets": 3})", R"({"offsets": []})", R"({"offsets": [[1, 0]]})",
        R"({"offsets": [{"delta": "1,0"}]})", R"({"offsets": [{"delta": [1.5, 0]}]})",
        R"({"offsets": [{"delta": [1, 0], "wieght": 2}]})", R"({"offsets": [{"delta": [1, 0], "weight": NaN}]})",
        R"({"offsets": [{"delta": [1, 0], "weight": 1e999}]})", R"({"offsets": [{"delta": [1, 0], "weight": null}]})",
        R"({"offsets": [], "more": 1})"})
    EXPECT_EQ(file_failure(text), base::Status::parse) << text;
  EXPECT_EQ(file_failure(R"({"offsets": [{"delta": [1, 0], "weight": -1}]})"), base::Status::invalid_argument);
  EXPECT_EQ(file_failure(R"({"offsets": [{"delta": [9223372036854775808, 0]}]})"), base::Status::overflow);
}

TEST(ParseStencilFile, RefusesEmptyBinaryAndDeepContents) {
  EXPECT_EQ(file_failure(""), base::Status::parse);
  EXPECT_EQ(file_failure("# nothing\n\n"), base::Status::parse);
  EXPECT_EQ(file_failure(std::string("\x7f"
                                     "ELF\0\1\2",
                                     7)),
            base::Status::parse);
  EXPECT_EQ(file_failure("{\"offsets\":" + std::string(1 << 20, '[')), base::Status::parse);
}

TEST(ParseStencilFile, SaysInWhichLineTheErrorIs) {
  const std::string message = failure([] { grid::parse_stencil_file("1,0\n\n1,zero\n", 2); }).second;
  EXPECT_NE(message.find("line 3"), std::string::npos) << message;
}

TEST(ParseStencilFile, RefusesMoreOffsetsThanAnyStencilHas) {
  std::string contents;
  for (int i = 0; i < 65537; ++i) contents += "1,0\n";
  EXPECT_EQ(file_failure(contents), base::Status::unsupported);
}

}  // namespace
}  // namespace cartwright
