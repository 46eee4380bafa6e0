import ast
import os
import re
import socket
import sys
from pathlib import Path

import pytest

from domego_site import bootstrap, ports, pythons, setting_up


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


def test_packages_are_installed_again_only_when_the_lock_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(setting_up, "ROOT", tmp_path)
    (tmp_path / setting_up.LOCK).write_text("a==1\n")
    before = setting_up.fingerprint(setting_up.LOCK)

    assert setting_up.fingerprint(setting_up.LOCK) == before
    (tmp_path / setting_up.LOCK).write_text("a==2\n")
    assert setting_up.fingerprint(setting_up.LOCK) != before


def stand_in(path: Path, seconds: str, status: int = 0) -> str:
    """A Python that needs so many seconds for any job."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {seconds}\nexit {status}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("other", "status", "is_taken"),
    [("0.0100", 0, False), ("0.0095", 0, False), ("0.0080", 0, True), ("0.0080", 1, False), ("fast", 0, False)],
)
def test_another_python_is_taken_only_if_it_is_clearly_faster(tmp_path, monkeypatch, other, status, is_taken):
    current = stand_in(tmp_path / "now" / "python3", "0.0100")
    path = stand_in(tmp_path / "other" / "python3", other, status)
    monkeypatch.setenv("PATH", f"{tmp_path / 'other'}:{tmp_path / 'none'}:/bin:/usr/bin")
    monkeypatch.setattr(pythons, "candidates", lambda _current: [path])

    assert pythons.fastest(current) == (path if is_taken else current)


def test_each_python_of_the_path_is_a_candidate_once_and_the_current_one_is_none(tmp_path, monkeypatch):
    current = stand_in(tmp_path / "now" / "python3", "1")
    path = stand_in(tmp_path / "other" / "python3", "1")
    (tmp_path / "other" / f"python3.{sys.version_info.minor}").symlink_to("python3")
    monkeypatch.setenv("PATH", f"{tmp_path / 'other'}:{tmp_path / 'now'}")
    monkeypatch.setattr(pythons, "PLACES", (str(tmp_path / "none"),))

    assert [os.path.realpath(each) for each in pythons.candidates(current)] == [path]


def test_the_python_that_runs_can_do_the_job_that_is_timed():
    assert pythons._seconds(sys.executable) > 0


def locked(lock: str) -> dict[str, list[str]]:
    """The lines of hashes by pin, without its marker."""
    found: dict[str, list[str]] = {}
    pin = ""
    for line in (setting_up.ROOT / lock).read_text().splitlines():
        if line.startswith("    --hash=sha256:"):
            found[pin].append(line)
        elif not line.startswith("#"):
            pin = line.removesuffix("\\").partition(";")[0].strip()
            found[pin] = []
    return found


@pytest.mark.parametrize("lock", [setting_up.LOCK, setting_up.DEV_LOCK])
def test_a_lock_holds_what_is_pinned_and_a_hash_of_each_file(lock):
    lines = (setting_up.ROOT / lock).with_suffix(".txt").read_text().splitlines()
    wanted = [line.partition("#")[0].strip() for line in lines if line[:1] not in {"", "#", "-"}]
    pins = {re.sub(r"\[.*\]", "", pin).lower().replace("_", "-") for pin in wanted}

    found = locked(lock)

    assert pins <= found.keys()
    assert [pin for pin, hashes in found.items() if not hashes] == []


def test_both_locks_agree():
    runs, develops = locked(setting_up.LOCK), locked(setting_up.DEV_LOCK)

    assert {pin: develops.get(pin) for pin in runs} == runs


def test_the_installer_itself_is_installed_by_its_hashes():
    lines = setting_up.pinned("uv", setting_up.DEV_LOCK).splitlines()

    assert lines[0].startswith("uv==")
    assert {line.split(":")[0] for line in lines[1:]} == {"    --hash=sha256"}
    assert not lines[-1].endswith("\\")


def test_setting_up_ends_with_the_commands_that_bring_what_is_not_there_yet(monkeypatch, capsys):
    monkeypatch.setattr(setting_up, "set_up", lambda: None)
    monkeypatch.setattr(setting_up, "manage", lambda *arguments: 0)

    assert setting_up.main(["setup"]) == 0
    assert capsys.readouterr().out == (
        "Ready after 0 s. Start the site: make run. "
        "Tests and checks (their tools are installed at first use): make test, make lint, make dev\n"
    )


@pytest.mark.parametrize("target", ["run", "dev"])
def test_a_port_in_use_is_said_before_anything_is_set_up(monkeypatch, capsys, target):
    monkeypatch.setattr(setting_up, "set_up", lambda lock: pytest.fail("it set up first"))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setenv("HOST", "")
        monkeypatch.setenv("PORT", str(port))

        assert setting_up.main([target]) == 1

    said = capsys.readouterr().out
    free = re.search(r"PORT=(\d+)", said)
    assert free is not None
    assert said == f"Port {port} of 127.0.0.1 is in use. Another one: PORT={free[1]} make {target}\n"
    assert ports.fault("127.0.0.1", int(free[1])) is None


def test_a_port_that_nobody_has_is_left_to_the_web_server():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

    assert ports.fault("127.0.0.1", port) is None


def test_an_address_of_another_machine_is_told_with_the_reason():
    assert (ports.fault("192.0.2.1", 8000) or "").startswith("Port 8000 of 192.0.2.1 cannot be used: ")


def test_an_unknown_target_is_refused(capsys):
    assert setting_up.main(["fly"]) == 2
    assert capsys.readouterr().out == f"Say one of: {', '.join(setting_up.TARGETS)}\n"
    assert set(setting_up.TARGETS) == set(re.findall(r"^([a-z-]+):  ##", makefile(), re.MULTILINE)) - {"help"}


def makefile():
    return (setting_up.ROOT / "Makefile").read_text(encoding="utf-8")
