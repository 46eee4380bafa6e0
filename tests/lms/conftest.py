"""The walk in a real Moodle is part of a run that names one; any other run leaves it out and says so."""

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WHY = "tests/lms: left out, MOODLE_URL names no Moodle (docs/lms.md says how to walk in one)"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if HERE in item.path.parents]
    if left_out and not os.environ.get("MOODLE_URL"):
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.write_line(WHY)
