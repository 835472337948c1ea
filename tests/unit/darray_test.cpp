// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/random.hpp"
#include "datatype/interpreter.hpp"
#include "datatype/type.hpp"

#include <gtest/gtest.h>

namespace cartwright::datatype {
namespace {

using Kind = Distribution::Kind;

/// The process along a dimension that has the element `index`.
std::int64_t owner(const Distribution& dim, std::int64_t index) {
  if (dim.kind == Kind::none) return 0;
  std::int64_t block = dim.blocksize;
  if (block == 0) block = dim.kind == Kind::cyclic ? 1 : (dim.global_size + dim.processes - 1) / dim.processes;
  return index / block % dim.processes;
}

/// The indices of all elements of a process, in memory order.
std::vector<std::int64_t> elements_of(std::int64_t rank, const std::vector<Distribution>& dims, bool fortran_order) {
  std::int64_t elements = 1;
  for (const Distribution& dim : dims) elements *= dim.global_size;
  std::vector<std::int64_t> found;
  for (std::int64_t element = 0; element < elements; ++element) {
    std::vector<std::int64_t> coords(dims.size());
    std::int64_t rest = element;
    for (std::size_t k = 0; k < dims.size(); ++k) {
      const std::size_t i = fortran_order ? k : dims.size() - 1 - k;
      coords[i] = rest % dims[i].global_size;
      rest /= dims[i].global_size;
    }
    std::int64_t process = 0;
    for (std::size_t i = 0; i < dims.size(); ++i) process = process * dims[i].processes + owner(dims[i], coords[i]);
    if (process == rank) found.push_back(element);
  }
  return found;
}

TEST(Darray, EveryProcessHasTheElementsOfItsBlocks) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    std::vector<Distribution> dims(1 + random.below(4));
    std::int64_t processes = 1;
    for (Distribution& dim : dims) {
      dim.global_size = 1 + random.below(9);
      dim.processes = 1 + random.below(3);
      dim.blocksize = 0;
      dim.kind = static_cast<Kind>(random.below(3));
      if (dim.kind == Kind::none) dim.processes = 1;
      if (random.below(2) == 0) dim.blocksize = 1 + random.below(3);
      if (dim.kind == Kind::block && dim.blocksize > 0)
        dim.blocksize += (dim.global_size + dim.processes - 1) / dim.processes;
      processes *= dim.processes;
    }
    const bool fortran_order = random.below(2) == 0;
    std::int64_t all = 0;
    for (std::int64_t rank = 0; rank < processes; ++rank) {
      const TypePtr type = darray(rank, dims, fortran_order, basic_named("double"));
      std::vector<std::int64_t> packed;
      for_each_element(*type, 0, [&](std::int64_t at, std::int64_t bytes) {
        EXPECT_EQ(bytes, 8);
        packed.push_back(at / 8);
      });
      EXPECT_EQ(packed, elements_of(rank, dims, fortran_order));
      EXPECT_EQ(type->size, 8 * static_cast<std::int64_t>(packed.size()));
      all += type->size;
    }
    const TypePtr first = darray(0, dims, fortran_order, basic_named("double"));
    EXPECT_EQ(first->lb, 0);
    EXPECT_EQ(first->extent(), all) << "all processes together have the whole array";
  }
}

TEST(Darray, RefusesTheSameArgumentsAsMpi) {
  const TypePtr child = basic_named("int");
  EXPECT_THROW(darray(0, {}, false, child), base::Error);
  EXPECT_THROW(darray(4, {{Kind::block, 8, 0, 4}}, false, child), base::Error);
  EXPECT_THROW(darray(-1, {{Kind::block, 8, 0, 4}}, false, child), base::Error);
  EXPECT_THROW(darray(0, {{Kind::block, 0, 0, 4}}, false, child), base::Error);
  EXPECT_THROW(darray(0, {{Kind::cyclic, 8, -2, 4}}, false, child), base::Error);
  EXPECT_THROW(darray(0, {{Kind::cyclic, 8, 1, 0}}, false, child), base::Error);
  EXPECT_THROW(darray(0, {{Kind::cyclic, 8, 1, 1}}, false, nullptr), base::Error);
}

}  // namespace
}  // namespace cartwright::datatype
