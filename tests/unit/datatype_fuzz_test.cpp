// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Random datatypes, packed and unpacked in all ways, and compared with the interpreter. CARTWRIGHT_FUZZ_TYPES is their
// number, CARTWRIGHT_FUZZ_SEED the first random seed.
#include "datatype/layout.hpp"
#include "datatype/notation.hpp"
#include "guarded.hpp"
#include "jit/packer.hpp"
#include "random_type.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <thread>

#include <unistd.h>

namespace cartwright::datatype {
namespace {

using jit::Hints;
using jit::Packer;

std::int64_t from_environment(const char* name, std::int64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoll(text);
}

const std::int64_t types_in_all = from_environment("CARTWRIGHT_FUZZ_TYPES", 2000);
const auto first_seed = static_cast<std::uint64_t>(from_environment("CARTWRIGHT_FUZZ_SEED", 1));

/// Touching a guard page ends the program: prints the seed before that.
std::atomic<std::uint64_t> current_seed = 0;
struct sigaction previous_action;
extern "C" void say_seed(int) {
  char text[64];
  const auto end = fmt::format_to_n(text, sizeof text, "CARTWRIGHT_FUZZ_SEED={}\n", current_seed.load()).out;
  if (write(STDERR_FILENO, text, end - text) < 0) std::abort();
  sigaction(SIGSEGV, &previous_action, nullptr);  // the same access fails again, with the previous action
}

/// Runs test(types) for `share` of all types, each with another seed, which is printed on failure.
template <typename Test>
void for_random_types(double share, Test test) {
  const auto count = static_cast<std::uint64_t>(share * static_cast<double>(types_in_all));
  struct sigaction action{};
  action.sa_handler = say_seed;
  sigaction(SIGSEGV, &action, &previous_action);
  for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    RandomTypes types(seed);
    current_seed = seed;
    SCOPED_TRACE("CARTWRIGHT_FUZZ_SEED=" + std::to_string(seed));
    test(types);
    if (testing::Test::HasFailure()) break;
  }
  sigaction(SIGSEGV, &previous_action, nullptr);
}

Guarded::Edge edge(base::Random& random) { return random.below(2) == 0 ? Guarded::Edge::begin : Guarded::Edge::end; }

/// Memory for the bytes of `count` elements, with a guard page at one end.
struct Data {
  Data(const Elements& elements, Guarded::Edge at)
      : memory(elements.highest - elements.lowest, at), base(memory.data() - elements.lowest) {}
  Guarded memory;
  std::byte* base;
};

bool same(const Guarded& a, const Guarded& b) {
  return std::memcmp(a.all().data(), b.all().data(), a.all().size()) == 0;
}

/// Some elements of a type, and their packed form by the interpreter.
struct Case {
  Case(TypePtr drawn, std::int64_t elements_wanted, base::Random& random)
      : type(std::move(drawn)),
        count(elements_wanted),
        elements(*type, count),
        data_edge(edge(random)),
        data(elements, data_edge),
        packed_edge(edge(random)),
        packed(elements.bytes, packed_edge),
        unpackable(!elements.overlap()),
        unpacked(elements, data_edge) {
    data.memory.fill(random.next());
    packed.fill(background);
    interpret_pack(*type, data.base, count, packed.data());
    unpacked.memory.fill(background);
    if (unpackable) interpret_unpack(*type, packed.data(), count, unpacked.base);
  }

  /// Whether `run(packed)` packs the same bytes as the interpreter, and writes nothing else.
  template <typename Run>
  bool packs(Run run) const {
    const Guarded target(elements.bytes, packed_edge);
    target.fill(background);
    run(target.data());
    return same(target, packed);
  }
  /// The same for unpacking, if that is defined.
  template <typename Run>
  bool unpacks(Run run) const {
    if (!unpackable) return true;
    const Data target(elements, data_edge);
    target.memory.fill(background);
    run(target.base);
    return same(target.memory, unpacked.memory);
  }

  static constexpr std::uint64_t background = 99;
  TypePtr type;
  std::int64_t count;
  Elements elements;
  Guarded::Edge data_edge;
  Data data;
  Guarded::Edge packed_edge;
  Guarded packed;
  bool unpackable;
  Data unpacked;
};

std::string text_of(const Case& given) {
  return fmt::format("{} x {}: {}", given.count, notation(*given.type), describe(normalize(*given.type)));
}

TEST(DatatypeFuzz, PacksAndUnpacksLikeTheInterpreter) {
  const Hints ways[] = {{}, {.expected_uses = 1}, {.expected_uses = 1000}, {.count = 2}};
  std::int64_t unpackable = 0;
  for_random_types(1, [&](RandomTypes& types) {
    const TypePtr type = types.draw();
    const Case given(type, types.random().below(5), types.random());
    unpackable += given.unpackable ? 1 : 0;
    for (const Hints& hints : ways) {
      const auto packer = Packer::of(normalize(*type), hints);
      for (int use = 0; use < 3; ++use) {  // precompiled at first, generated in the end
        EXPECT_TRUE(given.packs([&](std::byte* to) { packer->pack(to, given.data.base, given.count); }))
            << text_of(given) << ", hints " << hints.expected_uses << " " << hints.count << ", use " << use;
        EXPECT_TRUE(given.unpacks([&](std::byte* to) { packer->unpack(to, given.packed.data(), given.count); }))
            << text_of(given) << ", hints " << hints.expected_uses << " " << hints.count << ", use " << use;
      }
    }
  });
  EXPECT_GT(2 * unpackable, types_in_all) << "too few types that can be unpacked";
}

TEST(DatatypeFuzz, PacksAndUnpacksEveryRange) {
  for_random_types(0.5, [&](RandomTypes& types) {
    const TypePtr type = types.draw();
    const Case given(type, types.random().below(4), types.random());
    const auto packer = Packer::of(normalize(*type));
    const std::int64_t bytes = given.elements.bytes;
    const Guarded part(bytes, Guarded::Edge::end);
    const auto check = [&](std::int64_t first, std::int64_t last) {
      std::byte* const target = part.data() + bytes - (last - first);
      packer->pack_range(target, given.data.base, first, last);
      return last == first || std::memcmp(target, given.packed.data() + first, last - first) == 0;
    };
    // All ranges, for small types.
    const std::int64_t step = std::max<std::int64_t>(1, bytes / 40);
    for (std::int64_t first = 0; first <= bytes; first += step)
      for (std::int64_t last = first; last <= bytes; last += 1 + types.random().below(step))
        ASSERT_TRUE(check(first, last)) << text_of(given) << ", bytes " << first << " to " << last;
    // In random order, as segments of a message may arrive.
    const std::int64_t fragment = 1 + types.random().below(std::max<std::int64_t>(1, bytes / 3));
    EXPECT_TRUE(given.unpacks([&](std::byte* to) {
      for (std::int64_t i = (bytes + fragment - 1) / fragment - 1; i >= 0; --i)
        packer->unpack_range(to, given.packed.data() + i * fragment, i * fragment, std::min(bytes, (i + 1) * fragment));
    })) << text_of(given)
        << ", fragments of " << fragment;
  });
}

TEST(DatatypeFuzz, MovesFromAnyLayoutToAnyOther) {
  for_random_types(0.5, [&](RandomTypes& types) {
    const TypePtr from = types.draw();
    TypePtr to = types.draw();
    if (types.random().below(3) == 0 && from->size > 0)  // in another order: a transpose, a reversal
      to = hvector(from->size, 1, -1 - types.random().below(3), basic_named("char"));
    if (from->size == 0 || to->size == 0) return;
    const std::int64_t divisor = std::gcd(from->size, to->size);
    std::int64_t from_count = to->size / divisor;
    std::int64_t to_count = from->size / divisor;
    // Counts with streams of equal length, or any counts: then the shorter stream decides.
    if (from_count > 4 || to_count > 4 || types.random().below(4) == 0) {
      from_count = 1 + types.random().below(3);
      to_count = 1 + types.random().below(3);
    }
    const Case source(from, from_count, types.random());
    const Elements target(*to, to_count);
    if (target.overlap()) return;
    const std::int64_t bytes = std::min(source.elements.bytes, target.bytes);
    const Data expected(target, source.data_edge);
    expected.memory.fill(1);
    // Unpacks the beginning of a stream. The rest of the expected stream is packed from the target itself.
    std::vector<std::byte> stream(target.bytes);
    interpret_pack(*to, expected.base, to_count, stream.data());
    std::memcpy(stream.data(), source.packed.data(), bytes);
    interpret_unpack(*to, stream.data(), to_count, expected.base);
    const auto from_packer = Packer::of(normalize(*from));
    const auto to_packer = Packer::of(normalize(*to));
    for (int use = 0; use < 3; ++use) {
      const Data moved(target, source.data_edge);
      moved.memory.fill(1);
      jit::move(*from_packer, source.data.base, from_count, *to_packer, moved.base, to_count);
      EXPECT_TRUE(same(moved.memory, expected.memory))
          << text_of(source) << " to " << to_count << " x " << notation(*to) << ": " << describe(to_packer->layout())
          << ", use " << use;
    }
  });
}

TEST(DatatypeFuzz, KeepsSizeAndBoundsInTheNormalForm) {
  for_random_types(1, [&](RandomTypes& types) {
    const TypePtr type = types.draw();
    const Layout layout = normalize(*type);
    EXPECT_EQ(layout.size, type->size) << notation(*type);
    EXPECT_EQ(layout.extent, type->extent()) << notation(*type);
    if (type->size > 0) {
      EXPECT_EQ(layout.true_lb, type->true_lb) << notation(*type);
      EXPECT_EQ(layout.true_ub, type->true_ub) << notation(*type);
    }
    const Elements elements(*type, 1);
    EXPECT_EQ(elements.bytes, type->size) << notation(*type);
    EXPECT_EQ(elements.lowest, type->true_lb) << notation(*type);
    EXPECT_EQ(elements.highest, type->true_ub) << notation(*type);
    EXPECT_EQ(normalize(*parse_type(notation(*type))), layout) << notation(*type);
  });
}

TEST(DatatypeFuzz, JoinsRepeatedElementsIntoOne) {
  for_random_types(0.5, [&](RandomTypes& types) {
    const TypePtr type = types.draw();
    const Layout layout = normalize(*type);
    const std::int64_t count = types.random().below(5);
    // The extent is that of a row of elements. With negative extents it differs from that of the contiguous datatype.
    EXPECT_EQ(*repeated(layout, count).root, *normalize(*contiguous(count, type)).root)
        << count << " x " << notation(*type);
    EXPECT_EQ(repeated(layout, count).extent, count * layout.extent) << count << " x " << notation(*type);
    const Case given(type, count, types.random());
    const auto packer = Packer::of(repeated(layout, count));
    EXPECT_TRUE(given.packs([&](std::byte* to) { packer->pack(to, given.data.base, 1); })) << text_of(given);
  });
}

/// A type that describes a node. Its packed stream begins at displacement `at`.
TypePtr type_of(const Node& node) {
  static const TypePtr byte = basic_named("char");
  switch (node.kind) {
    case Node::Kind::block: return contiguous(node.size, byte);
    case Node::Kind::loop: return hvector(node.count, 1, node.stride, type_of(*node.bodies[0]));
    case Node::Kind::list: return hindexed_block(1, node.offsets, type_of(*node.bodies[0]));
    case Node::Kind::ragged: return hindexed(node.lengths, node.offsets, byte);
    case Node::Kind::sequence: {
      std::vector<TypePtr> parts;
      for (const NodePtr& body : node.bodies) parts.push_back(type_of(*body));
      const std::vector<std::int64_t> ones(parts.size(), 1);
      return structure(Integers::fitted(ones), node.offsets, std::move(parts));
    }
  }
  return byte;
}

TEST(DatatypeFuzz, KeepsNormalForms) {
  for_random_types(1, [&](RandomTypes& types) {
    const Layout layout = normalize(*types.draw());
    const TypePtr again = resized(0, layout.extent, hindexed_block(1, {layout.origin}, type_of(*layout.root)));
    EXPECT_EQ(describe(normalize(*again)), describe(layout));
    EXPECT_EQ(normalize(*again), layout) << describe(layout);
  });
}

TEST(DatatypeFuzz, FindsTheNestInAnyListOfItsBlocks) {
  for_random_types(0.5, [&](RandomTypes& types) {
    base::Random& random = types.random();
    // The stride of every loop exceeds its body, so the nest is unique.
    const std::int64_t block = 1 + random.below(32);
    TypePtr nest = contiguous(block, basic_named("char"));
    std::vector<std::int64_t> at{0};
    std::int64_t span = block;
    for (std::int64_t levels = 1 + random.below(4); levels > 0; --levels) {
      const std::int64_t step = span + 1 + random.below(16);
      const std::int64_t copies = 2 + random.below(5);
      nest = hvector(copies, 1, step, nest);
      const std::vector<std::int64_t> before = at;
      for (std::int64_t i = 1; i < copies; ++i)
        for (const std::int64_t one : before) at.push_back(one + i * step);
      span += (copies - 1) * step;
    }
    const TypePtr list = hindexed_block(block, Integers::fitted(at), basic_named("char"));
    EXPECT_EQ(normalize(*list).hash, normalize(*nest).hash)
        << describe(normalize(*list)) << " of " << describe(normalize(*nest));
    EXPECT_EQ(normalize(*list), normalize(*nest));
  });
}

TEST(DatatypeFuzz, PacksInManyThreads) {
  for_random_types(0.01, [&](RandomTypes& types) {
    const TypePtr type = types.draw();
    const Case given(type, 2, types.random());
    std::vector<std::thread> threads;
    std::atomic<int> wrong = 0;
    for (int thread = 0; thread < 16; ++thread)
      threads.emplace_back([&] {
        // All threads begin with a layout that was not packed before, and continue while its code is generated.
        const auto packer = Packer::of(normalize(*type));
        for (int use = 0; use < 8; ++use) {
          if (!given.packs([&](std::byte* to) { packer->pack(to, given.data.base, given.count); })) ++wrong;
          if (!given.unpacks([&](std::byte* to) { packer->unpack(to, given.packed.data(), given.count); })) ++wrong;
        }
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0) << text_of(given);
  });
}

}  // namespace
}  // namespace cartwright::datatype
