/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <mpi.h>

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Takes the place of an MPI that can send data of a GPU, and counts such calls: each goes through a copy on the host.
 * Packed data of a GPU means that somebody else has packed it. */

/* The next definition of a function, which is MPI's. */
#define NEXT(name) ((__typeof__(&PMPI_##name))next("PMPI_" #name))
/* Programs call the first of both names, the interposer the second. */
#define ALSO(name) __attribute__((alias("PMPI_" #name))) __typeof__(PMPI_##name) MPI_##name

typedef void (*function)(void);

static long long device_calls;

long long aware_calls(void);
long long aware_calls(void) { return device_calls; }

static function next(const char* name) {
  function found = NULL;
  *(void**)&found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

static int (*cuda(const char* name))(uintptr_t, uintptr_t, size_t) {
  int (*found)(uintptr_t, uintptr_t, size_t) = NULL;
  void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (driver != NULL) *(void**)&found = dlsym(driver, name);
  return found;
}

static int on_device(const void* address) {
  int (*query)(unsigned, const int*, void**, uintptr_t) = NULL;
  const int attribute = 2;
  unsigned type = 0;
  void* value = &type;
  void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (driver != NULL) *(void**)&query = dlsym(driver, "cuPointerGetAttributes");
  return query != NULL && query(1, &attribute, &value, (uintptr_t)address) == 0 && type == 2;
}

/* A copy of the elements on the host. */
struct staged {
  void* base; /* the user's, if the data is not on a device */
  void* memory;
  uintptr_t device;
  size_t bytes;
};

static struct staged stage(const void* base, int count, MPI_Datatype type) {
  struct staged made = {(void*)(uintptr_t)base, NULL, 0, 0};
  MPI_Aint lb = 0;
  MPI_Aint extent = 0;
  MPI_Aint true_lb = 0;
  MPI_Aint true_extent = 0;
  if (count <= 0 || !on_device(base)) return made;
  ++device_calls;
  if (type == MPI_PACKED) {
    fprintf(stderr, "aware_mpi: packed data of a device\n");
    abort();
  }
  PMPI_Type_get_extent(type, &lb, &extent);
  PMPI_Type_get_true_extent(type, &true_lb, &true_extent);
  made.bytes = (size_t)((count - 1) * extent + true_extent);
  made.device = (uintptr_t)base + (uintptr_t)true_lb;
  made.memory = malloc(made.bytes);
  made.base = (char*)made.memory - true_lb;
  if (made.memory == NULL || cuda("cuMemcpyDtoH_v2")((uintptr_t)made.memory, made.device, made.bytes) != 0) abort();
  return made;
}

/* Frees a copy, after it was written to the device if `changed`. */
static void done(const struct staged* one, int changed) {
  if (one->memory == NULL) return;
  if (changed && (cuda("cuMemcpyHtoD_v2")(one->device, (uintptr_t)one->memory, one->bytes) != 0 ||
                  cuda("cuStreamSynchronize")(0, 0, 0) != 0))
    abort();
  free(one->memory);
}

/* The interposer takes the library of this function for the MPI. */
int PMPI_Get_library_version(char* version, int* length) { return NEXT(Get_library_version)(version, length); }
ALSO(Get_library_version);

int PMPI_Send(const void* data, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  const struct staged from = stage(data, count, type);
  const int error = NEXT(Send)(from.base, count, type, dest, tag, comm);
  done(&from, 0);
  return error;
}
ALSO(Send);

/* The copy is never freed: the send may not be complete. */
int PMPI_Isend(const void* data, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  const struct staged from = stage(data, count, type);
  return NEXT(Isend)(from.base, count, type, dest, tag, comm, request);
}
ALSO(Isend);

/* The copies of persistent requests are never freed, and nothing is written back to the device. */
int PMPI_Send_init(const void* data, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                   MPI_Request* request) {
  const struct staged from = stage(data, count, type);
  return NEXT(Send_init)(from.base, count, type, dest, tag, comm, request);
}
ALSO(Send_init);

int PMPI_Recv_init(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request) {
  const struct staged to = stage(data, count, type);
  return NEXT(Recv_init)(to.base, count, type, source, tag, comm, request);
}
ALSO(Recv_init);

int PMPI_Recv(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
  const struct staged to = stage(data, count, type);
  const int error = NEXT(Recv)(to.base, count, type, source, tag, comm, status);
  done(&to, 1);
  return error;
}
ALSO(Recv);

int PMPI_Pack(const void* data, int count, MPI_Datatype type, void* packed, int size, int* position, MPI_Comm comm) {
  const struct staged from = stage(data, count, type);
  const struct staged to = stage(packed, size, MPI_BYTE);
  const int error = NEXT(Pack)(from.base, count, type, to.base, size, position, comm);
  done(&from, 0);
  done(&to, 1);
  return error;
}
ALSO(Pack);

int PMPI_Unpack(const void* packed, int size, int* position, void* data, int count, MPI_Datatype type, MPI_Comm comm) {
  const struct staged from = stage(packed, size, MPI_BYTE);
  const struct staged to = stage(data, count, type);
  const int error = NEXT(Unpack)(from.base, size, position, to.base, count, type, comm);
  done(&from, 0);
  done(&to, 1);
  return error;
}
ALSO(Unpack);

/* The number of processes of an intracommunicator is that of the blocks. */
int PMPI_Alltoall(const void* data, int count, MPI_Datatype type, void* received, int received_count,
                  MPI_Datatype received_type, MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  const struct staged from = stage(data, size * count, type);
  const struct staged to = stage(received, size * received_count, received_type);
  const int error = NEXT(Alltoall)(from.base, count, type, to.base, received_count, received_type, comm);
  done(&from, 0);
  done(&to, 1);
  return error;
}
ALSO(Alltoall);

/* AWARE_KINDS are the kinds of memory that it lists. */
int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info* info) {
  const char* kinds = getenv("AWARE_KINDS");
  const int error = NEXT(Comm_get_info)(comm, info);
  if (error == MPI_SUCCESS && kinds != NULL) PMPI_Info_set(*info, "mpi_memory_alloc_kinds", kinds);
  return error;
}
ALSO(Comm_get_info);

/* Each process has two blocks. One on a device is only counted, where it is sent and where it is received: then nothing
 * is sent. */
int PMPI_Neighbor_alltoallw(const void* data, const int counts[], const MPI_Aint displacements[],
                            const MPI_Datatype types[], void* received, const int received_counts[],
                            const MPI_Aint received_displacements[], const MPI_Datatype received_types[],
                            MPI_Comm comm) {
  const long long before = device_calls;
  for (int i = 0; i < 2; ++i) {
    if (on_device((const char*)data + displacements[i]) && types[i] != MPI_BYTE) ++device_calls;
    if (on_device((const char*)received + received_displacements[i])) ++device_calls;
  }
  if (device_calls > before) return MPI_SUCCESS;
  return NEXT(Neighbor_alltoallw)(data, counts, displacements, types, received, received_counts, received_displacements,
                                  received_types, comm);
}
ALSO(Neighbor_alltoallw);
