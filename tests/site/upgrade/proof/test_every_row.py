"""A site of commit b5f1da24, with rows in every table, keeps each of them under this version."""

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.site.upgrade.schemas import run

WIDE = Path(__file__).parents[1] / "b5f1da24.sqlite3.xz"
ADDED = {
    "auth_permission": [
        f"{verb}_{model}"
        for verb in ("add", "change", "delete", "view")
        for model in (
            *("bankfit", "observerlink", "ownscenario", "poll", "pollvote", "scenarioversion"),
            *("study", "studyarm", "studyperson", "studypool", "studyquestion", "studytest"),
            *("tableobserver", "teammail", "teammailcopy"),
        )
    ],
    "django_content_type": [
        *("bankfit", "observerlink", "ownscenario", "poll", "pollvote", "scenarioversion"),
        *("study", "studyarm", "studyperson", "studypool", "studyquestion", "studytest"),
        *("tableobserver", "teammail", "teammailcopy"),
    ],
    "django_migrations": [
        ("classrooms", "0002_squashed_0029_decision_quality"),
        ("classrooms", "0030_columns_of_lists"),
        ("classrooms", "0031_roles_dealt"),
        ("classrooms", "0032_opens_itself"),
        ("classrooms", "0033_columns_of_links"),
        ("classrooms", "0034_polls"),
        ("classrooms", "0035_kinds_of_lines"),
        ("classrooms", "0036_own_scenarios"),
        ("classrooms", "0037_studies"),
        ("classrooms", "0038_study_papers"),
        ("classrooms", "0039_predictions"),
        ("classrooms", "0040_team_mails"),
        ("classrooms", "0041_events_count"),
        ("classrooms", "0042_observers"),
        ("classrooms", "0043_decision_sheets"),
        ("classrooms", "0044_poll_words"),
        ("games", "0001_squashed_0011_ways_of_reading"),
        ("games", "0012_awaits_people"),
        ("games", "0013_stand_ins"),
        ("games", "0014_required_decisions"),
        ("games", "0015_facilitator_events"),
        ("games", "0016_paper_moves"),
        ("site", "0003_scenario_alerts"),
    ],
}
"""Rows that an upgrade may add: migrations since then, and Django's own rows of each new model."""
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'"


@pytest.fixture
def wide(tmp_path):
    (tmp_path / "db.sqlite3").write_bytes(lzma.decompress(WIDE.read_bytes()))
    return tmp_path


def rows_of(directory):
    """The rows of each table by its name, without the table of SQLite's own counters."""
    with closing(sqlite3.connect(directory / "db.sqlite3")) as database:
        database.row_factory = sqlite3.Row
        tables = [name for (name,) in database.execute(TABLES)]
        read = {name: database.execute(f'SELECT * FROM "{name}"') for name in tables}  # noqa: S608 - its own names
        return {name: [dict(row) for row in rows] for name, rows in read.items()}


def added(before, after):
    """The new rows by table. Each old row must be unchanged and in the same place."""
    assert before.keys() <= after.keys()
    for name, rows in before.items():
        for row, now in zip(rows, after[name], strict=False):
            assert {column: now[column] for column in row} == row, name
        assert len(rows) <= len(after[name]), name
    return {name: more for name, rows in after.items() if (more := rows[len(before.get(name, ())) :])}


def names(migrations):
    return sorted((row["app"], row["name"]) for row in migrations)


def test_every_table_of_the_old_site_has_a_row(wide):
    assert [name for name, rows in rows_of(wide).items() if not rows] == []


def test_migrating_changes_no_row_and_adds_what_is_named_here(wide):
    before = rows_of(wide)

    run(wide, "migrate", "--verbosity", "0")

    more = added(before, rows_of(wide))
    more["django_migrations"] = names(more["django_migrations"])
    for table, column in (("auth_permission", "codename"), ("django_content_type", "model")):
        more[table] = sorted(row[column] for row in more[table])
    assert more == ADDED
    said = run(wide, "verify_match", "--all")
    assert said.count(": verified,") == len(before["games_match"])


def test_an_upgrade_takes_the_new_steps_and_records_the_squashed_migrations(wide):
    said = run(wide, "upgrade", "--no-restart")

    assert "The database is 21 migrations behind." in said
    assert names(rows_of(wide)["django_migrations"][-23:]) == ADDED["django_migrations"]
