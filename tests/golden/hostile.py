# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: hostile.py CARTWRIGHT DATA: gives the command files that are damaged, endless, far larger than they look, or full
of terminal escapes. Every command ends soon, with one line of less than 1 KB, little memory and no control character."""

import bz2
import gzip
import json
import lzma
import os
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

cartwright, data = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute()
folder = tempfile.TemporaryDirectory(prefix="cartwright-test-")
os.chdir(folder.name)
MIB = 1 << 20
EVIL = "\x1b]0;owned\x07\x1b[31m\x7f\x9b7m\u202e<&\""


def limit_to(memory):
    return lambda: resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def run(arguments, memory=4096 * MIB, **options):
    """Status, output and errors of the command, which can take no more memory."""
    words = arguments if isinstance(arguments, list) else shlex.split(arguments)
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": errors, **options}
        status = subprocess.run([cartwright, *words], preexec_fn=limit_to(memory), timeout=120, **streams).returncode
        texts = []
        for stream in (output, errors):
            stream.seek(0)
            texts.append(stream.read().decode(errors="strict"))
    return status, *texts


def check_text(text, arguments):
    for character in text:
        assert character in "\n\t" or (character.isprintable() and character != "\u202e"), (arguments, character, text[:2000])


def check_refused(arguments, word=""):
    status, output, errors = run(arguments)
    assert status in (1, 2), (arguments, status, output[:1000], errors[:1000])
    check_text(output + errors, arguments)
    assert errors.startswith("cartwright: ") and errors.count("\n") == 1 and errors.endswith("\n"), (arguments, errors)
    assert len(errors.encode()) < 1024, (arguments, errors)
    for name in ("exception", "filesystem error", "basic_string", "std::", "internal error"):
        assert name not in errors, (arguments, errors)
    assert word in errors, (arguments, word, errors)


def check_memory(arguments, file, refused):
    """The command refuses the file, or not, and takes at most 64 times its size and 256 MiB."""
    size = os.path.getsize(file) if file else 0
    status, _, errors = run(arguments, 64 * size + 256 * MIB)
    assert status in ((1, 2) if refused else (0,)), (arguments, status, errors)
    assert "out of memory" not in errors, (arguments, errors)


def write(name, text):
    if isinstance(text, bytes):
        pathlib.Path(name).write_bytes(text)
    else:
        pathlib.Path(name).write_text(text)
    return name


def header(ranks, **more):
    line = {"format": "cartwright record", "version": 1, "ranks": ranks, "program": "/bin/app", "arguments": "0", "mpi": "mpi",
            "started": "now", **more}
    return json.dumps(line) + "\n"


def rank_line(rank, **more):
    return json.dumps({"rank": rank, "host": f"h{rank}", "seconds": 1, **more}) + "\n"


small = str(data / "records" / "small")

# ---- Pipes and devices, wherever a file is read ----

READERS = """
machine FILE
map --machine FILE
map --machine 2*FILE
map --machine json:FILE
map --machine 2x2 --stencil FILE
map --machine 2x2 --measured FILE
evaluate FILE --machine 2x2
traffic FILE
order FILE --machine 2x2
order SMALL --partial --machine FILE
measure --from FILE
view --from FILE --json
view --network FILE --json
network info FILE
network loads FILE --dims 2x2
network loads triangle.json --pattern FILE
network loads triangle.json --dims 2x2 --state FILE
network loads triangle.json --jobs FILE
network loads triangle.json --dims 2x2 --measured FILE
place --network FILE --dims 2x2 --budget 0
place --network triangle.json --dims 2x2 --state FILE
simulate --machine FILE --dims 2x2 -- /bin/true
run --order FILE -- true
run --measured FILE -- true
datatype show --file FILE
"""
os.mkfifo("pipe")
write("triangle.json", (data / "networks" / "triangle.json").read_bytes())
for line in READERS.split("\n")[1:-1]:
    for file in ("pipe", "/dev/zero"):
        check_refused(line.replace("FILE", file).replace("SMALL", small), "it is a pipe, a socket or a device")

# ---- Files that are far larger than they look ----

PACKERS = (gzip.compress, bz2.compress, lzma.compress)
BLANKS = " " * (64 * MIB)
ranks = "".join(rank_line(rank) for rank in range(2 ** 20))
everyone = "".join(rank_line(rank, groups=[{"id": i, "members": [[0, 1, 2 ** 24]]} for i in range(1, 5)]) for rank in range(4))
numbers = "0," * (4 * MIB) + "0"
flows = f'{{"rank":0,"host":"","seconds":0,"messages":{{"to":[{numbers}],"messages":[{numbers}],"bytes":[{numbers}]}}}}\n'
for name, text in {"blanks": header(2) + BLANKS, "line": BLANKS, "ranks": header(2 ** 24) + ranks, "everyone": header(2 ** 24) + everyone,
                   "flows": header(2) + flows, "names": header(2) + rank_line(0, host="h" * (64 * MIB))}.items():
    for pack in PACKERS if name == "blanks" else PACKERS[:1]:
        check_memory(f"traffic {name}", write(name, pack(text.encode())), True)
check_memory("traffic many", write("many", header(2 ** 24) + rank_line(0)), True)
alltoall = [{"group": 1, "kind": "alltoall", "calls": 1, "bytes": 8}] * 4000
group = [{"id": 1, "members": [[0, 1, 2048]]}]
check_memory("traffic rows", write("rows", header(2048) + rank_line(0, groups=group, collectives=alltoall)), False)
for name, text in {"network": "{" + BLANKS, "fabric": "Switch 4\n" + BLANKS}.items():
    for pack in PACKERS:
        check_memory(f"network info {name}", write(name, pack(text.encode())), True)
big = json.dumps({"levels": [{"name": "node", "sizes": [{"size": 100000000, "count": 3}]}]})
check_memory("machine big.json", write("big.json", big), False)
check_memory("machine slots.hosts", write("slots.hosts", "n1 slots=1000000000\n"), False)
check_memory("machine 1000000000*48", "", False)
for arguments in ("map --machine big.json", "compare --machine big.json", "dims --machine big.json", "map --machine slots.hosts", "map --machine 1000000000x48",
                  "network loads triangle.json --ranks-per-node 100000000", f"order {small} --partial --machine big.json"):
    check_memory(arguments, "", True)

# ---- Text that controls a terminal, or is not well-formed ----

evil_record = header(2, program="/bin/" + EVIL, arguments=EVIL, mpi=EVIL, started=EVIL) + rank_line(
    0, messages={"to": [1], "messages": [1], "bytes": [8]}, groups=[{"id": 1, "members": [[0, 1, 2]]}],
    collectives=[{"group": 1, "kind": EVIL, "calls": 1, "bytes": 8}], calls=[{"call": EVIL, "calls": 1, "bytes": 1}],
    datatypes=[{"type": EVIL, "items": 1, "uses": 1}]) + rank_line(1, host=EVIL)
write("evil.record", evil_record)


def evil(value):
    if isinstance(value, dict):
        return {key: item if key in ("schema", "between", "format") else evil(item) for key, item in value.items()}
    if isinstance(value, list):
        return [evil(item) for item in value]
    return value + EVIL if isinstance(value, str) else value


write("evil.links", json.dumps(evil(json.loads((data / "measured" / "cluster.json").read_text()))))
write("evil.jobs", json.dumps([{"name": EVIL, "dims": "2x1"}, {"name": "other", "dims": "1x1", "nodes": ""}]))
write("evil.net", (data / "networks" / "fabric.ibnetdiscover").read_text().replace("leaf11", "leaf11" + EVIL.replace('"', "")))
write("evil.topology", f"SwitchName=s{EVIL} Nodes=n[1-2]\n".encode())
write("evil.hosts", f"n1{EVIL} slots=2\n".encode())
write("evil.yaml", f"---\n- topology: \"\\x1b[31m\\e[0m\"\n  {EVIL}: 1\n")
write("latin.hosts", b"n\xe9 slots=2\n")
SVGS = ["traffic evil.record --svg {} -q", "measure --from evil.links --svg {} -q", "network loads evil.net --dims 2x2 --svg {} -q"]
for color in ("", " --color never --json"):
    for arguments in ("traffic evil.record", "order evil.record --machine 1x2", "measure --from evil.links", "network loads triangle.json --jobs evil.jobs",
                      "network info evil.net", "network loads evil.net --dims 2x2 --top 5", "machine evil.hosts", "machine latin.hosts",
                      "place --network evil.net --dims 2x2 --budget 0", "place --network triangle.json --dims 2x2 --state evil.topology",
                      "place --network triangle.json --dims 2x2 --state evil.yaml"):
        status, output, errors = run(arguments + color)
        assert status in (0, 1, 2), (arguments, status)
        check_text(output + errors, arguments)
for arguments in ("traffic evil.record", "measure --from evil.links", "network info evil.net"):
    assert run(arguments)[0] == 0, arguments  # what is tested above is not only an error
for number, arguments in enumerate(SVGS):
    status, _, errors = run(arguments.format(f"{number}.svg"))
    assert status == 0, (arguments, errors)
    text = pathlib.Path(f"{number}.svg").read_text()
    check_text(text, arguments)
    xml.etree.ElementTree.fromstring(text)
status, _, errors = run("traffic evil.record --html evil.html -q")
assert status == 0, errors
check_text(pathlib.Path("evil.html").read_text(), "traffic --html")

# ---- Messages ----

LONG = "x" * 100_000
write("not.json", '{"levels": [}')
write("latin.json", b'{"levels": "\xff"}')
write("string.json", '"text"')
write("null.json", "{\"format\": null}")
write("deep.json", "[" * 100_000)
write("finished", header(1) + rank_line(0, finished="yes"))
for file in ("not.json", "latin.json", "string.json", "null.json", "deep.json", "finished", "evil.record", "evil.hosts", ".", small):
    for line in READERS.split("\n")[1:-1]:
        arguments = line.replace("FILE", file).replace("SMALL", small)
        status, output, errors = run(arguments)
        if status != 0:
            check_refused(arguments)
for arguments in (["fly" + EVIL], ["map", "--" + EVIL], ["map", "--machine", EVIL], ["map", "--machine", LONG], ["map", "--machine", "2x2", "--dims", LONG],
                  ["map", "--machine", "2x2", "--stencil", LONG], ["map", "--machine", "2x2", "--mapping", LONG], ["map", "--machine", "2x2", "--write", LONG],
                  ["map", "--machine", "2x2", "--color", LONG], ["map", "--machine", "2x2", "--seed", LONG], [LONG], ["traffic", LONG], ["traffic", EVIL],
                  ["network", "info", LONG], ["network", "info", EVIL], ["network", "loads", "triangle.json", "--nodes", LONG], ["view", "--from", LONG],
                  ["place", "--network", "triangle.json", "--dims", "2x2", "--state", LONG], ["datatype", "show", LONG], ["datatype", "show", EVIL],
                  ["evaluate", LONG, "--machine", "2x2"], ["order", "x" * 300, "--machine", "2x2"], ["map", "--machine", "2x2", "--write", "csv=" + LONG],
                  ["map", "--machine", "2x2", "--write", "csv=" + "missing/" + EVIL], ["run", "--order", LONG, "--", "true"], ["measure", "--", LONG]):
    status, _, errors = run(arguments)
    if status == 127:
        check_text(errors, arguments)
        assert len(errors.encode()) < 1024, (arguments, errors)
    else:
        check_refused(arguments)

# ---- Standard streams that are closed or full ----

full = os.open("/dev/full", os.O_WRONLY)
for arguments, expected in (("fly", 2), ("machine missing", 2), ("traffic missing", 1), ("map --machine 2x2 -q --write csv=" + "x" * 300, 1)):
    assert run(arguments, stderr=full)[0] == expected, arguments
    for closed in ("2>&-", "2>&- >&-", "<&- 2>&- >&-"):
        words = ["sh", "-c", f'exec "$0" {arguments} {closed}', cartwright]
        assert subprocess.run(words, timeout=60).returncode == expected, (arguments, closed)
for arguments in ("machine 2x2", "map --machine 2x2", "--help", "--version", "measure --dry-run -- mpirun -n 2", "run --dry-run -- mpirun -n 2 true"):
    status, _, errors = run(arguments, stdout=full)
    assert status == 1 or (status == 2 and "dry-run" in arguments), (arguments, status, errors)
    words = ["sh", "-c", f'exec "$0" {arguments} >&-', cartwright]
    closed = subprocess.run(words, timeout=60, capture_output=True, text=True)
    assert closed.returncode in (1, 2) and "dry-run" in arguments or closed.returncode == 1, (arguments, closed)
    assert closed.stderr.count("\n") == 1 and "std::" not in closed.stderr and "error" not in closed.stderr, (arguments, closed)
# An output file never gets the number of a closed stream.
words = ["sh", "-c", 'exec "$0" map --machine 2x2 --write csv=ranks.csv --write fly=x 2>&- >&-', cartwright]
subprocess.run(words, timeout=60)
words = ["sh", "-c", 'exec "$0" map --machine 2x2 --write csv=ranks.csv 2>&- >&-', cartwright]
subprocess.run(words, timeout=60)
assert "cartwright:" not in pathlib.Path("ranks.csv").read_text()
