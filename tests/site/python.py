# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Every block in Python runs, page by page, after tests/site/frames/frame.py, as one process.

python.py ROOT; by an interpreter that has the package
"""

import os
import sys
import tempfile
from pathlib import Path

from blocks import blocks

root = Path(sys.argv[1]).resolve()
frame = (Path(__file__).parent / "frames" / "frame.py").read_text(encoding="utf-8")
pages = {}
for block in blocks(root, "python"):
    pages.setdefault(block.page, []).append(block)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    places = [(group, router, node) for group in range(8) for router in range(16) for node in range(8)]
    Path("nodes.txt").write_text("\n".join("NodeName=g{}r{}n{} State=IDLE\n".format(*place) for place in places), encoding="utf-8")
    for page, of_page in pages.items():
        names = {}
        exec(compile(frame, "frame.py", "exec"), names)
        for block in of_page:
            code = "\n" * (block.line - 1) + block.text
            exec(block.marks.get("with", ""), names)
            exec(compile(code, str(root / page), "exec"), names)
            print(f"{block}: ran", flush=True)
