// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/backend.hpp"
#include "jit/executable.hpp"
#include "random_program.hpp"

namespace cartwright::jit {
namespace {

const Backend* x86_64() {
  for (const Backend* backend : backends())
    if (backend->name() == std::string("x86_64")) return backend;
  return nullptr;
}

/// Every combination of choices that code for this processor may be generated with.
std::vector<Tuning> all_tunings() {
  using Instructions = Tuning::Instructions;
  const Tuning best = x86_64()->default_tuning();
  std::vector<Tuning> all;
  for (const auto instructions : {Instructions::sse2, Instructions::avx2, Instructions::avx512}) {
    if (instructions > best.instructions) break;
    for (const int vector_bytes : {16, 32, 64}) {
      if (vector_bytes > 16 << static_cast<int>(instructions)) break;
      Tuning tuning;
      tuning.instructions = instructions;
      tuning.vector_bytes = vector_bytes;
      all.push_back(tuning);
      if (instructions != Instructions::avx512) continue;
      tuning.masked_blocks = true;
      all.push_back(tuning);
      tuning.permute = tuning.masked_stores = true;
      all.push_back(tuning);
    }
  }
  return all;
}

class X86_64 : public testing::Test {
 protected:
  void SetUp() override {
    if (x86_64() == nullptr) GTEST_SKIP() << "built without AsmJit";
    if (!x86_64()->native()) GTEST_SKIP() << "this is another processor";
  }
};

TEST_F(X86_64, MovesTheBytesOfTheReferenceAndNoOthers) {
  const std::vector<Tuning> tunings = all_tunings();
  int compiled = 0;
  constexpr int draws = 4000;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    RandomPrograms programs(seed);
    const Drawn drawn = programs.draw();
    const Tuning& tuning = tunings[seed % tunings.size()];
    SCOPED_TRACE(fmt::format("seed {}, vectors of {} bytes: {}", seed, tuning.vector_bytes, describe(drawn)));
    std::vector<std::byte> code;
    if (!x86_64()->emit(drawn.program, tuning, code)) continue;
    ASSERT_LE(code.size(), 20 * 1024);
    const auto placed = place(code);
    ASSERT_NE(placed, nullptr);
    expect_same_as_reference(drawn, programs.random(), placed->entry());
    ++compiled;
    if (HasFailure()) return;
  }
  EXPECT_GT(compiled, draws * 8 / 10);
}

}  // namespace
}  // namespace cartwright::jit
