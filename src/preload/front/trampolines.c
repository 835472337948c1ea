/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/base/functions.h"
#include "preload/front/entry.h"

/* One trampoline per name of a function. Trampolines pass all arguments on unchanged, so they fit any MPI and any
 * number of arguments. C cannot express this. MPI_X leads to PMPI_X, unless a tool has another MPI_X, which calls
 * PMPI_X itself. With CARTWRIGHT_IN_ORDER, PMPI_X exchanges MPI_COMM_WORLD for another communicator: AT_5 does so in
 * the sixth argument. */

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
#define CW_EXCHANGE(reg)           \
  "  mov cw_world(%rip), %r11\n"   \
  "  and %" reg                    \
  ", %r11\n"                       \
  "  cmp cw_world+8(%rip), %r11\n" \
  "  cmove cw_world+16(%rip), %" reg "\n"
#define CW_EXCHANGE_ON_STACK(at)    \
  "  mov cw_world(%rip), %r11\n"    \
  "  and " at                       \
  "(%rsp), %r11\n"                  \
  "  cmp cw_world+8(%rip), %r11\n"  \
  "  jne 1f\n"                      \
  "  mov cw_world+16(%rip), %r11\n" \
  "  mov %r11, " at "(%rsp)\n1:\n"
#define AT_0 CW_EXCHANGE("rdi")
#define AT_1 CW_EXCHANGE("rsi")
#define AT_2 CW_EXCHANGE("rdx")
#define AT_3 CW_EXCHANGE("rcx")
#define AT_4 CW_EXCHANGE("r8")
#define AT_5 CW_EXCHANGE("r9")
#define AT_6 CW_EXCHANGE_ON_STACK("8")
#define AT_7 CW_EXCHANGE_ON_STACK("16")
#define AT_8 CW_EXCHANGE_ON_STACK("24")
#define AT_10 CW_EXCHANGE_ON_STACK("40")
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
#define CW_LOAD_EXCHANGE(argument)   \
  "  adrp x16, cw_world\n"           \
  "  add x16, x16, :lo12:cw_world\n" \
  "  ldr x17, [x16]\n"               \
  "  and x17, x17, " argument        \
  "\n"                               \
  "  ldr x16, [x16, #8]\n"           \
  "  cmp x17, x16\n"                 \
  "  b.ne 1f\n"                      \
  "  adrp x16, cw_world\n"           \
  "  add x16, x16, :lo12:cw_world\n"
#define CW_EXCHANGE(reg) CW_LOAD_EXCHANGE(reg) "  ldr " reg ", [x16, #16]\n1:\n"
#define CW_EXCHANGE_ON_STACK(at)          \
  "  adrp x16, cw_world\n"                \
  "  add x16, x16, :lo12:cw_world\n"      \
  "  ldp x17, x16, [x16]\n"               \
  "  str x8, [sp, #-16]!\n"               \
  "  ldr x8, [sp, #16+" at                \
  "]\n"                                   \
  "  and x17, x17, x8\n"                  \
  "  ldr x8, [sp], #16\n"                 \
  "  cmp x17, x16\n"                      \
  "  b.ne 1f\n"                           \
  "  adrp x16, cw_world+16\n"             \
  "  ldr x16, [x16, :lo12:cw_world+16]\n" \
  "  str x16, [sp, #" at "]\n1:\n"
#define AT_0 CW_EXCHANGE("x0")
#define AT_1 CW_EXCHANGE("x1")
#define AT_2 CW_EXCHANGE("x2")
#define AT_3 CW_EXCHANGE("x3")
#define AT_4 CW_EXCHANGE("x4")
#define AT_5 CW_EXCHANGE("x5")
#define AT_6 CW_EXCHANGE("x6")
#define AT_7 CW_EXCHANGE("x7")
#define AT_8 CW_EXCHANGE_ON_STACK("0")
#define AT_10 CW_EXCHANGE_ON_STACK("16")
#define CW_JUMP(entry) "  adrp x16, " entry "\n  ldr x16, [x16, :lo12:" entry "]\n  br x16\n"
#define CW_FIRST(entry) "  adrp x16, " entry "\n  add x16, x16, :lo12:" entry "\n  b cw_first_call\n"

#else
#error "no trampolines for this processor: add them here, or leave src/preload/front out"
#endif

#ifdef CARTWRIGHT_IN_ORDER
/* The trampolines read these. At first nothing is exchanged. */
__attribute__((visibility("hidden"))) uint64_t cw_world[3] = {0, 1, 0}; /* mask, from, to */

void cw_exchange(uint64_t mask, uint64_t from, uint64_t to) {
  cw_world[2] = to;
  cw_world[0] = mask;
  cw_world[1] = from;
}

#define NONE ""
#endif

/* The entry of a function, which first points to the code that finds it, and its trampoline: labels, then exchanges.
 * `pmpi` is the entry's member of this name, a label. */
/* clang-format off */
#define CW_ENTRY(name, function, pmpi, start)                                                        \
  __asm__(".pushsection .data.rel.local, \"aw\"\n"                                                   \
          "  .balign 16\n"                                                                           \
          "cw_entry_" name ":\n  .quad cw_first_" name "\n  .quad cw_name_" name "\n  .quad " pmpi "\n" \
          ".popsection\n"                                                                            \
          ".pushsection .rodata\ncw_name_" name ":\n  .asciz \"" function "\"\n.popsection\n"        \
          ".pushsection .text\n"                                                                     \
          "  .balign 16\n" start CW_JUMP("cw_entry_" name) "cw_first_" name ":\n"                    \
          CW_FIRST("cw_entry_" name)                                                                 \
          ".popsection\n");
/* clang-format on */
#define CW_LABEL(name) ".globl " name "\n.type " name ", STT_FUNC\n" name ":\n"
#define CW_NAMES(name, exchanges)                                                                 \
  CW_ENTRY("PMPI_" #name, "MPI_" #name, "0", CW_LABEL("PMPI_" #name) "cw_" #name ":\n" exchanges) \
  CW_ENTRY("MPI_" #name, "MPI_" #name, "cw_" #name, CW_LABEL("MPI_" #name))

#ifdef CARTWRIGHT_IN_ORDER
#define CW_FUNCTION(name, exchanges) CW_ENTRY(#name, #name, "0", CW_LABEL(#name) exchanges)
CW_FUNCTIONS(CW_NAMES, CW_NAMES, CW_NAMES)
CW_OTHER_FUNCTIONS(CW_FUNCTION)
#else
#define CW_MPI_FUNCTION(name, exchanges) CW_NAMES(name, "")
#define CW_FUNCTION(name, exchanges) CW_ENTRY(#name, #name, "0", CW_LABEL(#name))
#define CW_NO_FUNCTION(name, exchanges)
CW_FUNCTIONS(CW_MPI_FUNCTION, CW_NO_FUNCTION, CW_NO_FUNCTION)
#endif
CW_OWN_FUNCTIONS(CW_FUNCTION)
