# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Every block in C, C++ or Fortran compiles, with the declarations of tests/site/frames around it.

compiled.py ROOT LANGUAGE COMPILER OPTIONS...
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from blocks import blocks

SUFFIX = {"c": ".c", "cpp": ".cpp", "fortran": ".f90"}


def in_function(number, block):
    """Return a block of C or C++ as a function. Its includes stand before it."""
    code = block.text.split("\n")
    includes = [line for line in code if line.startswith("#include")]
    body = "\n".join("" if line in includes else line for line in code)
    return "\n".join([*includes, f"void snippet_{number}(void) {{", block.marks.get("with", ""), "{", f'#line {block.line} "{block.page}"', body, "}}"])


def in_subroutine(number, block, frame):
    """Return a block of Fortran in a subroutine, whose declarations it may hide. gfortran knows no #line: a comment says where."""
    return f"! {block}\nsubroutine snippet_{number}\n{frame}\nblock\n{block.marks.get('with', '')}\nblock\n{block.text}\nend block\nend block\nend subroutine\n"


def main(root, language, compiler):
    """Compile all blocks as one file."""
    frame = (Path(__file__).parent / "frames" / f"frame{SUFFIX[language]}").read_text(encoding="utf-8")
    found = [block for block in blocks(root, language) if not re.search(r"\bint main\(|^program ", block.text, re.MULTILINE)]
    if language == "fortran":
        text = "\n".join(in_subroutine(number, block, frame) for number, block in enumerate(found))
    else:
        text = frame + "\n" + "\n".join(in_function(number, block) for number, block in enumerate(found)) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"snippets{SUFFIX[language]}"
        source.write_text(text, encoding="utf-8")
        done = subprocess.run([*compiler, "-fsyntax-only", str(source)], cwd=folder, check=False)
        if done.returncode != 0 and language == "fortran":
            print("".join(f"{n:4} {line}\n" for n, line in enumerate(text.split("\n"), 1)))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3:]))
