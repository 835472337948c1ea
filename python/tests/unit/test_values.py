# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Machines, grids, stencils and dims."""

import copy
import pathlib
import pickle

import numpy as np
import pytest

import cartwright

DATA = pathlib.Path(__file__).parents[3] / "tests" / "data"


def test_machine_from_a_notation_has_its_levels():
    machine = cartwright.Machine("50x2x24")
    assert (machine.size, machine.nodes, machine.hosts) == (2400, 50, ())
    assert [level.name for level in machine.levels] == ["node", "socket"]
    assert machine.levels[1].domains == 100
    assert machine.node_sizes.dtype == np.int64
    assert machine.node_sizes.tolist() == [48] * 50


def test_machine_of_unequal_nodes_keeps_sizes_and_hosts():
    machine = cartwright.Machine.from_nodes(np.array([3, 1, 2]), hosts=["a", "b", "c"])
    assert machine.node_sizes.tolist() == [3, 1, 2]
    assert machine.hosts == ("a", "b", "c")
    assert machine != cartwright.Machine.from_nodes([3, 1, 2])


@pytest.mark.parametrize("name", ["machine.json", "mpich.hosts", "openmpi.hosts", "slurm.env", "slurm.hosts"])
def test_machine_from_a_file_is_that_from_its_text(name):
    path = DATA / "machines" / name
    machine = cartwright.Machine(path)
    assert machine == cartwright.Machine(str(path)) == cartwright.Machine.from_text(path.read_text())
    assert machine == cartwright.Machine.from_text(machine.to_json())


def test_copies_of_hwloc_xml_make_a_machine():
    assert cartwright.Machine(f"3*{DATA / 'hwloc' / 'two_sockets.xml'}").nodes == 3


def test_grid_counts_row_major():
    grid = cartwright.Grid((3, 4), periods=(False, True))
    assert (grid.ndims, grid.size, grid.dims, grid.periods) == (2, 12, (3, 4), (False, True))
    for cell in range(grid.size):
        assert grid.coords(cell) == tuple(int(x) for x in np.unravel_index(cell, grid.dims))
        assert grid.cell(grid.coords(cell)) == cell
    assert cartwright.Grid("3x4", True).periods == (True, True)
    assert cartwright.Grid(()).size == 1


def test_stencils_by_name_text_and_numbers_agree():
    by_name = cartwright.Stencil("nn", ndims=2)
    by_numbers = cartwright.Stencil(by_name.offsets, by_name.weights)
    assert by_name == by_numbers == cartwright.Stencil("1,0;-1,0;0,1;0,-1", ndims=2)
    assert (len(by_name), by_name.ndims, by_name.offsets.shape) == (4, 2, (4, 2))
    assert len(cartwright.Stencil([], ndims=3)) == 0


@pytest.mark.parametrize(
    "value",
    [
        cartwright.Grid("5x4", (True, False)),
        cartwright.Grid(()),
        cartwright.Stencil("hops", ndims=3),
        cartwright.Stencil([(1, 0), (0, -2)], weights=[0.1, 3]),
        cartwright.Machine("2*3,4*5"),
        cartwright.Machine.from_nodes([1, 2], hosts=["x", "y"]),
    ],
    ids=repr,
)
def test_values_are_equal_after_pickle_and_copy(value):
    for other in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)):
        assert other == value
        assert hash(other) == hash(value)
        assert repr(other) == repr(value)
    assert value != "something else"
    with pytest.raises(AttributeError):
        value.size = 1


def test_arrays_cannot_be_written():
    for array in (cartwright.Machine("2x2").node_sizes, cartwright.Stencil("nn", ndims=1).offsets):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def test_arrays_outlive_what_they_came_from():
    mapping = cartwright.map((6, 4), "4x6")
    order, nodes = mapping.order, mapping.node_of_cell
    expected = order.copy(), nodes.copy()
    del mapping
    for _ in range(50):
        cartwright.map((6, 4), "4x6", mapping="random", seed=1)
    assert (order == expected[0]).all() and (nodes == expected[1]).all()


def test_weighted_dims_are_those_of_the_published_examples():
    # [Niethammer2019, slides 3 and 19 to 20]
    assert cartwright.dims_create(12, 2, weights=[1 / 1800, 1 / 580]) == (6, 2)
    assert cartwright.dims_create_levels([25, 24], 2) == ((5, 5), (6, 4))
    levels = cartwright.dims_create_levels([512, 2, 12], 3, weights=[1, 1 / 2, 1 / 4])
    assert [int(x) for x in np.prod(levels, axis=0)] == [16, 24, 32]


def test_weighted_dims_are_least_by_trying_all():
    rng = np.random.default_rng(seed := 11)
    for _ in range(30):
        n = int(rng.integers(1, 400))
        weights = rng.integers(1, 50, size=3)
        costs = [
            int(a * weights[0] + b * weights[1] + n // (a * b) * weights[2])
            for a in range(1, n + 1)
            if n % a == 0
            for b in range(1, n // a + 1)
            if n // a % b == 0
        ]
        dims = cartwright.dims_create(n, 3, weights=weights)
        assert np.prod(dims) == n
        assert np.dot(dims, weights) == min(costs), f"seed {seed}: {n} processes, weights {weights}"


def test_dims_that_are_fixed_stay():
    assert cartwright.dims_create(24, [0, 3, 0]) == (4, 3, 2)
    assert cartwright.dims_create_levels([4, 6], [0, 12]) is not None
    assert cartwright.dims_create_levels([4, 6], [24, 1]) == ((4, 1), (6, 1))
