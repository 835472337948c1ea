# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Validates the explanations of FFT plans for arrays on a GPU with the published schema.
usage: check_fft_device.py SCHEMA COMMAND...     COMMAND prints the JSON of several plans, one per line"""

from plans import Explained

explained = Explained()
plans = explained.plans
for plan in plans:
    assert plan["memory"] == "device" and plan["backend"] == "cuFFT", plan
    dims = plan["grid"]["dims"]
    assert [step["members"] for step in plan["transposes"]] == dims[::-1], plan
    for step in plan["transposes"]:
        # Each process has all others of its line as partners.
        assert step["pairs"] == plan["processes"] * (step["members"] - 1), step
        some = 0 < step["shared"] < step["pairs"]
        methods = ("gpu-shared",) if step["shared"] == step["pairs"] else ("gpu-aware", "gpu-staged")
        assert step["method"] in (("gpu-shared-aware", "gpu-shared-staged") if some else methods), step
    for place in (("problem",), ("grid",), ("transposes", 0), ("bricks",)):
        explained.rejects_more(plan, *place)
    # A plan for a GPU neither has what only plans for the host have, nor lacks its own.
    explained.rejects(plan, {"memory": "host"})
    explained.rejects(plan, {"predicted_seconds": 1.0}, "grid")
    explained.rejects(plan, {"candidates": [{"method": "alltoallv"}]}, "transposes", 0)
    explained.rejects(plan, {"method": "alltoallv"}, "transposes", 0)
    explained.rejects(plan, {"pairs": None}, "transposes", 0)
methods_seen = {step["method"] for plan in plans for step in plan["transposes"]}
assert methods_seen == {f"gpu-{way}" for way in ("shared", "shared-aware", "shared-staged", "aware", "staged")}, methods_seen
print(f"{len(plans)} plans follow {explained.title}")
