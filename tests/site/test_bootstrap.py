import ast
from pathlib import Path

import pytest

from domego_site import bootstrap, setting_up


def test_a_python_that_is_too_old_is_told_the_command():
    assert bootstrap.too_old((3, 9, 2)) == (
        "Python 3.11 or later is needed, found 3.9.2. To mend: "
        "apt-get install -y --no-install-recommends python3.11 python3.11-venv"
    )


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 1), (4, 0, 0)])
def test_a_python_that_is_new_enough_is_left_alone(version):
    assert bootstrap.too_old(version) == ""


def test_an_old_python_can_read_the_first_step():
    tree = ast.parse(Path(bootstrap.__file__).read_text())
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.AsyncFunctionDef)

    assert [node for node in ast.walk(tree) if isinstance(node, newer)] == []
    assert [node.arg for node in ast.walk(tree) if isinstance(node, ast.arg) and node.annotation] == []


def test_packages_are_installed_again_only_when_the_requirements_change(tmp_path, monkeypatch):
    monkeypatch.setattr(setting_up, "ROOT", tmp_path)
    for name in ("requirements.txt", "requirements-dev.txt", "constraints.txt"):
        (tmp_path / name).write_text("a==1\n")
    before = setting_up.fingerprint("requirements-dev.txt")

    assert setting_up.fingerprint("requirements-dev.txt") == before
    (tmp_path / "constraints.txt").write_text("a==2\n")
    assert setting_up.fingerprint("requirements-dev.txt") != before


def test_an_unknown_target_is_refused(capsys):
    assert setting_up.main(["fly"]) == 2
    assert capsys.readouterr().out == "Say one of: setup, run, test, lint, bench, bench-strength\n"
