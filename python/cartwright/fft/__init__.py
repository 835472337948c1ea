# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Distributed Fourier, sine and cosine transforms of numpy arrays, with transposes that follow the machine.

>>> from mpi4py import MPI
>>> from cartwright.fft import Plan
>>> with Plan(MPI.COMM_WORLD, (64, 64, 64), dtype=float) as plan:
...     u = plan.zeros("physical")
...     u_hat = plan.forward(u)
...     u_hat.shape == plan.spectral.shape
True

It uses libcartwright_fft of the same MPI as mpi4py, on the arrays of the caller, without copies. The package contains
that library when the MPI, and FFTW or pocketfft, were found at its installation; CARTWRIGHT_FFT_LIBRARY names another
one. Other threads of Python run during the transforms.
"""

from .. import _mpi4py  # noqa: F401
from ._arrays import LocalArray
from ._operators import Operator, Row, curl, derivative, gaussian, inverse_laplacian, laplacian, projection
from ._plan import Plan
from ._poisson import Poisson
from ._sizes import next_size
from ._times import Times
from ._wisdom import load_wisdom, save_wisdom

__all__ = [
    "LocalArray",
    "Operator",
    "Plan",
    "Poisson",
    "Row",
    "Times",
    "curl",
    "derivative",
    "gaussian",
    "inverse_laplacian",
    "laplacian",
    "load_wisdom",
    "next_size",
    "projection",
    "save_wisdom",
]
