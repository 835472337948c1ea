# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Says how to get mpi4py, before the packages that need it are imported."""

try:
    import mpi4py  # noqa: F401
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "cartwright.mpi, cartwright.halo and cartwright.fft need mpi4py: pip install mpi4py", name="mpi4py"
    ) from None
