"""Play a whole match by bots in the terminal, without a database."""

import html
import re
import secrets
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from games.engine import codec, registry
from games.engine.draws import FastDraws, LabelledDraws, derive
from games.engine.errors import RulesError
from games.engine.playout import Played, playout
from games.engine.trial import play
from games.engine.types import Result
from games.ui import faces
from games.ui.trial_words import summary_lines

TAG = re.compile(r"<[^>]+>")


class Command(BaseCommand):
    """`play_match domego --bots balanced --seed 1`, `play_match domego --games 200`."""

    help = "Play one match by bots, print it in words and its result."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument(
            "--bots", default="", help="strengths by seat, separated by commas; one stands for all seats"
        )
        parser.add_argument(
            "--seed", default="", help="any word; the same word gives the same match. Default: a new one"
        )
        parser.add_argument("--scenario", default="", help="key of a shipped scenario")
        parser.add_argument("--options", default="{}", help="options in JSON")
        parser.add_argument(
            "--seats", type=int, default=0, help="number of seats; default: the most that the scenario has"
        )
        parser.add_argument("--language", default="en", choices=list(dict(settings.LANGUAGES)))
        parser.add_argument("--games", type=int, default=1, help="more than one: only a summary of so many games")
        parser.add_argument("--quiet", action="store_true", help="only the result")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the match; CommandError for an unknown game, bot, scenario or option."""
        with translation.override(options["language"]):
            try:
                self._play(options)
            except (LookupError, RulesError) as fault:
                raise CommandError(str(fault)) from fault

    def _play(self, options: dict[str, Any]) -> None:
        game, face = registry.get(options["game"]), faces.get(options["game"])
        key = options["scenario"]
        scenario = game.rules.load_scenario(game.scenarios[key]) if key else game.shipped("")
        seats = options["seats"] or max(game.rules.seat_counts(scenario))
        names = (options["bots"] or game.usual_bot).split(",")
        names = names * seats if len(names) == 1 else names
        unknown = sorted(set(names) - set(game.bots))
        if unknown or len(names) != seats:
            raise CommandError(f"{seats} bots are needed, each one of {', '.join(game.bots)}; got {', '.join(names)}.")
        if options["games"] > 1:
            strengths = ",".join(names if len(set(names)) > 1 else names[:1])
            chosen = codec.read_options(options["options"], game.rules.options_type)
            tally = play(game, scenario, strengths, range(options["games"]), chosen, seats)
            self.stdout.write("\n".join(summary_lines(game, scenario, tally)))
            return
        seed_word = options["seed"] or secrets.token_hex(8)
        seed = seed_word.encode()
        read = codec.read_options(options["options"], game.rules.options_type)
        roles = face.words.roles(scenario)
        draws, bot_draws = LabelledDraws(seed), FastDraws(int.from_bytes(derive(seed, "bots")))
        start = game.rules.setup(scenario, read, seats, draws)

        def say(events: tuple[Any, ...]) -> None:
            for event in events if not options["quiet"] else ():
                words = face.words.event(scenario, event)
                if words is not None:
                    who = "" if event.seat is None else f"{roles[event.seat].short}: "
                    self.stdout.write(who + html.unescape(TAG.sub("", words.html)))

        def on_move(played: Played) -> None:
            say(played.events)

        say(start.events)
        bots = [game.bot(name) for name in names]
        end = playout(game.rules, start, bots, draws, bot_draws=bot_draws, on_move=on_move)
        self._result(face.words.roles(scenario), names, end.result)
        self.stdout.write(f"{end.moves} moves, seed {seed_word}")

    def _result(self, roles: tuple[faces.RoleName, ...], names: list[str], result: Result) -> None:
        self.stdout.write("")
        for target in result.targets:
            self.stdout.write(
                f"{target.name:12} {target.value:5}  target {target.target}  {'met' if target.met else 'missed'}"
            )
        rows = sorted(zip(result.places, roles, names, result.scores, strict=True), key=lambda row: row[0])
        for place, role, name, score in rows:
            self.stdout.write(f"{place}. {role.name} ({name}): {score}")
