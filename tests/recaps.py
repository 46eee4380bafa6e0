"""Stretches of seeded games, as a returning player finds them. No game is named here."""

from random import Random

from django.utils.translation import get_language

from games.ui import faces
from games.ui.faces import Scene
from games.ui.recap import Happened
from tests.every_game import played, settings


def face_of(name):
    return faces.get(settings()[name].game.key)


def seats_of(name):
    return range(max(settings()[name].game.rules.seat_counts(settings()[name].scenario)))


class Watched:
    """A match played to its end, in the view of `seat` (None: an observer), or `opened` to everybody afterwards."""

    def __init__(self, name, bot, seat, *, opened=False):
        self.name, self.seat, self.opened, self.face = name, seat, opened, face_of(name)
        self.where, self.made = settings()[name], {}
        start, moves, _ = played(name, bot)
        self.states = [start.state, *(move.state for move in moves)]
        self.events = [self.known(start.events), *(self.known(move.events) for move in moves)]
        self.movers = [None, *(move.seat for move in moves)]

    def known(self, events):
        return [each for each in events if self.opened or each.audience is None or self.seat in each.audience]

    def scene(self, at, kinds=None):
        """The position after move `at`."""
        kinds = self.face.table.record_kinds if kinds is None else kinds
        told = [event for events in self.events[: at + 1] for event in events]
        record = tuple(event for event in told if event.__struct_config__.tag in kinds)
        rules, state = self.where.game.rules, self.states[at]
        view = rules.view(state, self.seat)
        mine = () if self.seat is None else (self.seat,)
        return Scene(self.where.scenario, view, self.seat, rules.prompts(state), record, mine=mine)

    def happened(self, after, at):
        """The events after move `after`, up to move `at`. -1 is the start."""
        return [
            Happened(event, number, event.turn, self.movers[number], self.movers[number] == self.seat)
            for number in range(after + 1, at + 1)
            for event in self.events[number]
        ]

    def cards(self, after, at):
        key = (after, at, get_language())
        if key not in self.made:
            self.made[key] = self.face.recap.cards(self.scene(at), self.happened(after, at))
        return self.made[key]

    def cuts(self, number):
        """Random cuts of a match into so many stretches."""
        random = Random(f"{self.name}/{self.seat}")  # noqa: S311
        last = len(self.states) - 1
        return [-1, *sorted(random.sample(range(last), min(last, number - 1))), last]


def cards_after(face, scenario, state, events, seat=0):
    """The cards of one move for a seat."""
    rules = face.game.rules
    known = [event for event in events if event.audience is None or seat in event.audience]
    happened = [Happened(event, 1, event.turn, event.seat) for event in known]
    record = tuple(event for event in known if event.__struct_config__.tag in face.table.record_kinds)
    return face.recap.cards(Scene(scenario, rules.view(state, seat), seat, rules.prompts(state), record), happened)


def rows(card):
    """The figures of a card: label, before and after."""
    return [(change.label, change.before, change.after) for change in card.changes]
