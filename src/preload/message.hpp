// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/buffer.hpp"
#include "preload/choice.hpp"
#include "preload/own_type.hpp"
#include "preload/same_node.hpp"

#include <optional>
#include <utility>

namespace cartwright::preload {

/// How a send is called, as far as it matters here.
enum class Mode {
  blocking,    ///< the call returns when the message is sent
  started,     ///< the call does not wait
  exchanged,   ///< the call waits for another message as well, which may depend on this one
  buffered,    ///< room in a buffer is paid for each byte: the message goes as it is, or packed
  persistent,  ///< sent again and again from one place
};

/// A message on its way out: what MPI is to send for what the user gave. That is the same thing; or packed data, as
/// MPI_PACKED, which matches any type at the receiver; or a descriptor of data that lies in shared memory. It stays
/// where it is as long as this does, or what this is moved to.
class Outgoing {
 public:
  /// Packs now, where that is the better way.
  Outgoing(const void* buffer, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
           Mode mode) noexcept;

  const void* data() const { return own() ? packed_.data() : elements_.buffer; }
  MPI_Count count() const { return count_; }
  MPI_Datatype type() const { return own() ? MPI_PACKED : elements_.type; }
  /// Whether data() is not the user's.
  bool own() const { return packed_.data() != nullptr; }

  /// To be called when MPI has been given the message, with its error, which is returned.
  int sent(int error) const noexcept;

  /// To be called when the message was cancelled: nobody will take what lies in shared memory.
  void withdraw() const noexcept {
    if (offer_) offer_->withdraw();
  }

  /// Packs what the user's buffer holds now.
  void pack_again() noexcept { pack(elements_, packed_.data(), Use::message); }

 private:
  Elements elements_;
  MPI_Count count_;
  Buffer packed_;
  std::optional<Offer> offer_;
  Mode mode_;
};

/// A message to be received: where MPI is to put it, of which type, for what the user wants. When it has come, it is
/// delivered.
class Incoming {
 public:
  Incoming(void* buffer, MPI_Count count, MPI_Datatype type, int source, MPI_Comm comm,
           Use use = Use::message) noexcept;

  void* data() const { return own() ? packed_.data() : elements_.buffer; }
  MPI_Count count() const { return count_; }
  MPI_Datatype type() const { return type_; }
  /// Whether data() is not the user's.
  bool own() const { return packed_.data() != nullptr; }
  /// Whether it must be delivered. Otherwise MPI does all there is to do.
  bool pending() const { return own() || offered_; }
  const Elements& elements() const { return elements_; }

  /// Puts what came where the user wants it; of a message that was too long what has room. `error` is that of the
  /// receive; returns that of the call.
  int deliver(MPI_Status& status, int error) noexcept;

  /// Says that the user may free the type before this is delivered.
  void outlive_type() noexcept;

 private:
  void receive_packed();
  int take_offered(MPI_Status& status) noexcept;
  bool unpack_received(MPI_Count bytes) noexcept;
  int raise(int error) const noexcept;

  Elements elements_;
  MPI_Count count_ = 0;  ///< of type_, for MPI
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Count room_ = 0;  ///< bytes
  MPI_Comm comm_ = MPI_COMM_NULL;
  Buffer packed_;
  OwnType own_type_;
  OwnType gapped_;         ///< type_, when it is
  OwnType pieces_;         ///< type_, when it is
  bool offered_ = false;   ///< maybe: what comes may be a descriptor
  bool measured_ = false;  ///< this is one to learn from
};

}  // namespace cartwright::preload
