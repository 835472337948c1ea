# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The reference of the Fortran modules has every public name with a description, and refuses a name without one.

fortran.py ROOT
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tools/site"))
import fortran  # noqa: E402


def public_in(text):
    """Return what the source of a module makes public, by a simpler reading than that of the reference."""
    joined = re.sub(r"&\n *", "", re.sub(r"^ *!.*\n", "", text, flags=re.MULTILINE))
    names = set()
    for listed in re.findall(r"\bpublic :: (.*)", joined):
        names |= {entry.split("=")[0].strip() for entry in listed.split(",")}
    return names


page = fortran.reference(ROOT / "fortran")
parts = re.split(r"^## Module (\w+)$", page, flags=re.MULTILINE)
sections = dict(zip(parts[1::2], parts[2::2]))
assert set(sections) == set(fortran.MODULES), sections.keys()
for module, section in sections.items():
    blocks = dict(re.findall(r"^### ([^\n]*)\n\n```fortran\n(.*?)\n```$", section, re.MULTILINE | re.DOTALL))
    described = {name: text for heading, text in blocks.items() for name in heading.split(", ")}
    public = public_in((ROOT / f"fortran/{module}.f90").read_text(encoding="utf-8"))
    assert len(public) > (5 if module == "cartwright_poisson" else 15), (module, public)
    assert public == set(described), (module, public ^ set(described))
    for name, text in described.items():
        assert text.startswith("!> "), (name, text)
assert "integer, optional, intent(out) :: ierror" in sections["cartwright_fft"]
assert "call cw_layout_vector(count, blocklength, stride, of, layout [, ierror])" in sections["cartwright_layout"]

# Modules that programs use are all on the page: of those that are installed together the last, which the others serve,
# and cartwright_fft, which solvers build on.
rules = (ROOT / "fortran/CMakeLists.txt").read_text(encoding="utf-8")
installed = re.findall(r"^ +MODULES ([a-z_0-9 ]+)", rules, re.MULTILINE)
used = {names.split()[-1] for names in installed} - {"cartwright_status"} | {"cartwright_fft"}
assert used == set(fortran.MODULES), installed

with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    for path in (ROOT / "fortran").glob("*.f90"):
        shutil.copy(path, folder)
    halo = folder / "cartwright_halo.f90"
    halo.write_text(halo.read_text(encoding="utf-8").replace("  !> Ends the open exchange.\n", ""), encoding="utf-8")
    try:
        fortran.reference(folder)
    except ValueError as error:
        assert "cw_halo_finish" in str(error), error
    else:
        raise AssertionError("a name without a description was not refused")
