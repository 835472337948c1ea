# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The reference of the Fortran modules, in Markdown: every public name with its comment and its declaration."""

import re
from pathlib import Path

#: The modules that programs use. Others serve these, and have some of their definitions.
MODULES = ("cartwright", "cartwright_layout", "cartwright_halo", "cartwright_fft", "cartwright_poisson")
_PUBLIC = re.compile(r" *public :: (.*)", re.DOTALL)
_CONSTANT = re.compile(r" *[^!]*\bparameter, public :: (.*)", re.DOTALL)
_TYPE = re.compile(r" *type(?:, public)? :: (\w+)")
_INTERFACE = re.compile(r" *interface (\w+)")
_PROCEDURE = re.compile(r" *(?:subroutine|function) (\w+)\(.*?\)(?: result\((\w+)\))?", re.DOTALL)
_DECLARATION = re.compile(r" *(?:type\(|integer|real|logical|character|complex)[^!]*:: *(\w+)")


def statements(path):
    """Yield the statements and comments of a source, each with the lines that continue it."""
    whole = ""
    for line in path.read_text(encoding="utf-8").split("\n"):
        whole += line + "\n"
        if not line.endswith("&"):
            yield whole.rstrip("\n")
            whole = ""


def names_in(listed):
    """Return the names of a list such as "A = 0, B = 1"."""
    return re.findall(r"(\w+)(?: *=[^,]*)?(?:,|$)", re.sub(r"&?\n *", "", listed))


def definitions(path):
    """Return for each name that a source describes its comment and its declaration."""
    found, comment, listed = {}, [], []
    lines = list(statements(path))
    for number, line in enumerate(lines):
        if line.lstrip().startswith("!>"):
            comment.append(line)
            continue
        made, names = [], []
        if match := _CONSTANT.fullmatch(line):
            made, names = [line], names_in(match[1])
        elif match := _TYPE.match(line):
            end = next(n for n in range(number, len(lines)) if lines[n].strip().startswith("end type"))
            made, names = lines[number : end + 1], [match[1]]
        elif match := _PROCEDURE.fullmatch(line):
            made, names = [line], [match[1]]
            for declaration in lines[number + 1 :]:
                declared = _DECLARATION.match(declaration)
                if not declared or not ("intent(" in declaration or declared[1] == match[2]):
                    break
                made.append(declaration)
        elif match := _PUBLIC.fullmatch(line):
            # The comment stands before this statement, and describes what follows it.
            listed = comment
            names = names_in(match[1])[:1] if comment else []
        elif (match := _INTERFACE.match(line)) and listed:
            found[match[1]] = "\n".join(listed)
        for name in names:
            if comment and (made or name not in found):
                found[name] = "\n".join([*comment, *made])
        comment = []
    return found


def public_names(path):
    """Return the names that a module makes public, in their order."""
    names = []
    for line in statements(path):
        if match := _PUBLIC.fullmatch(line) or _CONSTANT.fullmatch(line):
            names += names_in(match[1])
        elif match := re.match(r" *type, public :: (\w+)", line):
            names.append(match[1])
    return names


def introduction(path):
    """Return the comment of the module."""
    comment = []
    for line in statements(path):
        if line.startswith("!>"):
            comment.append(line)
        elif comment:
            break
    return "\n".join(comment)


def dedent(text):
    """Return a text without the blanks that all its lines begin with."""
    lines = text.split("\n")
    blanks = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[blanks:] for line in lines)


def reference(folder):
    """Return the reference of the modules in a folder. An error names what has no description."""
    known = {}
    for path in sorted(folder.glob("*.f90")):
        known |= {name: text for name, text in definitions(path).items() if name not in known or path.stem in MODULES}
    page = []
    for module in MODULES:
        path = folder / f"{module}.f90"
        page += [f"## Module {module}", f"```fortran\n{introduction(path)}\n```"]
        names = list(dict.fromkeys(public_names(path)))
        if missing := [name for name in names if name not in known]:
            raise ValueError(f"{path} makes public what no comment describes: {', '.join(missing)}")
        shown = {}
        for name in names:
            shown.setdefault(known[name], []).append(name)
        for text, together in shown.items():
            page += [f"### {', '.join(together)}", f"```fortran\n{dedent(text)}\n```"]
    return "\n\n".join(page) + "\n"


if __name__ == "__main__":
    print(reference(Path(__file__).resolve().parents[2] / "fortran"))
