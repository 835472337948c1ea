// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/exchange.hpp"

namespace cartwright::fft::exchange {

std::span<const Method* const> methods() {
  static const Method* const all[] = {&shared_method, &node_aware_method, &alltoallw_method, &alltoallv_method,
                                      &pipelined_method};
  return all;
}

}  // namespace cartwright::fft::exchange
