// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace cartwright::datatype {

/// Datatypes as text, in the notation of the MILC datatypes that were published with libpack [Schneider2013], extended
/// to all constructors. Arguments are those of MPI, in its order. Arrays are lists of numbers between semicolons:
///
///     type = NAME | CONSTRUCTOR "(" list {";" list} ")" "[" [type {"," type}] "]"
///
///     float, double, int64_t, unsigned long, ...     basic types, by their names in C
///     ctg(count)[type]
///     vec(count blocklength stride)[type]
///     hvec(count blocklength stride)[type]           stride in bytes
///     idx(blocklengths; displacements)[type]
///     hidx(blocklengths; displacements)[type]        displacements in bytes
///     idxblk(blocklength; displacements)[type]
///     hidxblk(blocklength; displacements)[type]      displacements in bytes
///     struct(blocklengths; displacements)[types]     displacements in bytes, one type for each
///     sub(sizes; subsizes; starts; c|fortran)[type]  c may be left out
///     darray(rank; sizes; block|cyclic|none ...; blocksizes; processes; c|fortran)[type]  blocksize 0: MPI's default
///     resized(lb extent)[type]
///
/// Blanks may separate any two tokens.

/// Throws Error, with the position (from 1) of the mistake and the tokens that are possible there: Error{parse} if the
/// text is not a datatype in this notation, and the errors of the constructors for invalid numbers.
TypePtr parse_type(std::string_view text);

/// The notation of a type, which parse_type reads back. Subarrays and distributed arrays are printed as the vectors
/// that they consist of.
std::string notation(const Type& type);

/// Only the constructor, "hvec(2 1 6144)", or the name of a basic type. Lists of more than `most` numbers are cut off.
std::string constructor_notation(const Type& type, std::size_t most);

}  // namespace cartwright::datatype
