// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/tuning.hpp"

#include "base/temporary_folder.hpp"
#include "jit/calibrate.hpp"
#include "jit/tuning_file.hpp"
#include "variables.hpp"

#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

namespace cartwright::jit {
namespace {

class TuningFileTest : public testing::Test {
 protected:
  static Tuning capable() {
    Tuning tuning;
    tuning.vector_bytes = 64;
    tuning.permute = tuning.masked_stores = tuning.masked_blocks = tuning.scatter = true;
    return tuning;
  }
  void put(const std::string& text) const { std::ofstream(TuningFile(folder_).path()) << text; }

  base::TemporaryFolder temporary_;
  std::string folder_ = temporary_.path() / "below/it";
};

TEST_F(TuningFileTest, ReadsTheWrittenOptions) {
  Tuning tuning = capable();
  tuning.vector_bytes = 32;
  tuning.masked_stores = false;
  tuning.string_bytes = 16384;
  tuning.far_string = true;
  const TuningFile file(folder_);
  EXPECT_EQ(file.read(capable()), std::nullopt);
  file.write(tuning);
  EXPECT_EQ(file.read(capable()), tuning);
  nlohmann::json written = nlohmann::json::parse(std::ifstream(file.path()));
  written.erase("processor");
  EXPECT_EQ(written, nlohmann::json::parse(R"({"vector_bytes": 32, "permute": true, "masked_stores": false,
      "masked_blocks": true, "scatter": true, "string_bytes": 16384, "far_string": true})"));
}

TEST_F(TuningFileTest, NeverAllowsUnsupportedOptions) {
  const TuningFile file(folder_);
  file.write(capable());
  Tuning lesser;
  EXPECT_EQ(file.read(lesser), std::nullopt);
  lesser.vector_bytes = 64;
  EXPECT_EQ(file.read(lesser), lesser);
}

TEST_F(TuningFileTest, IsIgnoredIfItIsNotUnderstood) {
  const TuningFile file(folder_);
  file.write(capable());
  std::string good;
  {
    std::ifstream in(file.path());
    good.assign(std::istreambuf_iterator<char>(in), {});
  }
  for (std::size_t length = 0; length + 2 < good.size(); length += 7) {
    put(good.substr(0, length));
    EXPECT_EQ(file.read(capable()), std::nullopt) << length;
  }
  for (const char* text : {"", "[]", "{}", "null", "{\"vector_bytes\": 1e99}"}) {
    put(text);
    EXPECT_EQ(file.read(capable()), std::nullopt) << text;
  }
  std::string other = good;
  other.replace(other.find("\"vector_bytes\": 64"), 18, "\"vector_bytes\": 63");
  put(other);
  EXPECT_EQ(file.read(capable()), std::nullopt);
}

TEST_F(TuningFileTest, IsMissingWithoutAFolderOrIfItCannotBeCreated) {
  for (const char* folder : {"", "/proc/nowhere"}) {
    const TuningFile file(folder);
    file.write(capable());
    EXPECT_EQ(file.read(capable()), std::nullopt);
  }
}

TEST(CacheFolder, FollowsTheXdgVariablesAndHome) {
  const auto folder = [](const Variables& set) { return base::cache_folder(set); };
  EXPECT_EQ(folder({{"XDG_CACHE_HOME", "/big/cache"}, {"HOME", "/home/u"}}), "/big/cache/cartwright");
  EXPECT_EQ(folder({{"HOME", "/home/u"}}), "/home/u/.cache/cartwright");
  EXPECT_EQ(folder({{"XDG_CACHE_HOME", ""}, {"HOME", "/home/u"}}), "/home/u/.cache/cartwright");
  EXPECT_EQ(folder({{"XDG_CACHE_HOME", "relative"}, {"HOME", "/home/u"}}), "/home/u/.cache/cartwright");
  EXPECT_EQ(folder({}), "");
}

TEST(Calibration, ChoosesAmongSupportedOptions) {
  const Backend* backend = native_backend();
  if (backend == nullptr) GTEST_SKIP() << "nothing generates code here";
  const Tuning best = backend->default_tuning();
  const Tuning chosen = calibrate(*backend);
  EXPECT_EQ(chosen.instructions, best.instructions);
  EXPECT_LE(chosen.vector_bytes, best.vector_bytes);
  EXPECT_LE(chosen.permute, best.permute);
  EXPECT_LE(chosen.masked_stores, best.masked_stores);
  EXPECT_LE(chosen.masked_blocks, best.masked_blocks);
}

TEST(Calibration, RunsOnceForConcurrentThreads) {
  std::vector<const Tuning*> seen(8);
  {
    std::vector<std::jthread> threads;
    for (const Tuning*& one : seen) threads.emplace_back([&one] { one = &tuning(); });
  }
  for (const Tuning* one : seen) EXPECT_EQ(one, &tuning());
}

TEST(Calibration, MeasuresFarDataWhenItComes) {
  if (native_backend() == nullptr) GTEST_SKIP() << "no code generator for this processor";
  const Tuning before = tuning();
  Tuning without = before;
  without.far_string.reset();
  set_tuning(without);
  EXPECT_EQ(tuning(without.far_bytes - 1), without);
  const Tuning with = tuning(without.far_bytes);
  EXPECT_TRUE(with.far_string.has_value());
  EXPECT_EQ(tuning(), with);
  without.far_string = with.far_string;
  EXPECT_EQ(with, without);
  set_tuning(before);
}

TEST(Calibration, CanBeReplacedForTests) {
  const Tuning before = tuning();
  Tuning other = before;
  other.string_bytes = 123456;
  set_tuning(other);
  EXPECT_EQ(tuning(), other);
  set_tuning(before);
  EXPECT_EQ(tuning(), before);
}

}  // namespace
}  // namespace cartwright::jit
