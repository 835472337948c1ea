/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/functions.h"

/* One trampoline per function. Trampolines pass all arguments on unchanged, so they fit any MPI and any number of
 * arguments. C cannot express this. */

#if defined(__x86_64__)

/* Input: the entry in r11. All registers that may hold arguments are preserved. */
__asm__(
    ".pushsection .text\n"
    ".type cw_first_call, @function\n"
    "cw_first_call:\n"
    "  push %rbp\n"
    "  mov %rsp, %rbp\n"
    "  push %rdi; push %rsi; push %rdx; push %rcx; push %r8; push %r9; push %rax; push %r11\n"
    "  mov %r11, %rdi\n"
    "  mov 8(%rbp), %rsi\n"
    "  call cw_find_function\n"
    "  mov %rax, %r11\n"
    "  add $8, %rsp\n"
    "  pop %rax; pop %r9; pop %r8; pop %rcx; pop %rdx; pop %rsi; pop %rdi; pop %rbp\n"
    "  jmp *%r11\n"
    ".popsection\n");
#define CW_JUMP(entry) "  jmp *" entry "(%rip)\n"
#define CW_FIRST(entry) "  lea " entry "(%rip), %r11\n  jmp cw_first_call\n"

#elif defined(__aarch64__)

/* Input: the entry in x16. All registers that may hold arguments are preserved. */
__asm__(
    ".pushsection .text\n"
    ".type cw_first_call, %function\n"
    "cw_first_call:\n"
    "  stp x29, x30, [sp, #-96]!\n"
    "  mov x29, sp\n"
    "  stp x0, x1, [sp, #16]\n  stp x2, x3, [sp, #32]\n  stp x4, x5, [sp, #48]\n  stp x6, x7, [sp, #64]\n"
    "  str x8, [sp, #80]\n"
    "  mov x0, x16\n"
    "  mov x1, x30\n"
    "  bl cw_find_function\n"
    "  mov x16, x0\n"
    "  ldp x0, x1, [sp, #16]\n  ldp x2, x3, [sp, #32]\n  ldp x4, x5, [sp, #48]\n  ldp x6, x7, [sp, #64]\n"
    "  ldr x8, [sp, #80]\n"
    "  ldp x29, x30, [sp], #96\n"
    "  br x16\n"
    ".popsection\n");
#define CW_JUMP(entry) "  adrp x16, " entry "\n  ldr x16, [x16, :lo12:" entry "]\n  br x16\n"
#define CW_FIRST(entry) "  adrp x16, " entry "\n  add x16, x16, :lo12:" entry "\n  b cw_first_call\n"

#else
#error "no trampolines for this processor: add them here, or leave src/preload/front out"
#endif

/* The entry of a function, which first points to the code that finds it, and its trampoline up to the labels. */
/* clang-format off */
#define CW_ENTRY(name, labels)                                                                       \
  __asm__(".pushsection .data.rel.local, \"aw\"\n"                                                   \
          "  .balign 16\n"                                                                           \
          "cw_entry_" name ":\n  .quad cw_first_" name "\n  .quad cw_name_" name "\n"                \
          ".popsection\n"                                                                            \
          ".pushsection .rodata\ncw_name_" name ":\n  .asciz \"" name "\"\n.popsection\n"            \
          ".pushsection .text\n"                                                                     \
          "  .balign 16\n" labels CW_JUMP("cw_entry_" name) "cw_first_" name ":\n"                   \
          CW_FIRST("cw_entry_" name)                                                                 \
          ".popsection\n");
/* clang-format on */
#define CW_LABEL(name) ".globl " name "\n.type " name ", STT_FUNC\n" name ":\n"

#define CW_MPI_FUNCTION(name) CW_ENTRY("MPI_" #name, CW_LABEL("MPI_" #name) CW_LABEL("PMPI_" #name))
#define CW_OWN_FUNCTION(name) CW_ENTRY(#name, CW_LABEL(#name))

CW_REAL_FUNCTIONS(CW_MPI_FUNCTION)
CW_REAL_FUNCTIONS_4(CW_MPI_FUNCTION)
CW_OWN_FUNCTIONS(CW_OWN_FUNCTION)
