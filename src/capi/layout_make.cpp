// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/boundary.hpp"
#include "capi/layout_p.hpp"
#include "datatype/notation.hpp"

using namespace cartwright;
using namespace cartwright::datatype;
using boundary::guarded;
using boundary::required;

namespace {

/// Returns a new layout; `make` returns its type.
template <typename Make>
cw_status made(cw_layout** layout, Make make) noexcept {
  return guarded([&] {
    required(layout, "layout");
    *layout = new cw_layout(make());
  });
}

const TypePtr& type_of(const cw_layout* layout) { return required(layout, "of").type; }

std::vector<std::int64_t> numbers(std::size_t count, const std::int64_t* values, const char* name) {
  if (count == 0) return {};
  return {&required(values, name), values + count};
}

Integers integers(std::size_t count, const std::int64_t* values, const char* name) {
  return Integers::fitted(numbers(count, values, name));
}

bool is_fortran(int order) {
  if (order != CW_ORDER_C && order != CW_ORDER_FORTRAN)
    base::fail(base::Status::invalid_argument, "order {} is neither CW_ORDER_C nor CW_ORDER_FORTRAN", order);
  return order == CW_ORDER_FORTRAN;
}

Distribution::Kind kind_of(int distribution) {
  switch (distribution) {
    case CW_DISTRIBUTE_BLOCK: return Distribution::Kind::block;
    case CW_DISTRIBUTE_CYCLIC: return Distribution::Kind::cyclic;
    case CW_DISTRIBUTE_NONE: return Distribution::Kind::none;
  }
  base::fail(base::Status::invalid_argument, "distribution {} is not CW_DISTRIBUTE_BLOCK, _CYCLIC or _NONE",
             distribution);
}

}  // namespace

cw_status cw_layout_parse(const char* notation, cw_layout** layout) {
  return made(layout, [&] { return parse_type(&required(notation, "notation")); });
}

cw_status cw_layout_basic(const char* name, cw_layout** layout) {
  return made(layout, [&] {
    TypePtr type = basic_named(&required(name, "name"));
    if (!type)
      base::fail(base::Status::invalid_argument,
                 "unknown type '{}': give the name of a type of C, such as double or int64_t", name);
    return type;
  });
}

cw_status cw_layout_contiguous(int64_t count, const cw_layout* of, cw_layout** layout) {
  return made(layout, [&] { return contiguous(count, type_of(of)); });
}

cw_status cw_layout_vector(int64_t count, int64_t blocklength, int64_t stride, const cw_layout* of,
                           cw_layout** layout) {
  return made(layout, [&] { return vector(count, blocklength, stride, type_of(of)); });
}

cw_status cw_layout_hvector(int64_t count, int64_t blocklength, int64_t stride, const cw_layout* of,
                            cw_layout** layout) {
  return made(layout, [&] { return hvector(count, blocklength, stride, type_of(of)); });
}

cw_status cw_layout_indexed(size_t count, const int64_t blocklengths[], const int64_t displacements[],
                            const cw_layout* of, cw_layout** layout) {
  return made(layout, [&] {
    return indexed(integers(count, blocklengths, "blocklengths"), integers(count, displacements, "displacements"),
                   type_of(of));
  });
}

cw_status cw_layout_hindexed(size_t count, const int64_t blocklengths[], const int64_t displacements[],
                             const cw_layout* of, cw_layout** layout) {
  return made(layout, [&] {
    return hindexed(integers(count, blocklengths, "blocklengths"), integers(count, displacements, "displacements"),
                    type_of(of));
  });
}

cw_status cw_layout_indexed_block(size_t count, int64_t blocklength, const int64_t displacements[], const cw_layout* of,
                                  cw_layout** layout) {
  return made(layout,
              [&] { return indexed_block(blocklength, integers(count, displacements, "displacements"), type_of(of)); });
}

cw_status cw_layout_hindexed_block(size_t count, int64_t blocklength, const int64_t displacements[],
                                   const cw_layout* of, cw_layout** layout) {
  return made(layout, [&] {
    return hindexed_block(blocklength, integers(count, displacements, "displacements"), type_of(of));
  });
}

cw_status cw_layout_struct(size_t count, const int64_t blocklengths[], const int64_t displacements[],
                           const cw_layout* const of[], cw_layout** layout) {
  return made(layout, [&] {
    std::vector<TypePtr> types;
    for (std::size_t i = 0; i < count; ++i) types.push_back(type_of((&required(of, "of"))[i]));
    return structure(integers(count, blocklengths, "blocklengths"), integers(count, displacements, "displacements"),
                     std::move(types));
  });
}

cw_status cw_layout_resized(int64_t lb, int64_t extent, const cw_layout* of, cw_layout** layout) {
  return made(layout, [&] { return resized(lb, extent, type_of(of)); });
}

cw_status cw_layout_subarray(size_t ndims, const int64_t sizes[], const int64_t subsizes[], const int64_t starts[],
                             int order, const cw_layout* of, cw_layout** layout) {
  return made(layout, [&] {
    return subarray(numbers(ndims, sizes, "sizes"), numbers(ndims, subsizes, "subsizes"),
                    numbers(ndims, starts, "starts"), is_fortran(order), type_of(of));
  });
}

cw_status cw_layout_darray(int64_t rank, size_t ndims, const int64_t sizes[], const int distributions[],
                           const int64_t blocksizes[], const int64_t processes[], int order, const cw_layout* of,
                           cw_layout** layout) {
  return made(layout, [&] {
    std::vector<Distribution> dims;
    for (std::size_t i = 0; i < ndims; ++i)
      dims.push_back({kind_of((&required(distributions, "distributions"))[i]), (&required(sizes, "sizes"))[i],
                      (&required(blocksizes, "blocksizes"))[i], (&required(processes, "processes"))[i]});
    return darray(rank, dims, is_fortran(order), type_of(of));
  });
}

cw_status cw_layout_with_options(const cw_layout* of, const cw_layout_options* options, cw_layout** layout) {
  return guarded([&] {
    required(layout, "layout");
    const cw_layout_options given = boundary::known(options, cw_layout_options CW_LAYOUT_OPTIONS_INIT, "options");
    auto hinted = std::make_unique<cw_layout>(type_of(of), jit::Hints{given.expected_uses, given.count});
    hinted->packer();  // refuses bad hints
    *layout = hinted.release();
  });
}

void cw_layout_free(cw_layout* layout) { delete layout; }
