"""Processor time of the requests of a team: `python -m benchmarks.mates [--times 40] [--games domego]`.

Bots have played the first quarter of a match. Then people sit at it, each with a page open. One of them decides with
the page's form; then each mate asks for news with the tag of the open page, and once more without news. The whole WSGI
application runs in this process, on SQLite and its own broker. Prints medians in milliseconds: a decision with its
answer, the first mate's read after it, the reads of the other mates, and a request without news. With `--profile`
(decision, read, nothing) it prints the functions of that request by their own time instead.
"""

import argparse
import cProfile
import io
import logging
import pstats
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any
from urllib.parse import urlencode

from benchmarks._site import site
from benchmarks.chaos.players import Form, forms_in
from games.engine import registry

KINDS = ("decision", "read", "mate", "nothing")
TRIES = 40
WARM = 3


class Browser:
    """A person's open page: cookies, the seat, and the tag of what it shows."""

    def __init__(self, app: Any, session: str, match: int, seat: int) -> None:
        self.app, self.match, self.seat, self.tag = app, match, seat, ""
        self.cookies = {"sessionid": session}

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None, **headers: str) -> tuple[int, str]:
        """Send one request to the application; returns status and text."""
        body = urlencode(fields).encode() if fields is not None else b""
        found: dict[str, str] = {}
        status = 0

        def start(line: str, pairs: Sequence[tuple[str, str]], _info: Any = None) -> Callable[[bytes], object]:
            nonlocal status
            status = int(line.split()[0])
            for name, value in pairs:
                found[name.lower()] = value
                if name.lower() == "set-cookie":
                    key, _equals, cookie = value.partition(";")[0].partition("=")
                    self.cookies[key] = cookie
            return lambda _data: None

        path, _mark, query = path.partition("?")
        answer = self.app(
            {
                "REQUEST_METHOD": method,
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "SERVER_NAME": "127.0.0.1",
                "SERVER_PORT": "80",
                "SERVER_PROTOCOL": "HTTP/1.1",
                "REMOTE_ADDR": "127.0.0.1",
                "CONTENT_TYPE": "application/x-www-form-urlencoded" if body else "",
                "CONTENT_LENGTH": str(len(body)),
                "HTTP_HOST": "127.0.0.1",
                "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
                "HTTP_ACCEPT_LANGUAGE": "en",
                "wsgi.version": (1, 0),
                "wsgi.url_scheme": "http",
                "wsgi.input": io.BytesIO(body),
                "wsgi.errors": io.StringIO(),
                "wsgi.multithread": True,
                "wsgi.multiprocess": True,
                "wsgi.run_once": False,
                **{f"HTTP_{name.upper()}": value for name, value in headers.items()},
            },
            start,
        )
        text = b"".join(answer).decode()
        if hasattr(answer, "close"):
            answer.close()
        self.tag = found.get("etag", self.tag)
        return status, text

    def news(self) -> tuple[int, str]:
        """Ask as an open page does."""
        path = f"/matches/{self.match}/live/?seat={self.seat}"
        return self.ask("GET", path, If_None_Match=self.tag, HX_Request="true")

    def decide(self, form: Form, chance: Random, number: str) -> int:
        """Send a randomly filled form; the answer has the page's regions."""
        fields = form.filled(chance) | {"submission_id": number}
        return self.ask("POST", form.action, fields, X_Answer="regions")[0]


class Team:
    """People at a match after its first quarter, and the milliseconds of their requests."""

    def __init__(self, key: str, spent: dict[str, list[float]]) -> None:
        from django.core.wsgi import get_wsgi_application

        from benchmarks.chaos.hand import _session
        from benchmarks.table_profile import _usual_length
        from games.platform.services.holders import seat_assign
        from games.platform.services.matches import match_create, match_start
        from tests.games.factories import SEED, person, play_on, role_ids

        app, scenario = get_wsgi_application(), next(iter(registry.get(key).scenarios.values()))
        people = [person() for _ in role_ids(scenario, key)]
        self.match = match_create(game=key, roles=role_ids(scenario, key), by=people[0], scenario=scenario, seed=SEED)
        for seat, user in enumerate(people):
            seat_assign(match_id=self.match.pk, seat=seat, user=user)
        match_start(match_id=self.match.pk)
        self.match.refresh_from_db()
        play_on(self.match, _usual_length(key) // 4)
        self.open = [Browser(app, _session(user), self.match.pk, seat) for seat, user in enumerate(people)]
        for each in self.open:
            assert each.ask("GET", f"/matches/{self.match.pk}/?seat={each.seat}")[0] == 200
            each.news()
        self.chance, self.spent, self.number = Random(key), spent, 0

    def round(self, profiles: dict[str, cProfile.Profile]) -> bool:
        """One decision, and what follows at each open page; False if nobody could decide."""
        from games.platform.selectors.position import game_of, state_of

        self.match.refresh_from_db()
        state = state_of(self.match)
        for prompt in game_of(self.match).rules.prompts(state):
            if not prompt.optional and self._decides(self.open[prompt.seat], profiles):
                break
        else:
            return False
        for number, mate in enumerate(each for each in self.open if each.seat != prompt.seat):
            self._timed("mate" if number else "read", 200, partial(self._news, mate), profiles)
        for mate in self.open:
            if mate.seat != prompt.seat:
                self._timed("nothing", 304, partial(self._news, mate), profiles)
        return True

    def _decides(self, who: Browser, profiles: dict[str, cProfile.Profile]) -> bool:
        who.tag = ""
        page = who.news()[1]
        for _try in range(TRIES):
            forms = [form for form in forms_in(page) if form.action.endswith("/play/") and "key" in form.fixed]
            if not forms:
                return False
            form = self.chance.choice(forms)
            self.number += 1
            number = f"{self.match.pk}-{self.number}"
            if self._timed("decision", 200, partial(who.decide, form, self.chance, number), profiles):
                return True
        return False

    @staticmethod
    def _news(mate: Browser) -> int:
        return mate.news()[0]

    def _timed(self, kind: str, wanted: int, act: Callable[[], int], profiles: dict[str, cProfile.Profile]) -> bool:
        with profiles.get(kind) or nullcontext():
            began = process_time()
            status = act()
            spent = 1000 * (process_time() - began)
        if status == wanted:
            self.spent[kind].append(spent)
        return status == wanted


def main() -> None:
    """Print each game's medians, or one kind's profile."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=40)
    parser.add_argument("--games", nargs="*", default=[])
    parser.add_argument("--profile", choices=KINDS)
    given = parser.parse_args()
    with site():
        from domego_site import processes

        logging.disable()
        for game in registry.all_games():
            if given.games and game.key not in given.games:
                continue
            spent = defaultdict[str, list[float]](list)
            team = Team(game.key, spent)
            processes.keep_what_is_loaded()
            profiles = {given.profile: cProfile.Profile()} if given.profile else {}
            for number in range(given.times + WARM):
                if number == WARM:
                    spent.clear()
                if not team.round(profiles if number >= WARM else {}):
                    team = Team(game.key, spent)
            texts = [f"{kind} {median(spent[kind]):5.1f}" for kind in KINDS if spent[kind]]
            print(f"{game.key:16}" + "  ".join(texts) + f"   ms, {len(spent['decision'])} decisions", flush=True)
            for profile in profiles.values():
                out = io.StringIO()
                stats = pstats.Stats(profile, stream=out)
                stats.sort_stats("tottime").print_stats(45)
                stats.sort_stats("cumulative").print_stats(110)
                print(re.sub(r"/\S*/(site-packages|lib/python3\.\d+|main)/", "", out.getvalue()))


if __name__ == "__main__":
    main()
