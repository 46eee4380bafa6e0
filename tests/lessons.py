"""A first game in memory: the rules, the bots of its lesson, and a learner whose answers a test chooses."""

from typing import Any

from games.engine.codec import read_options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.lesson import LESSON
from games.ui.faces import Face, LearnerMove, Moment
from games.ui.first_game import Guidance, guide

MOST = 500


class Desk:
    """A running lesson of `face`. Bots have made their moves. Nothing is stored."""

    def __init__(self, face: Face) -> None:
        lesson = face.game.lesson
        assert lesson is not None
        assert face.lesson is not None
        self.face, self.rules, self.lesson = face, face.game.rules, face.lesson
        self.seat, self.draws = lesson.seat, LabelledDraws(lesson.seed)
        self.scenario = self.rules.load_scenario(lesson.scenario)
        options = read_options(lesson.options, self.rules.options_type)
        start = self.rules.setup(self.scenario, options, lesson.seats, self.draws)
        self.state, self.events = start.state, list(start.events)
        self.made: list[LearnerMove] = []
        self.bots = FastDraws(1)
        self.others()

    def play(self, seat: int, key: str, move: Any) -> None:
        outcome = self.rules.apply(self.state, seat, key, move, self.draws)
        if seat == self.seat:
            self.made.append(LearnerMove(key, move))
        self.state = outcome.state
        self.events += outcome.events

    def others(self) -> None:
        """Let the bots move until all wait for the learner."""
        bot = self.face.game.bot(LESSON)
        for _move in range(MOST):
            for prompt in self.rules.prompts(self.state):
                move = None
                if prompt.seat != self.seat and not prompt.optional:
                    move = bot.answer(self.state, prompt, self.bots)
                if move is not None:
                    self.play(prompt.seat, prompt.key, move)
                    break
            else:
                return
        raise AssertionError("the bots of the lesson never wait")

    def answer(self, key: str, move: Any) -> None:
        """Make the learner's move, then those of the bots."""
        self.play(self.seat, key, move)
        self.others()

    @property
    def pending(self) -> list[Any]:
        return [each for each in self.rules.prompts(self.state) if each.seat == self.seat]

    def moment(self) -> Moment:
        known = [each for each in self.events if each.audience is None or self.seat in each.audience]
        view = self.rules.view(self.state, self.seat)
        over = not self.rules.prompts(self.state)
        return Moment(self.scenario, view, self.seat, tuple(self.pending), tuple(self.made), tuple(known), over)

    def guide(self) -> Guidance:
        return guide(self.lesson, self.rules, self.state, self.moment())
