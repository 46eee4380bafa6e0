"""Preparing a session step by step: each step is saved, and no input is lost."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation
from lxml import html as tree

from classrooms.assess.grading.rubric import book_ensure
from classrooms.models import SeatPlan, Session, Team
from classrooms.play.sessions import services as sessions
from games.engine import registry
from games.models import Match
from games.platform.pace import Pace, parse_pace
from games.ui.faces import all_faces
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import GAME, NOW, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher():
    return person("teacher")


@pytest.fixture
def course(teacher):
    return course_of(teacher, time_zone="America/Montreal")


@pytest.fixture
def desk(client, teacher):
    client.force_login(teacher)
    return client


def team(course, name, *people):
    made = Team.objects.create(course=course, name=name)
    made.members.set(people)
    for user in people:
        enrol(course, user)
    return made


def draft(course, teacher, **more):
    return sessions.session_create(
        course=course, by=teacher, **{"title": "Tuesday workshop", "game": GAME, "now": NOW, **more}
    )


def step(made, number):
    return f"/sessions/{made.pk}/edit/{number}/"


PACE_FIELDS = {
    "mode": "async",
    "minutes": "3",
    "hours": "30",
    "quiet": "on",
    "quiet_from": "21",
    "quiet_to": "9",
    "weekends": "on",
    "holidays": "2026-12-25\n2026-12-24, 2026-12-24",
    "starts_at": "2026-11-02T09:00",
    "debrief_at": "2026-11-20T14:30",
}


def test_every_game_can_be_prepared_with_the_options_of_its_form(desk, course, teacher):
    for face in all_faces():
        page = desk.get(f"/courses/{course.pk}/sessions/new/?game={face.game.key}")
        initial = {
            f"options-{name}": field.initial
            for name, field in page.context["form"].options.fields.items()
            if field.initial not in (None, False)
        }
        body = {"game": face.game.key, "title": "First", "scenario": next(iter(face.game.scenarios)), **initial}

        answer = desk.post(f"/courses/{course.pk}/sessions/new/", body)

        made = Session.objects.latest("pk")
        assert answer.headers["Location"] == f"/sessions/{made.pk}/edit/2/"
        assert (made.game, made.status, made.course, made.created_by) == (face.game.key, "draft", course, teacher)
        face.game.rules.load_scenario(face.game.scenarios[made.scenario_key])


def test_the_whole_way_to_an_open_session(desk, course, teacher):
    ada, bob = person("ada"), person("bob")
    lintel = team(course, "Lintel", ada, bob)
    new = f"/courses/{course.pk}/sessions/new/"
    desk.post(new, {"game": GAME, "title": "Tuesday", "scenario": "classic", "options-payments": "staged"})
    made = Session.objects.get()

    ways = [
        desk.post(step(made, 2), {"teams": [lintel.pk], "others": "1", "seating": "plan", "spare": "share"}),
        desk.post(step(made, 3), PACE_FIELDS),
        desk.post(step(made, 4), {"late_policy": "bot", "unfinished": "turns"}),
        desk.post(step(made, 5), {"luck": "same", "bot": "cautious", "late_join": "on"}),
    ]

    assert [way.headers["Location"] for way in ways] == [step(made, number) for number in (3, 4, 5, 6)]
    made.refresh_from_db()
    assert (made.options["payments"], made.late_policy, made.luck, made.bot) == ("staged", "bot", "same", "cautious")
    assert made.unfinished == "turns"
    assert (made.late_join, made.is_rehearsal, made.has_forecasts, made.step) == (True, False, False, 6)
    assert parse_pace(made.pace) == Pace(
        mode="async",
        hours=30,
        quiet_from=21,
        quiet_to=9,
        weekends=True,
        holidays=(datetime(2026, 12, 24).date(), datetime(2026, 12, 25).date()),  # noqa: DTZ001
        time_zone="America/Montreal",
    )
    zone = ZoneInfo("America/Montreal")
    assert made.starts_at == datetime(2026, 11, 2, 9, 0, tzinfo=zone)
    assert made.debrief_at == datetime(2026, 11, 20, 14, 30, tzinfo=zone)
    assert list(made.session_teams.values_list("name", flat=True)) == ["Lintel", "Table 1"]
    assert SeatPlan.objects.filter(session_team__session=made).count() == 6
    assert "Look at this before you open" in desk.get(step(made, 6)).content.decode()  # the debrief comes too early

    assert desk.post(f"/sessions/{made.pk}/open/").headers["Location"] == f"/sessions/{made.pk}/lobby/"
    assert Match.objects.count() == 2
    assert desk.get(step(made, 3)).headers["Location"] == f"/sessions/{made.pk}/edit/"


def test_from_the_time_one_may_go_to_the_review_and_has_what_the_other_steps_propose(desk, course, teacher):
    lintel = team(course, "Lintel", person("ada"))
    short, whole = draft(course, teacher), draft(course, teacher, title="Wednesday")
    for made in (short, whole):
        desk.post(step(made, 2), {"teams": [lintel.pk], "others": "0", "seating": "plan", "spare": "share"})
    page = desk.get(step(short, 3)).content.decode()

    answer = desk.post(step(short, 3), PACE_FIELDS | {"to": "6"})
    desk.post(step(whole, 3), PACE_FIELDS)
    for number in (4, 5):
        form = desk.get(step(whole, number)).context["form"]
        chosen = {each.html_name: each.value() for each in form if each.value() not in (None, False, "")}
        desk.post(step(whole, number), chosen)

    assert 'name="to" value="6">Save and review</button>' in page
    assert answer.headers["Location"] == step(short, 6)
    for made in (short, whole):
        desk.get(step(made, 6))
    told = Session.objects.filter(pk__in=(short.pk, whole.pk)).order_by("pk")
    same = ("late_policy", "unfinished", "luck", "late_join", "is_rehearsal", "has_forecasts", "expected", "undo")
    one, other = told.values(*same, "step")
    assert one == other
    usual = registry.get(GAME).usual_bot
    assert [each.bot or usual for each in told] == [usual] * 2


@pytest.mark.parametrize(
    ("number", "wrong", "said"),
    [
        (1, {"title": "", "scenario": "classic"}, "This field is required."),
        (1, {"title": "T", "scenario": "classic", "options-price_cap_percent": "7"}, "greater than or equal to 100"),
        (2, {"others": "", "seating": "plan", "spare": "share"}, "Choose at least one team"),
        (3, PACE_FIELDS | {"hours": ""}, "Write a whole number."),
        (3, PACE_FIELDS | {"quiet_from": "10", "quiet_to": "9"}, "at least six hours"),
        (3, PACE_FIELDS | {"holidays": "2026-12-25\nthe day after"}, "Line 2: “the day after” is not a day."),
        (3, PACE_FIELDS | {"debrief_at": "2026-11-01T09:00"}, "The debrief comes after the start."),
        (4, {"late_policy": "shout"}, "Select a valid choice"),
        (5, {"luck": "none", "bot": "cautious"}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_what_was_typed_stays(desk, course, teacher, number, wrong, said):
    made = draft(course, teacher)
    team(course, "Lintel")
    before = Session.objects.values().get()

    answer = desk.post(step(made, number), wrong)

    assert answer.status_code == 422
    assert said in answer.content.decode().replace("&#x27;", "'")
    assert Session.objects.values().get() == before
    for name in ("holidays", "title"):
        if wrong.get(name):
            assert wrong[name].splitlines()[-1] in answer.content.decode()


def test_going_back_saves_too_and_every_step_that_was_seen_can_be_gone_to(desk, course, teacher):
    made = draft(course, teacher, step=4)

    answer = desk.post(step(made, 4), {"late_policy": "wait", "to": "2"})
    page = desk.get(step(made, 4)).content.decode()

    made.refresh_from_db()
    assert (answer.headers["Location"], made.late_policy, made.step) == (step(made, 2), "wait", 5)
    assert desk.get(f"/sessions/{made.pk}/edit/").headers["Location"] == step(made, 5)
    assert page.count('class="is-open"') == 4


def test_another_game_can_still_be_chosen(desk, course, teacher):
    made = draft(course, teacher, options={"payments": "staged"})

    assert "options-payments" not in desk.get(step(made, 1) + "?game=dominyam").content.decode()
    scenario = next(iter(registry.get("dominyam").scenarios))
    desk.post(step(made, 1), {"game": "dominyam", "title": "Dice", "scenario": scenario, "options-stall_limit": "3"})

    made.refresh_from_db()
    assert (made.game, made.title, made.options["stall_limit"]) == ("dominyam", "Dice", 3)
    assert "payments" not in made.options


def test_plans_are_made_for_new_teams_only_unless_all_are_asked_for(desk, course, teacher):
    ada = person("ada")
    lintel, mortar = team(course, "Lintel", ada), team(course, "Mortar", person("bob"))
    made = draft(course, teacher)
    body = {"teams": [lintel.pk], "others": "0", "seating": "plan", "spare": "bots"}
    desk.post(step(made, 2), body)
    table = made.session_teams.get()
    sessions.seat_plan_set(session_team_id=table.pk, plan={5: [ada.pk]})

    desk.post(step(made, 2), body | {"teams": [lintel.pk, mortar.pk]})
    kept = list(SeatPlan.objects.order_by("seat").values_list("seat", "user__username"))
    again = desk.post(step(made, 2), body | {"teams": [lintel.pk, mortar.pk], "propose": "1"})

    assert kept == [(0, "bob"), (5, "ada")]
    assert again.headers["Location"] == step(made, 2) + "#tables"
    assert sorted(SeatPlan.objects.values_list("seat", "user__username")) == [(0, "ada"), (0, "bob")]


def test_roles_are_dealt_the_chosen_way_shown_before_opening_and_dealt_again(desk, course, teacher):
    people = [person(f"student-{number}") for number in range(6)]
    lintel = team(course, "Lintel", *people)
    made = draft(course, teacher)
    body = {"teams": [lintel.pk], "others": "0", "seating": "plan", "spare": "share", "deal": "lot", "seed": "kite"}

    def plan():
        return list(SeatPlan.objects.order_by("seat").values_list("seat", "user"))

    desk.post(step(made, 2), body)
    by_seed = plan()
    review = desk.get(step(made, 6)).content.decode()
    desk.post(f"/sessions/{made.pk}/deal/")
    made.refresh_from_db()
    other = made.deal_seed
    desk.post(step(made, 2), body)
    again = plan()
    desk.post(step(made, 2), body)

    assert "The roles were dealt by lot." in review
    assert "Seed: kite." in review
    assert f'action="/sessions/{made.pk}/deal/"' in review
    assert other != "kite"
    assert by_seed == again == plan()
    desk.post(step(made, 2), body | {"deal": "rotation"})
    made.refresh_from_db()
    assert (made.deal, made.deal_seed != "kite") == ("rotation", True)
    assert "each person got a role that they played least" in desk.get(step(made, 2)).content.decode()


def test_people_may_seat_themselves(desk, course, teacher):
    lintel = team(course, "Lintel", person("ada"))
    made = draft(course, teacher)
    body = {"teams": [lintel.pk], "others": "0", "spare": "share"}
    desk.post(step(made, 2), body | {"seating": "plan"})

    desk.post(step(made, 2), body | {"seating": "themselves"})

    assert not SeatPlan.objects.exists()
    assert desk.get(step(made, 2)).context["form"].initial["seating"] == "themselves"


def test_seats_of_one_table_by_hand(desk, course, teacher):
    ada, bob, eve = person("ada"), person("bob"), person("eve")
    team(course, "Lintel", ada, bob)
    enrol(course, eve)
    made = draft(course, teacher)
    sessions.tables_choose(session_id=made.pk, teams=list(course.teams.all()), others=1)
    table = made.session_teams.get(name="Lintel")
    url = f"/sessions/{made.pk}/seats/{table.pk}/"

    answer = desk.post(url, {"seat-0-0": ada.pk, "seat-0-1": bob.pk, "seat-4-0": ada.pk, "seat-5-0": eve.pk})

    assert answer.headers["Location"] == step(made, 2) + f"#table-{table.pk}"
    held = SeatPlan.objects.order_by("seat", "user").values_list("seat", "user__username")
    assert list(held) == [(0, "ada"), (0, "bob"), (4, "ada"), (5, "eve")]
    page = desk.get(url).content.decode()
    assert page.count(f'<option value="{ada.pk}" selected') == 2
    assert desk.post(url, {"seat-0-0": "999999"}).status_code == 422
    assert desk.get(f"/sessions/{made.pk}/seats/999999/").status_code == 404


def test_seats_change_in_the_lobby_and_not_after_the_start(desk, course, teacher):
    ada = person("ada")
    enrol(course, ada)
    made = session_of(course, teams=[[]])
    url = f"/sessions/{made.pk}/seats/{made.session_teams.get().pk}/"

    assert desk.post(url, {"seat-3-0": ada.pk}).headers["Location"].startswith(f"/sessions/{made.pk}/lobby/")
    sessions.session_start(session_id=made.pk)

    assert desk.post(url, {"seat-0-0": ada.pk}).headers["Location"] == f"/sessions/{made.pk}/"
    assert list(Match.objects.get().seats.filter(holders__user=ada).values_list("index", flat=True)) == [3]


def test_the_worked_example_follows_what_is_typed_and_names_who_has_more_time(desk, course, teacher):
    enrol(course, person("ada"), extra_time=50)
    made = draft(course, teacher)

    page = desk.get(f"/sessions/{made.pk}/edit/example/", PACE_FIELDS | {"hours": "4", "holidays": ""}).content.decode()
    live = desk.get(f"/sessions/{made.pk}/edit/example/", {"mode": "live", "minutes": "3"}).content.decode()

    assert "Friday" in page
    assert "18:00 is due on Monday" in page
    assert "10:00." in page
    assert "Ada has 50% more time: due on Monday" in page
    assert "12:00." in page
    assert "18:00 is due at 18:03." in live
    assert "due at 18:04:30." in live
    assert parse_pace(Session.objects.get().pace).mode == "live"


def test_the_review_tells_what_is_missing_and_what_may_be_meant_otherwise(desk, course, teacher):
    ada, bob = person("ada"), person("bob")
    lintel = team(course, "Lintel", ada, bob)
    made = draft(course, teacher, options={"payments": "staged"})
    empty = desk.get(step(made, 6)).content.decode()
    sessions.tables_choose(session_id=made.pk, teams=[lintel], others=0)
    table = made.session_teams.get()
    sessions.seat_plan_set(session_team_id=table.pk, plan={0: [ada.pk], 1: [ada.pk]})

    page = desk.get(step(made, 6)).content.decode()

    assert "Choose the teams that play first." in empty
    assert ("Open the session" in empty, "Open it all the same" in empty) == (False, False)
    assert "1 member of a team has no seat: Bob." in page
    assert "Payment of contracts: In instalments." in page
    assert "is not negotiated: its price is fixed at" in page
    assert "Open it all the same" in page


def test_a_draft_is_thrown_away_only_with_the_box_ticked(desk, course, teacher):
    made = draft(course, teacher)

    desk.post(f"/sessions/{made.pk}/delete/")
    assert Session.objects.exists()
    desk.post(f"/sessions/{made.pk}/delete/", {"sure": "1"})

    assert not Session.objects.exists()


def test_an_earlier_session_is_used_again_here_or_in_another_course(desk, course, teacher):
    source = session_of(course, started=True)
    own, foreign = course_of(teacher, name="Next year"), course_of(name="Somebody else's")

    here = desk.post(f"/sessions/{source.pk}/clone/")
    there = desk.post(f"/sessions/{source.pk}/clone/", {"course": own.pk})
    nowhere = desk.post(f"/sessions/{source.pk}/clone/", {"course": foreign.pk})

    first, second = Session.objects.exclude(pk=source.pk).order_by("pk")
    assert (first.course, here.headers["Location"]) == (course, f"/sessions/{first.pk}/edit/")
    assert (second.course, there.headers["Location"]) == (own, f"/sessions/{second.pk}/edit/")
    assert nowhere.status_code == 404


def test_a_few_things_change_after_the_opening(desk, course, teacher):
    made = session_of(course, started=True)
    url = f"/sessions/{made.pk}/adjust/"

    bad = desk.post(url, {"title": ""})
    desk.post(url, {"title": "Wednesday", "debrief_at": "2026-11-20T14:30"})

    made.refresh_from_db()
    assert bad.status_code == 422
    assert (made.title, made.late_join, made.shows_league) == ("Wednesday", False, False)
    assert made.debrief_at == datetime(2026, 11, 20, 14, 30, tzinfo=ZoneInfo("America/Montreal"))


def test_the_planned_start_of_an_open_session_moves_and_never_into_the_past(desk, course, teacher):
    made = session_of(course)
    url = f"/sessions/{made.pk}/adjust/"

    desk.post(url, {"title": "Tuesday", "starts_at": "2099-11-20T14:30"})
    made.refresh_from_db()
    planned = made.starts_at
    past = desk.post(url, {"title": "Tuesday", "starts_at": "2020-11-20T14:30"})
    made.refresh_from_db()

    assert planned == made.starts_at == datetime(2099, 11, 20, 14, 30, tzinfo=ZoneInfo("America/Montreal"))
    assert past.status_code == 422
    desk.post(url, {"title": "Tuesday", "starts_at": ""})
    made.refresh_from_db()
    assert made.starts_at is None


@pytest.mark.parametrize("face", all_faces(), ids=lambda face: face.game.key)
def test_a_new_session_starts_with_the_options_for_grades_and_advice_in_place(desk, course, face):
    page = desk.get(f"/courses/{course.pk}/sessions/new/", {"game": face.game.key})
    form, address = page.context["form"].options, page.context["advice_url"]
    help_page, _hash, anchor = address.partition("#")

    assert {name: form[name].value() for name in face.graded_options} == dict(face.graded_options)
    assert bool(address) == bool(face.advice)
    if address:
        assert f'id="{anchor}"' in desk.get(help_page).content.decode()
        assert address in page.content.decode()


def test_domego_caps_prices_where_it_is_graded():
    (domego,) = [face for face in all_faces() if face.game.key == GAME]

    assert domego.graded_options == {"price_cap_percent": 150, "price_floor_percent": 50}
    assert [face.game.key for face in all_faces() if face != domego and face.graded_options] == []


def test_a_draft_gets_the_options_for_grades_with_its_rubric_and_only_once(course, teacher):
    session = draft(course, teacher)
    book_ensure(play_session=session)
    first = Session.objects.get(pk=session.pk).options["price_cap_percent"]

    sessions.session_update(session_id=session.pk, options={"price_cap_percent": None})
    book_ensure(play_session=Session.objects.get(pk=session.pk))

    assert first == session.options["price_cap_percent"] == 150
    assert Session.objects.get(pk=session.pk).options["price_cap_percent"] is None


def test_a_cap_that_was_chosen_and_a_session_that_is_open_keep_theirs(course, teacher):
    chosen = draft(course, teacher, options={"price_cap_percent": 200})
    opened = session_of(course)

    for session in (chosen, opened):
        book_ensure(play_session=session)

    kept = [Session.objects.get(pk=session.pk).options.get("price_cap_percent") for session in (chosen, opened)]
    assert kept == [200, None]


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ("off", "Nothing is shown of what is expected at the end."),
        ("position", "The expected end is shown; the worth of a choice only after it."),
        ("choices", "The expected end is shown, and beside each choice what it would change."),
    ],
)
def test_how_much_is_shown_of_the_expected_end_is_chosen_reviewed_and_played(desk, course, teacher, expected, words):
    ada = person("ada")
    enrol(course, ada)
    made = draft(course, teacher)
    sessions.tables_choose(session_id=made.pk, teams=[], others=1)
    assert made.expected == "position"

    desk.post(step(made, 5), {"luck": "own", "bot": "balanced", "expected": expected})

    assert words in desk.get(step(made, 6)).content.decode()
    sessions.session_open(session_id=made.pk, by=teacher, now=NOW)
    assert set(Match.objects.values_list("expected", flat=True)) == {expected}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_game_is_offered_with_players_length_aim_and_lesson_plan(desk, course, language):
    page = desk.get(f"/courses/{course.pk}/sessions/new/", headers={"accept-language": language})
    cards = tree.fromstring(page.content.decode()).xpath("//li[contains(@class, 'game-choice')]")

    assert len(cards) == len(all_faces())
    for card, face in zip(cards, all_faces(), strict=True):
        with translation.override(language):
            facts = [fact.text_content().strip() for fact in card.xpath(".//dd")]
            least, most = face.players()
            assert facts == [f"{least}–{most}" if least != most else str(least), str(face.length), str(face.teaches)]
        (plan,) = [link.get("href") for link in card.xpath(".//a") if "/rules/" in link.get("href")]
        assert desk.get(plan).status_code == 200
