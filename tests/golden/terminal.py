# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: terminal.py CARTWRIGHT: runs the command on pseudo terminals. No line of a table is wider than its terminal;
columns that do not fit are left out and listed. In a pipe the table has all columns, for any value of $COLUMNS."""

import fcntl
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios

cartwright = sys.argv[1]
PERCS = "percs:supernodes=4 --dims 8x8x8x8 --ranks-per-node 32"
CUBE = "cube:chassis=2,blades=4,groups=3"

#: (arguments, columns of the terminal, columns of the table that are left out)
CASES = [
    ("compare --dims 50x48 --machine 50x48", 100, ""),
    ("compare --dims 50x48 --machine 50x48", 80, "time, source"),
    ("compare --dims 50x48 --machine 50x48", 60, "lower bound, time, source"),
    ("map --dims 50x48 --machine 50x2x24 --picture never", 80, ""),
    ("map --dims 50x48 --machine 50x2x24 --picture never", 60, "domains"),
    ("dims --machine 50x48", 80, ""),
    ("dims --machine 50x48", 60, "blocked"),
    ("machine 50x2x24", 80, ""),
    ("study --mappings strips,nodecart", 80, ""),
    ("study --mappings strips,nodecart", 70, "lower bound"),
    ("datatype show 'hvec(2 1 6144)[vec(8 8 32)[ctg(6)[float]]]'", 24, "extent"),
    ("network info dragonfly:routers=16,global=8,nodes=8", 80, ""),
    (f"network loads {PERCS} --compare DEF,BSM:valiant", 80, ""),
    (f"network loads {PERCS} --compare DEF,BSM:valiant", 70, "count"),
    (f"network loads {CUBE} --pattern alltoall --count 8 --ranks-per-node 4 --top 2", 80, "second pair, third pair"),
    ("network study --supernodes 4 --budget 0", 80, "LL used, LL least, LR used, LR least, D used, D least"),
    (f"place --network {CUBE} --dims 8x4 --ranks-per-node 4 --pattern transposes --budget 0 --compare", 80,
     "nodes, runs, routers, injection, ejection"),
]


def on_terminal(arguments, columns, environment=()):
    """The output on a terminal of that width; a terminal of width 0 does not report its width."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.execve(cartwright, ["cartwright", *shlex.split(arguments)], {**os.environ, "TERM": "dumb", **dict(environment)})
    output = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # on Linux: the other end was closed
            break
        if not piece:
            break
        output += piece
    os.close(terminal)
    assert os.waitpid(process, 0)[1] == 0, (arguments, output)
    return output.decode().replace("\r\n", "\n")


def in_pipe(arguments, environment=()):
    command = [cartwright, *shlex.split(arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **dict(environment)}).stdout


def tables(text):
    """The lines of tables: from the headings above a line of dashes to the next empty line."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if re.fullmatch(r" *--[- ]*", line):
            yield lines[number - 1]
            while number < len(lines) and lines[number] and not lines[number].startswith("not shown"):
                yield lines[number]
                number += 1


def left_out(text):
    """The names of the left-out columns of the first table that lists some."""
    found = re.search(r"^not shown in \d+ columns:\s(.*?)\s\(--json has all\)$", text, re.DOTALL | re.MULTILINE)
    return found[1].replace("\n", " ") if found else ""


for arguments, columns, names in CASES:
    text = on_terminal(arguments, columns)
    lines = list(tables(text))
    assert lines, (arguments, text)
    assert max(map(len, lines)) <= columns, (arguments, columns, text)
    assert left_out(text) == names, (arguments, columns, text)
    whole = in_pipe(arguments, {"COLUMNS": "40"})
    assert left_out(whole) == "", (arguments, whole)
    for name in names.split(", "):
        assert name in whole, (arguments, name, whole)

# A terminal that does not report its width: $COLUMNS has it, if it is a number.
compare = "compare --dims 50x48 --machine 50x48"
assert left_out(on_terminal(compare, 0, {"COLUMNS": "60"})) == "lower bound, time, source"
for columns in ["", "0", "wide", "60x"]:
    assert left_out(on_terminal(compare, 0, {"COLUMNS": columns})) == "", columns
assert left_out(on_terminal(compare, 60, {"COLUMNS": "200"})) == "lower bound, time, source", "the terminal knows better"
