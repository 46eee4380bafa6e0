"""Learn from mistakes: what cost the project much is asked again, on the table as it was; and the two readings of a
changed decision.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from classrooms.assess.analysis.averages import Averages
from classrooms.assess.analysis.document import in_order
from classrooms.assess.analysis.queries import analysis_of
from classrooms.assess.analysis.results import written
from classrooms.assess.analysis.retaking import Retaking
from classrooms.assess.analysis.whatif import Forking
from classrooms.models import Analysis
from games.platform.permissions import access_to
from games.platform.services.holders import seat_assign
from tests.classrooms.assess.analysis.conftest import analysed
from tests.games.factories import match_of, person, played_by_bots
from tests.site.html import steady

pytestmark = pytest.mark.django_db


def with_mistakes(match, *numbers, turning=()):
    """The same analysis, with these decisions as clear mistakes."""
    results = analysis_of(match)
    decisions = tuple(
        replace(each, loss="clear" if each.number in numbers else "") for each in results.weighing.decisions
    )
    weighing = replace(results.weighing, decisions=decisions)
    Analysis.objects.filter(match=match).update(
        results=written(replace(results, weighing=weighing, turning=tuple(turning)))
    )
    return [each for each in decisions if each.loss]


def learn(match, user, query="", *, language="en", status=200):
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    answer = client.get(reverse("classrooms:analysis-learn", args=[match.pk]) + query)
    assert answer.status_code == status
    return steady(answer.content.decode())


@pytest.fixture
def player(finished):
    user = person("player")
    seat_assign(match_id=finished.pk, seat=0, user=user)
    return user


def test_a_player_gets_their_own_mistakes_and_the_turning_points_of_others(steward):
    match, player = analysed(played_by_bots(match_of(by=steward))), person("player")
    seat_assign(match_id=match.pk, seat=0, user=player)
    decisions = analysis_of(match).weighing.decisions
    own = [each.number for each in decisions if each.seat == 0]
    others = [each.number for each in decisions if each.seat != 0]
    with_mistakes(match, *own[1:], *others, turning=others[:1])
    assert own[1:]

    found = {
        user: [each.number for each in Retaking(access_to(match.pk, user), "en").mistakes] for user in (player, steward)
    }

    assert found == {player: sorted([*own[1:], *others[:1]]), steward: others[:1]}


@pytest.mark.parametrize(("language", "ask"), [("en", "what would you do?"), ("fr", "que feriez-vous")])
def test_it_is_asked_on_the_table_as_it_was_and_tells_nothing_before_the_answer(known, player, language, ask):
    number = next(each.number for each in analysis_of(known).weighing.decisions if each.seat == 0)
    (mistake,) = with_mistakes(known, number)

    page = learn(known, player, language=language)

    assert ask in page
    assert page.count('name="choice"') == len(mistake.options)
    assert "checked" not in page
    assert ("as it was decided" in page, "comme cela a été décidé" in page) == (False, False)
    assert 'id="board"' in page or 'class="table gap"' in page


def test_after_the_answer_each_has_its_worth_beside_it(known, player):
    number = next(each.number for each in analysis_of(known).weighing.decisions if each.seat == 0)
    (mistake,) = with_mistakes(known, number)
    forking = Forking(known)
    telling = Averages(forking, forking.at(number), "en")

    made, best = (learn(known, player, f"?of=1&choice={place}") for place in (0, mistake.best.option))

    assert "so it was decided" in made
    assert "no other answer was worth more to the project" in best
    row = re.search(r'<tr class="me">(.*?)</tr>', best)[1]
    chosen = telling.beside(mistake.options[mistake.best.option].intent)["other"]
    assert f"<b>{chosen['project']}</b>" in row
    assert "(your answer)" in row
    assert "(best)" in row
    assert best.count("(as it was decided)") == 1


def test_the_answers_stand_in_the_order_of_their_numbers():
    assert sorted(["10 cubes", "9 cubes", "no cubes", "11 cubes"], key=in_order) == [
        "9 cubes",
        "10 cubes",
        "11 cubes",
        "no cubes",
    ]


@pytest.mark.parametrize("query", ["?of=0", "?of=2", "?of=x", "?of=1&choice=99"])
def test_an_address_that_names_nothing_finds_nothing(known, player, query):
    with_mistakes(known, next(each.number for each in analysis_of(known).weighing.decisions if each.seat == 0))

    learn(known, player, query, status=404)


def test_without_mistakes_the_page_says_so_and_without_results_it_leads_to_the_analysis(known, player):
    with_mistakes(known)
    assert "No single decision cost the project much." in learn(known, player)

    Analysis.objects.all().delete()
    learn(known, player, status=302)


def test_what_if_begins_with_the_better_choice_and_shows_both_readings(known, steward):
    (mistake,) = with_mistakes(known, analysis_of(known).weighing.decisions[0].number)
    client = Client()
    client.force_login(steward)

    def page(query):
        answer = client.get(f"{reverse('classrooms:what-if', args=[known.pk])}?at={mistake.number}{query}")
        return steady(answer.content.decode())

    best = mistake.best.option
    ticked = re.findall(r'name="choice" value="(\d+)"\s+checked', page(""))
    both = page(f"&choice={best}")
    forking = Forking(known)
    average = Averages(forking, forking.at(mistake.number), "en").beside(mistake.options[best].intent)

    assert ticked == [str(best)]
    assert both.index("First reading") < both.index("Second reading")
    table = both[both.index('id="average"') :]
    assert [f"<b>{average['other']['project']}</b>" in table, f">{average['made']['project']}<" in table] == [
        True,
        True,
    ]


def test_a_purchase_is_played_on_when_it_is_asked_for(known, steward):
    """The account leaves purchases out. The page also shows the score of the seat that decided."""
    forking = Forking(known)
    ways = next(each for each in forking.decisions if each.spotted.kind == "buy" and len(each.intents) > 1)
    client = Client()
    client.force_login(steward)

    address = f"{reverse('classrooms:what-if', args=[known.pk])}?at={ways.spotted.number}&choice=1"
    table = client.get(address).content.decode().partition('id="average"')[2]
    average = Averages(forking, ways, "en").beside(ways.intents[1])

    assert "The average of 100 matches that bots play from this decision on" in steady(table)
    assert [f">{average['made']['own']}<" in table, f"<b>{average['other']['own']}</b>" in table] == [True, True]


def test_a_choice_that_was_not_weighed_has_no_second_reading(known, steward):
    forking = Forking(known)
    ways = next(each for each in forking.decisions if each.bounds is not None)
    Analysis.objects.all().delete()
    client = Client()
    client.force_login(steward)

    address = f"{reverse('classrooms:what-if', args=[known.pk])}?at={ways.spotted.number}&choice=1"

    assert "This choice was not weighed." in client.get(address).content.decode()


def test_what_a_game_shows_beside_it_takes_none_of_its_names(known, player):
    (mistake,) = with_mistakes(known, next(d.number for d in analysis_of(known).weighing.decisions if d.seat == 0))

    page = learn(known, player, f"?of=1&choice={mistake.best.option}")

    assert re.findall(r'<a class="btn btn-s" href="\?of=(\w+)"', page) == ["1"]


def test_a_player_among_rivals_is_not_asked_about_the_decisions_of_the_others(rivals, steward):
    player = person("player")
    seat_assign(match_id=rivals.pk, seat=0, user=player)
    decisions = analysis_of(rivals).weighing.decisions
    own = [each.number for each in decisions if each.seat == 0]
    others = [each.number for each in decisions if each.seat != 0]
    assert own
    assert others
    with_mistakes(rivals, *own, *others, turning=[*own, *others])

    found = {
        user: [each.number for each in Retaking(access_to(rivals.pk, user), "en").mistakes]
        for user in (player, steward)
    }

    assert found == {player: own, steward: sorted([*own, *others])}
