# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Plans of distributed transforms."""

from __future__ import annotations

import ctypes
import dataclasses
import json
import warnings
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Literal, TypeVar, cast, overload

import numpy as np
import numpy.typing as npt
from mpi4py import MPI

from .._device import Stream
from .._headers import cw_fft_options
from ..errors import InvalidArgumentError
from ..mpi._agree import agree_on, check_intracommunicator, fingerprint
from ..mpi._library import handle
from . import _axes, _gather, _operators
from ._arrays import (
    Array,
    LocalArray,
    OnGpu,
    address,
    allocate,
    check_contents,
    check_pair,
    device_address,
    local_array,
)
from ._library import array_of, check, library
from ._operators import Operator, Row, RowFunction
from ._request import Padding, Request, Slices, read_request
from ._times import Times, times_of

Space = Literal["physical", "spectral"]
GpuArray = TypeVar("GpuArray", bound=OnGpu)


@dataclasses.dataclass(frozen=True)
class _Call:
    """The arguments of a collective call, which must be the same on all processes."""

    arguments: tuple[object, ...]

    def fingerprint(self) -> int:
        return fingerprint(self.arguments)


class Plan:
    """A transform of a grid, forward from physical to spectral space and backward.

    Collective over `comm`, with the same arguments on all processes except for the boxes. When one process fails, or
    when the arguments differ, every process gets the error. The plan keeps a duplicate of the communicator, work space,
    and memory shared with the processes of its node. `close`, which is also collective, frees them; `with Plan(...) as
    plan:` calls it.

    >>> import numpy as np
    >>> from mpi4py import MPI
    >>> from cartwright.fft import Plan
    >>> with Plan(MPI.COMM_SELF, (16, 12), dtype=float) as plan:
    ...     x, y = plan.points()
    ...     u = plan.empty("physical")
    ...     u[...] = np.cos(3 * x) + np.sin(2 * y)
    ...     kx, ky = plan.wavenumbers()
    ...     u_hat = plan.forward(u)
    ...     laplacian = plan.backward(-(kx**2 + ky**2) * u_hat)
    >>> bool(np.allclose(laplacian, -9 * np.cos(3 * x) - 4 * np.sin(2 * y)))
    True

    Args:
        comm: an intracommunicator of mpi4py. The nodes may hold any ranks.
        shape: sizes of the spectral grid, 2 axes or more, x first. They are also those of the physical grid, unless it
            is padded. For real data these are the logical sizes: the axis with n/2 + 1 coefficients counts as n.
        basis: a letter for each axis: F Fourier, S sine (RODFT10, "DST-II"), C cosine (REDFT10, "DCT-II"), N none; for
            example 'FFF', 'SFF', 'SSF' or 'SSS'. Fourier along all axes by default.
        kinds: a name for each axis, in place of `basis`: 'FOURIER', 'NONE', the kinds of FFTW 'REDFT00' to 'RODFT11'
            (dct and dst of scipy, types 1 (00), 2 (10), 3 (01) and 4 (11)), 'R2HC', 'HC2R' and 'DHT'. The backward
            transform is the inverse.
        dtype: type of the physical data: float32, float64, longdouble, complex64, complex128 or clongdouble. Real data
            has about half of the coefficients along the last Fourier axis, as with numpy.fft.rfftn. Without any
            Fourier axis the coefficients are real.
        fields: lengths of further axes before those of the grid: one call transforms all these arrays. (3,) for
            a vector in each point.
        padding: how much finer the physical grid is, 1.5 for the 3/2 rule (sizes are rounded down, axes without a
            transform are not padded), or its sizes. Coefficients outside the spectral grid are dropped forward and are
            0 backward. The coefficient at n/2 of an even Fourier axis is the sum of those at n/2 and -n/2.
        norm: normalization, as in numpy: 'backward' (backward by 1/N), 'forward', 'ortho' (both by 1/sqrt(N)), or
            'none'. N is the product of the logical sizes of the axes, as in scipy: n for Fourier, 2n for sine and
            cosine of types 2 to 4, 2(n - 1) for REDFT00, 2(n + 1) for RODFT00.
        transposed: keeps coefficients in the order of the last transpose, which saves transposes each way. The axes of
            arrays are still x, y, z: `spectral.strides` describe the order in memory.
        grid: dims of the process grid: one for slabs, two for pencils, up to one less than axes. A 0 is chosen; the
            plan chooses all by default.
        order: order of the ranks in the process grid: 'auto' (neighbors share nodes), 'row-major', 'column-major' or
            'morton'.
        method: method of the transposes: 'auto', 'shared', 'node-aware', 'alltoallw', 'alltoallv' or 'pipelined'.
        effort: how long planning may take: 'estimate', 'measure' or 'patient'.
        physical_box: the part of the physical array that this process holds, a slice for each axis. The boxes of all
            processes cover the array once. The plan chooses them by default.
        spectral_box: the same for the spectral array.
        share: a plan of an equal communicator that shares its work space with this one.
        memory: 'host' for arrays of numpy, or 'device' for arrays on a GPU with the CUDA array interface or DLPack
            (CuPy, PyTorch), which cuFFT transforms. `forward` and `backward` then need `out`. Fourier axes only,
            without padding, boxes and longdouble; `method` is 'auto'.
        stream: with 'device', the stream of CUDA on which they are transformed, the same for plans that share: its
            handle, such as `stream.ptr` of CuPy or `stream.cuda_stream` of PyTorch, or an object with
            `__cuda_stream__`. The default stream by default.
        timeout: seconds to wait for other processes before a transform fails, 600 by default; inf for no limit.
        lengths: lengths of the box, for `points`, `wavenumbers` and the operators of `apply`: by default 2 pi, and pi for
            sine and cosine transforms.

    Raises:
        InvalidArgumentError: an invalid size, name, process grid or box; processes that disagree.
        UnsupportedError: a request that is not possible here, such as 'shared' across nodes.
        SizeError: an array of 2^63 bytes.
        OutOfMemoryError: too little memory for the work space.
        MissingLibraryError: no libcartwright_fft of the MPI in use.
    """

    def __init__(
        self,
        comm: MPI.Intracomm,
        shape: Sequence[int],
        *,
        basis: str | None = None,
        kinds: Sequence[str] | None = None,
        dtype: npt.DTypeLike = complex,
        fields: Sequence[int] = (),
        padding: Padding = None,
        norm: str = "backward",
        transposed: bool = False,
        grid: Sequence[int] | None = None,
        order: str = "auto",
        method: str = "auto",
        effort: str = "estimate",
        physical_box: Slices | None = None,
        spectral_box: Slices | None = None,
        share: Plan | None = None,
        memory: str = "host",
        stream: Stream | None = None,
        timeout: float | None = None,
        lengths: Sequence[float] | None = None,
    ) -> None:
        def read() -> Request:
            return read_request(
                *(shape, basis, kinds, dtype, fields, padding, norm, transposed, grid, order, method, effort),
                *(physical_box, spectral_box, share is not None, memory, stream, timeout, lengths),
            )

        self._make(comm, read, share)

    def _make(self, comm: MPI.Intracomm, read: Callable[[], Request], share: Plan | None) -> None:
        """Makes the plan of a request, which `read` checks."""
        self._handle: int | None = None
        self._open: tuple[Any, Any] | None = None
        check_intracommunicator(comm)

        def read_here() -> Request:
            library()
            if share is not None:
                share._live()
            return read()

        self._request = agree_on(comm, read_here)
        self._comm = comm.Dup()
        try:
            self._handle = self._create(self._request.options(share._handle if share is not None else None))
        except Exception:
            self._comm.Free()
            raise
        self._parts = {space: self.part(space, -1) for space in ("physical", "spectral")}

    def _create(self, options: cw_fft_options) -> int | None:
        """Makes the plan of the library. Collective."""
        made = ctypes.c_void_p()
        sizes = (ctypes.c_int64 * len(self.shape))(*self.shape)
        check(
            library().cw_fft_plan_create(
                handle(self._comm), len(sizes), sizes, ctypes.byref(options), ctypes.byref(made)
            )
        )
        return made.value

    def _free(self, plan: int) -> int:
        """Frees it, and returns the status. Collective."""
        return int(library().cw_fft_plan_free(plan))

    # ---- The arrays ----

    @property
    def shape(self) -> tuple[int, ...]:
        """Logical sizes of the spectral grid, as given."""
        return self._request.shape

    @property
    def physical(self) -> LocalArray:
        """The part of the physical array that this process holds."""
        return self._parts["physical"]

    @property
    def spectral(self) -> LocalArray:
        """The part of the spectral array that this process holds."""
        return self._parts["spectral"]

    def part(self, space: Space, rank: int) -> LocalArray:
        """The part that a process of the communicator holds; rank -1 is the calling one. Local."""
        return local_array(array_of(self._live(), space, rank), self._request.fields, self._request.real_dtype)

    def empty(self, space: Space) -> Array:
        """A new array for the plan, with any contents. Local.

        It belongs to the caller and may outlive the plan. It is on huge pages where the system has them; any other
        array of the same dtype, shape and strides can be used as well.
        """
        local = self._local(space)
        self._need_host("empty")
        return local.view(allocate(local.nbytes) if local.nbytes else None)

    def zeros(self, space: Space) -> Array:
        """`empty`, filled with zeros."""
        array = self.empty(space)
        array[...] = 0
        return array

    def in_place(self) -> tuple[Array, Array]:
        """A physical and a spectral array, with any contents, in the same memory, for transforms in place. Local.

        >>> from mpi4py import MPI
        >>> from cartwright.fft import Plan
        >>> with Plan(MPI.COMM_SELF, (4, 4), dtype=float) as plan:
        ...     u, u_hat = plan.in_place()
        ...     u[...] = 1
        ...     plan.forward(u, u_hat) is u_hat, float(u_hat[0, 0].real)
        (True, 16.0)
        """
        self._need_host("in_place")
        needed = ctypes.c_int64()
        check(library().cw_fft_plan_buffer_bytes(self._live(), ctypes.byref(needed)))
        memory = allocate(needed.value) if needed.value else None
        return self.physical.view(memory), self.spectral.view(memory)

    def points(self, lengths: Sequence[float] | None = None) -> tuple[Array, ...]:
        """Coordinates of the points of this process, one array for each axis; the arrays broadcast together.

        An axis extends from 0 to its length, by default that of the plan. The points of the kinds of FFTW begin at 0, at
        half a cell (10, 11), or one cell inside (RODFT00, RODFT01). For the kinds NONE and HC2R coordinates are indices.
        In the precision of the plan. Local.
        """
        return self._mesh(self.physical, self.physical.global_shape[-len(self.shape) :], _axes.points, lengths)

    def wavenumbers(self, lengths: Sequence[float] | None = None) -> tuple[Array, ...]:
        """Wave numbers of the coefficients of this process, in radians per unit of length; they broadcast together.

        With the default lengths (see `points`) they are integers, plus 1/2 for the kinds 01 and 11. A derivative along
        a Fourier axis multiplies coefficients by 1j times the wave number, a second derivative along any axis by minus
        its square. The coefficient at n/2 of an even axis has a positive wave number. Local.
        """
        return self._mesh(self.spectral, self.shape, _axes.wavenumbers, lengths)

    def _mesh(
        self,
        local: LocalArray,
        counts: Sequence[int],
        along: Callable[[str, int, slice, float], npt.NDArray[np.float64]],
        lengths: Sequence[float] | None,
    ) -> tuple[Array, ...]:
        kinds = self._request.kinds
        box = self._request.lengths if lengths is None else _axes.lengths_of(kinds, lengths)
        axes = zip(kinds, counts, local.slices[-len(kinds) :], box)
        return tuple(np.ix_(*(along(*axis).astype(self._request.real_dtype) for axis in axes)))

    # ---- Transforms ----

    @overload
    def forward(self, u: Array, out: Array | None = None) -> Array: ...
    @overload
    def forward(self, u: OnGpu, out: GpuArray) -> GpuArray: ...

    def forward(self, u: Any, out: Any = None) -> Any:
        """The coefficients of physical data. Collective.

        Args:
            u: the part of this process, with the dtype, shape and strides of `physical`. It is not changed.
            out: receives the coefficients, with the dtype, shape and strides of `spectral`; a new array by default. It
                may share the memory of `u` for a transform in place (`in_place`). Other overlap is refused.

        With memory='device' both are arrays on a GPU, and `out` is complete in the order of the stream.

        Both arrays are used without copies. An array that cannot be used is refused on all processes.

        Returns:
            `out`.

        Raises:
            TypeError: not an array in the memory of the plan, or one of another dtype.
            InvalidArgumentError: another shape, other strides, arrays that overlap, an `out` that is read-only; also
                when another process gets an error.
        """
        return self._transform("forward", u, out, self.physical, self.spectral)

    @overload
    def backward(self, u_hat: Array, out: Array | None = None) -> Array: ...
    @overload
    def backward(self, u_hat: OnGpu, out: GpuArray) -> GpuArray: ...

    def backward(self, u_hat: Any, out: Any = None) -> Any:
        """The physical data of coefficients: the inverse of `forward`, with the same arguments. Collective."""
        return self._transform("backward", u_hat, out, self.spectral, self.physical)

    def apply(
        self, operator: Operator | Callable[[Row], object] | Array, u: Array, out: Array | None = None
    ) -> Array:
        """`forward`, an operator on the coefficients, and `backward`, in one call. Collective.

        The operator changes coefficients while they are in the cache: they are not stored.

        >>> import numpy as np
        >>> from mpi4py import MPI
        >>> from cartwright.fft import Plan, laplacian
        >>> with Plan(MPI.COMM_SELF, (16, 12), dtype=float) as plan:
        ...     x, y = plan.points()
        ...     u = plan.empty("physical")
        ...     u[...] = np.cos(3 * x) + np.sin(2 * y)
        ...     result = plan.apply(laplacian(), u)
        ...     def of_one_half(row):
        ...         row.values *= -(sum(k**2 for k in row.k) ** 0.25)
        ...     other = plan.apply(of_one_half, u)
        >>> bool(np.allclose(result, -9 * np.cos(3 * x) - 4 * np.sin(2 * y)))
        True
        >>> bool(np.allclose(other, -(3**0.5) * np.cos(3 * x) - 2**0.5 * np.sin(2 * y)))
        True

        Args:
            operator: `laplacian()`, `inverse_laplacian()`, `gaussian(s)` or `derivative(axis)`, the same on all
                processes; or a function that changes `row.values` of a `Row`, and is called once for each row, which
                takes Python about 20 microseconds each time; or an array of factors with the dtype, shape and strides of
                `spectral`, without the axes of the fields, in a plan with `transposed`.
            u: the part of this process, with the dtype, shape and strides of `physical`. It is not changed.
            out: receives the result, like `u`; a new array by default. `u` for a transform in place.

        Returns:
            `out`.

        Raises:
            TypeError, InvalidArgumentError: as for `forward`; a derivative along an axis that does not exist.
            UnsupportedError: a derivative along another axis than a Fourier axis, factors in a plan that is not
                transposed, a plan for arrays on a GPU.
            An error that the function raises on one process is an exception on all. `out` then has no meaning.
        """
        return self._apply("cw_fft_apply", operator, u, out)

    def apply_fields(self, operator: Operator | Callable[[Row], object], u: Array, out: Array | None = None) -> Array:
        """`apply` with an operator that takes the coefficients of all fields at the same wave numbers. Collective.

        >>> import numpy as np
        >>> from mpi4py import MPI
        >>> from cartwright.fft import Plan, curl
        >>> with Plan(MPI.COMM_SELF, (12, 10, 8), dtype=float, fields=(3,)) as plan:
        ...     x, y, z = plan.points()
        ...     u = plan.empty("physical")
        ...     u[0], u[1], u[2] = np.sin(z), 0, np.cos(2 * x)
        ...     vorticity = plan.apply_fields(curl(), u)
        ...     def swap(row):
        ...         row.values = row.values[::-1]
        ...     swapped = plan.apply_fields(swap, u)
        >>> bool(np.allclose(vorticity[1], np.cos(z) + 2 * np.sin(2 * x))), bool(np.allclose(vorticity[::2], 0))
        (True, True)
        >>> bool(np.allclose(swapped, u[::-1]))
        True

        Args:
            operator: `projection()` or `curl()`, the same on all processes; or a function that changes or replaces
                `row.values` of a `Row`, whose shape is that of the fields and the length of the row.
            u, out: as for `apply`.

        Returns:
            `out`.

        Raises:
            Errors as for `apply`; also UnsupportedError for fields and axes that the operator does not take.
        """
        return self._apply("cw_fft_apply_fields", operator, u, out)

    def _apply(
        self, name: str, operator: Operator | Callable[[Row], object] | Array, u: Array, out: Array | None
    ) -> Array:
        if isinstance(operator, Operator) or not callable(operator):
            return cast(Array, self._call(name, u, out, self.physical, self.physical, operator)[1])
        all_fields = name == "cw_fft_apply_fields"
        function = RowFunction(operator, self.spectral.dtype, self._request.fields, all_fields)
        result = self._call(name, u, out, self.physical, self.physical, function)[1]
        agree_on(self._comm, function.raise_failure)
        return cast(Array, result)

    def forward_start(self, u: Array | OnGpu, out: Array | OnGpu | None = None) -> None:
        """Starts `forward`; `finish` ends it. The program may work on other data meanwhile. Collective.

        The plan keeps references to the arrays; do not read or write them before `finish`. A plan can have one open
        transform.
        """
        self._open = self._start("forward", u, out, self.physical, self.spectral)

    def backward_start(self, u_hat: Array | OnGpu, out: Array | OnGpu | None = None) -> None:
        """Starts `backward`; `finish` ends it. Collective."""
        self._open = self._start("backward", u_hat, out, self.spectral, self.physical)

    def finish(self) -> Any:
        """Ends the open transform and returns its result. Collective."""
        if self._open is None:
            raise InvalidArgumentError("no transform is open: call forward_start or backward_start before finish")
        _, out = self._open
        self._open = None
        check(library().cw_fft_finish(self._live()))
        return out

    def _transform(self, direction: str, given: Any, out: Any, source: LocalArray, target: LocalArray) -> Any:
        return self._call(f"cw_fft_{direction}", given, out, source, target)[1]

    def _start(self, direction: str, given: Any, out: Any, source: LocalArray, target: LocalArray) -> tuple[Any, Any]:
        return self._call(f"cw_fft_{direction}_start", given, out, source, target)

    def _call(
        self,
        name: str,
        given: Any,
        out: Any,
        source: LocalArray,
        target: LocalArray,
        *operators: Operator | RowFunction | Array,
        solver: int | None = None,
    ) -> tuple[Any, Any]:
        plan = self._live()
        if self._open is not None:
            raise InvalidArgumentError("a transform of this plan is open: call finish first")
        made: list[Any] = []
        addresses: list[Any] = []

        def read() -> _Call:
            for operator in operators:
                addresses.extend(_operators.in_c(operator, self.spectral, len(self._request.fields)))
            if self._request.memory == "device":
                made.append(out)
                addresses.append(device_address(given, "the array", source, written=False))
                addresses.append(device_address(out, "out", target, written=True))
            else:
                made.append(target.view(allocate(target.nbytes) if target.nbytes else None) if out is None else out)
                check_pair(given, made[0], source, target)
                addresses.extend((address(given), address(made[0])))
            kinds = (given if isinstance(given, Operator) else isinstance(given, RowFunction) for given in operators)
            return _Call((name, *kinds))

        check(library().cw_fft_barrier(plan))  # so that the others do not keep this process waiting below
        agree_on(self._comm, read)
        check(getattr(library(), name)(plan if solver is None else solver, *addresses))
        return given, made[0]

    def _need_host(self, name: str) -> None:
        """Raises an error for a plan that needs arrays on a GPU."""
        if self._request.memory == "device":
            raise InvalidArgumentError(
                f"{name} makes arrays of numpy, and this plan needs arrays on a GPU: make them with the shape, strides "
                "and dtype of physical and spectral"
            )

    # ---- Whole arrays ----

    def gather(self, space: Space, array: Array, root: int = 0) -> Array | None:
        """The whole array on process `root`, which needs memory for it; None on the others. Collective.

        `array` is the part of this process, with the dtype and shape of `physical` or `spectral`, and any strides.

        >>> from mpi4py import MPI
        >>> from cartwright.fft import Plan
        >>> with Plan(MPI.COMM_SELF, (2, 3), dtype=float) as plan:
        ...     plan.gather("physical", plan.zeros("physical"))
        array([[0., 0., 0.],
               [0., 0., 0.]])
        """
        self._agree(space, root, lambda local: check_contents(array, "the array", local, local.shape))
        return _gather.gather(self._comm, lambda rank: self.part(space, rank), array, root)

    def scatter(self, space: Space, whole: Array | None, root: int = 0, out: Array | None = None) -> Array:
        """The part of this process of the whole array of process `root`. Collective.

        Args:
            space: 'physical' or 'spectral'.
            whole: on `root` the array, with the dtype and `global_shape` of the space; ignored on other processes.
            out: receives the part, with the dtype and shape of `physical` or `spectral`; a new array by default.
        """
        here = self._comm.rank == root
        targets = []

        def check_mine(local: LocalArray) -> None:
            local_memory = allocate(local.nbytes) if out is None and local.nbytes else None
            targets.append(local.view(local_memory) if out is None else out)
            check_contents(targets[0], "out", local, local.shape)
            if not targets[0].flags.writeable:
                raise InvalidArgumentError("out is read-only: give an array that can be written to")
            if here:
                check_contents(whole, "the whole array", local, local.global_shape)

        self._agree(space, root, check_mine)
        _gather.scatter(self._comm, lambda rank: self.part(space, rank), whole if here else None, targets[0], root)
        return targets[0]

    def _agree(self, space: Space, root: int, check_mine: Callable[[LocalArray], None]) -> None:
        """Raises an error on all processes when one of them has an invalid argument."""

        def read() -> _Call:
            if not 0 <= root < self._comm.size:
                size = self._comm.size
                raise InvalidArgumentError(f"root {root} is not a rank of a communicator of {size} processes")
            check_mine(self._local(space))
            return _Call((space, root))

        check(library().cw_fft_barrier(self._live()))
        agree_on(self._comm, read)

    # ---- Diagnostics ----

    def explain(self) -> str:
        """The process grid, order and methods, the alternatives, and the reasons for the choice. Local."""
        return str(library().cw_fft_explain(self._live()).decode())

    @property
    def report(self) -> dict[str, Any]:
        """The same as `explain` in the form of docs/schemas/fft.schema.json. Local."""
        data: dict[str, Any] = json.loads(library().cw_fft_explain_json(self._live()))
        return data

    @property
    def times(self) -> Times:
        """Times of this process, since planning or `reset_times`. Local."""
        return times_of(self._live())

    def reset_times(self) -> None:
        """Sets `times` to 0. Local."""
        check(library().cw_fft_reset_times(self._live()))

    @property
    def work_bytes(self) -> int:
        """Bytes of work space of this process, shared memory included. Local."""
        size = ctypes.c_int64()
        check(library().cw_fft_plan_work_bytes(self._live(), ctypes.byref(size)))
        return size.value

    # ---- Lifetime ----

    def close(self) -> None:
        """Frees the plan, after ending an open transform. Collective. Further calls have no effect.

        Arrays remain valid. A plan that is not closed is not freed, because that is collective: Python then warns with
        a ResourceWarning.
        """
        plan, self._handle = self._handle, None
        if plan is None or MPI.Is_finalized():
            return
        if self._open is not None:
            library().cw_fft_finish(plan)
            self._open = None
        status = self._free(plan)
        self._comm.Free()
        check(status)

    def __enter__(self) -> Plan:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()
        else:
            # Only this process may have an error: it must not wait for the others.
            self._handle = None

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None and not MPI.Is_finalized():
            warnings.warn(f"{self!r} was not closed", ResourceWarning, stacklevel=2, source=self)

    def __repr__(self) -> str:
        shape, kinds, closed = self._request.shape, self._request.kinds, ", closed" * (self._handle is None)
        return f"<{type(self).__name__} {'x'.join(map(str, shape))}, {' '.join(kinds)}, {self.physical.dtype}{closed}>"

    def _live(self) -> int:
        if self._handle is None:
            raise InvalidArgumentError("the plan is closed: make another")
        return self._handle

    def _local(self, space: str) -> LocalArray:
        if space not in self._parts:
            raise InvalidArgumentError(f"unknown space {space!r}: give physical or spectral")
        return self._parts[space]
