// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/kernels.hpp"

#include "jit/moves_p.hpp"
#include "jit/nest.hpp"

#include <algorithm>
#include <cstdlib>

namespace cartwright::jit {
namespace {

/// Bytes that stay in the first-level cache while the parts of a body run over them one after the other.
constexpr std::int64_t chunk_bytes = 16 << 10;

template <typename Act>
void for_each_step(std::span<const Dim> dims, std::byte* to, const std::byte* from, Act& act) {
  if (dims.empty()) return act(to, from);
  for (std::int64_t i = 0; i < dims[0].count; ++i)
    for_each_step(dims.subspan(1), to + i * dims[0].to, from + i * dims[0].from, act);
}

/// Calls act(inner, to, from) until all of `outer` is done. `inner` is a piece of its innermost loop, or null if such a
/// piece would have fewer than `least` turns.
template <typename Act>
void in_chunks(const Nest& outer, std::int64_t least, std::byte* to, const std::byte* from, Act act) {
  Nest inner;
  if (outer.empty()) return act(inner, to, from);
  const Dim& loop = outer.innermost();
  const std::int64_t step = std::max({std::abs(loop.from), std::abs(loop.to), std::int64_t{1}});
  std::int64_t chunk = std::min(loop.count, chunk_bytes / step);
  if (chunk < std::max<std::int64_t>(least, 2)) chunk = 1;
  const auto row = [&](std::byte* row_to, const std::byte* row_from) {
    for (std::int64_t i = 0; i < loop.count; i += chunk) {
      if (chunk > 1) inner.push({std::min(chunk, loop.count - i), loop.from, loop.to});
      act(inner, row_to + i * loop.to, row_from + i * loop.from);
      if (chunk > 1) inner.pop();
    }
  };
  for_each_step(outer.dims().first(outer.dims().size() - 1), to, from, row);
}

/// Runs a copy inside a nest of loops. The order of moves does not matter, so lists and sequences become the outer
/// loops: the innermost loops always run over blocks of one size.
template <bool Packs>
struct Runner {
  static void run(Nest& outer, const Copy& copy, std::byte* to, const std::byte* from) {
    switch (copy.kind) {
      case Copy::Kind::block: return NestKernel(outer, copy.bytes).run(to, from);
      case Copy::Kind::loop: return run_loop(outer, copy, to, from);
      case Copy::Kind::list:
        return copy.node->offsets.visit([&](const auto& offsets) {
          run_entries(outer, copy.parts[0].body, offsets.data(), copy.count, copy.parts[0].body.bytes, to, from);
        });
      case Copy::Kind::ragged: return run_ragged(outer, copy, to, from);
      case Copy::Kind::sequence:
        return in_chunks(outer, 2, to, from, [&](Nest& inner, std::byte* at_to, const std::byte* at_from) {
          for (const Copy::Part& part : copy.parts) run(inner, part.body, at_to + part.to, at_from + part.from);
        });
    }
  }

  static void run_loop(Nest& outer, const Copy& copy, std::byte* to, const std::byte* from) {
    const Copy& body = copy.parts[0].body;
    const Dim dim{copy.count, copy.from_stride, copy.to_stride};
    if (outer.full()) {
      for (std::int64_t i = 0; i < dim.count; ++i) run(outer, body, to + i * dim.to, from + i * dim.from);
    } else {
      outer.push(dim);
      run(outer, body, to, from);
      outer.pop();
    }
  }

  /// Runs `body` at each of `count` displacements on the side of the data.
  template <typename Index>
  static void run_entries(const Nest& outer, const Copy& body, const Index* table, std::int64_t count,
                          std::int64_t packed_stride, std::byte* to, const std::byte* from) {
    in_chunks(outer, count, to, from, [&](Nest& inner, std::byte* at_to, const std::byte* at_from) {
      const auto each = [&](auto act) {
        for (std::int64_t i = 0; i < count; ++i) at(table[i], i * packed_stride, at_to, at_from, act);
      };
      if (body.kind == Copy::Kind::block && inner.empty()) {
        list_kernel<Index>(body.bytes)(at_to, at_from, {table, count, packed_stride}, body.bytes);
        return;
      }
      Nest nest = inner;
      const Copy& inside = without_loops(body, nest);
      if (inside.kind == Copy::Kind::block) {
        const NestKernel kernel(nest, inside.bytes);
        each([&](std::byte* t, const std::byte* f) { kernel.run(t, f); });
      } else {
        each([&](std::byte* t, const std::byte* f) { run(nest, inside, t, f); });
      }
    });
  }

  static void run_ragged(const Nest& outer, const Copy& copy, std::byte* to, const std::byte* from) {
    in_chunks(outer, copy.count, to, from, [&](Nest& inner, std::byte* at_to, const std::byte* at_from) {
      copy.node->offsets.visit([&](const auto& offsets) {
        copy.node->lengths.visit([&](const auto& lengths) {
          std::int64_t packed = 0;
          for (std::size_t i = 0; i < offsets.size(); ++i) {
            const std::int64_t bytes = lengths[i];
            at(offsets[i], packed, at_to, at_from, [&](std::byte* t, const std::byte* f) {
              inner.empty() ? move_block(t, f, bytes) : NestKernel(inner, bytes).run(t, f);
            });
            packed += bytes;
          }
        });
      });
    });
  }

  template <typename Index>
  static BlockKernels::List list_kernel(std::int64_t bytes) {
    const BlockKernels& kernels = block_kernels(bytes);
    if constexpr (sizeof(Index) == 4)
      return Packs ? kernels.pack_narrow : kernels.unpack_narrow;
    else
      return Packs ? kernels.pack_wide : kernels.unpack_wide;
  }

  template <typename Act>
  static void at(std::int64_t data, std::int64_t packed, std::byte* to, const std::byte* from, const Act& act) {
    if constexpr (Packs)
      act(to + packed, from + data);
    else
      act(to + data, from + packed);
  }

  /// Moves the loops that a body begins with into `nest`, and returns the body inside them.
  static const Copy& without_loops(const Copy& body, Nest& nest) {
    const Copy* inside = &body;
    for (; inside->kind == Copy::Kind::loop && !nest.full(); inside = &inside->parts[0].body)
      nest.push({inside->count, inside->from_stride, inside->to_stride});
    return *inside;
  }

  static void run(const Program& program, std::byte* to, const std::byte* from, std::int64_t n, const void* table) {
    const std::int64_t packed_stride = Packs ? program.to_stride : program.from_stride;
    Nest nest;
    switch (program.table) {
      case Program::Table::none:
        nest.push({n, program.from_stride, program.to_stride});
        return run(nest, program.body, to, from);
      case Program::Table::narrow:
        return run_entries(nest, program.body, static_cast<const std::int32_t*>(table), n, packed_stride, to, from);
      case Program::Table::wide:
        return run_entries(nest, program.body, static_cast<const std::int64_t*>(table), n, packed_stride, to, from);
    }
  }
};

}  // namespace

void run_precompiled(const Program& program, std::byte* to, const std::byte* from, std::int64_t n, const void* table) {
  // Programs between two layouts have no lists, and neither side is packed.
  if (program.direction == Direction::pack)
    Runner<true>::run(program, to, from, n, table);
  else
    Runner<false>::run(program, to, from, n, table);
}

}  // namespace cartwright::jit
