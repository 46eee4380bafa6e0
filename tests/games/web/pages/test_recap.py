"""The recap of events since a person's last look: per seat and person, on every device, and never twice."""

from html import unescape
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from games.catalogue.domego.rules.moves import Buy
from games.models import SeatHolder
from games.platform.selectors.position import game_of, scenario_of, state_of
from games.platform.services.holders import seat_assign, seat_release
from tests.games.factories import match_of, person, play, play_default, play_on
from tests.games.web.forms import form_in, forms_in, send, table_url

pytestmark = pytest.mark.django_db

NOTHING = "Nothing has happened since you looked."
QUERIES = 45
DECISIONS = 30


@pytest.fixture
def ada(client):
    user = person("ada")
    client.force_login(user)
    return user


@pytest.fixture
def match(ada):
    return play_on(match_of(ada), 6)


def page_of(client, match, seat=0):
    return client.get(table_url(match, seat)).content.decode()


def recap_of(page):
    """The region of the recap."""
    start = page.index('id="recap"')
    return page[start : page.index('id="decision"')]


def told(page):
    return 'id="recap-seen"' in page


def seen_number(match, user, seat=0):
    return SeatHolder.objects.get(seat__match=match, seat__index=seat, user=user, released_at=None).seen_number


def see(client, match, number, seat=0, **more):
    return client.post(reverse("games:seen", args=[match.pk]), {"seat": seat, "number": number}, **more)


def test_what_happened_is_the_first_thing_on_the_table(client, match):
    page = page_of(client, match)

    assert told(page)
    assert page.index('id="recap"') < page.index('id="decision"')
    assert page.index('id="recap"') < page.index('id="counters"')


def test_one_tap_goes_on_and_nothing_is_told_twice_without_scripts(client, match, ada):
    form = form_in(page_of(client, match), "recap-seen")
    revision = match.revision

    answer = send(client, form)

    assert (answer.status_code, answer["Location"]) == (303, f"/matches/{match.pk}/?seat=0#decision")
    match.refresh_from_db()
    assert (seen_number(match, ada), match.revision) == (match.number, revision)
    assert NOTHING in page_of(client, match)


def test_with_scripts_only_the_recap_comes_back(client, match):
    answer = see(client, match, match.number, headers={"HX-Request": "true"})

    page = answer.content.decode()
    assert answer.status_code == 200
    assert NOTHING in page
    assert "<html" not in page
    assert 'id="decision"' not in page


def test_another_device_of_the_same_person_is_told_no_more_at_its_next_question(client, match, ada):
    phone = Client()
    phone.force_login(ada)
    live = reverse("games:live", args=[match.pk]) + "?seat=0"
    first = phone.get(live)
    assert told(first.content.decode())
    assert phone.get(live, headers={"If-None-Match": first["ETag"]}).status_code == 304

    see(client, match, match.number)

    news = phone.get(live, headers={"If-None-Match": first["ETag"]})
    assert news.status_code == 200
    assert NOTHING in news.content.decode()
    assert phone.get(live, headers={"If-None-Match": news["ETag"]}).status_code == 304
    assert page_of(phone, match)
    assert phone.get(table_url(match, 0)).context["etag"] == news["ETag"]


def test_two_who_hold_a_seat_each_are_told_and_each_of_their_seats(client, match, ada):
    bob = person("bob")
    seat_assign(match_id=match.pk, seat=0, user=bob)
    seat_assign(match_id=match.pk, seat=1, user=ada)
    other = Client()
    other.force_login(bob)

    see(client, match, match.number)

    assert (seen_number(match, ada), seen_number(match, bob), seen_number(match, ada, 1)) == (match.number, None, None)
    assert told(page_of(other, match))
    assert told(page_of(client, match, 1))


def test_deciding_counts_as_having_seen_what_stood_on_the_page(client, ada):
    match = match_of(ada)
    form = next(f for f in forms_in(page_of(client, match)) if "key" in f.fields)
    before = match.number

    answer = send(client, form, **first_button(form))

    assert answer.status_code == 303
    match.refresh_from_db()
    assert match.number > before
    assert seen_number(match, ada) == before
    assert told(page_of(client, match))


def first_button(form):
    return dict([each for each in form.buttons if each[0] not in ("", "preview")][:1])


@pytest.mark.parametrize("number", ["", "-1", "x", "1.5", "99999", "9" * 30, "\u0663", "1a"])
def test_numbers_that_are_none_or_of_no_move_change_nothing(client, match, ada, number):
    see(client, match, 2)

    answer = see(client, match, number)

    assert answer.status_code == 303
    assert seen_number(match, ada) == 2


def test_what_was_seen_stays_seen(client, match, ada):
    see(client, match, 5)
    see(client, match, 3)

    assert seen_number(match, ada) == 5


@pytest.mark.parametrize("seat", ["", "x", "-1", "9" * 12])
def test_no_seat_is_no_address(client, match, seat):
    assert see(client, match, 1, seat).status_code == 404


def test_a_seat_of_another_is_refused_and_stays_unseen(client, match):
    bob = person("bob")
    seat_assign(match_id=match.pk, seat=2, user=bob)

    assert see(client, match, 3, 2).status_code == 403
    assert seen_number(match, bob, 2) is None


def test_who_looks_on_is_told_nothing_here(client, match):
    carl = person("carl")
    match.stewards.add(carl)
    client.force_login(carl)

    page = client.get(table_url(match)).content.decode()

    assert not told(page)
    assert NOTHING not in page


def test_a_substitute_is_told_the_running_turn_and_not_the_match(client, ada):
    match = match_of(ada)
    while match.state and '"turn":3' not in match.state:
        play_default(match)
    bob = person("bob")
    seat_release(match_id=match.pk, seat=0, user=ada)
    seat_assign(match_id=match.pk, seat=0, user=bob)
    client.force_login(bob)

    answer = client.get(table_url(match, 0))
    recap = answer.context["page"].part("recap").recap

    assert recap.heading == "What happened in this turn"
    assert {card.card.turn for group in recap.groups for card in group.cards} <= {3}


@pytest.mark.parametrize(
    ("movers", "heading"),
    [((0,), "What happened since you bought"), ((1, 0), "What happened since you looked")],
)
def test_the_heading_names_the_own_decision_only_where_that_began_it(client, ada, movers, heading):
    """Another player may decide while the page is open."""
    match = match_of(ada, person("bob"), scenario="pair")
    see(client, match, match.number)
    for seat in movers:
        key = next(each.key for each in pending(match) if each.seat == seat)
        play(match, seat, key, Buy(1), ada if seat == 0 else None)

    assert client.get(table_url(match, 0)).context["page"].part("recap").recap.heading.startswith(heading)


def test_the_newest_turn_and_the_one_before_are_drawn_and_earlier_ones_are_in_the_history(client, ada):
    match = match_of(ada)
    see(client, match, 0)
    while match.state and '"turn":6' not in match.state:
        play_default(match)

    page = client.get(table_url(match, 0))
    recap = page.context["page"].part("recap").recap
    news = {row.turn for row in match.events.filter(move__number__gt=0)}
    turns = [group.cards[0].card.turn for group in recap.groups]
    places = [card.place for group in recap.groups for card in group.full_cards]

    assert turns == sorted(news)[-2:]
    assert places == list(range(1, len(places) + 1))
    assert recap.older == len(news) - 2
    assert f'<a href="/matches/{match.pk}/history/?seat=0">' in page.content.decode()
    assert client.get(f"/matches/{match.pk}/history/?seat=0").status_code == 200


def test_a_match_that_has_just_ended_tells_its_end(client, ada):
    match = match_of(ada)
    while not match.is_over:
        number = match.number
        play_default(match)
    see(client, match, number)

    page = page_of(client, match)

    assert told(page)
    assert "The building is handed over" in recap_of(page)


def test_more_moves_ask_no_more_of_the_database(client, ada, django_assert_max_num_queries):
    match = match_of(ada)
    see(client, match, 0)
    client.get(table_url(match, 0))
    counts = []
    for moves in (4, 20):
        play_on(match, moves)
        assert not match.is_over
        with django_assert_max_num_queries(QUERIES) as asked:
            assert told(page_of(client, match))
        counts.append(len(asked))

    assert counts[1] <= counts[0]


def figures(recap):
    """The changes of each figure, in order of time."""
    found = {}
    for group in recap.groups:
        for card in group.cards:
            for change in card.card.changes:
                found.setdefault(change.why or change.label, []).append((change.before, change.after))
    return found


def held(match, seat):
    view = state_of(match)
    return {
        "delay": view.delay,
        "cost": view.cost,
        "failures": view.failures,
        f"money-{seat}": view.firms[seat].money,
    }


def titles_in(match, rows):
    """The titles of the risk cards drawn in these events."""
    rows = rows.filter(kind="card_drawn")
    texts = {card.id: card.title.en for card in scenario_of(match).risk_cards}
    return {texts[row.data["card"]] for row in rows}


def cards_in(recap):
    return [card.card for group in recap.groups for card in group.cards]


def test_after_each_decision_of_a_match_the_page_names_all_of_two_turns_and_its_numbers_add_up(client, ada):
    match = match_of(*[ada] * 6, seed=bytes([3]) * 32)
    last = {}  # by seat: the number that it had seen when it decided
    at = {}  # by number: what each seat held
    told_of = 0
    while not match.is_over:
        at[match.number] = [held(match, seat) for seat in range(6)]
        seat = pending(match)[0].seat
        if seat in last:
            check(client, match, seat, last[seat], at)
            told_of += 1
        see(client, match, match.number, seat)
        last[seat] = match.number
        play_default(match, seat)
    for seat, seen in last.items():
        check(client, match, seat, seen, at)

    assert told_of + len(last) >= DECISIONS


def check(client, match, seat, seen, at):
    """Check that all events of two turns after move `seen` are named, and that changes lead from old values to present
    ones.
    """
    answer = client.get(table_url(match, seat))
    recap, page = answer.context["page"].part("recap").recap, unescape(recap_of(answer.content.decode())).lower()
    rows = match.events.filter(move__number__gt=seen)
    turns = sorted(set(rows.values_list("turn", flat=True)))
    rows = rows.filter(turn__in=turns[-2:])
    numbers = set(rows.values_list("move__number", flat=True))
    since = min(numbers) - 1 if len(turns) > 2 else seen
    now, before, changed = held(match, seat), at[since][seat], figures(recap)
    begins_amid_a_move = match.events.filter(move=rows.first().move).exclude(turn__in=turns[-2:]).exists()
    assert {number for card in cards_in(recap) for number in card.numbers} == numbers
    assert all(title.lower() in page for title in titles_in(match, rows))
    for name, changes in changed.items():
        assert all(one[1] == other[0] for one, other in pairwise(changes))
        assert name not in now or changes[-1][1] == now[name]
        assert name not in now or begins_amid_a_move or changes[0][0] == before[name]
    assert begins_amid_a_move or {name for name in now if now[name] != before[name]} <= set(changed)
    assert recap.older == max(0, len(turns) - 2)


def pending(match):
    return [p for p in game_of(match).rules.prompts(state_of(match)) if not p.optional]
