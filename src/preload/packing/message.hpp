// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "preload/base/own_type.hpp"
#include "preload/node/same_node.hpp"
#include "preload/packing/choice.hpp"
#include "preload/packing/send_policy.hpp"

#include <optional>
#include <utility>

namespace cartwright::preload {

/// A message to send: the data, count and type for MPI, in the form that send_policy.hpp gives. This must live until
/// MPI has sent the message, but it may be moved.
class SendBuffer {
 public:
  /// Packs now, if the form requires it.
  SendBuffer(const void* buffer, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
             CallKind kind) noexcept;

  const void* data() const { return own() ? packed_.data() : elements_.buffer; }
  MPI_Count count() const { return count_; }
  MPI_Datatype type() const { return own() ? type_ : elements_.type; }
  /// Whether data() is not the user's.
  bool own() const { return packed_.data() != nullptr; }

  /// Call after MPI was given the message, with MPI's error. Returns that error.
  int sent(int error) const noexcept;

  /// Call when the message was canceled: no process will take its data from shared memory.
  void withdraw() const noexcept {
    if (offer_) offer_->withdraw();
  }

  const Elements& elements() const { return elements_; }

  /// Packs the current data of the user's buffer.
  void pack_again() noexcept;

 private:
  Path path(int dest, int tag, MPI_Comm comm, CallKind kind) noexcept;
  void describe();
  void pack_first(Path path, CallKind kind);
  void pack_from_gpu(int dest, int tag, MPI_Comm comm, CallKind kind);

  Elements elements_;
  MPI_Count count_;
  MPI_Datatype type_;
  base::Buffer packed_;
  OwnType pieces_;  ///< owns type_ if it consists of pieces
  std::optional<Offer> offer_;
  Form form_ = Form::user_data;
};

/// A message to receive: the address, count and type for MPI. Deliver it when it has arrived.
class ReceiveBuffer {
 public:
  ReceiveBuffer(void* buffer, MPI_Count count, MPI_Datatype type, int source, MPI_Comm comm,
                CallKind kind = CallKind::blocking) noexcept;

  void* data() const { return own() ? packed_.data() : elements_.buffer; }
  MPI_Count count() const { return count_; }
  MPI_Datatype type() const { return type_; }
  /// The bytes of data for which the user has room.
  MPI_Count room() const { return room_; }
  /// Whether data() is not the user's.
  bool own() const { return packed_.data() != nullptr; }
  /// Whether it must be delivered. Otherwise MPI does everything.
  bool pending() const { return own() || offered_; }
  const Elements& elements() const { return elements_; }

  /// Moves the received data to the user's buffer, or the part of it that fits. `error` is the result of the receive;
  /// returns the result of the call.
  int deliver(MPI_Status& status, int error) noexcept;

  /// Packs the current data of the user's buffer, room() bytes. False if MPI or the driver of a GPU refuses.
  bool pack_current(std::byte* packed) const noexcept;

  /// Call before a receive whose status does not tell how much arrived, as of MPI_Isendrecv in MPICH 4.0. What does not
  /// arrive is then delivered as it is in the user's buffer now.
  void expect_any_count() noexcept;

  /// Keeps a copy of the type, because the user may free it before the message is delivered.
  void outlive_type() noexcept;

 private:
  void receive_packed();
  void receive_in_place();
  base::Buffer buffer(MPI_Count bytes) const;
  bool move_last_byte(bool into_gap) noexcept;
  const void* descriptor(MPI_Count received, std::byte* copy) const noexcept;
  int take_offered(const void* descriptor, MPI_Status& status) noexcept;
  bool take_from_gpu(const OnGpu& data, MPI_Count bytes) noexcept;
  bool unpack_received(MPI_Count bytes) noexcept;
  int raise(int error) const noexcept;

  Elements elements_;
  MPI_Count count_ = 0;  ///< of type_, for MPI
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Count room_ = 0;
  MPI_Comm comm_ = MPI_COMM_NULL;
  CallKind kind_;
  base::Buffer packed_;
  OwnType own_type_;
  OwnType gapped_;         ///< owns type_ if it has a gap
  OwnType pieces_;         ///< owns type_ if it consists of pieces
  bool offered_ = false;   ///< the message may be a descriptor
  bool counted_ = true;    ///< the status tells how much arrived
  bool measured_ = false;  ///< unpacking is measured with this message
};

}  // namespace cartwright::preload
