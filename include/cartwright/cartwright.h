/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_CARTWRIGHT_H
#define CARTWRIGHT_CARTWRIGHT_H

/**
 * \file
 * All of libcartwright, which does not use MPI: mappings, layouts and networks.
 */

#include <cartwright/layout.h>
#include <cartwright/mapping.h>
#include <cartwright/network.h>
#include <cartwright/status.h>

#endif
