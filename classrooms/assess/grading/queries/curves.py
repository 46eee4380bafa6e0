"""The curves of the project result: as a drawing, and with the marks that each would give to games of bots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from classrooms.assess.grading import bot_scores
from classrooms.assess.grading.points import mean, scaled
from classrooms.assess.grading.queries.distribution import quantile
from classrooms.assess.grading.queries.mark_table import localized_mark
from classrooms.models import GradeBook, RoleScores, Session
from classrooms.play.sessions.queries.curves import OWN_CURVE, curve_of
from classrooms.play.sessions.queries.set_up import roles_of, scenario_text
from games.engine import codec, registry
from games.public.models import Job, Match
from games.ui.targets import CURVES, Curve, curve_share

AT: Final = 10
"""The percentage whose marks are shown beside the curves."""
EXAMPLE: Final = (6, 8, 5)
"""A team that misses all three targets of a classic match, but not by much."""


@dataclass(frozen=True)
class CurveEffects:
    """A curve with its effects: its `mark` for a target missed by `AT` percent, and its mark for the `example`. `bots`
    are the marks of bots: the lowest tenth, the middle and the highest tenth of their games, None without games.
    """

    name: str
    curve: Curve
    mark: str
    example: str
    is_chosen: bool
    bots: tuple[str, str, str] | None


@dataclass(frozen=True)
class Picture:
    """All curves together. `job` plays the games that do not exist yet."""

    curves: tuple[CurveEffects, ...]
    best: int
    games: int
    job: Job | None = None
    at: int = AT
    example: tuple[int, ...] = EXAMPLE


def picture(play_session: Session, book: GradeBook, params: Mapping[str, Any]) -> Picture:
    """The ready curves, the own one where it is chosen, and games of bots where they have been played."""
    row = games_of(play_session)
    chosen = str(params.get("curve", OWN_CURVE))
    curves = dict(CURVES) | ({OWN_CURVE: curve_of(params)} if chosen == OWN_CURVE else {})
    targets = row.targets if row is not None and row.targets else []
    told = (_curve_effects(name, curve, book, name == chosen, targets) for name, curve in curves.items())
    ordered = sorted(told, key=lambda each: -curve_share(Fraction(AT), each.curve))
    waits = bot_scores.job_of([row.digest]) if row is not None and not targets else None
    return Picture(tuple(ordered), book.scale, len(targets[0]["reached"]) if targets else 0, waits)


def _curve_effects(
    name: str, curve: Curve, book: GradeBook, is_chosen: bool, targets: Sequence[Mapping[str, Any]]
) -> CurveEffects:
    shares = sorted(game_shares(targets, curve))
    bots = tuple(_mark(quantile(shares, Fraction(part, 10)), book) for part in (1, 5, 9)) if shares else None
    return CurveEffects(
        name=name,
        curve=curve,
        mark=_mark(curve_share(Fraction(AT), curve), book),
        example=_mark(mean(curve_share(Fraction(missed), curve) for missed in EXAMPLE) or Fraction(0), book),
        is_chosen=is_chosen,
        bots=(bots[0], bots[1], bots[2]) if bots else None,
    )


def _mark(share: Fraction, book: GradeBook) -> str:
    return localized_mark(scaled(share, book.scale, book.decimals))


def game_shares(targets: Sequence[Mapping[str, Any]], curve: Curve) -> list[Fraction]:
    """The share that each game of bots would get for its project result."""
    by_target = [
        [
            Fraction(1) if met else _missed(value, each["target"], curve)
            for value, met in zip(each["reached"], each["met"], strict=True)
        ]
        for each in targets
    ]
    return [sum(shares, Fraction(0)) / len(shares) for shares in zip(*by_target, strict=True)]


def _missed(value: int, target: int, curve: Curve) -> Fraction:
    return curve_share(Fraction(100 * abs(value - target), abs(target)), curve) if target else Fraction(0)


def _stand_in(play_session: Session) -> Match:
    """A match with the session's scenario and options, never stored, from which the digest of the bots' games is
    computed.
    """
    rules = registry.get(play_session.game).rules
    options = codec.read_options(codec.to_json(play_session.options or {}), rules.options_type)
    return Match(game=play_session.game, scenario=scenario_text(play_session), options=codec.to_json(options).decode())


def games_of(play_session: Session) -> RoleScores | None:
    """Games of bots with the session's scenario and options; None if they were never requested."""
    digest = bot_scores.digest_of(_stand_in(play_session), len(roles_of(play_session)))
    return RoleScores.objects.filter(digest=digest).defer("scenario", "options", "scores").first()


def games_request(*, play_session: Session) -> RoleScores:
    """Request games of bots in the background, unless they exist. Safe to repeat."""
    return bot_scores.role_scores_request(
        match=_stand_in(play_session), seats=len(roles_of(play_session)), play_session=play_session, targets=True
    )
