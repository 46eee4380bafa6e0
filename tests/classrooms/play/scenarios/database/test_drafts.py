"""Own scenarios: copies, changes with undo, versions, sharing, links, the bin."""

import msgspec
import pytest

from classrooms.models import OwnScenario, ScenarioVersion, Session
from classrooms.play.scenarios.access import may_use_studio, readable
from classrooms.play.scenarios.queries.pages import root_of
from classrooms.play.scenarios.services import drafts
from classrooms.play.scenarios.services.drafts import (
    Moved,
    TooLarge,
    scenario_change,
    scenario_copy,
    scenario_link,
    scenario_redo,
    scenario_remove,
    scenario_rename,
    scenario_restore,
    scenario_share,
    scenario_undo,
    whole,
)
from classrooms.play.scenarios.services.posted import part_changes, posted_changes
from classrooms.play.scenarios.services.versions import (
    session_from_version,
    trial_match_begin,
    version_keep,
    version_restore,
)
from games.engine import registry
from games.engine.editing import put
from games.engine.errors import ScenarioError
from games.models import Match
from games.public.base import BadRequest
from tests.classrooms.factories import course_of, enrol
from tests.classrooms.play.scenarios.drafts import ODD, data_in, own_scenario, with_draft
from tests.games.factories import person

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]
ROOT = root_of("domego")


def setting(path, value, scenario, revision=None):
    """Put a value as one step."""
    return scenario_change(scenario_id=scenario.pk, make=lambda data: [put(data, path, value)], revision=revision)


def pressing(do, scenario, revision=None):
    return scenario_change(scenario_id=scenario.pk, make=lambda data: part_changes(ROOT, data, do), revision=revision)


@pytest.fixture
def author():
    return person("author", can_create_courses=True)


@pytest.fixture
def mine(author):
    return own_scenario(author)


def test_a_copy_has_the_text_as_its_draft_and_as_version_0(author):
    text = registry.get("domego").scenarios["classic"]
    made = scenario_copy(by=author, game="domego", text=text, title=" Harbour ", parent_name="Classic")
    version = made.versions.get()

    assert (made.owner, made.title, made.parent_name, made.revision, made.done, made.undone) == (
        author, "Harbour", "Classic", 0, [], [],
    )  # fmt: skip
    assert msgspec.json.decode(made.text) == msgspec.json.decode(text)
    assert (version.number, version.text, version.made_by) == (0, made.text, author)


@pytest.mark.parametrize("title", ["", " ", "x" * 121])
def test_a_bad_title_is_refused_and_nothing_is_stored(author, title):
    with pytest.raises(BadRequest):
        scenario_copy(by=author, game="domego", text="{}", title=title, parent_name="Classic")

    assert OwnScenario.objects.count() == 0


def test_undo_and_redo_give_back_equal_texts(mine):
    texts = [OwnScenario.objects.get(pk=mine.pk).text]
    for step in (
        lambda: setting(("targets", "delay"), 31, mine),
        lambda: pressing("remove:activities[2]", mine),
        lambda: pressing("copy:roles[1]", mine),
        lambda: pressing("down:risk_cards[0]", mine),
        lambda: scenario_change(scenario_id=mine.pk, make=whole({"a": {"\x01b": [10**30]}})),
    ):
        texts.append(step().text)
    back = [scenario_undo(scenario_id=mine.pk).text for _step in texts[1:]]
    again = [scenario_redo(scenario_id=mine.pk).text for _step in texts[1:]]

    decoded = [msgspec.json.decode(text) for text in texts]
    assert [msgspec.json.decode(text) for text in back] == decoded[-2::-1]
    assert [msgspec.json.decode(text) for text in again] == decoded[1:]
    assert (back[-1], again[-1]) == (texts[0], texts[-1])


def test_undo_without_a_step_changes_nothing(mine):
    assert (scenario_undo(scenario_id=mine.pk).revision, scenario_redo(scenario_id=mine.pk).revision) == (0, 0)


def test_a_new_change_ends_the_chance_to_redo(mine):
    setting(("targets", "delay"), 31, mine)
    scenario_undo(scenario_id=mine.pk)
    setting(("targets", "cost"), 32, mine)

    saved = scenario_redo(scenario_id=mine.pk)

    assert (saved.undone, data_in(saved)["targets"]["cost"]) == ([], 32)


def test_a_change_to_equal_values_is_no_step(mine):
    same = scenario_change(
        scenario_id=mine.pk,
        make=lambda data: posted_changes(ROOT, data, {"targets.delay": str(data["targets"]["delay"])}),
    )

    assert (same.revision, same.done) == (0, [])


def test_the_oldest_steps_are_dropped_by_number(mine):
    for number in range(drafts.KEPT + 3):
        saved = setting(("targets", "delay"), number, mine)

    assert [step["revision"] for step in saved.done] == list(range(4, drafts.KEPT + 4))
    for _number in range(drafts.KEPT + 1):
        saved = scenario_undo(scenario_id=mine.pk)
    assert (data_in(saved)["targets"]["delay"], saved.done) == (2, [])


def test_the_oldest_steps_are_dropped_by_size(mine):
    long = {"a": "x" * 900_000}
    for number in range(3):
        saved = scenario_change(scenario_id=mine.pk, make=whole({**long, "b": number}))

    assert [step["revision"] for step in saved.done] == [3]
    assert data_in(scenario_undo(scenario_id=mine.pk))["b"] == 1


def test_a_text_that_is_too_large_is_refused_and_nothing_is_changed(mine):
    with pytest.raises(TooLarge):
        scenario_change(scenario_id=mine.pk, make=whole({"a": "é" * 500_001}))

    assert OwnScenario.objects.get(pk=mine.pk).revision == 0


def test_a_second_window_may_still_save_single_fields_after_those_of_the_first(mine):
    setting(("targets", "delay"), 31, mine, revision=0)
    saved = setting(("targets", "cost"), 32, mine, revision=0)

    assert (saved.revision, data_in(saved)["targets"]["delay"], data_in(saved)["targets"]["cost"]) == (2, 31, 32)


@pytest.mark.parametrize("do", ["remove:activities[0]", "add:roles", "up:risk_cards[3]", "copy:standard_contracts[0]"])
def test_a_second_window_is_refused_after_parts_were_moved_in_the_first(mine, do):
    pressing(do, mine, revision=0)
    before = data_in(mine)

    with pytest.raises(Moved):
        setting(("activities", 1, "base_days"), 7, mine, revision=0)

    assert data_in(mine) == before


@pytest.mark.parametrize("revision", [5, 10**30])
def test_a_window_of_a_later_state_than_the_stored_one_is_refused(mine, revision):
    with pytest.raises(Moved):
        setting(("targets", "delay"), 1, mine, revision=revision)


def test_a_window_from_before_the_kept_steps_or_an_undo_is_refused(mine):
    setting(("targets", "delay"), 31, mine)
    scenario_undo(scenario_id=mine.pk)

    with pytest.raises(Moved):
        setting(("targets", "delay"), 1, mine, revision=0)


def test_a_version_is_kept_once_per_state_and_only_if_it_is_used(mine, author):
    setting(("targets", "delay"), 31, mine)
    setting(("targets", "delay"), 32, mine)
    first, again = (version_keep(scenario_id=mine.pk, by=author) for _use in range(2))
    setting(("targets", "delay"), 33, mine)
    second = version_keep(scenario_id=mine.pk, by=author)

    assert (first.pk, first.number, second.number) == (again.pk, 1, 2)
    assert sorted(mine.versions.values_list("number", flat=True)) == [0, 1, 2]


def test_an_unchanged_copy_is_its_version_0(mine, author):
    assert version_keep(scenario_id=mine.pk, by=author).number == 0


def test_a_state_with_its_names_in_another_order_is_the_same(mine, author):
    with_draft(mine, dict(reversed(data_in(mine).items())))

    assert version_keep(scenario_id=mine.pk, by=author).number == 0


def test_a_draft_with_faults_is_no_version(mine, author):
    setting(("targets", "delay"), "soon", mine)

    with pytest.raises(ScenarioError):
        version_keep(scenario_id=mine.pk, by=author)

    assert mine.versions.count() == 1


def test_a_restored_version_is_a_step_that_can_be_undone(mine):
    setting(("targets", "delay"), 31, mine)
    changed = data_in(mine)

    restored = version_restore(version=mine.versions.get(number=0))

    assert restored.text == mine.text
    assert data_in(scenario_undo(scenario_id=mine.pk)) == changed


def test_a_session_keeps_its_text_when_the_draft_changes(mine, author):
    setting(("targets", "delay"), 31, mine)
    version = version_keep(scenario_id=mine.pk, by=author)
    made = session_from_version(version=version, course=course_of(author), by=author)
    setting(("targets", "delay"), 99, mine)
    kept = Session.objects.get(pk=made.pk)

    assert (kept.scenario_version, kept.scenario, kept.title) == (version, version.text, "Harbour")
    assert msgspec.json.decode(kept.scenario)["targets"]["delay"] == 31


def test_a_match_keeps_its_text_and_the_person_has_the_chosen_seat(mine, author):
    match = trial_match_begin(version=version_keep(scenario_id=mine.pk, by=author), by=author, seat=2)
    setting(("targets", "delay"), 99, mine)

    assert msgspec.json.decode(Match.objects.get(pk=match.pk).scenario)["targets"]["delay"] != 99
    assert list(match.seats.filter(holders__user=author).values_list("index", flat=True)) == [2]


def test_a_seat_that_the_scenario_does_not_have_is_the_first_one(mine, author):
    match = trial_match_begin(version=version_keep(scenario_id=mine.pk, by=author), by=author, seat=99)

    assert list(match.seats.filter(holders__user=author).values_list("index", flat=True)) == [0]


def test_staff_of_shared_courses_read_and_others_do_not(mine, author):
    course = course_of(author)
    people = {role: enrol(course, person(role), role) for role in ("instructor", "assistant", "observer", "student")}
    elsewhere = person("elsewhere")
    course_of(elsewhere)

    scenario_share(scenario_id=mine.pk, by=author, courses=[course.pk])

    readers = {name: list(readable(user)) for name, user in {**people, "elsewhere": elsewhere}.items()}
    assert readers == {"instructor": [mine], "assistant": [mine], "observer": [], "student": [], "elsewhere": []}


def test_only_own_courses_can_be_chosen_and_those_of_others_stay(mine, author):
    own, foreign, kept = course_of(author), course_of(person("b")), course_of(person("c"))
    mine.courses.add(kept)

    scenario_share(scenario_id=mine.pk, by=author, courses=[own.pk, foreign.pk])
    chosen = set(mine.courses.all())
    scenario_share(scenario_id=mine.pk, by=author, courses=[])

    assert (chosen, set(mine.courses.all())) == ({own, kept}, {kept})


def test_a_member_who_left_no_longer_reads(mine, author):
    course = course_of(author)
    gone = enrol(course, person("gone"), "assistant", left_at="2026-01-01T00:00Z")
    mine.courses.add(course)

    assert (list(readable(gone)), may_use_studio(gone)) == ([], False)


def test_a_link_is_new_each_time_and_ends(mine):
    first, second = scenario_link(scenario_id=mine.pk, on=True), scenario_link(scenario_id=mine.pk, on=True)
    stored = OwnScenario.objects.get(pk=mine.pk).token
    ended = scenario_link(scenario_id=mine.pk, on=False)

    assert first != second == stored
    assert (ended, OwnScenario.objects.get(pk=mine.pk).token) == ("", None)


def test_in_the_bin_only_the_owner_sees_it_and_it_comes_back_without_its_link(mine, author):
    course = course_of(author)
    colleague = enrol(course, person("colleague"), "instructor")
    mine.courses.add(course)
    scenario_link(scenario_id=mine.pk, on=True)

    scenario_remove(scenario_id=mine.pk)
    seen = list(readable(author)), list(readable(colleague))
    scenario_restore(scenario_id=mine.pk)
    back = OwnScenario.objects.get(pk=mine.pk)

    assert seen == ([mine], [])
    assert (list(readable(colleague)), back.removed_at, back.token) == ([mine], None, None)


def test_a_title_is_changed_and_a_bad_one_refused(mine):
    scenario_rename(scenario_id=mine.pk, title="Quay")
    with pytest.raises(BadRequest):
        scenario_rename(scenario_id=mine.pk, title="")

    assert OwnScenario.objects.get(pk=mine.pk).title == "Quay"


def test_the_name_at_the_table_follows_the_title_until_it_is_written(mine):
    before = data_in(mine)
    scenario_rename(scenario_id=mine.pk, title="Quay")
    scenario_rename(scenario_id=mine.pk, title="Pier")
    followed = data_in(mine)
    scenario_change(scenario_id=mine.pk, make=lambda data: [put(data, ("name", "en"), "Old pier")])
    scenario_rename(scenario_id=mine.pk, title="Jetty")
    written = data_in(mine)
    for _step in range(3):
        scenario_undo(scenario_id=mine.pk)

    assert followed == before | {"name": {"en": "Pier", "fr": "Pier"}}
    assert written["name"] == {"en": "Old pier", "fr": "Pier"}
    assert data_in(mine) == before


@pytest.mark.parametrize("odd", ODD)
def test_a_scenario_with_any_name_is_renamed(mine, odd):
    with_draft(mine, data_in(mine) | {"name": odd})

    scenario_rename(scenario_id=mine.pk, title="Quay")

    assert OwnScenario.objects.get(pk=mine.pk).title == "Quay"


def test_deleting_a_scenario_leaves_sessions_with_their_text(mine, author):
    version = version_keep(scenario_id=mine.pk, by=author)
    made = session_from_version(version=version, course=course_of(author), by=author)

    mine.delete()

    kept = Session.objects.get(pk=made.pk)
    assert (kept.scenario_version, kept.scenario, ScenarioVersion.objects.count()) == (None, version.text, 0)
