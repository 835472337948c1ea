// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/exchange/times.hpp"
#include "fft/exchange/transpose.hpp"
#include "fft/exchange/workspace.hpp"

#include <mpi.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cartwright::fft::exchange {

/// One way to carry out a transpose. All ways give the same bytes.
///
/// Towards tiles (`members` take part in every step, in this order):
///     std::byte* array = e.array();   // waits until nobody reads from it any more; fill it
///     e.start();                      // it is complete: messages may go; returns at once
///     for each tile: e.read(tile, to);  // in ascending order; waits until its data is here
///     e.end();                        // this process is done with the data of others
/// From tiles:
///     e.open();                       // others are ready to be written to
///     for each tile: e.write(tile, from);  // in ascending order
///     e.send();                       // all are written: messages may go; returns at once
///     e.wait();                       // the array is complete: array() without waiting is current()
///     e.end();                        // this process is done with its array
/// Between start() and the first read(), and between send() and wait(), other exchanges may be used.
/// Not collective where nothing is said. Local failures of MPI throw Error{internal}.
class Exchange {
 public:
  virtual ~Exchange() = default;

  virtual std::byte* array() = 0;
  virtual void start() = 0;
  virtual void read(std::int64_t tile, std::byte* to) = 0;

  virtual void open() = 0;
  virtual void write(std::int64_t tile, const std::byte* from) = 0;
  virtual void send() = 0;
  virtual void wait() = 0;
  virtual const std::byte* current() const = 0;

  virtual void end() = 0;
};

/// What an exchange is made of. The referenced outlive it.
struct ExchangeParts {
  const Transpose& transpose;
  Workspace& workspace;
  MPI_Comm comm;             ///< of the members, ranks as in `transpose`; the exchange may send on it with any tag
  std::vector<int> members;  ///< their ranks in the communicator of the workspace
  /// Parts of the workspace that are this exchange's: the array before, two buffers for messages, and a page for flags,
  /// whose first 256 bytes are the Barrier's.
  std::size_t array_part, first_buffer_part, second_buffer_part, flags_part;
  Times& times;  ///< where time is booked
};

/// Bytes that a method needs of each part of the workspace on this process.
struct ExchangeBytes {
  std::int64_t array = 0, first_buffer = 0, second_buffer = 0;
};

/// What one method can do, and how it does it. One file per method, one line in `methods()`.
struct Method {
  std::string_view name;  ///< "shared"
  /// Why it cannot be used for these members ("ranks 0 and 3 are on different nodes"); empty when it can. The same on
  /// all.
  std::string (*obstacle)(const std::vector<int>& members, const Workspace& workspace);
  ExchangeBytes (*bytes)(const ExchangeParts&);
  /// Collective over `comm`.
  std::unique_ptr<Exchange> (*make)(ExchangeParts);
};

/// The obstacle of methods that can always be used, and the `make` of the method whose exchanges are of class E.
inline std::string no_obstacle(const std::vector<int>&, const Workspace&) { return ""; }
template <typename E>
std::unique_ptr<Exchange> make_exchange(ExchangeParts parts) {
  return std::make_unique<E>(std::move(parts));
}

/// All of them: shared, node-aware, alltoallw, alltoallv, pipelined. Any that is possible serves as the reference for
/// the others; alltoallv always is.
std::span<const Method* const> methods();

extern const Method shared_method;      // shared.cpp: (a) one copy out of and into the memory of the neighbours
extern const Method node_aware_method;  // node_aware.cpp: (b) shared memory inside nodes, joined messages between
extern const Method alltoallw_method;   // alltoallw.cpp: (c) MPI_Alltoallw on datatypes ([Aseeri2019, IV-D]: MPI_Vector)
extern const Method alltoallv_method;   // alltoallv.cpp: (d) pack, MPI_Alltoallv, unpack (IV-D: local rearrangement)
extern const Method pipelined_method;   // pipelined.cpp: (e) point to point, in slices

}  // namespace cartwright::fft::exchange
