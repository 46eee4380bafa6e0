"""`make release` succeeds only if all its conditions hold, and creates a tag with the notes."""

import subprocess

import pytest

from domego_site import releasing

CHANGELOG = "# Changelog\n\n## [1.1.0] - 2026-12-01\n\n### Added\n\n- A game.\n\n## [1.0.0] - Unreleased\n\n- All.\n"


@pytest.fixture
def clone(tmp_path, monkeypatch):
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):  # where a hook of git runs the tests
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.1.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    for command in (["init", "-q"], ["config", "user.name", "A"], ["config", "user.email", "a@example.org"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "-c", "core.hooksPath=/dev/null", "commit", "-qm", "All."], cwd=tmp_path, check=True)
    return tmp_path


def test_a_release_is_tagged_with_its_notes_once(clone):
    assert releasing.faults(clone, "1.1.0") == []

    releasing.tag(clone, "1.1.0")

    said = releasing.git(clone, "tag", "--list", "--format=%(contents)", "v1.1.0")
    assert said == "1.1.0\n\n### Added\n\n- A game."
    assert releasing.faults(clone, "1.1.0") == ["There is a tag v1.1.0 already. To mend: choose the next version."]


def test_each_fault_is_named_with_its_remedy(clone):
    (clone / "new.txt").touch()

    assert [fault.partition(".")[0] for fault in releasing.faults(clone, "")] == ["VERSION is missing or no version"]
    assert [fault.partition(". To mend")[0] for fault in releasing.faults(clone, "1.0.0")] == [
        "The tree is not clean",
        "pyproject.toml has the version 1.1.0",
        "CHANGELOG.md has no day for 1.0.0",
    ]
    assert releasing.faults(clone, "2.0.0")[-1] == (
        "CHANGELOG.md says nothing of 2.0.0. To mend: a part ## [2.0.0] - YEAR-MONTH-DAY."
    )


@pytest.mark.parametrize(("day", "found"), [("2026-12-01", True), ("2026-13-01", False), ("soon", False)])
def test_a_release_has_a_day(day, found):
    assert (releasing.released_on(f"## [1.0.0] - {day}\n", "1.0.0") is not None) == found
