"""People and matches for tests: `match_of(person())` is a running Domego whose first seat they hold."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model

from games.engine import codec, registry
from games.models import AuthorKind, LatePolicy, Match
from games.platform import pace
from games.platform.selectors import holders_of
from games.platform.selectors.position import game_of, state_of
from games.platform.services import moves
from games.platform.services.authors import Author
from games.platform.services.bots import play_bots
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.ui import faces

GAME = "domego"
SEED = bytes(range(32))
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
"""A Monday morning."""
PASSWORD = "a password of tests"
_numbers = count(1)
NOBODY = object()
"""The author of a move that no known person made."""


def person(name: str = "", **more: Any) -> Any:
    """A user with the tests' password and, unless said otherwise, a mail address."""
    name = name or f"person-{next(_numbers)}"
    more = {"display_name": name.title(), "email": f"{name}@example.org", **more}
    return get_user_model().objects.create_user(username=name, password=PASSWORD, **more)


def role_ids(text: str, game: str = GAME) -> list[str]:
    """The roles of a scenario, by seat."""
    face = faces.get(game)
    return [role.id for role in face.words.roles(face.game.rules.load_scenario(text))]


def match_of(
    *people: Any,
    scenario: str = "classic",
    options: Mapping[str, Any] | None = None,
    pace_of_match: pace.Pace | None = None,
    late_policy: str = LatePolicy.DEFAULT,
    by: Any = None,
    seed: bytes = SEED,
    started: bool = True,
    title: str = "Harbour bridge",
    now: datetime | None = None,
) -> Match:
    """A running match: the people hold the seats from the first one on (None leaves one to its bot).

    `scenario` is a shipped one or one of the small ones of the game ("tiny", "pair").
    """
    spec = registry.get(GAME)
    shipped = scenario in spec.scenarios
    text = spec.scenarios[scenario] if shipped else spec.micro[scenario]
    match = match_create(
        game=GAME,
        roles=role_ids(text),
        by=by,
        scenario_key=scenario if shipped else "",
        scenario="" if shipped else text,
        options=options,
        title=title,
        pace_of_match=pace_of_match,
        late_policy=late_policy,
        seed=seed,
        now=now,
    )
    for index, user in enumerate(people):
        if user is not None:
            seat_assign(match_id=match.pk, seat=index, user=user, now=now)
    if started:
        match_start(match_id=match.pk, now=now)
    match.refresh_from_db()
    return match


def play(match: Match, seat: int, key: str, move: Any, user: Any = None, **more: Any) -> moves.Submitted:
    """Submit a player's move; the match is refreshed."""
    submitted = moves.submit(
        match_id=match.pk, seat=seat, key=key, move=move, by=Author(AuthorKind.PLAYER, user), **more
    )
    match.refresh_from_db()
    return submitted


def play_default(match: Match, seat: int | None = None, user: Any = None, **more: Any) -> moves.Submitted:
    """Submit the default answer of the first pending prompt (of `seat`, if given) as `user`, else as the holder of the
    seat. The user `NOBODY` is no known author.
    """
    rules, state = game_of(match).rules, state_of(match)
    prompt = next(p for p in rules.prompts(state) if not p.optional and seat in (None, p.seat))
    user = None if user is NOBODY else user or next(iter(holders_of(match).get(prompt.seat, ())), None)
    return play(match, prompt.seat, prompt.key, rules.default(state, prompt.seat, prompt.key), user, **more)


def play_on(match: Match, moves_to_make: int) -> Match:
    """Default moves, so many of them or to the end."""
    while moves_to_make and not match.is_over:
        play_default(match)
        moves_to_make -= 1
    return match


def played_by_bots(match: Match) -> Match:
    """Let bots move until no bot's prompt is pending; the match is refreshed."""
    play_bots(match_id=match.pk)
    match.refresh_from_db()
    return match


def record_of(match: Match) -> tuple[int, int, str, list[int]]:
    """The data that a refused request must not change: number, revision, state hash and the numbers of the stored
    moves.
    """
    match.refresh_from_db()
    numbers = list(match.moves.values_list("number", flat=True).order_by("number"))
    return match.number, match.revision, codec.state_hash(match.state.encode()), numbers
