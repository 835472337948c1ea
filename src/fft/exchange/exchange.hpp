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
/// Towards tiles (all `members` call every function, in this order):
///     std::byte* array = e.array();   // waits until no process reads from it any more; fill it
///     e.start();                      // the array is complete: sends messages; returns at once
///     for each tile: e.read(tile, to);  // in ascending order; waits for the data of the tile
///     e.end();                        // this process no longer needs the data of others
/// From tiles:
///     e.open();                       // waits until the arrays of others may be written to
///     for each tile: e.write(tile, from);  // in ascending order
///     e.send();                       // all tiles are written: sends messages; returns at once
///     e.wait();                       // waits until the array is complete; current() is its address
///     e.end();                        // this process no longer needs its array
/// Other exchanges may be used between start() and end(), and between open() and wait(), also between two tiles.
/// Functions are local unless their comment says otherwise. If MPI fails, they throw Error{internal}.
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

/// The parts that an exchange is made of. References outlive it.
struct ExchangeParts {
  const Transpose& transpose;
  Workspace& workspace;
  MPI_Comm comm;             ///< of the members, ranks as in `transpose`; the exchange may send on it with any tag
  std::vector<int> members;  ///< their ranks in the communicator of the workspace
  /// The parts of the workspace that belong to this exchange: the array before the transpose, two buffers for messages,
  /// and a page for barriers.
  std::size_t array_part, first_buffer_part, second_buffer_part, flags_part;
  Times& times;  ///< the exchange adds its times here
};

/// The bytes that a method needs in each part of the workspace on this process.
struct ExchangeBytes {
  std::int64_t array = 0, first_buffer = 0, second_buffer = 0;
};

/// A method of transposes. Each has a separate file, and a line in methods.cpp.
struct Method {
  std::string_view name;  ///< "shared"
  /// The reason why these members cannot use it ("ranks 0 and 3 do not share memory"), or "". The same on all members.
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

/// All methods: shared, node-aware, alltoallw, alltoallv, pipelined. Only shared may be impossible.
std::span<const Method* const> methods();

extern const Method shared_method;      // shared.cpp: (a) one copy out of or into the memory of other processes
extern const Method node_aware_method;  // node_aware.cpp: (b) shared memory inside nodes, joined messages between
extern const Method alltoallw_method;  // alltoallw.cpp: (c) MPI_Alltoallw on datatypes ([Aseeri2019, IV-D]: MPI_Vector)
extern const Method alltoallv_method;  // alltoallv.cpp: (d) pack, MPI_Alltoallv, unpack (IV-D: local rearrangement)
extern const Method pipelined_method;  // pipelined.cpp: (e) point to point, in slices

}  // namespace cartwright::fft::exchange
