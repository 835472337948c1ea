# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Maps the processes of a grid onto the nodes of a machine: neighbors share a node.

>>> import cartwright
>>> mapping = cartwright.map((50, 48), '50x48', 'hops')
>>> mapping.cost().j_sum, mapping.cost().lower_bound
(2868.0, 2808.0)

MPI programs: see `cartwright.mpi`; halo exchanges: `cartwright.halo`; distributed Fourier transforms: `cartwright.fft`.
"""

from ._core import (
    Algorithm,
    Comparison,
    Cost,
    Grid,
    Job,
    Layout,
    Level,
    Link,
    LinkStats,
    Machine,
    Mapping,
    Network,
    Stencil,
    algorithms,
    compare,
    dims_create,
    dims_create_levels,
    evaluate,
    formats,
    map,
    place_job,
    version,
)
from .errors import (
    CartwrightError,
    ExistingFileError,
    FileError,
    InternalError,
    InvalidArgumentError,
    MissingLibraryError,
    OutOfMemoryError,
    ParseError,
    PeerFailedError,
    PeerTimeoutError,
    SizeError,
    UnsupportedError,
)

__version__ = version()

__all__ = [
    "Algorithm",
    "CartwrightError",
    "Comparison",
    "Cost",
    "ExistingFileError",
    "FileError",
    "Grid",
    "InternalError",
    "InvalidArgumentError",
    "Job",
    "Layout",
    "Level",
    "Link",
    "LinkStats",
    "Machine",
    "Mapping",
    "MissingLibraryError",
    "Network",
    "OutOfMemoryError",
    "ParseError",
    "PeerFailedError",
    "PeerTimeoutError",
    "SizeError",
    "Stencil",
    "UnsupportedError",
    "__version__",
    "algorithms",
    "compare",
    "dims_create",
    "dims_create_levels",
    "evaluate",
    "formats",
    "map",
    "place_job",
    "version",
]
