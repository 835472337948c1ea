# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Exchanges of ghost points between the processes of a grid, for numpy arrays.

>>> from mpi4py import MPI
>>> from cartwright.halo import Halo, HaloArray
>>> cart = MPI.COMM_SELF.Create_cart([1, 1], periods=[True, True])
>>> u = HaloArray((3, 4), width=1)
>>> u.own[...] = 7
>>> with Halo(cart, u) as halo:
...     halo.exchange()
>>> float(u[-1, 0]), float(u[3, 4])
(7.0, 7.0)

It uses libcartwright_halo of the same MPI as mpi4py, on the arrays of the caller, without copies. The package contains
that library when the MPI was found at its installation; CARTWRIGHT_HALO_LIBRARY names another one. Other threads of
Python run during the exchanges.
"""

from .. import _mpi4py  # noqa: F401
from ._array import HaloArray
from ._cart import HaloCart
from ._plan import Halo

__all__ = ["Halo", "HaloArray", "HaloCart"]
