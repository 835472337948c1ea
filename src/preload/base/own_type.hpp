// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/real.hpp"

#include <mpi.h>

#include <cstdint>
#include <utility>

namespace cartwright::preload {

/// A datatype that the destructor frees.
class OwnType {
 public:
  OwnType() = default;
  explicit OwnType(MPI_Datatype made) : type_(made) {}
  ~OwnType() {
    if (type_ != MPI_DATATYPE_NULL) mpi::real().Type_free(&type_);
  }
  OwnType(OwnType&& other) noexcept : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
  OwnType& operator=(OwnType&& other) noexcept {
    std::swap(type_, other.type_);
    return *this;
  }
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// A committed datatype of `size` contiguous bytes; none if MPI fails.
OwnType adjacent_bytes(std::int64_t size);

}  // namespace cartwright::preload
