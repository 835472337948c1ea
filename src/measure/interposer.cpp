// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "measure/interposer.hpp"

#include "mpi/base/comm.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

namespace cartwright::measure {

namespace {

void* load() {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return dlopen((program.parent_path() / "libcartwright_interposer.so").c_str(), RTLD_NOW | RTLD_LOCAL);
}

template <typename F>
bool find(void* library, const char* name, F& function) {
  function = library == nullptr ? nullptr : reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

void clear_settings() {
  for (const char* name : {"CARTWRIGHT_ORDER", "CARTWRIGHT_LEARN", "CARTWRIGHT_RECORD", "CARTWRIGHT_REPORT",
                           "CARTWRIGHT_MEASURED", "CARTWRIGHT_SHARED"})
    unsetenv(name);
  setenv("CARTWRIGHT_DATATYPE", "always", 1);
}

Interposer::Interposer(int* argc, char*** argv) {
  clear_settings();
  void* const library = load();
  const bool complete =
      find(library, "MPI_Init", functions_.init) && find(library, "MPI_Finalize", functions_.finalize) &&
      find(library, "MPI_Type_commit", functions_.commit) && find(library, "MPI_Type_free", functions_.free) &&
      find(library, "MPI_Send", functions_.send) && find(library, "MPI_Recv", functions_.receive) &&
      find(library, "MPI_Win_allocate_shared", functions_.allocate_window) &&
      find(library, "MPI_Win_free", functions_.free_window) &&
      find(library, "cw_same_node_limits", functions_.set_limits);
  if (!complete) functions_ = {};
  complete ? functions_.init(argc, argv) : MPI_Init(argc, argv);
}

Interposer::~Interposer() { functions_.finalize != nullptr ? functions_.finalize() : MPI_Finalize(); }

bool Interposer::usable() const {
  return mpi::everywhere(functions_.set_limits != nullptr && functions_.set_limits(INT64_MAX, 0) != 0, MPI_COMM_WORLD);
}

void Interposer::take(Path path) {
  functions_.set_limits(path == Path::mpi ? INT64_MAX : 0, path == Path::read ? INT64_MAX : 0);
}

void Interposer::commit(MPI_Datatype& type) const { functions_.commit(&type); }

void Interposer::free(MPI_Datatype& type) const { functions_.free(&type); }

void Interposer::send(const void* buffer, MPI_Datatype type, int to) const {
  functions_.send(buffer, 1, type, to, 0, MPI_COMM_WORLD);
}

void Interposer::receive(void* buffer, MPI_Datatype type, int from) const {
  functions_.receive(buffer, 1, type, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

std::byte* Interposer::allocate_window(std::int64_t bytes) {
  MPI_Comm node = MPI_COMM_NULL;
  std::byte* memory = nullptr;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  functions_.allocate_window(bytes, 1, MPI_INFO_NULL, node, static_cast<void*>(&memory), &window_);
  MPI_Comm_free(&node);
  return memory;
}

void Interposer::free_window() {
  if (window_ != MPI_WIN_NULL) functions_.free_window(&window_);
}

}  // namespace cartwright::measure
