# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The structs and constants of cartwright/halo.h, for ctypes. A test compares them with those of a C compiler."""

from __future__ import annotations

import ctypes

MAX_DIMS = 8

TYPES = ("bytes", "float32", "float64", "int32", "int64")
"""In the order of cw_halo_type."""

SHAPES = ("all", "faces", "offsets")
"""In the order of cw_halo_shape."""

EFFORTS = ("estimate", "measure")
"""In the order of cw_halo_effort."""

JOININGS = ("chosen", "never", "always")
"""In the order of cw_halo_joining."""

CORNERS = ("chosen", "direct", "with_faces")
"""In the order of cw_halo_corners."""

OPERATIONS = ("sum", "min", "max")
"""In the order of cw_halo_operation."""

_Numbers = ctypes.POINTER(ctypes.c_int64)


class Field(ctypes.Structure):
    """cw_halo_field"""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("base", ctypes.c_void_p),
        ("sizes", _Numbers),
        ("strides", _Numbers),
        ("low", _Numbers),
        ("high", _Numbers),
        ("type", ctypes.c_int),
        ("value_bytes", ctypes.c_int64),
        ("components", ctypes.c_int64),
        ("component_stride", ctypes.c_int64),
        ("wire_type", ctypes.c_int),
    ]


class Neighbor(ctypes.Structure):
    """cw_halo_neighbor"""

    _fields_ = [("side", ctypes.c_int * MAX_DIMS), ("rank", ctypes.c_int)]


class Options(ctypes.Structure):
    """cw_halo_options"""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("shape", ctypes.c_int),
        ("noffsets", ctypes.c_size_t),
        ("offsets", _Numbers),
        ("cart_axes", ctypes.POINTER(ctypes.c_int)),
        ("nneighbors", ctypes.c_size_t),
        ("neighbors", ctypes.POINTER(Neighbor)),
        ("effort", ctypes.c_int),
        ("buffered", ctypes.c_int),
        ("no_sharing", ctypes.c_int),
        ("timeout", ctypes.c_double),
        ("column_major", ctypes.c_int),
        ("joining", ctypes.c_int),
        ("corners", ctypes.c_int),
        ("piece", ctypes.c_int64),
        ("stream", ctypes.c_void_p),
    ]


class Part(ctypes.Structure):
    """cw_halo_part"""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("nfields", ctypes.c_size_t),
        ("fields", ctypes.POINTER(ctypes.c_size_t)),
        ("width", ctypes.c_int64),
    ]


class GridBlock(ctypes.Structure):
    """cw_halo_block"""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("dims", ctypes.c_int * MAX_DIMS),
        ("coords", ctypes.c_int * MAX_DIMS),
        ("start", ctypes.c_int64 * MAX_DIMS),
        ("sizes", ctypes.c_int64 * MAX_DIMS),
    ]
