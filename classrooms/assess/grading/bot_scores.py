"""Scores of bots in each seat of a game, with which own objectives and the curves of a rubric are compared."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db import transaction

from classrooms.assess.grading.queries.tables import PlayedTable
from classrooms.models import RoleScores, Session
from games.engine import codec, registry
from games.engine.draws import FastDraws
from games.engine.playout import playout
from games.engine.types import Result
from games.public.base import clock
from games.public.matches import game_of
from games.public.models import Job, Match
from games.public.work import outbox

JOB: Final = "role_scores"
GAMES: Final = 1000
STEPS: Final = 50
"""The number of progress reports of a worker."""


def digest_of(match: Match, seats: int) -> str:
    """A digest that is equal for matches whose bots would play the same games. Another version of the rules gives
    another digest.
    """
    game = game_of(match)
    parts = [match.game, game.rules.version, game.usual_bot, GAMES, seats, match.scenario, match.options]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def digests(tables: Sequence[PlayedTable]) -> dict[int, str]:
    """The digest of the bots' games, by match with a result. Nobody is judged at a table of bots alone."""
    return {
        table.match.pk: digest_of(table.match, len(table.places))
        for table in tables
        if table.match is not None and table.result is not None and any(place.ever for place in table.places)
    }


def known(digests: Sequence[str]) -> dict[str, RoleScores]:
    """The scores that bots have made, by digest, in one query. Those that are still to be played are left out."""
    rows = RoleScores.objects.filter(digest__in=digests, made_at__isnull=False).defer("scenario", "options")
    return {row.digest: row for row in rows}


def subject_of(row: RoleScores) -> str:
    """The subject of the job that plays the games."""
    return f"bot-scores:{row.game}:{row.digest[:24]}"


@transaction.atomic
def role_scores_request(
    *, match: Match, seats: int, play_session: Session, targets: bool = False, now: datetime | None = None
) -> RoleScores:
    """Request games of bots for a match unless they exist; the session's grades are computed again when they are done.
    With `targets`, scores of older games without targets do not suffice. Safe to repeat; a failed job is started again.
    """
    now, game = now or clock.now(), game_of(match)
    row, _created = RoleScores.objects.get_or_create(
        digest=digest_of(match, seats),
        defaults={
            "game": match.game,
            "rules_version": game.rules.version,
            "bot": game.usual_bot,
            "scenario": match.scenario,
            "options": match.options,
            "seats": seats,
            "created_at": now,
        },
    )
    if row.made_at is None or (targets and row.targets is None):
        row.sessions.add(play_session)
        outbox.job_request(kind=JOB, subject=subject_of(row), now=now, again=True)
    return row


def job_of(digests: Sequence[str]) -> Job | None:
    """The job by which the first of these scores is made that is not done yet; None where all are there."""
    subjects = [subject_of(row) for row in RoleScores.objects.filter(digest__in=digests, made_at__isnull=True)]
    return Job.objects.filter(kind=JOB, subject__in=subjects).order_by("created_at", "pk").first()


def played(row: RoleScores, progress: Callable[[int], None] = lambda percent: None) -> list[Result]:
    """The results of `GAMES` games, the same on every run: the chance of each game comes from the digest and its
    number. Raises LookupError if the rules have another version by now.
    """
    game = registry.get(row.game)
    if game.rules.version != row.rules_version:
        raise LookupError(f"{row.game} has rules of version {game.rules.version}, not {row.rules_version}")
    rules, scenario = game.rules, game.rules.load_scenario(row.scenario)
    options = codec.read_options(row.options, rules.options_type)
    bots = [game.bot(row.bot)] * row.seats
    games = []
    for number in range(GAMES):
        draws, thoughts = _chance(row.digest, number)
        start = rules.setup(scenario, options, row.seats, draws)
        games.append(playout(rules, start, bots, draws, bot_draws=thoughts).result)
        if number % (GAMES // STEPS) == 0:
            progress(100 * number // GAMES)
    return games


def targets_of(games: Sequence[Result]) -> list[dict[str, Any]]:
    """By collective target: its name and aim, the values `reached` in each game, and whether it was `met`."""
    by_target = zip(*(game.targets for game in games), strict=True)
    return [
        {
            "name": each[0].name,
            "target": each[0].target,
            "reached": [target.value for target in each],
            "met": [int(target.met) for target in each],
        }
        for each in by_target
    ]


def _chance(digest: str, number: int) -> tuple[FastDraws, FastDraws]:
    """The seed of a game's cards, and of its bots' decisions."""
    cards, thoughts = (
        int.from_bytes(hashlib.blake2b(f"{digest}/{number}/{what}".encode(), digest_size=8).digest())
        for what in ("cards", "thoughts")
    )
    return FastDraws(cards), FastDraws(thoughts)


def role_scores_make(
    *, row: RoleScores, progress: Callable[[int], None] = lambda percent: None, now: datetime | None = None
) -> RoleScores:
    """Play the games of bots and store their scores. Safe to repeat: stored scores are not played again."""
    if row.made_at is None or row.targets is None:
        games = played(row, progress)
        row.scores = [list(seat) for seat in zip(*(game.scores for game in games), strict=True)]
        row.targets = targets_of(games)
        row.made_at = now or clock.now()
        row.save(update_fields=["scores", "targets", "made_at"])
    return row
