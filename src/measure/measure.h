/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#ifdef __cplusplus
extern "C"
#endif
    /* The program cartwright_measure, with the arguments of main(). */
    __attribute__((visibility("default"))) int
    cw_measure(int argc, char** argv);
