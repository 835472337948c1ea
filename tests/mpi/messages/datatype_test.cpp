// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "datatype/interpreter.hpp"
#include "datatype/layout.hpp"
#include "mpi/datatypes/datatypes.hpp"
#include "random_datatype.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

// Cartwright's packing of datatypes is compared byte for byte with MPI_Pack and MPI_Unpack. CARTWRIGHT_TREES is the
// number of random trees, CARTWRIGHT_SEED the seed of the first.

namespace cartwright::mpi {
namespace {

using Bytes = std::vector<unsigned char>;

std::byte* bytes(unsigned char* at) { return reinterpret_cast<std::byte*>(at); }

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

/// Calls test(random, seed) for the requested number of seeds, up to the first that fails.
template <typename Test>
void for_seeds(std::uint64_t number, Test test) {
  const std::uint64_t first = from_environment("CARTWRIGHT_SEED", 0);
  for (std::uint64_t seed = first; seed < first + from_environment("CARTWRIGHT_TREES", number); ++seed) {
    SCOPED_TRACE(fmt::format("CARTWRIGHT_SEED={}", seed));
    base::Random random(seed);
    test(random);
    if (testing::Test::HasFailure()) return;
  }
}

struct Compared {
  datatype::TypePtr tree;
  std::shared_ptr<jit::Packer> packer;
};

Compared compare_bounds(MPI_Datatype type) {
  const datatype::TypePtr tree = decode(type);
  MPI_Count size, lb, extent;
  MPI_Type_size_x(type, &size);
  MPI_Type_get_extent_x(type, &lb, &extent);
  EXPECT_EQ(tree->size, size);
  EXPECT_EQ(tree->lb, lb);
  EXPECT_EQ(tree->extent(), extent);
  // True bounds come from MPI_Pack rather than MPI_Type_get_true_extent: MPICH counts empty blocks there.
  if (const std::vector<std::int64_t> displacements = packed_displacements(type, 1); !displacements.empty()) {
    const auto [lowest, highest] = std::ranges::minmax(displacements);
    EXPECT_EQ(tree->true_lb, lowest);
    EXPECT_EQ(tree->true_ub, highest + 1);
  }
  const datatype::Layout layout = datatype::normalize(*tree);
  EXPECT_EQ(layout.size, size);
  return {tree, jit::Packer::of(layout)};
}

void compare_packing(const Compared& made, MPI_Datatype type, int count, base::Random& random) {
  DatatypeBuffer data(type, count);
  data.fill(random);
  const Bytes wanted = packed_by_mpi(type, count, data);
  Bytes packed(wanted.size() + 1, 0xee);
  const auto expect_packed = [&](const char* what) {
    EXPECT_TRUE(std::ranges::equal(wanted, std::span(packed).first(wanted.size()))) << what << ", count " << count;
    EXPECT_EQ(packed.back(), 0xee) << what;
    std::ranges::fill(packed, 0xee);
  };
  datatype::interpret_pack(*made.tree, bytes(data.base()), count, bytes(packed.data()));
  expect_packed("interpret_pack");
  made.packer->pack(bytes(packed.data()), bytes(data.base()), count);
  expect_packed("pack, at first touch");
  made.packer->prepare();
  made.packer->pack(bytes(packed.data()), bytes(data.base()), count);
  expect_packed("pack");
}

void compare_unpacking(const Compared& made, MPI_Datatype type, int count, base::Random& random) {
  Bytes packed(static_cast<std::size_t>(made.tree->size * count) + 1);  // MPIs refuse null pointers
  for (unsigned char& byte : packed) byte = static_cast<unsigned char>(random.next());
  DatatypeBuffer wanted(type, count);
  wanted.fill(random);
  const Bytes before = wanted.bytes();
  int position = 0;
  if (packed.size() > 1)  // MPICH 4.0 divides by zero when there is nothing to unpack
    MPI_Unpack(packed.data(), static_cast<int>(packed.size()), &position, wanted.base(), count, type, MPI_COMM_SELF);

  DatatypeBuffer data(type, count);
  data.bytes() = before;
  datatype::interpret_unpack(*made.tree, bytes(packed.data()), count, bytes(data.base()));
  EXPECT_EQ(data.bytes(), wanted.bytes()) << "interpret_unpack, count " << count;
  data.bytes() = before;
  made.packer->unpack(bytes(data.base()), bytes(packed.data()), count);
  EXPECT_EQ(data.bytes(), wanted.bytes()) << "unpack, count " << count;
}

/// The bytes [first, last) of the packed stream.
void compare_range(const Compared& made, MPI_Datatype type, int count, std::int64_t first, std::int64_t last,
                   bool received, DatatypeBuffer& data, const Bytes& wanted) {
  const auto length = static_cast<std::size_t>(last - first);
  Bytes packed(length + 1, 0xee);
  made.packer->pack_range(bytes(packed.data()), bytes(data.base()), first, last);
  const auto part = std::span(wanted).subspan(static_cast<std::size_t>(first), length);
  EXPECT_TRUE(std::ranges::equal(part, std::span(packed).first(length))) << "pack [" << first << ", " << last << ")";
  EXPECT_EQ(packed.back(), 0xee);
  if (!received) return;

  DatatypeBuffer unpacked(type, count);
  made.packer->unpack_range(bytes(unpacked.base()), bytes(packed.data()), first, last);
  const Bytes again = packed_by_mpi(type, count, unpacked);
  for (std::size_t i = 0; i < again.size(); ++i) {
    const bool inside = static_cast<std::int64_t>(i) >= first && static_cast<std::int64_t>(i) < last;
    ASSERT_EQ(again[i], inside ? wanted[i] : 0) << "unpack [" << first << ", " << last << "), byte " << i;
  }
}

TEST(Datatype, PredefinedTypesAreDecodedAsMpiPacksThem) {
  base::Random random(1);
  for (const NamedDatatype& one : basic_datatypes()) {
    SCOPED_TRACE(one.name);
    const Compared made = compare_bounds(one.type);
    compare_packing(made, one.type, 3, random);
    compare_unpacking(made, one.type, 3, random);
    EXPECT_EQ(compiled(one.type), nullptr) << "MPI packs these itself";
  }
}

TEST(Datatype, RandomTreesArePackedAsMpiPacksThem) {
  for_seeds(2500, [](base::Random& random) {
    const RandomDatatype type(random, static_cast<int>(random.below(7)));
    SCOPED_TRACE(type.text());
    const Compared made = compare_bounds(type);
    for (int count = 0; count < 4; ++count) {
      compare_packing(made, type, count, random);
      if (!overlaps(type, count)) compare_unpacking(made, type, count, random);
    }
    const auto kept = compiled(type);
    EXPECT_EQ(kept == nullptr, made.packer->contiguous());
    if (kept) {
      EXPECT_EQ(kept->packer, made.packer);
    }
  });
}

TEST(Datatype, AnyPartOfThePackedStreamCanBePacked) {
  for_seeds(2500, [](base::Random& random) {
    const RandomDatatype type(random, static_cast<int>(random.below(5)), 512);
    SCOPED_TRACE(type.text());
    const Compared made = compare_bounds(type);
    const auto count = static_cast<int>(1 + random.below(3));
    const bool received = !overlaps(type, count);
    DatatypeBuffer data(type, count);
    data.fill(random);
    const Bytes wanted = packed_by_mpi(type, count, data);
    const auto size = static_cast<std::int64_t>(wanted.size());
    if (size <= 48) {
      for (std::int64_t first = 0; first <= size; ++first)
        for (std::int64_t last = first; last <= size; ++last)
          compare_range(made, type, count, first, last, received, data, wanted);
      return;
    }
    for (int i = 0; i < 20; ++i) {
      const std::int64_t first = random.below(size);
      compare_range(made, type, count, first, first + random.below(size - first + 1), received, data, wanted);
    }
  });
}

TEST(Datatype, AbsoluteAddressesNeedNoBase) {
  std::array<int, 4> some = {1, 2, 3, 4};
  std::array<double, 2> others = {5, 6};
  const int lengths[] = {2, 1};
  MPI_Aint at[2];
  MPI_Get_address(&some[1], &at[0]);
  MPI_Get_address(&others[1], &at[1]);
  const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
  MPI_Datatype type;
  MPI_Type_create_struct(2, lengths, at, types, &type);
  MPI_Type_commit(&type);

  Bytes packed(16);
  const auto kept = compiled(type);
  ASSERT_NE(kept, nullptr);
  kept->packer->pack(bytes(packed.data()), static_cast<std::byte*>(MPI_BOTTOM), 1);
  Bytes wanted(16);  // not by MPI_Pack: MPICH 4.0 refuses MPI_BOTTOM there
  MPI_Sendrecv(MPI_BOTTOM, 1, type, 0, 0, wanted.data(), 16, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  EXPECT_EQ(packed, wanted);
  some = {};
  others = {};
  kept->packer->unpack(static_cast<std::byte*>(MPI_BOTTOM), bytes(packed.data()), 1);
  EXPECT_EQ(some, (std::array<int, 4>{0, 2, 3, 0}));
  EXPECT_EQ(others, (std::array<double, 2>{0, 6}));
  MPI_Type_free(&type);
}

}  // namespace
}  // namespace cartwright::mpi
