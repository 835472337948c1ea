// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/buffer.hpp"
#include "preload/choice.hpp"

namespace cartwright::mpi {

/// A message on its way out. When it is packed, it is sent as bytes() of MPI_PACKED, which match any type at the
/// receiver, from data(); otherwise as the user gave it. The data stays as long as this does.
class Outgoing {
 public:
  /// Packs now, where that is the better way.
  Outgoing(const void* buffer, MPI_Count count, MPI_Datatype type, int dest, Use use = Use::message) noexcept;

  bool packed() const { return packed_.data() != nullptr; }
  const void* data() const { return packed_.data(); }
  int bytes() const { return static_cast<int>(elements_.bytes()); }

  /// Packs what the user's buffer holds now: for a persistent message that is packed.
  void pack_again() noexcept { pack(elements_, packed_.data(), Use::message); }

 private:
  Elements elements_;
  Buffer packed_;
};

/// A message that is received. When it is to come packed, it is received as bytes() of MPI_PACKED to data(), then
/// delivered; otherwise as the user wants it.
class Incoming {
 public:
  Incoming(void* buffer, MPI_Count count, MPI_Datatype type, int source, Use use = Use::message) noexcept;

  bool packed() const { return packed_.data() != nullptr; }
  void* data() const { return packed_.data(); }
  int bytes() const { return static_cast<int>(elements_.bytes()); }

  /// Unpacks what came, of a message that was too long what has room. `error` is that of the receive; returns that of
  /// the call.
  int deliver(MPI_Status& status, int error) noexcept;

  /// Says that the user may free the type before this is delivered.
  void outlive_type() noexcept;

 private:
  /// A copy of the user's handle.
  class OwnType {
   public:
    OwnType() = default;
    explicit OwnType(MPI_Datatype of);
    ~OwnType();
    OwnType(OwnType&& other) noexcept : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
    OwnType& operator=(OwnType&& other) noexcept {
      std::swap(type_, other.type_);
      return *this;
    }
    MPI_Datatype get() const { return type_; }

   private:
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
  };

  Elements elements_;
  Buffer packed_;
  OwnType own_type_;
  bool measured_ = false;  ///< this is one to learn from
};

}  // namespace cartwright::mpi
