"""Secrets of an ended match whose cards are still in use in other matches: players see only the part that they saw in
play.

In Dominato each seat alone knows the tiles that it was dealt.
"""

import pytest
from django.urls import reverse

from games.engine import registry
from games.models import Match, Status
from games.platform import selectors
from games.platform.selectors.position import event_value, scenario_of
from games.platform.services.forks import match_fork, match_step_back
from games.platform.services.holders import seat_assign
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_abort, match_create, match_start
from games.ui import faces
from tests.games.factories import NOW, SEED, match_of, person, play_on, role_ids

pytestmark = pytest.mark.django_db

GAME = "dominato"


@pytest.fixture
def ada():
    return person("ada")


@pytest.fixture
def tutor():
    return person("tutor")


def table(ada, tutor, seed=SEED):
    """A match of Ada against a bot, from a course."""
    key = next(iter(registry.get(GAME).scenarios))
    roles = role_ids(registry.get(GAME).scenarios[key], GAME)
    match = match_create(game=GAME, roles=roles, by=tutor, scenario_key=key, seed=seed, now=NOW)
    match.supervised = True
    match.save(update_fields=["supervised"])
    seat_assign(match_id=match.pk, seat=0, user=ada, now=NOW)
    return match_start(match_id=match.pk, now=NOW)


def played(match):
    """The same match, played to its end."""
    return play_on(match, -1)


def secrets_of(match):
    """Events that only the other seat may know while the match runs; there must be some."""
    found = {row.pk for row in match.events.filter(audience=0b10)}
    assert found
    return found


def known(match, seats=(0,)):
    """The events that a person with these seats is shown."""
    return {row.pk for row in selectors.events_for(Match.objects.get(pk=match.pk), seats)}


def test_a_match_that_is_over_is_open_to_its_players(ada, tutor):
    match = played(table(ada, tutor))

    assert not selectors.is_closed(match)
    assert secrets_of(match) <= known(match)


def test_it_stays_closed_while_another_team_draws_the_same_cards(ada, tutor):
    match, other = played(table(ada, tutor)), table(person(), tutor)

    closed = selectors.is_closed(match)
    hidden = secrets_of(match) & known(match)
    match_abort(match_id=other.pk)

    assert (closed, hidden) == (True, set())
    assert not selectors.is_closed(match)
    assert secrets_of(match) <= known(match)


def test_a_team_with_cards_of_its_own_closes_nothing(ada, tutor):
    match = played(table(ada, tutor))
    table(person(), tutor, seed=bytes(32))

    assert not selectors.is_closed(match)


def test_a_release_opens_it(ada, tutor):
    match = played(table(ada, tutor))
    table(person(), tutor)
    match.revealed_at = NOW
    match.save()

    assert not selectors.is_closed(match)
    assert secrets_of(match) <= known(match)
    assert not selectors.seed_is_public(match)


def test_a_fork_of_itself_closes_nothing(ada, tutor):
    match = played(table(ada, tutor))
    match_fork(match_id=match.pk, number=3, by=tutor, reason="What if?")

    assert not selectors.is_closed(match)


def test_a_branch_left_by_a_step_back_stays_closed_until_its_fork_ends(ada, tutor):
    match = play_on(table(ada, tutor), 5)
    fork = match_step_back(match_id=match.pk, number=3, actor=Actor(tutor, "again"))
    match.refresh_from_db()

    closed = selectors.is_closed(match)
    hidden = secrets_of(match) & known(match)
    played(fork)

    assert (match.status, closed, hidden) == (Status.ABORTED, True, set())
    assert not selectors.is_closed(match)


def test_a_fork_of_the_fork_keeps_the_first_branch_closed_too(ada, tutor):
    match = play_on(table(ada, tutor), 6)
    fork = play_on(match_step_back(match_id=match.pk, number=3, actor=Actor(tutor, "again")), 2)
    match_step_back(match_id=fork.pk, number=4, actor=Actor(tutor, "once more"))

    assert [selectors.is_closed(Match.objects.get(pk=each.pk)) for each in (match, fork)] == [True, True]


def seats_dealt_to(client, match):
    """The seats whose dealt hands the API shows."""
    told = client.get(reverse("games:api:history", args=[match.pk]), {"turn": 1}).json()["events"]
    return {event["data"]["seat"] for event in told if event["data"]["kind"] == "dealt"}


def test_the_api_tells_nothing_that_is_closed(client, ada, tutor):
    match = played(table(ada, tutor))
    other = table(person(), tutor)
    client.force_login(ada)

    closed = seats_dealt_to(client, match)
    export = client.get(reverse("games:api:export", args=[match.pk])).status_code
    match_abort(match_id=other.pk)

    assert (closed, export) == ({0}, 409)
    assert seats_dealt_to(client, match) == {0, 1}


def test_no_page_tells_what_is_closed(client, ada, tutor):
    hidden = {"scenario": "pair", "by": tutor, "options": {"hidden_allocations": True}}
    match, other = played(match_of(ada, None, **hidden)), match_of(person(), None, **hidden)
    secret = match.events.filter(kind="placed", seat=1).earliest("number")
    assert secret.audience == 0b10
    client.force_login(ada)

    def told():
        """The lines about the secret move, in the log and in the replay."""
        history = client.get(reverse("games:history", args=[match.pk]), {"turn": secret.turn, "role": 1})
        replay = client.get(reverse("games:replay", args=[match.pk]), {"at": secret.move.number})
        words = faces.get(match.game).words.event(scenario_of(match), event_value(match, secret.data)).html
        return [sum(line.words.html == words for line in page.context["lines"]) for page in (history, replay)]

    closed = told()
    match_abort(match_id=other.pk)

    assert closed == [0, 0]
    assert all(told())


def test_who_ran_it_and_did_not_play_sees_everything_at_once(client, ada, tutor):
    match = played(table(ada, tutor))
    table(person(), tutor)
    client.force_login(tutor)

    assert seats_dealt_to(client, match) == {0, 1}


def test_an_observer_learns_no_more_than_the_table(client, ada, tutor):
    match, looker = played(table(ada, tutor)), person()
    match.observers.add(looker)
    table(person(), tutor)
    client.force_login(looker)

    assert seats_dealt_to(client, match) == set()


def test_the_debrief_stays_closed_with_the_cards(client, ada, tutor):
    match = played(table(ada, tutor))
    table(person(), tutor)
    client.force_login(ada)

    answer = client.get(reverse("classrooms:debrief", args=[match.pk]))

    assert "The debrief is still closed." in answer.content.decode()
