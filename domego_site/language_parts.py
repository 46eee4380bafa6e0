"""The parts of the site for a translator, the most visible first, and the state of each part in a language."""

import json
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from games.engine import finding


@dataclass(frozen=True)
class Part:
    """Texts of the files whose paths fit a pattern of `sources` and none of `without`. `game` is the game whose data
    files and help pages belong to the part.
    """

    key: str
    title: str
    sources: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    game: str = ""

    def has(self, path: str) -> bool:
        return any(fnmatch(path, each) for each in self.sources) and not any(
            fnmatch(path, each) for each in self.without
        )


def parts() -> tuple[Part, ...]:
    """The parts in a useful order for translation. A text belongs to the first part that has it."""
    games = tuple(package.key for package in finding.packages() if package.brought_by == finding.OWN)
    return (
        Part(
            "sign-in",
            "Sign-in, account, the way in, pages of errors",
            (
                "classrooms/people/accounts/*",
                "classrooms/people/signing_on/*",
                "classrooms/templates/classrooms/accounts/*",
                "classrooms/templates/classrooms/signing_on/*",
                "classrooms/templates/classrooms/home/landing.html",
                "templates/*.html",
                "domego_site/refusals.py",
                "domego_site/languages.py",
            ),
            ("classrooms/people/accounts/second_factor_mails.py",),
        ),
        Part(
            "join",
            "Joining a course or a session by its code, invitations",
            (
                "classrooms/people/class_lists/views/join.py",
                "classrooms/play/sessions/forms/join.py",
                "classrooms/play/sessions/views/join.py",
                "classrooms/templates/classrooms/class_lists/join*.html",
                "classrooms/templates/classrooms/class_lists/invitation.html",
                "classrooms/templates/classrooms/sessions/join*.html",
            ),
        ),
        Part(
            "table",
            "Home, shell, the table and what stands around it, in all games",
            ("games/*",),
            (
                "games/catalogue/*",
                *(f"games/{name}" for name in ("admin.py", "apps.py", "api/*", "models/*", "management/*")),
                "games/templates/games/accessibility.html",
                "games/templates/games/debrief/*",
                "games/templates/games/scenario_forms/*",
                "games/platform/hooks.py",
                "games/web/accessibility.py",
                "games/engine/registry.py",
                "games/engine/workbooks.py",
                "games/engine/shape.py",
                "games/engine/trial/*",
                *(
                    f"games/ui/{name}.py"
                    for name in (
                        "patterns_general",
                        "prompts_general",
                        "debriefs",
                        "analysis",
                        "trial_words",
                        "scenario_faults",
                        "scenario_forms",
                    )
                ),
            ),
        ),
        *(part for game in games for part in _of_game(game)),
        Part("courses", "Courses, sessions, grades, reports", ("classrooms/*",)),
        Part("rest", "Debriefs of the games, administration, API, alerts of the operator", ("*",)),
    )


def _of_game(game: str) -> tuple[Part, ...]:
    return (
        Part(
            game,
            f"{game}: its table",
            (f"games/catalogue/{game}/*",),
            tuple(
                f"games/catalogue/{game}/{name}"
                for name in (
                    "debrief/*",
                    "templates/*/debrief/*",
                    "templates/*/studio/*",
                    "analysis*.py",
                    "face/drafts.py",
                    "rules/scenario.py",
                    "rules/*checks.py",
                    "trial*",
                )
            ),
        ),
        Part(f"{game}-rules", f"{game}: roles, cards and other data, help pages", game=game),
    )


WHOLE_PARTS: Final[dict[str, list[str]]] = json.loads(Path(__file__).with_name("whole_parts.json").read_text())
"""The parts of each partial language that must be complete, from whole_parts.json. Tests use it."""


def _fits(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, each) for each in patterns)
