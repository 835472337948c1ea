// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/backend.hpp"
#include "jit/executable.hpp"
#include "random_program.hpp"

#include <regex>

namespace cartwright::jit {
namespace {

using Instructions = Tuning::Instructions;

const Backend* x86_64() {
  for (const Backend* backend : backends())
    if (backend->name() == std::string("x86_64")) return backend;
  return nullptr;
}

/// Every combination of options that code may be generated with.
std::vector<Tuning> all_tunings(Instructions best) {
  std::vector<Tuning> all;
  for (const auto instructions : {Instructions::sse2, Instructions::avx2, Instructions::avx512}) {
    if (instructions > best) break;
    for (const int vector_bytes : {16, 32, 64}) {
      if (vector_bytes > 16 << static_cast<int>(instructions)) break;
      Tuning tuning;
      tuning.instructions = instructions;
      tuning.vector_bytes = vector_bytes;
      tuning.string_bytes = vector_bytes == 32 ? 2048 : 0;
      all.push_back(tuning);
      tuning.far_string = true;
      tuning.far_bytes = 16 * 1024;
      all.push_back(tuning);
      tuning.far_string = false;
      tuning.permute = instructions != Instructions::sse2;
      if (instructions == Instructions::avx2) all.push_back(tuning);
      if (instructions != Instructions::avx512) continue;
      tuning.masked_blocks = true;
      all.push_back(tuning);
      tuning.permute = tuning.masked_stores = tuning.scatter = true;
      all.push_back(tuning);
    }
  }
  return all;
}

std::string describe(const Tuning& tuning) {
  return fmt::format("instructions {}, vectors of {} bytes, masks {}, permutations {}, far by strings {}",
                     static_cast<int>(tuning.instructions), tuning.vector_bytes, tuning.masked_blocks, tuning.permute,
                     tuning.far_string.value_or(false));
}

class X86_64 : public testing::Test {
 protected:
  void SetUp() override {
    if (x86_64() == nullptr) GTEST_SKIP() << "built without AsmJit";
    if (!x86_64()->native()) GTEST_SKIP() << "this is another processor";
  }

  /// Checks a program with all options that this processor supports. Returns whether any code was generated.
  static bool expect_same(const Drawn& drawn, base::Random& random, const Tuning& tuning) {
    SCOPED_TRACE(describe(tuning) + ": " + jit::describe(drawn));
    std::vector<std::byte> code;
    if (!x86_64()->emit(drawn.program, tuning, code)) return false;
    EXPECT_LE(code.size(), 17 * 1024);
    const auto mapped = map_code(code);
    if (mapped == nullptr) {
      ADD_FAILURE() << why_not_executable();
      return false;
    }
    expect_same_as_reference(drawn, random, mapped->entry());
    return true;
  }
};

TEST_F(X86_64, MovesTheSameBytesAsTheReference) {
  const std::vector<Tuning> tunings = all_tunings(x86_64()->default_tuning().instructions);
  int compiled = 0;
  constexpr int draws = 4000;
  for (std::uint64_t seed = 1; seed <= draws && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomPrograms programs(seed);
    const Drawn drawn = programs.draw();
    if (expect_same(drawn, programs.random(), tunings[seed % tunings.size()])) ++compiled;
  }
  EXPECT_GT(compiled, draws * 8 / 10);
}

/// Layouts that need special code: long strided loops, columns of matrices, long lists, long blocks.
class Shapes {
 public:
  explicit Shapes(base::Random& random) : random_(random) {}

  Drawn draw() {
    Drawn drawn;
    const auto direction = random_.below(2) == 0 ? Direction::pack : Direction::unpack;
    const NodePtr node = draw_node();
    drawn.n = 1 + random_.below(3) * random_.below(60);
    std::int64_t stride = node->highest - node->lowest + random_.below(20);
    if (node->kind == Node::Kind::loop && node->bodies[0]->size <= 16 && random_.below(2) == 0) {
      stride = node->bodies[0]->size;  // the columns of a matrix, as many as n
      drawn.n = std::min(drawn.n, node->stride / stride);
    }
    if (node->kind == Node::Kind::list && random_.below(2) == 0) {
      drawn.program = over_list(node, direction);
      drawn.n = static_cast<std::int64_t>(node->offsets.size());
      for (std::size_t i = 0; i < node->offsets.size(); ++i) drawn.wide.push_back(node->offsets[i]);
      if (node->offsets.narrow()) drawn.narrow.assign(drawn.wide.begin(), drawn.wide.end());
      return drawn;
    }
    drawn.program = repeat(node, stride, direction);
    while (drawn.n > 1 && drawn.n * node->size > 1 << 17) drawn.n /= 2;
    return drawn;
  }

 private:
  std::int64_t element() { return std::int64_t{1} << random_.below(5); }

  NodePtr draw_node() {
    using namespace datatype;
    switch (random_.below(6)) {
      case 0: {  // short strides
        const std::int64_t bytes = element();
        return make_loop(1 + random_.below(300), bytes * (2 + random_.below(4)), make_block(bytes));
      }
      case 1: {  // the same, in another loop
        const std::int64_t bytes = element();
        const std::int64_t count = 2 + random_.below(60);
        const std::int64_t step = bytes * (2 + random_.below(3));
        return make_loop(1 + random_.below(20), count * step + 8 * random_.below(4),
                         make_loop(count, step, make_block(bytes)));
      }
      case 2: {  // columns of a matrix
        const std::int64_t bytes = element();
        const std::int64_t across = 2 + random_.below(40);
        const std::int64_t row = std::max<std::int64_t>(64, bytes * (across + random_.below(9)));
        return make_loop(across, bytes, make_loop(4 + random_.below(60), row, make_block(bytes)));
      }
      case 3: return make_block(1 + random_.below(60000));
      case 4: {  // blocks long enough for loops
        const std::int64_t bytes = 500 + random_.below(6000);
        return make_loop(2 + random_.below(4), bytes + random_.below(100), make_block(bytes));
      }
      default: {  // an unordered list
        const std::int64_t bytes = 1 + random_.below(random_.below(2) == 0 ? 16 : 150);
        std::vector<std::int64_t> offsets(1 + random_.below(400));
        for (std::size_t i = 0; i < offsets.size(); ++i)
          offsets[i] = (static_cast<std::int64_t>(i) - 7) * (bytes + random_.below(9) / 8);
        for (std::size_t i = offsets.size(); i > 1; --i)
          std::swap(offsets[i - 1], offsets[random_.below(static_cast<std::int64_t>(i))]);
        if (random_.below(3) == 0) return make_list(Integers(std::move(offsets)), make_block(bytes));
        return make_list(Integers::fitted(std::move(offsets)), make_block(bytes));
      }
    }
  }

  using Integers = datatype::Integers;
  base::Random& random_;
};

TEST_F(X86_64, MovesTheSameBytesForShapesWithSpecialCode) {
  const std::vector<Tuning> tunings = all_tunings(x86_64()->default_tuning().instructions);
  for (std::uint64_t seed = 1; seed <= 1500 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const Drawn drawn = Shapes(random).draw();
    if (drawn.program.direction == Direction::unpack && drawn.overlaps()) continue;
    EXPECT_TRUE(expect_same(drawn, random, tunings[seed % tunings.size()]));
  }
}

TEST_F(X86_64, CopiesBlocksOfEverySizeUpTo300) {
  for (const Tuning& tuning : all_tunings(x86_64()->default_tuning().instructions))
    for (std::int64_t bytes = 1; bytes <= 300 && !HasFailure(); ++bytes)
      for (const Direction direction : {Direction::pack, Direction::unpack}) {
        base::Random random(static_cast<std::uint64_t>(bytes));
        Drawn drawn;
        drawn.program =
            repeat(datatype::make_loop(5, bytes + 7, datatype::make_block(bytes)), 6 * bytes + 50, direction);
        drawn.n = 1 + random.below(3);
        EXPECT_TRUE(expect_same(drawn, random, tuning));
      }
}

TEST_F(X86_64, UsesOnlyAllowedInstructions) {
  const std::regex beyond_avx2("zmm|\\{k|kmov|vmovdqu(8|32|64)|mm(1[6-9]|2[0-9]|3[01])");
  const std::regex beyond_sse2(
      "ymm|(^|\n) *v[a-z]|"
      "zmm|\\{k|kmov");
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    RandomPrograms programs(seed);
    const Drawn drawn = seed % 2 == 0 ? programs.draw() : Shapes(programs.random()).draw();
    for (const Tuning& tuning : all_tunings(Instructions::avx2)) {
      std::vector<std::byte> code;
      std::string listing;
      if (!x86_64()->emit(drawn.program, tuning, code, &listing)) continue;
      ASSERT_NE(listing.find("ret"), std::string::npos);
      const bool none =
          !std::regex_search(listing, tuning.instructions == Instructions::sse2 ? beyond_sse2 : beyond_avx2);
      ASSERT_TRUE(none) << describe(tuning) << ": " << jit::describe(drawn) << '\n' << listing;
    }
  }
}

TEST_F(X86_64, RefusesLongProgramsAndAppendsNothing) {
  datatype::Integers offsets;
  std::vector<NodePtr> bodies;
  std::vector<std::int64_t> at;
  for (std::int64_t i = 0; i < 4000; ++i) {
    bodies.push_back(datatype::make_block(3 + i % 5));
    at.push_back(11 * i);
  }
  const Program program = repeat(datatype::make_sequence(at, bodies), 50000, Direction::pack);
  std::vector<std::byte> code(3);
  EXPECT_FALSE(x86_64()->emit(program, x86_64()->default_tuning(), code));
  EXPECT_EQ(code.size(), 3);
}

TEST_F(X86_64, RunsEmptyPrograms) {
  std::vector<std::byte> code;
  ASSERT_TRUE(x86_64()->emit(repeat(datatype::make_block(24), 40, Direction::pack), x86_64()->default_tuning(), code));
  const auto mapped = map_code(code);
  ASSERT_NE(mapped, nullptr);
  mapped->entry()(nullptr, nullptr, 0, nullptr);
}

}  // namespace
}  // namespace cartwright::jit
