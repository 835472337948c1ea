# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The site: `make site` builds it from this folder with Sphinx, MyST for Markdown, and Breathe for the public headers."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

from docutils.nodes import literal_block
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

root = Path(__file__).resolve().parents[1]
project = "Cartwright"
author = "The Cartwright authors"
copyright = "2026, The Cartwright authors"  # noqa: A001
release = re.search(r"VERSION (\d+\.\d+\.\d+)", (root / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)

extensions = ["breathe", "myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
sys.path[:0] = [str(root / "python"), str(root / "tools" / "site")]
# The compiled part of the package, and what it imports, need not be there.
importlib.import_module("stub").use("cartwright._core", root / "python" / "cartwright" / "_core.pyi")
autodoc_mock_imports = ["cartwright._headers", "mpi4py", "numpy"]
autodoc_typehints = "description"
exclude_patterns = ["data", "images", "schemas"]
smartquotes_action = "qe"  # options keep their two dashes
html_theme = "furo"
html_title = f"Cartwright {release}"
html_theme_options = {"navigation_with_keys": True}
html_copy_source = False
html_show_sourcelink = False
html_static_path = ["static"]
html_css_files = ["site.css"]

# Anchors of headings as GitHub makes them, so the same links work there and here.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]

breathe_projects = {"cartwright": os.environ.get("CARTWRIGHT_DOXYGEN_XML", str(root / "build" / "site" / "xml"))}
breathe_default_project = "cartwright"
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}
# Each header of C++ shows its namespaces, and Breathe refers to headers, which have no anchor; tools/site/check.py finds
# anchors that do not exist. The output of a command may look like a string that does not end.
suppress_warnings = ["duplicate_declaration.cpp", "ref.ref", "misc.highlighting_failure"]
# Types of MPI, numpy and the standard libraries, and short names of types, have no page here.
nitpick_ignore_regex = [(r"(c|cpp|py):.*", r".*")]

#: The parts of a header or a class on the pages. The private ones are not among them.
_SECTIONS = [
    *("briefdescription", "detaileddescription", "derivedcompoundref", "innernamespace", "define", "enum", "typedef"),
    *("func", "var", "innerclass", "friend"),
    *(f"public-{kind}" for kind in ("type", "func", "attrib", "static-func", "static-attrib")),
]


class Header(SphinxDirective):
    """A public header: how it is included, and all that it declares, without private members."""

    required_arguments = 1

    def run(self):
        """Return the nodes."""
        lines = [
            *("```c", f"#include <cartwright/{self.arguments[0]}>", "```", ""),
            *("```{doxygenfile} " + self.arguments[0], f":sections: {' '.join(_SECTIONS)}", "```"),
        ]
        self.content = StringList(lines, source=self.get_source_info()[0])
        return self.parse_content_to_nodes()


def put_readme_first(app, docname, source):
    """Begin the first page with README.md, whose links are relative to the root."""
    if docname == "index":
        app.env.note_dependency(str(root / "README.md"))
        readme = (root / "README.md").read_text(encoding="utf-8")
        readme = re.sub(r"(\]\()(?!https?:|#)", r"\1../", readme).replace("](../docs/", "](")
        # Documents outside of this folder are files to MyST, not pages.
        readme = re.sub(r"\]\((\.\./\w+\.md)\)", r"](path:\1)", readme)
        source[0] = readme + source[0]


def mark_wide_tables(app, doctree):
    """Mark tables in plain text with long lines: docs/static/site.css prints them smaller."""
    for block in doctree.findall(literal_block):
        if max(map(len, block.astext().splitlines()), default=0) > 120:
            block["classes"].append("wide")


def add_fortran(app, docname, source):
    """Let the sources of the Fortran modules follow their page."""
    if docname == "reference-fortran":
        modules = root / "fortran"
        for path in modules.glob("*.f90"):
            app.env.note_dependency(str(path))
        source[0] += "\n" + importlib.import_module("fortran").reference(modules)


def add_commands(app, docname, source):
    """Let what each command prints for --help follow its page."""
    if docname == "reference-command":
        command = os.environ.get("CARTWRIGHT_COMMAND", str(root / "build" / "bin" / "cartwright"))
        environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}

        def help_of(*name):
            run = subprocess.run([command, *name, "--help"], stdout=subprocess.PIPE, text=True, check=True, env=environment)
            return f"```console\n$ {' '.join(('cartwright', *name))} --help\n{run.stdout}```\n"

        first = help_of()
        names = re.findall(r"^  ([a-z]+) {2,}", first.split("Examples:")[0], re.MULTILINE)
        source[0] += "\n".join(["", first, *(f"## cartwright {name}\n\n{help_of(name)}" for name in names)])


def keep_property(app, what, name, obj, options, lines):
    """Begin the text of a property with an empty comment: napoleon takes what stands before its first colon for a type."""
    if what == "property":
        lines[:0] = ["..", ""]


def setup(app):
    """Register what Sphinx calls."""
    app.add_directive("header", Header)
    app.connect("autodoc-process-docstring", keep_property, priority=400)  # napoleon has 500
    app.connect("source-read", put_readme_first)
    app.connect("doctree-read", mark_wide_tables)
    app.connect("source-read", add_fortran)
    app.connect("source-read", add_commands)
