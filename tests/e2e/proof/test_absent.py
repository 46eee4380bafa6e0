"""A realistic class: one student never comes, one is late, one is replaced, one leaves and comes back. From the wizard
to the published marks and the ZIP, every page and paper attributes to each their own moves alone."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from io import BytesIO
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import patiently, sign_in
from tests.e2e.proof.test_workshop import begin, links, new_course, press, seats_with, tables, to_bot
from tests.e2e.students import Student, play_all

ABSENT, LATE, COMING = "Ana Álvarez", "Ben Brun", "Élise Eriksen"
OTHERS = ("Chloé Costa", "Dimitri Durand", "Farid Ferro", "Gaël Girard")
"""Seats are drawn by lot. The first two of these people who move are replaced, leave and come back."""
BOTS_OF = """
from games.models import AuthorKind, Move, SeatHolder
held = [each for each in SeatHolder.objects.select_related("seat") if each.user.get_full_name() == {name!r}]
last = max(held, key=lambda each: each.pk).seat
print("moves", Move.objects.filter(match=last.match, seat=last.index, author_kind=AuthorKind.BOT).count())
"""
"""Prints the number of bot moves at a person's latest seat."""
PATIENCE = 360_000
"""Printing papers takes long on a busy machine."""


@pytest.fixture
def desk(open_context) -> Page:
    """The instructor's page. A lobby that asks for news during the start gets 410."""
    page: Page = open_context(accept_downloads=True, forgives=("410: ",)).new_page()
    sign_in(page, "instructor")
    return page


def list_of(page: Page, course: str, names: tuple[str, ...]) -> None:
    page.goto(f"{course}people/list/")
    page.get_by_label("Paste names here").fill("\n".join(["Name", *names]))
    press(page, "Check it first")
    page.get_by_role("main").get_by_role("button", name=re.compile(r"^Add \d+ student")).click()
    page.wait_for_load_state()


def one_team(page: Page, course: str) -> None:
    page.goto(f"{course}teams/lot/")
    page.get_by_label("Divide by").select_option("teams")
    page.get_by_label("How many").fill("1")
    press(page, "Show the teams")
    press(page, "Make these teams")


def open_session(page: Page, course: str) -> str:
    """Open a live session with the proposals of the wizard. Returns its address."""
    page.goto(f"{course}sessions/new/?game=domego")
    page.get_by_label("Name of the session").fill("A real class")
    press(page, "Save and go on")
    press(page, "Save and go on")
    page.get_by_label("Live: together in a room").check()
    page.get_by_label("Minutes for a decision").fill("60")
    for _step in range(3):
        press(page, "Save and go on")
    press(page, "Open the session")
    found = re.search(r"/sessions/\d+/", page.url)
    assert found is not None
    return found[0]


def come(site, page: Page, course: str, name: str) -> Student:
    """A student opens their personal link."""
    student = Student(site.url, name)
    student.come_by(dict(links(page, course))[name])
    return student


def seat_to(page: Page, table: str, of: str, *, to: str = "") -> None:
    """Hand over a seat of this person, present or former, to a bot or to another student."""
    page.goto(table)
    seat = seats_with(page, of)
    seat.get_by_text("Hand this seat over").click()
    if to:
        seat.locator("select[name=user]").select_option(label=to)
    seat.get_by_label("Why").nth(0 if to else 1).fill("As it was in class")
    if not to:
        to_bot(page, seat)
        return
    with page.expect_navigation(wait_until="load"):
        seat.get_by_role("button", name="Hand over").click()


def play_to(students: list[Student], page: Page, session: str, activity: int) -> None:
    """Play until the team has reached an activity."""
    for _round in patiently():
        text = page.context.request.get(f"{session}monitor/").text()
        found = re.search(r"activity (\d+) of 12", text)
        if found and int(found[1]) >= activity:
            return
        if not play_all(students):
            page.wait_for_timeout(300)


def play_until_a_bot_decides(site, students: list[Student], page: Page, session: str, name: str) -> None:
    """Play until a bot decides in the role that this person left. Some roles decide late."""
    for activity in range(7, 12):
        play_to(students, page, session, activity)
        made = site.manage("shell", "--no-imports", "-c", BOTS_OF.format(name=name))
        assert made.returncode == 0, made.stderr
        if int(made.stdout.split()[-1]):
            return
    raise AssertionError(f"no bot decided for {name}")


def moves_of(page: Page, table: str) -> dict[str, int]:
    """The number of moves of each person on the team's page, over all seats."""
    page.goto(table)
    told: dict[str, int] = {}
    for name, number in re.findall(r"^(.+): (\d+) moves?, ", page.locator("#whose").inner_text(), re.MULTILINE):
        told[name] = told.get(name, 0) + int(number)
    return told


@dataclass
class Ended:
    """The finished session, its one team, and the people by their fate."""

    page: Page
    session: str
    table: str
    here: dict[str, Student]
    replaced: str
    back: str


@pytest.fixture
def ended(site, desk) -> Ended:
    course = new_course(desk)
    list_of(desk, course, (ABSENT, LATE, *OTHERS))
    one_team(desk, course)
    session = open_session(desk, course)
    list_of(desk, course, (COMING,))
    here = {name: come(site, desk, course, name) for name in OTHERS}
    for student in here.values():
        student.get(f"{session}lobby/")
    begin(desk, session)
    table = next(iter(tables(desk, session).values()))

    play_to(list(here.values()), desk, session, 2)
    here[LATE] = come(site, desk, course, LATE)  # the bot leaves by that
    movers: list[str] = []
    for _round in patiently():
        movers = [name for name in OTHERS if here[name].played]
        if len(movers) > 1:
            break
        play_all(list(here.values()))
    replaced, back = movers[:2]
    seat_to(desk, table, back)
    here[COMING] = come(site, desk, course, COMING)
    seat_to(desk, table, replaced, to=COMING)
    play_until_a_bot_decides(site, list(here.values()), desk, session, back)
    seat_to(desk, table, back, to=back)
    for _round in patiently():
        if not any(student.matches() for student in here.values()):
            break
        if not play_all(list(here.values())):
            desk.wait_for_timeout(300)
    return Ended(desk, session, table, here, replaced, back)


def read_papers(page: Page, session: str) -> dict[str, str]:
    """Download all reports as one ZIP. Returns the text of each PDF by its name."""
    page.goto(f"{session}reports/")
    page.get_by_label("Your own copies as well").check()
    page.get_by_role("button", name="Make the reports").click()
    link = page.get_by_role("link", name="All as one ZIP")
    expect(link).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#report-list")).to_contain_text(ABSENT)
    with page.expect_download() as download:
        link.click()
    with ZipFile(BytesIO(download.value.path().read_bytes())) as files:
        papers = {name: files.read(name) for name in files.namelist() if name.endswith(".pdf")}
    return {name: _text(content) for name, content in papers.items()}


def _text(content: bytes) -> str:
    done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=content, capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext (poppler-utils) is not installed")
def test_nothing_untrue_is_said_of_whoever_was_absent_late_replaced_or_came_back(ended, open_context):
    page, session, table, here = ended.page, ended.session, ended.table, ended.here
    told = moves_of(page, table)
    assert told == {name: student.played for name, student in here.items() if student.played}
    assert set(told) == {LATE, *OTHERS, COMING}
    assert f"{ABSENT}: no move" in page.locator("#whose").inner_text()

    steady = next(name for name in OTHERS if name not in (ended.replaced, ended.back))
    match = next(int(n) for n in re.findall(r"/matches/(\d+)/", here[steady].get("/games/")[1]))
    page.goto(f"/matches/{match}/debrief/")
    page.get_by_role("heading", name="Appendix: the record").click()
    expect(page.get_by_role("heading", name="Who decided")).to_be_visible(timeout=PATIENCE)
    of_team = here[steady].get(f"/matches/{match}/debrief/")[1]
    of_staff = page.context.request.get(f"/matches/{match}/debrief/").text()
    assert ABSENT not in of_team
    assert f"(planned for {ABSENT}, who did not play)" in of_staff
    assert re.search(f"{ended.replaced} to activity \\d+, {COMING} from then on", of_team)
    told_of_back = re.findall(f"[^<>]*{ended.back}[^<>]*", of_team)
    assert re.search(f"{ended.back} to activity \\d+, bot to activity \\d+, {ended.back} from then on", of_team), (
        told_of_back
    )
    for name, student in here.items():
        own = student.get(f"/matches/{match}/debrief/mine/")[1]
        assert name in own
        assert ABSENT not in own
    home = here[ended.replaced].get("/games/")[1]
    assert "Handed over" in home
    assert f"/matches/{match}/replay/" in home
    assert here[ended.replaced].get(f"/matches/{match}/replay/")[0] == 200

    page.goto(f"{session}grades/publish/")
    for group in page.get_by_text("One by one, with the facts").all():
        group.click()
    rows = {row.locator("td b").first.inner_text(): row.inner_text() for row in page.locator("tr[id^=who-]").all()}
    assert ABSENT in rows
    assert steady not in rows
    incomplete = page.get_by_label("Publish although bots still play")
    if incomplete.count():
        incomplete.check()
    page.get_by_role("button", name=re.compile(r"^Publish for 7 students")).click()
    page.wait_for_load_state()
    marks = page.context.request.get(f"{session}grades/files/grades.json").json()["students"]
    assert {one["name"] for one in marks if one["final"] is None} >= {ABSENT}
    assert [one["state"] for one in marks if one["name"] == ABSENT] == ["absent"]
    for name, student in here.items():
        status, text = student.get(f"{session}grade/")
        assert status == 200, name
        for path in set(re.findall(r'href="(/matches/\d+/[^"#?]*)', text)):
            assert student.get(path)[0] == 200, (name, path)

    papers = read_papers(page, session)
    students = {name for name in papers if "students/" in name}
    assert len(students) == len(here)
    slides = papers.pop("instructor/slides-en.pdf")  # for the room: nobody is named
    assert [one for one in (ABSENT, *here) if one in slides] == []
    for name, text in papers.items():
        assert (ABSENT in text) == ("instructor/" in name), name
    for name in students:
        assert sum(one in papers[name] for one in here) >= 1
