# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Solvers of Poisson's and Helmholtz's equation."""

from __future__ import annotations

import ctypes
import dataclasses
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from mpi4py import MPI

from .._headers import CW_POISSON_OPTIONS_INIT, cw_fft_options, cw_poisson_laplacian
from ..errors import InvalidArgumentError
from ..mpi._library import handle, words
from . import _axes
from ._arrays import Array
from ._library import check, library
from ._plan import Plan
from ._request import Request, Slices, read_request

_LAPLACIANS = words(cw_poisson_laplacian, "CW_POISSON_")


class Poisson(Plan):
    """A solver of laplace(u) - lambda u = f in a box: Poisson's equation, or Helmholtz's.

    It is also the plan that it uses, with all properties and functions of one. Each axis extends from 0 to its length.
    Collective over `comm`, as making a plan.

    >>> import numpy as np
    >>> from mpi4py import MPI
    >>> from cartwright.fft import Poisson
    >>> with Poisson(MPI.COMM_SELF, (16, 12), boundaries="DD PP") as solver:
    ...     x, y = solver.points()
    ...     f = solver.empty("physical")
    ...     f[...] = -13 * np.sin(3 * x) * np.cos(2 * y)
    ...     u = solver.solve(f)
    >>> bool(np.allclose(u, np.sin(3 * x) * np.cos(2 * y)))
    True

    Args:
        comm: an intracommunicator of mpi4py.
        shape: numbers of points along the axes, 2 or more, x first.
        boundaries: two letters for each axis, for its lower and its upper side: P periodic (both), D Dirichlet (u = 0),
            N Neumann (the derivative is 0), U unbounded: f is 0 beyond the box. Blanks are ignored. All axes are periodic
            by default.
        centering: a letter for each axis: C for points in the middle of cells, the default, N for points at nodes. The
            array then has the walls N, but not the walls D.
        faces: the n + 1 ascending coordinates of the faces of the cells along axis 0, which then differ in width: the
            second derivative along it is that of finite volumes. Lambda is 0 or more, and no axis is unbounded. None by default: all widths are equal.
        lengths: of the box; by default 2 pi for periodic axes, and pi for others.
        lambda_: lambda. When it is 0 and all sides are P or N, the mean of u is 0, and that of f is ignored. With
            unbounded axes it is 0 or more.
        laplacian: 'spectral', or 'second_order' for differences between neighbors, without unbounded axes.
        dtype: type of f and u: float32, float64, longdouble or a complex type.
        fields, grid, order, method, effort, physical_box, share, timeout: as for Plan.

    Raises:
        InvalidArgumentError: also an axis with one periodic side, and a lambda with which there is no unique solution.
        UnsupportedError, SizeError, OutOfMemoryError, MissingLibraryError: as for Plan; more than 3 unbounded axes.
    """

    def __init__(
        self,
        comm: MPI.Intracomm,
        shape: Sequence[int],
        *,
        boundaries: str | None = None,
        centering: str | None = None,
        lengths: Sequence[float] | None = None,
        faces: Sequence[float] | npt.NDArray[np.float64] | None = None,
        lambda_: float = 0,
        laplacian: str = "spectral",
        dtype: npt.DTypeLike = float,
        fields: Sequence[int] = (),
        grid: Sequence[int] | None = None,
        order: str = "auto",
        method: str = "auto",
        effort: str = "estimate",
        physical_box: Slices | None = None,
        share: Plan | None = None,
        timeout: float | None = None,
    ) -> None:
        self._solver: int | None = None

        def read() -> Request:
            if laplacian not in _LAPLACIANS:
                raise InvalidArgumentError(f"laplacian={laplacian!r} is unknown: give one of {', '.join(_LAPLACIANS)}")
            request = read_request(
                *(shape, None, None, dtype, fields, None, "backward", True, grid, order, method, effort),
                *(physical_box, None, share is not None, "host", None, timeout, lengths),
            )
            self._faces = None if faces is None else np.array(faces, dtype=float)
            if self._faces is not None and self._faces.shape != (request.shape[0] + 1,):
                raise InvalidArgumentError(
                    f"faces has the shape {self._faces.shape}: give {request.shape[0] + 1} coordinates for the"
                    f" {request.shape[0]} cells along axis 0"
                )
            self._options = CW_POISSON_OPTIONS_INIT(
                boundaries=None if boundaries is None else str(boundaries).encode(),
                centering=None if centering is None else str(centering).encode(),
                lengths=None if lengths is None else (ctypes.c_double * len(request.shape))(*request.lengths),
                faces=None if self._faces is None else (ctypes.c_double * len(self._faces))(*self._faces),
                lambda_=float(lambda_),
                laplacian=_LAPLACIANS[laplacian],
                complex_data=not request.real,
            )
            return request

        self._make(comm, read, share)
        periodic = [letter == "P" for letter in (boundaries or "PP" * len(self.shape)).replace(" ", "")[::2]]
        box = list(self._request.lengths) if lengths else [(1 + each) * math.pi for each in periodic]
        if self._faces is not None:
            box[0] = float(self._faces[-1] - self._faces[0])
        self._box = box
        # Those of the transforms, which have twice the points along unbounded axes.
        problem = self.report["problem"]
        kinds = tuple(map(str.upper, problem["kinds"]))
        along = [
            box[axis] if kind == "NONE" else self._points_along(axis)[1] * _axes.spacings(kind, n)
            for axis, (kind, n) in enumerate(zip(kinds, problem["n"]))
        ]
        self._request = dataclasses.replace(self._request, shape=tuple(problem["n"]), kinds=kinds, lengths=tuple(along))

    def _create(self, options: cw_fft_options) -> int | None:
        options.kinds = options.lengths = None
        self._options.fft = ctypes.pointer(options)
        made, plan = ctypes.c_void_p(), ctypes.c_void_p()
        sizes = (ctypes.c_int64 * len(self.shape))(*self.shape)
        check(
            library().cw_poisson_create(
                handle(self._comm), len(sizes), sizes, ctypes.byref(self._options), ctypes.byref(made)
            )
        )
        check(library().cw_poisson_plan(made, ctypes.byref(plan)))
        self._solver = made.value
        return plan.value

    def _free(self, plan: int) -> int:
        return int(library().cw_poisson_free(self._solver))

    def _points_along(self, axis: int) -> tuple[float, float]:
        """The first coordinate, and the distance between points."""
        self._live()
        first, spacing = ctypes.c_double(), ctypes.c_double()
        check(library().cw_poisson_points(self._solver, axis, ctypes.byref(first), ctypes.byref(spacing)))
        return first.value, spacing.value

    def points(self, lengths: Sequence[float] | None = None) -> tuple[Array, ...]:
        """Coordinates of the points of this process, as `Plan.points`; in the middle of cells or at nodes. Local."""
        made = []
        box = self._box if lengths is None else _axes.lengths_of(self._request.kinds, lengths)
        for axis, part in enumerate(self.physical.slices[-len(self.shape) :]):
            if axis == 0 and self._faces is not None:
                along = (self._faces[:-1] + self._faces[1:])[part] / 2
            else:
                first, spacing = self._points_along(axis)
                along = first + spacing * np.arange(part.start, part.stop)
            made.append((along * (box[axis] / self._box[axis])).astype(self._request.real_dtype))
        return tuple(np.ix_(*made))

    def solve(self, f: Array, out: Array | None = None) -> Array:
        """The solution u. Collective.

        Args:
            f: the part of this process, with the dtype, shape and strides of `physical`. It is not changed.
            out: receives u, like `f`; a new array by default. `f` for a solution in place.

        Returns:
            `out`.

        Raises:
            TypeError, InvalidArgumentError: as for `forward`.
        """
        self._live()
        u: Array = self._call("cw_poisson_solve", f, out, self.physical, self.physical, solver=self._solver)[1]
        return u

    def explain(self) -> str:
        """The equation, the points and the transform of each axis, and the choices of the plan. Local."""
        self._live()
        return str(library().cw_poisson_explain(self._solver).decode())
