# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Write a module of Python with all that headers declare, for ctypes. usage: bindings.py MODULE HEADER ..."""

import keyword
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
from c_headers import MPI_HANDLES, Headers, Type

_BEGINNING = '''\
"""The public headers of C, for ctypes. python/bindings.py wrote this file."""

from __future__ import annotations

from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint64, c_void_p, sizeof
from typing import Any
'''


def type_of(kind: Type, headers: Headers) -> str:
    """A type in ctypes. `Handle` is that of all handles of MPI."""
    if kind.length:
        return f"{type_of(replace(kind, length=0), headers)} * {kind.length}"
    if kind.pointers:
        target = replace(kind, pointers=kind.pointers - 1)
        if target == Type("char"):
            return "c_char_p"
        opaque = not target.pointers and kind.name in ("void", *headers.opaque)
        return "c_void_p" if opaque else f"POINTER({type_of(target, headers)})"
    if kind.name in MPI_HANDLES:
        return "Handle"
    if kind.name in headers.structs:
        return kind.name
    if kind.name in headers.callbacks:
        return "c_void_p"
    special = {"void": "None", "int64_t": "c_int64", "uint64_t": "c_uint64", **dict.fromkeys(headers.enums, "c_int")}
    return special.get(kind.name, f"c_{kind.name}")


def module(headers: Headers) -> str:
    """The text of the module, with the names of C. An enum is a dict."""
    lines = [_BEGINNING]
    enumerators = {name for enum in headers.enums.values() for name in enum}
    lines += [f"{name} = {value}" for name, value in headers.constants.items() if name not in enumerators]
    lines += [f"{name} = {enum}" for name, enum in headers.enums.items()]
    for name, members in headers.structs.items():
        fields = {f"{key}_" if keyword.iskeyword(key) else key: type_of(kind, headers) for key, kind in members.items()}
        lines += ["", "", f"class {name}(Structure):", "    _fields_ = ["]
        lines += [*(f'        ("{key}", {kind}),' for key, kind in fields.items()), "    ]"]
        if name in headers.defaults:
            _, *rest = fields
            given = ", ".join(f"{key}: Any = {value!r}" for key, value in zip(rest, headers.defaults[name]))
            lines += ["", "", f"def {name.upper()}_INIT(*, {given}) -> {name}:"]
            lines += [f"    return {name}(sizeof({name}), {', '.join(rest)})"]
    lines += ["", "", "def functions(Handle: Any) -> dict[str, tuple[Any, dict[str, Any]]]:"]
    lines += ['    """For each function the type of its result, and its parameters. `Handle` is that of MPI."""', "    return {"]
    for name, function in headers.functions.items():
        given = ", ".join(f'"{key}": {type_of(kind, headers)}' for key, kind in function.parameters.items())
        lines += [f'        "{name}": ({type_of(function.result, headers)}, {{{given}}}),']
    return "\n".join([*lines, "    }", ""])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(module(Headers(map(Path, sys.argv[2:]))), encoding="utf-8")
