/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Linked statically: nothing can be preloaded into it. */
int main(void) { return 0; }
