// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/calibration.hpp"

#include "base/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace cartwright {
namespace {

record::Calibration example(const std::string& mpi) {
  return {.mpi = mpi,
          .date = "2026-11-26",
          .processes = 8,
          .hosts = 4,
          .checked = {{"bcast", record::Source::counted, 1e6, 1.01e6, true},
                      {"bcast", record::Source::tables, 1e6, 2e6, false},
                      {"scan", record::Source::tables, 1e6, 1e6, true},
                      {"iscan", record::Source::tables, 1e6, 3e6, false},
                      {"reduce", record::Source::assumed, 1e6, 3e6, false}}};
}

TEST(CollectivesCalibration, IsKeptForEachMpi) {
  const base::TemporaryFolder folder("cartwright-test");
  record::keep(example("MPICH 4.0.2"), folder.path());
  record::keep(example("Open MPI v4.1.4"), folder.path());
  EXPECT_EQ(record::kept_calibration(folder.path(), "MPICH 4.0.2"), example("MPICH 4.0.2"));
  EXPECT_EQ(record::kept_calibration(folder.path(), "Open MPI v4.1.4"), example("Open MPI v4.1.4"));
  EXPECT_EQ(record::kept_calibration(folder.path(), "MPICH 4.0.3"), std::nullopt);
  EXPECT_EQ(record::kept_calibration("", "MPICH 4.0.2"), std::nullopt);
  const auto kept = nlohmann::json::parse(std::ifstream(folder.path() / "collectives.json")).at("Open MPI v4.1.4");
  EXPECT_EQ(kept["date"], "2026-11-26");
  EXPECT_EQ(kept["processes"], 8);
  EXPECT_EQ(kept["hosts"], 4);
  EXPECT_EQ(kept["checked"].size(), 5U);
  EXPECT_EQ(kept["checked"][1],
            nlohmann::json::parse(R"({"function": "bcast", "source": "collectives, by the MPI's tables",
      "recorded": 1000000, "carried": 2000000, "agree": false})"));
}

TEST(CollectivesCalibration, RefutesOnlyTablesThatDiffer) {
  const record::Calibration calibration = example("MPICH 4.0.2");
  EXPECT_TRUE(calibration.refutes_tables("bcast"));
  EXPECT_FALSE(calibration.refutes_tables("scan"));
  EXPECT_TRUE(calibration.refutes_tables("scan", true));
  EXPECT_FALSE(calibration.refutes_tables("reduce"));
  EXPECT_FALSE(calibration.refutes_tables("gather"));
}

TEST(CollectivesCalibration, IgnoresFilesThatMakeNoSense) {
  const base::TemporaryFolder folder("cartwright-test");
  for (const char* const text :
       {"", "[]", "7", "{\"MPICH 4.0.2\": 7}", "{\"MPICH 4.0.2\": {\"date\": \"2026-11-26\", \"processes\": 1}}",
        R"({"MPICH 4.0.2": {"date": "x", "processes": 1, "hosts": 1, "checked": [{"function": "bcast"}]}})"}) {
    std::ofstream(folder.path() / "collectives.json") << text;
    EXPECT_EQ(record::kept_calibration(folder.path(), "MPICH 4.0.2"), std::nullopt) << text;
  }
  record::keep(example("MPICH 4.0.2"), folder.path());
  EXPECT_EQ(record::kept_calibration(folder.path(), "MPICH 4.0.2"), example("MPICH 4.0.2"));
}

}  // namespace
}  // namespace cartwright
