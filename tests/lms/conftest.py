"""The walks in a real Moodle run only if the command names one. Other runs leave them out and report it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WHY = "tests/lms: left out, MOODLE_URL names no Moodle (docs/run/connect-an-lms.md says how to walk in one)"
WHY_CODE = "tests/lms: test_roles left out, MOODLE_CODE names no folder of Moodle's code (docs/run/connect-an-lms.md)"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for why, left_out in _left_out(items):
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.write_line(why)


def _left_out(items: list[pytest.Item]) -> Iterator[tuple[str, list[pytest.Item]]]:
    walks = [item for item in items if HERE in item.path.parents]
    if not os.environ.get("MOODLE_URL"):
        found = WHY, walks
    elif not os.environ.get("MOODLE_CODE"):
        found = WHY_CODE, [item for item in walks if item.path.stem == "test_roles"]
    else:
        return
    if found[1]:
        yield found
