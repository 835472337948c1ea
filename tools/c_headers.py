# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Read the public headers of C. A declaration that does not have the style of include/cartwright ends the program."""

from __future__ import annotations

import re
import sys
from ast import literal_eval
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PLAIN = ("char", "double", "int", "int64_t", "size_t", "uint64_t", "void")
MPI_HANDLES = ("MPI_Comm", "MPI_Datatype", "MPI_Info", "MPI_Win")

#: The declarations and directives, where a space stands for any space. Each group is an argument of Headers._take_NAME.
_STYLES = {
    "nothing": r"#ifndef CARTWRIGHT_\w+_H\n#define CARTWRIGHT_\w+_H\n|#include <[\w./]+>\n|#endif\n"
    r"|#ifdef __cplusplus\n[^#]*#endif\n|#if defined\(_WIN32\)\n#define CW_API\n#else\n#define CW_API [^\n]*\n#endif\n"
    r"|#define \w+ \(\(const double\*\)0\)\n",
    "default": r"#define (\w+)_INIT\s*\{\s*sizeof\((\w+)\), ([^\n]*)\}\n",
    "constant": r"#define (\w+) ([\w()*+ -]+)\n",
    "opaque": r"typedef struct (\w+) \1;",
    "callback": r"typedef void \(\*(\w+)\)\([^()]*\);",
    "enum": r"typedef enum (\w+) \{([^{}]*)\} \1;",
    "enumerators": r"enum \{([^{}]*)\};",
    "struct": r"typedef struct (\w+) \{([^{}]*)\} \1;",
    "function": r"CW_API ((?:const )?\w+\*?) (\w+)\(([^()]*)\);",
}
_STYLE = {name: re.compile(style.replace(" ", r"\s+")) for name, style in _STYLES.items()}


@dataclass(frozen=True)
class Type:
    """The type of a value, of what so many pointers lead to, or of the entries of an array in a struct."""

    name: str
    pointers: int = 0
    length: int = 0


@dataclass(frozen=True)
class Function:
    """The type of the result, and those of the parameters by their names."""

    result: Type
    parameters: dict[str, Type]


def _parts(style: str, text: str) -> tuple[str, ...]:
    found = re.fullmatch(style, text)
    if not found:
        raise ValueError(f"{text}: not in the style of these headers")
    return found.groups()


class Headers:
    """All that the given headers declare. A header comes after those whose types it uses."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.constants: dict[str, int] = {}
        self.enums: dict[str, dict[str, int]] = {}
        self.structs: dict[str, dict[str, Type]] = {}
        self.opaque: set[str] = set()
        self.callbacks: set[str] = set()
        """The types of functions that are passed."""
        self.defaults: dict[str, list[object]] = {}
        """The values in the macro _INIT of a struct, after its size."""
        self.functions: dict[str, Function] = {}
        for path in paths:
            self._read(path)

    def _read(self, path: Path) -> None:
        text = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), path.read_text("utf-8"), flags=re.S)
        text = text.replace("\\\n", "\v").rstrip() + "\n"  # \v ends a line of a macro, which goes on
        at = 0
        while text[at:].strip():
            at = len(text) - len(text[at:].lstrip())
            try:
                for name, style in _STYLE.items():
                    if found := style.match(text, at):
                        getattr(self, f"_take_{name}")(*(" ".join(part.split()) for part in found.groups()))
                        break
                else:
                    raise ValueError("not in the style of these headers")
            except (IndexError, NameError, SyntaxError, ValueError) as error:
                line = 1 + len(re.findall(r"[\n\v]", text[:at]))
                sys.exit(f"{path}:{line}: {error}: {text[at:].splitlines()[0]}")
            at = found.end()

    def _take_nothing(self) -> None:
        pass

    def _take_constant(self, name: str, value: str) -> None:
        self.constants[name] = eval(value, {"__builtins__": {}}, self.constants)

    def _take_enumerators(self, body: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for entry in body.split(", "):
            name, value = _parts(r"(\w+)(?: = (-?\d+))?", entry)
            found[name] = int(value) if value else list(found.values())[-1] + 1
        self.constants.update(found)
        return found

    def _take_enum(self, name: str, body: str) -> None:
        self.enums[name] = self._take_enumerators(body)

    def _take_opaque(self, name: str) -> None:
        self.opaque.add(name)

    def _take_callback(self, name: str) -> None:
        self.callbacks.add(name)

    def _take_struct(self, name: str, body: str) -> None:
        self.structs[name] = self._declared(body.removesuffix(";").split("; "))

    def _take_default(self, macro: str, name: str, rest: str) -> None:
        known = {"NULL": None, "{0}": (), '""': b"", **self.constants}
        values = [known[value] if value in known else literal_eval(value) for value in rest.split(", ")]
        if macro.lower() != name or len(values) + 1 != len(self.structs.get(name, ())):
            raise ValueError(f"not the values of all members of struct {macro.lower()}")
        self.defaults[name] = values

    def _take_function(self, result: str, name: str, parameters: str) -> None:
        kind = self._declared([f"{result} {name}"])[name]
        given = [] if parameters == "void" else parameters.split(", ")
        self.functions[name] = Function(kind, self._declared(given))

    def _declared(self, declarations: Iterable[str]) -> dict[str, Type]:
        """Return the names and types of members or parameters."""
        types = {}
        for declaration in declarations:
            if callback := re.fullmatch(r"\w+ \(\*(\w+)\)\([^()]*\)", declaration):
                types[callback[1]] = Type("void", 1)
                continue
            kind, stars, name, length = _parts(r"(?:const )?(\w+)(\*{0,2})(?: const)? (\w+)(?:\[(\w*)\])?", declaration)
            if kind not in (*PLAIN, *MPI_HANDLES, *self.enums, *self.structs, *self.opaque, *self.callbacks):
                raise ValueError(f"type {kind} is not known")
            types[name] = Type(kind, len(stars) + (length == ""), int(self.constants.get(length, length or 0)))
        return types
