"""Random teams: first shown, then made exactly as shown."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from classrooms.models import Course, Enrolment, SeatPlan, Team
from classrooms.models.courses import CODE_SIGNS
from classrooms.people.class_lists.services.teams import next_name
from classrooms.people.class_lists.services.teams_balance import (
    best_divided,
    divided,
    meetings,
    pairs_of,
    teams_for_size,
)
from classrooms.people.class_lists.services.teams_criteria import (
    Class,
    criteria_met,
    languages_of,
    marks_in,
    pairs_broken,
    students_named,
)
from classrooms.people.class_lists.services.teams_rules import TeamRules, rules_read
from games.public.base import BadRequest, refusal
from games.public.models import PERSON_ID, SeatHolder

SEED_LENGTH: Final = 40
MOST: Final = 300
"""The greatest number of teams of a course, and of people of a team."""


LotChanged = refusal("lot_changed", _("Somebody changed the class since these teams were drawn. Look at them again."))
"""The class changed since the teams were shown."""


@dataclass(frozen=True)
class Wish:
    """The wish for teams: their number or size, for everybody or people without a team, with earlier team mates apart
    or not, mixed by earlier marks and by language or not, and with `rules` by names (`teams_rules`). The `seed`
    determines the rest.
    """

    by: Literal["teams", "size"]
    number: int
    seed: str
    everyone: bool = True
    apart: bool = True
    by_level: bool = False
    by_language: bool = False
    rules: str = ""

    def __post_init__(self) -> None:
        if self.by not in ("teams", "size") or not 1 <= self.number <= MOST:
            raise BadRequest(field="number", reason=self.number)
        if not self.seed or len(self.seed) > SEED_LENGTH or not self.seed.isprintable():
            raise BadRequest(field="seed", reason=len(self.seed))


@dataclass(frozen=True)
class Lot:
    """Proposed teams: ids of people under each name. `repeated` counts pairs who were in a team before, `met` says how
    far each criterion was met, `broken` are pairs whose rule could not be kept. `digest` identifies the proposal.
    """

    wish: Wish
    names: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...]
    repeated: int
    met: tuple[str, ...] = ()
    broken: tuple[tuple[int, int], ...] = ()

    @property
    def digest(self) -> str:
        """A digest of the teams, which differs for other teams."""
        text = "\n".join(
            [self.wish.seed, *(f"{name}:{team}" for name, team in zip(self.names, self.teams, strict=True))]
        )
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def new_seed() -> str:
    """A seed of eight signs that can be read aloud."""
    return "".join(secrets.choice(CODE_SIGNS) for _sign in range(8))


def lot_draw(*, course: Course, wish: Wish) -> Lot:
    """The teams for a wish with the present class. Nothing is stored. Raises BadRule for a rule that cannot be read."""
    teamed = set(Team.members.through.objects.filter(team__course=course).values_list(PERSON_ID, flat=True))
    rows = Enrolment.objects.filter(course=course, role=Enrolment.Role.STUDENT, left_at__isnull=True)
    people = set(rows.values_list("user_id", flat=True)) - (set() if wish.everyone else teamed)
    known = Class(
        frozenset(people),
        pairs_of(_earlier(course)),
        marks_in(course, people) if wish.by_level else {},
        languages_of(people) if wish.by_language else {},
        rules_read(wish.rules, students_named(course)) if wish.rules.strip() else TeamRules(),
        wish.apart,
    )
    if not people:
        return Lot(wish, (), (), 0)
    number = wish.number if wish.by == "teams" else teams_for_size(len(people), wish.number)
    if known.has_criteria:
        found = best_divided(people, number, wish.seed, known.pairs())
    else:
        found = divided(people, number, wish.seed, known.earlier if wish.apart else None)
    return Lot(
        wish,
        _names(course, len(found), wish),
        tuple(map(tuple, found)),
        meetings(found, known.earlier),
        tuple(criteria_met(known, found)),
        tuple(pairs_broken(known.rules, found)),
    )


def _earlier(course: Course) -> list[Sequence[int]]:
    """Earlier groups: the tables of sessions, and the current teams."""
    groups: dict[tuple[str, int], set[int]] = {}
    held = SeatHolder.objects.filter(seat__match__session_team__session__course=course)
    sources = (
        ("table", held.values_list("seat__match__session_team", "user_id")),
        (
            "table",
            SeatPlan.objects.filter(session_team__session__course=course).values_list("session_team", "user_id"),
        ),
        ("team", Team.members.through.objects.filter(team__course=course).values_list("team_id", PERSON_ID)),
    )
    for kind, rows in sources:
        for place, user in rows:
            groups.setdefault((kind, place), set()).add(user)
    return [tuple(sorted(members)) for members in groups.values()]


def _names(course: Course, number: int, wish: Wish) -> tuple[str, ...]:
    """The names of the new teams: old names first, then new numbers."""
    there = list(course.teams.order_by("name", "pk").values_list("name", flat=True))
    names, taken = there[:number] if wish.everyone else [], set(there)
    while len(names) < number:
        names.append(next_name(course, taken))
        taken.add(names[-1])
    return tuple(names)


@transaction.atomic
def lot_apply(*, course: Course, wish: Wish, digest: str) -> list[Team]:
    """Make the teams that were shown. If everybody is divided again, surplus teams are deleted, or stay without members
    if a session uses them. Raises LotChanged if the class changed meanwhile: then nothing has changed.
    """
    Course.objects.select_for_update().get(pk=course.pk)
    lot = lot_draw(course=course, wish=wish)
    if lot.digest != digest:
        raise LotChanged
    through = Team.members.through
    if wish.everyone:
        through.objects.filter(team__course=course).delete()
        course.teams.exclude(name__in=lot.names).filter(session_teams__isnull=True).delete()
    there = {team.name: team for team in course.teams.all()}
    made = []
    for name, members in zip(lot.names, lot.teams, strict=True):
        team = there.get(name) or Team(course=course, name=name)
        team.seed = wish.seed
        team.save()
        made.append(team)
        through.objects.bulk_create(through(team_id=team.pk, **{PERSON_ID: user}) for user in members)
    return made
