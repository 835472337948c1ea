! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Are sends from Fortran counted once? Prints the expected report, as traffic_test.c does.
program fortran_traffic
#if defined(USE_MPI_F08)
  use mpi_f08
  implicit none
#define COMM type(MPI_Comm)
#define REQUEST type(MPI_Request)
#else
  use mpi
  implicit none
#define COMM integer
#define REQUEST integer
#endif
  integer, parameter :: words = 10, bytes = 4 * words
  COMM :: circle
  REQUEST :: receive, send
  integer :: out(2 * words), in(2 * words), error, rank, processes, next, previous, crosses
  integer :: mine(4) = 0, all(4)

  call MPI_Init(error)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, error)
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [processes], [.true.], .false., circle, error)
  call MPI_Comm_rank(circle, rank, error)
  next = modulo(rank + 1, processes)
  previous = modulo(rank - 1, processes)
  out = rank

  call MPI_Irecv(in, words, MPI_INTEGER, previous, 0, circle, receive, error)
  call MPI_Isend(out, words, MPI_INTEGER, next, 0, circle, send, error)
  call MPI_Wait(receive, MPI_STATUS_IGNORE, error)
  call MPI_Wait(send, MPI_STATUS_IGNORE, error)
  if (any(in(:words) /= previous)) error stop 'MPI_Isend delivered other data'
  call expect(next, bytes)

  call MPI_Irecv(in, words, MPI_INTEGER, previous, 0, circle, receive, error)
  call MPI_Send(out, words, MPI_INTEGER, next, 0, circle, error)
  call MPI_Wait(receive, MPI_STATUS_IGNORE, error)
  call expect(next, bytes)

  call MPI_Sendrecv(out, words, MPI_INTEGER, next, 0, in, words, MPI_INTEGER, previous, 0, circle, MPI_STATUS_IGNORE, error)
  call expect(next, bytes)

  call MPI_Send_init(out, words, MPI_INTEGER, next, 0, circle, send, error)
  call MPI_Irecv(in, words, MPI_INTEGER, previous, 0, circle, receive, error)
  call MPI_Start(send, error)
  call MPI_Wait(receive, MPI_STATUS_IGNORE, error)
  call MPI_Wait(send, MPI_STATUS_IGNORE, error)
  call MPI_Request_free(send, error)
  call expect(next, bytes)

  call MPI_Neighbor_alltoall(out, words, MPI_INTEGER, in, words, MPI_INTEGER, circle, error)
  if (any(in(:words) /= previous) .or. any(in(words + 1:) /= next)) error stop 'MPI_Neighbor_alltoall delivered other data'
  call expect(previous, bytes)
  call expect(next, bytes)

  ! The sum is counted as well: combined data leaves each node once.
  if (rank /= 0) then
    crosses = merge(1, 0, rank >= 4 .and. mod(rank, 4) == 0)
    mine = mine + [1, crosses, 16, 16 * crosses]
  end if
  call MPI_Reduce(mine, all, 4, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, error)
  if (rank == 0) print '(4(i0, 1x))', all
  call MPI_Comm_free(circle, error)
  call MPI_Finalize(error)

contains

  subroutine expect(to, sent)
    integer, intent(in) :: to, sent
    integer :: between
    between = merge(1, 0, rank / 4 /= to / 4)
    mine = mine + [1, between, sent, between * sent]
  end subroutine
end program
