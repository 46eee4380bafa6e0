"""The tag of an open page changes whenever the page changes."""

import re
from dataclasses import dataclass, field

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Match, SeatAsk
from games.platform.errors import ServiceError
from games.platform.pace import Pace
from games.platform.services import holders, read_markers, seat_claims, steering, steering_seats
from games.platform.services.interventions import Actor
from games.platform.services.talk import message_say
from games.platform.services.undo import move_take_back
from tests.games.factories import match_of, person, play_default
from tests.site.html import dense

pytestmark = pytest.mark.django_db
ALWAYS_NEW = re.compile(r'(name="submission_id" value="|data-now=")[^"]*|(data-due="[^"]*"[^>]*>)[^<]*')
"""Parts that differ at each request; clocks run in the browser."""
WORDS = ("Shall we?", "Not yet.")


@dataclass
class Table:
    """Two players, a person who may sit down, a person who runs the match, and the last answer to each."""

    match: Match = field(init=False)
    seen: dict = field(default_factory=dict)

    def __post_init__(self):
        self.ada, self.bob, self.cleo, self.teacher = (person() for _ in range(4))
        self.match = match_of(self.ada, self.bob, by=self.teacher, scenario="pair", pace_of_match=Pace(mode="async"))
        self.match.undo = True
        self.match.save(update_fields=["undo"])
        self.people = (self.ada, self.bob, self.cleo, self.teacher)
        self.clients = {}
        for each in self.people:
            self.clients[each] = Client()
            self.clients[each].force_login(each)

    def looks(self, reader):
        """Compare with the person's last answer: equal tags need equal regions."""
        live = reverse("games:live", args=[self.match.pk]) + self.seat_of(reader)
        fresh = self.clients[reader].get(live)
        tag, text = fresh.headers.get("ETag", ""), ALWAYS_NEW.sub(r"\1\2", dense(fresh.content.decode()))
        before = self.seen.get(reader)
        if before is not None and before[0] == tag:
            assert text == before[1]
            again = self.clients[reader].get(live, HTTP_IF_NONE_MATCH=tag)
            assert again.status_code == (304 if tag else fresh.status_code)
        self.seen[reader] = (tag, text) if fresh.status_code == 200 else None

    def seat_of(self, reader):
        held = {self.ada: "?seat=0", self.bob: "?seat=1"}
        return held.get(reader, "")


def actor(table):
    return Actor(table.teacher)


def taken_back(table, who):
    table.match.refresh_from_db()
    move_take_back(match_id=table.match.pk, number=table.match.number, by=who)


def asked(table, answer):
    ask = next(iter(SeatAsk.objects.filter(seat__match=table.match, answer="")))
    seat_claims.ask_answer(ask_id=ask.pk, accept=answer, actor=Actor(table.ada))


def decided(table, seat, who):
    table.match.refresh_from_db()
    if not table.match.is_over:
        play_default(table.match, seat, who)


DEEDS = {
    "ada decides": lambda t: decided(t, 0, t.ada),
    "bob decides": lambda t: decided(t, 1, t.bob),
    "ada takes it back": lambda t: taken_back(t, t.ada),
    "ada has seen": lambda t: read_markers.seen(match_id=t.match.pk, seat=0, user_id=t.ada.pk, number=t.match.number),
    "ada speaks": lambda t: message_say(match_id=t.match.pk, seat=0, author=t.ada, text=WORDS[0]),
    "the teacher speaks to bob": lambda t: steering.steer_message(
        match_id=t.match.pk, text=WORDS[1], actor=actor(t), to_seat=1
    ),
    "pause": lambda t: steering.steer_pause(match_id=t.match.pk, actor=actor(t)),
    "resume": lambda t: steering.steer_resume(match_id=t.match.pk, actor=actor(t)),
    "more time": lambda t: steering.steer_extend(match_id=t.match.pk, minutes=5, actor=actor(t)),
    "reminded": lambda t: steering_seats.steer_remind(match_id=t.match.pk, actor=actor(t)),
    "bob's seat to a bot": lambda t: steering_seats.steer_seat_to_bot(match_id=t.match.pk, seat=1, actor=actor(t)),
    "cleo sits down": lambda t: holders.seat_assign(match_id=t.match.pk, seat=1, user=t.cleo),
    "cleo leaves": lambda t: holders.seat_release(match_id=t.match.pk, seat=1, user=t.cleo),
    "the teacher asks": lambda t: seat_claims.seat_take(match_id=t.match.pk, seat=0, actor=Actor(t.teacher)),
    "ada lets in": lambda t: asked(t, True),
    "ada refuses": lambda t: asked(t, False),
    "another bot": lambda t: holders.seat_set_bot(match_id=t.match.pk, seat=1, bot="minimal"),
    "a link": lambda t: holders.invite_create(seat=t.match.seats.get(index=1), by=t.teacher),
    "no link": lambda t: holders.invite_revoke(seat=t.match.seats.get(index=1)),
    "the default": lambda t: steering.steer_default(match_id=t.match.pk, actor=actor(t)),
    "the end": lambda t: steering.steer_end(match_id=t.match.pk, actor=actor(t)),
}

BEFORE = {
    "resume": ("pause",),
    "ada takes it back": ("ada decides",),
    "cleo leaves": ("cleo sits down",),
    "ada lets in": ("the teacher asks",),
    "ada refuses": ("the teacher asks",),
    "no link": ("a link",),
}
"""By action, the actions that must come first."""


@given(deeds=st.lists(st.sampled_from(sorted(DEEDS)), min_size=1, max_size=12))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_done_a_page_with_the_same_tag_is_the_same_page(deeds):
    cache.clear()
    table = Table()
    for reader in table.people:
        table.looks(reader)
    for deed in deeds:
        try:
            DEEDS[deed](table)
        except (ServiceError, StopIteration):
            continue  # refused: and nothing has changed
        for reader in table.people:
            table.looks(reader)


@pytest.mark.parametrize("deed", sorted(DEEDS))
def test_each_of_them_is_done_and_a_page_with_the_same_tag_is_the_same_page(deed):
    table = Table()
    for reader in table.people:
        table.looks(reader)
    for each in (*BEFORE.get(deed, ()), deed):  # nobody looks between: what others were shown is not taken back
        DEEDS[each](table)
    for reader in table.people:
        table.looks(reader)
