// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/halo.h"
#include "exchange/blocks.hpp"
#include "gpu/ranks.hpp"
#include "lib/succeed.hpp"

#include <memory>

namespace cartwright::bench {

void time_halo(const Ranks& ranks) {
  constexpr int fields = 8;
  const int n = ranks.tiny() ? 6 : 64;
  const Blocks blocks({3, n, 1, fields, true, -1});

  const std::int64_t sizes[3] = {n, n, n};
  std::vector<double> values(blocks.points());
  std::vector<std::unique_ptr<Memory>> memory;
  std::vector<cw_halo_field> all;
  for (int field = 0; field < fields; ++field) {
    blocks.compute(values.data(), field, 0);
    memory.push_back(std::make_unique<Memory>(ranks.device(), values.size() * sizeof(double)));
    memory.back()->put(values.data());
    all.push_back(CW_HALO_FIELD_INIT);
    all.back().base = memory.back()->data() + blocks.index({1, 1, 1}) * static_cast<std::int64_t>(sizeof(double));
    all.back().sizes = sizes;
  }
  cw_halo* plan = nullptr;
  succeed(cw_halo_create(blocks.cart(), 3, 1, all.data(), fields, nullptr, &plan));
  const auto exchange = [&] { succeed(cw_halo_exchange(plan)); };
  exchange();
  bool right = true;
  for (int field = 0; field < fields; ++field) {
    memory[field]->get(values.data());
    right = right && blocks.right(values.data(), field, 0);
  }
  ranks.need(right, "halo");
  const double seconds = ranks.seconds_of(200, exchange);
  ranks.add({fmt::format("halo of 26 neighbors, {} fields of {}^3 doubles, {} processes", fields, n, ranks.size()),
             "us", seconds * 1e6, Figure::Target::at_most, 12});
  succeed(cw_halo_free(plan));
  MPI_Barrier(MPI_COMM_WORLD);  // neighbors have memory of this process open
}

}  // namespace cartwright::bench
