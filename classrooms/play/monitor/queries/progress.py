"""Progress of matches, computed by their games from public information only. A result is cached until its match
changes.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.db.models import F
from django.db.models.functions import Length
from django.utils.translation import get_language

from games.public.base import kept_values
from games.public.matches import event_value, game_of, scenario_of, state_of
from games.public.models import Event, Match
from games.ui import faces
from games.ui.faces import Face, Scene
from games.ui.progress import Comparison, Progress

KEPT_FOR: Final = 24 * 3600
FORM: Final = 1
"""The version of the format, raised when the fields of Progress or Comparison change. Cached values of older versions
are computed again.
"""


def progress_of(matches: Iterable[Match]) -> dict[int, Progress]:
    """The progress of each match that has begun, by id, in the current language. It takes one cache lookup, and
    three queries for changed matches.
    """
    return _cached_values("progress", Progress, matches)


def comparison_of(matches: Iterable[Match]) -> dict[int, Comparison]:
    """The values by which each match that has begun is compared, as `progress_of`."""
    return _cached_values("comparison", Comparison, matches)


def _cached_values(what: str, kind: Any, matches: Iterable[Match]) -> dict[int, Any]:
    begun = {_key(what, match): match.pk for match in matches if match.started_at is not None}

    def compute(missing: list[int]) -> Iterator[tuple[int, str, Any]]:
        return ((match.pk, _key(what, match), said) for match, said in _computed_values(what, missing))

    return kept_values(kind, begun, compute, KEPT_FOR)


def _key(what: str, match: Match) -> str:
    return f"{what}-{FORM}-{match.pk}-{match.revision}-{get_language()}"


def _computed_values(what: str, missing: list[int]) -> list[tuple[Match, Any]]:
    """Compute the values. The matches of a session have one scenario, a large text, which is read once."""
    measured = Match.objects.annotate(size=Length("scenario"), of_session=F("session_team__session"))
    rows: list[Any] = list(measured.filter(pk__in=missing).exclude(state="").defer("scenario"))
    one_of = {_same_text(row): row.pk for row in rows}
    texts = measured.filter(pk__in=one_of.values())
    scenarios = {_same_text(row): scenario_of(row) for row in texts.defer("state")}
    record = _records(what, rows)
    said = []
    for row in rows:
        face, scenario = faces.get(row.game), scenarios[_same_text(row)]
        view = game_of(row).rules.view(state_of(row), None)
        scene = Scene(scenario, view, record=tuple(record.get(row.pk, ())))
        said.append((row, _computed(what, face, scene)))
    return said


def _computed(what: str, face: Face, scene: Scene) -> Progress | Comparison:
    if what == "comparison":
        return face.progress.comparison(scene)
    return face.progress.current(scene, face.words.heading(scene.scenario, scene.view))


def _same_text(row: Any) -> tuple[str, str, int, int | None]:
    """Scenarios of two sessions may be texts of their own of the same length."""
    return row.game, row.scenario_key, row.size, None if row.scenario_key else row.of_session


def _records(what: str, rows: list[Match]) -> dict[int, list[Any]]:
    """Public events of the kinds that the games ask for, up to the position that was read."""
    by_game: dict[str, list[Match]] = {}
    for row in rows:
        by_game.setdefault(row.game, []).append(row)
    found: dict[int, list[Any]] = {}
    for game, matches in by_game.items():
        part = faces.get(game).progress
        kinds = part.comparison_kinds if what == "comparison" else part.kinds
        if not kinds:
            continue
        known = {row.pk: row for row in matches}
        events = Event.objects.filter(match__in=known, kind__in=kinds, audience__isnull=True).order_by(
            "match", "number"
        )
        for match_id, number, data in events.values_list("match_id", "move__number", "data"):
            if number <= known[match_id].number:
                found.setdefault(match_id, []).append(event_value(known[match_id], data))
    return found
