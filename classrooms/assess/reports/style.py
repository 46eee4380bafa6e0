"""The look and the fixed words of papers, which an update of the site may change for all of them."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from django.apps import apps
from django.conf import settings
from django.template import engines
from django.utils.translation import to_locale

from classrooms.assess.reports import fonts
from classrooms.drawing.look import static_file
from games.ui.languages import FAMILIAR

PAPER_STYLE: Final = 7
"""The version of the code for printing: when it is raised, older files are checked again. Templates, styles and
translations are included automatically.
"""
STYLES: Final = ("shell/tokens.css", "shell/debrief.css")
ROOMS: Final = ("debrief", "reports", "analysis", "studies")
"""Folders with printed templates, in the site and in games."""


@cache
def style_of(language: str) -> str:
    """A digest of all fixed parts of papers in a language, computed once in each process."""
    files = digest_of_files([*templates(), *map(static_file, STYLES), *catalogues(language)])
    return f"{files} {' '.join(fonts.lacking())}"


def templates() -> list[Path]:
    """The templates of papers."""
    roots = [root for engine in engines.all() for root in engine.template_dirs]
    return _ordered(path for root in roots for room in ROOMS for path in Path(root).glob(f"**/{room}/**/*.html"))


def catalogues(language: str) -> list[Path]:
    """The translations into a language: the site's own, each app's, each game's."""
    roots = [*map(Path, settings.LOCALE_PATHS), *(Path(app.path) / "locale" for app in apps.get_app_configs())]
    names = {language, to_locale(FAMILIAR.get(language, language))}
    found = (root / name / "LC_MESSAGES" / "django.mo" for root in roots for name in names)
    return _ordered(path for path in found if path.exists())


def _ordered(paths: Iterable[Path]) -> list[Path]:
    """The paths in an order that is equal on machines with different directories."""
    return sorted(set(paths), key=lambda path: path.parts[-5:])


def digest_of_files(files: Iterable[Path]) -> str:
    """SHA-256 of their names and contents."""
    whole = hashlib.sha256(str(PAPER_STYLE).encode())
    for path in files:
        whole.update(f"\0{path.name}\0".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()
