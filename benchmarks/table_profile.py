"""Time of a table read and of a decision, by part: `python -m benchmarks.table_profile [TIMES]`.

Prints processor time of this process in milliseconds (medians), with the shares of templates, of database calls and of
the rest. Each game is half-way through a match of its first scenario, and the active seat asks. The read is the whole
page. The decision is a randomly filled form and its answer: the regions of the open page, or the next page without
scripts. Other work on the machine changes processor time little; the shares are the result.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time
from typing import Any

from benchmarks._site import site
from benchmarks.chaos.players import forms_in
from games.engine import registry
from games.engine.codec import read_options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout

WARM = 3
TRIES = 60


@dataclass
class Spent:
    """Seconds of processor time of one request, by part."""

    templates: float = 0.0
    database: float = 0.0
    queries: int = 0
    by_template: dict[str, float] = field(default_factory=dict)
    whole: float = 0.0
    size: int = 0
    _depth: int = 0


@contextmanager
def spying(spent: Spent) -> Iterator[None]:
    """Measure templates (with all that they call) and database calls inside the block. Database calls from a template
    count as the database's.
    """
    from django.db import connection
    from django.template.base import Template
    from jinja2 import Template as Piece

    plain, drawn = Template._render, Piece.render

    def counted(render: Any) -> Any:
        """Count the time of a nested template once, as part of the outer one."""

        def counting(template: Any, *given: Any) -> Any:
            began, asked = process_time(), spent.database
            spent._depth += 1
            try:
                return render(template, *given)
            finally:
                spent._depth -= 1
                took = process_time() - began - (spent.database - asked)
                name = template.name or "?"
                spent.by_template[name] = spent.by_template.get(name, 0.0) + took
                if not spent._depth:
                    spent.templates += took

        return counting

    def query(execute: Any, *args: Any) -> Any:
        began = process_time()
        try:
            return execute(*args)
        finally:
            spent.queries += 1
            spent.database += process_time() - began

    Template._render = counted(plain)  # type: ignore[method-assign]
    Piece.render = counted(drawn)  # type: ignore[method-assign]
    began = process_time()
    try:
        with connection.execute_wrapper(query):
            yield
    finally:
        spent.whole = process_time() - began
        Template._render = plain  # type: ignore[method-assign]
        Piece.render = drawn  # type: ignore[method-assign]


class Table:
    """A match of a game half-way, one person who holds all its seats, and that person's browser."""

    def __init__(self, key: str) -> None:
        from django.test import Client

        from games.platform.services.holders import seat_assign
        from games.platform.services.matches import match_create, match_start
        from tests.games.factories import SEED, person, role_ids

        self.user, self.chance = person(), Random(key)
        self.client = Client(SERVER_NAME="127.0.0.1")
        self.client.force_login(self.user)
        scenario = next(iter(registry.get(key).scenarios.values()))
        self.match = match_create(game=key, roles=role_ids(scenario, key), by=self.user, scenario=scenario, seed=SEED)
        for seat in self.match.seats.all():
            seat_assign(match_id=self.match.pk, seat=seat.index, user=self.user)
        match_start(match_id=self.match.pk)
        self.goes_on(_usual_length(key) // 2)

    def goes_on(self, moves: int) -> None:
        """Play moves of the game's usual bots."""
        from games.platform.selectors.position import game_of, state_of
        from games.platform.services.bots import bot_answer
        from tests.games.factories import play

        self.match.refresh_from_db()
        for _ in range(moves):
            state, game = state_of(self.match), game_of(self.match)
            answers = (
                (each, bot_answer(self.match, state, each, game.usual_bot)) for each in game.rules.prompts(state)
            )
            asked, move = next(((each, answer) for each, answer in answers if answer is not None), (None, None))
            if asked is None:
                return
            play(self.match, asked.seat, asked.key, move, self.user)
            self.match.refresh_from_db()

    def reads(self) -> Spent:
        """Read the page of the active seat."""
        spent, path = Spent(), self._path()
        with spying(spent):
            answer = self.client.get(path)
        spent.size = len(answer.content)
        return spent

    def decides(self, *, plainly: bool) -> Spent | None:
        """Send a randomly filled form; returns the next page, or the changed regions with scripts. None if each attempt
        is refused.
        """
        if self.match.is_over:
            return None
        page = self.client.get(self._path()).content.decode()
        for number in range(TRIES):
            forms = [form for form in forms_in(page) if "key" in form.fixed]
            if not forms:
                return None
            form = self.chance.choice(forms)
            sent = form.filled(self.chance) | {"submission_id": f"{self.match.number}-{number}"}
            spent = Spent()
            with spying(spent):
                answer = self.client.post(form.action, sent, headers={} if plainly else {"X-Answer": "regions"})
                spent.size = len(answer.content)
                if answer.status_code == 303:
                    spent.size = len(self.client.get(answer.headers["Location"]).content)
            if answer.status_code in (200, 303):
                self.match.refresh_from_db()
                return spent
        return None

    def _path(self) -> str:
        from games.platform.selectors.position import game_of, state_of

        prompts = game_of(self.match).rules.prompts(state_of(self.match))
        return f"/matches/{self.match.pk}/?seat={prompts[0].seat}"


def _usual_length(key: str) -> int:
    """The number of moves in a match of the usual bots."""
    game = registry.get(key)
    rules, scenario = game.rules, game.rules.load_scenario(next(iter(game.scenarios.values())))
    seats = [game.bot(game.usual_bot)] * max(rules.seat_counts(scenario))
    start = rules.setup(scenario, read_options("{}", rules.options_type), len(seats), LabelledDraws(b"length"))
    return playout(rules, start, seats, FastDraws(1), bot_draws=FastDraws(2)).moves


def report(key: str, times: int) -> None:
    """One game's lines."""
    table = Table(key)
    reads = [table.reads() for _ in range(times + WARM)][WARM:]
    decisions: dict[bool, list[Spent]] = {True: [], False: []}
    for number in range(times):
        spent = table.decides(plainly=bool(number % 2))
        if spent is not None:
            decisions[bool(number % 2)].append(spent)
    tell(f"{key}: read", reads)
    tell(f"{key}: decision and its regions", decisions[False])
    tell(f"{key}: decision and next page", decisions[True])
    names = sorted(reads[0].by_template, key=lambda name: -median(each.by_template.get(name, 0.0) for each in reads))
    for name in names[:12]:
        print(f"    {1000 * median(each.by_template.get(name, 0.0) for each in reads):7.2f}  {name}")


def tell(what: str, spent: list[Spent]) -> None:
    """The medians of some requests in one line."""
    whole, templates, database = (
        1000 * median(each) for each in zip(*((s.whole, s.templates, s.database) for s in spent), strict=True)
    )
    queries, size = median(s.queries for s in spent), median(s.size for s in spent)
    rest = whole - templates - database
    print(
        f"{what:40} {whole:6.1f} ms: templates {templates / whole:4.0%}, database {database / whole:4.0%} "
        f"({queries:.0f} queries), the rest {rest / whole:4.0%}; {size / 1000:.0f} kB, {len(spent)} of them"
    )


def main(times: int, keys: list[str]) -> None:
    """Print every game, or some."""
    with site():
        logging.disable()  # refused tries of a form
        for game in registry.all_games():
            if not keys or game.key in keys:
                report(game.key, times)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30, sys.argv[2:])
