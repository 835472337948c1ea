# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""tools/site/check.py finds each kind of fault, and nothing in a page without one.

check_test.py ROOT
"""

import subprocess
import sys
import tempfile
from pathlib import Path

CHECK = Path(sys.argv[1]).resolve() / "tools/site/check.py"
GOOD = '<h1 id="top">A</h1><a href="#top">up</a><a href="b.html#c">b</a><a href="https://example.org/x">x</a>'
#: What is added to a good page, and what is said about it.
FAULTS = {
    '<a href="none.html">': "none.html does not exist",
    '<a href="b.html#none">': "b.html#none: the page has no such anchor",
    '<a href="#none">': "#none: the page has no such anchor",
    '<a href="https://not an address/">': "is not an address",
    '<img src="none.svg">': "none.svg does not exist",
    '<script src="https://cdn.example.org/x.js"></script>': "loads https://cdn.example.org/x.js",
    "<p>.. py:class:: Plan(comm)</p>": "shows '.. py:class::'",
    "<p>#include &lt;<span>halo.hpp</span>&gt;</p>": "shows '#include <halo.hpp>'",
    "<p>Private Members</p>": "shows 'Private Members'",
    '<link rel="stylesheet" href="//fonts.example.org/x.css">': "loads //fonts.example.org/x.css",
}


#: A package and its stub: the anchors of a page that describes them.
INIT = "from ._core import Grid, map\n"
STUB = "class Grid:\n    def size(self): ...\n    def __init__(self): ...\ndef map(): ...\ndef hidden(): ...\n"
DESCRIBED = "".join(f'<p id="{name}">' for name in ("p.Grid", "p.Grid.size", "p.map"))


def check(addition, style="", described=DESCRIBED):
    """Return the exit status and the output for a site of two pages and a style sheet."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a.html").write_text(GOOD + addition, encoding="utf-8")
        (folder / "b.html").write_text('<p id="c">' + described, encoding="utf-8")
        (folder / "s.css").write_text(style, encoding="utf-8")
        package = folder / "p"
        package.mkdir()
        (package / "__init__.py").write_text(INIT, encoding="utf-8")
        (package / "_core.pyi").write_text(STUB, encoding="utf-8")
        command = [sys.executable, CHECK, folder, "b.html", package]
        done = subprocess.run(command, check=False, text=True, capture_output=True)
    return done.returncode, done.stdout + done.stderr


assert check("") == (0, "2 pages, 3 links\n"), check("")
for addition, said in FAULTS.items():
    status, output = check(addition)
    assert status == 1 and said in output, (addition, status, output)
status, output = check("", "@font-face { src: url('https://fonts.example.org/x.woff2') }")
assert status == 1 and "s.css loads a file from the network" in output, output
status, output = check("", described=DESCRIBED.replace("p.Grid.size", ""))
assert (status, output) == (1, "b.html does not describe p.Grid.size\n"), output
