/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_FORTRAN_GLUE_STATUS_H
#define CARTWRIGHT_FORTRAN_GLUE_STATUS_H

/* What the glue of all modules shares. */

/** Keeps the message of a call that the glue refuses. Returns the status for Fortran: that of C, negative. */
__attribute__((format(printf, 1, 2))) int cwf_refuse(const char* format, ...);
int cwf_no_memory(void);

#endif
