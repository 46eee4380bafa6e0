"""Lanes are folders, slices of proof take equal time, and a change selects the tests near it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import conftest, lanes, recording, selection

ROOT = Path(__file__).resolve().parents[2]
MODULES = st.dictionaries(
    st.from_regex(r"tests/[a-z]{1,8}/proof/test_[a-z]{1,8}\.py", fullmatch=True), st.floats(0, 300)
)


def test_every_test_module_stands_in_a_lane():
    modules = sorted((ROOT / "tests").rglob("test_*.py"))

    assert {lanes.lane_of(module) for module in modules} == set(lanes.LANES)


def test_a_module_beside_the_lanes_is_refused_with_the_folders_that_there_are():
    with pytest.raises(lanes.NoLane, match=r"tests/games/test_new\.py stands in no lane.* pure, database, pages"):
        lanes.lane_of(Path("tests/games/test_new.py"))


def test_pytest_stops_at_a_module_beside_the_lanes_and_says_where_it_belongs(pytestconfig):
    with pytest.raises(pytest.UsageError, match=r"tests/games/test_new\.py stands in no lane"):
        conftest.pytest_ignore_collect(ROOT / "tests/games/test_new.py", pytestconfig)


def test_proof_is_collected_only_where_it_is_named():
    module = ROOT / "tests/site/proof/test_supervisor.py"

    assert conftest.pytest_ignore_collect(module, Asked(["tests"])) is True
    assert conftest.pytest_ignore_collect(module, Asked(["tests/site/proof"])) is None
    assert conftest.pytest_ignore_collect(module, Asked(["tests"], lanes="proof")) is None
    slices = [conftest.pytest_ignore_collect(module, Asked(["tests"], slice=f"{k}/5")) for k in range(5)]
    assert slices.count(None) == 1


class Asked:
    """A stand-in for pytest's configuration: arguments and options."""

    def __init__(self, args, **options):
        self.args, self.options = args, {"lanes": ",".join(lanes.USUAL), "slice": None, **options}

    def getoption(self, name):
        return self.options[name.removeprefix("--")]


@pytest.mark.parametrize(
    ("lane", "fixtures", "marked", "named"),
    [
        ("pure", ["db"], False, "db"),
        ("pure", [], True, "django_db"),
        ("pure", ["client"], False, "client"),
        ("database", ["client", "db"], True, "client"),
        ("pages", ["chromium"], False, "chromium"),
        ("processes", ["chromium"], False, "chromium"),
    ],
)
def test_a_test_that_uses_more_than_its_lane_allows_is_refused(lane, fixtures, marked, named):
    with pytest.raises(lanes.NoLane, match=f"lane `{lane}` may not use {named}"):
        lanes.check(lane, fixtures, marked)


@pytest.mark.parametrize(
    ("lane", "fixtures"),
    [("database", ["db"]), ("pages", ["client", "db"]), ("browser", ["chromium"]), ("proof", ["db"])],
)
def test_what_a_lane_allows_is_let_through(lane, fixtures):
    lanes.check(lane, fixtures, True)


@given(MODULES, st.integers(1, 6))
def test_slices_hold_every_module_once_and_none_is_longer_than_the_shortest_and_its_last_module(seconds, number):
    parts = lanes.slices(seconds, seconds, number)

    assert sorted(module for part in parts for module in part) == sorted(seconds)
    lasts = [sum(seconds[module] for module in part) for part in parts]
    for part, last in zip(parts, lasts, strict=True):
        assert not part or last <= min(lasts) + max(seconds[module] for module in part) + 1e-6


def test_a_record_is_read_back_with_its_seconds(tmp_path):
    recorder = recording.Recorder(tmp_path / "proof.txt")
    recorder.seconds["tests/site/proof/test_one.py"] = 12.34
    recorder.outcomes["tests/site/proof/test_one.py"]["passed"] = 3

    recorder.pytest_sessionfinish(0)

    text = recorder.file.read_text(encoding="utf-8")
    assert lanes.measured(text) == {"tests/site/proof/test_one.py": 12.3}
    assert text.startswith("# commit ")
    assert text.splitlines()[1:] == ["# 3 passed; exit status 0", "tests/site/proof/test_one.py  12.3 s  3 passed"]


def test_distances_count_imports_from_the_nearest_change():
    importers = {"rules": {"game", "bots"}, "game": {"pages"}, "bots": {"pages"}, "pages": {"site"}}

    assert selection.distances(["rules"], importers) == {"rules": 0, "game": 1, "bots": 1, "pages": 2, "site": 3}
    assert selection.distances(["bots", "rules"], importers)["pages"] == 1


@pytest.mark.parametrize(
    ("path", "room"),
    [
        ("games/catalogue/domego/rules/state.py", "tests/games/catalogue/domego"),
        ("games/catalogue/domego/help/en/rules.md", "tests/games/catalogue/domego"),
        ("classrooms/assess/grading/rubric.py", "tests/classrooms/assess/grading"),
        ("classrooms/templates/classrooms/grading/rubric.html", "tests/classrooms/assess/grading"),
        ("domego_site/settings.py", "tests/site"),
        ("README.md", ""),
    ],
)
def test_a_file_belongs_to_the_tests_that_mirror_its_folder(path, room):
    assert selection.room_of(path) == room


def test_a_change_of_urls_is_seen_first_by_the_table_of_permissions_and_the_test_of_every_page(monkeypatch):
    monkeypatch.setattr(selection, "importers", dict)

    near = selection.nearness(["classrooms/people/courses/urls.py"])

    first = {name for name, distance in near.items() if distance < 0}
    assert first == {"tests/matrix/pages/test_permissions.py", selection.EVERY_PAGE}
    assert selection.EVERY_PAGE in selection.chosen(near, {}, 10.0)[0]


@pytest.mark.parametrize(
    ("path", "is_seen"),
    [
        ("classrooms/templates/classrooms/courses/new.html", True),
        ("games/catalogue/domego/jinja2/domego/new.html", True),
        ("docs/new.html", False),
    ],
)
def test_a_new_template_is_seen_by_the_test_of_every_page(path, is_seen, monkeypatch):
    monkeypatch.setattr(selection, "importers", dict)

    assert (selection.EVERY_PAGE in selection.nearness([path], [path])) is is_seen
    assert selection.EVERY_PAGE not in selection.nearness([path])


def test_a_change_in_a_game_is_seen_by_its_tests_and_by_those_for_every_game():
    near = selection.nearness(["games/catalogue/dominato/rules/moves.py"])

    own = {name for name in near if name.startswith("tests/games/catalogue/dominato/")}
    assert own == {str(path.relative_to(ROOT)) for path in (ROOT / "tests/games/catalogue/dominato").rglob("test_*.py")}
    assert (
        selection.game_of(["games/catalogue/dominato/rules/moves.py", "tests/games/catalogue/dominato/table.py"])
        == "dominato"
    )
    assert selection.game_of(["games/catalogue/dominato/rules/moves.py", "games/platform/conf.py"]) == ""
    assert "tests/pure/test_conformance.py" in selection.every_game_modules()


def test_the_nearest_modules_are_run_as_long_as_there_is_time_and_the_others_are_named():
    near = {"tests/a/pure/test_a.py": 0, "tests/b/pure/test_b.py": 2, "tests/c/pages/test_c.py": 1}
    near["tests/d/browser/test_d.py"] = 0
    seconds = dict.fromkeys(near, 40.0)

    assert selection.chosen(near, seconds, 80.0) == (
        ["tests/a/pure/test_a.py", "tests/c/pages/test_c.py"],
        ["tests/d/browser/test_d.py", "tests/b/pure/test_b.py"],
    )
