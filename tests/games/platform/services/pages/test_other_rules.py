"""A match that was begun under another version of its rules is never continued under the present one."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.models import Intervention, Match, Move, Status
from games.platform.errors import OtherRules
from games.platform.services.bots import play_bots
from games.platform.services.forks import match_fork
from games.platform.services.matches import match_resume, match_start, matches_of_other_rules_pause
from games.platform.work.sweep import sweep
from tests.games.factories import match_of, person, play_default

pytestmark = pytest.mark.django_db
VERSION = 1


@pytest.fixture
def me():
    return person()


@pytest.fixture
def old(me):
    """A running match of people and bots under the previous version of the rules."""
    match = match_of(me, scenario="pair", by=me)
    play_default(match)
    Match.objects.filter(pk=match.pk).update(rules_version=VERSION - 1)
    match.refresh_from_db()
    return match


def record(match):
    return list(Move.objects.filter(match=match).values_list("number", "state_hash"))


def verified(*arguments):
    said = StringIO()
    call_command("verify_match", *arguments, stdout=said)
    return said.getvalue()


def test_no_move_is_played(old):
    before = record(old)

    with pytest.raises(OtherRules) as refused:
        play_default(old)

    assert refused.value.params == {"recorded": VERSION - 1, "present": VERSION}
    assert record(old) == before


def test_preparing_pauses_it_and_nothing_wakes_it(old, me):
    same = match_of(me, scenario="pair")
    before = record(old)

    assert matches_of_other_rules_pause() == [old.pk]
    assert matches_of_other_rules_pause() == []

    old.refresh_from_db()
    same.refresh_from_db()
    assert (old.status, same.status) == (Status.PAUSED, Status.RUNNING)
    with pytest.raises(OtherRules):
        match_resume(match_id=old.pk)
    assert old.pk not in {pk for _task, pk in sweep()}
    assert (play_bots(match_id=old.pk), record(old)) == (0, before)


def test_no_branch_is_made_of_it(old, me):
    with pytest.raises(OtherRules):
        match_fork(match_id=old.pk, number=1, by=me, reason="again")

    assert (Match.objects.count(), Intervention.objects.count()) == (1, 0)


def test_its_pages_are_there_and_say_why(old, me, client):
    matches_of_other_rules_pause()
    client.force_login(me)

    assert "The rules have changed since this match began" in client.get(reverse("games:match", args=[old.pk])).text
    led = client.get(reverse("games:replay", args=[old.pk]), follow=True)
    assert led.redirect_chain == [(reverse("games:history", args=[old.pk]), 302)]
    assert "cannot be played again move by move" in led.text


def test_its_record_is_checked_without_playing_it(old):
    same = f"match {old.pk}: rules of version 0, this program has 1: "

    assert verified(str(old.pk)) == f"{same}the record is whole, {old.number} moves; not played again\n"

    Match.objects.filter(pk=old.pk).update(state=old.state.replace("1", "2", 1))
    with pytest.raises(CommandError):
        verified(str(old.pk))
    Match.objects.filter(pk=old.pk).update(state=old.state)
    old.moves.get(number=1).delete()
    with pytest.raises(CommandError):
        verified("--all")


def test_a_match_that_waited_in_the_lobby_begins_under_the_rules_of_its_start(me):
    match = match_of(me, scenario="pair", started=False)
    Match.objects.filter(pk=match.pk).update(rules_version=VERSION - 1)

    match_start(match_id=match.pk)

    match.refresh_from_db()
    assert (match.rules_version, match.status) == (VERSION, Status.RUNNING)
