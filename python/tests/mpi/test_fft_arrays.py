# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The arrays of the caller in cartwright.fft: used without copies, transformed in two steps, gathered."""

import doctest
import inspect
import itertools
import pathlib
import sys
import tempfile
import threading
import time
import tracemalloc
import weakref

import numpy as np
import pytest
from fft_case import random_array
from mpi4py import MPI

import cartwright.fft
from cartwright.fft import Plan, load_wisdom, next_size, save_wisdom

world = MPI.COMM_WORLD


@pytest.fixture(params=[{}, {"transposed": True}, {"dtype": float}, {"dtype": np.float32, "fields": (2,)}])
def plan(request):
    with Plan(world, (16, 13, 12), **request.param) as made:
        yield made


def test_results_lie_where_the_caller_wants_them_and_nothing_is_allocated():
    with Plan(world, (48, 48, 24), transposed=True) as plan:
        u, u_hat, back = plan.zeros("physical"), plan.empty("spectral"), plan.empty("physical")
        whole = random_array(plan.physical.global_shape, u.dtype, 1)
        u[...] = whole[plan.physical.slices]
        plan.backward(plan.forward(u, u_hat), back)  # what is made once is made now
        u_hat[...] = 0
        places = [array.ctypes.data for array in (u, u_hat, back)]
        tracemalloc.start()
        assert plan.forward(u, u_hat) is u_hat and plan.backward(u_hat, back) is back
        plan.forward_start(u, u_hat)
        assert plan.finish() is u_hat
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < min(u.nbytes, 20000), f"{most} bytes for arrays of {u.nbytes}"
        assert places == [array.ctypes.data for array in (u, u_hat, back)]
        assert np.allclose(u_hat, np.fft.fftn(whole)[plan.spectral.slices]) and np.allclose(back, u)


def test_any_memory_of_the_right_strides_will_do(plan):
    u = plan.empty("physical")
    u[...] = random_array(plan.physical.global_shape, u.dtype, 2)[plan.physical.slices]
    expected = plan.forward(u)
    # Plain memory of numpy's, which begins anywhere.
    memory = np.empty(plan.spectral.nbytes + 16, np.uint8)
    u_hat = plan.spectral.view(memory[16:])
    assert np.shares_memory(u_hat, memory) or u_hat.size == 0
    plan.forward(u, u_hat)
    assert (u_hat == expected).all()
    if plan.physical.strides == np.empty(plan.physical.shape, plan.physical.dtype).strides:
        assert (plan.forward(np.array(u)) == expected).all()


def test_parts_cover_the_whole_once(plan):
    for space, local in (("physical", plan.physical), ("spectral", plan.spectral)):
        seen = np.zeros(local.global_shape, int)
        for rank in range(world.size):
            part = plan.part(space, rank)
            assert seen[part.slices].shape == part.shape
            seen[part.slices] += 1
        assert (seen == 1).all()
        assert plan.part(space, world.rank) == plan.part(space, -1) == local
        array = plan.zeros(space)
        assert (array.shape, array.dtype) == (local.shape, local.dtype) and not array.any()
        assert all(n < 2 or given == wanted for n, given, wanted in zip(local.shape, array.strides, local.strides))


def test_whole_arrays_are_scattered_and_gathered(plan):
    for space, root in itertools.product(("physical", "spectral"), (0, 5)):
        local = plan.physical if space == "physical" else plan.spectral
        whole = random_array(local.global_shape, local.dtype, 3)
        part = plan.scatter(space, whole if world.rank == root else None, root)
        assert (part == whole[local.slices]).all()
        again = plan.empty(space)
        assert plan.scatter(space, whole[...] if world.rank == root else "ignored", root, out=again) is again
        assert (again == part).all()
        gathered = plan.gather(space, np.asfortranarray(part), root)
        assert (gathered is None) == (world.rank != root)
        if gathered is not None:
            assert (gathered == whole).all() and gathered.dtype == local.dtype


def test_two_parts_are_the_whole(plan):
    u = plan.empty("physical")
    u[...] = random_array(plan.physical.global_shape, u.dtype, 4)[plan.physical.slices]
    u_hat, back = plan.forward(u), plan.empty("physical")
    plan.forward_start(u)
    assert (plan.finish() == u_hat).all()
    plan.backward_start(u_hat, back)
    with pytest.raises(cartwright.InvalidArgumentError, match="open"):
        plan.forward(u)
    assert plan.finish() is back
    assert (back == plan.backward(u_hat)).all()
    with pytest.raises(cartwright.InvalidArgumentError, match="no transform is open"):
        plan.finish()


def test_arrays_live_until_the_transform_is_finished(plan):
    u = np.ones(plan.physical.shape, plan.physical.dtype)
    if u.strides != plan.physical.strides:
        u = plan.physical.view(bytearray(plan.physical.nbytes + 1))
    alive = weakref.ref(u)
    plan.forward_start(u)
    del u
    assert alive() is not None
    plan.finish()
    assert alive() is None


def test_arrays_outlive_their_plan():
    with Plan(world, (24, 24)) as plan:
        u = plan.zeros("physical")
        view = u[..., :1]
    del u
    view[...] = 5
    assert (view == 5).all()


def test_several_plans_share_work_space():
    whole = random_array((12, 10, 14), float, 5)
    with Plan(world, whole.shape, dtype=float) as one, Plan(world, whole.shape, dtype=float, share=one) as two:
        u = one.scatter("physical", whole if world.rank == 0 else None)
        for plan in (one, two, one):
            u_hat = plan.forward(u)
            assert np.allclose(u_hat, np.fft.rfftn(whole)[plan.spectral.slices])
            assert np.allclose(plan.backward(u_hat), u)


def test_bricks_go_in_and_out():
    whole = random_array((8, 9, 10), complex, 6)
    i, j = divmod(world.rank, 2)  # 3 x 2 bricks
    brick = (slice(0, 8), slice(3 * i, 3 * i + 3), slice(*[(0, 7), (7, 10)][j]))
    column = (slice(4 * j, 4 * j + 4), slice(3 * i, 3 * i + 3), slice(None))
    with Plan(world, whole.shape, physical_box=brick, spectral_box=column) as plan:
        assert plan.physical.slices == brick and plan.spectral.slices == (*column[:2], slice(0, 10))
        u_hat = plan.forward(plan.scatter("physical", whole if world.rank == 0 else None))
        assert np.allclose(u_hat, np.fft.fftn(whole)[column])
        assert np.allclose(plan.backward(u_hat), whole[brick])


@pytest.mark.parametrize("lengths", [None, (1.0, 2.0, 3.0)])
def test_derivatives_by_wave_numbers(lengths):
    kinds = ("RODFT00", "REDFT10", "FOURIER")
    with Plan(world, (9, 8, 12), kinds=kinds, dtype=float) as plan:
        x, y, z = plan.points(lengths)
        kx, ky, kz = plan.wavenumbers(lengths)
        a, b, c = (1, 1, 1) if lengths is None else (np.pi / 1, np.pi / 2, 2 * np.pi / 3)
        u = plan.empty("physical")
        u[...] = np.sin(2 * a * x) * np.cos(3 * b * y) * np.cos(4 * c * z)
        wave = 4 * a**2 + 9 * b**2 + 16 * c**2
        laplacian = plan.backward(-(kx**2 + ky**2 + kz**2) * plan.forward(u))
        assert np.allclose(laplacian, -wave * u, atol=1e-9 * wave)
        dz = plan.backward(np.multiply(1j * kz, plan.forward(u), out=plan.empty("spectral")))
        assert np.allclose(dz, np.sin(2 * a * x) * np.cos(3 * b * y) * -4 * c * np.sin(4 * c * z))


@pytest.mark.parametrize("kind", ["REDFT00", "REDFT01", "REDFT10", "REDFT11", "RODFT00", "RODFT01", "RODFT10", "RODFT11"])
def test_every_wave_is_one_coefficient(kind):
    for wave in range(6):
        with Plan(MPI.COMM_SELF, (6, 1), kinds=(kind, "NONE"), dtype=float, norm="none") as plan:
            x, k = plan.points()[0], plan.wavenumbers()[0]
            u_hat = plan.forward(np.array((np.sin if kind[1] == "O" else np.cos)(k[wave] * x)))
            assert np.flatnonzero(np.abs(u_hat) > 1e-9).tolist() == [wave]


def test_other_threads_run_meanwhile():
    ticks = itertools.count()
    last = [0]
    done = threading.Event()

    def tick():
        while not done.is_set():
            last[0] = next(ticks)
            time.sleep(1e-5)

    interval = sys.getswitchinterval()
    thread = threading.Thread(target=tick)
    with Plan(MPI.COMM_SELF, (64, 64, 32)) as plan:
        u, u_hat = plan.zeros("physical"), plan.empty("spectral")
        thread.start()
        sys.setswitchinterval(1000)  # from now on a thread runs only when another lets it
        try:
            for _ in range(1000):
                before = last[0]
                plan.forward(u, u_hat)
                if last[0] > before:
                    break
            else:
                pytest.fail("no other thread ran during 1000 transforms")
        finally:
            sys.setswitchinterval(interval)
            done.set()
            thread.join()


def test_what_was_chosen_and_what_it_took():
    with Plan(world, (12, 12, 12), grid=(3, 2), method="alltoallv") as plan:
        assert "alltoallv" in plan.explain()
        assert isinstance(plan.report, dict) and plan.work_bytes > 0
        assert world.allreduce(plan.explain() == world.bcast(plan.explain()), MPI.LAND)
        plan.backward(plan.forward(plan.zeros("physical")))
        times = plan.times
        assert (times.forward, times.backward) == (1, 1)
        assert 0 < times.fft + times.pack + times.copy + times.wait <= times.total * 1.01
        plan.reset_times()
        assert plan.times.forward == 0 == plan.times.total
        assert plan.shape == (12, 12, 12) and repr(plan).startswith("<Plan 12x12x12, FOURIER")


def test_next_sizes():
    def transforms_fast(n):
        return 210**20 % n == 0  # only factors 2, 3, 5, 7

    for n in range(1, 2000):
        size = next_size(n)
        assert size >= n and transforms_fast(size)
        assert not any(transforms_fast(less) for less in range(n, size))
    for n in 0, -1, 2**62 + 1, 2**64 + 97:
        with pytest.raises(cartwright.InvalidArgumentError, match="give a size"):
            next_size(n)


def test_wisdom_is_saved_and_loaded():
    with tempfile.TemporaryDirectory() as folder:  # pytest's own are not for so many processes
        path = pathlib.Path(folder, "wisdom")
        with Plan(MPI.COMM_SELF, (8, 8), effort="measure"):
            save_wisdom(path)
        assert path.stat().st_size > 0
        load_wisdom(path)
        with pytest.raises(cartwright.FileError, match="nowhere"):
            load_wisdom(pathlib.Path(folder, "nowhere"))
        with pytest.raises(cartwright.FileError):
            save_wisdom(pathlib.Path(folder, "no", "folder"))
        path.write_text("nonsense")
        with pytest.raises(cartwright.ParseError):
            load_wisdom(path)


@pytest.mark.parametrize("thing", [cartwright.fft, *(getattr(cartwright.fft, name) for name in cartwright.fft.__all__)])
def test_docstrings(thing):
    members = [thing, *(vars(thing).values() if inspect.isclass(thing) else ())]
    for member in members:
        name = getattr(member, "__name__", None) or getattr(getattr(member, "fget", None), "__name__", "_")
        if name.startswith("_") or (member is not thing and not callable(member) and not isinstance(member, property)):
            continue
        text = inspect.getdoc(member)
        assert text, f"{name} has no docstring"
        examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
        assert doctest.DocTestRunner().run(examples).failed == 0
