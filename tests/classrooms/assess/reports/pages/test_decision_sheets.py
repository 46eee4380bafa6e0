"""The decision sheets of a session's teams in one PDF."""

import io
from html import unescape

import pikepdf
import pytest
from django.urls import reverse

from classrooms.assess.reports import pdf
from classrooms.assess.reports.decision_sheets import sheets_document, sheets_paper
from classrooms.assess.reports.papers import papers_for
from classrooms.models import Paper
from games.platform.services.paper import paper_own_cards
from games.ui.paper import SheetCode
from tests.classrooms.assess.reports.pdf_structure import elements, faults_of
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.papers import all_kept, waiting, work
from tests.games.factories import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]


@pytest.fixture
def room(client):
    """A session of three teams on paper; the client is the instructor's."""
    claire = person("claire")
    play_session = session_of(course_of(claire), teams=3, scenario="footbridge")
    client.force_login(claire)
    client.post(reverse("classrooms:session-on-paper", args=[play_session.pk]))
    return play_session


def tables(play_session):
    return list(play_session.session_teams.select_related("match").order_by("position"))


def page_of(client, play_session):
    return client.get(reverse("classrooms:session-paper", args=[play_session.pk]))


def request_sheets(client, play_session, *chosen):
    url = reverse("classrooms:session-sheets", args=[play_session.pk])
    return client.post(url, {"table": [table.pk for table in chosen]})


def draft(play_session, *chosen):
    (paper,) = papers_for([sheets_paper(play_session, "en", [table.pk for table in chosen])])
    return pdf.draft_of(paper)


def test_the_pdf_has_each_team_with_each_turn_its_code_and_its_rows_and_then_the_order_of_the_cards(room):
    first, *_others = tables(room)
    shown = sheets_document(room)

    assert [team["name"].casefold() for team in shown["teams"]] == [each["name"].casefold() for each in shown["orders"]]
    for table, team in zip(tables(room), shown["teams"], strict=True):
        assert table.name in team["name"]
        codes = [each["code"] for each in team["turns"]]
        assert codes == [str(SheetCode(table.match.pk, each["turn"].number)) for each in team["turns"]]
        assert [each["turn"].number for each in team["turns"]] == list(range(1, len(codes) + 1))
    text = unescape(draft(room).text)
    places = [text.index(each["code"]) for team in shown["teams"] for each in team["turns"]]
    assert places == sorted(places)
    assert places[-1] < text.index("For the facilitator alone")
    assert text.count("For the facilitator alone") == 3
    roles = {role.name for each in shown["teams"][0]["turns"] for role, _row in each["rows"]}
    assert len(roles) > 1
    assert all(name in text for name in roles)
    assert first.name in text


def test_chosen_teams_have_a_pdf_of_their_own(client, room):
    first, second, third = tables(room)

    request_sheets(client, room, third, first)
    request_sheets(client, room)
    request_sheets(client, room, first, second, third)

    papers = list(Paper.objects.filter(kind="decisions").order_by("pk"))
    assert [paper.tables for paper in papers] == [[first.pk, third.pk], []]
    text = unescape(draft(room, first, third).text)
    assert str(SheetCode(first.match.pk, 1)) in text
    assert str(SheetCode(third.match.pk, 1)) in text
    assert str(SheetCode(second.match.pk, 1)) not in text


def test_a_table_with_its_own_cards_has_no_order_in_the_pdf(room):
    for table in tables(room)[:2]:
        paper_own_cards(match_id=table.match.pk)

    shown = sheets_document(room)

    assert [team["own_cards"] for team in shown["teams"]] == [True, True, False]
    assert [each["name"] for each in shown["orders"]] == [shown["teams"][2]["name"]]


def test_before_the_start_the_sheets_are_there_and_no_card_is_named(client):
    play_session = session_of(course_of(person("claire")), teams=2, scenario="footbridge")

    shown = sheets_document(play_session)

    assert (len(shown["teams"]), shown["orders"]) == (2, [])


def test_the_printed_pdf_is_tagged_and_each_of_its_codes_is_an_image_with_a_name(room):
    printed = pdf.printed(draft(room))

    with pikepdf.open(io.BytesIO(printed.content)) as opened:
        assert faults_of(opened, "en") == []
        found = list(elements(opened.Root.StructTreeRoot.K))
        told = [str(each.get("/Alt", "")) for each in found if each.S == "/Figure"]
    codes = [each["code"] for team in sheets_document(room)["teams"] for each in team["turns"]]
    assert told == [f"QR code {code}" for code in codes]


def test_the_page_offers_the_pdf_when_it_is_ready_and_says_when_it_is_outdated(client, room):
    request_sheets(client, room)
    making = page_of(client, room).content.decode()
    all_kept()
    (paper,) = Paper.objects.filter(kind="decisions")
    url = f"{reverse('classrooms:session-sheets', args=[room.pk])}?paper={paper.pk}"

    ready = page_of(client, room).content.decode()
    answer = client.get(url)

    assert "The PDF is being made." in making
    assert url in ready
    assert b"".join(answer.streaming_content) == paper.name.encode()
    assert answer.headers["Content-Language"] == "en"
    tables(room)[0].delete()
    outdated = page_of(client, room).content.decode()
    assert "a team has entered a turn, or teams have changed" in outdated
    assert client.get(url).status_code == 302


def test_a_line_does_not_make_the_pdf_outdated_and_a_turn_does(client, room):
    request_sheets(client, room)
    all_kept()
    match = tables(room)[0].match
    entry = reverse("games:paper", args=[match.pk])
    states = []
    while not states or states[-1][0] == 1:
        form = client.get(entry)
        line, turn = form.context["lines"][0].line, form.context["heading"].turn
        (pdf_state,) = [
            state.state for _words, state, _url in page_of(client, room).context["panels"][0].context["files"]
        ]
        states.append((turn, pdf_state))
        text = (
            "x1" if line.prompt.kind == "negotiate" else " ".join("0" for box in line.row.boxes if box.options) or "0"
        )
        at = form.context["match"].number
        client.post(entry, {"typed": text, "seat": line.prompt.seat, "key": line.prompt.key, "at": at})

    assert {state for turn, state in states if turn == 1} == {"ready"}
    assert states[-1] == (2, "outdated")


def test_a_worker_prints_what_was_requested_once(client, room):
    request_sheets(client, room)
    request_sheets(client, room)

    assert len(waiting()) == 1
    assert work() == [f"decisions-{room.pk}-en"]
    (paper,) = Paper.objects.filter(kind="decisions")
    assert paper.pages >= 3
    assert waiting() == []


@pytest.mark.parametrize(("role", "status"), [("assistant", 302), ("observer", 403), ("student", 403), (None, 404)])
def test_people_who_run_sessions_request_the_pdf(client, room, role, status):
    user = person("other")
    if role is not None:
        enrol(room.course, user, role)
    client.force_login(user)

    assert request_sheets(client, room).status_code == status
    assert client.get(reverse("classrooms:session-sheets", args=[room.pk])).status_code == status


@pytest.mark.parametrize("number", ["", "0", "x", "9" * 12])
def test_a_pdf_that_is_not_there_leads_to_the_page(client, room, number):
    answer = client.get(reverse("classrooms:session-sheets", args=[room.pk]), {"paper": number})

    assert answer.headers["Location"] == reverse("classrooms:session-paper", args=[room.pk])
