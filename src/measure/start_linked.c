/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "measure/measure.h"

int main(int argc, char** argv) { return cw_measure(argc, argv); }
