"""The forms of a page, read and sent as by a browser without scripts."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Match
from games.platform.selectors.position import game_of, state_of
from tests.games.factories import play_default


@dataclass
class Form:
    """A form: `fields` are its unchanged values, `buttons` the (name, value) pairs of its buttons."""

    action: str
    id: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


def _is_sent(found: dict[str, str]) -> bool:
    return found.get("type") not in ("radio", "checkbox") or "checked" in found


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(found.get("action", ""), found.get("id", "")))
            self.is_open = True
        elif self.is_open and tag == "button":
            self.forms[-1].buttons.append((found.get("name", ""), found.get("value", "")))
        elif self.is_open and tag == "input" and "name" in found and _is_sent(found):
            self.forms[-1].fields[found["name"]] = found.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_open = False


def forms_in(html: str) -> list[Form]:
    parser = _Forms()
    parser.feed(html)
    return parser.forms


def form_in(html: str, form_id: str) -> Form:
    return next(form for form in forms_in(html) if form.id == form_id)


def table_url(match: Match, seat: int | None = None) -> str:
    url = reverse("games:match", args=[match.pk])
    return url if seat is None else f"{url}?seat={seat}"


def send(client: Client, form: Form, **changed: Any) -> Any:
    """Send a form with some fields changed; None leaves one out."""
    data = {name: value for name, value in {**form.fields, **changed}.items() if value is not None}
    return client.post(form.action, data)


def played_until(match: Match, turn: int, phase: str) -> Match:
    """Play default moves until an activity's phase ("special" or "allocation") is reached."""
    while not match.is_over:
        state = state_of(match)
        if (state.turn, state.phase) == (turn, phase):
            return match
        play_default(match)
    raise AssertionError(f"{game_of(match).key} never came to activity {turn}, {phase}")
