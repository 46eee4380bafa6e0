"""Files for servers: image, compose file, units and proxy configurations name only things that the site really has."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from domego_site import health, paths, processes

ROOT = paths.BASE_DIR
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
WORKERS = {f"work {queue}{' --beat' if queue == 'play' else ''}" for queue in processes.QUEUES}


def compose() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]


def commands(text: str) -> set[str]:
    return {line.strip() for line in re.findall(r"python manage\.py ([^\n\"]+)", text)}


def needs(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"no {program} here: apt-get install {program.partition('-')[0]}")
    return found


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/nonexistent", **environment},
    )


def test_containers_run_the_web_server_and_a_worker_of_each_queue():
    ours = {name: service for name, service in compose().items() if service.get("image") == "domego"}
    image = (ROOT / "Dockerfile").read_text()

    assert {service["command"].partition("manage.py ")[2] for service in ours.values() if "command" in service} == {
        "prepare",
        "live",
        *WORKERS,
    }
    assert 'CMD ["python", "manage.py", "serve"]' in image
    assert "command" not in ours["web"]


def test_containers_of_the_site_may_write_one_volume_and_hold_no_privilege():
    ours = {name: service for name, service in compose().items() if service.get("image") == "domego"}
    rights = {
        name: (service["read_only"], service["cap_drop"], service["security_opt"], service["volumes"], service["tmpfs"])
        for name, service in ours.items()
    }

    assert rights == dict.fromkeys(
        ours,
        (True, ["ALL"], ["no-new-privileges:true"], ["site:/var/lib/domego"], "/tmp"),  # noqa: S108
    )
    assert re.findall(r"^USER (.+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE) == ["domego"]


def test_the_health_of_each_container_is_asked_for_by_its_name():
    asked = {
        name: service["healthcheck"]["test"][-1]
        for name, service in compose().items()
        if service.get("image") == "domego" and "healthcheck" in service
    }

    assert asked == {name: name for name in health.NAMES if name != "beat"}


def test_units_run_the_web_server_a_worker_of_each_queue_and_the_backup():
    texts = {unit.name: unit.read_text() for unit in UNITS}
    run_by_units = set().union(*(commands(text) for text in texts.values()))
    wanted = set(texts["domego.target"].partition("Wants=")[2].splitlines()[0].split())

    assert run_by_units == {"prepare", "serve", "live", "work play --beat", "work %i", "backup --no-key"}
    assert wanted == {
        "domego-web.service",
        "domego-live.service",
        "domego-play.service",
        *(f"domego-worker@{queue}.service" for queue in processes.QUEUES if queue != "play"),
    }


def steps_of_the_backup(directory: Path) -> list[list[str]]:
    """The commands of the unit, as systemd runs them, in another directory and with `echo` in place of Python."""
    text = (DEPLOY / "systemd" / "domego-backup.service").read_text()
    text = text.replace("/var/backups/domego", str(directory)).replace("/opt/domego/.venv/bin/python", "/bin/echo")
    lines = re.findall(r"^ExecStart(?:Pre|Post)?=(.+)$", text, re.MULTILINE)
    return [shlex.split(line.replace("$$", "$").replace("%%", "%")) for line in lines]


def test_the_nightly_backup_has_the_date_in_its_name_and_leaves_the_fourteen_newest(tmp_path):
    nights = [f"2026-{month:02}-{day:02}-033000.backup" for month in (2, 11) for day in range(1, 9)]
    others = ["2026-01-01.backup", "by hand.backup", "erasures.jsonl"]
    for name in [*nights, *others, "2026-11-08-033000.backup.partial"]:
        (tmp_path / name).touch()

    runs = [run(*step) for step in steps_of_the_backup(tmp_path)]

    assert [(each.returncode, each.stderr) for each in runs] == [(0, "")] * 3
    made = re.fullmatch(rf"manage\.py backup --no-key {tmp_path}/(\S+)\n", runs[1].stdout)
    assert made is not None
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}\.backup", made[1])
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*nights[2:], *others])


def test_the_timer_starts_the_backup_where_it_may_write():
    service = (DEPLOY / "systemd" / "domego-backup.service").read_text()
    guide = (ROOT / "docs" / "run" / "install.md").read_text()

    assert (DEPLOY / "systemd" / "domego-backup.timer").exists()
    assert re.findall(r"^ReadWritePaths=(.+)$", service, re.MULTILINE) == ["/var/backups/domego"]
    assert "install --directory --owner domego --group domego --mode 0700 /var/backups/domego\n" in guide
    assert "systemctl enable --now domego-backup.timer\n" in guide


def test_each_command_of_the_guide_is_one_of_the_site():
    guide = (ROOT / "docs" / "run" / "install.md").read_text()
    named = set(re.findall(r"(?:deploy/manage|manage\.py) ([a-z_]+)", guide))

    assert named
    assert named - get_commands().keys() == set()


def test_each_file_of_the_guide_is_there():
    guide = (ROOT / "docs" / "run" / "install.md").read_text()
    named = set(re.findall(r"/opt/domego/(deploy/[\w./-]+)", guide))

    assert {"deploy/manage", "deploy/Caddyfile", "deploy/nginx.conf"} <= named
    assert [name for name in named if not list(ROOT.glob(name + "*"))] == []


def test_the_image_holds_all_that_is_imported():
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    code = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()} - {"tests", "benchmarks"}

    assert let_in == {"manage.py", "requirements.lock", "LICENSE", "templates", *code}


def test_systemd_reads_the_units(tmp_path):
    analyze = needs("systemd-analyze")
    copies = []
    for unit in UNITS:
        copy = tmp_path / unit.name
        text = unit.read_text().replace("/opt/domego/.venv/bin/python", "/bin/true").replace("User=domego", "User=root")
        copy.write_text(text.replace("Group=domego", "Group=root"))
        copies.append(copy)

    read = run(analyze, "verify", "--man=no", *copies)

    assert (read.returncode, read.stderr) == (0, "")


def test_nginx_reads_its_sample(tmp_path):
    nginx, openssl = needs("nginx"), needs("openssl")
    names = ("-subj", "/CN=games.example.org", "-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem")
    assert run(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *names).returncode == 0
    sample = (DEPLOY / "nginx.conf").read_text()
    sample = sample.replace("/etc/letsencrypt/live/games.example.org", str(tmp_path))
    sample = sample.replace("/var/log/nginx", str(tmp_path)).replace("listen 80;", "listen 127.0.0.1:1080;")
    sample = sample.replace("listen 443 ", "listen 127.0.0.1:1443 ").replace("listen [::]:", "listen [::1]:1")
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{sample}}}\n")

    read = run(nginx, "-t", "-q", "-e", tmp_path / "error.log", "-c", tmp_path / "nginx.conf")

    assert (read.returncode, read.stderr) == (0, "")


def test_caddy_reads_its_sample(tmp_path):
    caddy = needs("caddy")

    read = run(
        caddy,
        "validate",
        "--config",
        DEPLOY / "Caddyfile",
        "--adapter",
        "caddyfile",
        SITE="games.example.org",
        XDG_DATA_HOME=str(tmp_path),
        XDG_CONFIG_HOME=str(tmp_path),
    )

    assert read.returncode == 0, read.stderr
    assert "Valid configuration" in read.stdout + read.stderr
