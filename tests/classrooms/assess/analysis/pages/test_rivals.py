"""The analysis of a game of rivals on its pages: luck in points, a line a verdict, no common result."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation
from msgspec.structs import replace

from classrooms.assess.analysis import services
from classrooms.assess.analysis.averages import Averages
from classrooms.assess.analysis.charts import data_of
from classrooms.assess.analysis.document import AnalysisDocument, analysis_context
from classrooms.assess.analysis.queries import analysis_of
from classrooms.assess.analysis.whatif import Forking
from classrooms.assess.reports.class_report import class_document
from classrooms.assess.reports.services import debrief_freeze
from classrooms.assess.reports.student import student_document
from classrooms.models import Analysis, Debrief
from games.catalogue.dominyam.analysis.analyst import SIZES
from games.engine.analysis import Forecast, Stroke
from games.engine.analysis.decisions import size_of
from games.engine.analysis.statistics import Mean
from games.platform.services.holders import seat_assign
from tests.classrooms.assess.analysis.conftest import CORNER, analysed, corner
from tests.classrooms.factories import course_of, session_of
from tests.games.catalogue.dominyam.matches import play_on
from tests.games.factories import person, played_by_bots

pytestmark = pytest.mark.django_db


def page(match, user, name, query="", language="en"):
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    response = client.get(reverse(f"classrooms:{name}", args=[match.pk]) + query)
    assert response.status_code == 200
    return response.content.decode()


def with_mistake(match, lost=500):
    """The analysis of `match`, with a first decision that cost `lost` of its value."""
    results = analysis_of(match)
    first = next(each for each in results.weighing.decisions if len(each.options) > 1)
    best = replace(first.best, option=1, project=Mean(lost, 10), reached=Mean(0.25, 0.0))
    made, other, *more = first.options
    options = (replace(made, reached=Mean(0.28, 0.0)), replace(other, reached=Mean(0.6, 0.0)), *more)
    told = replace(first, options=options, best=best, loss=size_of(lost, SIZES), praised=False)
    weighing = replace(results.weighing, decisions=(told,))
    return replace(results, weighing=weighing, turning=(first.number,))


def telling(match, results, language="en"):
    return AnalysisDocument(match, results, language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Luck and what was given away", "Turning points", "points of lead")),
        ("fr", ("La chance et ce qui a été laissé", "Moments décisifs", "points d’avance")),
    ],
)
def test_the_page_tells_luck_and_decisions_of_each_player(rivals, steward, language, words):
    results = analysis_of(rivals)

    text = page(rivals, steward, "analysis", language=language)

    assert [word in text for word in words] == [True] * 3
    assert "project" not in text.split("<main", 1)[1]
    links = [
        f"{reverse('classrooms:what-if', args=[rivals.pk])}?at={each.number}" for each in results.weighing.decisions
    ]
    assert [link for link in links if f'{link}"' not in text] == []


def test_results_are_read_as_they_were_written(rivals):
    results = analysis_of(rivals)

    assert results.account is None
    assert [each.seat for each in results.accounts] == [0, 1]
    assert {type(each.options[0].intent).__name__ for each in results.weighing.decisions} <= {"Keep", "Take", "NoMeal"}


def test_a_mistake_is_told_in_one_line_with_the_exact_chance_beside_it(rivals):
    told = telling(rivals, with_mistake(rivals)).context()

    (row,) = told["turning"]
    text = render_to_string("classrooms/analysis/verdict.html", {"row": row})
    line = (
        f"Compared with <b>{row['other']}</b>, it cost 5.0 points of lead; chance of a meal in this turn 53 % → 28 %."
    )
    assert text.split() == line.split()
    assert row["size"] == "clear mistake"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "luck near its average, and something given away in 1 of 7 decisions; how much in all cannot be told."),
        ("fr", "chance proche de la moyenne, et quelque chose de laissé en 1 décision sur 7 ; on ne peut dire combien"),
    ],
)
def test_nobody_is_told_to_have_given_away_nothing_beside_a_mistake(rivals, language, line):
    """The error of a sum is larger than that of each of its parts."""
    results = with_mistake(rivals)
    seat = results.weighing.decisions[0].seat
    found = replace(results.accounts[seat], luck=Mean(0, 100), lost=Mean(500, 900), decisions=7)

    with translation.override(language):
        (row,) = telling(rivals, replace(results, accounts=(found,)), language).context()["accounts"]
        text = render_to_string("classrooms/analysis/account.html", {"row": row})

    assert line in " ".join(text.split())


@pytest.mark.parametrize(
    ("luck", "lost", "line"),
    [
        (Mean(850, 100), Mean(1230, 100), "luck brought 8.5 points of lead, and 12.3 points of lead given away in 7"),
        (Mean(-850, 100), Mean(90, 100), "bad luck cost 8.5 points of lead, and nothing given away, as far as"),
        (Mean(-150, 100), Mean(1230, 100), "luck near its average, and 12.3 points"),
    ],
)
def test_luck_has_a_word_only_where_it_can_be_told_from_none(rivals, luck, lost, line):
    results = analysis_of(rivals)
    first = replace(results.accounts[0], luck=luck, lost=lost, decisions=7)

    row = telling(rivals, replace(results, accounts=(first,))).context()["accounts"][0]

    assert line in " ".join(render_to_string("classrooms/analysis/account.html", {"row": row}).split())


def test_the_paper_and_its_first_sheet_have_it_without_links(rivals, steward):
    debrief_freeze(match=rivals)
    context = analysis_context(rivals, "en")

    paper = render_to_string(context["analysis_sheet"], {**context, "match": rivals, "paper": True})
    first = render_to_string("classrooms/reports/first.html", context)

    assert "Luck and what was given away" in paper
    assert "<a " not in paper
    assert "Luck and what was given away" in first
    assert "Luck and what was given away" in page(rivals, steward, "debrief")


def test_a_mistake_is_asked_again_and_every_answer_has_its_worth(rivals, steward):
    Analysis.objects.filter(match=rivals).update(results=services.written(with_mistake(rivals)))

    asked = page(rivals, steward, "analysis-learn")
    told = page(rivals, steward, "analysis-learn", "?choice=1")

    assert "what would you do?" in asked
    assert "no other answer was worth more." in told
    assert "Lead, points of lead" in told


def test_what_if_starts_with_the_better_choice_and_has_both_readings(rivals, steward):
    forking = Forking(rivals)
    Analysis.objects.filter(match=rivals).update(results=services.written(with_mistake(rivals)))
    decision = analysis_of(rivals).weighing.decisions[0]
    ways = forking.at(decision.number)
    better = ways.intents.index(decision.options[1].intent)

    text = page(rivals, steward, "what-if", f"?at={decision.number}&choice={better}")

    assert Averages(Forking(rivals), ways, "en").better == better
    assert "First reading: the same luck" in text
    assert "Second reading: the average of all luck" in text
    found = [forking.beside(each, each.intents[0])["same"] for each in forking.decisions]
    assert found == [True] * len(found)


def test_before_its_start_nothing_of_a_common_result_is_promised(rivals, steward):
    Analysis.objects.filter(match=rivals).delete()

    text = page(rivals, steward, "analysis")

    assert "works out what each throw was" in text
    assert "compares the team with bots" not in text


def test_whoever_played_a_seat_alone_reads_the_own_luck(steward):
    match, player = corner(steward), person("player")
    for seat in range(2):
        seat_assign(match_id=match.pk, seat=seat, user=player)
    debrief_freeze(match=play_on(match, player))
    debrief = Debrief.objects.get(match=analysed(match))

    first, second = student_document(debrief, player, "en")["parts"]
    text = render_to_string("classrooms/reports/student.html", student_document(debrief, player, "en"))

    assert [first["account"]["role"].name, second["account"]["role"].name] == ["Player A", "Player B"]
    assert text.count("Luck and what was given away") == 2


def test_the_class_report_has_the_players_of_each_table():
    play_session = session_of(course_of(), game="dominyam", scenario_text=CORNER, teams=2, started=True)
    for table in play_session.session_teams.all():
        analysed(played_by_bots(table.match))

    shown = class_document(play_session, "en")
    text = render_to_string("classrooms/reports/class_rivals.html", shown)

    assert [(each["team"].name, len(each["accounts"])) for each in shown["rivals"]] == [
        (table.name, 2) for table in play_session.session_teams.order_by("position")
    ]
    assert (shown["account_rows"], text.count("Player A")) == ([], 2)


def test_a_long_match_has_a_chart_of_luck_that_can_be_read(rivals):
    strokes = tuple(Stroke(turn, 0, turn, Mean(100, 0)) for turn in range(1, 101))
    forecasts = (Forecast(1, 1, (0.25, 0.75)), Forecast(9, 5, (0.5, 0.5)))

    winning, luck = data_of(rivals, replace(analysis_of(rivals), strokes=strokes, forecasts=forecasts))

    assert (len(luck.turns), luck.turns[-1], luck.lines[0].values[-1]) == (25, "100", 100)
    assert [line.values for line in winning.lines] == [(25, 50), (75, 50)]
    assert (winning.start, winning.turns) == ("1", ("5",))
