// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/message.hpp"
#include "preload/receiving.hpp"

using namespace cartwright::mpi;

// Every call that receives a message from one process.

CW_MPI(Recv)(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
  Incoming message(buffer, count, type, source);
  if (!message.packed()) return real().Recv(buffer, count, type, source, tag, comm, status);
  MPI_Status own{};
  if (status == MPI_STATUS_IGNORE) status = &own;
  const int error = real().Recv(message.data(), message.bytes(), MPI_PACKED, source, tag, comm, status);
  return message.deliver(*status, error);
}

CW_MPI(Irecv)(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request) {
  Incoming message(buffer, count, type, source);
  if (!message.packed()) return real().Irecv(buffer, count, type, source, tag, comm, request);
  const int error = real().Irecv(message.data(), message.bytes(), MPI_PACKED, source, tag, comm, request);
  if (error == MPI_SUCCESS) on_receipt(*request, std::make_unique<Receiving>(std::move(message)));
  return error;
}

CW_MPI(Mrecv)(void* buffer, int count, MPI_Datatype type, MPI_Message* matched, MPI_Status* status) {
  if (*matched == MPI_MESSAGE_NO_PROC) return real().Mrecv(buffer, count, type, matched, status);
  Incoming message(buffer, count, type, MPI_ANY_SOURCE);
  if (!message.packed()) return real().Mrecv(buffer, count, type, matched, status);
  MPI_Status own{};
  if (status == MPI_STATUS_IGNORE) status = &own;
  const int error = real().Mrecv(message.data(), message.bytes(), MPI_PACKED, matched, status);
  return message.deliver(*status, error);
}

CW_MPI(Imrecv)(void* buffer, int count, MPI_Datatype type, MPI_Message* matched, MPI_Request* request) {
  if (*matched == MPI_MESSAGE_NO_PROC) return real().Imrecv(buffer, count, type, matched, request);
  Incoming message(buffer, count, type, MPI_ANY_SOURCE);
  if (!message.packed()) return real().Imrecv(buffer, count, type, matched, request);
  const int error = real().Imrecv(message.data(), message.bytes(), MPI_PACKED, matched, request);
  if (error == MPI_SUCCESS) on_receipt(*request, std::make_unique<Receiving>(std::move(message)));
  return error;
}
