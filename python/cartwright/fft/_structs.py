# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The structs and constants of cartwright/fft.h, for ctypes. A test compares them with those of a C compiler."""

from __future__ import annotations

import ctypes

MAX_DIMS = 16

PRECISIONS = ("float64", "float32", "longdouble")
"""In the order of cw_fft_precision."""

KINDS = (
    *("FOURIER", "NONE", "REDFT00", "REDFT01", "REDFT10", "REDFT11"),
    *("RODFT00", "RODFT01", "RODFT10", "RODFT11", "R2HC", "HC2R", "DHT"),
)
"""In the order of cw_fft_kind."""

BASIS = {"F": "FOURIER", "S": "RODFT10", "C": "REDFT10", "N": "NONE"}
"""The letters of a basis."""

NORMS = ("none", "backward", "forward", "ortho")
"""The names of numpy, in the order of cw_fft_scale."""

EFFORTS = ("estimate", "measure", "patient")
"""In the order of cw_fft_effort."""

MEMORIES = ("host", "device")
"""In the order of cw_fft_memory."""

SPACES = ("physical", "spectral")
"""In the order of cw_fft_space."""

_PerAxis = ctypes.c_int64 * MAX_DIMS


class Box(ctypes.Structure):
    """cw_fft_box"""

    _fields_ = [("start", _PerAxis), ("count", _PerAxis)]


class Options(ctypes.Structure):
    """cw_fft_options"""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("basis", ctypes.c_char_p),
        ("kinds", ctypes.POINTER(ctypes.c_int)),
        ("real", ctypes.c_int),
        ("precision", ctypes.c_int),
        ("fields", ctypes.c_int64),
        ("physical", ctypes.POINTER(ctypes.c_int64)),
        ("scale", ctypes.c_int),
        ("transposed", ctypes.c_int),
        ("grid_ndims", ctypes.c_size_t),
        ("grid", ctypes.POINTER(ctypes.c_int)),
        ("order", ctypes.c_char_p),
        ("method", ctypes.c_char_p),
        ("effort", ctypes.c_int),
        ("physical_box", ctypes.POINTER(Box)),
        ("spectral_box", ctypes.POINTER(Box)),
        ("share", ctypes.c_void_p),
        ("memory", ctypes.c_int),
        ("stream", ctypes.c_void_p),
        ("timeout", ctypes.c_double),
    ]


class Array(ctypes.Structure):
    """cw_fft_array; `global` is a keyword of Python."""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("ndims", ctypes.c_size_t),
        ("global_", _PerAxis),
        ("start", _PerAxis),
        ("count", _PerAxis),
        ("stride", _PerAxis),
        ("elements", ctypes.c_int64),
        ("field_stride", ctypes.c_int64),
        ("element_bytes", ctypes.c_int64),
        ("complex_data", ctypes.c_int),
    ]


class Times(ctypes.Structure):
    """cw_fft_times"""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("forward", ctypes.c_int64),
        ("backward", ctypes.c_int64),
        ("total", ctypes.c_double),
        ("fft", ctypes.c_double),
        ("pack", ctypes.c_double),
        ("copy", ctypes.c_double),
        ("wait", ctypes.c_double),
    ]
