! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Datatypes of Fortran programs, compiled for each binding: USE_MPI_F08 or USE_MPI. Data goes around a cycle of
! processes by every kind of call. The moved words and their order are written here element by element.
program fortran_datatypes
  use, intrinsic :: iso_fortran_env, only: int32
#if defined(USE_MPI_F08)
  use mpi_f08
#define COMM type(MPI_Comm)
#define REQUEST type(MPI_Request)
#define DATATYPE type(MPI_Datatype)
#define INFO type(MPI_Info)
#else
  use mpi
#define COMM integer
#define REQUEST integer
#define DATATYPE integer
#define INFO integer
#endif
  use cartwright
  implicit none
  integer, parameter :: word = MPI_ADDRESS_KIND, rounds = 3, untouched = -1, room = 20000
  integer(int32), asynchronous :: out(room), in(room), packed(room)
  integer(int32) :: expected(room)
  COMM :: circle
  integer :: error, rank, processes, next, previous

  call MPI_Init(error)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  next = modulo(rank + 1, processes)
  previous = modulo(rank - 1, processes)
  ! This is not a Cartesian communicator, because mpi_f08 of MPICH 4.0 supports no neighbors on it.
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [previous], [1], 1, [next], [1], MPI_INFO_NULL, .false., &
    circle, error)
  call vector()
  call indexed()
  call subarray()
  call struct()
  call resized()
  call complexes()
  call refuse()
  call MPI_Comm_free(circle, error)
  call MPI_Finalize(error)

contains

  subroutine expect(condition, message)
    logical, intent(in) :: condition
    character(len=*), intent(in) :: message
    if (condition) return
    print '(a, i0, 2a)', 'rank ', rank, ': ', message
    error stop 1
  end subroutine

  !> Pairs of every fifth word.
  subroutine vector()
    DATATYPE :: datatype
    integer :: i
    call MPI_Type_vector(1200, 2, 5, MPI_INTEGER, datatype, error)
    call exchange('vector', datatype, [([5 * i + 1, 5 * i + 2], i=0, 1199)], 5 * 1199 + 2)
  end subroutine

  !> Blocks of one, two or five words, with no regular distance.
  subroutine indexed()
    DATATYPE :: datatype
    integer, parameter :: n = 900
    integer :: lengths(n), starts(n), i, k
    lengths = [(1 + mod(i * i, 5), i=1, n)]
    starts = [(9 * i + mod(i * i, 5), i=0, n - 1)]
    call MPI_Type_indexed(n, lengths, starts, MPI_INTEGER, datatype, error)
    call exchange('indexed', datatype, [([(starts(i) + k, k=1, lengths(i))], i=1, n)], starts(n) + lengths(n))
  end subroutine

  !> A block of a matrix, committed with hints.
  subroutine subarray()
    DATATYPE :: datatype
    INFO :: hints
    integer :: i, j
    call MPI_Type_create_subarray(2, [96, 64], [60, 40], [10, 12], MPI_ORDER_FORTRAN, MPI_INTEGER, datatype, error)
    call MPI_Info_create(hints, error)
    call MPI_Info_set(hints, 'cartwright_expected_uses', '1000', error)
    call MPIX_Type_commit_info(datatype, hints, error)
    call expect(error == MPI_SUCCESS, 'hints')
    call MPI_Info_free(hints, error)
    call exchange('subarray', datatype, [([(96 * (11 + j) + 10 + i, i=1, 60)], j=1, 40)], 96 * 64)
  end subroutine

  !> An integer, two numbers of double precision and three integers, of a record of 48 bytes.
  subroutine struct()
    DATATYPE :: members, datatype
    integer, parameter :: record(8) = [1, 3, 4, 5, 6, 10, 11, 12]
    integer :: i
    call MPI_Type_create_struct(3, [1, 2, 3], [0_word, 8_word, 36_word], &
      [MPI_INTEGER, MPI_DOUBLE_PRECISION, MPI_INTEGER], members, error)
    call MPI_Type_contiguous(400, members, datatype, error)
    call MPI_Type_free(members, error)
    call exchange('struct', datatype, [(12 * i + record, i=0, 399)], 12 * 400)
  end subroutine

  !> The rows of a block of a matrix in sequence, which is a transpose.
  subroutine resized()
    DATATYPE :: row, next_row, datatype
    integer :: i, j
    call MPI_Type_vector(60, 1, 96, MPI_INTEGER, row, error)
    call MPI_Type_create_resized(row, 0_word, 4_word, next_row, error)
    call MPI_Type_contiguous(48, next_row, datatype, error)
    call MPI_Type_free(row, error)
    call MPI_Type_free(next_row, error)
    call exchange('resized', datatype, [([(96 * (j - 1) + i, j=1, 60)], i=1, 48)], 48)
  end subroutine

  !> Elements that are larger than the pieces into which MPIs divide messages.
  subroutine complexes()
    DATATYPE :: datatype
    integer :: i
    call MPI_Type_vector(600, 1, 2, MPI_DOUBLE_COMPLEX, datatype, error)
    call exchange('complexes', datatype, [([8 * i + 1, 8 * i + 2, 8 * i + 3, 8 * i + 4], i=0, 599)], 8 * 599 + 4)
  end subroutine

  !> Two elements of a datatype, which moves the words `first` of `extent` words in this order, go around by every call.
  subroutine exchange(name, datatype, first, extent)
    character(len=*), intent(in) :: name
    DATATYPE, intent(inout) :: datatype
    integer, intent(in) :: first(:), extent
    integer :: at(2 * size(first)), i
    at = [first, first + extent]
    call expect(maxval(at) < room, name//': more room')
    call MPI_Type_commit(datatype, error)
    do i = 1, rounds
      call begin(i)
      call by_blocking(datatype)
      call check(name//' by MPI_Send and MPI_Recv', i, at)
      call begin(i)
      call by_requests(datatype)
      call check(name//' by MPI_Isend and MPI_Irecv', i, at)
      call begin(i)
      call MPI_Sendrecv(out, 2, datatype, next, 3, in, 2, datatype, previous, 3, circle, MPI_STATUS_IGNORE, error)
      call check(name//' by MPI_Sendrecv', i, at)
      call begin(i)
      call by_packing(name, datatype, i, at)
      call check(name//' by MPI_Pack and MPI_Unpack', i, at)
      call begin(i)
      call by_alltoallw(datatype)
      call check(name//' by MPI_Alltoallw', i, at)
      call begin(i)
      call by_neighbors(datatype)
      call check(name//' by MPI_Neighbor_alltoallw', i, at)
    end do
    call by_persistent(name, datatype, at)
    call MPI_Type_free(datatype, error)
  end subroutine

  subroutine begin(round)
    integer, intent(in) :: round
    integer :: i
    out = [(value_at(rank, round, i), i=1, room)]
    in = untouched
    packed = untouched
  end subroutine

  integer(int32) elemental function value_at(rank, round, i)
    integer, intent(in) :: rank, round, i
    value_at = 10000000 * rank + 1000000 * round + i
  end function

  !> The words `at` must be those of the previous process, and the gaps must not change.
  subroutine check(name, round, at)
    character(len=*), intent(in) :: name
    integer, intent(in) :: round, at(:)
    expected = untouched
    expected(at) = value_at(previous, round, at)
    call expect(all(in == expected), name)
  end subroutine

  subroutine by_blocking(datatype)
    DATATYPE, intent(in) :: datatype
    if (rank == 0) call MPI_Send(out, 2, datatype, next, 1, circle, error)
    call MPI_Recv(in, 2, datatype, previous, 1, circle, MPI_STATUS_IGNORE, error)
    if (rank /= 0) call MPI_Send(out, 2, datatype, next, 1, circle, error)
  end subroutine

  subroutine by_requests(datatype)
    DATATYPE, intent(in) :: datatype
    REQUEST :: requests(2)
    call MPI_Irecv(in, 2, datatype, previous, 2, circle, requests(1), error)
    call MPI_Isend(out, 2, datatype, next, 2, circle, requests(2), error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  end subroutine

  subroutine by_persistent(name, datatype, at)
    character(len=*), intent(in) :: name
    DATATYPE, intent(in) :: datatype
    integer, intent(in) :: at(:)
    REQUEST :: requests(2)
    integer :: i
    call MPI_Recv_init(in, 2, datatype, previous, 4, circle, requests(1), error)
    call MPI_Send_init(out, 2, datatype, next, 4, circle, requests(2), error)
    do i = 1, rounds
      call begin(i)
      call MPI_Startall(2, requests, error)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
      call check(name//' by persistent requests', i, at)
    end do
    call MPI_Request_free(requests(1), error)
    call MPI_Request_free(requests(2), error)
  end subroutine

  !> Packed by the sender, and unpacked by the receiver; the bytes have the order of the datatype.
  subroutine by_packing(name, datatype, round, at)
    character(len=*), intent(in) :: name
    DATATYPE, intent(in) :: datatype
    integer, intent(in) :: round, at(:)
    integer :: position, bytes
    bytes = 4 * size(at)
    position = 0
    call MPI_Pack(out, 2, datatype, packed, 4 * room, position, circle, error)
    call expect(position == bytes .and. all(packed(:size(at)) == value_at(rank, round, at)), name//' packed')
    call expect(all(packed(size(at) + 1:) == untouched), name//' packed beyond')
    call MPI_Sendrecv_replace(packed, bytes, MPI_PACKED, next, 5, previous, 5, circle, MPI_STATUS_IGNORE, error)
    position = 0
    call MPI_Unpack(packed, 4 * room, position, in, 2, datatype, circle, error)
    call expect(position == bytes, name//' unpacked')
  end subroutine

  subroutine by_alltoallw(datatype)
    DATATYPE, intent(in) :: datatype
    DATATYPE :: datatypes(0:processes - 1)
    integer, dimension(0:processes - 1) :: sent, received, displacements
    sent = 0
    sent(next) = 2
    received = 0
    received(previous) = 2
    displacements = 0
    datatypes = datatype
    call MPI_Alltoallw(out, sent, displacements, datatypes, in, received, displacements, datatypes, circle, error)
  end subroutine

  subroutine by_neighbors(datatype)
    DATATYPE, intent(in) :: datatype
    call MPI_Neighbor_alltoallw(out, [2], [0_word], [datatype], in, [2], [0_word], [datatype], circle, error)
  end subroutine

  subroutine refuse()
    DATATYPE :: datatype
    INFO :: hints
    integer :: refusal, error_class
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, error)
    call MPI_Type_vector(2, 1, 2, MPI_INTEGER, datatype, error)
    call MPI_Info_create(hints, error)
    call MPI_Info_set(hints, 'cartwright_expected_use', '1000', error)
    call MPIX_Type_commit_info(datatype, hints, refusal)
    call MPI_Error_class(refusal, error_class, error)
    call expect(error_class == MPI_ERR_INFO_KEY, 'an unknown hint')
    call MPI_Info_free(hints, error)
    call MPI_Type_free(datatype, error)
  end subroutine
end program
