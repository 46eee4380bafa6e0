"""A player without scripts, who reads the forms of a table's page, fills them in randomly, and sends them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import urlsplit

from django.test import Client

from games.engine import registry
from games.models import Match
from games.platform.selectors.position import game_of, state_of
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from tests.games.factories import role_ids
from tests.games.web.forms import table_url

PATIENCE = 60
"""Refusals one after the other before the player gives up."""
SHYNESS = (0.8, 0.0, 1.0, 0.95)
"""By attempt, the probability that an optional field stays empty."""
ASIDE = {"check", "propose", "up", "down", "preview", "stay"}
"""Buttons that do not submit a move."""

TABLES = {
    "master_builder": ("classic_2", {}),
    "utboheme": ("two", {"max_rounds": 4}),
    "dominyam": ("", {"stall_limit": 3}),
    "dominato": ("", {"games": 1}),
}
"""Short matches: scenario (empty: the first one) and options."""


@dataclass
class Control:
    """A field that can be sent: its values to choose from, or a number between two."""

    name: str
    values: list[str] = field(default_factory=list)
    numbers: tuple[int, int] | None = None
    is_optional: bool = False


@dataclass
class PlainForm:
    """The fixed fields, the fields with a choice, and the buttons of a form."""

    id: str
    action: str
    fixed: dict[str, str] = field(default_factory=dict)
    controls: dict[str, Control] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def filled(self, chance: Random, shy: float) -> dict[str, str]:
        """A random way to fill in the form, a checkbox under `name=value`; `shy` is the probability that an optional
        field stays empty.
        """
        data = dict(self.fixed)
        for control in self.controls.values():
            if control.numbers:
                low, high = control.numbers
                data[control.name] = str(chance.choice((low, high, chance.randint(low, high))))
            elif "" in control.values and chance.random() < shy:
                data[control.name] = ""
            elif control.values and not (control.is_optional and chance.random() < max(shy, 0.7)):
                data[control.name] = chance.choice(control.values)
        name, value = chance.choice(self.buttons)
        return data | ({name: value} if name else {})


def posted(data: dict[str, str]) -> dict[str, list[str]]:
    """A filled form as a browser posts it: checkboxes of one name are one list."""
    lists: dict[str, list[str]] = {}
    for name, value in data.items():
        lists.setdefault(name.partition("=")[0], []).append(value)
    return lists


class Reader(HTMLParser):
    """Reads a page's forms. Controls belong to the form around them, or to the form that they name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: dict[str, PlainForm] = {}
        self._open: PlainForm | None = None
        self._select: Control | None = None
        self._named: list[tuple[str, str, dict[str, str]]] = []
        self.feed(page)
        for form_id, tag, found in self._named:
            if form_id in self.forms:
                self._take(self.forms[form_id], tag, found)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = PlainForm(found.get("id", ""), found.get("action", ""))
            self.forms[self._open.id or f"#{len(self.forms)}"] = self._open
        elif tag == "option" and self._select is not None:
            if "disabled" not in found:
                self._select.values.append(found.get("value", ""))
        elif tag in ("input", "select", "button") and "disabled" not in found:
            if "form" in found:
                self._named.append((found["form"], tag, found))
            elif self._open is not None:
                self._take(self._open, tag, found)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = None

    def _take(self, form: PlainForm, tag: str, found: dict[str, str]) -> None:
        name, kind, value = found.get("name", ""), found.get("type", "text"), found.get("value", "")
        if tag == "button":
            is_sent = found.get("type", "submit") == "submit" and "aria-hidden" not in found and name not in ASIDE
            form.buttons += [(name, value)] if is_sent else []
        elif tag == "select":
            self._select = form.controls.setdefault(name, Control(name))
        elif kind == "hidden":
            form.fixed[name] = value
        elif kind == "radio":
            form.controls.setdefault(name, Control(name)).values.append(value)
        elif kind == "checkbox":
            box = f"{name}={value}"
            form.controls.setdefault(box, Control(box, [value], is_optional=True))
        elif kind in ("number", "range"):
            low, high = (int(found.get(each) or value or 0) for each in ("min", "max"))
            form.controls[name] = Control(name, numbers=(low, max(low, high)))
        elif name:
            form.fixed[name] = value


class Somebody:
    """A player who holds every seat of a match and plays it by forms alone. `sent` are the keys of the answered
    prompts.
    """

    def __init__(self, client: Client, match: Match, seed: int = 1) -> None:
        self.client, self.match, self.chance = client, match, Random(seed)
        self.sent: list[str] = []

    def play(self, most: int) -> None:
        """Play to the end, in at most so many answers."""
        while not self.match.is_over:
            assert len(self.sent) < most, self.sent[-20:]
            self.answer()

    def answer(self, **headers: str) -> Any:
        """Answer the first pending prompt; returns the site's answer."""
        prompts = game_of(self.match).rules.prompts(state_of(self.match))
        prompt = next(each for each in prompts if not (each.optional or each.passive))
        refused: list[Any] = []
        page = self.client.get(table_url(self.match, prompt.seat)).content.decode()
        forms = [
            form
            for form in Reader(page).forms.values()
            if form.fixed.get("key") == prompt.key and form.buttons and urlsplit(form.action).path.endswith("/play/")
        ]
        assert forms, f"no form for {prompt.key}"
        for attempt in range(PATIENCE):
            form = self.chance.choice(forms)
            data = form.filled(self.chance, SHYNESS[attempt % len(SHYNESS)])
            answer = self.client.post(form.action, posted(data), **headers)
            if answer.status_code in (200, 302, 303):
                self.sent.append(prompt.key)
                self.match.refresh_from_db()
                return answer
            assert answer.status_code == 422, (answer.status_code, prompt.key)
            refused.append(data)
        raise AssertionError(f"{prompt.key} is refused whatever is sent: {refused[-2:]}")


def begun(game: str, me: Any, *, undo: bool = False) -> Match:
    """A match all of whose seats one person holds: the short one of TABLES for two, if there is one."""
    scenario, options = TABLES.get(game, ("", {}))
    texts = registry.load(game).scenarios
    text = texts[scenario] if scenario else next(iter(texts.values()))
    roles = role_ids(text, game)
    roles = roles[:2] if game in TABLES else roles
    match = match_create(
        game=game, roles=roles, by=me, scenario=text, options=options, seed=bytes(range(32)), undo=undo
    )
    for seat in range(len(roles)):
        seat_assign(match_id=match.pk, seat=seat, user=me)
    match_start(match_id=match.pk)
    match.refresh_from_db()
    return match
