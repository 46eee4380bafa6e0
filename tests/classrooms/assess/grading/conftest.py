"""A session with marks, and its instructor."""

import pytest

from classrooms.assess.grading.services.grades import grades_compute
from tests.classrooms.assess.grading.sessions import (
    ENDED,
    eight_teams,
    end,
    everybody_moves,
    matches_of,
    people,
    session_with,
    signed_in,
)
from tests.classrooms.factories import enrol
from tests.games.factories import person


@pytest.fixture
def played():
    """Two teams of two. The first missed a target by half. The reference matches of bots have not been played yet."""
    team, other = people(2), people(2, "other")
    play_session = session_with(team, other)
    first, second = matches_of(play_session)
    end(first, (6, 6, 6, 5, 24, 10), (475, 135, 20))
    end(second, (6, 6, 6, 5, 24, 10))
    grades_compute(play_session=play_session, now=ENDED)
    return play_session


@pytest.fixture
def claire(played):
    """The instructor, signed in."""
    return signed_in(played.created_by)


@pytest.fixture
def reviewed(played):
    """The same session, in which team mates evaluate each other."""
    played.grade_book.lines.create(kind="peer", weight=10, position=9)
    return everybody_moves(played)


@pytest.fixture
def eight():
    """Eight teams of one: project result 20 of 20, own objectives by rank; and one student without a seat."""
    play_session, _owners = eight_teams()
    enrol(play_session.course, person("zoe"))
    grades_compute(play_session=play_session, now=ENDED)
    return play_session
