"""Notices about pending decisions."""

import re
from datetime import timedelta

import pytest
from django.core import mail

from games.catalogue.domego.rules.moves import Offer
from games.models import Decision, Notification
from games.platform.pace import Pace
from games.platform.services.holders import seat_assign
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_pause
from games.platform.services.steering_seats import steer_remind
from games.platform.work import presence
from games.platform.work.mail import unsubscribe_user
from games.platform.work.notices import (
    notify_open,
    send_mails,
    stuck_claims,
)
from tests.games.factories import NOW, match_of, person, play, play_default, play_on

pytestmark = pytest.mark.django_db

SLOW = Pace(mode="async", hours=24)
MINUTE = timedelta(minutes=1)


def told_match(*people, pace_of_match=SLOW, scenario="pair", now=NOW):
    match = match_of(*people, scenario=scenario, pace_of_match=pace_of_match, now=now)
    notify_open(match_id=match.pk, now=now)
    return match


def told(match):
    rows = Notification.objects.filter(decision__match=match).order_by("user", "decision__key")
    return list(rows.values_list("user", "decision__key"))


def recipients():
    return sorted(message.to[0] for message in mail.outbox)


def test_each_holder_is_told_of_each_decision_of_their_seat():
    ada, bob, eve = person(), person(), person()
    match = match_of(ada, bob, scenario="pair", now=NOW)
    seat_assign(match_id=match.pk, seat=1, user=eve)

    notify_open(match_id=match.pk, now=NOW)

    assert told(match) == [
        (ada.pk, "activity-1/buy/owner"),
        (bob.pk, "activity-1/buy/builder"),
        (eve.pk, "activity-1/buy/builder"),
    ]


def test_telling_twice_tells_once():
    match = told_match(person(), person())
    before = told(match)

    assert notify_open(match_id=match.pk, now=NOW) == 0
    Decision.objects.update(notified_at=None)  # as after a crash between the notices and the note that they were given
    notify_open(match_id=match.pk, now=NOW)

    assert told(match) == before


def test_who_sits_down_later_is_told_and_the_others_not_again():
    ada, bob = person(), person()
    match = told_match(ada)

    seat_assign(match_id=match.pk, seat=0, user=bob)
    notify_open(match_id=match.pk, now=NOW)

    assert told(match) == [(ada.pk, "activity-1/buy/owner"), (bob.pk, "activity-1/buy/owner")]


def test_a_paused_match_tells_nobody():
    match = match_of(person(), scenario="pair")
    match_pause(match_id=match.pk)

    assert notify_open(match_id=match.pk) == 0


def test_a_mail_goes_out_once_after_a_minute():
    ada = person()
    told_match(ada)

    counts = [send_mails(now=NOW + seconds * timedelta(seconds=1)) for seconds in (59, 60, 61, 600)]

    assert counts == [0, 1, 0, 0]
    assert recipients() == [ada.email]
    notice = Notification.objects.get()
    assert (notice.mail_claimed_at, notice.mail_sent_at) == (NOW + MINUTE, NOW + MINUTE)


def test_decisions_of_one_minute_share_a_mail():
    ada = person()
    told_match(ada, ada)
    told_match(ada, scenario="tiny")

    assert send_mails(now=NOW + MINUTE) == 1
    assert mail.outbox[0].body.count("/matches/") == 3


def test_a_mail_is_written_in_the_language_of_its_reader_and_can_be_stopped():
    ada = person(language="fr")
    told_match(ada)

    send_mails(now=NOW + MINUTE)

    message = mail.outbox[0]
    # The token holds the second in which it was made.
    found = re.search(r"/unsubscribe/([^/\s>]+)", message.extra_headers["List-Unsubscribe"])
    assert found is not None
    assert unsubscribe_user(found[1]) == ada.pk
    assert f"/unsubscribe/{found[1]}" in message.body


@pytest.mark.parametrize(
    "change", [{"mail_notifications": False}, {"email": ""}, {"is_active": False}], ids=["opted out", "no mail", "gone"]
)
def test_no_mail_to_who_does_not_want_or_cannot_have_it(change):
    told_match(person(**change))

    assert send_mails(now=NOW + MINUTE) == 0
    assert Notification.objects.get().mail_claimed_at is None


def test_no_mail_for_what_was_read_or_answered_meanwhile():
    ada, bob = person(), person()
    match = told_match(ada, bob)
    Notification.objects.filter(user=bob).update(read_at=NOW)
    play_default(match, seat=0, user=ada)

    assert send_mails(now=NOW + MINUTE) == 0


def test_no_mail_to_who_has_made_their_offer_and_waits():
    ada, bob = person(), person()
    match = match_of(ada, bob, scenario="tiny", pace_of_match=SLOW, now=NOW)
    play_on(match, 2)
    notify_open(match_id=match.pk, now=NOW)
    play(match, 0, "activity-2/negotiate/owner>builder", Offer(1), ada)

    send_mails(now=NOW + MINUTE)
    assert recipients() == [bob.email]


def test_no_mail_in_a_live_match_and_none_in_a_paused_one():
    told_match(person(), pace_of_match=Pace(mode="live"))
    match_pause(match_id=told_match(person()).pk)

    assert send_mails(now=NOW + MINUTE) == 0


def test_a_mail_waits_for_the_end_of_the_night():
    night = Pace(mode="async", hours=24, quiet_from=20, quiet_to=8)
    late = NOW.replace(hour=21)
    told_match(person(), pace_of_match=night, now=late)

    assert send_mails(now=late + timedelta(hours=1)) == 0
    assert send_mails(now=late + timedelta(hours=11)) == 1


def test_a_reminder_goes_out_once_three_hours_before_the_end():
    told_match(person())
    send_mails(now=NOW + MINUTE)

    counts = [send_mails(now=NOW + timedelta(hours=hours)) for hours in (20, 21, 22, 25)]

    assert counts == [0, 1, 0, 0]


class Away:
    """A mail server that does not answer, and one that refuses a person."""

    def __init__(self, *args, **kwargs):
        pass

    def open(self):
        raise ConnectionRefusedError("nobody there")


class RefusesAda:
    def __init__(self, *args, **kwargs):
        self.sent = []

    def open(self):
        return True

    def close(self):
        pass

    def send_messages(self, messages):
        if messages[0].to == ["ada@example.org"]:
            raise OSError("refused")
        mail.outbox.extend(messages)
        return 1


def test_a_mail_server_that_is_away_delays_mails_and_eats_none(settings, caplog):
    told_match(person())
    real, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, f"{__name__}.Away"

    assert send_mails(now=NOW + MINUTE) == 0
    assert Notification.objects.get().mail_claimed_at is None
    settings.EMAIL_BACKEND = real
    assert send_mails(now=NOW + 2 * MINUTE) == 1


def test_a_mail_that_fails_is_shown_to_the_operator_not_sent_again_and_stops_no_other(settings, caplog):
    ada, bob = person("ada"), person("bob")
    told_match(ada, bob)
    settings.EMAIL_BACKEND = f"{__name__}.RefusesAda"

    assert send_mails(now=NOW + MINUTE) == 1
    assert send_mails(now=NOW + 2 * MINUTE) == 0
    assert recipients() == [bob.email]
    assert list(stuck_claims(NOW + 10 * MINUTE).values_list("user", flat=True)) == []
    assert list(stuck_claims(NOW + 12 * MINUTE).values_list("user", flat=True)) == [ada.pk]


def reminded(match, tutor=None, at=NOW + MINUTE):
    """Send a reminder as a person who runs the match."""
    steer_remind(match_id=match.pk, actor=Actor(tutor or person("tutor"), at=at))
    return match


@pytest.mark.parametrize("pace_of_match", [SLOW, Pace(mode="live", minutes=5), Pace()])
def test_a_reminder_that_is_asked_for_is_mailed_once_at_any_pace(pace_of_match):
    match = reminded(told_match(person("ada"), None, pace_of_match=pace_of_match))

    for minutes in (1, 2, 10):
        send_mails(now=NOW + minutes * MINUTE)

    assert recipients() == ["ada@example.org"]
    assert mail.outbox[0].subject.startswith("Your turn")
    assert Notification.objects.get(decision__match=match).reminder_sent_at == NOW + MINUTE


def test_who_is_reminded_again_gets_another_mail():
    match = reminded(told_match(person("ada"), None))
    send_mails(now=NOW + MINUTE)

    reminded(match, person("tutor-2"), NOW + 5 * MINUTE)
    send_mails(now=NOW + 6 * MINUTE)

    assert recipients() == ["ada@example.org"] * 2


@pytest.mark.parametrize("change", [{"mail_notifications": False}, {"email": ""}, {"is_active": False}])
def test_no_reminder_to_who_does_not_want_or_cannot_have_it(change):
    reminded(told_match(person("ada", **change), None))

    send_mails(now=NOW + MINUTE)

    assert recipients() == []


def test_a_reminder_waits_for_the_end_of_the_night():
    evening = NOW.replace(hour=22)
    quiet = Pace(mode="async", hours=24, quiet_from=20, quiet_to=7)
    reminded(told_match(person("ada"), None, pace_of_match=quiet, now=evening), at=evening)

    send_mails(now=evening + MINUTE)
    at_night = recipients()
    send_mails(now=NOW.replace(day=3, hour=7))

    assert (at_night, recipients()) == ([], ["ada@example.org"])


def test_who_has_the_page_open_needs_no_mail():
    ada = person("ada")
    match = told_match(ada, None)
    presence.seen(match.pk, ada.pk, NOW + MINUTE)
    reminded(match)

    send_mails(now=NOW + MINUTE)

    assert recipients() == []
    assert Notification.objects.get(decision__match=match).reminded_at == NOW + MINUTE


def test_an_answer_that_came_meanwhile_needs_no_reminder():
    match = reminded(told_match(person("ada"), None))
    play_on(match, 2)

    send_mails(now=NOW + 2 * MINUTE)

    assert not any("activity-1/buy" in body.body for body in mail.outbox)
    assert recipients() == []
