"""The regions of a table: each reads what it declares, and is drawn from its part alone."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.template import engines
from django.test import Client, RequestFactory

from games.engine import registry
from games.models import AwayPlan, SeatAsk, Status
from games.platform import clock
from games.platform.pace import Pace
from games.platform.permissions import access_to, open_match
from games.platform.services.first_games import first_game_start
from games.platform.services.holders import invite_create, seat_assign
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_create, match_start
from games.platform.services.steering import steer_end, steer_message, steer_pause
from games.platform.services.steering_seats import steer_remind
from games.ui import faces
from games.ui.faces import Region
from games.web.table_page import REGIONS, TablePage
from games.web.table_read import GIVEN, Asked, TableRead
from tests.every_game import GAMES
from tests.games.factories import match_of, person, play_default, play_on, role_ids
from tests.site.html import steady

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
LIVE = Pace(mode="live", minutes=30, bank=10)


class Recorded:
    """A TableRead that records the properties used from outside. Those that a property uses itself are not recorded."""

    def __init__(self, read):
        self.read, self.used = read, set()

    def __getattr__(self, name):
        self.used.add(name)
        return getattr(self.read, name)


def page(match, user, seat=None):
    opened = open_match(match.pk, user)
    request = RequestFactory().get("/")
    request.user = user
    return TablePage(request, TableRead(opened, opened.access.seat_for(seat), Asked(origin="https://example.org")))


def lasting(html):
    """HTML without what differs each time."""
    return re.sub(r'name="submission_id" value="[^"]*"|\b\d:\d\d\b', "", steady(html))


def begun(game, *people, steward=None, supervised=False):
    """A match of a game with a person on each seat, those given in turn."""
    roles_of = {key: role_ids(text, game) for key, text in registry.get(game).scenarios.items()}
    scenario = next(key for key in sorted(roles_of) if len(roles_of[key]) > 1)
    roles = roles_of[scenario]
    match = match_create(
        game=game, roles=roles, by=steward, scenario_key=scenario, pace_of_match=LIVE if supervised else None
    )
    match.supervised = supervised
    match.save()
    for seat in range(len(roles)):
        seat_assign(match_id=match.pk, seat=seat, user=people[seat % len(people)])
    return match_start(match_id=match.pk)


def with_everything(match, ada, tom):
    """Rare things at the table: a request, a link, a plan, messages, a reminder, and a decision to undo."""
    seat = match.seats.get(index=0)
    SeatAsk.objects.create(seat=seat, user=person(), asked_at=clock.now())
    invite_create(seat=match.seats.get(index=1), by=tom)
    now = clock.now()
    times = {"starts_at": now, "ends_at": now + timedelta(days=1), "created_at": now}
    AwayPlan.objects.create(seat=seat, user=ada, instructions={}, **times)
    steer_message(match_id=match.pk, text="Think of the delay.", to_seat=None, actor=Actor(tom))
    steer_remind(match_id=match.pk, actor=Actor(tom))
    play_default(match)
    match.refresh_from_db()


def pages_of(game):
    """Pages of several readers at several moments."""
    ada, bob, tom, olga = (person() for _each in range(4))
    match = begun(game, ada, bob, steward=tom, supervised=True)
    match.observers.add(olga)
    readers = ((ada, 0), (bob, 1), (tom, None), (tom, 0), (olga, None))
    yield from (page(match, *reader) for reader in readers)
    play_on(match, 3)
    with_everything(match, ada, tom)
    yield from (page(match, *reader) for reader in readers)
    steer_pause(match_id=match.pk, actor=Actor(tom))
    yield from (page(match, *reader) for reader in readers)
    steer_end(match_id=match.pk, actor=Actor(tom))
    yield from (page(match, *reader) for reader in readers)
    own = play_on(begun(game, ada, steward=ada), 400)
    yield page(own, ada, 0)
    if faces.get(game).lesson is not None:
        yield page(first_game_start(user=bob, game=game), bob)


@pytest.mark.parametrize("game", GAMES)
def test_a_region_reads_only_what_it_declares(game):
    seen = 0
    for each in pages_of(game):
        for name, region in REGIONS.items():
            recorded = Recorded(each.read)
            region.make(recorded)
            assert recorded.used <= {*region.reads, *GIVEN}, name
            seen += 1
    assert seen >= 20 * len(REGIONS)


@pytest.mark.parametrize("name", REGIONS)
def test_what_a_region_declares_is_a_property_of_the_table(name):
    match = match_of(person("ada"))
    read = page(match, match.seats.get(index=0).holders.get().user).read

    assert [each for each in REGIONS[name].reads if each.startswith("_") or not hasattr(read, each)] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_region_drawn_alone_is_that_of_the_page(game):
    ada = person("ada")
    match = play_on(begun(game, ada, steward=ada), 3)
    whole = lasting(page(match, ada).html)
    frame = page(match, ada).part("frame")
    own = [("drawing", {"region": each}) for each in (*frame.first, *frame.top, *frame.board, *frame.pair)]
    others = [(name, {}) for name in REGIONS if name not in ("frame", "drawing", "lesson")]

    for name, more in (*own, *others):
        alone = lasting(page(match, ada).draw(name, **more))
        assert alone in whole, name


@pytest.mark.parametrize("place", ["first", "top", "board", "pair"])
def test_a_region_with_nothing_to_show_is_left_out_at_every_place(monkeypatch, place):
    ada = person("ada")
    match, face = match_of(ada), faces.get("domego")
    region = Region("nothing", "domego/nothing.html", place=place)

    def context(scene):
        return {**face.table.context(scene), "left_out": ("nothing",)}

    table = replace(face.table, regions=(*face.table.regions, region), context=context)
    monkeypatch.setitem(faces._faces, "domego", replace(face, table=table))
    frame = page(match, ada).part("frame")

    shown = [each.id for each in (*frame.first, *frame.top, *frame.board, *frame.pair)]
    assert shown == [each.id for each in face.table.regions]


def test_two_regions_never_load_the_same(django_assert_num_queries):
    """All regions once more take no query."""
    ada, tom = person("ada"), person("tom")
    match = play_on(begun("domego", ada, steward=tom), 3)
    with_everything(match, ada, tom)
    drawn = page(match, tom)
    for region in REGIONS.values():
        region.make(drawn.read)

    with django_assert_num_queries(0):
        for name in set(REGIONS) - {"history"}:  # which reads uses of reserves for itself
            REGIONS[name].make(drawn.read)


def test_an_access_holds_rights_and_no_loaded_data():
    match = match_of(person("ada"))
    ada = match.seats.get(index=0).holders.get().user

    assert set(vars(access_to(match.pk, ada))) == {
        *("match", "user", "seats", "steward", "observer", "past", "left_at", "stood_in", "observed")
    }
    assert match.status == Status.RUNNING


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_region_is_the_one_that_would_be_rendered_now(game):
    found = [
        (each, name, each.draw(name)) for each in pages_of(game) for name, region in REGIONS.items() if region.kept
    ]
    assert len({html for _each, _name, html in found}) > 6

    for each, name, html in found:
        values = {"part": each.part(name), "csrf_input": each._csrf_input}
        assert html == engines["fragments"].get_template(REGIONS[name].template).template.render(values), name


def test_a_form_in_a_kept_region_has_the_token_of_its_own_page():
    for name in ("ada", "zoe"):
        client, user = Client(enforce_csrf_checks=True), person(name)
        match = match_of(user)
        client.force_login(user)
        html = client.get(f"/matches/{match.pk}/").content.decode()
        form = html[html.index(f'action="/matches/{match.pk}/text-mode/"') :]
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)[1]

        answer = client.post(f"/matches/{match.pk}/text-mode/", {"csrfmiddlewaretoken": token, "on": "1"})

        assert (answer.status_code, "csrf-->" in html) == (302, False)


def test_lines_of_the_history_name_the_people_of_their_own_match(client):
    for name in ("Ada", "Zoë"):
        user = person(display_name=name)
        match = match_of(user)
        seat_assign(match_id=match.pk, seat=1, user=user)
        client.force_login(user)

        assert f"<b>{name}</b> sits down here" in client.get(f"/matches/{match.pk}/").content.decode()
