"""Matches: create, start, pause, resume and end them."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from games.engine import codec, registry
from games.engine.draws import SEED_BYTES, commitment, seed_from_text
from games.models import AuthorKind, Decision, Expected, LatePolicy, Match, Seat, SeatHolder, Status
from games.platform import clock, pace
from games.platform.errors import BadRequest, MatchNotRunning, OtherRules
from games.platform.selectors.position import draws_for, game_of, has_other_rules, options_of, scenario_of
from games.platform.services.authors import Author
from games.platform.services.due_times import DueTimes, move_due_times
from games.platform.services.record import write_outcome
from games.platform.work import outbox
from games.ui.names import BadName, name_read

SALT_BYTES = 16


@transaction.atomic
def match_create(
    *,
    game: str,
    roles: Sequence[str],
    by: Any,
    scenario_key: str = "",
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
    title: str = "",
    team_name: str = "",
    pace_of_match: pace.Pace | None = None,
    late_policy: str = LatePolicy.DEFAULT,
    expected: str = Expected.CHOICES,
    undo: bool = True,
    seed_text: str = "",
    seed: bytes | None = None,
    now: datetime | None = None,
) -> Match:
    """A match in the lobby; the game's usual bot plays its seats until they have holders.

    `scenario` is a custom text; by default it is the shipped one of `scenario_key` (default: the first). A
    `seed_text` typed by a person is salted; `seed` is for matches with shared luck. Raises ScenarioError, BadOptions
    or BadRequest.
    """
    kind = registry.get(game)
    scenario_key = scenario_key or next(iter(kind.scenarios), "")
    if not scenario and scenario_key not in kind.scenarios:
        raise BadRequest(field="scenario", reason=scenario_key)
    text = scenario or kind.scenarios[scenario_key]
    parsed = kind.rules.load_scenario(text)
    if len(roles) not in kind.rules.seat_counts(parsed):
        raise BadRequest(field="seats", reason=len(roles))
    title, team_name = _named("title", title, 120), _named("team_name", team_name, 80)
    read = codec.read_options(codec.to_json(options or {}), kind.rules.options_type)
    salt = secrets.token_bytes(SALT_BYTES)
    seed = seed or (seed_from_text(seed_text, salt) if seed_text else secrets.token_bytes(SEED_BYTES))
    match = Match.objects.create(
        game=game,
        scenario_key=scenario_key,
        scenario=text,
        options=codec.to_json(read).decode(),
        rules_version=kind.rules.version,
        title=title,
        team_name=team_name,
        pace=_checked(pace_of_match or pace.Pace()),
        late_policy=late_policy,
        expected=expected,
        undo=undo,
        seeds=[[0, seed.hex()]],
        seed_text=seed_text,
        seed_salt=salt.hex() if seed_text else "",
        commitment=commitment(seed),
        created_by=by,
        created_at=now or clock.now(),
    )
    if by is not None:
        match.stewards.add(by)
    Seat.objects.bulk_create(
        Seat(match=match, index=index, role=role, bot=kind.usual_bot) for index, role in enumerate(roles)
    )
    return match


def _named(field: str, name: str, most: int) -> str:
    try:
        return name_read(name, most=most, required=False)
    except BadName as bad:
        raise BadRequest(field=field, reason=bad.code) from None


def _checked(pace_of_match: pace.Pace) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(codec.to_json(pace_of_match))
    try:
        pace.parse_pace(data)
    except msgspec.ValidationError as fault:
        raise BadRequest(field="pace", reason=str(fault)) from fault
    return data


@transaction.atomic
def match_start(*, match_id: int, wait_for_people: bool = False, now: datetime | None = None) -> Match:
    """Set up the board and open the first decisions, under the current rules. Safe to repeat: a match that has begun
    is unchanged.

    With `wait_for_people`, a match with holders has no clock and no bot moves until one of them opens it
    (`match_begin`).
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status != Status.LOBBY:
        return match
    now = now or clock.now()
    held = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True)
    match.awaits_people = wait_for_people and held.exists()
    draws = draws_for(match, 0)
    outcome = game_of(match).rules.setup(scenario_of(match), options_of(match), match.seats.count(), draws)
    match.status, match.started_at, match.rules_version = Status.RUNNING, now, game_of(match).rules.version
    match.save(update_fields=["status", "started_at", "rules_version", "awaits_people"])
    write_outcome(
        match=match,
        seat=None,
        key="",
        move=None,
        outcome=outcome,
        draws=draws,
        by=Author(AuthorKind.RULES),
        submission_id=None,
        now=now,
    )
    outbox.after_commit("games.after_move", match.pk)
    return match


@transaction.atomic
def match_begin(*, match_id: int, now: datetime | None = None) -> bool:
    """End the waiting of a match for its first person: see `begin`. False if it did not wait. Safe to repeat and to
    call twice at once.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if not match.awaits_people or match.is_over:
        return False
    begin(match, now or clock.now())
    return True


def begin(match: Match, now: datetime) -> None:
    """Set the open decisions as opened now and let bots look. In a paused match they count as opened at its start:
    resuming adds the length of the pause. Call it inside the transaction that locked the match.
    """
    match.awaits_people = False
    match.revision += 1
    match.save(update_fields=["awaits_people", "revision"])
    asked_at = match.paused_at or now
    rows = list(match.decisions.filter(closed_at__isnull=True))
    times = DueTimes(match, rows)
    for row in rows:
        row.opened_at, row.due_at, row.lease_until = asked_at, times.due_at(row, asked_at), None
    Decision.objects.bulk_update(rows, ["opened_at", "due_at", "lease_until"])
    outbox.after_commit("games.after_move", match.pk)


def wait_for_people(match: Match) -> None:
    """Let a match without people wait until one opens it: nothing is due and no bot moves. Call it inside the
    transaction that locked the match.
    """
    match.awaits_people = True
    match.revision += 1
    match.save(update_fields=["awaits_people", "revision"])
    match.decisions.filter(closed_at__isnull=True).update(due_at=None)


@transaction.atomic
def match_pause(*, match_id: int, now: datetime | None = None) -> Match:
    """Stop all clocks; nobody can move. Safe to repeat. Raises MatchNotRunning if the match has not begun
    or is over.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status == Status.PAUSED:
        return match
    if match.status != Status.RUNNING:
        raise MatchNotRunning(status=match.status)
    match.status, match.paused_at = Status.PAUSED, now or clock.now()
    match.revision += 1
    match.save(update_fields=["status", "paused_at", "revision"])
    return match


@transaction.atomic
def match_resume(*, match_id: int, now: datetime | None = None) -> Match:
    """Resume a match: due times move by the length of the pause, never into a quiet period. Safe to repeat. Raises
    OtherRules.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status == Status.RUNNING:
        return match
    if match.status != Status.PAUSED or match.paused_at is None:
        raise MatchNotRunning(status=match.status)
    check_rules(match)
    paused_for = (now or clock.now()) - match.paused_at
    move_due_times(match, paused_for)
    match.status, match.paused_at = Status.RUNNING, None
    match.revision += 1
    match.save(update_fields=["status", "paused_at", "revision"])
    outbox.after_commit("games.after_move", match.pk)
    return match


def check_rules(match: Match) -> None:
    """Raises OtherRules for a match that was begun under another version of its rules."""
    if has_other_rules(match):
        raise OtherRules(recorded=match.rules_version, present=game_of(match).rules.version)


def matches_of_other_rules_pause(*, now: datetime | None = None) -> list[int]:
    """Pause the running matches of another version of their rules. No deadline passes and no bot moves until they are
    ended, or continued under that version. Returns their numbers. Safe to repeat.
    """
    now = now or clock.now()
    found = [
        pk
        for kind in registry.all_games()
        for pk in Match.objects.filter(game=kind.key, status=Status.RUNNING)
        .exclude(rules_version=kind.rules.version)
        .values_list("pk", flat=True)
    ]
    for pk in found:
        match_pause(match_id=pk, now=now)
    return found


@transaction.atomic
def match_abort(*, match_id: int, now: datetime | None = None) -> Match:
    """End a match without a result; its log stays. Safe to repeat. Raises MatchNotRunning if it is finished."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status == Status.ABORTED:
        return match
    if match.status == Status.FINISHED:
        raise MatchNotRunning(status=match.status)
    match.status, match.ended_at = Status.ABORTED, now or clock.now()
    match.revision += 1
    match.save(update_fields=["status", "ended_at", "revision"])
    match.decisions.filter(closed_at__isnull=True).update(closed_at=match.ended_at)
    return match
