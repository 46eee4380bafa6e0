"""The patterns of a Dominato match, for discussion. Errors have no names, because only their player may know them."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominato.facts.mistakes import ErrorKind, Mistake, mistakes
from games.catalogue.dominato.facts.tables import Facts, GamePlayed, StepPlayed
from games.ui.patterns import TRANSFER, Collection, Hit, Trace

PATTERNS: Final = Collection()
CLOSE: Final = 2
"""The most points between the first two players of a close match."""
APART: Final = 10
CITED: Final = 12


@dataclass(frozen=True)
class Play:
    """A match with its tables and its log."""

    facts: Facts
    trace: Trace

    def of_kind(self, kind: ErrorKind) -> tuple[Mistake, ...]:
        """The errors of this kind."""
        return tuple(each for each in mistakes(self.facts) if each.kind == kind)

    def tiles(self, kind: ErrorKind) -> int:
        """The tiles with an error of this kind; one tile may have two."""
        return len({id(each.step) for each in self.of_kind(kind)})

    @property
    def steps(self) -> list[tuple[GamePlayed, StepPlayed]]:
        """All turns, with their games."""
        return [(game, step) for game in self.facts.games for step in game.turns]

    def placed(self, game: int, step: int) -> tuple[int, ...]:
        """The index of a turn's event in the log."""
        return self.trace.find("placed", "passed", "tried", turn=game, step=step)[:1]

    def cite(self, found: list[tuple[GamePlayed, StepPlayed]]) -> tuple[int, ...]:
        """The indexes of these turns in the log."""
        return tuple(place for game, step in found[:CITED] for place in self.placed(game.number, step.step))

    @property
    def end(self) -> tuple[int, ...]:
        """The index of the end event in the log."""
        return self.trace.find("match_ended")[:1]


def _errors(play: Play, kind: ErrorKind, number: int, fact: str, ask: str) -> Hit | None:
    found = play.of_kind(kind)
    if not found:
        return None
    events = tuple(place for each in found[:CITED] for place in play.placed(each.game, each.step.step))
    return Hit(weight=min(90, 48 + 8 * len(found)), fact=fact % {"n": number}, ask=ask, events=events)


@PATTERNS.add("sign_errors", "knowledge")
def sign_errors(play: Play) -> Hit | None:
    """A tile had the right number in the other colour."""
    number = len(play.of_kind("sign"))
    fact = ngettext(
        "Once the number was right and the colour was not.",
        "%(n)d times the number was right and the colour was not.",
        number,
    )
    return _errors(play, "sign", number, fact, _("How do you see which colour is stronger before you count?"))


@PATTERNS.add("zero_errors", "knowledge")
def zero_errors(play: Play) -> Hit | None:
    """A tile confused zero or the empty square with another value."""
    number = len(play.of_kind("zero"))
    fact = ngettext("Once a zero was not seen, or seen where there was none.",
                    "%(n)d times a zero was not seen, or seen where there was none.", number)  # fmt: skip
    return _errors(play, "zero", number, fact, _("Which tiles make zero? What stands for zero on the table?"))


@PATTERNS.add("missed_contacts", "risk")
def missed_contacts(play: Play) -> Hit | None:
    """One side of a tile was right, the other one was not."""
    number = play.tiles("missed")
    fact = ngettext(
        "One tile fitted on one side and not on the other.",
        "%(n)d tiles fitted on one side and not on the other.",
        number,
    )
    return _errors(play, "missed", number, fact, _("In what order do you look at the sides of a tile?"))


@PATTERNS.add("number_errors", "knowledge")
def number_errors(play: Play) -> Hit | None:
    """A number was calculated wrongly."""
    number = len(play.of_kind("number"))
    fact = ngettext("Once the number was not right.", "%(n)d times the number was not right.", number)
    return _errors(
        play, "number", number, fact, _("Show with your fingers or with counters: what is taken away, what is left?")
    )


@PATTERNS.add("believed", "cooperation")
def believed(play: Play) -> Hit | None:
    """A player relied on a wrong declared balance."""
    number = play.tiles("believed")
    fact = ngettext(
        "Once a tile was laid on a balance that somebody had said wrongly.",
        "%(n)d tiles were laid on a balance that somebody had said wrongly.",
        number,
    )
    return _errors(
        play, "believed", number, fact, _("When do you believe what others say, and when do you reckon again?")
    )


@PATTERNS.add("unseen_errors", "cooperation")
def unseen_errors(play: Play) -> Hit | None:
    """Errors remained on the table."""
    found = [(game, step) for game, step in play.steps if step.stands_wrong]
    if not found or not play.facts.challenge:
        return None
    fact = ngettext("One wrong tile stayed, and nobody said so.",
                    "%(n)d wrong tiles stayed, and nobody said so.", len(found))  # fmt: skip
    ask = _("What makes a wrong tile hard to see?")
    return Hit(weight=min(88, 55 + 6 * len(found)), fact=fact % {"n": len(found)}, ask=ask, events=play.cite(found))


@PATTERNS.add("found_errors", "cooperation")
def found_errors(play: Play) -> Hit | None:
    """Errors were challenged."""
    found = [(game, step) for game, step in play.steps if any(claim.upheld for claim in step.claims)]
    if not found:
        return None
    fact = ngettext("One error was found.", "%(n)d errors were found.", len(found))
    ask = _("How can one say “that is wrong” without hurting?")
    return Hit(weight=min(80, 46 + 5 * len(found)), fact=fact % {"n": len(found)}, ask=ask, events=play.cite(found))


@PATTERNS.add("vain_claims", "risk")
def vain_claims(play: Play) -> Hit | None:
    """Right tiles were challenged."""
    found = [(game, step) for game, step in play.steps if any(not claim.upheld for claim in step.claims)]
    if not found:
        return None
    fact = ngettext("One right tile was contested.", "%(n)d right tiles were contested.", len(found))
    ask = _("How can one check a tile before contesting?")
    return Hit(weight=min(72, 40 + 5 * len(found)), fact=fact % {"n": len(found)}, ask=ask, events=play.cite(found))


@PATTERNS.add("greater_link", "result")
def greater_link(play: Play) -> Hit | None:
    """A greater link was possible."""
    found = [
        (game, step)
        for game, step in play.steps
        if step.laid is not None and not step.is_wrong and step.order < step.best
    ]
    if not found:
        return None
    best = max(found, key=lambda pair: pair[1].best - pair[1].order)
    fact = ngettext("Once a greater link was possible.", "%(n)d times a greater link was possible.", len(found))
    ask = _("Why was a smaller link chosen than was possible?")
    events = play.cite([best, *(pair for pair in found if pair != best)])
    return Hit(weight=min(70, 34 + len(found)), fact=fact % {"n": len(found)}, ask=ask, events=events)


@PATTERNS.add("needless_pass", "process")
def needless_pass(play: Play) -> Hit | None:
    """A player passed although a tile fitted."""
    found = [(game, step) for game, step in play.steps if step.laid is None and step.options]
    if not found:
        return None
    fact = ngettext("Once somebody passed who could have laid a tile.",
                    "%(n)d times somebody passed who could have laid a tile.", len(found))  # fmt: skip
    ask = _("Which tile could have been laid instead of passing?")
    return Hit(weight=min(66, 40 + 4 * len(found)), fact=fact % {"n": len(found)}, ask=ask, events=play.cite(found))


@PATTERNS.add("won_by_link", "result")
def won_by_link(play: Play) -> Hit | None:
    """A triple link ended a game."""
    won = [game for game in play.facts.games if game.how == "link"]
    if not won:
        return None
    fact = ngettext("One game was won by a link of three or more.",
                    "%(n)d games were won by links of three or more.", len(won))  # fmt: skip
    ask = _("Who could have closed the winning place one turn earlier?")
    events = tuple(place for game in won for place in play.trace.find("game_ended", turn=game.number))
    return Hit(weight=62, fact=fact % {"n": len(won)}, ask=ask, events=events)


@PATTERNS.add("blocked", "process")
def blocked(play: Play) -> Hit | None:
    """Nobody could continue."""
    found = [game for game in play.facts.games if game.how == "blocked"]
    if not found:
        return None
    fact = ngettext("One game ended because nobody could go on.",
                    "%(n)d games ended because nobody could go on.", len(found))  # fmt: skip
    ask = _("Which balances were missing on the table at the end?")
    events = tuple(place for game in found for place in play.trace.find("game_ended", turn=game.number))
    return Hit(weight=52, fact=fact % {"n": len(found)}, ask=ask, events=events)


@PATTERNS.add("close_match", "fairness")
def close_match(play: Play) -> Hit | None:
    """The points of the first two players are close."""
    points = sorted(seat.points for seat in play.facts.seats)
    if len(points) < 2 or points[1] - points[0] > CLOSE:
        return None
    fact = _("Points of the best two: %(first)d and %(second)d.") % {"first": points[0], "second": points[1]}
    ask = _("Which single turn would have changed the order of the players?")
    return Hit(weight=28, fact=fact, ask=ask, events=play.end)


@PATTERNS.add("far_from_last", "fairness")
def far_from_last(play: Play) -> Hit | None:
    """A player kept many tiles."""
    points = [seat.points for seat in play.facts.seats]
    if max(points) - min(points) < APART:
        return None
    fact = _("The fewest points are %(least)d, the most %(most)d.") % {"least": min(points), "most": max(points)}
    ask = _("Which tiles are easy to lay, and which are hard?")
    return Hit(weight=30, fact=fact, ask=ask, events=play.end)


@PATTERNS.add("nested_tiles", "knowledge")
def nested_tiles(play: Play) -> Hit | None:
    """Tiles were nested side by side: each made two links at once."""
    found = [(game, step) for game, step in play.steps if step.kind == "nested" and not step.is_wrong]
    if not found:
        return None
    fact = ngettext("One tile was laid side by side with another, shifted by half: two links at once.",
                    "%(n)d tiles were laid side by side with another, shifted by half: two links at once.",
                    len(found))  # fmt: skip
    ask = _("How does one find the only tile that makes two links at once?")
    return Hit(weight=min(56, 30 + len(found)), fact=fact % {"n": len(found)}, ask=ask, events=play.cite(found))


@PATTERNS.add("errors_late", "process")
def errors_late(play: Play) -> Hit | None:
    """Most errors came in the second half; wrong tries count too."""
    steps = [(game, step) for game in play.facts.games for step in game.steps]
    wrong = [index for index, (_game, step) in enumerate(steps) if step.is_wrong]
    late = [index for index in wrong if 2 * index >= len(steps)]
    if len(wrong) < 3 or 3 * len(late) < 2 * len(wrong):
        return None
    fact = _("%(late)d of %(all)d errors came in the second half.") % {"late": len(late), "all": len(wrong)}
    ask = _("What was different in the second half: the table, the time, the company?")
    return Hit(weight=38, fact=fact, ask=ask, events=tuple(dict.fromkeys(play.cite([steps[index] for index in late]))))


@PATTERNS.add("starters_won", "fairness")
def starters_won(play: Play) -> Hit | None:
    """The starting player won most games."""
    ended = [game for game in play.facts.games if game.winner is not None]
    won = [game for game in ended if game.winner == game.starter]
    if len(ended) < 2 or 3 * len(won) < 2 * len(ended):
        return None
    fact = _("%(won)d of %(all)d games were won by the player who began.") % {"won": len(won), "all": len(ended)}
    ask = _("Is beginning an advantage?")
    events = tuple(place for game in won for place in play.trace.find("game_ended", turn=game.number))
    return Hit(weight=26, fact=fact, ask=ask, events=events)


@PATTERNS.add("checking", TRANSFER)
def checking(play: Play) -> Hit | None:
    """Players checked each other; the question asks who checks in other fields."""
    if not play.facts.challenge:
        return None
    fact = _("Nobody but you checked the tiles.")
    ask = _("Where else does one check what another has reckoned?")
    return Hit(weight=20, fact=fact, ask=ask, events=play.end)
