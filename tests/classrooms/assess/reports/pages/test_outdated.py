"""Reports that are out of date are listed with the reason and left out of the ZIP. They are made again on request or
automatically."""

import logging
import re
from collections import Counter
from html import unescape

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from classrooms.assess.analysis.services import analysis_request
from classrooms.assess.reports import batch, pdf
from classrooms.assess.reports.papers import papers_request, state_of
from classrooms.assess.reports.renewal import Renewed, papers_follow
from classrooms.care.erasure.services.people import erasure_foreseen, person_erase
from classrooms.models import Paper, QuizAnswer, SeatPlan, User
from games.models import Job
from games.platform.work.jobs import do_job
from tests.classrooms.assess.analysis.conftest import analysed
from tests.classrooms.assess.reports.pages.test_batch import ask, the_zip
from tests.classrooms.papers import all_kept, kept, team_paper, waiting, work
from tests.games.factories import NOW, person

ANSWERS = "answers came in or questions changed"


def states(ended):
    """Title, state and reasons of each report of the list."""
    progress = batch.batch_progress(ended.session)
    return {item.title: (item.state, *item.why) for item in progress.items}


def the_page(client, ended):
    client.force_login(ended.teacher)
    text = client.get(reverse("classrooms:session-reports", args=[ended.session.pk])).content.decode()
    return " ".join(unescape(text).split())


def test_the_list_says_what_is_out_of_date_and_why_and_one_press_makes_it_again(client, ended):
    match, lea = ended.match().pk, ended.people["lea"].pk
    ask(ended)
    work()
    QuizAnswer.objects.filter(user=ended.people["lea"]).update(choice=2)

    before = contents(Paper.objects.all())
    page = the_page(client, ended)
    files = the_zip(client, ended)
    client.post(reverse("classrooms:session-reports-make", args=[ended.session.pk]), {"again": "1"})
    in_work = states(ended)
    work()

    assert f'Lea, Team 1 <span class="note"> may be out of date, because {ANSWERS} </span>' in page
    assert "3 reports may be out of date: they are not in the ZIP until they are brought up to date." in page
    assert ">Bring up to date" in page.replace("> ", ">")
    listed = files["contents.txt"].decode().splitlines()
    assert f"MAY BE OUT OF DATE, not in here: Lea, Team 1, because {ANSWERS}" in listed
    assert [name for name in files if name.endswith(".pdf")] == []
    assert in_work == dict.fromkeys(["Amir, Team 1", "Lea, Team 1", "Yuki, Team 2"], ("working",))
    assert set(states(ended).values()) == {("ready",)}
    after = contents(Paper.objects.all())
    assert [name for name in after if after[name] != before[name]] == [f"student-{match}-{lea}-en"]


def test_one_that_is_out_of_date_cannot_be_downloaded(client, ended):
    ask(ended)
    all_kept()
    report = Paper.objects.get(user=ended.people["lea"])
    User.objects.filter(pk=ended.people["lea"].pk).update(display_name="Léa")
    client.force_login(ended.teacher)

    assert client.get(reverse("classrooms:session-report-file", args=[ended.session.pk, report.pk])).status_code == 404


def test_a_list_of_many_takes_as_many_queries_as_one_of_few(client, ended):
    asked = ask(ended, "student")
    all_kept()
    every, counts = list(asked.papers.order_by("pk")), []
    the_page(client, ended)
    for papers in (every[:1], every):
        asked.papers.set(papers)
        with CaptureQueriesContext(connection) as queries:
            the_page(client, ended)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_who_made_no_move_is_named_with_the_reason(client, ended):
    absent = person("nadia")
    SeatPlan.objects.create(session_team=ended.session.session_teams.get(position=1), seat=1, user=absent)
    ask(ended)
    all_kept()

    page, contents = the_page(client, ended), the_zip(client, ended)["contents.txt"].decode().splitlines()

    assert "They were given a seat and made no move: there is nothing to tell of them." in page
    assert page.partition("They were given a seat")[2].count("Nadia, Team 2") == 1
    assert contents[-1] == "NO REPORT OF THEIR OWN: Nadia, Team 2, made no move"


def analyse(match):
    """Compute an analysis as its worker does. The worker then requests the papers again."""
    analysed(match)
    papers_follow(match=match)


@pytest.fixture
def by_itself(domego):
    """Switch automatic analyses on."""
    domego.AUTO_ANALYSIS = True


def test_a_class_report_says_which_teams_are_not_analysed_and_is_made_again_when_all_are(client, ended, by_itself):
    first, second = ended.match(0), ended.match(1)
    ask(ended, "class")
    analysis_request(match=second)
    work()
    none, page = pdf.class_draft(ended.session, "en").text, the_page(client, ended)
    analyse(first)
    meanwhile, one = states(ended), pdf.class_draft(ended.session, "en").text
    assert waiting() == []
    analyse(second)

    assert "The match of one team is still being analysed." in page
    assert "The matches of 2 teams have not been analysed yet" in " ".join(none.split())
    assert re.search(r"missing here\.\s+Team 2\.", one)
    assert meanwhile == {"Class report": ("outdated", "an analysis is there now")}
    assert [job.subject for job in waiting()] == [str(Paper.objects.get().pk)]
    assert "missing here" not in pdf.class_draft(ended.session, "en").text


def test_a_team_s_pdf_of_before_the_analysis_is_made_again_by_itself(client, ended):
    match = ended.match()
    kept(team_paper(match))
    client.force_login(ended.people["amir"])
    assert state_of(team_paper(match)).state == "ready"

    analyse(match)

    [job] = waiting()
    page = client.get(reverse("classrooms:debrief", args=[match.pk])).content.decode()
    assert "The PDF is being made." in page
    assert do_job(job.pk)
    made = state_of(team_paper(match))
    assert (made.state, made.paper.shows["analysis"][:2]) == ("ready", "1:")


def test_the_debrief_says_why_its_pdf_is_out_of_date(client, made):
    ended = made
    analysed(ended.match())
    client.force_login(ended.people["amir"])

    page = " ".join(client.get(reverse("classrooms:debrief", args=[ended.match().pk])).content.decode().split())

    assert "The last PDF may be out of date, because an analysis is there now." in page
    assert "Bring the PDF up to date" in page


@pytest.fixture
def made(ended):
    """Print every report, including the instructor's copies."""
    ask(ended, "class", "team", "student", full=True)
    all_kept()
    return ended


def contents(rows):
    return {str(row): row.file.read() for row in rows if row.file}


def test_an_erasure_makes_again_what_named_the_person_and_leaves_the_rest(
    made, caplog, django_capture_on_commit_callbacks
):
    before = contents(Paper.objects.all())
    old = [paper.file for paper in Paper.objects.all()]
    told = erasure_foreseen(user=made.people["amir"])
    assert contents(Paper.objects.all()) == before

    with django_capture_on_commit_callbacks(execute=True), caplog.at_level(logging.INFO):
        done = person_erase(user=User.objects.get(pk=made.people["amir"].pk))
        left = contents(Paper.objects.all())
        jobs = list(Job.objects.filter(state="pending").values_list("kind", flat=True))
        assert {title for title, (state, *_why) in states(made).items() if state == "working"} == {
            "Class report with names",
            "Team 1",
            "Team 1, with the plan for the debrief",
        }
        work()

    match, other = made.match().pk, made.match(1).pk
    lea, yuki = made.people["lea"].pk, made.people["yuki"].pk
    assert set(left) == {
        f"student-{match}-{lea}-en",
        f"student-{other}-{yuki}-en",
        f"team-{other}-en",
        f"team-{other}-en-full",
    }
    assert all(before[name] == content for name, content in left.items())
    assert [file.storage.exists(file.name) for file in old].count(False) == 4
    assert (done, dict(done.again), done.gone) == (told, {"team": 2, "class": 1}, 1)
    assert jobs == ["paper", "paper", "paper"]
    told = [record for record in caplog.records if record.name.startswith(("classrooms", "games"))]
    assert [record for record in told if record.exc_info or record.levelno >= logging.WARNING] == []
    assert set(states(made).values()) == {("ready",)}


def test_what_an_erasure_does_is_told_in_words(ended):
    some, none = Renewed(1, Counter(team=3, student=1)), erasure_foreseen(user=person())

    assert some.gone_words == "the person's own report goes"
    assert some.again_words == ["3 reports of teams", "one report of somebody else"]
    assert (none.gone_words, none.again_words) == ("", [])


def test_before_an_erasure_the_page_and_the_command_say_what_goes_and_what_is_made_again(client, made):
    client.force_login(made.people["amir"])
    asked, page = (" ".join(client.get(f"/account/data/{query}").content.decode().split()) for query in ("", "?erase"))

    assert "See what goes and what is made again" in asked
    assert "<li>The person&#x27;s own report goes.</li>" in page.replace("&#39;", "&#x27;")
    why = "These are made again, because they name the person or may be out of date:"
    assert f"{why} 2 reports of teams, one report of the class." in page
    with pytest.raises(CommandError, match="Made again: 2 reports of teams, one report of the class. All other"):
        call_command("erase_person", made.people["amir"].username)
    assert User.objects.get(pk=made.people["amir"].pk).erased_at is None


def test_a_report_of_somebody_who_is_gone_is_not_made_and_nothing_is_logged(ended, caplog):
    ask(ended)
    jobs = waiting()
    name = Paper.objects.get(user=ended.people["amir"]).pk
    Paper.objects.filter(pk=name).delete()

    for job in jobs:
        do_job(job.pk)

    assert {job.state for job in Job.objects.filter(kind="paper")} == {"done"}
    assert [record for record in caplog.records if record.exc_info] == []


def test_what_changes_while_a_report_is_printed_is_in_it_in_the_end(ended, monkeypatch):
    ask(ended)
    renamed = []
    printed = pdf.printed

    def and_meanwhile(draft):
        made = printed(draft)
        if "Report for Lea" in draft.text and not renamed:
            renamed.append(User.objects.filter(pk=ended.people["lea"].pk).update(display_name="Léa"))
        return made

    monkeypatch.setattr(pdf, "printed", and_meanwhile)

    work()

    assert renamed == [1]
    assert states(ended) == {"Amir, Team 1": ("ready",), "Léa, Team 1": ("ready",), "Yuki, Team 2": ("ready",)}


def test_a_paper_of_a_match_that_was_thrown_away_is_no_failure(ended, caplog):
    [job] = papers_request(papers=[team_paper(ended.match())], now=NOW)
    Paper.objects.all().delete()

    assert do_job(job.pk)
    assert [record for record in caplog.records if record.exc_info] == []


def test_instructor_s_copies_stand_apart_in_the_zip(ended):
    ask(ended, "class", "team", full=True)

    assert [item.path for item in batch.batch_progress(ended.session).items] == [
        "instructor/class-report-with-names-en.pdf",
        "instructor/01-team-1-instructor-copy-with-plan-en.pdf",
        "instructor/02-team-2-instructor-copy-with-plan-en.pdf",
        "teams/01-team-1-en.pdf",
        "teams/02-team-2-en.pdf",
    ]
