// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace cartwright::measure {

/// The path of non-contiguous data between two processes of a node.
enum class Path {
  mpi,     ///< packed, and sent by MPI
  copied,  ///< through memory that both share
  read,    ///< read by the receiver in the sender's own shared memory
};

/// Removes settings for programs of users from the environment: they would change what is measured.
void clear_settings();

/// The functions of libcartwright_interposer, which lies beside this program. The program itself calls those of its
/// MPI.
class Interposer {
 public:
  /// Loads the library, and starts MPI with it, or without it if it cannot be loaded.
  Interposer(int* argc, char*** argv);
  ~Interposer();
  Interposer(const Interposer&) = delete;
  Interposer& operator=(const Interposer&) = delete;

  /// Whether all processes of MPI_COMM_WORLD can take all ways. Collective.
  bool usable() const;

  void take(Path path);
  void commit(MPI_Datatype& type) const;
  void free(MPI_Datatype& type) const;
  void send(const void* buffer, MPI_Datatype type, int to) const;
  void receive(void* buffer, MPI_Datatype type, int from) const;
  /// Memory that the processes of this node share, until free_window. Collective.
  std::byte* allocate_window(std::int64_t bytes);
  void free_window();

 private:
  struct {
    decltype(&MPI_Init) init = nullptr;
    decltype(&MPI_Finalize) finalize = nullptr;
    decltype(&MPI_Type_commit) commit = nullptr;
    decltype(&MPI_Type_free) free = nullptr;
    decltype(&MPI_Send) send = nullptr;
    decltype(&MPI_Recv) receive = nullptr;
    decltype(&MPI_Win_allocate_shared) allocate_window = nullptr;
    decltype(&MPI_Win_free) free_window = nullptr;
    int (*set_limits)(std::int64_t least_bytes, std::int64_t max_read_bytes) = nullptr;
  } functions_;
  MPI_Win window_ = MPI_WIN_NULL;
};

}  // namespace cartwright::measure
