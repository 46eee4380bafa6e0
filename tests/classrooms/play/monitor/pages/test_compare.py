"""The page that compares the teams: its drawings, its texts with numbers, and its file."""

import csv
import io
import re
import xml.etree.ElementTree as ET
from datetime import timedelta
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from classrooms.drawing.teams import PANEL
from classrooms.play.monitor.compare_drawing import curves, range_lines, scatter, turned
from classrooms.play.monitor.queries.compare import HEAD, compared, tidy
from classrooms.play.monitor.queries.ranking import result_points
from classrooms.play.monitor.services import cockpit
from classrooms.play.monitor.services.events import room_event
from classrooms.play.sessions.queries.curves import USUAL_CURVE
from games.engine.facilitation import Brought
from games.models import Match
from games.platform.selectors.facilitation import results_without_events
from games.ui.targets import CURVES
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.play.monitor.workshop import workshop
from tests.games.factories import NOW, person, play_default, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def room():
    """Two teams at different places, the third one at its end."""
    room = workshop(teams=3)
    for table, moves in zip(room.tables, (12, 20, -1), strict=True):
        play_on(table.match, moves)
    return room


def tree(drawing):
    return ET.fromstring(drawing)  # noqa: S314  drawn by this site


def line_of_panel(panel):
    """The points of the team's own line, which is drawn last."""
    *_others, own = tree(panel.svg).iter("path")
    return [tuple(map(float, place.split(","))) for place in own.get("d").lstrip("M").split("L")]


def marks_of(drawn):
    """The numbers in circles, with their positions."""
    texts = [each for each in tree(drawn.svg).iter("text") if each.get("font-size") == "11"]
    return [(text.text, text.get("x"), text.get("y")) for text in texts]


def page(room, name="compare"):
    return reverse(f"classrooms:{name}", args=[room.play_session.pk])


def test_each_gauge_has_a_panel_for_each_team_that_ends_at_its_value(room):
    found = compared(room.play_session)

    drawn = curves(found)

    assert [chart.gauge.name for chart in drawn] == ["delay", "cost", "failures"]
    for chart in drawn:
        assert [panel.side.table.name for panel in chart.panels] == ["Team 1", "Team 2", "Team 3"]
        values = [panel.side.gauge(chart.gauge.name).series for panel in chart.panels]
        assert [panel.values for panel in chart.panels] == values
        for panel in chart.panels:
            assert len(line_of_panel(panel)) == len(panel.values)
            assert [text.text for text in tree(panel.svg).iter("text")] == [str(panel.values[-1])]
            ends = f"{panel.values[0]} at the start", f"{panel.values[-1]} after turn {len(panel.values) - 1}."
            assert all(each in tree(panel.svg).get("aria-label") for each in ends)


@pytest.mark.parametrize(
    ("values", "turns"),
    [
        ((0, 1, 2, 3), []),
        ((0, 2, 2, 1), [1]),
        ((5, 5, 5), []),
        ((0, 5, 3, 9, 8, 9, 1, 7), [1, 2, 5, 6]),
        (tuple(range(50)) + tuple(range(50, 0, -1)), [50]),
    ],
)
def test_the_words_of_a_course_tell_where_it_turns_most(values, turns):
    assert turned(values, 4) == turns


def test_a_course_of_a_hundred_turns_is_told_in_few_numbers():
    values = tuple(turn % 7 + turn // 3 for turn in range(100))

    assert len(turned(values, 4)) <= 4


def test_curves_lie_in_the_panel_higher_for_more(room):
    for chart in curves(compared(room.play_session)):
        for panel in chart.panels:
            points = line_of_panel(panel)
            heights = [y for _x, y in points]
            assert all(0 <= x <= PANEL[0] and 0 <= y <= PANEL[1] for x, y in points)
            assert heights == sorted(heights, reverse=True)


def test_each_contract_has_a_mark_for_each_team_that_settled_it(room):
    found = compared(room.play_session)
    settled = {
        (side.table.name, each.label): each.value
        for side in found.sides
        for each in side.comparison.ranges
        if each.value is not None
    }
    lines = range_lines(found)

    assert len(settled) > 3
    assert sum(len(marks_of(line)) for line in lines) == len(settled)
    for line in lines:
        for side, value, _note in line.values:
            assert settled.get((side.table.name, line.label)) == value
        assert len(set(marks_of(line))) == len(marks_of(line))
        assert f"Usual: {line.low} to {line.high}." in tree(line.svg).get("aria-label")


def test_every_team_is_a_point_of_the_field(room):
    drawn = scatter(compared(room.play_session))

    assert [number for number, _x, _y in marks_of(drawn)] == ["1", "2", "3"]
    assert (drawn.across.name, drawn.up.name) == ("delay", "cost")


def test_decisions_stand_side_by_side_by_turn_and_by_role(client, room):
    client.force_login(room.teacher)

    shown = client.get(page(room), {"turn": 2}).context

    titles = [title for title, _cells in shown["together"]]
    assert titles[1].startswith("Activity 2")
    assert all(len(cells) == 3 for _title, cells in shown["together"])
    assert shown["turn"] == 2
    allocated = room.tables[2].match.events.filter(kind="allocated", turn=2)
    assert len(shown["roles"]) == allocated.count()
    cubes = allocated.order_by("seat").first().data["cubes"]
    assert shown["by_role"][2][1][0].startswith(f"{cubes} cube")


def test_the_file_has_a_line_for_each_number(client, room):
    client.force_login(room.teacher)

    answer = client.get(page(room, "compare-csv"))

    lines = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert tuple(lines[0]) == HEAD
    told = {(line[0], line[2], line[3]): line[5] for line in lines if line[1] == "gauge"}
    for side in compared(room.play_session).sides:
        for gauge in side.progress.gauges:
            for turn, value in enumerate(gauge.series):
                assert told[side.table.name, gauge.name, str(turn)] == str(value)
    assert {line[1] for line in lines[1:]} == {"project", "gauge", "now", "settled", "decided", "waited"}


def test_a_team_whose_name_looks_like_a_formula_is_no_formula(client, room):
    room.play_session.session_teams.filter(position=0).update(name="=1+1")
    client.force_login(room.teacher)

    lines = list(csv.reader(io.StringIO(client.get(page(room, "compare-csv")).content.decode("utf-8-sig"))))

    assert not any(cell.startswith("=") for line in lines for cell in line)


def test_nothing_is_compared_of_what_only_one_seat_may_know():
    room = workshop(teams=1, options={"hidden_allocations": True})
    match = play_on(room.match, 1)
    while match.events.latest("number").kind != "placed":
        play_on(match, 1)
    placed = match.events.latest("number")

    told = compared(room.play_session).sides[0].decided(placed.turn)

    assert placed.audience == 1 << placed.seat
    assert told == []


def test_after_a_step_back_the_fork_is_compared(room):
    cockpit.table_step_back(
        session_team_id=room.tables[1].pk, match_id=room.tables[1].match_id, number=4, actor=room.actor("again")
    )

    side = compared(room.play_session).sides[1]

    assert side.progress.turn == 3
    assert len(side.gauge("delay").series) == 3


def test_when_all_have_ended_nothing_is_said_of_a_pace(client):
    room = workshop(teams=2)
    client.force_login(room.teacher)
    for table in room.tables:
        play_on(table.match, -1)

    shown = client.get(page(room))

    assert "pace" not in shown.content.decode().split("<main")[1]
    assert [chart.pace for chart in shown.context["charts"]] == [(), (), ()]


def test_a_team_beyond_its_target_is_marked(client, room):
    client.force_login(room.teacher)

    shown = client.get(page(room))

    drawn = [panel for chart in shown.context["charts"] for panel in chart.panels]
    over = [panel for panel in drawn if panel.is_over]
    assert over
    assert shown.content.decode().count("over the target") == len(over)
    assert all(
        panel.is_over == (panel.values[-1] > chart.gauge.target)
        for chart in shown.context["charts"]
        for panel in chart.panels
    )


def test_before_the_start_there_is_nothing_to_compare(client):
    teacher = person()
    client.force_login(teacher)

    answer = client.get(reverse("classrooms:compare", args=[session_of(course_of(teacher)).pk]))

    assert answer.status_code == 200
    assert answer.context["found"].sides == ()
    assert "No team has begun yet." in answer.content.decode()


def test_an_unchanged_comparison_is_304_after_one_query(client, room, django_assert_num_queries):
    client.force_login(room.teacher)
    etag = client.get(page(room, "compare-live"))["ETag"]

    with django_assert_num_queries(1):
        unchanged = client.get(page(room, "compare-live"), HTTP_IF_NONE_MATCH=etag)
    play_on(room.match, 1)
    changed = client.get(page(room, "compare-live"), HTTP_IF_NONE_MATCH=etag)

    assert (unchanged.status_code, changed.status_code) == (304, 200)
    assert 'id="curve-delay" data-region' in changed.content.decode()


def test_students_and_strangers_get_no_comparison(client, room):
    client.force_login(room.people[0][0])

    assert client.get(page(room)).status_code == 403
    assert client.get(page(room, "compare-live")).status_code == 404
    cache.clear()


@pytest.fixture
def waited():
    """A team whose owner took 42 minutes for the first answer, in which the architect had nothing to decide."""
    room = workshop(teams=2)
    play_default(room.match, 0, now=NOW + timedelta(minutes=42))
    for table in room.tables:
        Match.objects.filter(pk=table.match_id).update(status="aborted", ended_at=NOW + timedelta(minutes=42))
    Match.objects.filter(pk=room.tables[1].match_id).update(ended_at=NOW + timedelta(seconds=30))
    return room


def test_the_page_says_for_whom_each_team_waited(client, waited):
    client.force_login(waited.teacher)

    answer = client.get(page(waited))

    shown = answer.content.decode()
    assert [(side.mark, sentence) for side, sentence, _rows in answer.context["waits"]] == [
        ("1", "Team 1 waited 42\xa0min for the project owner.")
    ]
    (row,) = answer.context["waits"][0][2]
    assert (row.role.id, row.time, row.by) == ("owner", "42\xa0min", "Architect: 42\xa0min")
    assert row.longest.startswith("Activity 1")
    assert row.longest.endswith("(42\xa0min)")
    assert 'id="waits" data-region' in shown
    assert not any(user.get_full_name() in shown.split("<main")[1] for team in waited.people for user in team)


def test_in_french_the_role_has_its_article(client, waited):
    client.force_login(waited.teacher)

    shown = client.get(page(waited), headers={"Accept-Language": "fr"})

    assert shown.context["waits"][0][1] == "Team 1 a attendu le maître d’ouvrage pendant 42\xa0min."


def test_the_file_has_the_seconds_of_each_turn(client, waited):
    client.force_login(waited.teacher)

    lines = csv.reader(io.StringIO(client.get(page(waited, "compare-csv")).content.decode("utf-8-sig")))

    assert [line[:6] for line in lines if line[1] == "waited"] == [
        ["Team 1", "waited", "owner", "1", "architect", "2520"],
        ["Team 2", "waited", "owner", "1", "architect", "30"],
    ]


def test_a_team_that_goes_on_waits_up_to_now_and_papers_leave_it_out():
    found = compared(workshop().play_session)

    assert [line[1] for line in tidy(found)].count("waited") == 1
    assert [line[1] for line in tidy(found, live=False)].count("waited") == 0


def with_events(room, *, at=0):
    """A strike and a bonus for one team."""
    for brought in (Brought("strike", 4), Brought("bonus", 3, 1)):
        room_event(
            session_id=room.play_session.pk,
            tables=[room.tables[at].pk],
            brought=brought,
            turn=None,
            actor=room.actor("a lesson"),
        )


def text_of(answer, region):
    """The words of a region of the page; empty without it."""
    _before, found, html = answer.content.decode().partition(f'<section class="gap" id="{region}"')
    html = f"{found}{html}".partition("</section>")[0]
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


def test_without_events_nothing_is_said_of_them_and_no_event_is_read(client, room):
    client.force_login(room.teacher)
    with CaptureQueriesContext(connection) as plain:
        found = compared(room.play_session)

    shown = client.get(page(room))

    assert [side.events for side in found.sides] == [None] * 3
    assert text_of(shown, "events") == ""
    assert "Without events" not in shown.content.decode()
    assert not any("games_intervention" in query["sql"] for query in plain.captured_queries)


def test_teams_with_events_are_listed_with_their_results_less_the_events(client):
    room = workshop(teams=2)
    with_events(room)
    for table in room.tables:
        play_on(table.match, -1)
    client.force_login(room.teacher)

    answer = client.get(page(room))

    first, second = answer.context["found"].sides
    neutral = results_without_events([room.match.pk])[room.match.pk]
    stored = Match.objects.get(pk=room.match.pk).result
    assert [line.title for line in first.events.lines] == ["Strike", "Bonus by hand"]
    assert (second.events, second.points_without) == (None, second.ranked.points)
    assert neutral["targets"][0]["value"] == stored["targets"][0]["value"] - 4
    assert first.points_without == result_points(neutral, CURVES[USUAL_CURVE])
    told = text_of(answer, "events")
    assert "Events do not count in marks: their amounts are taken out of results and points." in told
    assert f"Strike : The activity under way takes 4 days more. {first.events.lines[0].turn}" in told
    assert "Team 2" not in told
    assert "A team that still plays" not in told
    assert "Result without events" in told
    assert first.events.without in told
    assert "Without events, of 100" in text_of(answer, "ranking")
    lines = list(csv.reader(io.StringIO(client.get(page(room, "compare-csv")).content.decode("utf-8-sig"))))
    assert [(line[0], line[5]) for line in lines if line[1] == "without_events"] == [
        ("Team 1", str(first.points_without))
    ]


def test_a_team_that_still_plays_has_no_result_without_its_events_yet(client, room):
    with_events(room)
    client.force_login(room.teacher)

    answer = client.get(page(room))

    first, *_others = answer.context["found"].sides
    assert (first.events.result, first.events.without, first.points_without) == ("", "", None)
    told = text_of(answer, "events")
    assert "A team that still plays has no result without its events yet." in told
    assert "Result without events" not in told


def test_where_events_count_in_marks_the_page_lists_them_alone(client):
    room = workshop(teams=1)
    room.play_session.events_count = True
    room.play_session.save()
    with_events(room)
    play_on(room.match, -1)
    client.force_login(room.teacher)

    answer = client.get(page(room))

    told = text_of(answer, "events")
    assert "Events count in marks in this session." in told
    assert "Result without events" not in told
    assert "Without events" not in text_of(answer, "ranking")


def test_a_game_of_rivals_says_who_would_have_won_without_events(client):
    room = workshop(teams=1, game="dominyam")
    room_event(
        session_id=room.play_session.pk,
        tables=[room.tables[0].pk],
        brought=Brought("bonus", 9, 0),
        turn=None,
        actor=room.actor("well explained"),
    )
    play_on(room.match, -1)
    client.force_login(room.teacher)

    answer = client.get(page(room), headers={"accept-language": "fr"})

    (side,) = answer.context["found"].sides
    assert side.events.points is None
    told = text_of(answer, "events")
    assert "Résultat sans les événements" in told
    assert " ".join(side.events.without.split()) in told
