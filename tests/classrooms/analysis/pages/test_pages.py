"""What people see of an analysis, who sees it, and what they can start and stop."""

import re
from collections import Counter

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from classrooms.analysis import services
from classrooms.analysis.document import Telling, analysis_context, verdict_of
from classrooms.analysis.queries import analysis_of
from classrooms.models import Analysis
from classrooms.reports.services import debrief_freeze
from games.domego.analysis import SIZES
from games.engine.analysis import Weighed
from games.engine.analysis.decisions import Difference, size_of
from games.engine.analysis.statistics import Mean
from games.kit.targets import CURVES
from games.models import Match
from games.services.holders import seat_assign
from tests.classrooms.analysis.conftest import analysed
from tests.games.factories import match_of, person, played_by_bots

pytestmark = pytest.mark.django_db
VERDICT = "classrooms/analysis/verdict.html"


def at(user, language="en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return client


def page(match: Match, user, name: str = "analysis", query: str = "", **more) -> str:
    name = name if ":" in name else f"classrooms:{name}"
    response = at(user, **more).get(reverse(name, args=[match.pk]) + query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def player(finished):
    user = person("player")
    seat_assign(match_id=finished.pk, seat=0, user=user)
    return user


def test_before_its_start_the_page_says_what_it_will_tell_and_offers_it(finished, steward):
    text = page(finished, steward)

    assert "Does this result come from the cards or from decisions" in text
    assert "Analyse this match" in text


def test_a_press_starts_it_and_the_page_follows_until_it_is_cancelled(finished, player):
    client = at(player)

    assert client.post(reverse("classrooms:analysis-start", args=[finished.pk])).status_code == 302
    assert Analysis.objects.get(match=finished).asked_by == player
    working = page(finished, player)
    assert 'data-poll-url="' in working
    assert "Cancel the analysis" in working
    assert "data-poll-stop" not in page(finished, player, query="?live")

    client.post(reverse("classrooms:analysis-cancel", args=[finished.pk]))
    assert "Start the analysis again" in page(finished, player)
    assert "data-poll-stop" in page(finished, player, query="?live")


def test_who_only_looks_on_reads_and_starts_nothing(finished, steward):
    observer = person("observer")
    finished.observers.add(observer)

    assert "Analyse this match" not in page(finished, observer)
    assert at(observer).post(reverse("classrooms:analysis-start", args=[finished.pk])).status_code == 403
    assert not Analysis.objects.exists()


def test_strangers_find_nothing(finished):
    for name in ("analysis", "what-if", "analysis-learn"):
        assert at(person()).get(reverse(f"classrooms:{name}", args=[finished.pk])).status_code == 404


@pytest.mark.parametrize(
    ("name", "posted"), [("analysis", False), ("what-if", False), ("analysis-learn", False), ("analysis-start", True)]
)
def test_while_another_team_draws_the_same_cards_players_learn_nothing(finished, player, steward, name, posted):
    match_of(scenario="tiny", by=steward)
    client, address = at(player), reverse(f"classrooms:{name}", args=[finished.pk])

    answer = client.post(address) if posted else client.get(address)

    assert answer.status_code == (404 if posted else 302)
    assert page(finished, steward).count("Analyse this match") == 1


def test_a_match_that_goes_on_has_no_analysis_page(steward):
    match = match_of(scenario="tiny", by=steward)

    assert at(steward).get(reverse("classrooms:analysis", args=[match.pk])).status_code == 302


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_finished_page_shows_the_account_and_every_decision(known, steward, language):
    results = analysis_of(known)

    text = page(known, steward, language=language)

    heading = {"en": "Where this result comes from", "fr": "D’où vient ce résultat"}[language]
    assert text.count(heading) == 1
    links = [
        f"{reverse('classrooms:what-if', args=[known.pk])}?at={each.number}" for each in results.weighing.decisions
    ]
    assert [link for link in links if f'{link}"' not in text] == []
    assert results.seed in text


def test_the_debrief_shows_the_analysis_and_offers_it_before(finished, steward):
    debrief_freeze(match=finished)

    assert "Analyse this match" in page(finished, steward, "debrief")
    analysed(finished)
    assert "Where this result comes from" in page(finished, steward, "debrief")


def told_of(known, **differences):
    """The first decision of the analysis, with other differences to its best other option. All playouts together say
    more of that one than those do that did not choose it.
    """
    results = analysis_of(known)
    first = results.weighing.decisions[0]
    best = replace(first.best, reached=Mean(0.2, 0.01), **differences)
    made, *others = (replace(each, reached=Mean(0.35 - 0.25 * each.made, 0.01)) for each in first.options)
    decision = replace(
        first, options=(made, *others), best=best, loss=size_of(best.project.value, SIZES), praised=False
    )
    weighing = replace(results.weighing, decisions=(decision,))
    found = replace(results, weighing=weighing, turning=(first.number,) if decision.loss else ())
    return Telling(known, found, "en").told()


@pytest.mark.parametrize(
    ("loss", "edge", "praised", "verdict"),
    [("", 900, False, "even"), ("", 900, True, "good"), ("clear", 900, True, "clear"), ("grave", -900, False, "grave")],
)
def test_a_mistake_is_told_before_praise(loss, edge, praised, verdict):
    by = Difference(1, Mean(900, 1.0), Mean(0, 1.0), Mean(0, 1.0), ())

    decision = Weighed(1, 0, 1, "topic", "kind", (), by, by, Mean(edge, 1.0), loss, praised)

    assert verdict_of(decision) == verdict


def test_a_mistake_is_told_in_days_k_and_failures_and_in_chances(known):
    told = told_of(known, project=Mean(910, 10), measures=(Mean(-6.2, 0.1), Mean(4, 0.1), Mean(-0.1, 0.2)))

    (row,) = told["turning"]
    assert (row["verdict"], row["lost"], row["cost"], row["spared"]) == ("grave", "9.1", "6.2\xa0days", "4.0k")
    text = " ".join(render_to_string(VERDICT, {"row": row, "reached": told["reached"]}).split())
    assert text == (
        f"Compared with <b>{row['other']}</b>, it cost the project 6.2 days and spared it 4.0k "
        "(9.1 points of its result); chance of all three targets 30 % → 10 %."
    )


def test_a_choice_that_is_good_for_the_firm_and_bad_for_the_project_is_named_so(known):
    good = told_of(known, project=Mean(500, 10), own=Mean(-3, 0.5))["turning"][0]
    bad = told_of(known, project=Mean(500, 10), own=Mean(-3, 2))["turning"][0]

    words = [render_to_string(VERDICT, {"row": row, "reached": "all"}) for row in (good, bad)]
    assert ["good for the firm, bad for the project" in text for text in words] == [True, False]
    assert f"It brought 3.0 points ({good['role'].name})" in " ".join(words[0].split())


def number(text):
    """What stands on a page, in tenths."""
    return round(10 * float(text.replace("\u2212", "-").replace(",", ".").replace("\u202f", "").replace("\xa0", "")))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_figures_add_up_as_they_stand_on_the_page(known, language):
    told = analysis_context(known, language)["analysis"]
    (first, *parts, last), by_kind = told["account"], {line["key"]: line for line in told["account"]}

    for column in range(1 + len(told["measures"])):
        figures = [number([line["points"], *line["measures"]][column]) for line in (first, *parts)]
        assert sum(figures) == number([last["points"], *last["measures"]][column])
    assert sum(number(row["luck"]) for row in told["by_turn"]) == number(by_kind["luck"]["points"])
    assert sum(number(row["points"]) for row in told["by_turn"]) == number(by_kind["decision"]["points"])
    columns = analysis_of(known).account
    assert [first["points"], last["points"]] == [
        each.replace(".", "," if language == "fr" else ".")
        for each in (f"{columns.reference[0] / 10:.1f}", f"{columns.reached[0] / 10:.1f}")
    ]


def test_nothing_is_told_of_a_role_with_fewer_than_three_decisions(known):
    decided = Counter(each.seat for each in analysis_of(known).account.entries if each.kind == "decision")

    rows = analysis_context(known, "en")["analysis"]["by_seat"]

    assert [row["decisions"] for row in rows] == [decided[seat] for seat in range(len(rows))]
    assert [bool(row["total"]) for row in rows] == [decided[seat] >= 3 for seat in range(len(rows))]


def test_the_class_is_judged_by_the_curve_of_its_rubric(known):
    """Which the page tells; an analysis by another curve says by which."""
    results = replace(analysis_of(known), curve=CURVES["strict"])

    assert "nothing from 25 % above it, with" in Telling(known, results, "en").told()["curve"]
    assert analysis_of(known).curve == CURVES["usual"]


def test_on_paper_there_is_the_same_without_links(known):
    context = analysis_context(known, "en")
    text = render_to_string(context["analysis_sheet"], {**context, "match": known, "paper": True})

    assert "Where this result comes from" in text
    assert "<a " not in text


def test_a_match_without_results_gives_reports_nothing(finished):
    assert analysis_context(finished, "en") == {"analysis": None, "analysis_sheet": ""}


def test_the_replay_links_to_the_turning_points(known, steward):
    results = analysis_of(known)
    number = results.weighing.decisions[0].number
    row = Analysis.objects.get(match=known)
    row.results = services.written(replace(results, turning=(number,)))
    row.save()

    text = page(known, steward, "games:replay")

    assert f'<option value="{number}" label="' in text
    assert re.search(rf'<a href="\?at={number}"\s*>\s*Move {number}: ', text)
    player = played_by_bots(match_of(scenario="tiny", by=steward, seed=bytes(32)))
    assert "replay-marks" not in page(player, steward, "games:replay")
