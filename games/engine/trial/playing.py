"""Games of a trial, played by bots. Numbers are seeds, so the same number brings the same luck to every scenario."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from games.engine import codec
from games.engine.bots import Bot
from games.engine.choices import count
from games.engine.draws import Draws, FastDraws, LabelledDraws
from games.engine.playout import Played, Playout, playout
from games.engine.registry import Game
from games.engine.trial.rules import Drawn, Happened, Notes, Took, TrialRules, rules_of
from games.engine.trial.tally import STRENGTHS, CardTally, Goal, Question, SeatTally, Tally, Trial, merged
from games.engine.types import Prompt, Result

MOST_MOVES: Final = 5_000
"""A game of more moves is taken as one that does not end."""
HOPELESS: Final = 3
"""A chunk stops after so many games that do not end."""


class _Unended(Exception):
    """The game has had more than `MOST_MOVES` moves."""


def bot_of(game: Game, strength: str) -> str:
    """The bot of a strength: experts are the strongest ones."""
    return list(game.bots)[-1] if strength == "experts" else rules_of(game).usual or game.usual_bot


def is_hopeless(tally: Tally) -> bool:
    """Do so many games not end that it is useless to play more?"""
    return tally.unended >= max(HOPELESS, tally.games)


def play(
    game: Game, scenario: Any, bot: str, numbers: Iterable[int], options: Any = None, seats: int | None = None
) -> Tally:
    """Play the games with these numbers. `bot` holds all seats; several, separated by commas, hold one each. Without
    `options` those of a usual match hold, and without `seats` the scenario's most. Raises KeyError for an unknown bot.
    """
    total, group = Tally(bot), _Group(game, scenario, bot, options, seats)
    tallies = []
    for number in numbers:
        tallies.append(group.game(number))
        if sum(each.unended for each in tallies) >= HOPELESS:
            break
    while len(tallies) > 1:  # in pairs, since each merge copies
        tallies = [merged(*pair) if len(pair) == 2 else pair[0] for pair in _pairs(tallies)]
    return merged(total, tallies[0]) if tallies else total


def _pairs(tallies: Sequence[Tally]) -> Iterable[Sequence[Tally]]:
    return (tallies[at : at + 2] for at in range(0, len(tallies), 2))


def tried(game: Game, scenario: Any, numbers: Sequence[int], options: Any = None) -> Trial:
    """A trial of these numbers by both strengths. One bot for both plays once."""
    found: dict[str, Tally] = {}
    for strength in STRENGTHS:
        bot = bot_of(game, strength)
        found.setdefault(bot, play(game, scenario, bot, numbers, options) if bot not in found else found[bot])
    return trial_of(game, scenario, *(found[bot_of(game, strength)] for strength in STRENGTHS))


def trial_of(game: Game, scenario: Any, experts: Tally, usual: Tally) -> Trial:
    """The trial of these tallies."""
    return Trial(game.key, name_of(scenario), max(game.rules.seat_counts(scenario)), experts, usual)


def name_of(scenario: Any) -> str:
    """The id of a scenario; empty if its type has none."""
    return str(getattr(scenario, "scenario", "") or getattr(scenario, "id", ""))


class _Group:
    """All games of the same bots and one scenario."""

    def __init__(self, game: Game, scenario: Any, bot: str, options: Any, seats: int | None) -> None:
        self.rules, self.scenario, self.bot_name = game.rules, scenario, bot
        self.options = codec.read_options("{}", game.rules.options_type) if options is None else options
        self.seats = seats or max(game.rules.seat_counts(scenario))
        self.part = rules_of(game)
        self.notes: Notes = self.part.notes(scenario)
        names = bot.split(",")
        made = {name: game.bot(name) for name in names}
        self.bots = [made[name] for name in (names * self.seats if len(names) == 1 else names)]
        self.accounts = game.accounts

    def game(self, number: int) -> Tally:
        """The tally of one game."""
        draws: Draws = LabelledDraws(b"trial-%d" % number)
        watch = _Watch(self.bots, self.rules, self.part)
        start = self.rules.setup(self.scenario, self.options, self.seats, draws)
        watch.add(start.events)
        try:
            end = playout(
                self.rules, start, [watch] * self.seats, draws, bot_draws=FastDraws(number), on_move=watch.moved
            )
        except _Unended:
            return Tally(self.bot_name, unended=1)
        return self._tally(number, watch, end)

    def _tally(self, number: int, watch: "_Watch", end: Playout) -> Tally:
        result, events = end.result, watch.events
        taken: dict[str, dict[str, int]] = {}
        happened: dict[tuple[str, int], int] = {}
        cards: dict[str, CardTally] = {}
        for note in self.notes(events):
            match note:
                case Took():
                    answers = taken.setdefault(note.place, {})
                    answers[note.answer] = answers.get(note.answer, 0) + 1
                case Happened():
                    happened[note.name, note.seat] = happened.get((note.name, note.seat), 0) + 1
                case Drawn():
                    cards[note.place] = CardTally(1, int(not note.why), {note.why: 1} if note.why else {})
        questions = {
            place: Question(*watch.asked.get(place, (0, 0)), dict(sorted(taken.get(place, {}).items())))
            for place in sorted({*watch.asked, *taken})
        }
        curves = self._curves(end.state, events, watch.turn)
        seats = tuple(
            SeatTally(
                {result.scores[seat]: 1},
                {result.places[seat]: 1},
                {name: {happened.get((name, seat), 0): 1} for name in self.part.things},
                watch.moves[seat],
                watch.decisions[seat],
                tuple({figures[seat]: 1} for figures in curves),
            )
            for seat in range(self.seats)
        )
        return Tally(
            self.bot_name,
            games=1,
            goals=self._goals(result),
            reached={number: tuple(target.value for target in result.targets)},
            seats=seats,
            events={
                name: {sum(number for (each, _seat), number in happened.items() if each == name): 1}
                for name in sorted(self.part.things)
            },
            moves={end.moves: 1},
            decisions={sum(watch.decisions): 1},
            minutes={round(sum(watch.seconds.values()) / 60): 1},
            turns={watch.turn: 1},
            seconds=dict(sorted(watch.seconds.items())),
            questions=questions,
            cards=dict(sorted(cards.items())),
        )

    def _goals(self, result: Result) -> tuple[Goal, ...]:
        return tuple(Goal(each.name, each.target, self.part.rising(each.name)) for each in result.targets)

    def _curves(self, state: Any, events: Sequence[Any], last: int) -> list[list[int]]:
        """The figures of the game's account by turn and seat."""
        account = self.part.account
        if account is None or self.accounts is None:
            return []
        terms = self.accounts.terms(self.scenario, self.rules.view(state, None), events)
        opening = account.opening(terms)
        now = [opening.get(seat, 0) for seat in range(self.seats)]
        found = [now[:] for _turn in range(last + 1)]
        for event in events:
            for holder, amount, _reason in account.postings(event, terms):
                if holder is not None:
                    for turn in range(event.turn, last + 1):
                        found[turn][holder] += amount
        return found


class _Watch:
    """All bots of a game as one, which counts what is asked and answered."""

    def __init__(self, bots: Sequence[Bot], rules: Any, part: TrialRules) -> None:
        self.bots, self.rules, self.part = bots, rules, part
        self.events: list[Any] = []
        self.turn = 0
        self.moves, self.decisions = [0] * len(bots), [0] * len(bots)
        self.asked: dict[str, tuple[int, int]] = {}
        self.seconds: dict[int, int] = {}
        self._rounds: dict[str, int] = {}
        self._known: set[tuple[int, str]] = set()
        self._last: dict[tuple[int, str], tuple[Any, Prompt]] = {}

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        """See `Bot.answer`."""
        self._last[prompt.seat, prompt.key] = state, prompt
        return self.bots[prompt.seat].answer(state, prompt, draws)

    def moved(self, played: Played) -> None:
        """Count a move. Raises _Unended after too many."""
        self.moves[played.seat] += 1
        key = played.seat, played.key
        if key not in self._known and key in self._last:
            self._known.add(key)
            self._decided(*self._last[key])
        self.add(played.events)
        if sum(self.moves) > MOST_MOVES:
            raise _Unended

    def _decided(self, state: Any, prompt: Prompt) -> None:
        self.decisions[prompt.seat] += 1
        name, seconds = self.part.round_of(prompt), self.part.seconds(prompt)
        longer = seconds - self._rounds.get(name, 0)
        if longer > 0:
            self._rounds[name] = seconds
            self.seconds[self.turn] = self.seconds.get(self.turn, 0) + longer
        place = self.part.place(state, prompt)
        if place is not None:
            asked, alone = self.asked.get(place, (0, 0))
            self.asked[place] = asked + 1, alone + (not self._is_free(state, prompt))

    def _is_free(self, state: Any, prompt: Prompt) -> bool:
        if self.part.is_free is not None:
            return self.part.is_free(state, prompt)
        return count(self.rules.choices(state, prompt.seat, prompt.key)) > 1

    def add(self, events: Iterable[Any]) -> None:
        """Keep the events of a move."""
        for event in events:
            self.events.append(event)
            self.turn = max(self.turn, event.turn)
