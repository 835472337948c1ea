// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace cartwright::datatype {

/// Datatypes as text, in the notation in which MILC's were published with libpack [Schneider2013], extended to all
/// constructors. Arguments are MPI's, in MPI's order; what is an array there is a list of numbers between semicolons:
///
///     type = NAME | CONSTRUCTOR "(" list {";" list} ")" "[" [type {"," type}] "]"
///
///     float, double, int64_t, unsigned long, ...     as C calls them
///     ctg(count)[type]
///     vec(count blocklength stride)[type]
///     hvec(count blocklength stride)[type]           stride in bytes
///     idx(blocklengths; displacements)[type]
///     hidx(blocklengths; displacements)[type]        displacements in bytes
///     idxblk(blocklength; displacements)[type]
///     hidxblk(blocklength; displacements)[type]      displacements in bytes
///     struct(blocklengths; displacements)[types]     displacements in bytes, a type for each
///     sub(sizes; subsizes; starts; c|fortran)[type]  c may be left out
///     darray(rank; sizes; block|cyclic|none ...; blocksizes; processes; c|fortran)[type]  blocksize 0: MPI's default
///     resized(lb extent)[type]
///
/// Blanks may stand between any two of these.

/// Throws Error, with the position (from 1) at which the text goes wrong and what may stand there: parse for what is
/// no datatype in this notation, and what the constructors throw for numbers that they cannot use.
TypePtr parse_type(std::string_view text);

/// The notation of a type: parse_type reads it back. Subarrays and distributed arrays are printed as the vectors that
/// they are made of.
std::string notation(const Type& type);

/// The constructor alone, "hvec(2 1 6144)", or the name of a basic type. Lists of more than `most` numbers are cut off.
std::string constructor_notation(const Type& type, std::size_t most);

}  // namespace cartwright::datatype
