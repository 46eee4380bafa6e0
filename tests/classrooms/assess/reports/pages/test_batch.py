"""All reports of a session at once: printed by workers, reused while nothing changed. One that fails does not stop the
others."""

import random
import tracemalloc
from html import unescape

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Concat
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from classrooms.assess.reports import batch
from classrooms.assess.reports.services import debrief_freeze
from classrooms.models import Debrief, Paper, QuizAnswer, User
from games.platform.work.jobs import do_job
from tests.classrooms.assess.reports.conftest import session_of_tables
from tests.classrooms.assess.reports.pdf_structure import unzipped
from tests.classrooms.papers import all_kept, paper_of, stamp, waiting, work
from tests.classrooms.play.questions.asking import finish, match_in
from tests.games.factories import person


def ask(ended, *kinds, **more):
    """Request reports of these kinds, by default those of students, which are printed fastest."""
    values = {"language": "en", "kinds": kinds or ["student"], "full": False, "by": ended.teacher, **more}
    return batch.batch_request(play_session=ended.session, **values)


def the_zip(client, ended):
    client.force_login(ended.teacher)
    answer = client.get(reverse("classrooms:session-reports-zip", args=[ended.session.pk]))
    return unzipped(b"".join(answer.streaming_content))


def test_there_is_one_for_the_class_for_each_team_and_for_each_student(ended):
    ask(ended, "class", "team", "student")
    progress = batch.batch_progress(ended.session)

    assert [item.title for item in progress.items] == [
        "Class report",
        "Team 1",
        "Team 2",
        "Amir, Team 1",
        "Lea, Team 1",
        "Yuki, Team 2",
    ]
    assert (progress.moving, progress.percent, len(waiting())) == (True, 0, 6)


def test_all_of_them_are_in_the_zip(client, ended):
    ask(ended, "class", "team", "student")
    all_kept()

    files = the_zip(client, ended)

    assert sorted(files) == [
        "contents.txt",
        "instructor/class-report-en.pdf",
        f"students/01-team-1/amir-{ended.people['amir'].pk}-en.pdf",
        f"students/01-team-1/lea-{ended.people['lea'].pk}-en.pdf",
        f"students/02-team-2/yuki-{ended.people['yuki'].pk}-en.pdf",
        "teams/01-team-1-en.pdf",
        "teams/02-team-2-en.pdf",
    ]
    own = {paper.file.read() for paper in Paper.objects.all()}
    assert {files[name] for name in files if name.endswith(".pdf")} == own
    assert len(own) == 6
    assert files["contents.txt"].decode().splitlines()[0] == "6 of 6 reports"


def student(ended, name, language="en"):
    """The file name of a student's report."""
    user = ended.people[name]
    return f"student-{ended.match(1 if name == 'yuki' else 0).pk}-{user.pk}-{language}"


def test_asked_for_again_nothing_is_made_twice_and_what_changed_is_made_anew(ended):
    ask(ended)
    all_kept()
    ask(ended)
    assert waiting() == []

    User.objects.filter(pk=ended.people["lea"].pk).update(display_name="Léa")
    ask(ended)

    assert work() == [student(ended, "lea")]


def test_asking_for_the_papers_of_many_teams_takes_as_many_queries_as_for_few(db):
    counts = []
    for name, teams in (("few", 2), ("many", 5)):
        User.objects.update(username=Concat("username", Value(f"-before-{name}")))
        play_session = finish(session_of_tables([[person(f"{name}{team}")] for team in range(teams)]))
        for table in range(teams):
            debrief_freeze(match=match_in(play_session, table))
        with CaptureQueriesContext(connection) as queries:
            asked = batch.batch_request(
                play_session=play_session, language="en", kinds=["class", "team", "student"], full=True
            )
        assert asked.papers.count() == 3 * teams + 1
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 30


def test_what_a_class_answered_changes_its_report(ended):
    paper = paper_of("class", session=ended.session)
    before = stamp(paper)
    QuizAnswer.objects.filter(user=ended.people["lea"]).update(choice=2)

    assert stamp(paper) != before
    assert stamp(paper_of("class", session=ended.session, full=True)) != stamp(paper)


def test_a_lost_file_is_made_again(ended):
    ask(ended)
    all_kept()
    report = Paper.objects.get(user=ended.people["lea"])
    report.file.storage.delete(report.file.name)
    progress = batch.batch_progress(ended.session)

    assert [item.title for item in progress.failed] == ["Lea, Team 1"]
    assert [job.subject for job in batch.batch_again(batch=progress.batch)] == [str(report.pk)]


@pytest.fixture
def broken(ended):
    """The class with unreadable facts of the second team."""
    debrief = ended.debrief(1)
    Debrief.objects.filter(pk=debrief.pk).update(facts={**debrief.facts, "game_facts": "lost"})
    return ended


def test_one_that_fails_does_not_stop_the_others_and_says_why(client, broken):
    ask(broken)
    for _attempt in range(3):
        work()
    files = the_zip(client, broken)
    page = client.get(reverse("classrooms:session-reports", args=[broken.session.pk])).content.decode()

    why = "ValidationError: Expected `object`, got `str`"
    assert len(files) == 3
    assert f"NOT MADE: Yuki, Team 2. {why}" in files["contents.txt"].decode().splitlines()
    assert "ValidationError: Expected `object`, got `str`" in unescape(page)
    assert "One report could not be made; the others are not touched by it." in page


def test_after_a_failure_only_that_one_is_tried_again(client, broken):
    ask(broken)
    for _attempt in range(3):
        work()
    debrief_freeze(match=broken.match(1))
    client.force_login(broken.teacher)

    client.post(reverse("classrooms:session-reports-make", args=[broken.session.pk]), {"again": "1"})

    assert work() == [student(broken, "yuki")]
    assert batch.batch_progress(broken.session).done == 3


def test_only_what_was_ticked_is_made_in_the_language_chosen(client, ended):
    client.force_login(ended.teacher)
    body = {"kind": ["team"], "language": "fr", "full": "1"}

    client.post(reverse("classrooms:session-reports-make", args=[ended.session.pk]), body)

    names = [Paper.objects.get(pk=int(job.subject)).name for job in waiting()]
    assert names == [f"team-{ended.match(table).pk}-fr{copy}" for table in (0, 1) for copy in ("", "-full")]


def test_the_page_shows_how_far_it_is_and_asks_again(client, ended):
    ask(ended)
    do_job(waiting()[0].pk)
    client.force_login(ended.teacher)

    text = client.get(reverse("classrooms:session-reports", args=[ended.session.pk])).content.decode()

    assert '<progress id="making" max="100" value="33">' in text
    assert "1 of 3 reports are there." in text
    assert f'data-poll-url="{reverse("classrooms:session-reports", args=[ended.session.pk])}?live"' in text


def test_one_report_of_the_list_can_be_read_and_none_of_another_session(client, ended):
    ask(ended)
    all_kept()
    client.force_login(ended.teacher)
    mine = Paper.objects.get(user=ended.people["lea"])
    other = paper_of("class", "fr", session=ended.session)

    answers = [
        client.get(reverse("classrooms:session-report-file", args=[ended.session.pk, report.pk]))
        for report in (mine, other)
    ]

    assert [answer.status_code for answer in answers] == [200, 404]
    assert b"".join(answers[0].streaming_content) == mine.file.read()


def test_a_zip_of_a_hundred_papers_takes_as_much_memory_as_one_of_five(ended):
    made = ask(ended)
    paper = made.papers.first()
    paper.file.save("long.pdf", ContentFile(random.Random(1).randbytes(1_000_000)))
    sizes, peaks = [], []
    for number in (5, 100):
        items = tuple(batch.Item(paper, "t", f"{place}.pdf", "ready") for place in range(number))
        tracemalloc.start()
        sizes.append(sum(len(block) for block in batch.zip_blocks(batch.BatchProgress(made, items))))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert [size // 1_000_000 for size in sizes] == [5, 100]
    assert peaks[1] < 1.2 * peaks[0]
