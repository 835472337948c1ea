# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Distributed Fourier, sine and cosine transforms of numpy arrays, whose transposes follow the machine.

>>> from mpi4py import MPI
>>> from cartwright.fft import Plan
>>> with Plan(MPI.COMM_WORLD, (64, 64, 64), dtype=float) as plan:
...     u = plan.zeros("physical")
...     u_hat = plan.forward(u)
...     u_hat.shape == plan.spectral.shape
True

It runs libcartwright_fft of the MPI that mpi4py runs, on the arrays of the caller, without copying them. That library
is in the package when FFTW and the MPI were there at its installation; CARTWRIGHT_FFT_LIBRARY names another. Python's
other threads run during the transforms.
"""

from ._arrays import LocalArray
from ._plan import Plan
from ._times import Times
from ._wisdom import load_wisdom, save_wisdom

__all__ = ["LocalArray", "Plan", "Times", "load_wisdom", "save_wisdom"]
