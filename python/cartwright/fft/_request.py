# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The arguments of a plan: checked, and converted to the options of the library."""

from __future__ import annotations

import ctypes
import dataclasses
import math
import operator
from collections.abc import Iterable, Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from .._device import Stream, stream_handle
from .._headers import (
    CW_FFT_MAX_DIMS,
    CW_FFT_OPTIONS_INIT,
    cw_fft_box,
    cw_fft_effort,
    cw_fft_kind,
    cw_fft_memory,
    cw_fft_options,
    cw_fft_precision,
    cw_fft_scale,
)
from ..errors import InvalidArgumentError, SizeError, UnsupportedError
from ..mpi._agree import c_timeout, fingerprint
from ..mpi._library import words
from . import _axes

Slices = Sequence[slice]
Box = tuple[tuple[int, int], ...]
"""For each axis the first index and the number of indices."""
Padding = Union[float, Sequence[int], None]

_PRECISIONS: dict[np.dtype[Any], int] = {
    np.dtype(np.longdouble): cw_fft_precision["CW_FFT_LONG_DOUBLE"],  # on some machines it is a double
    np.dtype(np.float64): cw_fft_precision["CW_FFT_DOUBLE"],
    np.dtype(np.float32): cw_fft_precision["CW_FFT_FLOAT"],
}
_KINDS = {name.upper(): number for name, number in words(cw_fft_kind, "CW_FFT_").items()}
_BASIS = {"F": "FOURIER", "S": "RODFT10", "C": "REDFT10", "N": "NONE"}
_NORMS = {name.replace("unitary", "ortho"): number for name, number in words(cw_fft_scale, "CW_FFT_SCALE_").items()}
"""With the names of numpy."""
_EFFORTS = words(cw_fft_effort, "CW_FFT_")
_MEMORIES = words(cw_fft_memory, "CW_FFT_MEMORY_")


@dataclasses.dataclass(frozen=True)
class Request:
    """The arguments of one process. All but the boxes must be the same on all processes."""

    shape: tuple[int, ...]
    kinds: tuple[str, ...]
    real_dtype: np.dtype[Any]
    real: bool
    fields: tuple[int, ...]
    physical_shape: tuple[int, ...] | None
    norm: str
    transposed: bool
    grid: tuple[int, ...]
    order: str
    method: str
    effort: str
    physical_box: Box | None
    spectral_box: Box | None
    shared: bool
    """Whether another plan shares its work space."""
    memory: str
    stream: int
    """A handle of this process."""
    timeout: float
    """In the form of C."""
    lengths: tuple[float, ...]
    """The lengths of the box."""

    def fingerprint(self) -> int:
        """A hash of all values that must be the same on all processes."""
        boxes = (self.physical_box is None, self.spectral_box is None)
        return fingerprint(dataclasses.replace(self, physical_box=None, spectral_box=None, stream=0, timeout=0.0), boxes)

    def options(self, share: int | None) -> cw_fft_options:
        """The options for the library, which reads them during planning."""
        options = CW_FFT_OPTIONS_INIT(
            kinds=(ctypes.c_int * len(self.kinds))(*(_KINDS[kind] for kind in self.kinds)),
            real=self.real,
            precision=_PRECISIONS[self.real_dtype],
            fields=math.prod(self.fields),
            scale=_NORMS[self.norm],
            transposed=self.transposed,
            grid_ndims=len(self.grid),
            order=self.order.encode(),
            method=self.method.encode(),
            effort=_EFFORTS[self.effort],
            share=share,
            memory=_MEMORIES[self.memory],
            stream=self.stream or None,
            timeout=self.timeout,
            lengths=(ctypes.c_double * len(self.lengths))(*self.lengths),
        )
        if self.grid:
            options.grid = (ctypes.c_int * len(self.grid))(*self.grid)
        if self.physical_shape is not None:
            options.physical = (ctypes.c_int64 * len(self.physical_shape))(*self.physical_shape)
        for name in ("physical_box", "spectral_box"):
            box: Box | None = getattr(self, name)
            if box is not None:
                starts, counts = zip(*box)
                setattr(options, name, ctypes.pointer(cw_fft_box(start=starts, count=counts)))
        return options


def read_request(
    shape: Sequence[int],
    basis: str | None,
    kinds: Sequence[str] | None,
    dtype: npt.DTypeLike,
    fields: Sequence[int],
    padding: Padding,
    norm: str,
    transposed: bool,
    grid: Sequence[int] | None,
    order: str,
    method: str,
    effort: str,
    physical_box: Slices | None,
    spectral_box: Slices | None,
    shared: bool,
    memory: str,
    stream: Stream | None,
    timeout: float | None,
    box_lengths: Sequence[float] | None,
) -> Request:
    """Checks the arguments of this process. Raises an error for those that are invalid."""
    lengths = _integers("shape", shape)
    if len(lengths) > CW_FFT_MAX_DIMS:
        raise UnsupportedError(f"the shape has {len(lengths)} axes: at most {CW_FFT_MAX_DIMS} are possible")
    named = _read_kinds(len(lengths), basis, kinds)
    physical = np.dtype(dtype)
    if not physical.isnative or physical.kind not in "fc" or np.empty(0, physical).real.dtype not in _PRECISIONS:
        raise TypeError(
            f"{physical} is not a type of physical data: give float32, float64, longdouble or a complex type"
        )
    counts = _integers("fields", fields)
    if math.prod(counts) >= 1 << 63:
        raise SizeError(f"fields is {counts}: their product does not fit in 63 bits")
    if any(count < 1 for count in counts):
        raise InvalidArgumentError(f"fields is {counts}: each length must be at least 1, and () stands for one field")
    for name, value, known in (
        ("norm", norm, _NORMS),
        ("effort", effort, _EFFORTS),
        ("memory", memory, _MEMORIES),
    ):
        if value not in known:
            raise InvalidArgumentError(f"{name}={value!r} is unknown: give one of {', '.join(known)}")
    real = physical.kind == "f"
    physical_shape = _read_padding(lengths, named, padding)
    return Request(
        shape=lengths,
        kinds=named,
        real_dtype=np.empty(0, physical).real.dtype,
        real=real,
        fields=counts,
        physical_shape=physical_shape,
        norm=norm,
        transposed=bool(transposed),
        grid=() if grid is None else _integers("grid", grid, bits=31),
        order=str(order),
        method=str(method),
        effort=effort,
        physical_box=_read_box("physical_box", physical_shape or lengths, physical_box),
        spectral_box=_read_box("spectral_box", _stored(lengths, named, real), spectral_box),
        shared=shared,
        memory=memory,
        stream=stream_handle(stream),
        timeout=c_timeout(timeout),
        lengths=tuple(_axes.lengths_of(named, box_lengths)),
    )


def _integers(name: str, values: Iterable[int], bits: int = 63) -> tuple[int, ...]:
    """The values as exact integers, also those of numpy. Fractions raise TypeError."""
    if isinstance(values, (int, np.integer)):
        raise TypeError(f"{name}={values} is a number: give a sequence, such as ({values},)")
    integers = tuple(map(operator.index, values))
    for value in integers:
        if abs(value) >= 1 << bits:
            raise SizeError(f"{value} in {name} does not fit in {bits} bits")
    return integers


def _read_kinds(ndims: int, basis: str | None, kinds: Sequence[str] | None) -> tuple[str, ...]:
    if basis is not None and kinds is not None:
        raise InvalidArgumentError("basis and kinds are both given: leave one of them out")
    if kinds is None:
        letters = basis if basis is not None else "F" * ndims
        unknown = [letter for letter in letters if letter not in _BASIS]
        if unknown:
            raise InvalidArgumentError(
                f"{unknown[0]!r} in basis {letters!r} is unknown: F is Fourier, S sine, C cosine, N none"
            )
        kinds = [_BASIS[letter] for letter in letters]
    elif isinstance(kinds, str):
        raise TypeError(f"kinds={kinds!r} is one text: give a sequence with a kind for each axis, or basis")
    named = tuple(str(kind).upper() for kind in kinds)
    for kind in named:
        if kind not in _KINDS:
            raise InvalidArgumentError(f"the kind {kind!r} is unknown: give one of {', '.join(_KINDS)}")
    if len(named) != ndims:
        raise InvalidArgumentError(f"{len(named)} kinds of transform are given for {ndims} axes: give one for each")
    return named


def _read_padding(shape: tuple[int, ...], kinds: tuple[str, ...], padding: Padding) -> tuple[int, ...] | None:
    if padding is None:
        return None
    if isinstance(padding, (int, float, np.number)):
        factor = float(padding)
        if not 1 <= factor < math.inf:
            raise InvalidArgumentError(
                f"padding by {factor}: the physical grid must be at least as fine: give 1 or more, such as 1.5"
            )
        padding = [length if kind == "NONE" else math.floor(length * factor) for length, kind in zip(shape, kinds)]
    lengths = _integers("padding", padding)
    if len(lengths) != len(shape):
        raise InvalidArgumentError(f"padding has {len(lengths)} lengths for {len(shape)} axes: give one for each")
    return lengths


def _stored(shape: tuple[int, ...], kinds: tuple[str, ...], real: bool) -> tuple[int, ...]:
    """Entries along each axis: for real data the last Fourier axis has about half."""
    stored = list(shape)
    if real and "FOURIER" in kinds:
        halved = len(kinds) - 1 - kinds[::-1].index("FOURIER")
        stored[halved] = stored[halved] // 2 + 1
    return tuple(stored)


def _read_box(name: str, shape: tuple[int, ...], slices: Slices | None) -> Box | None:
    """Raises an error for slices outside the array. Clipping, as in numpy, would hide a wrong box."""
    if slices is None:
        return None
    given = tuple(slices)
    if len(given) != len(shape) or not all(isinstance(part, slice) and part.step in (None, 1) for part in given):
        raise InvalidArgumentError(
            f"{name}={given} is not a part of {len(shape)} axes: give a slice without a step for each"
        )
    box = []
    for axis, (part, length) in enumerate(zip(given, shape)):
        start = 0 if part.start is None else operator.index(part.start)
        stop = length if part.stop is None else operator.index(part.stop)
        if not 0 <= start <= stop <= length:
            raise InvalidArgumentError(f"{name}: {start}:{stop} is not a part of axis {axis} of length {length}")
        box.append((start, stop - start))
    return tuple(box)
