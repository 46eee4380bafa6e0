"""The patterns of a Dominyam match, for discussion."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean as mean
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominyam import names
from games.catalogue.dominyam.debrief import calibration
from games.catalogue.dominyam.facts.closing import ON_THE_BOARD
from games.catalogue.dominyam.facts.tables import Facts, TurnFacts
from games.catalogue.dominyam.rules.types import step_of
from games.ui.nouns import named
from games.ui.patterns import TRANSFER, Collection, Hit, Trace

PATTERNS: Final = Collection()
LIKELY, UNLIKELY = 700, 300
"""Chances in thousandths: of a turn that should have brought a meal, and of one that hardly could."""
GIVEN: Final = 100
"""The thousandths of chance lost by one choice of dice from which the pattern is reported."""
LUCK: Final = 2000
"""The difference in thousandths of meals from the expected number, from which the pattern is reported."""
TRIES: Final = 4
CITED: Final = 12


@dataclass(frozen=True)
class Play:
    """A match with its tables and its log."""

    facts: Facts
    trace: Trace

    def cite(self, turns: Iterable[TurnFacts]) -> tuple[int, ...]:
        """The indexes of the last events of these turns in the log."""
        found: list[int] = []
        for turn in list(turns)[:CITED]:
            places = self.trace.find("eaten", "went_without", turn=step_of(turn.turn), seat=turn.seat)
            own = [each for each in self.facts.turns if (each.turn, each.seat) == (turn.turn, turn.seat)]
            found += places[own.index(turn) : own.index(turn) + 1]
        return tuple(found)

    @property
    def end(self) -> tuple[int, ...]:
        """The index of the end event in the log."""
        return self.trace.find("game_ended")[:1]

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.trace.roles[seat]


@PATTERNS.add("gave_away", "risk")
def gave_away(play: Play) -> Hit | None:
    """Other dice kept would have had a better chance."""
    lost = [
        (throw.chance - throw.held, turn)
        for turn in play.facts.turns
        for throw in turn.throws
        if throw.held is not None
    ]
    most = max(lost, key=lambda pair: pair[0], default=None)
    if most is None or most[0] < GIVEN:
        return None
    fact = _("In turn %(turn)d other dice would have left a chance of a meal better by %(lost)d points of a hundred.")
    ask = _("Which other dice would have left a better chance of a meal?")
    words = {"turn": most[1].turn, "lost": round(most[0] / 10)}
    return Hit(weight=min(85, 40 + most[0] // 10), fact=fact % words, ask=ask, events=play.cite([most[1]]),
               seats=(most[1].seat,))  # fmt: skip


@PATTERNS.add("failed_likely", "risk")
def failed_likely(play: Play) -> Hit | None:
    """A turn failed that was likely to bring a meal."""
    found = [turn for turn in play.facts.turns if turn.ate is None and turn.chance >= LIKELY]
    if not found:
        return None
    worst = max(found, key=lambda turn: turn.chance)
    fact = _("Turn %(turn)d brought no meal at a chance of %(chance)s.")
    ask = _("At this chance, how many of fourteen turns bring no meal?")
    words = {"turn": worst.turn, "chance": names.percent(worst.chance)}
    return Hit(weight=58, fact=fact % words, ask=ask, events=play.cite([worst]), seats=(worst.seat,))


@PATTERNS.add("came_unlikely", "risk")
def came_unlikely(play: Play) -> Hit | None:
    """A turn brought an unlikely meal."""
    found = [turn for turn in play.facts.turns if turn.ate is not None and turn.chance <= UNLIKELY]
    if not found:
        return None
    best = min(found, key=lambda turn: turn.chance)
    fact = _("Turn %(turn)d brought a meal at a chance of %(chance)s.")
    ask = _("Was this meal luck alone, or did the choice of dice help?")
    words = {"turn": best.turn, "chance": names.percent(best.chance)}
    return Hit(weight=46, fact=fact % words, ask=ask, events=play.cite([best]), seats=(best.seat,))


@PATTERNS.add("left_a_meal", "process")
def left_a_meal(play: Play) -> Hit | None:
    """A turn ended without a meal, though the dice allowed one."""
    found = [turn for turn in play.facts.turns if turn.ate is None and turn.could]
    if not found:
        return None
    fact = ngettext("Once a meal was left though the dice fitted it.",
                    "%(n)d times a meal was left though the dice fitted it.", len(found))  # fmt: skip
    ask = _("Why was a meal left though the dice fitted?")
    return Hit(weight=min(72, 48 + 6 * len(found)), fact=fact % {"n": len(found)}, ask=ask, events=play.cite(found))


@PATTERNS.add("one_short", "result")
def one_short(play: Play) -> Hit | None:
    """One domino was missing for a combination."""
    found = [(player, each) for player in play.facts.seats for each in player.missed if len(each.missing) == 1]
    if not found:
        return None
    player, most = max(found, key=lambda pair: pair[1].points)
    fact = _("One domino, %(domino)s, was all that %(the_player)s lacked for a %(kind)s of %(points)s.")
    ask = _("When could the missing domino have been eaten?")
    words = {
        **named(player=play.name(player.seat)),
        "domino": names.domino(most.missing[0]),
        "kind": names.kind(most.kind),
        "points": names.points(most.points),
    }
    return Hit(weight=min(75, 45 + most.points), fact=fact % words, ask=ask, events=play.end, seats=(player.seat,))


@PATTERNS.add("taken_by_others", "fairness")
def taken_by_others(play: Play) -> Hit | None:
    """Another player ate the domino that a player needed."""
    found = [
        (player.seat, holder, domino)
        for player in play.facts.seats
        for each in player.missed
        if len(each.missing) == 1
        for domino, holder in zip(each.missing, each.holders, strict=True)
        if holder not in (ON_THE_BOARD, player.seat)
    ]
    if not found:
        return None
    seat, holder, domino = found[0]
    fact = _("%(The_holder)s ate %(domino)s, which %(the_player)s needed for a combination.")
    ask = _("Was this domino eaten for its own worth, or to block somebody?")
    words = {"domino": names.domino(domino), **named(holder=play.name(holder), player=play.name(seat))}
    return Hit(weight=50, fact=fact % words, ask=ask, events=play.end, seats=(seat, holder))


@PATTERNS.add("luck_of_dice", "fairness")
def luck_of_dice(play: Play) -> Hit | None:
    """A player had far more or fewer meals than expected."""
    gaps = [(1000 * player.meals - player.expected, player) for player in play.facts.seats]
    gap, player = max(gaps, key=lambda pair: abs(pair[0]))
    if abs(gap) < LUCK:
        return None
    fact = _("%(The_player)s had %(meals)s; the chances promised %(expected)s.")
    ask = _("How much of the result is luck?")
    words = {**named(player=play.name(player.seat)), "meals": names.meals(player.meals)}
    words["expected"] = str(round(player.expected / 1000))
    return Hit(weight=min(70, 40 + abs(gap) // 200), fact=fact % words, ask=ask, events=play.end, seats=(player.seat,))


@PATTERNS.add("lowered_target", "knowledge")
def lowered_target(play: Play) -> Hit | None:
    """The target was lower than the number of the turn, and not by the facilitator."""
    found = [turn for turn in play.facts.turns if turn.target - turn.shift < turn.turn]
    if not found:
        return None
    fact = ngettext("Once the target was lower than the number of the turn.",
                    "In %(n)d turns the target was lower than the number of the turn.", len(found))  # fmt: skip
    ask = _("Which meals before had taken the great pairs away?")
    return Hit(weight=32, fact=fact % {"n": len(found)}, ask=ask, events=play.cite(found))


@PATTERNS.add("board_left", "result")
def board_left(play: Play) -> Hit | None:
    """Dominoes were left on the board."""
    number = len(play.facts.left)
    if not number:
        return None
    fact = ngettext("One domino stayed on the board.", "%(n)d dominoes stayed on the board.", number)
    ask = _("Which meal closed the way to the rest of the board?")
    return Hit(weight=min(66, 36 + 4 * number), fact=fact % {"n": number}, ask=ask, events=play.end)


@PATTERNS.add("combinations", "result")
def combinations(play: Play) -> Hit | None:
    """More than half of the winner's points came from combinations."""
    best = min(play.facts.seats, key=lambda player: (player.place, player.seat))
    made = sum(each.points for each in best.hand.combinations)
    if best.total <= 0 or 2 * made < best.total:
        return None
    fact = _("%(made)d of the %(total)d points %(of_player)s came from combinations.")
    ask = _("When did collecting for combinations begin to pay?")
    words = {"made": made, "total": best.total, **named(player=play.name(best.seat))}
    return Hit(weight=44, fact=fact % words, ask=ask, events=play.end, seats=(best.seat,))


@PATTERNS.add("many_tries", "process")
def many_tries(play: Play) -> Hit | None:
    """One turn number was tried many times."""
    most = max(play.facts.turns, key=lambda turn: turn.attempt, default=None)
    if most is None or most.attempt < TRIES:
        return None
    fact = _("Turn %(turn)d was tried %(times)d times.")
    ask = _("From one try to the next, did only the dice change, or also the aim?")
    same = [turn for turn in play.facts.turns if turn.turn == most.turn]
    words = {"turn": most.turn, "times": most.attempt}
    return Hit(weight=min(60, 30 + 4 * most.attempt), fact=fact % words, ask=ask, events=play.cite(same))


@PATTERNS.add("ate_at_once", "process")
def ate_at_once(play: Play) -> Hit | None:
    """Meals were taken after the first throw."""
    found = [turn for turn in play.facts.turns if turn.ate is not None and len(turn.throws) == 1]
    if not found:
        return None
    fact = ngettext("One meal was eaten after the first throw.",
                    "%(n)d meals were eaten after the first throw.", len(found))  # fmt: skip
    ask = _("Could more throws have brought a better meal?")
    return Hit(weight=min(54, 28 + 3 * len(found)), fact=fact % {"n": len(found)}, ask=ask, events=play.cite(found))


@PATTERNS.add("small_point_die", "result")
def small_point_die(play: Play) -> Hit | None:
    """Several meals gave one point."""
    found = [turn for turn in play.facts.turns if turn.ate is not None and turn.point == 1]
    if len(found) < 2:
        return None
    fact = _("%(n)d meals brought one point for the die left over.") % {"n": len(found)}
    ask = _("Was the pair worth more than the die left over?")
    return Hit(weight=30, fact=fact, ask=ask, events=play.cite(found))


@PATTERNS.add("hopeful", "knowledge")
def hopeful(play: Play) -> Hit | None:
    """The errors of guesses have one direction."""
    guesses = [guess for _turn, guess in calibration.guesses_of(play.facts)]
    lean = mean(calibration.gaps(guesses)) if len(guesses) >= 3 else 0
    if abs(lean) < calibration.NOTABLE:
        return None
    too_high = _("The chances were guessed too high by %(by)d points of a hundred on average.")
    too_low = _("The chances were guessed too low by %(by)d points of a hundred on average.")
    ask = _("What makes people guess a chance too high or too low?")
    fact = (too_high if lean > 0 else too_low) % {"by": names.hundredths(abs(lean))}
    return Hit(weight=min(84, 56 + int(abs(lean)) // 10), fact=fact, ask=ask, events=play.trace.find("guessed")[:CITED])


@PATTERNS.add("worst_guess", "knowledge")
def worst_guess(play: Play) -> Hit | None:
    """The guess with the greatest error."""
    guesses = calibration.guesses_of(play.facts)
    if not guesses:
        return None
    turn, worst = max(guesses, key=lambda pair: abs(pair[1].said - pair[1].exact))
    if abs(worst.said - worst.exact) < GIVEN:
        return None
    fact = _("In turn %(turn)d a chance was guessed at %(said)s; it was %(exact)s.")
    ask = _("Work out the chance: how many dice, how many throws, which faces?")
    words = {"turn": turn.turn, "said": names.percent(worst.said), "exact": names.percent(worst.exact)}
    events = play.trace.find("guessed", turn=step_of(turn.turn), seat=turn.seat)[:1]
    return Hit(weight=60, fact=fact % words, ask=ask, events=events, seats=(turn.seat,))


@PATTERNS.add("chance_elsewhere", TRANSFER)
def chance_elsewhere(play: Play) -> Hit | None:
    """Chances outside the game, as a question."""
    if not play.facts.turns:
        return None
    meals = sum(player.meals for player in play.facts.seats)
    fact = _("Turns that brought a meal: %(meals)d of %(turns)d.") % {"meals": meals, "turns": len(play.facts.turns)}
    ask = _("Where else do you decide by a chance that you only feel?")
    return Hit(weight=18, fact=fact, ask=ask, events=play.end)
