// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/notation.hpp"
#include "gpu/layout.hpp"

#include <memory>
#include <string>
#include <vector>

namespace cartwright::bench {

/// One element of a type.
struct Element {
  std::shared_ptr<jit::Packer> packer;
  gpu::LayoutKernels& kernels;

  explicit Element(const std::string& notation)
      : packer(jit::Packer::of(datatype::normalize(*datatype::parse_type(notation)))),
        kernels(gpu::LayoutKernels::of(*packer)) {}
  /// Packed on the host.
  std::vector<std::byte> packed(const std::byte* from) const {
    std::vector<std::byte> made(bytes());
    packer->pack(made.data(), from, 1);
    return made;
  }
  std::size_t bytes() const { return static_cast<std::size_t>(packer->layout().size); }
};

}  // namespace cartwright::bench
