"""A time reserve beside the deadlines, as in chess."""

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from classrooms.play.monitor.queries.interventions import deed_words
from games.models import AuthorKind, Intervention, Match
from games.platform.pace import Pace, after, ran
from games.platform.selectors.banks import bank_of, bank_uses
from games.platform.selectors.position import game_of, state_of
from games.platform.services import moves
from games.platform.services.authors import Author
from games.platform.services.deadlines import apply_due
from games.platform.services.due_times import move_due_times
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.matches import match_pause, match_resume
from games.platform.services.undo import move_take_back
from tests.games.factories import NOW, match_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

LIVE = Pace(mode="live", minutes=3, bank=10)


def at(minutes, seconds=0):
    return NOW + timedelta(minutes=minutes, seconds=seconds)


@pytest.fixture
def ada():
    return person("ada")


@pytest.fixture
def match(ada):
    """A match in which Ada's first answer is due at three minutes past the hour, with a reserve of ten minutes."""
    return match_of(ada, pace_of_match=LIVE, now=NOW)


def pending(match):
    return match.decisions.get(closed_at__isnull=True, optional=False, seat=0)


def answer(match, user, now):
    """Submit the default move as this person."""
    match.refresh_from_db()
    row = pending(match)
    move = game_of(match).rules.default(state_of(match), 0, row.key)
    by = Author(AuthorKind.PLAYER, user)
    return moves.submit(match_id=match.pk, seat=0, key=row.key, move=move, by=by, now=now, announce=False)


def used(match):
    seat = match.seats.get(index=0)
    return seat.bank_used, seat.bank_since


def notes(match):
    return list(match.interventions.filter(kind="bank").order_by("pk").values_list("seat", "params", "by"))


def test_a_passed_deadline_plays_nothing_while_there_is_a_reserve(match):
    revision = match.revision
    assert (pending(match).due_at, apply_due(match_id=match.pk, now=at(3, 2))) == (at(3), 0)

    match.refresh_from_db()
    assert (match.number, pending(match).due_at, pending(match).in_bank) == (0, at(13), True)
    assert used(match) == (0, at(3))
    assert match.revision == revision + 1
    assert apply_due(match_id=match.pk, now=at(12)) == 0


def test_an_answer_in_time_uses_nothing(match, ada):
    answer(match, ada, at(2))

    assert (used(match), notes(match)) == ((0, None), [])


def test_what_was_used_is_taken_from_the_next_time_and_told(match, ada):
    apply_due(match_id=match.pk, now=at(3, 2))
    answer(match, ada, at(7))

    assert used(match) == (240, None)
    assert notes(match) == [(0, {"seconds": 240}, None)]
    assert deed_words("bank", {"seconds": 240}) == "4 min"
    match.refresh_from_db()
    assert bank_of(match, 0).duration_text == "6 min"


def test_when_it_is_used_up_the_default_move_is_played_and_it_is_never_negative(match):
    apply_due(match_id=match.pk, now=at(3, 2))
    assert apply_due(match_id=match.pk, now=at(14)) == 1

    move = match.moves.get(number=1)
    assert (move.author_kind, used(match), notes(match)[0]) == ("deadline", (600, None), (0, {"seconds": 600}, None))
    match.refresh_from_db()
    assert bank_of(match, 0).left == timedelta(0)
    for row in match.decisions.filter(closed_at__isnull=True, seat=0, optional=False):
        assert row.due_at > at(14)
    later = at(60)
    for _turn in range(40):
        if not apply_due(match_id=match.pk, now=later):
            break
        later += timedelta(hours=1)
    assert used(match) == (600, None)


def test_nobody_looking_for_an_hour_makes_it_no_longer(match):
    assert apply_due(match_id=match.pk, now=at(60)) == 1

    assert used(match) == (600, None)
    assert match.moves.get(number=1).author_kind == "deadline"


def test_a_used_reserve_is_not_used_again(match, ada):
    match.seats.filter(index=0).update(bank_used=600)

    assert apply_due(match_id=match.pk, now=at(3, 1)) == 1


def test_a_seat_that_a_bot_plays_has_none(match, ada):
    seat_release(match_id=match.pk, seat=0, user=ada, now=at(1))

    assert apply_due(match_id=match.pk, now=at(3, 1)) == 1
    assert used(match) == (0, None)


def test_who_has_more_time_has_more_of_it(ada):
    match = match_of(ada, pace_of_match=LIVE, now=NOW)
    match.seats.get(index=0).holders.update(extra_time=50)
    match.decisions.update(due_at=at(3))

    apply_due(match_id=match.pk, now=at(3, 1))

    assert pending(match).due_at == at(18)


def test_it_stands_still_while_the_match_is_paused(match, ada):
    apply_due(match_id=match.pk, now=at(3, 1))
    match_pause(match_id=match.pk, now=at(5))
    match_resume(match_id=match.pk, now=at(35))
    assert (pending(match).due_at, used(match)) == (at(43), (0, at(33)))

    answer(match, ada, at(36))

    assert used(match) == (180, None)


def test_time_that_is_given_is_not_taken_from_it(match, ada):
    apply_due(match_id=match.pk, now=at(3, 1))
    match.refresh_from_db()
    with transaction.atomic():
        move_due_times(match, timedelta(minutes=5), given=True)
    assert pending(match).due_at == at(18)

    answer(match, ada, at(6))

    assert used(match) == (0, None)


def test_an_answer_that_is_taken_back_makes_it_run_on(match, ada):
    apply_due(match_id=match.pk, now=at(3, 1))
    submitted = answer(match, ada, at(5))
    move_take_back(match_id=match.pk, number=submitted.move.number, by=ada, now=at(5, 4))

    assert used(match) == (120, at(5, 4))
    assert pending(match).due_at == at(13, 4)
    answer(match, ada, at(6, 4))
    assert used(match) == (180, None)


def test_a_match_that_waits_needs_none(ada):
    match = match_of(ada, pace_of_match=LIVE, late_policy="wait", now=NOW)

    assert (apply_due(match_id=match.pk, now=at(60)), used(match)) == (0, (0, None))


def test_a_bot_decides_only_when_it_is_used_up(ada):
    match = match_of(ada, pace_of_match=LIVE, late_policy="bot", now=NOW)
    assert apply_due(match_id=match.pk, now=at(3, 1)) == 0

    assert apply_due(match_id=match.pk, now=at(13, 1)) >= 1
    assert match.moves.get(number=1).author_kind == "bot"


def test_over_days_it_does_not_run_at_night():
    limits = Pace(mode="async", hours=24, quiet_from=22, quiet_to=8, bank=120, time_zone="UTC")
    evening = datetime.fromisoformat("2026-03-02T21:00:00+00:00")
    morning = datetime.fromisoformat("2026-03-03T09:00:00+00:00")

    assert after(limits, timedelta(hours=2), evening) == morning
    assert ran(limits, evening, morning) == timedelta(hours=2)
    assert ran(limits, morning, evening) == timedelta(0)


def test_a_match_without_a_reserve_asks_the_database_nothing_more(ada, django_assert_num_queries):
    match = match_of(ada, now=NOW)
    with django_assert_num_queries(0):
        assert bank_of(match, 0) is None


def test_the_database_knows_no_negative_use(match):
    with pytest.raises(IntegrityError), transaction.atomic():
        match.seats.filter(index=0).update(bank_used=-1)


def test_the_table_says_what_is_left_and_when_it_runs(match, ada, client):
    client.force_login(ada)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "<dt>Reserve</dt>" in page
    assert "10 min" in page

    apply_due(match_id=match.pk, now=at(3, 1))

    assert "runs since" in client.get(f"/matches/{match.pk}/").content.decode()
    assert Intervention.objects.filter(match=match).count() == 0
    assert Match.objects.get(pk=match.pk).number == 0


def test_the_history_tells_what_a_seat_took_to_whoever_knows_what_it_knows(match, ada, client):
    boris = person("boris")
    seat_assign(match_id=match.pk, seat=1, user=boris, now=NOW)
    apply_due(match_id=match.pk, now=at(3, 2))
    answer(match, ada, at(7))
    client.force_login(ada)
    said = "<b>4 min</b> taken from the reserve."

    for path in ("", "history/", "history/?role=0"):
        assert said in client.get(f"/matches/{match.pk}/{path}").content.decode(), path
    assert said not in client.get(f"/matches/{match.pk}/history/?role=1").content.decode()
    client.force_login(boris)
    for path in ("", "history/", "history/?role=0"):
        page = client.get(f"/matches/{match.pk}/{path}").content.decode()
        assert "taken from the reserve" not in page, path


def test_in_french_the_table_and_its_history_say_the_same(match, ada, client):
    type(ada).objects.filter(pk=ada.pk).update(language="fr")
    client.force_login(ada)
    client.cookies["django_language"] = "fr"
    apply_due(match_id=match.pk, now=at(3, 2))
    assert "court depuis" in client.get(f"/matches/{match.pk}/").content.decode()
    answer(match, ada, at(7))

    page = client.get(f"/matches/{match.pk}/").content.decode()

    assert "<dt>Réserve</dt>" in page
    assert "<b>4 min</b> pris sur la réserve." in page


def test_a_history_without_a_reserve_asks_the_database_nothing_more(ada, django_assert_num_queries):
    match = match_of(ada, now=NOW)
    with django_assert_num_queries(0):
        assert bank_uses(match, [0]) == []
