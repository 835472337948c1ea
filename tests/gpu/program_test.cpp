// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Random programs on the GPU, by both kinds of kernels, compared with the slow reference.
#include "gpu.hpp"
#include "gpu/kernel.hpp"
#include "gpu/module.hpp"
#include "random_program.hpp"

#include <cstdlib>

namespace cartwright::jit {
namespace {

using device::Address;

/// The source and the target of a program, on the host and on the GPU, and the table.
class Case {
 public:
  Case(const Gpu& gpu, const Drawn& drawn, base::Random& random)
      : spans_(drawn.spans()),
        source_(filled(spans_.from.size(), random)),
        expected_(filled(spans_.to.size(), random)),
        from_(gpu, source_, static_cast<std::size_t>(random.below(2) == 0 ? 0 : random.below(17))),
        to_(gpu, expected_, static_cast<std::size_t>(random.below(2) == 0 ? 0 : random.below(17))),
        table_(gpu, std::span(static_cast<const std::byte*>(drawn.table()), table_bytes(drawn))) {
    run_reference(drawn.program, expected_.data() - spans_.to.lowest, source_.data() - spans_.from.lowest, drawn.n,
                  drawn.table());
  }

  Address from() const { return from_.address() - static_cast<Address>(spans_.from.lowest); }
  Address to() const { return to_.address() - static_cast<Address>(spans_.to.lowest); }
  Address table() const { return table_.address(); }
  bool done() const { return to_.bytes() == expected_; }

 private:
  static std::size_t table_bytes(const Drawn& drawn) {
    return drawn.table() == nullptr ? 0 : drawn.narrow.size() * 4 + (drawn.narrow.empty() ? drawn.wide.size() * 8 : 0);
  }

  Spans spans_;
  std::vector<std::byte> source_;
  std::vector<std::byte> expected_;
  OnGpu from_;
  OnGpu to_;
  OnGpu table_;
};

class Programs : public GpuTest {
 protected:
  /// Runs a kernel of the program's own. Nests are split at `most` words.
  void run_own(const Drawn& drawn, const Case& given, std::int64_t most) {
    std::int64_t aligned = std::gcd(16, static_cast<std::int64_t>(given.from() | given.to()));
    if (drawn.program.table != Program::Table::none)
      for (const std::int64_t entry : drawn.wide) aligned = std::gcd(aligned, entry);
    const auto kernel = emit_ptx(drawn.program, aligned, most);
    if (!kernel) return;
    const gpu::Current context(stream_);
    device::Function* const function = gpu::load(kernel->text, "cw_move");
    Address tables = gpu::upload(kernel->tables);
    for (std::int64_t done = 0; done < drawn.n; done += kernel->max_turns) {
      auto turns = static_cast<std::uint32_t>(std::min(kernel->max_turns, drawn.n - done));
      Address to = given.to() + static_cast<Address>(done * drawn.program.to_stride);
      Address from = given.from() + static_cast<Address>(done * drawn.program.from_stride);
      Address table = given.table() + static_cast<Address>(done * (drawn.narrow.empty() ? 8 : 4));
      void* parameters[] = {&to, &from, &turns, &table, &tables};
      ASSERT_EQ(gpu::driver().cuLaunchKernel(function, static_cast<unsigned>(kernel->blocks(turns)), 1, 1, 256, 1, 1, 0,
                                             stream_, parameters, nullptr),
                0);
    }
    ASSERT_EQ(gpu().wait(stream_), 0) << kernel->text;
    EXPECT_TRUE(given.done()) << kernel->text;
    if (tables != 0) gpu().free(tables);
    ++own_;
    tiles_ += kernel->text.find("bar.sync") == std::string::npos ? 0 : 1;
  }
  int own_ = 0;
  int tiles_ = 0;
};

/// A real driver takes tens of milliseconds to translate a kernel.
std::uint64_t draws() { return std::getenv("CARTWRIGHT_TEST_GPU") == nullptr ? 1000 : 250; }

TEST_F(Programs, MoveTheSameBytesAsTheReferenceByTheirOwnKernels) {
  for (std::uint64_t seed = 1; seed <= draws() && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomPrograms programs(seed);
    const Drawn drawn = programs.draw();
    const Case given(gpu(), drawn, programs.random());
    // Splits long nests, as if indices had few bits. Without turns, the body may have any size.
    run_own(drawn, given, seed % 3 == 0 && drawn.n > 0 ? 2000 + programs.random().below(5000) : max_indices - 1);
    if (HasFailure()) ADD_FAILURE() << describe(drawn);
  }
  EXPECT_GT(own_, static_cast<int>(draws()) * 8 / 10);
}

TEST_F(Programs, MoveTheSameBytesAsTheReferenceInBatches) {
  for (std::uint64_t seed = 1; seed <= draws() / 5 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomPrograms programs(seed);
    std::vector<Drawn> drawn;
    std::vector<std::unique_ptr<Case>> cases;
    std::vector<BatchJob> jobs;
    std::vector<Address> uploaded;
    const gpu::Current context(stream_);
    for (std::int64_t left = 1 + programs.random().below(5); left > 0; --left) drawn.push_back(programs.draw());
    std::erase_if(drawn, [](const Drawn& one) { return one.program.table != Program::Table::none || one.n == 0; });
    for (const Drawn& one : drawn) {
      const auto batch = BatchProgram::of(one.program, seed % 3 == 0 ? 2000 : max_indices - 1);
      if (!batch) continue;
      cases.push_back(std::make_unique<Case>(gpu(), one, programs.random()));
      uploaded.push_back(gpu::upload(batch->tables().bytes()));
      batch->append(cases.back()->to(), cases.back()->from(), one.n, uploaded.back(), jobs);
    }
    if (seed % 2 == 0)
      gpu::Batch(context, jobs, stream_).run(stream_);
    else
      gpu::run_jobs(context, jobs, stream_);
    ASSERT_EQ(gpu().wait(stream_), 0);
    for (const auto& one : cases) EXPECT_TRUE(one->done());
    for (const Address tables : uploaded)
      if (tables != 0) gpu().free(tables);
    for (const Drawn& one : drawn)
      if (HasFailure()) ADD_FAILURE() << describe(one);
  }
}

/// Columns of row-major matrices, one or several, with words of every size, in either direction.
TEST_F(Programs, TransposeInTiles) {
  for (std::uint64_t seed = 1; seed <= 150 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const std::int64_t word = std::int64_t{1} << random.below(5);
    const std::int64_t columns = 8 + random.below(60);
    const std::int64_t rows = 8 + random.below(80);
    const std::int64_t row = columns * word + std::max<std::int64_t>(0, 32 - columns * word);
    const std::int64_t downwards = random.below(3) == 0 ? -1 : 1;
    NodePtr matrix = datatype::make_loop(rows, downwards * row, datatype::make_block(word));
    matrix = datatype::make_loop(columns, random.below(3) == 0 ? -word : word, matrix);
    if (random.below(2) == 0) matrix = datatype::make_loop(1 + random.below(3), 2 * rows * row, matrix);
    Drawn drawn;
    drawn.program = repeat(matrix, 8 * rows * row, random.below(2) == 0 ? Direction::pack : Direction::unpack);
    drawn.n = 1 + random.below(3);
    const Case given(gpu(), drawn, random);
    run_own(drawn, given, max_indices - 1);
    if (HasFailure()) ADD_FAILURE() << describe(drawn);
  }
  EXPECT_GT(tiles_, 50);
}

TEST(Reciprocals, DivideAsTheProcessorDoes) {
  base::Random random(1);
  for (int i = 0; i < 200000; ++i) {
    const std::int64_t bound = std::int64_t{1} << (1 + random.below(31));
    const std::int64_t divisor = std::max<std::int64_t>(2, std::min(random.below(bound), max_indices - 1));
    const std::int64_t x = i % 3 == 0 ? max_indices - 1 - random.below(1000) : random.below(max_indices);
    const Reciprocal reciprocal(divisor);
    for (const std::int64_t one : {x, x / divisor * divisor, std::max<std::int64_t>(1, x / divisor * divisor) - 1})
      ASSERT_EQ((static_cast<std::uint64_t>(one) * reciprocal.factor >> 32) >> reciprocal.shift, one / divisor)
          << one << " / " << divisor;
  }
}

}  // namespace
}  // namespace cartwright::jit
