// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Sets environment variables for one test, the same on every process.
class Environment {
 public:
  Environment(std::initializer_list<std::pair<const char*, std::string>> variables) {
    for (const auto& [name, value] : variables) {
      const char* before = std::getenv(name);
      before_.emplace_back(name, before == nullptr ? std::nullopt : std::optional<std::string>(before));
      setenv(name, value.c_str(), 1);
    }
  }
  ~Environment() {
    for (const auto& [name, value] : before_) value ? setenv(name, value->c_str(), 1) : unsetenv(name);
  }
  Environment(const Environment&) = delete;

 private:
  std::vector<std::pair<const char*, std::optional<std::string>>> before_;
};

inline int rank_in(MPI_Comm comm) {
  int rank = -1;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

inline int size_of(MPI_Comm comm) {
  int size = -1;
  MPI_Comm_size(comm, &size);
  return size;
}

inline int class_of(int error) {
  int error_class = -1;
  MPI_Error_class(error, &error_class);
  return error_class;
}

/// One value of each process, in the order of their ranks.
inline std::vector<int> all_of(int value, MPI_Comm comm) {
  std::vector<int> values(static_cast<std::size_t>(size_of(comm)));
  MPI_Allgather(&value, 1, MPI_INT, values.data(), 1, MPI_INT, comm);
  return values;
}

/// A duplicate of MPI_COMM_WORLD, or of a part of it, that returns errors.
class QuietComm {
 public:
  QuietComm() {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  }
  /// The processes of one color, in the order of `key`.
  QuietComm(int color, int key) {
    MPI_Comm_split(MPI_COMM_WORLD, color, key, &comm_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  }
  ~QuietComm() { MPI_Comm_free(&comm_); }
  QuietComm(const QuietComm&) = delete;
  operator MPI_Comm() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// The number of directed edges of a 2-D stencil to another node, summed over the processes of `cart`.
inline int edges_between_nodes(MPI_Comm cart, int node, const std::vector<std::pair<int, int>>& stencil) {
  const std::vector<int> nodes = all_of(node, cart);
  int dims[2];
  int periods[2];
  int coords[2];
  MPI_Cart_get(cart, 2, dims, periods, coords);
  int edges = 0;
  for (const auto& [down, right] : stencil) {
    int to[2] = {coords[0] + down, coords[1] + right};
    bool inside = true;
    for (int i = 0; i < 2; ++i) inside = inside && (periods[i] || (to[i] >= 0 && to[i] < dims[i]));
    if (!inside) continue;
    int neighbor = -1;
    MPI_Cart_rank(cart, to, &neighbor);
    edges += nodes[static_cast<std::size_t>(neighbor)] != node;
  }
  MPI_Allreduce(MPI_IN_PLACE, &edges, 1, MPI_INT, MPI_SUM, cart);
  return edges;
}

inline const std::vector<std::pair<int, int>> nearest = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
