"""The lints of every game: targets, seats, length, and the difference that good play makes."""

from collections.abc import Iterator
from typing import Any, Final

from games.engine.registry import Game
from games.engine.trial.playing import MOST_MOVES, bot_of
from games.engine.trial.remarks import Finding, Share, more_at_most, ranked, remark, share_of
from games.engine.trial.rules import TrialRules, rules_of
from games.engine.trial.tally import Counts, Goal, SeatTally, Tally, Trial, quantile

HARDLY: Final = 0.10
"""A target that good players meet in fewer games is hardly ever met."""
CERTAIN: Final = (0.95, 0.90)
"""A target that experts and usual bots meet in more games is no target, if it is not what experts aim at: even their
bad games (the worst of 20) leave `SLACK` percent of it.
"""
SLACK: Final = 10
TOGETHER: Final = 0.05
"""All targets together should be met by good players in more games."""
UNDER_ZERO: Final = (0.20, 0.50)
"""Shares of games under zero points: of a light finding, of a heavy one."""
ADVANTAGE: Final = 0.25
"""The most by which the share of wins of a seat like the others may be above its fair part."""
IDLE: Final = 0.95
"""A question with one possible answer in more cases asks nothing."""
LENGTH: Final = ((2, 1), (4, 3))
"""A length is far from the parent's by the first factor, and different by the second."""
SKILL: Final = 0.10
"""Good players should meet all targets more often than usual ones, by this share at least."""
FEWEST: Final = 20
"""Games below which roles are not compared."""
MOVED: Final = 0.10
"""A change of the chance of all targets that is worth a line."""


def findings(game: Game, scenario: Any, trial: Trial, parent: Trial | None = None) -> tuple[Finding, ...]:
    """All findings of a trial, the heaviest first. With a `parent`, length and chances are compared with it."""
    part = rules_of(game)
    found = [
        *_endless(trial),
        *_target_lints(part, trial),
        *_skill(game, trial),
        *_seat_lints(game, part, trial),
        *_troubles(part, trial),
        *_idle(trial),
        *part.lints(scenario, trial),
    ]
    if parent is not None:
        found += [*_length(part, trial, parent), *_chances(trial, parent)]
    return ranked(found)


def _endless(trial: Trial) -> Iterator[Finding]:
    for tally in (trial.experts, trial.usual):
        if tally.unended:
            share = share_of(tally.unended, tally.games + tally.unended)
            yield remark(
                "endless",
                "%(share)s %% of the games do not end within %(moves)s moves.",
                100,
                share=share.percent,
                moves=MOST_MOVES,
            )
            return


def _target_lints(part: TrialRules, trial: Trial) -> Iterator[Finding]:
    experts, usual = trial.experts, trial.usual
    alone = [share_of(experts.met(at), experts.games) for at in range(len(experts.goals))]
    for at, (goal, share) in enumerate(zip(experts.goals, alone, strict=True)):
        yield from _target(part, at, goal, share, trial)
    together = share_of(experts.all_met(), experts.games)
    if len(alone) > 1 and together.high < TOGETHER and all(each.high >= HARDLY for each in alone):
        yield remark(
            "targets_together",
            "Good players meet all targets together in %(share)s %% of the games.",
            70,
            "targets",
            share=together.percent,
        )
    if alone and usual.games and together.high < share_of(usual.all_met(), usual.games).low:
        yield remark(
            "skill_harms",
            "The expert bots meet all targets less often than the usual ones, so they are no good players here.",
            45,
            "targets",
        )


def _target(part: TrialRules, at: int, goal: Goal, share: Share, trial: Trial) -> Iterator[Finding]:
    place = part.target_place(goal.name)
    names, games = {"target": f"target:{at}"}, trial.experts.games + trial.usual.games
    best = (max if goal.rising else min)((*trial.experts.values(at), *trial.usual.values(at)), default=0)
    if share.high < HARDLY and not goal.is_met(best):
        yield remark(
            "target_impossible",
            "Nobody can meet the target for %(target)s, %(goal)s: the best of %(games)s games misses it by %(gap)s.",
            95,
            place,
            names,
            goal=goal.goal,
            games=games,
            best=best,
            gap=abs(best - goal.goal),
        )
    elif share.high < HARDLY:
        yield remark(
            "target_hardly",
            "Good players meet the target for %(target)s, %(goal)s, in %(share)s %% of the games.",
            75,
            place,
            names,
            goal=goal.goal,
            share=share.percent,
        )
    elif share.low > CERTAIN[0] and _slack(goal, trial.experts.values(at)) > SLACK:
        met = share_of(trial.usual.met(at), trial.usual.games)
        if met.low > CERTAIN[1]:
            worst = (min if goal.rising else max)(trial.usual.values(at))
            yield remark(
                "target_certain",
                "Everybody meets the target for %(target)s, %(goal)s: usual players in %(share)s %% of the games, "
                "the worst reaches %(worst)s.",
                part.certain,
                place,
                names,
                goal=goal.goal,
                share=met.percent,
                worst=worst,
            )


def _slack(goal: Goal, values: Counts) -> int:
    """The part of the target that the worst of 20 games leaves, in percent of it."""
    bad = quantile(values, 0.05 if goal.rising else 0.95)
    spare = bad - goal.goal if goal.rising else goal.goal - bad
    return 100 * spare // max(1, goal.goal)


def _skill(game: Game, trial: Trial) -> Iterator[Finding]:
    """Good play must pay: by targets where the game has some."""
    experts, usual = trial.experts, trial.usual
    if not experts.goals or bot_of(game, "experts") == bot_of(game, "usual"):
        return
    better, plain = share_of(experts.all_met(), experts.games), share_of(usual.all_met(), usual.games)
    possible = better.high >= plain.low and max(plain.value, better.value) > TOGETHER and plain.value < CERTAIN[1]
    if possible and more_at_most(better, plain, experts.games, usual.games) < SKILL:
        yield remark(
            "skill_pays_nothing",
            "Good play hardly pays: good players meet all targets in %(better)s %% of the games, usual ones in "
            "%(plain)s %%.",
            50,
            "targets",
            better=better.percent,
            plain=plain.percent,
        )


def _seat_lints(game: Game, part: TrialRules, trial: Trial) -> Iterator[Finding]:
    seats, games = trial.experts.seats, trial.experts.games
    if len(seats) < 2:
        return
    if not part.unlike:
        yield from _advantages(trial.experts)
    flat = [len(each.points) == 1 for each in seats]
    for seat, each in enumerate(seats):
        names, place = {"role": f"seat:{seat}"}, part.seat_place(seat)
        under = share_of(sum(number for points, number in each.points.items() if points < 0), games)
        if under.low > UNDER_ZERO[0] and not game.low_is_good:
            weight = 60 if under.low > UNDER_ZERO[1] else 40
            yield remark(
                "under_zero",
                "%(role)s: under zero at the end of %(share)s %% of good players' games.",
                weight,
                place,
                names,
                share=under.percent,
            )
        if part.unlike and flat[seat] and not all(flat) and games >= FEWEST:
            yield remark(
                "points_flat",
                "%(role)s: %(points)s points in every game, whatever is done.",
                60,
                place,
                names,
                points=next(iter(each.points)),
            )
        if part.unlike and not game.low_is_good and games >= FEWEST:
            yield from _far_above(seats, seat, place)


def _far_above(seats: tuple[SeatTally, ...], seat: int, place: str) -> Iterator[Finding]:
    """A role whose bad games are better than the good games of all others."""
    others = max((quantile(each.points, 0.9), -at) for at, each in enumerate(seats) if at != seat)
    least = quantile(seats[seat].points, 0.1)
    if least > others[0]:
        names = {"role": f"seat:{seat}", "other": f"seat:{-others[1]}"}
        yield remark(
            "far_above",
            "%(role)s: far above the others, with %(least)s points or more in 9 of 10 games. "
            "Next (%(other)s): at most %(most)s in 9 of 10.",
            65,
            place,
            names,
            least=least,
            most=others[0],
        )


def _advantages(tally: Tally) -> Iterator[Finding]:
    seats = len(tally.seats)
    for seat, each in enumerate(tally.seats):
        wins = share_of(each.places.get(1, 0), tally.games)
        shared = sum(other.places.get(1, 0) for other in tally.seats) / max(1, tally.games)
        if shared < 1.5 and wins.low > 1 / seats + ADVANTAGE:
            fair = round(100 / seats)
            yield remark(
                "seat_advantage",
                "%(role)s: %(share)s %% of the games between equal players are won; a fair part is %(fair)s %%.",
                60,
                "",
                {"role": f"seat:{seat}"},
                share=wins.percent,
                fair=fair,
            )


def _troubles(part: TrialRules, trial: Trial) -> Iterator[Finding]:
    games = trial.experts.games
    for trouble in part.troubles:
        for seat in range(len(trial.experts.seats)):
            share = share_of(trial.experts.with_event(trouble.name, seat), games)
            if share.low > trouble.most / 100:
                names, place = {"role": f"seat:{seat}"}, part.seat_place(seat)
                yield remark(trouble.name, trouble.text, trouble.weight, place, names, share=share.percent)


def _idle(trial: Trial) -> Iterator[Finding]:
    for place, question in trial.experts.questions.items():
        share = share_of(question.alone, question.asked)
        if share.low > IDLE:
            yield remark(
                "nothing_decided",
                "Nothing is to be decided here: %(share)s %% of %(asked)s decisions had a single answer.",
                55,
                place,
                share=share.percent,
                asked=question.asked,
            )


def _length(part: TrialRules, trial: Trial, parent: Trial) -> Iterator[Finding]:
    if not (trial.experts.games and parent.experts.games):
        return
    now, then = (max(1, quantile(each.experts.minutes, 0.5)) for each in (trial, parent))
    for weight, (more, less) in zip((60, 30), LENGTH, strict=True):
        if now * less >= then * more or then * less >= now * more:
            yield remark(
                "length",
                "A game takes about %(now)s minutes; the scenario that it was made from takes %(then)s.",
                weight,
                part.length,
                now=now,
                then=then,
            )
            return


def _chances(trial: Trial, parent: Trial) -> Iterator[Finding]:
    if not (trial.experts.goals and parent.experts.goals):
        return
    now, then = (share_of(each.experts.all_met(), each.experts.games) for each in (trial, parent))
    apart = now.low > then.high or then.low > now.high
    if apart and abs(now.value - then.value) >= MOVED:
        yield remark(
            "chances_moved",
            "Good players meet all targets in %(now)s %% of the games, and in %(then)s %% in the scenario that it was "
            "made from.",
            25,
            "targets",
            now=now.percent,
            then=then.percent,
        )
