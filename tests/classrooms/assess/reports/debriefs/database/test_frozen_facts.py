"""The facts that are frozen when a match ends, and their permanence."""

import json

from classrooms.assess.reports import facts, services
from classrooms.assess.reports.document import document
from games.catalogue.domego.facts import Facts
from games.models import Event
from games.platform.services.talk import message_post
from games.ui import debriefs
from tests.games.factories import match_of, person, played_by_bots


def test_the_end_of_a_match_writes_one_job_for_its_debrief(finished):
    assert list(finished.jobs.filter(kind="debrief").values_list("state", flat=True)) == ["pending"]


def test_facts_made_twice_are_the_same_and_have_the_same_digest(finished):
    first = services.debrief_freeze(match=finished)
    again = services.debrief_freeze(match=finished)

    assert (again.pk, again.facts, again.digest) == (first.pk, first.facts, first.digest)


def test_the_digest_does_not_depend_on_the_order_in_which_a_database_keeps_keys(debrief):
    debrief.refresh_from_db()
    turned = json.loads(json.dumps(debrief.facts), object_pairs_hook=lambda pairs: dict(reversed(pairs)))

    assert facts.digest_of(turned) == facts.digest_of(debrief.facts) == debrief.digest


def test_the_game_s_tables_agree_with_the_stored_result(debrief, finished):
    told: Facts = debriefs.get("domego").parse_facts(facts.parse_facts(debrief.facts).game_facts)

    assert [target.value for target in told.targets] == [target["value"] for target in finished.result["targets"]]
    assert [role.points.total for role in told.roles] == finished.result["scores"]
    assert [role.place for role in told.roles] == finished.result["places"]


def test_names_moves_and_messages_are_frozen_with_them(steward):
    match = match_of(person("amir"), scenario="tiny", by=steward, title="Bridge")
    message_post(match_id=match.pk, seat=0, author=person("lea"), text="Who buys first?")

    frozen = facts.parse_facts(facts.facts_of(match))

    assert [seat.holders for seat in frozen.seats] == [("Amir",), ()]
    assert [(line.seat, line.author, line.text) for line in frozen.messages] == [(0, "Lea", "Who buys first?")]
    assert (frozen.title, [move.by for move in frozen.moves]) == ("Bridge", ["rules"])


def test_a_debrief_shows_its_facts_whatever_becomes_of_the_record(debrief):
    before = document(debrief, "en")

    Event.objects.filter(match=debrief.match).delete()
    after = document(debrief, "en")

    for part in ("headline", "gauges", "role_rows", "contract_rows", "activity_rows", "card_groups", "log", "people"):
        assert after[part] == before[part]


def test_an_event_that_today_s_game_does_not_know_is_told_by_its_bare_facts(debrief):
    debrief.facts["events"].append({"move": 1, "data": {"kind": "comet_seen", "turn": 2, "seat": 0, "size": 3}})

    last_turn = document(debrief, "en")["log"][-1]

    assert last_turn["lines"][-1]["words"] == "comet_seen, size: 3"


UNTOLD = {"activity_begun", "allocated"}
"""Events without words of their own: headings and public placements, which later events report."""


def test_each_event_with_words_is_in_the_log_once(steward):
    match = played_by_bots(match_of(scenario="tiny", by=steward))
    made = services.debrief_freeze(match=match)
    worded = [event for event in facts.parse_facts(made.facts).events if event.data["kind"] not in UNTOLD]

    assert sum(len(turn["lines"]) for turn in document(made, "en")["log"]) == len(worded)
