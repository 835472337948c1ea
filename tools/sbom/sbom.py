#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Write the bill of materials of wheels and packages: see sbom.sh."""

from __future__ import annotations

import datetime
import hashlib
import os
import platform
import re
import sys
import tempfile
import uuid
from collections.abc import Iterable
from pathlib import Path

from artifact import Artifact, SbomError, read
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from graph import Graph
from origin import Part, parts, parts_of_page
from packageurl import PackageURL

LICENSE = "BSD-3-Clause"


def main(arguments: list[str]) -> int:
    """Write NAME.cdx.json beside each file."""
    if len(arguments) < 2:
        print("usage: sbom.sh BUILD FILE...: the folder of a build, and the wheels and packages made from it", file=sys.stderr)
        return 2
    try:
        graph = Graph(Path(arguments[0]))
        for name in arguments[1:]:
            with tempfile.TemporaryDirectory() as folder:
                artifact = read(Path(name), Path(folder))
            text = JsonV1Dot6(bill(artifact, graph)).output_as_string(indent=2)
            if problem := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
                raise SbomError(f"the bill of materials of {name} is not valid: {problem}")
            target = Path(f"{name}.cdx.json")
            target.write_text(text + "\n")
            print(target)
    except SbomError as error:
        print(f"sbom.py: {error}", file=sys.stderr)
        return 1
    return 0


def bill(artifact: Artifact, graph: Graph) -> Bom:
    """The bill of materials: files and bundled packages are components of the artifact, what it needs stands beside it."""
    whole = Component(
        name=artifact.name,
        version=artifact.version,
        type=ComponentType.APPLICATION,
        licenses=[LicenseExpression(LICENSE)],
        hashes=[_sha256(hashlib.sha256(artifact.path.read_bytes()).hexdigest())],
        purl=PackageURL("generic", None, artifact.name, artifact.version),  # neither PyPI's nor Debian's
        bom_ref="artifact",
        properties=[Property(name="cartwright:file", value=artifact.path.name)],
    )
    bundled = _bundled(artifact, graph)
    if artifact.kind == "pypi":
        _check_licenses(artifact, bundled.values())
    whole.components.update(bundled.values())
    for name, sha256 in artifact.files.items():
        whole.components.add(
            Component(name=name, type=ComponentType.FILE, hashes=[_sha256(sha256)], bom_ref=f"file:{name}")
        )

    bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, str(whole.hashes[0].content)))
    bom.metadata.timestamp = datetime.datetime.fromtimestamp(
        int(os.environ.get("SOURCE_DATE_EPOCH", artifact.path.stat().st_mtime)), datetime.timezone.utc
    )
    bom.metadata.component = whole
    needed = [_needed(need, artifact.kind) for need in artifact.needs]
    if artifact.kind == "pypi":  # dpkg knows the packages of libraries, a wheel has only their names
        own = {Path(library).name for library in artifact.libraries}
        names = {name for libraries in artifact.libraries.values() for name in libraries} - own
        needed += [
            Component(name=name, type=ComponentType.LIBRARY, bom_ref=f"library:{name}") for name in sorted(names)
        ]
    for component in needed:
        bom.components.add(component)
    bom.register_dependency(whole, needed)
    return bom


def _bundled(artifact: Artifact, graph: Graph) -> dict[str, Component]:
    """The packages of which something was compiled or linked into a library or a program, and into which."""
    bundled: dict[str, Component] = {}
    for library, needed in artifact.libraries.items():
        static = not any(name.startswith("libstdc++.so") for name in needed)
        for part in parts(graph.read_for(graph.output_of(library)), graph.build):
            how = "linked" if part.name.startswith("libstdc++") and static else part.how
            component = bundled.setdefault(part.name, _component(part))
            component.properties.add(Property(name=f"cartwright:{how} into", value=library))
    for part in parts_of_page() if artifact.pages else []:
        bundled[part.name] = _component(part)
        bundled[part.name].properties.update(Property(name="cartwright:compiled into", value=page) for page in artifact.pages)
    return bundled


def _component(part: Part) -> Component:
    return Component(
        name=part.name,
        version=part.version,
        type=ComponentType.LIBRARY,
        licenses=[LicenseExpression(part.license)],
        purl=PackageURL.from_string(part.purl),
        hashes=[_sha256(part.sha256)] if part.sha256 else None,
        bom_ref=f"bundled:{part.name}",
    )


def _needed(need: str, kind: str) -> Component:
    name = re.split(r"[\s(;<>=!~\[:|]", need, maxsplit=1)[0]
    return Component(
        name=name,
        type=ComponentType.LIBRARY,
        purl=PackageURL(kind, _namespace(kind), name),
        bom_ref=f"needed:{need}",
        properties=[Property(name="cartwright:needs", value=need)],
    )


def _check_licenses(artifact: Artifact, bundled: Iterable[Component]) -> None:
    """A wheel has the text of each license: that of the package, or that which the package shares with others."""
    texts = {Path(name).stem for name in artifact.files if "/licenses/" in name}
    for component in bundled:
        (license,) = component.licenses
        names = set(re.split(r" (?:AND|OR|WITH) ", license.value))
        if component.name not in texts and not names <= texts:
            raise SbomError(f"{artifact.path} contains {component.name} and not its license: add it in python/CMakeLists.txt")


def _namespace(kind: str) -> str | None:
    return platform.freedesktop_os_release()["ID"] if kind == "deb" else None


def _sha256(value: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
