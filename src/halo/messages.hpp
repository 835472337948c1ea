// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/message_unit.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace cartwright::halo {

/// Begins a message: it says which exchange of which pattern the data belongs to.
struct alignas(mpi::MessageUnit::bytes) Header {
  std::uint64_t exchange = 0;
  std::uint64_t pass = 0;
  std::int64_t bytes = 0;
};

/// The bytes of a message with its header.
inline std::int64_t with_header(std::int64_t bytes) {
  return mpi::MessageUnit::padded(bytes) + static_cast<std::int64_t>(sizeof(Header));
}

/// The buffers for messages to and from one neighbor, which all patterns share. Each begins with a header.
class MessageBuffers {
 public:
  MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in);

  Header& header_out() { return *reinterpret_cast<Header*>(out_.get()); }
  const Header& header_in() const { return *reinterpret_cast<const Header*>(in_.get()); }
  std::byte* data_out() { return out_.get() + sizeof(Header); }
  const std::byte* data_in() const { return in_.get() + sizeof(Header); }
  std::int64_t units_in() const { return units_in_; }

 private:
  friend struct Messages;
  struct Free {
    void operator()(std::byte* memory) const;
  };
  std::unique_ptr<std::byte[], Free> out_, in_;
  std::int64_t units_in_;
};

/// A persistent request. Default-constructed, it is always complete.
class PersistentMessage {
 public:
  PersistentMessage() = default;
  /// Counts are in units; the buffer outlives the message.
  static PersistentMessage send(const void* from, int units, const mpi::MessageUnit& unit, int rank, int tag,
                                MPI_Comm comm);
  static PersistentMessage receive(void* to, int units, const mpi::MessageUnit& unit, int rank, int tag, MPI_Comm comm);
  ~PersistentMessage();
  PersistentMessage(const PersistentMessage&) = delete;
  PersistentMessage(PersistentMessage&& other) noexcept;
  PersistentMessage& operator=(PersistentMessage&& other) noexcept;

  void start();
  /// Whether the last start is complete. Lets MPI make progress.
  bool complete();

 private:
  MPI_Request request_ = MPI_REQUEST_NULL;
  bool receives_ = false;
  bool active_ = false;
};

/// The persistent messages of one pattern with one neighbor.
struct Messages {
  /// No message is sent if `bytes_out` is -1, and none is received if `receives` is false.
  Messages(MPI_Comm comm, const mpi::MessageUnit& unit, int rank, MessageBuffers& buffers, std::int64_t bytes_out,
           bool receives);
  PersistentMessage send, receive;
};

}  // namespace cartwright::halo
