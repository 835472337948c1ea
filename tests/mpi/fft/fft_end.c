/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Processes which transform until one of them ends in the middle of a transform. */
#include "end.h"

#include <cartwright/fft.h>

int main(int argc, char** argv) {
  begin(argc, argv);
  const int64_t n[] = {12, 12, 12};
  cw_fft_options options = CW_FFT_OPTIONS_INIT;
  options.timeout = 30;
  cw_fft_plan* plan;
  check(cw_fft_plan_create(MPI_COMM_WORLD, 3, n, &options, &plan));
  int64_t bytes;
  void* data;
  check(cw_fft_plan_buffer_bytes(plan, &bytes));
  check(cw_fft_alloc(bytes, &data));
  memset(data, 0, (size_t)bytes);
  tell_pid();
  for (int step = 0; step < 3 || forever(); ++step) check(cw_fft_forward(plan, data, data));
  check(cw_fft_forward_start(plan, data, data));
  end_rank_1();
  check(cw_fft_finish(plan));
  while (1) check(cw_fft_forward(plan, data, data));
}
