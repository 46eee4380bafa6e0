"""Teams by criteria: rules by name, wishes, levels and languages, and how far each was met."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classrooms.models import GradeBook, PublishedGrade, Team
from classrooms.people.class_lists.services.teams_balance import best_divided, pairs_of, sizes, spread, total, weighed
from classrooms.people.class_lists.services.teams_lot import Wish, lot_apply, lot_draw
from classrooms.people.class_lists.services.teams_rules import BadRule, TeamRules, names_of, rules_read
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db
NAMES = names_of(
    [(1, ("Ana Costa", "ana@example.org")), (2, ("Ben Brun",)), (3, ("Chloé Durand",)), (4, ("Ben Brun",))]
)


@pytest.fixture
def people():
    return [person(f"p{number}") for number in range(12)]


@pytest.fixture
def course(people):
    return course_of(person("claire"), people)


def wish(**more):
    return Wish(**{"by": "teams", "number": 3, "seed": "bridge", **more})


def name(user):
    return user.get_full_name()


def test_lines_of_rules_are_read_by_their_signs_whatever_the_accents():
    text = "ana costa + chloe DURAND\n\nAna Costa: Chloé Durand, ana@example.org\n"

    assert rules_read(text, NAMES) == TeamRules(((1, 3),), (), {1: (3,)})
    assert rules_read("Ana Costa / Chloé Durand", NAMES).apart == ((1, 3),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ana Costa", "Line 1 has no"),
        ("\nAna Costa + Zoe", "Line 2: nobody in the class is called “Zoe”."),
        ("Ana Costa / Ben Brun", "Line 1: several people are called “Ben Brun”"),
        ("Ana Costa + Chloé Durand\nAna Costa / Chloé Durand", "The same two people are to be together and apart."),
    ],
)
def test_a_rule_that_cannot_be_read_is_named(text, said):
    with pytest.raises(BadRule, match=said):
        rules_read(text, NAMES)


def test_rules_are_kept_and_told(course, people):
    rules = f"{name(people[0])} + {name(people[1])}\n{name(people[2])} / {name(people[3])}"

    lot = lot_draw(course=course, wish=wish(rules=rules))

    home = {user: place for place, team in enumerate(lot.teams) for user in team}
    assert home[people[0].pk] == home[people[1].pk]
    assert home[people[2].pk] != home[people[3].pk]
    assert lot.met[:2] == ("Together: 1 of 1 pairs.", "Apart: 1 of 1 pairs.")
    assert lot.broken == ()
    assert {len(team) for team in lot.teams} == {4}


def test_what_cannot_be_kept_is_named(course, people):
    rules = " + ".join(name(user) for user in people[:5])

    lot = lot_draw(course=course, wish=wish(rules=rules))

    assert lot.met[0] == "Together: 6 of 10 pairs."
    assert len(lot.broken) == 4


def test_most_people_get_one_of_their_wishes(course, people):
    rules = "\n".join(f"{name(people[place])}: {name(people[(place + 4) % 12])}" for place in range(12))

    lot = lot_draw(course=course, wish=wish(rules=rules))

    (told,) = [each for each in lot.met if "wishes" in each]
    assert int(told.split(": ")[1].split(" of ")[0]) >= 9


def test_levels_are_spread_and_the_means_told(course, people):
    play_session = session_of(course, teams=1)
    book = GradeBook.objects.get_or_create(session=play_session)[0]
    for place, user in enumerate(people[:11]):
        PublishedGrade.objects.create(book=book, user=user, final=str(8 + place), content={}, published_at=NOW)
    Team.objects.all().delete()

    lot = lot_draw(course=course, wish=wish(by_level=True, apart=False))

    (told,) = [each for each in lot.met if "marks" in each]
    low, high = (float(each) for each in told.split(": ")[1].split(" by team")[0].split(" to "))
    assert high - low <= 1
    assert told.endswith("8.0 to 18.0 by person. 1 person has no mark yet.")


def test_languages_are_spread(course, people):
    for place, user in enumerate(people):
        user.language = "fr" if place < 6 else "en"
        user.save()

    lot = lot_draw(course=course, wish=wish(by_language=True))

    assert "Français: 2 people in each team." in lot.met


def test_teams_with_criteria_are_made_as_shown(course, people):
    asked = wish(rules=f"{name(people[0])} + {name(people[5])}")

    made = lot_apply(course=course, wish=asked, digest=lot_draw(course=course, wish=asked).digest)

    assert len([team for team in made if {people[0], people[5]} <= set(team.members.all())]) == 1


@settings(deadline=None, max_examples=30)
@given(st.sets(st.integers(1, 40), min_size=2, max_size=24), st.integers(1, 6), st.data())
def test_everybody_is_in_one_team_whatever_the_criteria(people, number, data):
    values = data.draw(st.lists(st.floats(0, 20), min_size=len(people), max_size=len(people)))
    pair = st.tuples(st.sampled_from(sorted(people)), st.sampled_from(sorted(people)))
    pairs = data.draw(st.lists(pair.filter(lambda both: both[0] != both[1]), max_size=6))
    weights = weighed((-500, pairs_of(pairs)), (1, spread(dict(zip(sorted(people), values, strict=True)))))

    teams = best_divided(people, number, "seed", weights)

    assert sorted(each for team in teams for each in team) == sorted(people)
    assert sorted(map(len, teams), reverse=True) == sizes(len(people), number)
    assert teams == best_divided(sorted(people, reverse=True), number, "seed", weights)
    assert total(teams, weights) == sum(weights.get(a, {}).get(b, 0) for team in teams for a in team for b in team) // 2
