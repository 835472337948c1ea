// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/message.hpp"

#include "mpi/real.hpp"

#include <algorithm>
#include <exception>

namespace cartwright::mpi {

Outgoing::Outgoing(const void* buffer, MPI_Count count, MPI_Datatype type, int dest, Use use) noexcept try {
  if (dest == MPI_PROC_NULL) return;
  elements_ = elements_at(buffer, count, type);
  const Way way = way_to_pack(elements_, use);
  if (way == Way::mpi) return;
  Buffer packed(static_cast<std::size_t>(elements_.bytes()));
  if (way == Way::measured) learn_to_pack(elements_, packed.data());
  pack(elements_, packed.data(), Use::message);
  packed_ = std::move(packed);
} catch (const std::exception&) {
  // Without memory for it, MPI sends what the user gave.
}

Incoming::Incoming(void* buffer, MPI_Count count, MPI_Datatype type, int source, Use use) noexcept try {
  if (source == MPI_PROC_NULL) return;
  elements_ = elements_at(buffer, count, type);
  const Way way = way_to_unpack(elements_, use);
  if (way == Way::mpi) return;
  packed_ = Buffer(static_cast<std::size_t>(elements_.bytes()));
  measured_ = way == Way::measured;
} catch (const std::exception&) {
  // As above.
}

int Incoming::deliver(MPI_Status& status, int error) noexcept {
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(error, &error_class);
  if (error_class != MPI_SUCCESS && error_class != MPI_ERR_TRUNCATE) return error;
  int cancelled = 0;
  PMPI_Test_cancelled(&status, &cancelled);
  if (cancelled) return error;
  MPI_Count came = 0;
  PMPI_Get_elements_x(&status, MPI_PACKED, &came);
  const std::int64_t room = elements_.bytes();
  const std::int64_t bytes = std::clamp<std::int64_t>(came, 0, room);
  if (measured_ && bytes == room) learn_to_unpack(elements_, packed_.data());
  unpack(elements_, packed_.data(), bytes, Use::message);
  return error;
}

void Incoming::outlive_type() noexcept {
  if (!measured_) return;
  own_type_ = OwnType(elements_.type);
  elements_.type = own_type_.get();
  measured_ = elements_.type != MPI_DATATYPE_NULL;
}

Incoming::OwnType::OwnType(MPI_Datatype of) {
  if (real().Type_dup(of, &type_) != MPI_SUCCESS) type_ = MPI_DATATYPE_NULL;
}

Incoming::OwnType::~OwnType() {
  if (type_ != MPI_DATATYPE_NULL) real().Type_free(&type_);
}

}  // namespace cartwright::mpi
