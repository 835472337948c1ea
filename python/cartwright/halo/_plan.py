# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Plans of halo exchanges."""

from __future__ import annotations

import ctypes
import json
import warnings
from collections.abc import Sequence
from types import TracebackType
from typing import Any, TypeVar

from mpi4py import MPI

from .._device import Stream
from .._headers import CW_HALO_PART_INIT, cw_halo_field, cw_halo_operation
from ..errors import InvalidArgumentError
from ..mpi._agree import agree_on, check_intracommunicator
from ..mpi._library import handle, words
from ._fields import AnyArray, Block
from ._library import check, library
from ._request import Neighbors, Request, Shape, read_request
from ._widths import Width, integer

Made = TypeVar("Made", bound="Halo")

_OPERATIONS = words(cw_halo_operation, "CW_HALO_")


class Halo:
    """A plan that fills the ghost points of arrays again and again.

    Making a plan is collective over `comm`; when one process fails, all get the error. Exchanges are called by all
    processes in the same order; only neighbors wait for each other. A neighbor that exchanges something else, has
    ended, or does not come in time is an InvalidArgumentError that names its rank and the number of the exchange; the
    plan can then only be closed. The plan keeps the arrays alive until `close`; `with Halo(...) as halo:` calls it.

    >>> import numpy as np
    >>> from mpi4py import MPI
    >>> from cartwright.halo import Halo
    >>> ring = MPI.COMM_SELF.Create_cart([1], periods=[True])
    >>> u = np.array([0.0, 1.0, 2.0, 3.0, 0.0])
    >>> with Halo(ring, u, width=1) as halo:
    ...     halo.exchange()
    >>> u.tolist()
    [3.0, 1.0, 2.0, 3.0, 1.0]

    Args:
        comm: an intracommunicator of mpi4py: a Cartesian one, or any if `neighbors` is given. The plan duplicates it.
        arrays: one array or several: HaloArray, or arrays of any strides that hold own and ghost points, of numpy, or on a
            GPU with the CUDA array interface or DLPack (CuPy, PyTorch). The last axes are those of the grid; axes
            before them are components. Arrays may differ in type, size and width, and are all on the host or all on
            one GPU. Neighbors on the node read a HaloArray in place, and arrays on a GPU; other memory is packed for
            them.
        width: ghost points in arrays that are not HaloArrays: one number for all ends of all axes, or for each axis a number or a pair of
            those before and after the own points.
        shape: which ghost points are needed: 'all' around, 'faces' without edges and corners, or those that the offsets
            of a stencil read: [(1, 0), (0, 1), (-1, -1)].
        axes: for each dimension of the communicator the axis that it divides, when fields have more axes.
        neighbors: the rank at each side, such as {(-1, 0): 3, (1, 0): 5}, for a communicator that is not Cartesian.
        effort: 'estimate' decides by the lengths of runs in memory, 'measure' times exchanges, which fills ghost points.
        buffered: own points stay as they are until the next exchange with the same neighbors has ended, as in Jacobi's
            method with two arrays. An exchange then does not wait until neighbors have read.
        share: False sends messages in nodes, too.
        timeout: seconds to wait for a neighbor, 600 by default; inf for no limit.
        stream: for arrays on a GPU, the stream of CUDA on which they are packed and unpacked, after what was started there:
            its handle, such as `stream.ptr` of CuPy or `stream.cuda_stream` of PyTorch, or an object with
            `__cuda_stream__`. The default stream by default.
        joining: whether the messages that the processes of a node send to another node become one: 'chosen' by the
            plan, 'never' or 'always'.
        corners: ghost points at edges and corners come from other nodes 'direct', in messages of their own, or
            'with_faces', along one axis after the other, where the grid allows it; 'chosen' by the plan.
        piece: longer messages between nodes leave in pieces of so many bytes; by default the plan chooses.

    Raises:
        InvalidArgumentError: an invalid size, width or name, a halo that is wider than the block of a neighbor,
            neighbors that do not fit together, processes that disagree.
        TypeError: not an array, or one of Python objects.
        MissingLibraryError: no libcartwright_halo of the MPI in use.
    """

    def __init__(
        self,
        comm: MPI.Intracomm,
        arrays: AnyArray | Sequence[AnyArray],
        width: Width | None = None,
        *,
        shape: Shape = "all",
        axes: Sequence[int] | None = None,
        neighbors: Neighbors | None = None,
        effort: str = "estimate",
        buffered: bool = False,
        share: bool = True,
        timeout: float | None = None,
        stream: Stream | None = None,
        joining: str = "chosen",
        corners: str = "chosen",
        piece: int | None = None,
    ) -> None:
        self._handle: int | None = None
        check_intracommunicator(comm)

        def read() -> Request:
            library()
            return read_request(
                comm,
                arrays,
                width,
                axes,
                neighbors,
                shape=shape,
                effort=effort,
                buffered=buffered,
                share=share,
                timeout=timeout,
                stream=stream,
                joining=joining,
                corners=corners,
                piece=piece,
            )

        request = agree_on(comm, read)
        self._ndim = request.ndim
        self._blocks: tuple[Block, ...] = request.blocks
        self._numbers: list[list[int]] = []  # the fields of halo.h that hold each array
        fields: list[cw_halo_field] = []
        for block in request.blocks:
            made = block.fields()
            self._numbers.append(list(range(len(fields), len(fields) + len(made))))
            fields += made
        plan = ctypes.c_void_p()
        check(
            library().cw_halo_create(
                handle(comm),
                request.ndim,
                0,
                (cw_halo_field * len(fields))(*fields),
                len(fields),
                ctypes.byref(request.options()),
                ctypes.byref(plan),
            )
        )
        self._handle = plan.value

    # ---- Exchanges ----

    def exchange(self, fields: Sequence[int] | None = None, width: int | None = None) -> None:
        """Fills ghost points: `start` and `finish`."""
        self.start(fields, width)
        self.finish()

    def start(self, fields: Sequence[int] | None = None, width: int | None = None) -> None:
        """Starts an exchange; `finish` ends it.

        Until then own points must not change, and ghost points have no defined values. The program may compute what
        needs neither.

        Args:
            fields: numbers of the arrays that take part, from 0; all by default.
            width: the most ghost points along any axis, next to the own ones; all by default.
        """
        check(library().cw_halo_start_part(self._live(), self._part(fields, width)))

    def test(self) -> bool:
        """Does what is possible without waiting, and returns whether `finish` will not wait."""
        done = ctypes.c_int()
        check(library().cw_halo_test(self._live(), ctypes.byref(done)))
        return bool(done.value)

    def finish(self) -> None:
        """Ends the open exchange: ghost points are filled, and own points may change."""
        check(library().cw_halo_finish(self._live()))

    def finish_side(self, side: Sequence[int]) -> None:
        """Waits until the ghost points at one side are filled; the exchange stays open.

        The side (-1, 0, 0) is before axis 0, without edges and corners. Nothing happens where there is no neighbor.
        """
        plan = self._live()
        if len(side) != self._ndim:
            raise InvalidArgumentError(f"side {tuple(side)}: give {self._ndim} numbers, one for each axis")
        check(library().cw_halo_finish_side(plan, (ctypes.c_int * len(side))(*side)))

    def accumulate(
        self, operation: str = "sum", fields: Sequence[int] | None = None, width: int | None = None
    ) -> None:
        """The opposite of an exchange: combines each ghost point into the own point that it is a copy of.

        Ghost points keep their values. The order is the same in every run, so sums are equal bit by bit.

        Args:
            operation: 'sum', 'min' or 'max'. Types are float32, float64, int32 and int64; complex ones have sums.
            fields: numbers of the arrays that take part, from 0; all by default.
            width: the most ghost points along any axis, next to the own ones; all by default.
        """
        self.accumulate_start(operation, fields, width)
        self.finish()

    def accumulate_start(
        self, operation: str = "sum", fields: Sequence[int] | None = None, width: int | None = None
    ) -> None:
        """Starts `accumulate`; `finish` ends it. Until then neither ghost points nor own points may be used."""
        plan = self._live()
        if operation not in _OPERATIONS:
            raise InvalidArgumentError(f"unknown operation {operation!r}: give one of {', '.join(_OPERATIONS)}")
        part = self._part(fields, width)
        for number in range(len(self._numbers)) if fields is None else fields:
            block = self._blocks[number]
            if not (block.summable if operation == "sum" else block.ordered):
                raise InvalidArgumentError(
                    f"array {number} has elements of {block.array.dtype}, which have no {operation} here: give the fields "
                    "that take part, or an array of float32, float64, int32 or int64"
                )
        check(library().cw_halo_accumulate_start(plan, _OPERATIONS[operation], part))

    def _part(self, fields: Sequence[int] | None, width: int | None) -> object:
        """A pointer to cw_halo_part."""
        part = CW_HALO_PART_INIT()
        if width is not None:
            part.width = integer(width, "width", 1)
        if fields is not None:
            for number in fields:
                if not 0 <= number < len(self._numbers):
                    raise InvalidArgumentError(f"field {number} does not exist: the plan has 0 to {len(self._numbers) - 1}")
            chosen = [field for number in fields for field in self._numbers[number]]
            part.nfields = len(chosen)
            # A list without entries is still a list: its address is not NULL.
            part.fields = (ctypes.c_size_t * max(len(chosen), 1))(*chosen)
        return ctypes.byref(part)

    # ---- Diagnostics and lifetime ----

    def explain(self) -> str:
        """What the plan does for each neighbor of this process, and why. Local."""
        return str(library().cw_halo_explain(self._live()).decode())

    @property
    def report(self) -> dict[str, Any]:
        """The same as `explain` in the form of docs/schemas/halo.schema.json. Local."""
        data: dict[str, Any] = json.loads(library().cw_halo_explain_json(self._live()))
        return data

    def close(self) -> None:
        """Frees the plan, and gives up an open exchange. Local; further calls have no effect."""
        plan, self._handle = self._handle, None
        self._blocks = ()
        if plan is not None:
            check(library().cw_halo_free(plan))

    def __enter__(self: Made) -> Made:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            warnings.warn(f"{self!r} was not closed", ResourceWarning, stacklevel=2, source=self)
            self.close()

    def __repr__(self) -> str:
        closed = ", closed" if self._handle is None else ""
        return f"<Halo of {len(self._numbers)} arrays with {self._ndim} axes{closed}>"

    def _live(self) -> int:
        if self._handle is None:
            raise InvalidArgumentError("the plan is closed: make another")
        return self._handle
