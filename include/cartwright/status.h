/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_STATUS_H
#define CARTWRIGHT_STATUS_H

/**
 * \file
 * Status codes, error messages and versions. Every other header of Cartwright includes this one.
 *
 * The contract of all functions that return a cw_status:
 *  - A function returns CW_OK, or it returns another status and has no effect. The error message is then in
 *    cw_last_error(), whichever library of Cartwright the function is in.
 *  - Results are the last arguments. They are written through pointers, and only on CW_OK.
 *  - A required pointer that is NULL gives CW_INVALID_ARGUMENT. Any function may return CW_NO_MEMORY or CW_INTERNAL.
 *  - No function prints, raises a signal, throws an exception or ends the program.
 *
 * The same things have the same shape in all headers:
 *  - A function that frees returns nothing where it cannot fail. In halo.h and fft.h it can, and returns a cw_status:
 *    plans and arrays that were already freed are refused.
 *  - A query is named after its result: cw_mapping_cost. Where that is the name of a struct, it has `get`:
 *    cw_layout_get_stats fills a cw_layout_stats.
 *  - A function that ends in _explain returns text for people, and one that ends in _explain_json returns JSON for
 *    programs: both return the text itself, which belongs to the handle, or NULL after an error.
 *
 * Functions that return int (mpix.h) follow the error contract of MPI instead; cw_last_error() has the reason of their
 * errors, too.
 *
 * Ownership: the caller owns every handle and frees it with the function of its type, which accepts NULL. A string or
 * an array that a query returns belongs to its handle, and is valid until that handle is freed. Arrays that are passed
 * in belong to the caller, and are not used after the call.
 *
 * A struct that may grow in later versions begins with its `size`. Initialize it with the macro of its name and _INIT,
 * which sets the size and zeroes the other members. A program and a library of different versions then work together:
 *  - The struct of the program is smaller than that of the library: members that are missing have their defaults in
 *    a struct of options, and are not written in a struct of results.
 *  - It is larger: a struct of options is refused with CW_UNSUPPORTED when a member that the library does not know is
 *    not 0. In a struct of results such members keep their values.
 *  - A size below that of the member `size`, or above 4096, gives CW_INVALID_ARGUMENT: it was not set.
 */

#include <stddef.h>
#include <stdint.h>

/** Marks a function that a library of Cartwright exports. */
#if defined(_WIN32)
#define CW_API
#else
#define CW_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Major version of this header. */
#define CW_VERSION_MAJOR 0
/** Minor version of this header. Until 1.0.0, programs must be rebuilt when it changes. */
#define CW_VERSION_MINOR 1
/** Patch version of this header. */
#define CW_VERSION_PATCH 0
/** The version of this header as one number: 10000 * major + 100 * minor + patch. */
#define CW_VERSION (CW_VERSION_MAJOR * 10000 + CW_VERSION_MINOR * 100 + CW_VERSION_PATCH)

/** The result of a call. */
typedef enum cw_status {
  CW_OK = 0,               /**< success */
  CW_INVALID_ARGUMENT = 1, /**< an argument has a value that is not allowed */
  CW_OVERFLOW = 2,         /**< a size does not fit in 63 bits */
  CW_PARSE = 3,            /**< a text or a file is malformed */
  CW_IO = 4,               /**< the operating system could not read or write a file */
  CW_UNSUPPORTED = 5,      /**< a valid request that this library cannot fulfill here */
  CW_NO_MEMORY = 6,        /**< out of memory */
  CW_INTERNAL = 7,         /**< a bug in Cartwright */
  CW_TIMEOUT = 8,          /**< another process did not come in time */
  CW_PEER_FAILED = 9       /**< another process has ended, or freed what it was to use */
} cw_status;

/**
 * A few words for a status, such as "parse error". In every library of Cartwright.
 *
 * \param status any value
 * \return a static string, never NULL; "unknown status" for a value that is not a cw_status
 */
CW_API const char* cw_status_string(cw_status status);

/**
 * The message of the last call that failed on this thread, of any library of Cartwright. In every one of them.
 *
 * \return "" before any failure; valid until the next call that fails on this thread
 */
CW_API const char* cw_last_error(void);

/**
 * Sets the message that cw_last_error() returns on this thread. The libraries of Cartwright call it: the one that the
 * program was linked with first keeps the messages of all. Also for libraries that call Cartwright and report errors as
 * it does. In every library of Cartwright.
 *
 * \param message the message, which is copied; NULL: the present one is kept
 * \return as cw_last_error()
 */
CW_API const char* cw_set_last_error(const char* message);

/**
 * The version of the library in use. The version that a program was compiled with is CW_VERSION. In libcartwright;
 * cw_mpi_version(), cw_halo_version() and cw_fft_version() are the same for the other libraries.
 *
 * \return 10000 * major + 100 * minor + patch
 */
CW_API int cw_version(void);

/**
 * How the library in use was built, for a bug report: version, compiler, processor, and the optional libraries that it
 * was built with. In libcartwright; cw_mpi_build_info(), cw_halo_build_info() and cw_fft_build_info() are the same for
 * the other libraries.
 *
 * \return a static line such as "Cartwright 0.1.0, GCC 12.2.0, x86_64, AsmJit yes, Scotch libscotch-7.0.so"
 */
CW_API const char* cw_build_info(void);

#ifdef __cplusplus
}
#endif

#endif
