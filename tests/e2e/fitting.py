"""Possible forms at a table, tried without playing them: a process beside the site answers a test's questions.

A page has many more ways to fill its forms than the rules accept. A try takes a second in a browser and a thousandth
here."""

import json
import random
import subprocess
import sys
from contextlib import suppress
from typing import Any

from tests.games.web.plain import SHYNESS, PlainForm, Reader, posted

TRIES = 300
CODE = "from tests.e2e.fitting import serve; serve()"


class Adviser:
    """The client of the process. It writes nothing to the site's database."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def _ask(self, **question: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(question), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        assert line, "the adviser has ended"
        return json.loads(line)

    def asked(self, match: int) -> tuple[int, list[int]]:
        """The match's revision, and the seats that must answer."""
        revision, seats = self._ask(match=match)
        return revision, seats

    def way(
        self, match: int, seat: int, page: str, seed: str, *, fits: bool = True, required: bool = False
    ) -> dict[str, Any] | None:
        """A form of the page with values and a button. Each button has the same chance. With `fits` false, the rules
        refuse these values; with `required`, the form answers a decision that must be made.
        """
        question = {"match": match, "seat": seat, "page": page, "seed": seed, "fits": fits, "required": required}
        found: dict[str, Any] | None = self._ask(**question)
        return found

    def end(self) -> None:
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


def _answering(page: str) -> list[PlainForm]:
    """The forms of a page that answer a decision."""
    found = Reader(page).forms.values()
    return [each for each in found if "/play/" in each.action and "key" in each.fixed and each.buttons]


def serve() -> None:
    """Answer each line of the standard input with one."""
    for line in sys.stdin:
        question = json.loads(line)
        sys.stdout.write(json.dumps(_way(**question) if "page" in question else _asked(**question)) + "\n")
        sys.stdout.flush()


def _asked(match: int) -> tuple[int, list[int]]:
    from games.models import Match
    from games.platform.selectors.position import game_of, state_of

    found = Match.objects.get(pk=match)
    prompts = () if found.is_over else game_of(found).rules.prompts(state_of(found))
    pending = {each.seat for each in prompts if not (each.optional or each.passive)}
    return found.revision, sorted(pending)


def _way(match: int, seat: int, page: str, seed: str, fits: bool, required: bool) -> dict[str, Any] | None:
    from django.contrib.auth import get_user_model
    from django.http import QueryDict

    from games.engine.errors import RulesError
    from games.platform.permissions import open_match
    from games.platform.selectors.position import draws_for, game_of, state_of
    from games.web.table_read import TableRead
    from tests.e2e.playing import STUDENT

    table = TableRead(open_match(match, get_user_model().objects.get(username=STUDENT)), seat)
    scene, chance = table.bare_scene, random.Random(seed)
    game, state = game_of(table.match), state_of(table.match)
    own = [each for each in scene.own_prompts() if not required or not (each.optional or each.passive)]
    prompts = {each.key: each for each in own}

    def is_taken(sent: dict[str, str]) -> bool:
        data = QueryDict(mutable=True)
        for name, values in posted(sent).items():
            data.setlist(name, values)
        form = table.face.table.form(scene, prompts[sent["key"]], data)
        if not form.is_valid():
            return False
        try:
            game.rules.apply(state, seat, sent["key"], form.to_move(), draws_for(table.match, table.match.number + 1))
        except RulesError:
            return False
        return True

    forms = [each for each in _answering(page) if each.fixed["key"] in prompts]
    ways = [(form, button) for form in forms for button in form.buttons]
    for form, button in chance.sample(ways, len(ways)):
        one = PlainForm(form.id, form.action, form.fixed, form.controls, [button])
        for attempt in range(TRIES if form.controls else 1):
            sent = one.filled(chance, SHYNESS[attempt % len(SHYNESS)])
            if not fits:
                sent |= {name: "-1" for name, control in form.controls.items() if control.numbers}
            if is_taken(sent) is fits:
                return {"form": form.id, "action": form.action, "data": sent, "button": button}
    return None
