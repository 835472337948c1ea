#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Check the pages of a site: local links and anchors exist, others are well formed, nothing is loaded from the network, no
directive of Sphinx is shown as text, no private member of a class is shown, headers are included by their whole names, and a
page describes all that a package of Python has.

check.py FOLDER [PAGE PACKAGE]
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: The attributes by which an element loads a file, and those that a style sheet may have.
_LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("source", "src"), ("iframe", "src"), ("object", "data")}
_STYLE_LOADS = re.compile(r"(?:url\(\s*|@import\s+)['\"]?(https?:)?//")
_DIRECTIVE = re.compile(r"^\s*\.\. [a-z:]+::", re.MULTILINE)
_SHOWN = re.compile(r"#include <[a-z_]+\.hpp>|Private (?:Functions|Members|Types|Static \w+)")
_HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?", re.IGNORECASE)


class Page(HTMLParser):
    """The anchors and links of a page, the files that it loads, its directives that are not understood, and its text."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.directives: list[str] = []
        self.text = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the anchors and links of an element."""
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif (tag, name) in _LOADS:
                self.loads.append(value)
            elif name == "href":
                self.links.append(value)

    def handle_data(self, data: str) -> None:
        """Take a text, and the directives in it."""
        self.text += data
        self.directives += [found.strip() for found in _DIRECTIVE.findall(data)]


def local_problem(path: Path, link: str, pages: dict[Path, Page]) -> str:
    """Return why a link to a file of the site leads nowhere, or nothing."""
    parts = urlsplit(link)
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return f"{link} does not exist"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
        return f"{link}: the page has no such anchor"
    return ""


def problem(path: Path, link: str, pages: dict[Path, Page]) -> str:
    """Return the fault of a link, or nothing. Links to other sites are checked by their form only."""
    parts = urlsplit(link)
    if parts.scheme in ("http", "https"):
        return "" if _HOST.fullmatch(parts.netloc) and " " not in link else f"{link} is not an address"
    if parts.scheme in ("mailto", "data", "javascript"):
        return ""
    return local_problem(path, link, pages)


def public_names(package: Path) -> Iterator[str]:
    """Yield the names that a package imports from its compiled module, and those of their members, from its stub."""
    init = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    imports = [node for node in init.body if isinstance(node, ast.ImportFrom) and node.module == "_core"]
    exported = {alias.name for node in imports for alias in node.names}
    for node in ast.parse((package / "_core.pyi").read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name in exported:
            yield f"{package.name}.{node.name}"
            members = [member for member in node.body if isinstance(member, ast.FunctionDef)]
            yield from (f"{package.name}.{node.name}.{member.name}" for member in members if member.name[0] != "_")


def main(folder: Path, reference: str = "", package: str = "") -> int:
    """Print the faults of all pages, and return 1 if there are any."""
    pages = {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        name = path.relative_to(folder.resolve())
        found += [f"{name}: {fault}" for link in page.links + page.loads if (fault := problem(path, link, pages))]
        found += [f"{name} shows '{directive}'" for directive in page.directives]
        found += [f"{name} shows '{text}'" for text in _SHOWN.findall(page.text)]
        found += [f"{name} loads {load}" for load in page.loads if urlsplit(load).netloc]
    if reference:
        anchors = pages[(folder / reference).resolve()].anchors
        found += [f"{reference} does not describe {name}" for name in public_names(Path(package)) if name not in anchors]
    for style in folder.rglob("*.css"):
        if _STYLE_LOADS.search(style.read_text(encoding="utf-8")):
            found.append(f"{style.relative_to(folder)} loads a file from the network")
    print("\n".join(found) or f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
