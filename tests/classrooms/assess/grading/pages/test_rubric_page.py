"""The rubric: curves with a picture and bots' matches, the rule for lines without anything to judge, and settings fixed
at opening."""

import pytest
from django.forms import model_to_dict

from classrooms.assess.grading.bot_scores import GAMES, role_scores_make
from classrooms.assess.grading.forms import BookForm
from classrooms.assess.grading.queries.curves import EXAMPLE, game_shares, games_of, games_request, picture
from classrooms.assess.grading.rubric import book_ensure
from classrooms.models import GradeBook, RoleScores, RuleChange
from classrooms.play.sessions.services.cloning import session_clone
from classrooms.play.sessions.services.drafts import session_create
from games.models import Job
from games.platform.work.jobs import do_job
from games.ui.targets import CURVES
from tests import every_game
from tests.classrooms.assess.grading.database.test_pages_forms import rubric_data
from tests.classrooms.assess.grading.sessions import at, line_of, signed_in, student
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person

pytestmark = pytest.mark.django_db


def curve(play_session, name):
    return {f"line-{line_of(play_session, 'project').pk}-curve": name}


def test_the_curve_of_an_open_session_is_changed_only_with_a_reason_that_students_read(played, claire):
    refused = claire.post(at(played, "rubric/"), rubric_data(played, **curve(played, "strict")))

    assert (refused.status_code, line_of(played, "project").params) == (409, {"curve": "usual"})
    assert "was fixed when the session opened" in refused.content.decode()

    data = rubric_data(played, **curve(played, "strict"), **{"curve-reason": "Agreed with the class"})
    assert claire.post(at(played, "rubric/"), data).status_code == 302
    assert line_of(played, "project").params == {"curve": "strict"}
    change = RuleChange.objects.get()
    assert (change.before, change.after, change.reason, change.by) == (
        {"curve": "usual"}, {"curve": "strict"}, "Agreed with the class", played.created_by,
    )  # fmt: skip
    assert "Agreed with the class" in signed_in(student()).get(f"/sessions/{played.pk}/grade/").content.decode()


def test_the_line_of_a_fixed_curve_is_not_removed(played, claire):
    line = line_of(played, "project")

    refused = claire.post(at(played, "rubric/"), rubric_data(played, **{f"line-{line.pk}-remove": "on"}))

    assert (refused.status_code, line_of(played, "project").pk) == (409, line.pk)
    assert "give it the weight 0" in refused.content.decode()


def test_before_opening_the_curve_is_chosen_freely():
    claire = person("claire")
    draft = session_create(course=course_of(claire), by=claire, title="Tuesday", game="domego")
    book_ensure(play_session=draft)

    answer = signed_in(claire).post(at(draft, "rubric/"), rubric_data(draft, **curve(draft, "mild")))

    assert (answer.status_code, line_of(draft, "project").params) == (302, {"curve": "mild"})
    assert RuleChange.objects.count() == 0


def test_other_changes_of_a_rubric_need_no_reason(played, claire):
    project = line_of(played, "project")
    data = rubric_data(played, **{f"line-{project.pk}-when_nothing": "zero", "smallest_share": 40})

    assert claire.post(at(played, "rubric/"), data).status_code == 302

    project.refresh_from_db()
    assert (project.when_nothing, GradeBook.objects.get().smallest_share) == ("zero", 40)
    assert RuleChange.objects.count() == 0


@pytest.mark.parametrize("wrong", [{"smallest_share": 101}, {"smallest_share": ""}])
def test_a_share_out_of_bounds_is_refused(played, claire, wrong):
    assert claire.post(at(played, "rubric/"), rubric_data(played, **wrong)).status_code == 422
    assert GradeBook.objects.get().smallest_share == 0


def test_a_line_from_before_there_were_curves_is_judged_as_it_was(played):
    line = line_of(played, "project")
    line.params = {"fall": 50}
    line.save()

    drawn = picture(played, played.grade_book, line.params).curves

    assert [(each.name, each.example) for each in drawn if each.is_chosen] == [("own", "17.5")]
    assert EXAMPLE == (6, 8, 5)


def test_bots_play_and_the_page_says_what_the_curves_give_them(played, claire):
    assert games_of(played).targets is None
    page = claire.get(at(played, "rubric/")).content.decode()
    assert "Bots play 1,000 matches" in page

    claire.post(at(played, "rubric/"), rubric_data(played, do="bots"))
    assert do_job(Job.objects.get(kind="role_scores").pk)

    found = picture(played, played.grade_book, {"curve": "usual"})
    assert found.games == GAMES
    middles = {each.name: float(each.bots[1]) for each in found.curves}
    assert middles["strict"] < middles["usual"] < middles["mild"] <= 20
    text = claire.get(at(played, "rubric/")).content.decode()
    assert "1,000 matches of bots" in text
    assert f"<b>{middles['usual']}</b>" in text


def test_games_that_say_nothing_of_targets_are_played_again_and_no_others(played):
    row = games_request(play_session=played)
    RoleScores.objects.update(scores=[[1]], made_at=played.created_at)

    assert games_request(play_session=played).pk == row.pk
    row.refresh_from_db()
    role_scores_make(row=row)

    shares = game_shares(row.targets, CURVES["usual"])
    assert len(shares) == len(row.scores[0]) == GAMES
    assert all(0 <= share <= 1 for share in shares)


def test_a_copied_session_has_the_same_rules(played):
    GradeBook.objects.update(smallest_share=45)
    played.grade_book.lines.filter(kind="quiz").update(when_nothing="zero")
    played.unfinished = "turns"
    played.save()

    copy = session_clone(session_id=played.pk, by=played.created_by)

    assert (copy.unfinished, copy.grade_book.smallest_share) == ("turns", 45)
    assert copy.grade_book.lines.get(kind="quiz").when_nothing == "zero"


@pytest.mark.parametrize("game", every_game.GAMES)
def test_the_rubric_of_each_game_opens(game):
    """The games include one whose matches never end by default moves alone."""
    claire = person("claire")
    play_session = session_of(course_of(claire), game=game)

    assert signed_in(claire).get(at(play_session, "rubric/")).status_code == 200


@pytest.mark.parametrize(("name", "most"), [("decimals", 2), ("scale", 1000), ("smallest_share", 100)])
def test_a_number_out_of_bounds_is_named_and_never_reckoned_with(played, claire, name, most):
    book = played.grade_book
    form = BookForm({**model_to_dict(book), name: str(10**12)}, instance=book)

    assert form.errors.keys() == {name}
    assert getattr(book, name) <= most
    assert claire.post(at(played, "rubric/"), {**rubric_data(played), name: "9" * 40}).status_code == 422
