// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "mpi/base/agreement.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/refused.hpp"

#include <utility>

// Functions for programs with data that was distributed by the ranks before reordering.

namespace {

using namespace cartwright::mpi;

bool is_usable(MPI_Comm comm) {
  int inter = 0;
  return comm == MPI_COMM_NULL || (PMPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS && !inter);
}

int translate_ranks(MPI_Comm comm_old, int n, const int old_ranks[], MPI_Comm comm_new, int new_ranks[]) {
  int inter = 0;
  if (const int error = PMPI_Comm_test_inter(comm_old, &inter)) return error;
  if (inter || comm_new == MPI_COMM_NULL || !is_usable(comm_new))
    return refused_by(comm_old, MPI_ERR_COMM, "a communicator is MPI_COMM_NULL or an intercommunicator");
  if (n < 0) return refused_by(comm_old, MPI_ERR_ARG, "n is {}: give 0 or more", n);
  if (n > 0 && (old_ranks == nullptr || new_ranks == nullptr))
    return refused_by(comm_old, MPI_ERR_ARG, "{} is NULL, and n is {}",
                      old_ranks == nullptr ? "old_ranks" : "new_ranks", n);
  const int size = size_of(comm_old);
  for (int i = 0; i < n; ++i)
    if (old_ranks[i] != MPI_PROC_NULL && (old_ranks[i] < 0 || old_ranks[i] >= size))
      return refused_by(comm_old, MPI_ERR_RANK, "old_ranks[{}] is {}: give 0 to {}, or MPI_PROC_NULL", i, old_ranks[i],
                        size - 1);
  MPI_Group from = MPI_GROUP_NULL;
  MPI_Group to = MPI_GROUP_NULL;
  PMPI_Comm_group(comm_old, &from);
  PMPI_Comm_group(comm_new, &to);
  const int error = PMPI_Group_translate_ranks(from, n, old_ranks, to, new_ranks);
  PMPI_Group_free(&from);
  PMPI_Group_free(&to);
  return error;
}

/// The rank in `to` of the process with this rank in `from`; MPI_PROC_NULL if there is none.
int translate(MPI_Comm from, int rank, MPI_Comm to) {
  int translated = MPI_PROC_NULL;
  if (rank >= size_of(from) || translate_ranks(from, 1, &rank, to, &translated) != MPI_SUCCESS) return MPI_PROC_NULL;
  return translated == MPI_UNDEFINED ? MPI_PROC_NULL : translated;
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
  const bool takes_part = had < size_of(comm_old) && translate(comm_old, had, comm_new) != MPI_PROC_NULL;
  if (takes_part) partners.predecessor = had;
  return partners;
}

int move(const void* in, int incount, void* out, int outcount, MPI_Datatype type, MPI_Comm comm_old, MPI_Comm comm_new,
         bool to_new) {
  int inter = 0;
  if (const int error = PMPI_Comm_test_inter(comm_old, &inter)) return error;
  if (inter) return refused_by(comm_old, MPI_ERR_COMM, "comm_old is an intercommunicator");
  int invalid = MPI_SUCCESS;
  const bool in_place = in == MPI_IN_PLACE;
  if ((in == nullptr && incount > 0) || (out == nullptr && outcount > 0))
    invalid = refused(MPI_ERR_BUFFER, "{} is NULL", in == nullptr && incount > 0 ? "in" : "out");
  if (outcount < 0 || (!in_place && incount < 0))
    invalid = refused(MPI_ERR_COUNT, "incount is {} and outcount is {}: give 0 or more", incount, outcount);
  if (type == MPI_DATATYPE_NULL) invalid = refused(MPI_ERR_TYPE, "the datatype is MPI_DATATYPE_NULL");
  if (!is_usable(comm_new)) invalid = refused(MPI_ERR_COMM, "comm_new is an intercommunicator");
  const Agreement agreement = agree(comm_old, invalid, std::uint64_t{to_new}, std::uint64_t{in_place});
  if (agreement.error != MPI_SUCCESS) return agreement.error;
  if (agreement.invalid != MPI_SUCCESS || !agreement.same_arguments || !agreement.same_settings) {
    const int error = agreement.invalid != MPI_SUCCESS ? agreement.invalid : MPI_ERR_ARG;
    if (agreement.invalid == MPI_SUCCESS)
      refused(error, "the processes disagree: all move to new or all to old ranks, and all or none pass MPI_IN_PLACE");
    else if (invalid == MPI_SUCCESS)
      refused(error, "the arguments of another process are invalid: its cw_last_error() says why");
    PMPI_Comm_call_errhandler(comm_old, error);
    return error;
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
  return with_reason([&] { return translate_ranks(comm_old, n, old_ranks, comm_new, new_ranks); });
}

extern "C" int cw_move_to_new_ranks(const void* in, int incount, void* out, int outcount, MPI_Datatype type,
                                    MPI_Comm comm_old, MPI_Comm comm_new) {
  return with_reason([&] { return move(in, incount, out, outcount, type, comm_old, comm_new, true); });
}

extern "C" int cw_move_to_old_ranks(const void* in, int incount, void* out, int outcount, MPI_Datatype type,
                                    MPI_Comm comm_old, MPI_Comm comm_new) {
  return with_reason([&] { return move(in, incount, out, outcount, type, comm_old, comm_new, false); });
}
