"""Forced moves: decisions with one legal answer are played for people, after a time such as people take."""

from datetime import timedelta

import pytest

from classrooms.assess.reports.facts import facts_of, parse_facts, stories_of
from classrooms.play.monitor.queries.participation import own_answers
from games.models import AuthorKind
from games.platform.selectors.authorship import moves_made
from games.platform.selectors.position import state_of
from games.platform.services.forced_moves import settle
from games.platform.work.sweep import SOONEST, SPREAD, settling_after, sweep
from tests.games.catalogue.utboheme.matches import pending
from tests.games.catalogue.utboheme.table_forms import in_act, send, with_state
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def offered(client):
    """(match, seat that can pay, seat that cannot, time of the offer): a beer is offered to all for a coffee."""
    user = person("nadia")
    client.force_login(user)
    match, (prompt,) = in_act(user)
    able, unable = (each for each in range(3) if each != prompt.seat)
    hands = {prompt.seat: (2, 0, 0, 0, 0), able: (0, 0, 1, 0, 0), unable: (0, 1, 0, 0, 0)}
    with_state(match, hands=tuple(hands[seat] for seat in range(3)))
    send(client, match, prompt.seat, prompt.key, send="offer", to="all", **{"give-beer": "1", "get-coffee": "1"})
    at = match.decisions.filter(kind="answer", closed_at__isnull=True).earliest("pk").opened_at
    return match, able, unable, at


def waited(match, seat, at):
    return at + settling_after(match.pk, seat, f"turn-{state_of(match).turn}/offer-1")


def test_an_offer_that_cannot_be_paid_is_refused_after_its_time_and_not_before(offered):
    match, able, unable, at = offered
    due = waited(match, unable, at)

    assert settle(match_id=match.pk, now=due - timedelta(seconds=0.5)) == 0
    assert settle(match_id=match.pk, now=due) == 1

    answers = state_of(match.__class__.objects.get(pk=match.pk)).offers[0].answers
    assert (answers[able], answers[unable]) == ("open", "refused")
    assert match.moves.latest("number").author_kind == AuthorKind.SETTLED
    assert settle(match_id=match.pk, now=due + timedelta(hours=1)) == 0


def test_the_history_says_no_more_of_it_than_of_anybody_s_refusal(offered, client):
    match, _able, unable, at = offered
    settle(match_id=match.pk, now=waited(match, unable, at))

    answer = client.get(f"/matches/{match.pk}/history/", headers={"accept-language": "en"}).content.decode()

    line = next(part for part in answer.split("<li") if "Does not take offer" in part)
    assert "<i>" not in line


def test_a_sweep_sends_it_in_its_time_and_then_no_more(offered, django_capture_on_commit_callbacks):
    match, _able, unable, at = offered
    due = waited(match, unable, at)
    work = ("games.settle", match.pk)

    early = sweep(now=at + timedelta(seconds=SOONEST - 1))
    late = sweep(now=at + timedelta(seconds=SOONEST + SPREAD + 60))

    assert work not in early
    assert work in sweep(now=due)
    assert work not in late


def test_nobody_is_answered_for_sooner_than_the_least_time_and_times_differ():
    found = {settling_after(7, seat, f"turn-{turn}/offer-1").total_seconds() for seat in range(4) for turn in range(40)}

    assert min(found) == SOONEST
    assert max(found) == SOONEST + SPREAD - 1
    assert len(found) == SPREAD


def test_who_has_a_choice_is_asked_for_it(offered):
    match, able, _unable, at = offered
    settle(match_id=match.pk, now=at + timedelta(seconds=SOONEST + SPREAD))

    match.refresh_from_db()
    assert [prompt.seat for prompt in pending(match) if prompt.kind == "answer"] == [able]


def test_what_left_no_choice_counts_for_nobody(offered, client):
    """No bot stood in and nobody missed an answer; the replay shows the move as a player's own."""
    match, _able, unable, at = offered
    taken_part, told, facts = own_answers(match), moves_made(match), parse_facts(facts_of(match))

    settle(match_id=match.pk, now=waited(match, unable, at))

    assert own_answers(match) == taken_part
    assert moves_made(match) == told
    frozen = parse_facts(facts_of(match))
    assert (stories_of(match, frozen), frozen.answers) == (stories_of(match, facts), facts.answers)
    move = match.moves.latest("number")
    assert (move.seat, move.author_kind, move.visible_author_kind, move.visible_author_label) == (
        unable,
        "settled",
        "player",
        "player",
    )
    page = client.get(f"/matches/{match.pk}/replay/?at={move.number}", headers={"accept-language": "en"})
    label = page.content.decode().partition('id="replay-move"')[2].partition("</p>")[0]
    assert " ".join(label.rpartition('class="label">')[2].split()).endswith(", player")
