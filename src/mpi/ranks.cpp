// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "mpi/agreement.hpp"
#include "mpi/real.hpp"

#include <utility>

// Functions for programs with data that was distributed by the ranks before reordering.

namespace {

using namespace cartwright::mpi;

int rank_in(MPI_Comm comm) {
  int rank = MPI_PROC_NULL;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

int comm_size(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

/// The rank in `to` of the process with this rank in `from`; MPI_PROC_NULL if there is none.
int translate(MPI_Comm from, int rank, MPI_Comm to) {
  int translated = MPI_PROC_NULL;
  if (rank >= comm_size(from) || cw_translate_ranks(from, 1, &rank, to, &translated) != MPI_SUCCESS)
    return MPI_PROC_NULL;
  return translated == MPI_UNDEFINED ? MPI_PROC_NULL : translated;
}

bool is_usable(MPI_Comm comm) {
  int inter = 0;
  return comm == MPI_COMM_NULL || (PMPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS && !inter);
}

/// Ranks in the old communicator.
struct Partners {
  int successor = MPI_PROC_NULL;    ///< the process that now has this one's old rank
  int predecessor = MPI_PROC_NULL;  ///< the process that had this one's new rank
};

/// Only processes in both communicators have partners.
Partners partners(MPI_Comm comm_old, MPI_Comm comm_new) {
  Partners partners;
  if (comm_new == MPI_COMM_NULL) return partners;
  partners.successor = translate(comm_new, rank_in(comm_old), comm_old);
  const int had = rank_in(comm_new);
  const bool takes_part = had < comm_size(comm_old) && translate(comm_old, had, comm_new) != MPI_PROC_NULL;
  if (takes_part) partners.predecessor = had;
  return partners;
}

int move(const void* in, int incount, void* out, int outcount, MPI_Datatype type, MPI_Comm comm_old, MPI_Comm comm_new,
         bool to_new) {
  int inter = 0;
  if (const int error = PMPI_Comm_test_inter(comm_old, &inter)) return error;
  int invalid = MPI_SUCCESS;
  const bool in_place = in == MPI_IN_PLACE;
  if ((in == nullptr && incount > 0) || (out == nullptr && outcount > 0)) invalid = MPI_ERR_BUFFER;
  if (outcount < 0 || (!in_place && incount < 0)) invalid = MPI_ERR_COUNT;
  if (type == MPI_DATATYPE_NULL) invalid = MPI_ERR_TYPE;
  if (inter || !is_usable(comm_new)) invalid = MPI_ERR_COMM;
  if (!inter) {
    const Agreement agreement = agree(comm_old, invalid, std::uint64_t{to_new}, std::uint64_t{in_place});
    if (agreement.error != MPI_SUCCESS) return agreement.error;
    invalid = agreement.invalid;
    if (invalid == MPI_SUCCESS && (!agreement.same_arguments || !agreement.same_settings)) invalid = MPI_ERR_ARG;
  }
  if (invalid != MPI_SUCCESS) {
    PMPI_Comm_call_errhandler(comm_old, invalid);
    return invalid;
  }
  Partners with = partners(comm_old, comm_new);
  if (!to_new) std::swap(with.successor, with.predecessor);
  // A separate communicator, because the program may have receives with any tag active on the old one.
  MPI_Comm apart = MPI_COMM_NULL;
  int error = PMPI_Comm_dup(comm_old, &apart);
  if (error != MPI_SUCCESS) return error;
  error = in_place ? real().Sendrecv_replace(out, outcount, type, with.successor, 0, with.predecessor, 0, apart,
                                             MPI_STATUS_IGNORE)
                   : real().Sendrecv(in, incount, type, with.successor, 0, out, outcount, type, with.predecessor, 0,
                                     apart, MPI_STATUS_IGNORE);
  PMPI_Comm_free(&apart);
  return error;
}

}  // namespace

extern "C" int cw_translate_ranks(MPI_Comm comm_old, int n, const int old_ranks[], MPI_Comm comm_new, int new_ranks[]) {
  int inter = 0;
  if (const int error = PMPI_Comm_test_inter(comm_old, &inter)) return error;
  int error = MPI_SUCCESS;
  if (inter || comm_new == MPI_COMM_NULL || !is_usable(comm_new)) error = MPI_ERR_COMM;
  if (n < 0 || (n > 0 && (old_ranks == nullptr || new_ranks == nullptr))) error = MPI_ERR_ARG;
  const int size = inter ? 0 : comm_size(comm_old);
  for (int i = 0; i < n && error == MPI_SUCCESS; ++i)
    if (old_ranks[i] != MPI_PROC_NULL && (old_ranks[i] < 0 || old_ranks[i] >= size)) error = MPI_ERR_RANK;
  if (error != MPI_SUCCESS) {
    PMPI_Comm_call_errhandler(comm_old, error);
    return error;
  }
  MPI_Group from = MPI_GROUP_NULL;
  MPI_Group to = MPI_GROUP_NULL;
  PMPI_Comm_group(comm_old, &from);
  PMPI_Comm_group(comm_new, &to);
  error = PMPI_Group_translate_ranks(from, n, old_ranks, to, new_ranks);
  PMPI_Group_free(&from);
  PMPI_Group_free(&to);
  return error;
}

extern "C" int cw_move_to_new_ranks(const void* in, int incount, void* out, int outcount, MPI_Datatype type,
                                    MPI_Comm comm_old, MPI_Comm comm_new) {
  return move(in, incount, out, outcount, type, comm_old, comm_new, true);
}

extern "C" int cw_move_to_old_ranks(const void* in, int incount, void* out, int outcount, MPI_Datatype type,
                                    MPI_Comm comm_old, MPI_Comm comm_new) {
  return move(in, incount, out, outcount, type, comm_old, comm_new, false);
}
