# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""All ranks run the same tests. Rank 0 reports; a failure anywhere ends the program, lest the others wait."""

import sys

import pytest
from mpi4py import MPI

comm = MPI.COMM_WORLD


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    if comm.rank != 0:
        config.pluginmanager.unregister(config.pluginmanager.getplugin("terminalreporter"))


def pytest_runtest_logreport(report):
    if report.failed:
        print(f"rank {comm.rank}: {report.nodeid}: {report.longreprtext}", file=sys.stderr, flush=True)
        comm.Abort(1)


@pytest.fixture(autouse=True)
def no_settings(monkeypatch):
    for name in ("BUDGET", "MAPPING", "NODES", "REORDER", "SEED", "STENCIL", "TIER"):
        monkeypatch.delenv(f"CARTWRIGHT_{name}", raising=False)
