"""The collective targets of a match that did not come to its end, against the game's own par at the turn it reached."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils import translation

from classrooms.assess.grading.queries.tables import PlayedTable
from classrooms.models import Session, Unfinished
from classrooms.play.monitor.queries.progress import progress_of
from games.ui.progress import targets_so_far

Facts = dict[str, Any]


def so_far(play_session: Session, tables: Sequence[PlayedTable]) -> dict[int, Facts]:
    """By match: `targets` as of a finished one, and the last completed `turn` of `turns`. Only for sessions that mark
    the turns played, and only if the game has a reference for that turn.
    """
    if play_session.unfinished != Unfinished.TURNS:
        return {}
    matches = [table.match for table in tables if table.match is not None and table.result is None]
    found: dict[int, Facts] = {}
    for language, _name in settings.LANGUAGES if matches else ():
        with translation.override(language):
            told = progress_of(matches)
            for match in matches:
                progress = told.get(match.pk)
                stand = targets_so_far(progress) if progress is not None else None
                if progress is not None and stand is not None:
                    facts = found.setdefault(match.pk, {"turn": stand.turn, "turns": progress.turns, "targets": []})
                    _add(facts["targets"], language, stand.lines)
    return found


def _add(targets: list[Facts], language: str, lines: Sequence[Any]) -> None:
    for at, line in enumerate(lines):
        if at == len(targets):
            targets.append(
                {"label": {}, "value": line.value, "target": line.target, "met": line.met, "missed_by": line.missed_by}
            )
        targets[at]["label"][language] = str(line.label)
