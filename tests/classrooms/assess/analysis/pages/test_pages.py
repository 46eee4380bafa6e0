"""The pages of an analysis: their content, their readers, and the buttons that start and cancel it."""

import re
from collections import Counter
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from classrooms.assess.analysis import services
from classrooms.assess.analysis.document import AnalysisDocument, analysis_context, verdict_of
from classrooms.assess.analysis.queries import analysis_of
from classrooms.assess.reports.services import debrief_freeze
from classrooms.models import Analysis
from games.catalogue.domego.analysis import SIZES
from games.catalogue.domego.analysis_words import WORDS
from games.catalogue.domego.rules.moves import Allocate
from games.engine.analysis import Weighed
from games.engine.analysis.decisions import Difference, size_of
from games.engine.analysis.statistics import Mean
from games.models import Match
from games.platform.services.holders import seat_assign
from games.ui.targets import CURVES
from tests.classrooms.assess.analysis.conftest import analysed
from tests.games.catalogue.domego.table import CLASSIC
from tests.games.factories import match_of, person, played_by_bots
from tests.site.html import at_first_sight

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


def test_the_equation_and_the_drawing_come_first_and_the_method_is_behind_them(known, steward):
    text = page(known, steward)

    seen = at_first_sight(text)
    assert seen.index("(reference)") < seen.index("Reference: the result to expect") < seen.index("Turning points")
    assert text.index('<figure class="chart">') < text.index("Turning points")
    assert ["How this was worked out" in seen, "standard error" in seen, "what the cards brought" in seen] == [
        True,
        False,
        False,
    ]


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
    best = replace(first.best, **differences)
    decision = replace(first, best=best, loss=size_of(best.project.value, SIZES), praised=False)
    weighing = replace(results.weighing, decisions=(decision,))
    found = replace(results, weighing=weighing, turning=(first.number,) if decision.loss else ())
    return AnalysisDocument(known, found, "en").context()


@pytest.mark.parametrize(
    ("loss", "edge", "praised", "verdict"),
    [("", 900, False, "even"), ("", 900, True, "good"), ("clear", 900, True, "clear"), ("grave", -900, False, "grave")],
)
def test_a_mistake_is_told_before_praise(loss, edge, praised, verdict):
    by = Difference(1, Mean(900, 1.0), Mean(0, 1.0), Mean(0, 1.0), ())

    decision = Weighed(1, 0, 1, "topic", "kind", (), by, Mean(edge, 1.0), loss, praised)

    assert verdict_of(decision) == verdict


@pytest.mark.parametrize(
    ("days", "k", "words"),
    [
        (-6.2, 4.0, "saved 4.0k and cost 6.2\xa0days on average: the project's result fell by 9.1 points."),
        (-6.2, 0.0, "cost 6.2\xa0days on average: the project's result fell by 9.1 points."),
        (0.0, 4.0, "lowered the project's result by 9.1 points on average."),
    ],
)
def test_a_mistake_is_told_in_days_and_k_with_what_they_sum_up_to(known, days, k, words):
    told = told_of(known, project=Mean(910, 0), measures=(Mean(days, 0), Mean(k, 0), Mean(0, 0)))

    (row,) = told["turning"]
    assert (row["verdict"], row["lost"]) == ("grave", "9.1")
    text = " ".join(unescape(render_to_string(VERDICT, {"row": row})).split())
    assert text.endswith(f"{words} The best choice was <b>{row['other']}</b>.".replace("\xa0", " "))


@pytest.mark.parametrize(
    ("days", "k", "words"),
    [
        (6.2, -4.0, "saved 6.2\xa0days and cost 4.0k on average: the project's result rose by 9.1 points."),
        (6.2, 0.0, "saved 6.2\xa0days on average: the project's result rose by 9.1 points."),
        (0.0, -4.0, "raised the project's result by 9.1 points on average."),
    ],
)
def test_a_good_choice_is_told_against_the_median_one(known, days, k, words):
    results = analysis_of(known)
    first = results.weighing.decisions[0]
    middle = replace(first.best, project=Mean(-910, 0), measures=(Mean(days, 0), Mean(k, 0), Mean(0, 0)))
    good = replace(first, middle=middle, edge=Mean(910, 0), loss="", praised=True)

    row = AnalysisDocument(known, results, "en").decision(good)

    text = " ".join(unescape(render_to_string(VERDICT, {"row": row})).split())
    assert (row["verdict"], words.replace("\xa0", " ") in text) == ("good", True)
    assert text.endswith(f"Compared with the median choice, <b>{row['against']}</b>.")


@pytest.mark.parametrize(
    ("made", "other", "deed"),
    [
        (Allocate(0, 0, 0), Allocate(0, 1, 0), "Placing 2 fewer cubes in activity 9"),
        (Allocate(0, 2, 0), Allocate(0, 1, 0), "Placing 2 more cubes in activity 9"),
        (Allocate(0, 1, 0), Allocate(0, 0, 2), "Choosing 1 card fewer instead of 3 days fewer in activity 9"),
    ],
)
def test_what_was_done_otherwise_is_said_in_cubes_or_in_what_they_were_placed_for(made, other, deed):
    assert WORDS.compared(CLASSIC, "activity-9/allocate/structure", 4, made, other) == deed


def number(text):
    """A number as a page prints it, in tenths."""
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
    """The page names the curve, and an analysis by another curve names that one."""
    results = replace(analysis_of(known), curve=CURVES["strict"])

    assert "nothing from 25 % above it, with" in AnalysisDocument(known, results, "en").context()["curve"]
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
