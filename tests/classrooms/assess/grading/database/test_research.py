"""The research tables: complete, tidy, with names or pseudonyms, and cheap to make."""

import csv
import io
import json
import zipfile
from datetime import timedelta

import pytest

from classrooms.assess.grading.files.codebook import MEANINGS, codebook
from classrooms.assess.grading.files.research import ACCOUNT, DECISIONS, MOVES, SCORES, spoken
from classrooms.assess.grading.files.research_zip import research_zip
from classrooms.assess.grading.services import pseudonyms as naming
from classrooms.models import ResearchKey
from classrooms.play.monitor.waiting_times import LONGEST_MINUTES
from games.models import Intervention
from games.platform.pace import Pace
from games.platform.services.deadlines import apply_due
from games.platform.services.forks import match_fork
from games.platform.services.holders import seat_release
from tests.classrooms.assess.grading.sessions import answer, end, matches_of, people, session_with
from tests.classrooms.factories import course_of
from tests.games.factories import NOW, person, play

pytestmark = pytest.mark.django_db
LIVE = Pace(mode="live", minutes=10)


def minutes(count):
    return NOW + timedelta(minutes=count)


def files_of(play_session, *, named=False):
    blocks = list(research_zip(play_session, spoken(play_session, named=named), "codes"))
    archive = zipfile.ZipFile(io.BytesIO(b"".join(blocks)))
    assert archive.testzip() is None
    return {name: archive.read(name).decode() for name in archive.namelist()}


def rows_of(play_session, name="decisions.csv", **more):
    return list(csv.DictReader(io.StringIO(files_of(play_session, **more)[name], newline="")))


def named_person(play_session, user):
    return naming.pseudonyms(play_session.course)(user)


def test_the_zip_has_four_tables_and_their_codebook():
    play_session = session_with(people(1))

    files = files_of(play_session)

    assert list(files) == ["decisions.csv", "moves.csv", "scores.csv", "account.csv", "codebook.txt"]
    heads = [files[name].split("\r\n")[0].split(",") for name in list(files)[:3]]
    assert heads == [
        [column for column in columns if column not in ("name", "names")] for columns in (DECISIONS, MOVES, SCORES)
    ]
    named = files_of(play_session, named=True)
    assert [named[name].split("\r\n")[0].split(",") for name in list(named)[:3]] == [
        list(DECISIONS), list(MOVES), list(SCORES),
    ]  # fmt: skip


def test_a_decision_has_its_times_its_author_and_its_move():
    ann, bob = people(2)
    play_session = session_with([ann, bob], pace_of_match=LIVE)
    match = matches_of(play_session)[0]
    answer(match, 0, ann, minutes(4))

    rows = rows_of(play_session)

    assert [row["prompt"] for row in rows] == ["activity-1/buy/owner", "activity-1/allocate/owner"]
    args = json.loads(rows[0].pop("args"))
    assert args["kind"] == "buy"
    assert rows[0] == {
        "session": str(play_session.pk),
        "team": "team-1",
        "match": str(match.pk),
        "branch": "1",
        "counts": "1",
        "seat": "0",
        "role": "owner",
        "holders": named_person(play_session, ann),
        "turn": "1",
        "prompt": "activity-1/buy/owner",
        "kind": "buy",
        "owed": "1",
        "opened_at": "2026-03-02T09:00:00.000Z",
        "due_at": "2026-03-02T09:10:00.000Z",
        "answered_at": "2026-03-02T09:04:00.000Z",
        "closed_at": "2026-03-02T09:04:00.000Z",
        "seconds": "240.000",
        "author_kind": "player",
        "person": named_person(play_session, ann),
        "move_number": "1",
        "move_kind": "buy",
        "moves": "1",
        "late": "0",
        "intervention": "",
    }
    assert {
        name: rows[1][name] for name in ("answered_at", "closed_at", "seconds", "author_kind", "person", "args")
    } == (dict.fromkeys(("answered_at", "closed_at", "seconds", "author_kind", "person", "args"), ""))


def test_a_default_is_late_and_nobodys_and_an_intervention_is_told():
    ann = people(1)[0]
    play_session = session_with([ann], pace_of_match=LIVE)
    match = matches_of(play_session)[0]
    Intervention.objects.create(match=match, kind="remind", number=0, seat=0, created_at=minutes(9))
    Intervention.objects.create(match=match, kind="message", number=0, seat=1, created_at=minutes(9))
    Intervention.objects.create(match=match, kind="pause", number=1, created_at=minutes(9))
    apply_due(match_id=match.pk, now=minutes(10))

    row = rows_of(play_session)[0]

    assert {name: row[name] for name in ("author_kind", "person", "late", "intervention", "seconds")} == {
        "author_kind": "deadline",
        "person": "",
        "late": "1",
        "intervention": "remind;pause",
        "seconds": "600.000",
    }


def test_what_a_step_back_undid_is_there_once_and_does_not_count():
    ann = people(1)[0]
    play_session = session_with([ann], pace_of_match=LIVE)
    match = matches_of(play_session)[0]
    answer(match, 0, ann, minutes(1))
    answer(match, 0, ann, minutes(2))
    fork = match_fork(match_id=match.pk, number=1, by=play_session.created_by, reason="Again", now=minutes(3))
    table = play_session.session_teams.get()
    table.match = fork
    table.save()
    answer(fork, 0, ann, minutes(5))

    moves = rows_of(play_session, "moves.csv")
    decisions = rows_of(play_session)

    assert [(row["match"], row["branch"], row["number"], row["counts"], row["at"][11:16]) for row in moves] == [
        (str(match.pk), "1", "1", "1", "09:01"),
        (str(match.pk), "1", "2", "0", "09:02"),
        (str(fork.pk), "2", "2", "1", "09:05"),
    ]
    settled = [(row["branch"], row["prompt"].split("/")[1], row["counts"]) for row in decisions if row["answered_at"]]
    assert settled == [("1", "buy", "1"), ("1", "allocate", "0"), ("2", "allocate", "1")]
    assert [(row["branch"], row["counts"]) for row in rows_of(play_session, "scores.csv")] == (
        [("1", "0")] * 6 + [("2", "1")] * 6
    )


def test_each_seat_has_its_score():
    ann, bob = people(2)
    play_session = session_with([ann, bob])
    match = matches_of(play_session)[0]
    end(match, (-3, 12, 0, 0, 0, 40))
    seat_release(match_id=match.pk, seat=1, user=bob, now=NOW)
    for number, (seat, kind, author) in enumerate([(0, "player", ann), (0, "player", ann), (1, "bot", None)], start=1):
        match.moves.create(
            number=number, seat=seat, kind="buy", args={}, author_kind=kind, author=author, created_at=minutes(1)
        )

    rows = rows_of(play_session, "scores.csv", named=True)

    assert [(row["seat"], row["role"], row["names"], row["bot"], row["score"], row["place"]) for row in rows[:2]] == [
        ("0", "owner", "Student-01", "", "-3", "6"),
        ("1", "architect", "", "balanced", "12", "2"),
    ]
    assert [(row["players"], row["own_moves"], row["absent"]) for row in rows[:2]] == [
        ("student-01", "2", ""),
        ("", "", "student-02"),
    ]
    assert (rows[0]["seconds"], rows[0]["game"], rows[0]["status"]) == ("7200.000", "domego", "finished")
    assert [target["name"] for target in json.loads(rows[0]["targets"])] == ["delay", "cost", "failures"]


def test_each_player_has_seconds_on_task_and_seconds_waited():
    ann, bob = people(2)
    play_session = session_with([ann, bob], pace_of_match=LIVE)
    match = matches_of(play_session)[0]
    answer(match, 0, ann, minutes(4))
    answer(match, 0, ann, minutes(30))
    answer(match, 0, ann, minutes(31))
    answer(match, 1, bob, minutes(33))

    rows = rows_of(play_session, "scores.csv")

    assert [(row["own_moves"], row["on_task"], row["waited"]) for row in rows[:2]] == [
        ("3", f"{(4 + LONGEST_MINUTES + 1) * 60}", "0"),
        ("1", "120", "1860"),
    ]
    assert {(row["on_task"], row["waited"]) for row in rows[2:]} == {("", "")}
    assert f"at most {LONGEST_MINUTES} minutes" in str(MEANINGS["on_task"])


def test_a_pseudonym_is_one_in_a_course_and_another_in_the_next():
    ann = person("ann", display_name="Ann Miller")
    course, other = course_of(person("claire"), [ann]), course_of(person("dora"), [ann])
    first, second, third = (session_with([ann], course=each) for each in (course, course, other))
    for play_session in (first, second, third):
        answer(matches_of(play_session)[0], 0, ann, minutes(1))

    seen = [{row["person"] for row in rows_of(each, "moves.csv")} for each in (first, second, third)]

    assert seen[0] == seen[1] != seen[2]
    assert {len(each) for each in seen} == {1}
    assert ResearchKey.objects.count() == 2
    ResearchKey.objects.filter(course=course).update(secret="00" * 32)
    assert {row["person"] for row in rows_of(first, "moves.csv")} != seen[0]


def test_files_with_pseudonyms_name_nobody():
    ann = person("ann-miller", display_name="Ann Miller")
    play_session = session_with([ann], [None, ann], title="With Ann Miller")
    for number, table in enumerate(play_session.session_teams.all()):
        table.name = f"Miller {number}"
        table.save()
    match = matches_of(play_session)[0]
    answer(match, 0, ann, minutes(1))
    talk(match, ann)

    text = "".join(files_of(play_session).values()) + codebook(play_session, named=False, now=NOW)
    named = "".join(files_of(play_session, named=True).values())

    assert [word for word in ("Ann", "ann-miller", "Miller", "miller") if word in text] == []
    assert [word for word in ("Ann Miller", "ann-miller", "Miller 0", "Signed: Miller") if word not in named] == []


def talk(match, ann):
    """An offer with a note in the player's own words."""
    answer(match, 0, ann, minutes(2))
    answer(match, 0, ann, minutes(3))
    from games.catalogue.domego.rules.moves import Offer

    play(match, 0, "activity-3/negotiate/owner>architect", Offer(price=60, note="Signed: Miller"), ann, now=minutes(4))


def test_free_texts_of_a_game_are_found_by_their_type():
    assert naming.free_texts("domego") == {"offer": frozenset({"note"})}
    assert naming.without_texts("domego", {"kind": "offer", "price": 5, "note": "x"}) == {
        "kind": "offer", "price": 5, "note": "",
    }  # fmt: skip
    assert naming.without_texts("domego", {"kind": "accept", "price": 5}) == {"kind": "accept", "price": 5}


def test_names_that_look_like_formulas_are_harmless():
    eve = person("eve", display_name="=1+1")
    play_session = session_with([eve])
    play_session.session_teams.update(name="@team")
    answer(matches_of(play_session)[0], 0, eve, minutes(1))

    row = rows_of(play_session, named=True)[0]

    assert (row["name"], row["team"]) == ("'=1+1", "'@team")


def test_every_column_is_explained_and_in_french_too(settings):
    from django.utils import translation

    play_session = session_with(people(1))
    assert set(DECISIONS + MOVES + SCORES + ACCOUNT) == set(MEANINGS)

    english = codebook(play_session, named=True, now=NOW)
    with translation.override("fr"):
        french = codebook(play_session, named=True, now=NOW)

    assert all(f"  {column}: " in english for column in MEANINGS)
    assert english != french


def test_the_file_is_sent_in_blocks_and_is_the_same_twice():
    play_session = session_with(people(1), people(1, "other"))

    first, again = (list(research_zip(play_session, spoken(play_session, named=False), "x")) for _ in range(2))

    assert len(first) > 3
    assert b"".join(first) == b"".join(again)


def test_the_number_of_queries_grows_with_tables_only(django_assert_num_queries):
    short = session_with(people(1, "short"))
    long = session_with(people(6, "long"), course=short.course)
    for match, moves in ((matches_of(short)[0], 1), (matches_of(long)[0], 3)):
        for step in range(moves):
            answer(match, 0, match.seats.get(index=0).holders.get().user, minutes(step))
    speak = spoken(short, named=False)
    list(research_zip(short, speak, ""))

    with django_assert_num_queries(21):
        list(research_zip(short, speak, ""))
    with django_assert_num_queries(21):
        list(research_zip(long, speak, ""))
