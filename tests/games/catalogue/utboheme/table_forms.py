"""The table as a browser without scripts reads and answers it."""

from msgspec.structs import replace

from games.engine import codec
from games.platform.selectors.position import state_of
from tests.games.catalogue.utboheme.matches import match_of, pending, play_on
from tests.site.html import Page

FREE = {"phases": "free"}


def page_of(client, match, seat=0, language="en"):
    answer = client.get(f"/matches/{match.pk}/?seat={seat}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def assert_sound(html, language):
    page = Page(html)
    assert (page.language, page.headings, page.inline, page.twice) == (language, 1, [], set())


def send(client, match, seat, key, **fields):
    """Send a form of the page; returns the answer."""
    answer = client.post(f"/matches/{match.pk}/play/", {"seat": seat, "key": key, **fields})
    match.refresh_from_db()
    return answer


def in_act(user, seats=3, **options):
    """A match in the first turn in which a player is asked to trade and build."""
    match = match_of(*[user] * seats, options=FREE | options)
    play_on(match, user, until=lambda state: state.stage == "act")
    return match, pending(match)


def with_state(match, **fields):
    """The same match with another position."""
    state = replace(state_of(match), **fields)
    match.state = codec.to_json(state).decode()
    match.save(update_fields=["state"])
    return state
