"""Fonts of this machine for names in scripts that the site's own font lacks. Standard library only."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from typing import Final

CORE, CJK = "fonts-noto-core", "fonts-noto-cjk"
SCRIPTS: Final[Mapping[str, tuple[str, str]]] = {
    "Chinese": ("zh-cn", CJK),
    "Japanese": ("ja", CJK),
    "Korean": ("ko", CJK),
    "Arabic": ("ar", CORE),
    "Hebrew": ("he", CORE),
    "Devanagari": ("hi", CORE),
    "Bengali": ("bn", CORE),
    "Tamil": ("ta", CORE),
    "Sinhala": ("si", CORE),
    "Thai": ("th", CORE),
    "Georgian": ("ka", CORE),
    "Armenian": ("hy", CORE),
    "Amharic": ("am", CORE),
}
"""By the script's name: a language written in it, as fontconfig knows it, and the Debian package with a font."""


def lacking(environment: Mapping[str, str] | None = None) -> list[str]:
    """Scripts without a font, by name; none where fontconfig's program is not installed: nothing is known."""
    program = shutil.which("fc-list")
    if program is None:
        return []
    return [name for name, (language, _package) in SCRIPTS.items() if not _is_covered(program, language, environment)]


def words(names: list[str]) -> str:
    """One line for who sets the site up; empty where nothing is lacking."""
    if not names:
        return ""
    packages = " ".join(sorted({SCRIPTS[name][1] for name in names}, reverse=True))
    return f"PDFs lack fonts for names in {', '.join(names)}. To mend: apt-get install -y {packages}"


def _is_covered(program: str, language: str, environment: Mapping[str, str] | None) -> bool:
    found = subprocess.run(
        [program, f":lang={language}", "family"],
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
        text=True,
    )
    return found.returncode != 0 or bool(found.stdout.strip())
