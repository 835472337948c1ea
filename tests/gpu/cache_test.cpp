// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Translated kernels in files, and kernels that are chosen by measurement.
#include "gpu/cache.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/random.hpp"
#include "base/temporary_folder.hpp"
#include "gpu.hpp"
#include "gpu/kernel.hpp"
#include "gpu/kernel_trial.hpp"
#include "gpu/module.hpp"
#include "gpu/worker_thread.hpp"
#include "jit/kernels.hpp"
#include "variables.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cartwright::gpu {
namespace {

namespace fs = std::filesystem;

const CubinKey a_key{"some text", 12000, 70};

void put(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

TEST(CubinFiles, AreReadAsTheyWereWritten) {
  const base::TemporaryFolder folder;
  const CubinFiles files(folder.path() / "new");
  EXPECT_FALSE(files.read(a_key));
  const std::string cubin("\177ELF\0\n\0 cubin", 14);
  files.write(a_key, cubin);
  EXPECT_EQ(files.read(a_key), cubin);
  files.write(a_key, "another");
  EXPECT_EQ(files.read(a_key), "another");
  EXPECT_FALSE(files.read({"some text", 12010, 70}));
  EXPECT_FALSE(files.read({"some text", 12000, 90}));
  EXPECT_FALSE(files.read({"other text", 12000, 70}));
  const CubinFiles none("");
  none.write(a_key, cubin);
  EXPECT_FALSE(none.read(a_key));
}

/// One wrong byte, or a file that ends early, is found wherever it is.
TEST(CubinFiles, AreIgnoredWhenTheyAreDamaged) {
  const base::TemporaryFolder folder;
  const CubinFiles files(folder.path());
  base::Random random(1);
  std::string cubin(300, ' ');
  for (char& one : cubin) one = static_cast<char>(random.next());
  files.write(a_key, cubin);
  const std::string path = files.path(a_key);
  const std::string whole = base::read_file(path);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] ^= static_cast<char>(1 << random.below(8));
    put(path, damaged);
    ASSERT_FALSE(files.read(a_key)) << "byte " << at;
    put(path, whole.substr(0, at));
    ASSERT_FALSE(files.read(a_key)) << "the first " << at << " bytes";
  }
  put(path, whole + " ");
  EXPECT_FALSE(files.read(a_key));
  // The file of another kernel under this name.
  const CubinKey other{"other text", 12000, 70};
  files.write(other, cubin);
  fs::copy_file(files.path(other), path, fs::copy_options::overwrite_existing);
  EXPECT_FALSE(files.read(a_key));
  files.write(a_key, cubin);
  EXPECT_EQ(files.read(a_key), cubin);
}

TEST(CubinFiles, TakeABoundedAmountOfSpace) {
  const base::TemporaryFolder folder;
  const CubinFiles files(folder.path(), 10'000);
  put(folder.path() / "another file", std::string(20'000, ' '));
  const auto key = [](const std::string& text) { return CubinKey{text, 12000, 70}; };
  for (int i = 0; i < 30; ++i) {
    const std::string text = fmt::format("kernel {}", i);
    files.write(key(text), std::string(900, 'x'));
    fs::last_write_time(files.path(key(text)), fs::file_time_type::clock::now() - std::chrono::hours(100 - i));
    EXPECT_TRUE(files.read(key(text)));
  }
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder.path())) bytes += entry.file_size();
  EXPECT_LE(bytes, 30'000U);
  EXPECT_FALSE(files.read(key("kernel 0")));
  EXPECT_TRUE(fs::exists(folder.path() / "another file"));
}

/// Sets the cache folder, and none at the end.
class Folder {
 public:
  Folder() { set_cache_folder(Variables{{"CARTWRIGHT_GPU_CACHE", temporary_.path().string()}}); }
  ~Folder() {
    WorkerThread::get().wait();
    set_cache_folder(Variables{{"CARTWRIGHT_GPU_CACHE", "off"}});
  }
  Folder(const Folder&) = delete;
  fs::path path() const { return temporary_.path(); }

 private:
  base::TemporaryFolder temporary_;
};

TEST(CacheFolder, IsSetByItsVariableOrThatOfTheSystem) {
  set_cache_folder(Variables{{"XDG_CACHE_HOME", "/x"}, {"HOME", "/h"}});
  EXPECT_EQ(cache_folder(), "/x/cartwright");
  set_cache_folder(Variables{{"CARTWRIGHT_GPU_CACHE", ""}, {"HOME", "/h"}});
  EXPECT_EQ(cache_folder(), "/h/.cache/cartwright");
  set_cache_folder(Variables{{"CARTWRIGHT_GPU_CACHE", "/mine"}, {"HOME", "/h"}});
  EXPECT_EQ(cache_folder(), "/mine");
  set_cache_folder(Variables{{"CARTWRIGHT_GPU_CACHE", "off"}, {"HOME", "/h"}});
  EXPECT_EQ(cache_folder(), "");
}

class KeptKernels : public GpuTest {
 protected:
  /// The texts that the pretended driver has translated. A real one does not say.
  static std::optional<int> translations() {
    void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    const auto count =
        library == nullptr ? nullptr : reinterpret_cast<int (*)(int*)>(dlsym(library, "fake_cuda_translations"));
    if (count == nullptr) return std::nullopt;
    int all = 0;
    count(&all);
    return all;
  }
  static void expect_more(std::optional<int> before, int more) {
    if (before) {
      EXPECT_EQ(translations(), *before + more);
    }
  }

  static std::vector<fs::path> cubins(const Folder& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder.path()))
      if (entry.path().filename().string().starts_with("cubin-")) found.push_back(entry.path());
    return found;
  }
};

TEST_F(KeptKernels, AreTranslatedOnce) {
  const Folder folder;
  const Current context(stream_);
  const std::string ptx = jit::batch_ptx();
  const std::optional<int> before = translations();
  EXPECT_NE(load(ptx, "cw_jobs"), nullptr);
  ASSERT_EQ(cubins(folder).size(), 1U);
  expect_more(before, 1);
  EXPECT_NE(load(ptx, "cw_batch"), nullptr);
  expect_more(before, 1);

  // A damaged file is made again.
  const std::string whole = base::read_file(cubins(folder)[0]);
  put(cubins(folder)[0], whole.substr(0, whole.size() - 7));
  EXPECT_NE(load(ptx, "cw_jobs"), nullptr);
  expect_more(before, 2);
  EXPECT_EQ(base::read_file(cubins(folder)[0]), whole);
}

/// A file that is whole, but which the driver does not load.
TEST_F(KeptKernels, AreReplacedIfTheDriverRefusesThem) {
  const Folder folder;
  const Current context(stream_);
  const std::string ptx = jit::batch_ptx();
  load(ptx, "cw_jobs");
  const std::string whole = base::read_file(cubins(folder)[0]);
  int version = 0;
  driver().cuDriverGetVersion(&version);
  const std::size_t at = whole.find("capability ") + 11;
  const CubinKey key{ptx, version, std::stoi(whole.substr(at))};
  const CubinFiles files(folder.path());
  ASSERT_TRUE(files.read(key));
  files.write(key, "no kernel");
  EXPECT_NE(load(ptx, "cw_jobs"), nullptr);
  EXPECT_EQ(base::read_file(cubins(folder)[0]), whole);
}

TEST_F(KeptKernels, AreNotKeptIfTheyAreWrong) {
  const Folder folder;
  const Current context(stream_);
  EXPECT_THROW(load(".version 6.4\n.target sm_70\n.address_size 64\nnonsense\n", "one"), base::Error);
  EXPECT_TRUE(cubins(folder).empty());
}

/// Work on a stream that takes a time: copies of some bytes.
class Contests : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (gpu_available()) memory_ = std::make_unique<OnGpu>(gpu(), std::vector<std::byte>(2 * bytes));
  }
  void TearDown() override {
    memory_.reset();
    GpuTest::TearDown();
  }
  static bool gpu_available() { return Gpu::get() != nullptr; }

  /// Runs a contest until it ends, or for many rounds. One side does `times` as much work.
  void run(KernelTrial& contest, KernelTrial::Choice slow, int times) {
    const Current context(stream_);
    for (int round = 0; round < 200 && !contest.decided(); ++round) {
      contest.run(stream_, 1, [&](KernelTrial::Choice side) {
        for (int i = 0; i < (side == slow ? times : 1); ++i)
          start_copy(memory_->pointer(), memory_->pointer() + bytes, bytes, stream_);
      });
      ASSERT_EQ(gpu().wait(stream_), 0);
    }
  }

  static constexpr std::size_t bytes = 1 << 20;
  std::unique_ptr<OnGpu> memory_;
};

TEST_F(Contests, AreWonByTheFasterKernel) {
  const Current context(stream_);
  for (const KernelTrial::Choice slow : {KernelTrial::Choice::batch, KernelTrial::Choice::own}) {
    const bool own_wins = slow == KernelTrial::Choice::batch;
    int results = 0;
    KernelTrial contest(std::nullopt, 1, [&](bool own, double ratio) {
      ++results;
      EXPECT_EQ(own, own_wins);
      EXPECT_EQ(ratio < 1, own_wins) << ratio;
    });
    run(contest, slow, 200);
    ASSERT_TRUE(contest.decided());
    EXPECT_EQ(contest.own_won(), own_wins);
    EXPECT_EQ(results, 1);
  }
}

TEST_F(Contests, AreNotRunAgain) {
  for (const bool own : {false, true}) {
    const KernelTrial contest(own, 1, [](bool, double) { ADD_FAILURE() << "measured again"; });
    EXPECT_TRUE(contest.decided());
    EXPECT_EQ(contest.own_won(), own);
  }
}

TEST(KernelChoices, AreKept) {
  const Folder folder;
  EXPECT_TRUE(cached_choices("one").empty());
  keep_choice("one", 3, true, 0.5);
  keep_choice("one", 10, false, 1.25);
  keep_choice("two", 3, false, 1);
  EXPECT_EQ(cached_choices("one"), (KernelChoices{{3, true}, {10, false}}));
  EXPECT_EQ(cached_choices("two"), (KernelChoices{{3, false}}));
  // Damaged files are ignored, and begun anew.
  for (const char* text : {"", "{", "[]", "{\"winners\": 3}"}) {
    for (const auto& entry : fs::directory_iterator(folder.path())) put(entry.path(), text);
    EXPECT_TRUE(cached_choices("one").empty()) << text;
    keep_choice("one", 4, true, 0.5);
    EXPECT_EQ(cached_choices("one"), (KernelChoices{{4, true}})) << text;
  }
  std::string whole;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    whole = base::read_file(entry.path());
    for (const std::string wrong : {"\"true\"", "7", "null"}) {
      std::string text = whole;
      put(entry.path(), text.replace(text.find("true"), 4, wrong));
      EXPECT_TRUE(cached_choices("one").empty()) << wrong;
    }
  }
}

TEST_F(Contests, AreUndecidedUntilTheCallsHaveEnded) {
  const Current context(stream_);
  KernelTrial contest(std::nullopt, 7, [](bool, double) {});
  int own = 0;
  int batch = 0;
  const auto count = [&](KernelTrial::Choice side) { ++(side == KernelTrial::Choice::own ? own : batch); };
  for (int i = 0; i < 5; ++i) contest.run(stream_, 8, count);  // another number of turns
  EXPECT_EQ(own, 0);
  gpu().capture(stream_, 1, [&] { contest.run(stream_, 7, count); });
  EXPECT_EQ(own, 0);
  EXPECT_EQ(batch, 6);
  for (int i = 0; i < 12; ++i) contest.run(stream_, 7, count);
  EXPECT_EQ(own, 6);
  EXPECT_FALSE(contest.decided());
  gpu().capture(stream_, 1, [&] { contest.run(stream_, 7, count); });  // asks for no event
  EXPECT_FALSE(contest.decided());
  ASSERT_EQ(gpu().wait(stream_), 0);
  contest.run(stream_, 7, count);
  EXPECT_TRUE(contest.decided());
}

/// The kernel of batches serves until the thread has made another one, then both take turns, then one stays. All move
/// the same bytes.
TEST_F(Contests, DecideHowALayoutIsPacked) {
  const Folder folder;
  constexpr std::int64_t count = 100;
  constexpr std::int64_t block = 1000;
  const jit::Program program = jit::repeat(datatype::make_block(block), 1040, jit::Direction::pack);
  Kernel kernel(program);
  base::Random random(3);
  std::vector<std::byte> data(count * 1040);
  for (std::byte& one : data) one = static_cast<std::byte>(random.next());
  std::vector<std::byte> expected(count * block);
  jit::run_reference(program, expected.data(), data.data(), count, nullptr);
  const OnGpu from(gpu(), data);
  const Current context(stream_);
  for (int call = 0; call < 60; ++call) {
    if (call % 20 == 16) WorkerThread::get().wait();
    const OnGpu to(gpu(), std::vector<std::byte>(expected.size()));
    kernel.run(context, to.address(), from.address(), count, stream_);
    ASSERT_EQ(gpu().wait(stream_), 0);
    ASSERT_EQ(to.bytes(), expected) << "call " << call;
  }
  WorkerThread::get().wait();
  bool kept = false;
  for (const auto& entry : fs::directory_iterator(folder.path()))
    kept = kept || entry.path().filename().string().starts_with("gpu-kernels-");
  EXPECT_TRUE(kept);
}

/// A thread translates while a stream is captured.
TEST_F(Contests, DoNotDisturbCaptures) {
  const jit::Program program = jit::repeat(datatype::make_block(96), 112, jit::Direction::pack);
  constexpr std::int64_t count = 1000;
  Kernel kernel(program);
  const OnGpu from(gpu(), std::vector<std::byte>(count * 112));
  const OnGpu to(gpu(), std::vector<std::byte>(count * 96));
  const Current context(stream_);
  kernel.prepare(context, stream_);
  Kernel other(program);
  for (int call = 0; call < 15; ++call) other.run(context, to.address(), from.address(), count, stream_);
  ASSERT_EQ(gpu().wait(stream_), 0);
  gpu().capture(stream_, 2, [&] {
    other.run(context, to.address(), from.address(), count, stream_);  // the sixteenth use
    WorkerThread::get().wait();
    other.run(context, to.address(), from.address(), count, stream_);
    kernel.run(context, to.address(), from.address(), count, stream_);
  });
}

}  // namespace
}  // namespace cartwright::gpu
