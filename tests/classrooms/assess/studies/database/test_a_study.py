"""A study from its draft to its numbers, on the real database."""

from collections import Counter
from datetime import timedelta

import pytest

from classrooms.assess.studies.jobs import power_compute, result_compute
from classrooms.assess.studies.queries.phases import Phase, phase_of
from classrooms.assess.studies.queries.plans import lacking, stored_plan
from classrooms.assess.studies.queries.results import result_view
from classrooms.assess.studies.queries.tables import flow_of, tables_of
from classrooms.assess.studies.services.answering import answers_keep, consent_set
from classrooms.assess.studies.services.design import questions_choose, study_update
from classrooms.assess.studies.services.freezing import arms_draw, arms_swap, latecomers_draw, study_freeze, study_thaw
from classrooms.assess.studies.services.refusals import (
    ConsentFixed,
    NotReady,
    PlanFrozen,
    StudyTestClosed,
    StudyTestSent,
    WrongPhase,
)
from classrooms.assess.studies.services.sharing import result_pool
from classrooms.assess.studies.services.times import step_now
from classrooms.assess.studies.texts.protocol import digest
from classrooms.models import Study, StudyPerson
from classrooms.play.questions.services.own import own_question_create, own_question_delete, own_question_edit
from classrooms.play.questions.services.refusals import InStudy, IsAsked
from games.models import Job
from games.public.matches import stories_in
from tests.classrooms.assess.grading.deciding import analysed, moves_of, weighed
from tests.classrooms.assess.studies.studying import NOW, agreed, answered, class_of, draft_of, frozen_of
from tests.classrooms.factories import enrol
from tests.games.factories import match_of, person, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]
DAY = timedelta(days=1)


def numbers_of(study):
    result_compute(Job(subject=str(study.pk)))
    return Study.objects.get(pk=study.pk).result["numbers"]


def by_arm(study):
    return Counter(study.people.values_list("arm__name", flat=True))


def test_a_new_study_has_two_parallel_forms_on_construction_and_names_what_it_lacks():
    course, teacher, _students = class_of(12)
    study = draft_of(course, teacher)

    counts = Counter(study.questions.values_list("form", flat=True))
    assert counts == {"A": 12, "B": 12}
    assert len(set(study.questions.values_list("bank_key", flat=True))) == 24
    assert lacking(study) == ["The chance to find an effect is not computed yet."]
    with pytest.raises(NotReady):
        study_freeze(study_id=study.pk)


def test_a_frozen_plan_cannot_change_and_has_the_digest_of_its_protocol():
    course, teacher, _students = class_of(12)
    study = frozen_of(course, teacher)

    assert digest(stored_plan(study)) == study.digest
    with pytest.raises(PlanFrozen):
        study_update(study_id=study.pk, title="Another title")
    with pytest.raises(PlanFrozen):
        questions_choose(study_id=study.pk, size=6)
    assert phase_of(study, NOW) == Phase.BEFORE


def test_people_are_drawn_evenly_and_those_of_the_game_sit_at_its_tables():
    course, teacher, _students = class_of(13)
    study = arms_draw(study_id=frozen_of(course, teacher).pk, now=NOW)

    assert sorted(by_arm(study).values()) == [6, 7]
    game = study.arms.get(name="Game")
    seated = set(game.session.session_teams.values_list("seat_plans__user", flat=True))
    assert seated == set(game.people.values_list("user", flat=True))
    units = Counter(game.people.values_list("unit", flat=True))
    assert len(units) == game.session.session_teams.count()
    assert set(study.arms.get(name="Lecture").people.values_list("unit", flat=True)) == {""}
    with pytest.raises(WrongPhase):
        arms_draw(study_id=study.pk)


def test_whole_teams_are_drawn_and_play_as_they_are():
    course, teacher, _students = class_of(24, teams=4)
    study = arms_draw(study_id=frozen_of(course, teacher, draw_by="team").pk, now=NOW)

    assert by_arm(study) == {"Lecture": 12, "Game": 12}
    for team in course.teams.all():
        assert study.people.filter(user__in=team.members.all()).values("arm").distinct().count() == 1
    game = study.arms.get(name="Game")
    assert set(game.session.session_teams.values_list("team", flat=True)) == set(
        game.people.values_list("team", flat=True)
    )


def test_the_numbers_are_those_worked_out_by_hand():
    course, teacher, students = class_of(12)
    study = frozen_of(course, teacher, asks_experience=False)
    for user in students:
        answered(study, user, "before", 4)
    study = arms_draw(study_id=study.pk, now=NOW)
    step_now(study_id=study.pk, phase="arms", now=NOW + DAY)
    agreed(study, students)
    more = {(arm, order): iter((0, 1, 2)) for arm in ("Lecture", "Game") for order in ("AB", "BA")}
    for row in study.people.select_related("arm", "user"):
        right = 6 + 3 * (row.arm.name == "Game") + next(more[row.arm.name, row.order])
        answered(study, row.user, "after", right, now=NOW + DAY)

    numbers = numbers_of(study)

    assert {name: numbers[name] for name in numbers if name.startswith("flow")} == {
        "flow.arm1.drawn": 6,
        "flow.arm1.before": 6,
        "flow.arm1.after": 6,
        "flow.arm2.drawn": 6,
        "flow.arm2.before": 6,
        "flow.arm2.after": 6,
    }
    found = {name: numbers[name] for name in ("mean.arm1.before", "mean.arm1.after", "mean.arm2.after", "gain.arm2")}
    assert found == {"mean.arm1.before": 4, "mean.arm1.after": 7, "mean.arm2.after": 10, "gain.arm2": 6}
    assert numbers["effect.after.arm2.difference"] == pytest.approx(3)
    # The standard deviation in each arm is the root of 4 / 5, and 3 / 39 is the small-sample correction of Hedges.
    assert numbers["effect.after.arm2.g"] == pytest.approx((1 - 3 / 39) * 3 / 0.8**0.5)
    # All people of the game sit at one table: one team says nothing of teams.
    assert "effect.after.arm2.low" not in numbers
    assert numbers["confidence.arm2.after"] == 75
    assert result_view(Study.objects.get(pk=study.pk))["arms"] == ["Lecture", "Game"]


def test_consent_refused_silent_or_withdrawn_leaves_no_row_and_is_counted():
    course, teacher, students = class_of(12)
    study = frozen_of(course, teacher)
    for user in students:
        answered(study, user, "before", 5)
    agreed(study, students[:10])
    study = arms_draw(study_id=study.pk, now=NOW)
    consent_set(study_id=study.pk, user=students[0], consents=False)

    tables = tables_of(study)
    assert len(tables["people"]) == 9
    assert {row["person"] for row in tables["answers"]} == {row["person"] for row in tables["people"]}
    assert (flow_of(study).refused, flow_of(study).silent) == (1, 2)


def test_consent_cannot_be_withdrawn_once_the_result_was_passed_on():
    course, teacher, students = class_of(12)
    study = frozen_of(course, teacher)
    agreed(study, students)
    result_pool(study_id=study.pk)

    with pytest.raises(ConsentFixed):
        consent_set(study_id=study.pk, user=students[0], consents=False)
    assert StudyPerson.objects.get(user=students[0]).consents is True


def test_an_erased_person_is_counted_and_in_no_table():
    course, teacher, students = class_of(12)
    study = frozen_of(course, teacher)
    agreed(study, students)
    study = arms_draw(study_id=study.pk, now=NOW)

    students[3].delete()

    assert flow_of(study).erased == 1
    assert len(tables_of(study)["people"]) == 11


def test_a_person_whose_team_is_replaced_stays_in_the_arm_of_the_draw():
    course, teacher, students = class_of(24, teams=4)
    study = arms_draw(study_id=frozen_of(course, teacher, draw_by="team").pk, now=NOW)
    agreed(study, students)
    before = tables_of(study)["people"]

    team = course.teams.first()
    team.delete()

    assert tables_of(study)["people"] == before


def test_latecomers_go_to_the_arm_with_fewest():
    course, teacher, _students = class_of(13)
    study = arms_draw(study_id=frozen_of(course, teacher).pk, now=NOW)
    smaller = min(by_arm(study), key=by_arm(study).get)
    enrol(course, person("late"))

    assert latecomers_draw(study_id=study.pk) == 1

    assert set(by_arm(study).values()) == {7}
    assert set(Study.objects.get().drawn.values()) == {7}
    assert study.people.get(user__username="late").arm.name == smaller


def test_tests_open_for_all_arms_at_once_and_are_sent_once():
    course, teacher, students = class_of(12)
    study = frozen_of(course, teacher)
    answers_keep(study_id=study.pk, user=students[0], moment="before", answers={}, now=NOW)
    answered(study, students[0], "before", 3)

    with pytest.raises(StudyTestSent):
        answered(study, students[0], "before", 8)
    with pytest.raises(StudyTestClosed):
        answered(study, students[0], "after", 8)
    study = arms_draw(study_id=study.pk, now=NOW)
    with pytest.raises(StudyTestClosed):
        answered(study, students[1], "before", 8)
    step_now(study_id=study.pk, phase="arms", now=NOW + DAY)
    study = step_now(study_id=study.pk, phase="after", now=NOW + 2 * DAY)
    assert study.later_at == NOW + 30 * DAY
    assert phase_of(study, NOW + 31 * DAY) == Phase.LATER
    assert phase_of(study, NOW + 38 * DAY) == Phase.OVER


def test_the_erased_are_still_counted_after_latecomers_were_drawn():
    course, teacher, students = class_of(12)
    study = arms_draw(study_id=frozen_of(course, teacher).pk, now=NOW)
    students[0].delete()
    enrol(course, person("late"))

    latecomers_draw(study_id=study.pk)

    assert flow_of(Study.objects.get()).erased == 1


def test_the_chance_is_that_of_the_present_class_and_design():
    course, teacher, _students = class_of(12)
    study = draft_of(course, teacher)
    power_compute(Job(subject=str(study.pk)))
    assert lacking(Study.objects.get()) == []

    study_update(study_id=study.pk, title="Another title")
    assert lacking(Study.objects.get()) == []
    enrol(course, person("thirteenth"))
    assert lacking(Study.objects.get()) == ["The chance to find an effect is not computed yet."]


def test_the_arms_without_a_game_play_after_the_second_test():
    course, teacher, _students = class_of(12)
    study = arms_draw(study_id=frozen_of(course, teacher).pk, now=NOW)
    step_now(study_id=study.pk, phase="arms", now=NOW + DAY)
    with pytest.raises(WrongPhase):
        arms_swap(study_id=study.pk, by=teacher, now=NOW + DAY)
    step_now(study_id=study.pk, phase="after", now=NOW + 2 * DAY)

    assert arms_swap(study_id=study.pk, by=teacher, now=NOW + 3 * DAY) == 1
    assert arms_swap(study_id=study.pk, by=teacher, now=NOW + 3 * DAY) == 0

    lecture = study.arms.get(name="Lecture")
    seated = set(lecture.later_session.session_teams.values_list("seat_plans__user", flat=True))
    assert seated == set(lecture.people.values_list("user", flat=True))
    assert (lecture.session, set(lecture.people.values_list("unit", flat=True))) == (None, {""})


def test_a_plan_can_be_taken_back_until_somebody_answers():
    course, teacher, students = class_of(12)
    study = frozen_of(course, teacher)
    draft = study_thaw(study_id=study.pk)
    assert (draft.frozen_at, draft.digest, draft.people.count()) == (None, "", 0)

    study = study_freeze(study_id=study.pk, now=NOW)
    answers_keep(study_id=study.pk, user=students[0], moment="before", answers={}, now=NOW)
    with pytest.raises(WrongPhase):
        study_thaw(study_id=study.pk)


@pytest.mark.parametrize(("becomes", "reason"), [("open", "no longer a draft"), ("gone", "was deleted")])
def test_arms_are_not_drawn_for_a_session_that_cannot_get_its_tables(becomes, reason):
    course, teacher, _students = class_of(12)
    study = frozen_of(course, teacher)
    session = study.arms.get(name="Game").session
    if becomes == "gone":
        session.delete()
    else:
        session.status = becomes
        session.save()

    with pytest.raises(NotReady, match=reason):
        arms_draw(study_id=study.pk)
    assert Study.objects.get().drawn_at is None


def test_an_own_question_of_a_frozen_study_neither_changes_nor_goes():
    course, teacher, _students = class_of(12)
    study = draft_of(course, teacher)
    own = own_question_create(course=course, by=teacher, text="Who pays?", options=["Ann", "Ben"], right=0)
    study.questions.create(form="A", position=90, own=own)
    with pytest.raises(IsAsked, match=study.title):
        own_question_delete(question_id=own.pk)
    own_question_edit(question_id=own.pk, text="Who pays first?", options=["Ann", "Ben"], right=1)
    Study.objects.filter(pk=study.pk).update(frozen_at=NOW, digest="d")

    with pytest.raises(InStudy, match=study.title):
        own_question_edit(question_id=own.pk, text="Who pays?", options=["Ann", "Ben"], right=0)
    with pytest.raises(InStudy, match=study.title):
        own_question_delete(question_id=own.pk)
    own.refresh_from_db()
    assert (own.text, own.right) == ("Who pays first?", 1)


def test_who_plays_in_another_arms_session_is_counted_and_stays_in_the_arm_of_the_draw():
    course, teacher, students = class_of(12)
    study = arms_draw(study_id=frozen_of(course, teacher).pk, now=NOW)
    agreed(study, students)
    of_game, of_lecture = (study.arms.get(name=name) for name in ("Game", "Lecture"))
    player, other = of_game.people.first(), of_lecture.people.first()
    match = play_on(match_of(player.user, other.user, scenario="tiny", by=teacher), -1)
    assert match.is_over
    table = of_game.session.session_teams.first()
    table.match = match
    table.save()

    theirs = moves_of(match, other.user)[0]
    others = moves_of(match, player.user)[0]
    analysed(match, [weighed(theirs, 1, 2.5, 0.1), weighed(others, 0, -1.0, 0.1)])

    rows = {row["person"]: row for row in tables_of(study)["games"]}

    assert {key: row["given_away"] for key, row in rows.items()} == {str(player.pk): "0.00", str(other.pk): "2.50"}
    own = stories_in([match])[match.pk]
    decided = {person.id: len(numbers) for story in own for person, numbers in story.own.items()}
    assert decided.keys() == {player.user_id, other.user_id}
    assert {key: (row["decisions"], row["points"]) for key, row in rows.items()} == {
        str(each.pk): (str(decided[each.user_id]), str(match.result["scores"][seat]))
        for seat, each in enumerate((player, other))
    }
    assert flow_of(study).moved == 1
    arms = {row["person"]: row["arm"] for row in tables_of(study)["people"]}
    assert (arms[str(player.pk)], arms[str(other.pk)]) == ("arm2", "arm1")
