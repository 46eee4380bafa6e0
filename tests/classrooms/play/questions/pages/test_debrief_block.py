"""The debrief of a match in a session shows the team's quiz results without names."""

import pytest

from classrooms.assess.reports.pdf import draft_of
from classrooms.play.questions.queries.team_answers import team_answers
from classrooms.play.questions.services.quizzes import quiz_answer
from games.models import Move
from tests.classrooms.assess.grading.sessions import everybody_moves
from tests.classrooms.assess.reports.debriefs.conftest import frozen
from tests.classrooms.papers import team_paper
from tests.classrooms.play.questions.asking import answer, class_of, finish, match_in, question
from tests.games.factories import match_of, person
from tests.site.html import dense

pytestmark = pytest.mark.django_db


@pytest.fixture
def known():
    names = ["ana", "bob", "cy", "dee"]
    play_session, people = class_of(*names, teams=[names[:3], names[3:]])
    first, second = question(play_session), question(play_session, "what-costs")
    for name, user in people.items():
        chosen = {first.pk: 2 if name in ("ana", "bob") else 0, second.pk: 0}
        quiz_answer(play_session=play_session, user=user, when="before", chosen=chosen)
    return play_session, people


def test_answers_of_somebody_who_never_moved_are_none_of_the_team(known):
    play_session, people = known
    everybody_moves(play_session)
    Move.objects.filter(author=people["cy"]).delete()

    assert team_answers(match_in(play_session)) == []


def test_the_share_of_a_team_stands_beside_that_of_all(known):
    play_session, _people = known
    finish(play_session)

    lines = team_answers(match_in(play_session))

    assert [(line.asked.row.bank_key, line.right, line.given, line.percent, line.all_percent) for line in lines] == [
        ("targets", 2, 3, 67, 50),
        ("what-costs", 3, 3, 100, 100),
    ]


def test_a_team_with_fewer_than_three_answers_is_told_nothing(known):
    play_session, _people = known

    assert team_answers(match_in(play_session, 1)) == []


def test_a_match_outside_courses_has_no_such_block(django_assert_num_queries):
    alone = match_of(person())

    with django_assert_num_queries(0):
        assert team_answers(alone) == []


def test_the_page_shows_it_without_names(client, known):
    play_session, people = known
    finish(play_session)
    frozen(match_in(play_session))
    client.force_login(people["ana"])

    page = dense(client.get(f"/matches/{match_in(play_session).pk}/debrief/").content.decode())

    block = page.partition("<h2>What the team knew</h2>")[2].partition("</section>")[0]
    assert '<td class="num">2 of 3</td><td class="num">67 %</td><td class="num">50 %</td>' in block
    assert not any(name in block for name in ("Ana", "Bob", "Cy"))


def test_a_printed_debrief_is_out_of_date_with_answers_that_it_would_print(known):
    play_session, people = known
    late = question(play_session, "retention", "after")
    finish(play_session)
    made = frozen(match_in(play_session))
    paper = team_paper(made.match)
    digests = [draft_of(paper).digest]
    for name in ("ana", "bob", "cy"):
        answer(late, people[name])
        digests.append(draft_of(paper).digest)
    type(play_session).objects.update(status="archived")
    digests.append(draft_of(paper).digest)

    assert digests[0] == digests[1] == digests[2] != digests[3] == digests[4]
