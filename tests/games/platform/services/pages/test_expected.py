"""The expected end on open pages: its readers, its expiry, and pages without it."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from games.catalogue.domego.rules.moves import Allocate, Buy
from games.models.matches import Expected as Shown
from games.platform import clock, undo_window
from games.platform.services import expected as working
from games.platform.services.expected import Stale, work_out
from games.platform.services.undo import move_take_back
from games.platform.work import expected, outbox, presence
from tests.games.factories import match_of, person, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch):
    messages = []
    monkeypatch.setattr(outbox.current_app, "send_task", lambda name, args, **more: messages.append((name, *args)))
    return messages


def at_table(user, match):
    client = Client()
    client.force_login(user)
    return client, f"/matches/{match.pk}/"


@pytest.fixture
def table(sent):
    ada, bob = person("ada"), person("bob")
    return match_of(ada, bob, scenario="pair"), ada, bob


def test_nothing_is_asked_of_a_site_without_the_worker_for_it(table, sent, domego, django_capture_on_commit_callbacks):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    domego.EXPECTED_END = False
    sent.clear()

    with django_capture_on_commit_callbacks(execute=True):
        shown = client.get(page)

    assert [each for each in sent if each[0] == "expected.work_out"] == []
    assert "being worked out" not in shown.content.decode()


def test_an_open_page_asks_once_and_shows_what_a_worker_found(table, sent, django_capture_on_commit_callbacks):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    sent.clear()

    with django_capture_on_commit_callbacks(execute=True):
        first = client.get(page)
        client.get(page)
    tag = first.context["etag"]
    assert first.context["page"].part("expected").lines == ()
    assert "being worked out" in first.content.decode()
    assert [each for each in sent if each[0] == "expected.work_out"] == [("expected.work_out", match.pk)]
    assert client.get(f"{page}live/?seat=0", headers={"If-None-Match": tag}).status_code == 304

    assert work_out(match_id=match.pk) == 2  # the position, then the choices
    news = client.get(f"{page}live/?seat=0", headers={"If-None-Match": tag})
    assert news.status_code == 200
    assert [line.figure.key for line in news.context["page"].part("expected").lines] == [
        "delay",
        "cost",
        "failures",
        "points",
    ]
    assert client.get(f"{page}live/?seat=0", headers={"If-None-Match": news["ETag"]}).status_code == 304


def test_nothing_is_worked_out_twice_nor_for_a_closed_page(table):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    assert work_out(match_id=match.pk) == 0
    client.get(page)
    assert work_out(match_id=match.pk) == 2  # the position, then the choices
    assert work_out(match_id=match.pk) == 0
    cache.clear()
    presence.seen(match.pk, ada.pk, clock.now() - timedelta(seconds=60))
    assert work_out(match_id=match.pk) == 0


def test_after_a_move_the_old_values_stay_until_the_new_ones_are_there(table):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    client.get(page)
    work_out(match_id=match.pk)
    play(match, 0, "activity-1/buy/owner", Buy(2), ada)

    between = client.get(page)
    assert len(between.context["page"].part("expected").lines) == 4
    assert "worked out anew" in between.content.decode()

    work_out(match_id=match.pk)
    after = client.get(page)
    assert "worked out anew" not in after.content.decode()
    assert after.context["page"].part("expected").lines != between.context["page"].part("expected").lines


def test_a_position_that_is_not_the_newest_is_given_up(table, monkeypatch):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    client.get(page)
    monkeypatch.setattr(working, "LOOK_EVERY", 0)
    goes = working._Goes(match, float("inf"))
    goes()
    play(match, 0, "activity-1/buy/owner", Buy(2), ada)
    with pytest.raises(Stale):
        working._Goes(type(match)(pk=match.pk, number=match.number - 1), float("inf"))()


def test_a_match_that_shows_nothing_asks_for_nothing(table, sent, django_capture_on_commit_callbacks):
    match, ada, _bob = table
    match.expected = Shown.OFF
    match.save()
    client, page = at_table(ada, match)
    sent.clear()

    with django_capture_on_commit_callbacks(execute=True):
        answer = client.get(page)

    assert answer.context["page"].part("expected").lines == ()
    assert "being worked out" not in answer.content.decode()
    assert [each for each in sent if each[0] == "expected.work_out"] == []
    assert work_out(match_id=match.pk) == 0


def test_a_worker_that_stays_away_is_not_waited_for(table, monkeypatch):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    tag = client.get(page).context["etag"]
    later = clock.now() + timedelta(seconds=expected.LONGEST_WAIT + 2)
    monkeypatch.setattr(expected.timezone, "now", lambda: later)

    news = client.get(f"{page}live/?seat=0", headers={"If-None-Match": tag})

    assert news.status_code == 200
    assert "being worked out" not in news.content.decode()


def test_over_a_shoulder_and_for_observers_nothing_is_expected(table):
    match, _ada, _bob = table
    tutor = person("tutor")
    match.stewards.add(tutor)
    match.supervised = True
    match.save()
    client, page = at_table(tutor, match)

    assert client.get(f"{page}?seat=0").context["page"].part("expected").lines == ()
    assert client.get(page).context["page"].part("expected").lines == ()
    assert expected.place_of(match.pk, 0) is None


def test_a_fault_in_a_game_costs_its_numbers_and_nothing_else(table, monkeypatch, caplog):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    client.get(page)
    monkeypatch.setattr(working, "position", lambda *given: 1 / 0)

    work_out(match_id=match.pk)

    assert "nothing can be expected" in caplog.text
    assert "being worked out" not in client.get(page).content.decode()
    assert work_out(match_id=match.pk) == 0


def test_in_french(table):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    client.get(page)
    work_out(match_id=match.pk)

    text = client.get(page, headers={"Accept-Language": "fr"}).content.decode()

    assert "Attendu à la fin" in text
    assert "parties poursuivies par des robots" in text


def test_choices_are_shown_before_the_decision_only_where_the_match_says_so(table):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    client.get(page)
    work_out(match_id=match.pk)
    shown = client.get(page)
    assert shown.context["page"].part("drawing").context["buying"]["then"] is not None
    assert "What this choice changes of the expected end" in shown.content.decode()

    match.expected = Shown.POSITION
    match.save()
    kept_back = client.get(page)

    assert len(kept_back.context["page"].part("expected").lines) == 4
    assert kept_back.context["page"].part("drawing").context["buying"]["then"] is None
    assert "data-then" not in kept_back.content.decode()


def test_choices_that_take_too_long_leave_the_position(table, monkeypatch):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    client.get(page)
    monkeypatch.setattr(working, "OPTION_SECONDS", -1)

    assert work_out(match_id=match.pk) == 2
    assert work_out(match_id=match.pk) == 0

    shown = client.get(page)
    assert len(shown.context["page"].part("expected").lines) == 4
    assert shown.context["page"].part("drawing").context["buying"]["then"] is None


@pytest.mark.parametrize("shown", [Shown.POSITION, Shown.CHOICES])
def test_after_the_decision_the_page_says_what_it_changed(table, shown):
    match, ada, bob = table
    match.expected = shown
    match.save()
    client, page = at_table(ada, match)
    client.get(page)
    work_out(match_id=match.pk)
    assert client.get(page).context["page"].part("expected").effect is None
    form = {"seat": "0", "key": "activity-1/buy/owner", "quantity": "3", "submission_id": "one"}

    assert client.post(f"{page}play/", form).status_code == 303
    at_table(bob, match)[0].get(page)  # so that it stands

    after = client.get(page)
    assert after.context["page"].part("expected").effect.option == "buy/3"
    assert "Your last choice changed" in after.content.decode()
    assert "against buying no cubes" in after.content.decode()


def test_a_decision_whose_worth_is_not_known_says_nothing(table):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    client.get(page)
    form = {"seat": "0", "key": "activity-1/buy/owner", "quantity": "3", "submission_id": "one"}

    client.post(f"{page}play/", form)

    assert client.get(page).context["page"].part("expected").effect is None


def test_a_secret_changes_nothing_that_is_expected(sent):
    ada, bob = person("ada"), person("bob")
    shown = []
    for placed in (Allocate(0, 0, 0), Allocate(0, 1, 1)):
        match = match_of(ada, bob, scenario="pair", options={"hidden_allocations": True})
        play(match, 0, "activity-1/buy/owner", Buy(2), ada)
        play(match, 1, "activity-1/buy/builder", Buy(3), bob)
        play(match, 1, "activity-1/allocate/builder", placed, bob)
        client, page = at_table(ada, match)
        client.get(page)
        work_out(match_id=match.pk)
        found = client.get(page)
        shown.append(
            (
                found.context["page"].part("expected").lines,
                found.context["page"].part("drawing").context["placing"]["then"],
            )
        )
        cache.clear()

    assert shown[0] == shown[1]
    assert len(shown[0][0]) == 4
    assert shown[0][1] is not None


def test_what_a_choice_changed_is_told_only_when_it_cannot_be_taken_back(table, monkeypatch):
    match, ada, _bob = table
    match.expected = Shown.POSITION
    match.save()
    client, page = at_table(ada, match)
    client.get(page)
    work_out(match_id=match.pk)
    before = client.get(page).context["page"].part("expected").lines
    form = {"seat": "0", "key": "activity-1/buy/owner", "quantity": "3", "submission_id": "one"}

    for number, quantity in ((1, "3"), (3, "1")):
        client.post(f"{page}play/", form | {"quantity": quantity, "submission_id": quantity})
        client.post(f"{page}talk/", {"seat": "0", "text": "One moment"})  # which does not close it
        work_out(match_id=match.pk)
        held = client.get(page)
        assert held.context["page"].part("expected").effect is None
        assert [line.middle for line in held.context["page"].part("expected").lines] == [line.middle for line in before]
        if number == 1:
            move_take_back(match_id=match.pk, number=1, by=ada)

    live = f"{page}live/?seat=0"
    assert client.get(live, headers={"If-None-Match": held.context["etag"]}).status_code == 304
    later = clock.now() + undo_window.UNDO_FOR
    monkeypatch.setattr(clock, "now", lambda: later)
    news = client.get(live, headers={"If-None-Match": held.context["etag"]})
    assert news.status_code == 200
    assert news.context["page"].part("expected").effect.option == "buy/1"
    assert "worked out anew" not in news.content.decode()
    tag = client.get(page).context["etag"]
    assert client.get(live, headers={"If-None-Match": tag}).status_code == 304


def test_the_tag_of_a_page_tells_nothing_of_what_another_seat_sees(table):
    match, ada, bob = table
    same = match_of(ada, bob, scenario="pair")
    tags = []
    for each in (match, same):
        client, page = at_table(ada, each)
        client.get(page)
        work_out(match_id=each.pk)
        client.get(page)
        digest = expected.place_of(each.pk, 0).ready
        stamp = expected.stamp(each.pk, 0)
        assert digest[:8] not in stamp
        tags.append((digest, stamp))

    assert tags[0][0] == tags[1][0]
    assert tags[0][1] != tags[1][1]


@pytest.mark.parametrize("look", ["", "live/?seat=0"])
def test_each_look_of_an_open_page_says_anew_how_long_its_values_are_kept(table, look, monkeypatch):
    match, ada, _bob = table
    client, page = at_table(ada, match)
    client.get(page)
    work_out(match_id=match.pk)
    tag = client.get(page).context["etag"]
    key = expected._key(expected.place_of(match.pk, 0).ready)
    assert cache.get(key)
    monkeypatch.setattr(expected, "KEPT_FOR", 0)

    client.get(f"{page}{look}", headers={"If-None-Match": tag})

    assert cache.get(key) is None
