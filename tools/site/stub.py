# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Import the stub of a compiled module in place of the module, which need not be built: for Sphinx."""

from __future__ import annotations
import __future__

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import sys
import typing
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any
from unittest import mock


class _Plain(ast.NodeTransformer):
    """Leaves of an array's type only that it is one: the descriptions say the rest in words."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Write Annotated[X, ...] as X, and NDArray[...] as numpy.ndarray."""
        name = ast.unparse(node.value)
        if name == "Annotated" and isinstance(node.slice, ast.Tuple):
            return self.visit(node.slice.elts[0])
        if name.split(".")[-1] == "NDArray":
            return ast.parse("numpy.ndarray", mode="eval").body
        return self.generic_visit(node)


class _Loader(importlib.abc.SourceLoader):
    """Runs a stub: its classes and functions do nothing, but have signatures and descriptions."""

    def __init__(self, stub: Path) -> None:
        self.stub = stub

    def get_filename(self, fullname: str) -> str:
        """Return the name of the stub."""
        return str(self.stub)

    def get_data(self, path: Any) -> bytes:
        """Return the stub with plain types."""
        return ast.unparse(_Plain().visit(ast.parse(Path(path).read_bytes()))).encode()

    def source_to_code(self, data: Any, path: Any = "<string>") -> CodeType:
        """Leave annotations as text: they name classes that come later."""
        return compile(data, path, "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        """Give overloaded functions their descriptions, which typing.overload drops."""
        descriptions: dict[str, list[str]] = {}

        def overload(function: Any) -> Any:
            texts = descriptions.setdefault(function.__qualname__, [])
            texts.append(inspect.cleandoc(function.__doc__ or ""))
            function.__doc__ = "\n\n".join(texts)
            return function

        with mock.patch.object(typing, "overload", overload):
            super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the stub of one module, and nothing else."""

    def __init__(self, name: str, stub: Path) -> None:
        self.name = name
        self.stub = stub

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Return the stub in place of the module."""
        return importlib.util.spec_from_loader(fullname, _Loader(self.stub)) if fullname == self.name else None


def use(name: str, stub: Path) -> None:
    """Let `import name` import the stub."""
    sys.meta_path.insert(0, _Finder(name, stub))
