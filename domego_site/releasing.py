"""A release: its checks, its notes and its tag. Standard library only, as `setting_up` needs it."""

import re
import subprocess
import tomllib
from datetime import date
from pathlib import Path


def notes(changelog: str, version: str) -> str:
    """The part of a changelog (Keep a Changelog) under the heading of `version`; empty if there is none."""
    parts = re.split(r"^## \[(.+?)\].*$", changelog, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True)).get(version, "").strip()


def released_on(changelog: str, version: str) -> date | None:
    found = re.search(rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$", changelog, re.MULTILINE)
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None


def faults(root: Path, version: str) -> list[str]:
    """All obstacles of a release, each with its remedy. It changes nothing."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        return ["VERSION is missing or no version. To mend: make release VERSION=1.0.0"]
    found = []
    if git(root, "status", "--porcelain"):
        found.append("The tree is not clean. To mend: commit, or put changes aside with git stash.")
    if git(root, "tag", "--list", f"v{version}"):
        found.append(f"There is a tag v{version} already. To mend: choose the next version.")
    written = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if written != version:
        found.append(f"pyproject.toml has the version {written}. To mend: write {version} there and commit.")
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if not notes(changelog, version):
        found.append(f"CHANGELOG.md says nothing of {version}. To mend: a part ## [{version}] - YEAR-MONTH-DAY.")
    elif released_on(changelog, version) is None:
        found.append(f"CHANGELOG.md has no day for {version}. To mend: ## [{version}] - YEAR-MONTH-DAY")
    return found


def tag(root: Path, version: str) -> None:
    """An annotated tag with the notes, on this machine alone."""
    text = notes((root / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    git(root, "tag", "--annotate", "--cleanup=verbatim", f"v{version}", "--message", f"{version}\n\n{text}\n")


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()
