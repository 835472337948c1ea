"""The core of Cartwright. Import cartwright instead."""

from collections.abc import Callable, Sequence
import os
from typing import Annotated, Any, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

import cartwright._device


def version() -> str:
    """The version of the library: '1.2.3'."""

class Grid:
    """
    A Cartesian grid of processes, row-major: the last dimension is the fastest, as in MPI.

    Args:
        dims: sizes of 1 or more, as numbers or as '50x48'; at most 16 dimensions.
        periods: whether each dimension is periodic: one value for each, or one for all.

    Raises:
        InvalidArgumentError: a dim below 1, or a number of periods that differs from the number of dims.
        SizeError: more than 2**63 - 1 processes.

    >>> grid = cartwright.Grid((50, 48), periods=(True, False))
    >>> grid.size, grid.coords(49), grid.cell((1, 1))
    (2400, (1, 1), 49)
    """

    def __init__(self, dims: Sequence[int] | str, periods: bool | Sequence[int] = False) -> None: ...

    @property
    def dims(self) -> tuple[int, ...]:
        """Processes along each dimension."""

    @property
    def periods(self) -> tuple[bool, ...]:
        """Whether each dimension is periodic."""

    @property
    def ndims(self) -> int:
        """Number of dimensions."""

    @property
    def size(self) -> int:
        """Number of processes."""

    def coords(self, cell: int) -> tuple[int, ...]:
        """The coordinates of a row-major rank."""

    def cell(self, coords: Sequence[int]) -> int:
        """The row-major rank of these coordinates."""

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[list[int], list[int]]: ...

    def __setstate__(self, arg: tuple[Sequence[int], Sequence[int]], /) -> None: ...

def dims_create(processes: int, dims: int | Sequence[int], weights: Sequence[float] | None = None, periods: bool | Sequence[int] = False) -> tuple[int, ...]:
    """
    Chooses the dims of a grid.

    Without weights dims are as close to each other as possible, as MPI_Dims_create promises.
    With weights they have the least sum(weights[i] * dims[i]) over all factorizations: the least data for a process to
    send, when weights[i] is the cost of all communication along dimension i. A halo of width h[i] on g[i] elements has the
    weight h[i] / g[i].

    Args:
        processes: number of processes, 1 or more.
        dims: the number of dimensions, or dims: values above 0 are kept, zeros are chosen.
        weights: a weight for each dimension, 0 or more, in any unit.
        periods: only with weights: a periodic dimension of n > 1 parts has n boundaries, another has n - 1.

    Returns:
        The dims; their product is `processes`.

    Raises:
        InvalidArgumentError: the fixed dims do not divide `processes`, or a weight is negative, infinite or NaN.

    >>> cartwright.dims_create(2400, 2)
    (50, 48)
    >>> cartwright.dims_create(2400, (0, 10, 0))
    (16, 10, 15)
    >>> cartwright.dims_create(12, 2, weights=[1 / 1800, 1 / 580])
    (6, 2)
    """

def dims_create_levels(sizes: Sequence[int], dims: int | Sequence[int], weights: Sequence[float] | None = None, periods: bool | Sequence[int] = False) -> tuple[tuple[int, ...], ...] | None:
    """
    Divides a grid at every level of a machine: the least data crosses nodes, then sockets, and so on.

    Args:
        sizes: nodes, sockets in a node, cores in a socket, ...: their product is the number of processes.
        dims, weights, periods: as for `dims_create`; dims above 0 are the products over the levels.

    Returns:
        For every level, outermost first, the number of parts of each dimension; the dims of the grid are the products. None
        when no parts of these sizes give the fixed dims.

    >>> cartwright.dims_create_levels([25, 24], 2)
    ((5, 5), (6, 4))
    """

class Stencil:
    """
    A communication stencil: weighted offsets from a process of a grid to its neighbors.

    Args:
        stencil: 'nn' (+-1 along every dimension), 'component' (the same without the last), 'hops' (nn, and +-2 and +-3
            along dimension 0) or 'moore' (all 3**d - 1 around); offsets as text, '1,0;-1,0;0,1:2.5', where ':2.5' is a
            weight; the name of a file; or offsets as numbers, of shape (k, ndims).
        weights: one for each offset given as numbers, 0 or more, in any unit (bytes, messages); 1 when not given.
        ndims: number of dimensions; needed with a name or text.

    Raises:
        ParseError: neither a name nor offsets nor a file.
        InvalidArgumentError: an offset with another number of dimensions, a weight that is negative, infinite or NaN.

    >>> cartwright.Stencil('nn', ndims=2).offsets.tolist()
    [[1, 0], [-1, 0], [0, 1], [0, -1]]
    >>> cartwright.Stencil([(1, 0), (-1, 0), (0, 1)], weights=[1, 1, 2.5])
    Stencil('1,0;-1,0;0,1:2.5', ndims=2)
    """

    def __init__(self, stencil: str | Sequence[Sequence[int]], weights: Sequence[float] | None = None, *, ndims: int | None = None) -> None: ...

    @property
    def offsets(self) -> Annotated[NDArray[numpy.int64], dict(order='C', writable=False)]:
        """int64 of shape (k, ndims): the offsets to the neighbors."""

    @property
    def weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', writable=False)]:
        """float64 of shape (k,): the weight of each offset."""

    @property
    def ndims(self) -> int:
        """Number of dimensions."""

    def __len__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[list[list[int]], list[float], int, str]: ...

    def __setstate__(self, arg: tuple[Sequence[Sequence[int]], Sequence[float], int, str], /) -> None: ...

class Level:
    """
    One level of a machine: the domains (nodes, sockets, ...) of its slots, in order.
    """

    @property
    def name(self) -> str:
        """'node', 'socket', ..."""

    @property
    def domains(self) -> int:
        """Number of domains."""

    @property
    def sizes(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)]:
        """int64 of shape (domains,): processes in each domain."""

    def __repr__(self) -> str: ...

class Machine:
    """
    A machine: nodes, and the levels around and inside them.

    Slots, one for each process, count from 0 in the order of the launcher: those of node 0, then those of node 1, ...

    Args:
        spec: a notation ('50x48', '50x2x24', '30*48,30*32', 'group:4 node:8 core:48', 'nid[1-60]:48'), or the name of a
            file: a host file of Open MPI, MPICH or Slurm, hwloc XML ('50*node.xml'), JSON.

    Raises:
        ParseError: neither a notation nor a file, or a malformed file.
        FileError: the file cannot be read.

    >>> machine = cartwright.Machine('50x2x24')
    >>> machine.size, machine.nodes, [level.name for level in machine.levels]
    (2400, 50, ['node', 'socket'])
    """

    def __init__(self, spec: str | os.PathLike[str]) -> None: ...

    @staticmethod
    def from_nodes(sizes: Sequence[int], hosts: Sequence[str] = []) -> Machine:
        """
        A machine with one level: nodes.

        Args:
            sizes: number of processes on each node, 1 or more, in the order of the launcher.
            hosts: a name for each node, or none.

        >>> cartwright.Machine.from_nodes([48, 48, 32])
        Machine('2*48,1*32')
        """

    @staticmethod
    def from_text(text: str, name: str = 'text') -> Machine:
        """
        A machine from the contents of a file: host file, hwloc XML, or JSON of `to_json`. `name` is its name in reports.
        """

    @property
    def size(self) -> int:
        """Number of processes."""

    @property
    def nodes(self) -> int:
        """Number of nodes."""

    @property
    def node_sizes(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)]:
        """int64 of shape (nodes,): processes on each node."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """All levels, outermost first."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """A name for each node; empty when the source has none."""

    def to_json(self) -> str:
        """The machine in JSON (docs/schemas/machine.schema.json)."""

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[str, str]: ...

    def __setstate__(self, arg: tuple[str, str], /) -> None: ...

class Cost:
    """Communication between the domains of one level, in weighted edges."""

    @property
    def level(self) -> str:
        """'node', 'socket', ..."""

    @property
    def domains(self) -> int:
        """Number of domains."""

    @property
    def j_sum(self) -> float:
        """Weight of all edges between different domains."""

    @property
    def j_max(self) -> float:
        """Largest weight of the edges that leave one domain."""

    @property
    def lower_bound(self) -> float:
        """No mapping has a smaller j_sum."""

    @property
    def gap(self) -> float | None:
        """j_sum / lower_bound - 1; 0 for 0 / 0, None when only the bound is 0."""

    @property
    def per_domain(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', writable=False)]:
        """
        float64 of shape (domains,): weight of the edges that leave each domain.
        """

    def __repr__(self) -> str: ...

class Mapping:
    """
    A mapping of a grid onto a machine, and its cost. From `map`, `compare` or `evaluate`; it never changes.

    A notebook shows its picture and its cost.
    """

    @property
    def grid(self) -> Grid:
        """The grid."""

    @property
    def stencil(self) -> Stencil:
        """The stencil."""

    @property
    def machine(self) -> Machine:
        """The machine."""

    @property
    def order(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)]:
        """
        int64 of shape (size,): the cell (row-major rank) of each slot of the machine.
        """

    @property
    def slots(self) -> Annotated[NDArray[numpy.int64], dict(order='C', writable=False)]:
        """
        int64 of the shape of the grid: the slot (old rank, blocked by node) of each cell.
        """

    @property
    def node_of_cell(self) -> Annotated[NDArray[numpy.int64], dict(order='C', writable=False)]:
        """int64 of the shape of the grid: the node that hosts each cell."""

    @property
    def mapping(self) -> str:
        """The requested mapping, such as 'auto'."""

    @property
    def algorithm(self) -> str:
        """The algorithm that found the order."""

    @property
    def seconds(self) -> float:
        """Time to find the order."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks of the algorithm."""

    def cost(self, level: int | str | None = None) -> Cost:
        """
        The cost at a level of the machine, by its name or its index (0 is the outermost); None is the level of nodes.
        """

    @property
    def costs(self) -> tuple[Cost, ...]:
        """The cost at every level of the machine, outermost first."""

    def svg(self) -> str:
        """
        A picture of the grid, colored by node. Raises UnsupportedError above a million cells.
        """

    def text(self, format: str) -> str:
        """The file of `write`, as text."""

    def write(self, format: str, path: str | os.PathLike[str], *, overwrite: bool = False) -> list[str]:
        """
        Writes the mapping to a file for a launcher, a person or a program: see `formats`.

        Returns remarks about the file, mostly none.

        Raises:
            InvalidArgumentError: an unknown format.
            FileExistsError: the file exists, and `overwrite` is not set.
            FileError: the file cannot be written.
        """

    def to_json(self) -> str:
        """
        The report, in the format of `cartwright map --json` (docs/schemas/report.schema.json).
        """

    def to_dict(self) -> dict[str, Any]:
        """The same as a dictionary."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

def map(grid: Grid | Sequence[int] | str, machine: Machine | str | os.PathLike[str] | Sequence[int], stencil: Stencil | str | Sequence[Sequence[int]] = 'nn', *, mapping: str = 'auto', tier: str | None = None, budget: float | None = None, seed: int = 0, progress: Callable[[float], object] | None = None) -> Mapping:
    """
    Maps the processes of a grid onto the nodes of a machine.

    Args:
        grid: a Grid, or dims; dims of 0 are chosen as by dims_create.
        machine: a Machine, an argument of its constructor, or the number of processes on each node.
        stencil: the communication stencil: a Stencil, or an argument of its constructor.
        mapping: an algorithm by its name (see `algorithms`), or 'auto' for the best one that the tier finds.
        tier: the effort of 'auto': 'fast', 'balanced' (milliseconds for thousands of processes), or 'best', which refines
            until the budget is spent or the lower bound is reached. None is 'balanced', or 'best' with a budget.
        budget: seconds for refinement; None is 1.
        seed: seed of the random numbers. The same seed gives the same mapping, unless the budget ended the work.
        progress: a function that is called from time to time with the share of the work that is done, from 0 to 1.

    Raises:
        InvalidArgumentError: a grid that does not fit the machine, an unknown algorithm or tier.
        UnsupportedError: an algorithm that cannot solve this problem.
        KeyboardInterrupt: Ctrl-C during refinement.

    >>> mapping = cartwright.map((50, 48), '50x48')
    >>> mapping.cost()
    Cost(level='node', j_sum=1204, j_max=28, lower_bound=1204, gap=0)
    >>> mapping.node_of_cell.shape, mapping.order.shape
    ((50, 48), (2400,))
    """

def evaluate(order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)] | Sequence[int], grid: Grid | Sequence[int] | str, machine: Machine | str | os.PathLike[str] | Sequence[int], stencil: Stencil | str | Sequence[Sequence[int]] = 'nn', *, name: str = 'given') -> Mapping:
    """
    The cost of a given order.

    Args:
        order: the cell of each slot of the machine: a permutation of 0 to size - 1.
        grid, machine, stencil: as for `map`.
        name: the name of the order in reports.

    >>> import numpy
    >>> cartwright.evaluate(numpy.arange(16), (4, 4), '4x4').cost().j_sum
    24.0
    """

class Comparison:
    """
    Mappings of one problem, side by side. Printed, and in a notebook, a table.
    """

    @property
    def mappings(self) -> tuple[Mapping, ...]:
        """The mappings that were found, in the requested order."""

    @property
    def errors(self) -> dict[str, str]:
        """The error of each algorithm that failed, by its name."""

    @property
    def best(self) -> Mapping:
        """
        The mapping with the least j_sum; of equals that with the least j_max, then the first.
        """

    def to_json(self) -> str:
        """The report, in the format of `cartwright compare --json`."""

    def to_dict(self) -> dict[str, Any]:
        """The same as a dictionary."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class Algorithm:
    """An algorithm of `map`."""

    @property
    def name(self) -> str:
        """Its name, for `map(..., mapping=name)`."""

    @property
    def title(self) -> str:
        """A readable name."""

    @property
    def source(self) -> str:
        """The paper that describes it, or Cartwright."""

    def __repr__(self) -> str: ...

def compare(grid: Grid | Sequence[int] | str, machine: Machine | str | os.PathLike[str] | Sequence[int], stencil: Stencil | str | Sequence[Sequence[int]] = 'nn', *, mappings: Sequence[str] | None = None, tier: str | None = None, budget: float | None = None, seed: int = 0, progress: Callable[[float], object] | None = None) -> Comparison:
    """
    Runs all algorithms on one problem.

    Args:
        grid, machine, stencil, tier, budget, seed, progress: as for `map`.
        mappings: names of algorithms, and 'auto'; None is all of them. Those that cannot solve the problem are in `errors`.

    >>> comparison = cartwright.compare((12, 12), '12x12', mappings=['blocked', 'strips', 'auto'])
    >>> [mapping.cost().j_sum for mapping in comparison.mappings]
    [264.0, 120.0, 120.0]
    >>> comparison.best.cost().j_sum
    120.0
    """

def algorithms() -> tuple[Algorithm, ...]:
    """All algorithms of `map`, in the order of the tables."""

def formats() -> dict[str, str]:
    """The formats of `Mapping.write`, and the reader of each."""

def place_ranks(levels: Sequence[tuple[str, numpy.typing.NDArray[numpy.int32]]], dims: Sequence[int], periods: Sequence[int], weights: Sequence[float] | None = None, *, weighted: bool = False, stencil: Stencil | None = None, reorder: bool = True, mapping: str = 'auto', tier: str | None = None, budget: float | None = None, seed: int = 0) -> tuple[tuple[int, ...], numpy.typing.NDArray[numpy.int32] | None, dict[str, Any]]:
    """
    Places the processes of a communicator, for `cartwright.mpi.cart_create`.

    Args:
        levels: outermost first, a name and for each rank the number (int32) of its domain. Domains of one level may have
            equal numbers when the level before separates them.
        dims: zeros are chosen when `weighted` is set. Otherwise dims may hold fewer processes than the communicator.
        periods, weights: a value for each dimension.
        weighted: choose dims, and place by the data that the weights describe.
        stencil: None is the nearest neighbors.

    Returns:
        The dims, the new rank of every rank (-1: no cell in the grid; None: all ranks are kept), and the report.
    """

def place_graph(levels: Sequence[tuple[str, numpy.typing.NDArray[numpy.int32]]], edges: numpy.typing.NDArray[numpy.int64], *, reorder: bool = True, mapping: str = 'auto', tier: str | None = None, budget: float | None = None, seed: int = 0) -> tuple[numpy.typing.NDArray[numpy.int32] | None, dict[str, Any]]:
    """
    Places the vertices of a graph, for `cartwright.mpi.dist_graph_create_adjacent`.

    Args:
        levels: as for `place_ranks`.
        edges: int64 of shape (m, 3): source, destination and weight of every edge.

    Returns:
        The new rank of every rank (None: all ranks are kept), and the report.
    """

class Link:
    """One direction of one cable between two switches."""

    @property
    def source(self) -> int:
        """The switch that sends."""

    @property
    def destination(self) -> int:
        """The switch that receives."""

    @property
    def source_name(self) -> str:
        """Its name."""

    @property
    def destination_name(self) -> str:
        """Its name."""

    @property
    def link_class(self) -> str:
        """'green', 'global', ..."""

    @property
    def bandwidth(self) -> float:
        """Bytes per second."""

    def __repr__(self) -> str: ...

class Network:
    """
    Nodes, switches, the links between switches, and a rule for routes.

    Nodes, switches and links count from 0. A link is one direction of one cable.

    Args:
        spec: a kind with its parameters ('percs:supernodes=64', 'dragonfly:routers=16,global=8,nodes=8'), the name of a
            file, or several names with commas between them (docs/networks.md).

    Raises:
        InvalidArgumentError, ParseError: neither a kind nor a file, or a malformed one.
        FileError: the file cannot be read.

    >>> network = cartwright.Network('torus:dims=8x8')
    >>> network.nodes, network.switches, network.links
    (64, 64, 256)
    >>> network.route(0, 2, paths='single')
    [(2, 1.0), (6, 1.0)]
    """

    def __init__(self, spec: str | os.PathLike[str]) -> None: ...

    @property
    def kind(self) -> str:
        """'percs', 'torus', 'json', ..."""

    @property
    def nodes(self) -> int:
        """Number of compute nodes."""

    @property
    def switches(self) -> int:
        """Number of switches."""

    @property
    def links(self) -> int:
        """Number of links between switches, each direction of each cable."""

    @property
    def terminal_bandwidth(self) -> float:
        """
        Bytes per second of the link between a node and its switch; 0 if such links carry no load.
        """

    def node_name(self, node: int) -> str:
        """The name of a node."""

    def find_node(self, name: str) -> int:
        """The node of this name. Raises InvalidArgumentError if there is none."""

    def link(self, index: int) -> Link:
        """One link, 0 <= index < links."""

    def route(self, source: int, destination: int, *, paths: str = 'shared') -> list[tuple[int, float]]:
        """
        The minimal route between two nodes.

        Args:
            source, destination: nodes.
            paths: with several minimal paths, 'shared' splits evenly, 'single' uses one.

        Returns:
            A pair for each link: the link, and the part of the traffic that crosses it. Nothing if both nodes are on one
            switch.
        """

    def loads(self, messages: Sequence[tuple[int, int, float]], *, routing: str = 'minimal', paths: str = 'shared', samples: int = 0, seed: int = 0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', writable=False)]:
        """
        The bytes on every link when nodes send to each other.

        Args:
            messages: (source, destination, bytes) for each message.
            routing: 'minimal', 'valiant' or 'ugal'.
            paths: with several minimal paths, 'shared' splits evenly, 'single' uses one.
            samples: for 'valiant': detours drawn for each pair of nodes; 0 takes the expected value over all.
            seed: of the samples.

        Returns:
            float64 of shape (links,).

        >>> float(cartwright.Network('torus:dims=8x8').loads([(0, 1, 500), (1, 0, 200)]).sum())
        700.0
        """

    def __repr__(self) -> str: ...

class LinkStats:
    """
    How loaded the links of one class are. Least and average are over the links in use.
    """

    @property
    def name(self) -> str:
        """'green', 'global', ..., 'injection', 'ejection'."""

    @property
    def title(self) -> str:
        """For people: 'between groups'."""

    @property
    def bandwidth(self) -> float:
        """Bytes per second of one link."""

    @property
    def links(self) -> int:
        """How many there are."""

    @property
    def used(self) -> int:
        """How many carry a byte."""

    @property
    def bytes(self) -> float:
        """Bytes on all of them."""

    @property
    def least(self) -> float:
        """Bytes on the least loaded link in use."""

    @property
    def average(self) -> float:
        """Bytes on a link in use."""

    @property
    def most(self) -> float:
        """Bytes on the busiest link."""

    @property
    def seconds(self) -> float:
        """The busiest link needs this long for its bytes."""

    def __repr__(self) -> str: ...

class Job:
    """
    A job on its nodes, and the load of every link. From `place_job`; never changes.

    A notebook shows how loaded the links are.
    """

    @property
    def network(self) -> Network:
        """The network."""

    @property
    def grid(self) -> Grid:
        """The process grid."""

    @property
    def node_of_rank(self) -> Annotated[NDArray[numpy.int64], dict(order='C', writable=False)]:
        """int64 of the shape of the grid: the node of every rank."""

    @property
    def nodes(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)]:
        """
        int64 of shape (nodes,): the nodes in the order in which batch systems fill them, that of their names.
        """

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names of these nodes."""

    @property
    def node_list(self) -> str:
        """The same as a host list for a launcher: 'nid[00003-00005]'."""

    @property
    def order(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)]:
        """
        int64 of shape (ranks,): for each slot, node by node in the order of `nodes`, the rank that takes it.
        """

    @property
    def policy(self) -> str:
        """That selected the nodes, or 'given'."""

    @property
    def mapping(self) -> str:
        """As asked for: 'auto'."""

    @property
    def loads(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', writable=False)]:
        """float64 of shape (links,): the bytes that one iteration puts on each."""

    @property
    def stats(self) -> tuple[LinkStats, ...]:
        """How loaded the links of each class are."""

    @property
    def bound_seconds(self) -> float:
        """
        The busiest link needs this long for its bytes: no iteration takes less.
        """

    @property
    def busiest_link(self) -> int | None:
        """The busiest link between switches; None if none carries a byte."""

    def svg(self) -> str:
        """A picture: how many links carry how much, for each class."""

    def text(self, format: str) -> str:
        """What `write` writes, as text."""

    def write(self, format: str, path: str | os.PathLike[str], *, overwrite: bool = False) -> list[str]:
        """
        Writes the nodes and the order to a file for a launcher: 'slurm', 'nodelist', 'rankfile', ... (`formats`).

        Returns what the reader of that file should know, mostly nothing.

        Raises:
            InvalidArgumentError: an unknown format.
            FileExistsError: the file exists, and `overwrite` is not set.
            UnsupportedError: a format that shows the costs of a mapping.
            FileError: the operating system refused the file.
        """

    def to_json(self) -> str:
        """
        The report, as `cartwright place --json` prints it (docs/schemas/report.schema.json).
        """

    def to_dict(self) -> dict[str, Any]:
        """The same as a dictionary."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

def place_job(network: Network | str | os.PathLike[str], grid: Grid | Sequence[int] | str | None = None, pattern: str | os.PathLike[str] | Sequence[tuple[int, int, float]] = 'stencil', stencil: Stencil | str | Sequence[Sequence[int]] = 'nn', *, bytes: float = 1048576.0, ranks_per_node: int = 1, node_count: int = 0, nodes: str | Sequence[str] | None = None, state: str | os.PathLike[str] | None = None, policy: str = 'predicted', mapping: str = 'auto', routing: str = 'minimal', paths: str = 'shared', samples: int = 0, sockets: int = 1, tier: str | None = None, budget: float | None = None, seed: int = 0, progress: Callable[[str, float], object] | None = None) -> Job:
    """
    Selects the nodes of a job on a network, and maps its ranks onto them.

    Args:
        network: a Network, or what its constructor takes.
        grid: the process grid: a Grid, or dims, of which 0s are chosen. None: 2 dims are chosen, 1 if the pattern follows
            no grid.
        pattern: what the ranks send in one iteration: 'stencil', 'rows', 'columns', 'transposes', 'alltoall',
            'multicast:TARGETS:STRIDE', the name of a file (docs/link-loads.md), or messages: (source, destination, bytes)
            for each, by ranks.
        stencil: the stencil of the pattern 'stencil': a Stencil, or what its constructor takes.
        bytes: of a message along an offset of weight 1, or per pair of ranks.
        ranks_per_node: processes on each node.
        node_count: number of nodes; 0: as many as the grid needs, or all that are free if the grid is open.
        nodes: the nodes by name in the order in which ranks fill them, as a list or a host list ('nid[0-3]'). None: the
            policy selects them.
        state: a file that says which nodes are free: output of a batch system (docs/placement.md). None: all are.
        policy: selects the nodes: 'predicted', 'contiguous', 'level-spread', ...
        mapping: 'auto', 'network', a mapping of [PERCS] ('BDM'), or an algorithm by its name (see `algorithms`).
        routing: 'minimal', 'valiant' or 'ugal'.
        paths: with several minimal paths, 'shared' splits evenly, 'single' uses one.
        samples: for 'valiant': detours drawn for each pair of nodes; 0 takes the expected value over all.
        sockets: sockets of a node; ranks that send each other most share one.
        tier, seed: as for `map`.
        budget: seconds that each refinement may take. None: 2 for nodes, 1 for ranks.
        progress: called now and then with the name of a step and the share of it that is done, from 0 to 1.

    Raises:
        InvalidArgumentError: parts that do not fit each other, an unknown name, too few free nodes.
        UnsupportedError: a mapping that cannot take this job.
        KeyboardInterrupt: Ctrl-C during refinement.

    >>> job = cartwright.place_job('dragonfly:routers=4,global=1,nodes=2', (8, 4), 'transposes', ranks_per_node=4, budget=0)
    >>> job.node_of_rank.shape, job.order.shape, len(job.nodes)
    ((8, 4), (32,), 8)
    >>> job.node_list
    'g0r0n[0-1],g0r1n[0-1],g0r2n[0-1],g0r3n[0-1]'
    """

class Layout:
    """
    The bytes of an array that are packed together: an MPI datatype, without MPI.

    Equal layouts share one kernel, which becomes machine code at the second use.

    Args:
        notation: nested constructors with the arguments of MPI: 'vec(count blocklength stride)[double]',
            'sub(sizes; subsizes; starts)[float]', ... (docs/datatypes.md).

    Raises:
        ParseError: a malformed notation, with the position of the error.

    >>> import numpy
    >>> face = cartwright.Layout('sub(4 4; 4 1; 0 3)[double]')
    >>> face.size, face.extent, face.normal_form
    (32, 128, '4 x 32 B [8 B]')
    >>> face.pack(numpy.arange(16.0).reshape(4, 4)).view('float64')
    array([ 3.,  7., 11., 15.])
    """

    def __init__(self, notation: str) -> None: ...

    @property
    def size(self) -> int:
        """Bytes of data in one element."""

    @property
    def lower_bound(self) -> int:
        """The lower bound of an element, in bytes."""

    @property
    def extent(self) -> int:
        """The distance from one element to the next, in bytes."""

    @property
    def normal_form(self) -> str:
        """The normal form in words."""

    @overload
    def pack(self, array: numpy.typing.NDArray[Any], count: int = 1, at: int = 0) -> numpy.typing.NDArray[numpy.uint8]:
        """
        Packs elements, and returns their bytes.

        Args:
            array: a contiguous array of any type.
            count: number of elements, which are `extent` bytes apart.
            at: the byte of the array with displacement 0.

        Raises:
            InvalidArgumentError: the elements exceed the array.
        """

    @overload
    def pack(self, array: cartwright._device.AnyArray, count: int = 1, at: int = 0, *, out: cartwright._device.AnyArray, stream: cartwright._device.Stream | None = None) -> None:
        """
        Packs elements into an array. Both arrays may be on a GPU.

        Args:
            array: a contiguous array of any type; on a GPU, with the CUDA array interface or DLPack.
            count: number of elements, which are `extent` bytes apart.
            at: the byte of the array with displacement 0.
            out: receives count * size bytes: a contiguous array of any type. One of both arrays may be on the host.
            stream: for arrays on a GPU: a handle of a stream, or an object with __cuda_stream__; None is the default stream.
                The call returns before the stream gets there. Keep both arrays until it did. It waits if an array is in memory
                of the host that is not pinned.

        Raises:
            InvalidArgumentError: the elements exceed the array, `out` has another number of bytes, or a stream that is captured
                gets an array in memory that is not pinned.
        """

    def unpack(self, packed: cartwright._device.AnyArray, array: cartwright._device.AnyArray, count: int = 1, at: int = 0, stream: cartwright._device.Stream | None = None) -> None:
        """
        Unpacks elements: the inverse of `pack`. Bytes outside the layout are not written.

        Args:
            packed: count * size bytes, outside the array.
            array: a contiguous array of any type. One or both may be on a GPU.
            count: number of elements, which are `extent` bytes apart.
            at: the byte of the array with displacement 0.
            stream: as for `pack`.

        Raises:
            InvalidArgumentError: the elements exceed the array, `packed` has another number of bytes, or a stream that is
                captured gets an array in memory that is not pinned.
        """

    def move(self, array: cartwright._device.AnyArray, to: Layout, to_array: cartwright._device.AnyArray, count: int = 1, to_count: int = 1, at: int = 0, to_at: int = 0, stream: cartwright._device.Stream | None = None) -> None:
        """
        Moves elements into those of another layout, without a packed copy.

        Args:
            array: a contiguous array of any type.
            to: the layout of the target.
            to_array: a contiguous array of any type. Both may be on a GPU.
            count: number of elements of this layout.
            to_count: number of elements of the target. Room that is left is not written.
            at: the byte of `array` with displacement 0.
            to_at: the byte of `to_array` with displacement 0.
            stream: as for `pack`.

        Raises:
            InvalidArgumentError: elements exceed their array, or do not fit into the target.
            UnsupportedError: on a GPU, the loops of the layouts do not fit together.

        >>> import numpy
        >>> rows = cartwright.Layout('vec(2 2 3)[double]')
        >>> target = numpy.zeros((2, 3))
        >>> cartwright.Layout('vec(4 1 2)[double]').move(numpy.arange(8.0), rows, target)
        >>> target
        array([[0., 2., 0.],
               [4., 6., 0.]])
        """

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...
