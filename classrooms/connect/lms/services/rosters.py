"""Rosters: the platform's list of a course, the changes it would make here, and their application."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.connect.lms.calling import next_page
from classrooms.connect.lms.claims import CLAIM, MOST_GROUPS, NAME, groups_in, named
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.roles import is_lower, is_test, role_of
from classrooms.connect.lms.services import people
from classrooms.connect.lms.services.launching import last_role
from classrooms.connect.lms.services.registering import fault_keep
from classrooms.connect.lms.tokens import GROUPS, MEMBERS, call_service
from classrooms.models import Course, Enrolment, LmsCourse, LmsMember, LmsPerson, LmsPlatform, Team, User
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.people.class_lists.services.people import student_remove
from classrooms.people.class_lists.services.staff import LastInstructor, staff_remove
from classrooms.people.class_lists.services.teams import TeamNameTaken, TeamNameUnfit, students_move, team_create
from games.public.base import clock, refusal
from games.public.people import guests_create

Role = Enrolment.Role
KIND: Final = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
KIND_GROUPS: Final = "application/vnd.ims.lti-gs.v1.contextgroupcontainer+json"
PAGE: Final = 200
MOST_PAGES: Final = 100
OLD_AFTER: Final = timedelta(minutes=10)


RosterChanged = refusal(
    "lms_roster_changed", gettext_lazy("The list changed there since you looked. Look at it once more.")
)
"""The platform's list differs from the list that was confirmed."""


@dataclass(frozen=True)
class ListedMember:
    """A person on the platform's list."""

    subject: str
    role: str
    name: str
    given_name: str
    family_name: str
    groups: tuple[tuple[str, str], ...] = ()
    is_test: bool = False


@dataclass(frozen=True)
class Change:
    """A person whose name or role here would change."""

    member: LmsMember
    listed: ListedMember
    name: str
    role: str

    @property
    def role_words(self) -> str:
        """The name of the new role; empty if the role stays."""
        return str(Role(self.role).label) if self.role else ""


@dataclass
class Difference:
    """The changes that the platform's list would make. `gone` are people on the list here but not on the
    platform's.
    """

    listed: list[ListedMember] = field(default_factory=list)
    new: list[ListedMember] = field(default_factory=list)
    back: list[Change] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    gone: list[LmsMember] = field(default_factory=list)

    @property
    def digest(self) -> str:
        """A digest of people, roles and names."""
        rows = sorted((each.subject, each.role, each.name) for each in self.listed)
        return hashlib.sha256(json.dumps([rows, sorted(each.pk for each in self.gone)]).encode()).hexdigest()[:16]

    @property
    def is_none(self) -> bool:
        """Would nothing change?"""
        return not (self.new or self.back or self.changed or self.gone)

    @property
    def is_drastic(self) -> bool:
        """Would so many people leave that the platform may be at fault? Then an instructor must confirm it first."""
        stay = len(self.listed) - len(self.new) - len(self.back)
        return len(self.gone) > 2 and len(self.gone) > (stay + len(self.gone)) / 3

    @property
    def counts(self) -> dict[str, int]:
        """The number of people by kind of change, for the page of the course."""
        return {name: len(getattr(self, name)) for name in ("listed", "new", "back", "changed", "gone")}


def roster_read(*, lms_course: LmsCourse, now: datetime | None = None) -> Difference:
    """Request the platform's list and compare it. Only the state of the last try is stored. Raises LmsFault."""
    now = now or clock.now()
    platform = lms_course.deployment.platform
    try:
        if not lms_course.members_url:
            raise LmsFault("no_service")
        listed = list(_listed(platform, lms_course, now))
    except LmsFault as fault:
        fault_keep(platform=platform, fault=fault, what="roster", now=now)
        LmsCourse.objects.filter(pk=lms_course.pk).update(
            roster_tried_at=now, roster_fault=fault.kind, roster_params=fault.params
        )
        raise
    LmsCourse.objects.filter(pk=lms_course.pk).update(roster_tried_at=now, roster_fault="", roster_params={})
    LmsPlatform.objects.filter(pk=platform.pk).update(answered_at=now)
    return _compared(lms_course, listed)


def groups_read(*, lms_course: LmsCourse, link_id: str, now: datetime | None = None) -> None:
    """Store the groups of people who see a link. Some platforms fill in the groups only if a link is named. Raises
    LmsFault, which is stored with the platform.
    """
    now = now or clock.now()
    platform = lms_course.deployment.platform
    try:
        if not lms_course.members_url:
            raise LmsFault("no_service")
        listed = list(_listed(platform, lms_course, now, link_id))
    except LmsFault as fault:
        fault_keep(platform=platform, fault=fault, what="groups", now=now)
        raise
    _groups_keep(lms_course, Difference(listed=listed))


def _listed(platform: LmsPlatform, lms_course: LmsCourse, now: datetime, link_id: str = "") -> Iterator[ListedMember]:
    """Everybody on all pages, each once; with a link, only people who see it."""
    names = _group_names(platform, lms_course, now)
    seen: set[str] = set()
    for row in _pages(platform, _with(lms_course.members_url, "rlid", link_id), "members", KIND, [MEMBERS], now):
        found = _parse_member(row, names)
        if found is not None and found.subject not in seen:
            seen.add(found.subject)
            yield found


def _pages(
    platform: LmsPlatform, address: str, key: str, kind: str, scopes: Sequence[str], now: datetime
) -> Iterator[dict[str, Any]]:
    url, asked = _with(address, "limit", str(PAGE)), set[str]()
    while url and url not in asked:
        if len(asked) >= MOST_PAGES:
            raise LmsFault("too_long", host=urlsplit(address).netloc)
        asked.add(url)
        answer = call_service(platform, url, scopes, now, headers={"Accept": kind})
        yield from answer.rows(key)
        url = next_page(answer, url)


def _with(address: str, name: str, value: str) -> str:
    """The address with one more query parameter, unless it has the parameter or the value is empty."""
    parts = urlsplit(address)
    asked = parse_qsl(parts.query)
    if not value or any(each == name for each, _value in asked):
        return address
    return parts._replace(query=urlencode([*asked, (name, value)])).geturl()


def _group_names(platform: LmsPlatform, lms_course: LmsCourse, now: datetime) -> dict[str, str]:
    """Names of groups by their keys, if the platform has them; without an answer, only the names are missing."""
    if not lms_course.groups_url:
        return {}
    try:
        rows = list(_pages(platform, lms_course.groups_url, "groups", KIND_GROUPS, [GROUPS], now))
    except LmsFault as fault:
        fault_keep(platform=platform, fault=fault, what="groups", now=now)
        return {}
    return {str(row.get("id")): named(str(row.get("name") or ""), NAME) for row in rows}


def _parse_member(row: dict[str, Any], group_names: dict[str, str]) -> ListedMember | None:
    """One line of the list; None for an inactive person, an unknown role, or a missing number."""
    subject, roles = row.get("user_id"), row.get("roles")
    names = [each for each in roles if isinstance(each, str)] if isinstance(roles, list) else []
    if isinstance(subject, int):
        subject = str(subject)
    if not isinstance(subject, str) or not 0 < len(subject) <= 255 or str(row.get("status") or "Active") != "Active":
        return None
    role = role_of(names)
    if not role or is_test(names):
        return None
    given, family = (named(str(row.get(key) or ""), NAME) for key in ("given_name", "family_name"))
    name = named(str(row.get("name") or ""), NAME) or " ".join(filter(None, (given, family)))[:NAME]
    return ListedMember(subject, role, name, given, family, _groups(row, group_names))


def _groups(row: dict[str, Any], names: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """A person's groups from the groups service, else from the custom parameter that some platforms fill in."""
    enrolled = row.get("group_enrollments")
    if isinstance(enrolled, list):
        keys = [str(each.get("group_id")) for each in enrolled if isinstance(each, dict) and each.get("group_id")]
        return tuple((key[:60], names.get(key, "")) for key in keys[:MOST_GROUPS])
    for message in row.get("message") or []:
        custom = message.get(CLAIM + "custom") if isinstance(message, dict) else None
        if isinstance(custom, dict) and isinstance(custom.get("groups"), str):
            return tuple((key, name) for key, name in groups_in(custom["groups"]))
    return ()


def _compared(lms_course: LmsCourse, listed: list[ListedMember]) -> Difference:
    """Compare the list with the people here. The list does not lower a role from a launch: Moodle lists its
    non-editing teachers as learners. If the last launch had the lower role too, the list counts. A person known
    from a launch only, and not enrolled here, is new.
    """
    rows = lms_course.members.select_related("person__user").filter(person__is_test=False)
    known = {row.person.subject: row for row in rows}
    found = Difference(listed=listed)
    ours = set(Enrolment.objects.filter(course=lms_course.course_id).values_list("user", flat=True))
    for each in listed:
        row = known.get(each.subject)
        if row is None:
            found.new.append(each)
            continue
        if row.gone_at is None and row.person.seen_at is not None and is_lower(each.role, row.role):
            came_as = last_role(lms_course=lms_course, subject=each.subject)
            if not came_as or is_lower(each.role, came_as):
                each = replace(each, role=row.role)
        if row.gone_at is None and row.person.user_id not in ours:
            found.new.append(each)
            continue
        user = row.person.user
        name = each.name if user.is_guest and each.name and each.name != user.display_name else ""
        role = each.role if each.role != row.role else ""
        if row.gone_at is not None:
            found.back.append(Change(row, each, name, role))
        elif name or role:
            found.changed.append(Change(row, each, name, role))
    theirs = {each.subject for each in listed}
    missing = [row for subject, row in known.items() if subject not in theirs and row.gone_at is None]
    found.gone = [row for row in missing if not _teaches_unlisted(lms_course, row)]
    tell_apart(lms_course.course_id, [row.person.user for row in known.values()])
    return found


def _teaches_unlisted(lms_course: LmsCourse, row: LmsMember) -> bool:
    """Was the last launch of an unlisted teacher a teacher's? Managers and administrators of a platform run
    courses without being on their lists.
    """
    if row.role == Role.STUDENT:
        return False
    came_as = last_role(lms_course=lms_course, subject=row.person.subject)
    return bool(came_as) and not is_lower(came_as, row.role)


def roster_apply(
    *, lms_course: LmsCourse, found: Difference, digest: str = "", by: Any = None, now: datetime | None = None
) -> Difference:
    """Apply the platform's list. People who left lose seats and teams, and their data stays; people who return get
    their seats back. With a `digest`, only the confirmed list is applied. Safe to repeat. Raises RosterChanged,
    and LmsFault for an unconnected course.
    """
    now = now or clock.now()
    if digest and digest != found.digest:
        raise RosterChanged
    with transaction.atomic():
        row = LmsCourse.objects.select_for_update(of=("self",)).select_related("course").get(pk=lms_course.pk)
        if row.course is None:
            raise LmsFault("not_connected")
        _take_new(row, row.course, found.new, now)
        for change in (*found.back, *found.changed):
            _take_changed(row, change, now)
        _groups_keep(row, found)
        for member in found.gone:
            _let_go(row.course, member, by, now)
        row.roster_at, row.counts = now, found.counts
        row.save(update_fields=["roster_at", "counts"])
    return found


def _take_new(row: LmsCourse, course: Course, new: Sequence[ListedMember], now: datetime) -> None:
    """Add people who are new in this course; people of other courses of the platform have accounts already."""
    platform_id = row.deployment.platform_id
    subjects = [each.subject for each in new]
    there = {
        person.subject: person
        for person in LmsPerson.objects.select_related("user").filter(platform=platform_id, subject__in=subjects)
    }
    fresh = [each for each in new if each.subject not in there]
    users = guests_create(people=[(each.name or people.pseudonym(), "") for each in fresh])
    for user, each in zip(users, fresh, strict=True):
        user.given_name, user.family_name = each.given_name, each.family_name
        user.is_guest = each.role == Role.STUDENT
    User.objects.bulk_update(users, ["given_name", "family_name", "is_guest"], batch_size=200)
    made = LmsPerson.objects.bulk_create(
        [
            LmsPerson(platform_id=platform_id, subject=each.subject, user=user, created_at=now)
            for user, each in zip(users, fresh, strict=True)
        ],
        batch_size=200,
    )
    there |= {person.subject: person for person in made}
    students = {each.subject for each in fresh if each.role == Role.STUDENT}
    Enrolment.objects.bulk_create(
        [
            Enrolment(course=course, user=person.user, role=Role.STUDENT)
            for person in made
            if person.subject in students
        ],
        batch_size=200,
    )
    LmsMember.objects.bulk_create(
        [
            LmsMember(lms_course=row, person=there[each.subject], role=each.role, name=each.name, seen_at=now)
            for each in fresh
            if each.subject in students
        ],
        batch_size=200,
    )
    for each in new:
        if each.subject not in students:
            _note(row, there[each.subject], each, now)
            _called(there[each.subject], each)


def _note(row: LmsCourse, person: LmsPerson, each: ListedMember, now: datetime) -> None:
    """Enrol the person as a launch would. People removed by staff of this site stay removed."""
    try:
        people.member_note(lms_course=row, person=person, role=each.role, name=each.name, now=now)
    except LmsFault:
        return


def _take_changed(row: LmsCourse, change: Change, now: datetime) -> None:
    _note(row, change.member.person, change.listed, now)
    _called(change.member.person, change.listed)


def _called(person: LmsPerson, each: ListedMember) -> None:
    """Rename the person as in the list."""
    people.name_follow(person=person, name=each.name, given_name=each.given_name, family_name=each.family_name)


def _groups_keep(row: LmsCourse, found: Difference) -> None:
    """Store the groups of people for whom the list has any; the others keep the groups of their last launch."""
    groups = {each.subject: [list(pair) for pair in each.groups] for each in found.listed if each.groups}
    rows = list(row.members.select_related("person").filter(person__subject__in=groups))
    for member in rows:
        member.groups = groups[member.person.subject]
    LmsMember.objects.bulk_update(rows, ["groups"], batch_size=200)


def _let_go(course: Course, member: LmsMember, by: Any, now: datetime) -> None:
    """Remove a person who is no longer on the platform's list; only a role given by the platform ends."""
    enrolment = Enrolment.objects.filter(course=course, user=member.person.user_id, left_at__isnull=True).first()
    if enrolment is not None and enrolment.role == member.role:
        try:
            if enrolment.role == Role.STUDENT:
                student_remove(enrolment=enrolment, by=by, now=now)
            else:
                staff_remove(enrolment=enrolment, by=by, now=now)
        except LastInstructor:
            return
    LmsMember.objects.filter(pk=member.pk).update(gone_at=now)


@transaction.atomic
def teams_from_groups(*, lms_course: LmsCourse) -> dict[Team, list[int]]:
    """Make a team for each group of students, under its name; a student in several groups is in the first. Existing
    teams of these names are used, all others stay. Returns the teams with their students. Raises LmsFault unless
    connected.
    """
    course = lms_course.course
    if course is None:
        raise LmsFault("not_connected")
    students = set(
        Enrolment.objects.filter(course=course, role=Role.STUDENT, left_at__isnull=True).values_list("user", flat=True)
    )
    found: dict[str, list[int]] = {}
    for member in lms_course.members.filter(gone_at__isnull=True).select_related("person").order_by("pk"):
        if member.groups and member.person.user_id in students:
            found.setdefault(_group_name(member), []).append(member.person.user_id)
    teams = {_team(course, name): members for name, members in sorted(found.items())}
    for team, members in teams.items():
        students_move(course=course, team=team, user_ids=members)
    return teams


def tells_groups(lms_course: LmsCourse) -> bool:
    """Does the platform's list contain groups? Otherwise groups are known only from launches."""
    return lms_course.members.filter(person__seen_at__isnull=True, gone_at__isnull=True).exclude(groups=[]).exists()


def team_of_group(*, lms_course: LmsCourse, user: Any) -> None:
    """Put a student who came into the team of their group, which is created if it is missing. Nobody else is moved."""
    member = lms_course.members.filter(person__user=user, gone_at__isnull=True).first()
    course = lms_course.course
    if course is None or member is None or not member.groups:
        return
    team = _team(course, _group_name(member))
    if not team.members.filter(pk=user.pk).exists():
        students_move(course=course, team=team, user_ids=[user.pk])


def _group_name(member: LmsMember) -> str:
    key, name = member.groups[0]
    return str(name or _("Group %(key)s") % {"key": key})


def _team(course: Course, name: str) -> Team:
    there = course.teams.filter(name__iexact=name).first()
    if there is not None:
        return there
    try:
        return team_create(course=course, name=name)
    except (TeamNameTaken, TeamNameUnfit):
        return team_create(course=course)


def rosters_due(*, now: datetime, older_than: timedelta) -> list[LmsCourse]:
    """Connected courses of active platforms whose last list is older than the given time."""
    rows = LmsCourse.objects.filter(
        course__isnull=False,
        course__archived_at__isnull=True,
        is_allowed=True,
        deployment__platform__state=LmsPlatform.State.ON,
    ).exclude(members_url="")
    return list(rows.exclude(roster_tried_at__gt=now - older_than).order_by("pk"))
