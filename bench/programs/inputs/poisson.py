# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Poisson's equation on a cube of tetrahedra, by conjugate gradients."""

import numpy
import ufl
from dolfinx import fem, mesh
from dolfinx.fem.petsc import LinearProblem
from mpi4py import MPI
from petsc4py import PETSc

domain = mesh.create_unit_cube(MPI.COMM_WORLD, 16, 16, 16)
space = fem.FunctionSpace(domain, ("Lagrange", 1))
facets = mesh.locate_entities_boundary(domain, 2, lambda x: numpy.isclose(x[0], 0))
condition = fem.dirichletbc(PETSc.ScalarType(0), fem.locate_dofs_topological(space, 2, facets), space)
u, v, x = ufl.TrialFunction(space), ufl.TestFunction(space), ufl.SpatialCoordinate(domain)
problem = LinearProblem(
    ufl.dot(ufl.grad(u), ufl.grad(v)) * ufl.dx,
    ufl.sin(5 * x[0]) * v * ufl.dx,
    bcs=[condition],
    petsc_options={"ksp_type": "cg", "pc_type": "jacobi", "ksp_rtol": 1e-10},
)
for _ in range(4):
    solution = problem.solve()
norm = domain.comm.allreduce(fem.assemble_scalar(fem.form(solution**2 * ufl.dx)))
if domain.comm.rank == 0:
    print(f"norm {norm:.10e}")
