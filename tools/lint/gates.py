# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The gates of `make lint`: a name, the commands, and how to mend what they find."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
Command = list[str]


# Text that is not ours to spell: what others wrote, inputs of tests, and what is generated.
TEXT_OF_OTHERS = (
    ".gersemirc",
    "LICENSE",  # and the folder LICENSES
    "docs/images/",
    "tests/data/",
    "tests/fuzz/corpus/",
    "tests/suites/inputs/",
    "viewer/dist/",
    "viewer/package-lock.json",
)


@dataclass(frozen=True)
class Gate:
    """A check that passes if all its commands exit with 0."""

    name: str
    commands: Callable[[], list[Command]]
    remedy: str


def files(*patterns: str, without: tuple[str, ...] = ()) -> list[str]:
    """Return the files of the repository that match, new ones included, relative to its root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT,
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    ).stdout.splitlines()
    return [name for name in sorted(set(listed)) if not name.startswith(without) and (ROOT / name).is_file()]


def script(name: str, *arguments: str) -> Command:
    """Return the command that runs a script of this folder."""
    return [sys.executable, f"tools/lint/{name}", *arguments]


def sources() -> list[str]:
    """Return what clang-format formats."""
    return files("*.c", "*.h", "*.cpp", "*.hpp", without=("viewer/", "tests/data/"))


def cmake_files() -> list[str]:
    """Return what gersemi formats."""
    return files("CMakeLists.txt", "*/CMakeLists.txt", "*.cmake")


def shell_files() -> list[str]:
    """Return all shell scripts. SC2154 is left out below: sourced scripts share variables with those that source them."""
    return files("*.sh", ".ci/run", "tests/launchers/stand_ins/launcher")


def packaging_checks() -> list[Command]:
    """Return the commands that check what can only run elsewhere: workflows, and the container file."""
    schema = ["check-jsonschema", "--builtin-schema"]
    container = "packaging/container"
    issue_config = ".github/ISSUE_TEMPLATE/config.yml"
    return [
        [*schema, "vendor.github-workflows", *files(".github/workflows/*.yml")],
        [*schema, "vendor.github-issue-forms", *files(".github/ISSUE_TEMPLATE/*.yml", without=(issue_config,))],
        [*schema, "vendor.github-issue-config", issue_config],
        [*schema, "vendor.gitlab-ci", "packaging/gitlab-ci.yml"],
        [*schema, "vendor.citation-file-format", "CITATION.cff"],
        ["zizmor", "--offline", "--quiet", ".github"],
        ["hadolint", "--config", f"{container}/hadolint.yaml", f"{container}/Containerfile"],
    ]


def typed_programs() -> list[Command]:
    """Return the commands of mypy: the package as it is imported, programs as they are run."""
    mypy = ["mypy", "--no-error-summary"]
    return [
        [*mypy, "-p", "cartwright"],
        [*mypy, "tools/lint"],
        [*mypy, *files("tests/schema/*.py")],
    ]


GATES = [
    Gate(
        "format",
        lambda: [["clang-format", "--dry-run", "--Werror", *sources()]],
        "run tools/lint/format.sh, which formats all files",
    ),
    Gate(
        "cmake", lambda: [["gersemi", "--check", *cmake_files()]], "run tools/lint/format.sh, which formats all files"
    ),
    Gate("tidy", lambda: [script("tidy.py")], "mend what clang-tidy found; .clang-tidy lists the checks"),
    Gate(
        "spelling",
        lambda: [["codespell", "--config", "tools/lint/codespell.cfg", *files(".", without=TEXT_OF_OTHERS)]],
        "correct the words; names that only look wrong belong in tools/lint/codespell.cfg",
    ),
    Gate(
        "english",
        lambda: [script("english_test.py"), script("english.py", *files(".", without=TEXT_OF_OTHERS))],
        "rewrite the sentences: CONTRIBUTING.md says how",
    ),
    Gate(
        "shell", lambda: [["shellcheck", "--severity=warning", "--exclude=SC2154", *shell_files()]], "mend the scripts"
    ),
    Gate("python", lambda: [["ruff", "check", "--quiet", *files("*.py")]], "mend it, or run ruff check --fix"),
    Gate("types", typed_programs, "mend the types; pyproject.toml says what is checked"),
    Gate(
        "plan",
        lambda: [script("floor_plan_test.py"), script("floor_plan.py", "--check")],
        "turn the dependency around, or draw the plan anew with tools/lint/floor_plan.py",
    ),
    Gate("house", lambda: [script("house_test.py"), script("house.py")], "mend the lines that it prints"),
    Gate(
        "links",
        lambda: [script("links_test.py"), script("links.py", *files("*.md"))],
        "correct the links, or the headings that they name",
    ),
    Gate(
        "versions",
        lambda: [script("versions_test.py"), script("versions.py")],
        "give the files one version and one date: RELEASING.md says how",
    ),
    Gate("licenses", lambda: [["reuse", "lint", "--lines"]], "state the license in the file or in REUSE.toml"),
    Gate("packaging", packaging_checks, "mend the workflows and the container file"),
    Gate("doxygen", lambda: [["doxygen", "docs/Doxyfile"]], "describe what is public in include/cartwright"),
]
