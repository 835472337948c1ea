# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Never concretized or built, only read by a linter (docs/trust.md).
from spack.package import *


class Cartwright(CMakePackage):
    """Place, pack, move: less and faster communication for MPI programs on regular grids."""

    # The sources are those of this checkout: `spack develop --path . cartwright@0.1.0`. A release adds its archive
    # and checksum here.
    has_code = True
    license("BSD-3-Clause")
    version("0.1.0")

    variant("mpi", default=True, description="Build the interposer and the libraries for an MPI")
    variant(
        "fft",
        default="fftw",
        values=("fftw", "pocketfft", "none"),
        multi=False,
        when="+mpi",
        description="Build distributed FFTs with FFTW, under the GPL, or with pocketfft, under the BSD license",
    )
    variant("scotch", default=True, description="Partition graphs with Scotch")
    variant("asmjit", default=False, description="Generate machine code for datatypes")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+mpi")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("cli11", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("fmt@8:")
    depends_on("pugixml")
    depends_on("libarchive@3.3:")
    depends_on("libyaml")
    depends_on("mpi@3:", when="+mpi")
    depends_on("hwloc", when="+mpi")
    depends_on("fftw", when="fft=fftw")
    depends_on("python@3:", type="build", when="fft=pocketfft")
    depends_on("scotch@7: +shared", when="+scotch")
    depends_on("asmjit", when="+asmjit")

    conflicts("%gcc@:11", msg="Cartwright is written in C++20: use gcc 12 or later")
    conflicts("%clang@:15", msg="Cartwright is written in C++20: use clang 16 or later")

    generator("ninja")

    @run_before("cmake", when="fft=pocketfft")
    def fetch_pocketfft(self):
        """No package of Spack has its header."""
        with working_dir(self.stage.source_path):
            python("tools/get_pocketfft.py")

    def cmake_args(self):
        return [
            self.define_from_variant("CARTWRIGHT_BUILD_MPI", "mpi"),
            self.define("CARTWRIGHT_BUILD_FFT", not self.spec.satisfies("fft=none")),
            self.define("CARTWRIGHT_WITH_FFTW", self.spec.satisfies("fft=fftw")),
            self.define("CARTWRIGHT_WITH_POCKETFFT", self.spec.satisfies("fft=pocketfft")),
            self.define_from_variant("CARTWRIGHT_WITH_SCOTCH", "scotch"),
            self.define_from_variant("CARTWRIGHT_WITH_ASMJIT", "asmjit"),
            self.define("CARTWRIGHT_BUILD_EXAMPLES", False),
        ]
