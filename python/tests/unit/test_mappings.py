# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Properties of every mapping, on random problems, against a slow reference."""

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from random_problem import random_problem, reference_cost

import cartwright

SEED = 20


def check(mapping, problem):
    grid, machine, _ = problem
    assert (np.sort(mapping.order) == np.arange(grid.size)).all()
    assert mapping.order.dtype == mapping.slots.dtype == mapping.node_of_cell.dtype == np.int64
    assert mapping.slots.shape == mapping.node_of_cell.shape == grid.dims
    assert (mapping.slots.ravel()[mapping.order] == np.arange(grid.size)).all()
    node_of_slot = np.repeat(np.arange(machine.nodes), machine.node_sizes)
    assert (node_of_slot[mapping.slots] == mapping.node_of_cell).all()
    assert np.bincount(mapping.node_of_cell.ravel()).tolist() == machine.node_sizes.tolist()
    cost = mapping.cost()
    assert (cost.j_sum, cost.j_max) == reference_cost(problem, mapping.order)
    assert (cost.per_domain.sum(), cost.per_domain.max()) == (cost.j_sum, cost.j_max)
    assert cost.lower_bound <= cost.j_sum
    if cost.lower_bound > 0:
        assert cost.gap == pytest.approx(cost.j_sum / cost.lower_bound - 1)
    else:
        assert cost.gap == (0 if cost.j_sum == 0 else None)


@pytest.mark.parametrize("number", range(25))
def test_random_problem(number):
    print(f"seed {SEED}, problem {number}")
    rng = np.random.default_rng((SEED, number))
    problem = random_problem(rng)
    comparison = cartwright.compare(*problem, tier="fast", seed=number)
    compared = {mapping.mapping for mapping in comparison.mappings} | set(comparison.errors)
    # With nodes of one size, Hyperplane does not need its variants.
    variants = {"hyperplane-mean", "hyperplane-min", "hyperplane-max"} if len(set(problem[1].node_sizes)) == 1 else set()
    assert compared == {"auto", *(algorithm.name for algorithm in cartwright.algorithms())} - variants
    for mapping in comparison.mappings:
        check(mapping, problem)
    by_name = {mapping.mapping: mapping.cost().j_sum for mapping in comparison.mappings}
    assert by_name["auto"] <= by_name["blocked"]
    assert comparison.best.cost().j_sum == min(by_name.values())
    order = rng.permutation(problem.grid.size)
    check(cartwright.evaluate(order, *problem), problem)
    check(cartwright.evaluate(order.tolist(), *problem), problem)


def test_published_instance_is_mapped_optimally():
    # With 50x48 blocked, 4704 messages cross nodes, and 1204 at least [Hunold2020, figure 6].
    mapping = cartwright.map("50x48", "50x48")
    assert (mapping.cost().j_sum, mapping.cost().lower_bound) == (1204, 1204)
    assert cartwright.map("50x48", "50x48", mapping="blocked").cost().j_sum == 4704


def test_cost_at_every_level():
    mapping = cartwright.map((12, 8), "4x2x12")
    assert [cost.level for cost in mapping.costs] == ["node", "socket"]
    assert mapping.cost("socket").j_sum == mapping.cost(1).j_sum >= mapping.cost().j_sum == mapping.cost("node").j_sum
    assert mapping.cost("socket").domains == 8


def test_open_dims_are_chosen_for_the_machine():
    assert cartwright.map((0, 0), "4x6").grid.dims == (6, 4)
    assert cartwright.map("0x3", [10, 2]).grid.dims == (4, 3)


def test_the_same_seed_gives_the_same_mapping():
    one, two = (cartwright.map((20, 15), "10x30", "hops", seed=3) for _ in range(2))
    assert (one.order == two.order).all()
    assert (one.seconds >= 0, one.mapping, one.algorithm) == (True, "auto", two.algorithm)


def test_progress_is_told_and_its_exception_ends_the_work():
    shares = []

    def stop(share: float) -> None:
        shares.append(share)
        if len(shares) == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        cartwright.map("50x48", "50x48", "hops", budget=60, progress=stop)
    assert all(0 <= share <= 1 for share in shares)


def test_ctrl_c_ends_the_work():
    program = """
import cartwright, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # programs in the background inherit that it is ignored
cartwright.map("50x48", "50x48", "hops", budget=600, progress=lambda share: print("working", flush=True))
"""
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as working:
        assert working.stdout.readline() == "working\n"
        working.send_signal(signal.SIGINT)
        _, errors = working.communicate(timeout=100)
    assert errors.rstrip().endswith("KeyboardInterrupt")


def test_other_threads_run_while_a_mapping_is_found():
    done = threading.Event()
    counted = []

    def count() -> None:
        while not done.is_set():
            counted.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = len(counted)
    cartwright.map("50x48", "50x48", "hops", mapping="refined", seed=1)
    assert len(counted) > before
    done.set()
    thread.join()
