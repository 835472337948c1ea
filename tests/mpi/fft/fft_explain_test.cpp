// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_plan.hpp"

#include "fixture.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

// The diagnostics of a plan: explanation, times, wisdom.

namespace fft_test {
namespace {

bool same_everywhere(const std::string& text, MPI_Comm comm) {
  int size = static_cast<int>(text.size());
  MPI_Bcast(&size, 1, MPI_INT, 0, comm);
  std::string first = text;
  first.resize(static_cast<std::size_t>(size));
  MPI_Bcast(first.data(), size, MPI_CHAR, 0, comm);
  int same = first == text;
  MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPI_INT, MPI_MIN, comm);
  return same == 1;
}

TEST(Explanation, NamesGridOrderAndMethod) {
  const QuietComm world;
  Problem problem = fourier({16, 12, 20});
  problem.grid = {1, size_of(world)};
  problem.method = "alltoallw";
  problem.order = "row-major";
  const Plan plan(world, problem);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  const std::string text = cw_fft_explain(plan);
  EXPECT_NE(text.find("1x" + std::to_string(size_of(world))), std::string::npos) << text;
  EXPECT_TRUE(size_of(world) == 1 || text.find("alltoallw") != std::string::npos) << text;
  EXPECT_TRUE(same_everywhere(text, world));
  EXPECT_TRUE(same_everywhere(cw_fft_explain_json(plan), world));
  const nlohmann::json json = nlohmann::json::parse(cw_fft_explain_json(plan), nullptr, false);
  ASSERT_TRUE(json.is_object()) << cw_fft_explain_json(plan);
  EXPECT_NE(text.find("; transformed by " + json["backend"].get<std::string>() + ";"), std::string::npos) << text;
}

/// Every method that is possible has the predicted time of this transpose, the chosen one too, and none of these is
/// less.
TEST(Explanation, ComparesTransposesWithTransposes) {
  const QuietComm world;
  Problem problem = fourier({16, 12, 20});
  problem.grid = {size_of(world)};
  const Plan plan(world, problem);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  std::istringstream text(cw_fft_explain(plan));
  const nlohmann::json transpose = nlohmann::json::parse(cw_fft_explain_json(plan))["transposes"][0];
  double chosen = 0;
  for (const nlohmann::json& candidate : transpose["candidates"])
    if (candidate["method"] == transpose["method"]) chosen = candidate["predicted_seconds"];
  EXPECT_GT(chosen, 0);
  std::size_t possible = 0;
  for (const nlohmann::json& candidate : transpose["candidates"])
    if (candidate.contains("predicted_seconds")) {
      EXPECT_GE(candidate["predicted_seconds"], chosen);
      ++possible;
    }
  std::size_t said = 0;
  for (std::string line; std::getline(text, line);)
    if (std::regex_search(line, std::regex("modeled [^ ]+ [mu]?s for this transpose"))) ++said;
  EXPECT_EQ(said, possible) << cw_fft_explain(plan);
  const std::regex obtained(
      "costs: .* Gflop/s \\((measured|assumed in part: the machine was busy)\\); links.* \\((assumed|measured)\\)\n");
  EXPECT_TRUE(std::regex_search(cw_fft_explain(plan), obtained)) << cw_fft_explain(plan);
}

TEST(Times, CountTransformsAndTheirParts) {
  const QuietComm world;
  const Plan plan(world, fourier({32, 32, 32}));
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  Buffer memory(plan.buffer_bytes(), CW_FFT_DOUBLE);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(cw_fft_forward(plan, memory.data(), memory.data()), CW_OK);
  EXPECT_EQ(cw_fft_backward_start(plan, memory.data(), memory.data()), CW_OK);
  EXPECT_EQ(cw_fft_finish(plan), CW_OK);
  cw_fft_times times = {};
  times.size = sizeof times;
  ASSERT_EQ(cw_fft_plan_times(plan, &times), CW_OK) << cw_last_error();
  EXPECT_EQ(times.forward, 3);
  EXPECT_EQ(times.backward, 1);
  EXPECT_GT(times.fft, 0);
  for (const double part : {times.pack, times.copy, times.wait}) EXPECT_GE(part, 0);
  EXPECT_LE(times.fft + times.pack + times.copy + times.wait, times.total * 1.001);
  EXPECT_EQ(cw_fft_reset_times(plan), CW_OK);
  ASSERT_EQ(cw_fft_plan_times(plan, &times), CW_OK);
  EXPECT_EQ(times.forward + times.backward, 0);
  EXPECT_EQ(times.total + times.fft + times.pack + times.copy + times.wait, 0);
}

TEST(Library, ReturnsItsVersionAndHowItWasBuilt) {
  EXPECT_EQ(cw_fft_version(), CW_VERSION);
  const std::string info = cw_fft_build_info();
  EXPECT_NE(info.find(", " CARTWRIGHT_FFT_BACKENDS), std::string::npos) << info;
  EXPECT_NE(info.find("MPI"), std::string::npos) << info;
}

TEST(Wisdom, IsSavedAndLoaded) {
  const QuietComm world;
  Problem problem = fourier({24, 20, 18});
  problem.effort = CW_FFT_MEASURE;
  const Plan plan(world, problem);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("cartwright_fft_wisdom." + std::to_string(getpid()) + "." + std::to_string(rank_in(world)));
  ASSERT_EQ(cw_fft_wisdom_save(path.c_str()), CW_OK) << cw_last_error();
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string library = nlohmann::json::parse(cw_fft_explain_json(plan))["backend"];
  EXPECT_NE(text.str().find(library == "FFTW" ? "fftw_wisdom" : library), std::string::npos) << text.str();
  EXPECT_EQ(cw_fft_wisdom_load(path.c_str()), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_wisdom_load("/dev/zero"), CW_IO) << "it never ends";
  // What FFTW does not understand is refused; the wisdom of another library has no effect.
  std::ofstream(path) << R"({"library": "FFTW", "wisdom": {"double": "(damaged"}})";
  EXPECT_EQ(cw_fft_wisdom_load(path.c_str()), library == "FFTW" ? CW_PARSE : CW_OK) << cw_last_error();
  std::ofstream(path) << R"({"library": "pocketfft", "wisdom": {"double": ""}})";
  EXPECT_EQ(cw_fft_wisdom_load(path.c_str()), CW_OK) << cw_last_error();
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace fft_test
