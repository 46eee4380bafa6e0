"""The first page of a signed-in person: matches in which it is their turn, other running ones, and finished ones."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.engine import codec
from games.engine.types import Result
from games.models import Decision, Match
from games.platform import hooks, selectors, undo_window
from games.platform.selectors import Home, HomeLine
from games.platform.selectors.authorship import own_moves_in
from games.platform.selectors.past_access import matches_left
from games.platform.selectors.position import scenario_of
from games.ui import faces
from games.ui.role_benchmarks import usual_words
from games.web.first_game import lessons_for

Venues = Mapping[int, hooks.Venue]


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The page with three lists, in a fixed number of queries."""
    offers = hooks.offers_to(request.user)
    own = own_matches(request.user)
    games = own["games_held"] | {offer.game for offer in offers if offer.game}
    context = own | {
        "offers": offers,
        "panels": hooks.HOME_PANELS.all(request.user),
        "faces": faces.all_faces(),
        "lessons": lessons_for(request, games),
    }
    response = render(request, "games/home.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def own_matches(user: Any) -> dict[str, Any]:
    """The lists as template data."""
    lists = undo_window.read_for(user.pk, lambda: selectors.home(user), _listed_matches)
    left = matches_left(user)
    everyone = [line.match for line in (*lists.your_turn, *lists.waiting)]
    people = selectors.holders_in(everyone)
    found = hooks.venues_of([line.match.pk for line in (*lists.your_turn, *lists.waiting, *lists.finished, *left)])
    own = own_moves_in([line.match for line in lists.finished], user) if lists.finished else {}
    return {
        "your_turn": [_open_line(line, people, found) for line in lists.your_turn],
        "waiting": [_open_line(line, people, found) for line in lists.waiting],
        "finished": [_finished_line(line, found, own[line.match.pk]) for line in lists.finished],
        "handed_over": [_left_line(line, found) for line in left],
        "finished_count": lists.finished_count,
        "games_held": lists.games_held,
    }


def _listed_matches(lists: Home) -> list[Match | None]:
    return [line.match for line in (*lists.your_turn, *lists.waiting)]


def _line(line: HomeLine, venues: Venues) -> dict[str, Any]:
    match = line.match
    face = faces.get(match.game)
    scenario = scenario_of(match)
    roles = face.words.roles(scenario)
    return {
        "match": match,
        "venue": venues.get(match.pk),
        "face": face,
        "scenario": scenario,
        "scenario_name": face.words.scenario(scenario),
        "roles": [roles[seat] for seat in line.seats if seat < len(roles)],
        "all_roles": roles,
    }


def _open_line(line: HomeLine, people: dict[int, dict[int, list[Any]]], venues: Venues) -> dict[str, Any]:
    found = _line(line, venues)
    face, scenario = found["face"], found["scenario"]
    names = people.get(line.match.pk, {})
    first: Decision | None = next(iter(line.pending or line.awaited), None)
    return found | {
        "asked": face.words.decision(scenario, line.pending[0]) if line.pending else "",
        "more": max(0, len(line.pending) - 1),
        "seat": line.pending[0].seat if line.pending else None,
        "role": found["all_roles"][line.pending[0].seat] if line.pending else None,
        "stood_in": line.stood_in,
        "where": face.words.where(scenario, first) if first else "",
        "due_at": line.due_at,
        "awaited": _awaited(line, found, names),
        "since": min((row.opened_at for row in line.awaited), default=None),
        "until": min((row.due_at for row in line.awaited if row.due_at), default=None),
    }


def _awaited(line: HomeLine, found: dict[str, Any], names: dict[int, list[Any]]) -> list[dict[str, Any]]:
    """Each awaited seat once, with its people; a bot's has none."""
    seats = list(dict.fromkeys(row.seat for row in line.awaited))
    return [
        {
            "role": found["all_roles"][seat],
            "people": ", ".join(str(user.get_short_name()) for user in names.get(seat, ())),
        }
        for seat in seats
    ]


def _left_line(line: HomeLine, venues: Venues) -> dict[str, Any]:
    return _line(line, venues) | {"left_at": line.left_at, "debrief_url": hooks.debrief_url(line.match)}


def _finished_line(line: HomeLine, venues: Venues, own_seats: Collection[int]) -> dict[str, Any]:
    """A finished match as template data. `own_seats` are those with moves of the reader: points of others would be a
    bot's.
    """
    found, match = _line(line, venues), line.match
    result = codec.convert(match.result, Result) if match.result else None
    own, unlike = [], found["face"].reach
    if result is not None:
        own = [
            {
                "role": found["all_roles"][seat],
                "score": result.scores[seat],
                "place": None if unlike else result.places[seat],
                "reach": usual_words(unlike(found["scenario"]), seat) if unlike else "",
            }
            for seat in line.seats
            if seat in own_seats
        ]
    face, scenario = found["face"], found["scenario"]
    return found | {
        "own": own,
        "not_played": bool(line.seats) and not own_seats,
        "summary": face.words.score(scenario, result) if result else "",
        "targets": face.words.targets(scenario, result) if result else (),
        "debrief_url": hooks.debrief_url(match),
    }
