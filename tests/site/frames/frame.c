/* SPDX-FileCopyrightText: 2026 The Cartwright authors */
/* SPDX-License-Identifier: BSD-3-Clause */

/* What the blocks of C in README.md and docs take as given. */
#include <cartwright/cartwright.h>
#include <cartwright/fft.h>
#include <cartwright/halo.h>
#include <cartwright/layout.h>
#include <cartwright/mpix.h>
#include <cartwright/network.h>

#include <stddef.h>
#include <stdint.h>

MPI_Comm comm, cart;
int dims[3], periods[3];
double weights[3];
int64_t nx, ny, nz, n[3];

cw_halo_field fields[5];
double* first_own_point;
cw_halo* halo;
void* array;
size_t bytes;

cw_fft_plan* plan;
cw_fft_array points;
double *u, *coefficients;

cw_layout *face, *ghosts;
cw_batch* batch;
void *packed, *received, *other, *stream;
int cuStreamSynchronize(void* stream);

double *read, *mine, *block, *block_now;
int n_read, n_mine;
