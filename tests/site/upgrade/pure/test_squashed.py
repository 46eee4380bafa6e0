"""Squashed migrations make the same tables as the replaced ones, and every site continues from its state."""

import pytest
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.site.upgrade.schemas import graph_of_steps, steps


def test_the_models_after_both_are_the_same():
    squashed, replaced = MigrationLoader(None).graph, graph_of_steps()

    for before, after in ((replaced, squashed), (squashed, replaced)):
        assert MigrationAutodetector(before.make_state(), after.make_state()).changes(after) == {}


@pytest.mark.parametrize("done", range(len(steps()) + 1))
def test_a_site_takes_each_step_that_it_has_not_had_and_a_squashed_one_only_for_all(done, monkeypatch):
    had = steps()[:done]
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda recorder: dict.fromkeys(had))

    executor = MigrationExecutor(connection)
    executor.loader.check_consistent_history(connection)

    plan = [(each.app_label, each.name) for each, _back in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    wanted = set(steps()[done:])
    for key, squashed in executor.loader.replacements.items():
        if wanted.issuperset(squashed.replaces):
            wanted = wanted.difference(squashed.replaces) | {key}
    assert (set(plan), len(plan)) == (wanted, len(wanted))
    assert executor.loader.detect_conflicts() == {}
