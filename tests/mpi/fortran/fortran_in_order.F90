! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Uses MPI_COMM_WORLD from Fortran in the ways that another order of its ranks could break, and checks the results.
! Prints "LAUNCHED RANK", as in_order.c does.
module callbacks
#if defined(USE_MPI_F08)
  use mpi_f08
  implicit none
#define COMM type(MPI_Comm)
#define ERRHANDLER type(MPI_Errhandler)
#else
  use mpi
  implicit none
#define COMM integer
#define ERRHANDLER integer
#endif
  integer :: handled = 0, rank
contains
  subroutine handle(comm, error)
    COMM :: comm
    integer :: error, its_rank, failed
    call MPI_Comm_rank(comm, its_rank, failed)
    if (its_rank == rank) handled = handled + 1
    error = 0 * error
  end subroutine handle
end module callbacks

program fortran_in_order
  use callbacks
  COMM :: duplicate
  ERRHANDLER :: handler
  integer :: processes, error, next, previous, in, key
  integer(kind=MPI_ADDRESS_KIND) :: value
  logical :: exists
  character(len=16) :: launched

  call get_environment_variable('OMPI_COMM_WORLD_RANK', launched)
  if (launched == '') call get_environment_variable('PMI_RANK', launched)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, error)
  write (*, '(a, 1x, i0)') trim(launched), rank
  flush (6)

  next = modulo(rank + 1, processes)
  previous = modulo(rank - 1, processes)
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 1, in, 1, MPI_INTEGER, previous, 1, MPI_COMM_WORLD, &
                    MPI_STATUS_IGNORE, error)
  call check(in == previous, 'MPI_Sendrecv')
  call MPI_Allreduce(rank, in, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call check(in == processes * (processes - 1) / 2, 'MPI_Allreduce')

  ! Attributes: predefined, and our own.
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, exists, error)
  call check(exists .and. value >= 32767, 'MPI_TAG_UB')
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, 0_MPI_ADDRESS_KIND, error)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, key, value, exists, error)
  call check(.not. exists, 'an attribute that was not set')
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, 17_MPI_ADDRESS_KIND, error)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, key, value, exists, error)
  call check(exists .and. value == 17, 'MPI_Comm_get_attr')
  call MPI_Comm_dup(MPI_COMM_WORLD, duplicate, error)
  call MPI_Comm_get_attr(duplicate, key, value, exists, error)
  call check(exists .and. value == 17, 'MPI_Comm_get_attr of a duplicate')
  call MPI_Comm_get_attr(duplicate, MPI_TAG_UB, value, exists, error)
  call check(exists, 'MPI_TAG_UB of a duplicate')
  call MPI_Comm_free(duplicate, error)
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, key, error)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, key, value, exists, error)
  call check(.not. exists, 'MPI_Comm_delete_attr')

  call MPI_Comm_create_errhandler(handle, handler, error)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler, error)
  call MPI_Send(rank, 1, MPI_INTEGER, processes, 1, MPI_COMM_WORLD, error)
  call check(handled == 1, 'the error handler')
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, error)

  call MPI_Barrier(MPI_COMM_WORLD, error)
  call sleep(1)
  call MPI_Finalize(error)

contains

  subroutine check(right, what)
    logical, intent(in) :: right
    character(len=*), intent(in) :: what
    if (right) return
    write (*, *) 'rank', rank, ': wrong: ', what
    flush (6)
    call MPI_Abort(MPI_COMM_WORLD, 9, error)
  end subroutine check
end program fortran_in_order
