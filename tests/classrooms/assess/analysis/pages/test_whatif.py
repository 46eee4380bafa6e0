"""*What if*: a match is replayed with one decision changed and shown beside the real one."""

import pytest
from django.test import Client
from django.urls import reverse

from classrooms.assess.analysis.whatif import Forking
from games.engine.codec import state_hash
from tests.games.factories import match_of, person, played_by_bots
from tests.site.html import steady

pytestmark = pytest.mark.django_db


@pytest.fixture
def steward():
    return person("steward")


@pytest.fixture
def match(steward):
    return played_by_bots(match_of(by=steward))


def shown(match, user, query=""):
    client = Client()
    client.force_login(user)
    return client.get(reverse("classrooms:what-if", args=[match.pk]) + query)


def test_each_decision_taken_as_it_was_ends_in_the_stored_position(match):
    forking = Forking(match)

    found = [forking.beside(ways, ways.intents[0]) for ways in forking.decisions]

    stored = state_hash(match.state.encode())
    assert {(each["same"], each["hash"]) for each in found} == {(True, stored)}
    assert [each["changed"] for each in found] == [[]] * len(found)
    assert [[row["by"] for row in each["measures"]] for each in found] == [["0", "0", "0"]] * len(found)


def test_a_delay_tier_more_saves_its_days_on_the_same_cards(match):
    forking = Forking(match)
    ways = next(each for each in forking.decisions if each.spotted.topic == "activity-2/allocate/owner")
    made, gains = ways.intents[0], forking.game.scenario.activities[1].participants[0].delay
    same_risk = [n for n, intent in enumerate(ways.intents) if intent.risk_tier == made.risk_tier]
    choice = max(same_risk, key=lambda n: abs(ways.intents[n].delay_tier - made.delay_tier))

    found = forking.beside(ways, ways.intents[choice])

    days = (0, *(gain for _cubes, gain in gains))
    saved = days[ways.intents[choice].delay_tier] - days[made.delay_tier]
    assert (found["same"], found["chosen"]) == (False, forking.decision_row(ways)["ways"][choice])
    before, after = found["turns"][0]["pairs"][0]
    assert (found["turns"][0]["turn"], before - after) == (2, saved)
    assert saved != 0


def test_the_page_lists_decisions_then_ways_then_both_matches(match, steward):
    forking = Forking(match)
    number = forking.decisions[0].spotted.number

    listed = shown(match, steward).content.decode()
    chosen = shown(match, steward, f"?at={number}").content.decode()
    null = shown(match, steward, f"?at={number}&choice=0").content.decode()
    other = shown(match, steward, f"?at={number}&choice=1").content.decode()

    assert listed.count("<option") == len(forking.decision_rows())
    assert chosen.count('type="radio"') == len(forking.decisions[0].intents)
    assert state_hash(match.state.encode()) in null
    assert "The end, side by side" in other


def test_a_number_may_be_any_within_bounds(match, steward):
    forking = Forking(match)
    ways = next(each for each in forking.decisions if each.bounds is not None)
    least, most = ways.bounds
    at = f"?at={ways.spotted.number}"

    told = {
        number: shown(match, steward, f"{at}&number={number}").content.decode()
        for number in (least, most, most + 1, "x")
    }

    assert ["The end, side by side" in text for text in told.values()] == [True, True, False, False]
    refusal = f"Type a whole number from {least} to {most}."
    assert [refusal in text for text in told.values()] == [False, False, True, True]
    assert f'value="{most + 1}" aria-invalid="true"' in steady(told[most + 1])
    assert forking.beside(ways, forking.numbered(ways, least))["chosen"] in told[least]
    placement = next(each for each in forking.decisions if each.bounds is None)
    assert "what-if-number" not in shown(match, steward, f"?at={placement.spotted.number}").content.decode()


def test_a_move_that_decided_nothing_leads_to_the_next_decision(match):
    forking = Forking(match)
    offered = next(step for step in forking.steps if "negotiate" in step.key)

    assert forking.at(offered.number).spotted.topic == offered.key
    assert forking.at(10**6) is None


@pytest.mark.parametrize(("query", "status"), [("?at=999999", 200), ("?at=x", 200), ("?at=1&choice=99", 404)])
def test_an_address_that_names_nothing_changes_nothing(match, steward, query, status):
    assert shown(match, steward, query).status_code == status
