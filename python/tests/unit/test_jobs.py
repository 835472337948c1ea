# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Jobs on networks, held against a slow reference."""

import itertools
import json
import threading
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import cartwright

SEED = 14
SVG = "{http://www.w3.org/2000/svg}"
SPECS = [
    "torus:dims=4x3",
    "torus:dims=3x2x2,nodes=2",
    "dragonfly:routers=4,global=1,nodes=2",
    "fat-tree:down=4x4,up=1x2,cables=1x1",
    "percs:supernodes=3,drawers=2,nodes=2",
]


def slow_loads(network, messages, paths):
    """Every message routed on its own."""
    loads = np.zeros(network.links)
    for source, destination, size in messages:
        for link, part in network.route(source, destination, paths=paths):
            loads[link] += size * part
    return loads


def messages_of(pattern, dims, size):
    """Every message of one iteration by ranks, from the definition of the pattern."""
    cells = list(itertools.product(*map(range, dims)))
    lines = {"rows": [len(dims) - 1], "columns": [0], "transposes": range(len(dims))}.get(pattern, [])
    for (a, here), (b, there) in itertools.permutations(enumerate(cells), 2):
        apart = [i for i in range(len(dims)) if here[i] != there[i]]
        if pattern == "stencil":
            sends = len(apart) == 1 and abs(here[apart[0]] - there[apart[0]]) == 1
        else:
            sends = pattern == "alltoall" or (len(apart) == 1 and apart[0] in lines)
        if sends:
            yield a, b, size


@pytest.mark.parametrize("number", range(20))
def test_random_job(number):
    print(f"seed {SEED}, job {number}")
    rng = np.random.default_rng((SEED, number))
    network = cartwright.Network(SPECS[rng.integers(len(SPECS))])
    nodes, ranks_per_node = int(rng.integers(1, 7)), int(rng.integers(1, 4))
    pattern = ["stencil", "rows", "columns", "transposes", "alltoall"][rng.integers(5)]
    paths = ["shared", "single"][rng.integers(2)]
    job = cartwright.place_job(
        network, (0,) * int(rng.integers(1, 4)), pattern, bytes=100, ranks_per_node=ranks_per_node, node_count=nodes,
        paths=paths, mapping=["auto", "network", "blocked"][rng.integers(3)], budget=0, seed=number,
    )  # fmt: skip
    ranks = nodes * ranks_per_node
    assert job.grid.size == ranks and job.node_of_rank.shape == job.grid.dims
    assert np.array_equal(np.sort(job.order), np.arange(ranks))
    assert np.array_equal(
        np.bincount(job.node_of_rank.ravel(), minlength=network.nodes)[job.nodes], np.full(nodes, ranks_per_node)
    )
    assert np.array_equal(job.node_of_rank.ravel()[job.order], np.repeat(job.nodes, ranks_per_node))
    assert [network.find_node(host) for host in job.hosts] == job.nodes.tolist()
    node = job.node_of_rank.ravel().tolist()
    messages = [(node[a], node[b], size) for a, b, size in messages_of(pattern, job.grid.dims, 100)]
    assert job.loads == pytest.approx(slow_loads(network, messages, paths))
    assert job.loads == pytest.approx(network.loads(messages, paths=paths))
    for stats in job.stats:
        assert 0 <= stats.least <= stats.average <= stats.most == pytest.approx(stats.seconds * stats.bandwidth)
    assert job.bound_seconds == max(stats.seconds for stats in job.stats)
    if job.busiest_link is None:
        assert not job.loads.any()
    else:
        bandwidths = [network.link(link).bandwidth for link in range(network.links)]
        assert job.busiest_link == np.argmax(job.loads / bandwidths)


def test_messages_and_named_nodes():
    network = cartwright.Network("torus:dims=4x4")
    hosts = [network.node_name(node) for node in (3, 9, 5)]
    job = cartwright.place_job(network, pattern=[(0, 1, 10), (1, 2, 20), (2, 0, 30)], nodes=hosts, mapping="blocked")
    assert job.policy == "given"
    assert job.node_of_rank.tolist() == [3, 9, 5]
    assert job.loads == pytest.approx(slow_loads(network, [(3, 9, 10), (9, 5, 20), (5, 3, 30)], "shared"))
    again = cartwright.place_job(network, pattern=[(0, 2, 1)], nodes=",".join(hosts), mapping="blocked")
    assert again.node_of_rank.tolist() == [3, 9, 5]


def test_grid_and_stencil_of_other_calls_are_taken():
    grid = cartwright.Grid((4, 4), periods=True)
    stencil = cartwright.Stencil([(0, 1)], weights=[2.0])
    job = cartwright.place_job("torus:dims=4x4", grid, stencil=stencil, bytes=10, budget=0)
    assert job.grid == grid
    offsets = job.to_dict()["jobs"][0]["stencil"]["offsets"]
    assert offsets == [{"delta": [0, 1], "weight": 20}]


@pytest.fixture(scope="module")
def job():
    return cartwright.place_job(
        "dragonfly:routers=4,global=1,nodes=2", (8, 4), "transposes", ranks_per_node=4, budget=0
    )


def test_report_is_that_of_the_command(job):
    document = job.to_dict()
    assert document == json.loads(job.to_json())
    assert (document["schema"], document["command"]) == ("cartwright-report/1", "place")
    assert document["choices"][0]["node_list"] == job.node_list
    assert "8 nodes selected by predicted" in str(job)


def test_pictures(job):
    picture = xml.fromstring(job._repr_svg_())
    assert picture.tag == SVG + "svg"
    page = xml.fromstring(job._repr_html_())
    rows = [[cell.text for cell in row] for row in page.iter("tr")]
    assert [row[0] for row in rows[1:]] == [stats.name for stats in job.stats]
    assert page.find(SVG + "svg") is not None
    classes = xml.fromstring(job.network._repr_html_())
    assert [row[0].text for row in classes.iter("tr")] == ["links", "local", "global"]
    assert repr(job).startswith("<Job of 32 ranks on 8 nodes")


def test_files_for_launchers(job, tmp_path):
    job.write("slurm", tmp_path / "hosts")
    lines = (tmp_path / "hosts").read_text().split()
    hosts = np.empty(32, dtype=object)
    hosts[job.order] = np.repeat(job.hosts, 4)
    assert lines == hosts.tolist()
    assert job.text("nodelist").strip() == job.node_list
    with pytest.raises(cartwright.UnsupportedError):
        job.text("svg")
    with pytest.raises(FileExistsError, match="overwrite=True"):
        job.write("slurm", tmp_path / "hosts")


def test_state_of_the_nodes(tmp_path):
    state = tmp_path / "state"
    state.write_text("NODELIST STATE\nt[0-1]-0 idle\nt2-0 down\n")
    job = cartwright.place_job("torus:dims=4x2", state=state, ranks_per_node=2, budget=0)
    assert job.hosts == ("t0-0", "t1-0")


@pytest.mark.parametrize(
    "arguments",
    [
        {"grid": (7, 5)},
        {"policy": "best"},
        {"mapping": "best"},
        {"routing": "fast"},
        {"paths": "some"},
        {"samples": -1},
        {"ranks_per_node": 0},
        {"node_count": 17},
        {"nodes": ["nowhere"]},
        {"bytes": -1.0},
        {"pattern": "no-such-pattern"},
        {"pattern": [(0, -1, 5.0)]},
        {"sockets": 2},
        {"budget": -1.0},
    ],
    ids=str,
)
def test_errors_name_the_value(arguments):
    with pytest.raises(cartwright.InvalidArgumentError) as raised:
        cartwright.place_job("torus:dims=4x4", **{"budget": 0, **arguments})
    assert str(raised.value)


def test_network_errors():
    network = cartwright.Network("torus:dims=2x2")
    for call in (
        lambda: network.node_name(4),
        lambda: network.find_node("nowhere"),
        lambda: network.link(-1),
        lambda: network.route(0, 4),
        lambda: network.loads([(0, 1, -1.0)]),
        lambda: cartwright.Network("hypercube:n=4"),
    ):
        with pytest.raises(cartwright.InvalidArgumentError):
            call()


def test_progress_names_the_steps_and_may_use_the_network():
    network = cartwright.Network("torus:dims=4x4")
    steps = set()

    def progress(step, share):
        assert 0 <= share <= 1
        assert len(network.route(0, 1, paths="single")) == 1
        steps.add(step)

    cartwright.place_job(network, (4, 4), mapping="network", budget=0.05, progress=progress)
    assert steps == {"predicted", "network"}

    def stop(step, share):
        raise RuntimeError(step)

    with pytest.raises(RuntimeError, match="predicted"):
        cartwright.place_job(network, (4, 4), budget=0.05, progress=stop)


def test_threads_share_a_network():
    network = cartwright.Network("fat-tree:down=4x4,up=1x2,cables=1x1")
    jobs = [None] * 4

    def place(number):
        jobs[number] = cartwright.place_job(network, (4, 4), "transposes", budget=0)

    threads = [threading.Thread(target=place, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for job in jobs[1:]:
        assert np.array_equal(job.loads, jobs[0].loads)
