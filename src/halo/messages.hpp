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

/// The buffers for messages to and from one neighbor, which all patterns share. Each begins with a header.
class MessageBuffers {
 public:
  MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in);

  /// The header says which exchange of which pattern the data belongs to.
  struct alignas(64) Header {
    std::uint64_t exchange = 0;
    std::uint64_t pass = 0;
    std::int64_t bytes = 0;
  };
  static_assert(sizeof(Header) == mpi::MessageUnit::bytes);

  Header& header_out() { return *reinterpret_cast<Header*>(out_.get()); }
  const Header& header_in() const { return *reinterpret_cast<const Header*>(in_.get()); }
  std::byte* data_out() { return out_.get() + sizeof(Header); }
  const std::byte* data_in() const { return in_.get() + sizeof(Header); }
  std::int64_t units_in() const { return units_in_; }

 private:
  friend class Messages;
  struct Free {
    void operator()(std::byte* memory) const;
  };
  std::unique_ptr<std::byte[], Free> out_, in_;
  std::int64_t units_in_;
};

/// The persistent messages of one pattern with one neighbor.
class Messages {
 public:
  /// No message is sent if `bytes_out` is -1, and none is received if `receives` is false.
  Messages(MPI_Comm comm, const mpi::MessageUnit& unit, int rank, MessageBuffers& buffers, std::int64_t bytes_out,
           bool receives);
  ~Messages();
  Messages(const Messages&) = delete;
  Messages(Messages&& other) noexcept;

  void start_receive();
  void start_send();
  /// Whether the message has come. Lets MPI make progress.
  bool arrived();
  bool sent();

 private:
  static bool complete(MPI_Request& request, bool& active);
  MPI_Request send_ = MPI_REQUEST_NULL;
  MPI_Request receive_ = MPI_REQUEST_NULL;
  bool sending_ = false;
  bool receiving_ = false;
};

}  // namespace cartwright::halo
