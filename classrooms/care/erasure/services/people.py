"""Erasure of a person: the name is removed, and the matches they played can still be replayed and verified."""

import secrets
from collections.abc import Collection
from datetime import datetime
from importlib import import_module
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session as SignIn
from django.db import transaction
from django.db.models import Q

from classrooms.assess.grading.appeal import marks_seal
from classrooms.assess.reports.renewal import Renewed, papers_forget_others, papers_forget_own
from classrooms.assess.reports.services import debrief_freeze, debrief_keep
from classrooms.care.erasure.services.texts import answers_forget, scenarios_forget, texts_clean
from classrooms.models import (
    Course,
    Debrief,
    Enrolment,
    Identity,
    LmsLogin,
    LmsMember,
    LmsPerson,
    LmsScore,
    PasswordRequest,
    SecondFactor,
    TableObserver,
    TeamMailCopy,
    User,
)
from classrooms.people.access.attempts import attempt_models
from classrooms.people.class_lists.services.detach_person import rows_hand_over
from classrooms.people.class_lists.services.erasure_log import Erased, erasure_note, erasures_keep, erasures_pending
from classrooms.people.class_lists.services.names import GONE, Names, names_of
from classrooms.people.class_lists.services.observed import observing_end
from classrooms.people.class_lists.services.people import sessions_touch, student_remove, traces_of
from classrooms.people.class_lists.services.staff import course_match_ids, staff_remove
from games.engine.errors import RulesError
from games.public.base import clock
from games.public.models import (
    KEPT,
    OVER,
    CalendarLink,
    Intervention,
    Job,
    Match,
    Message,
    Move,
    ReadingChoice,
    SeatHolder,
    people_are_users,
)
from games.public.people import cleaned, is_session_of, person_forget_in_match
from games.public.steering import seat_release


@transaction.atomic
def person_erase(*, user: User, by: Any = None, even_the_last: bool = False, now: datetime | None = None) -> Renewed:
    """Erase a person: name, addresses, own texts, marks, sign-ins, and their name in texts of others. Bots take their
    seats. Moves stay without a name, so that matches can still be verified; a person who never took part is deleted
    completely.

    Debriefs with the person are frozen again. The person's own reports and all files that named them are deleted after
    commit. Workers make the latter again: returns their number. Questions and sessions made by an instructor stay with
    the course, shared scenarios with their readers. Safe to repeat. Raises LastInstructor if a course that is not
    archived would be left without one, unless `even_the_last`.
    """
    if user.erased_at is not None:
        return Renewed()
    now = now or clock.now()
    names = names_of(user)
    courses = list(Enrolment.objects.filter(user=user).values_list("course_id", flat=True))
    own = _matches_of(user)
    near = own.union(*(course_match_ids(course_id) for course_id in courses))
    _lock(near)
    erasure_note(user=user, now=now)
    marks_seal(user=user, names=names, now=now)
    _leave(user, by, even_the_last, now)
    _words_forget(user, names, near, courses)
    scenarios_forget(user=user, names=names)
    played = traces_of([user.pk])[user.pk].played
    _site_forget(user, names)
    gone = papers_forget_own(user=user)
    if played:
        _anonymise(user, now)
    else:
        user.delete()
    _debriefs_renew(near, own, names, now)
    return Renewed(gone, papers_forget_others(matches=near, courses=courses, now=now))


@transaction.atomic
def participation_cut(*, user: User, course: Course, by: Any = None, now: datetime | None = None) -> User:
    """Remove a person's name from one course and leave it in all others. The person of this course becomes a separate
    erased person, who is returned. Seats, texts, marks and papers of the course are treated as in `person_erase`; the
    account no longer has any link to the course. Staff of the course keep their role.
    """
    now = now or clock.now()
    names, matches = names_of(user), course_match_ids(course.pk)
    _lock(matches)
    for row in Enrolment.objects.filter(user=user, course=course):
        student_remove(enrolment=row, by=by, now=now)
    nobody = User()
    _anonymise_fields(nobody, now)
    nobody.save()
    LmsMember.objects.filter(person__user=user, lms_course__course=course).delete()
    LmsScore.objects.filter(person__user=user, line_item__session__course=course).delete()
    rows_hand_over(user=user, to=nobody, course_id=course.pk, matches=matches)
    _leave(nobody, by, False, now)
    _words_forget(nobody, names, matches, [course.pk])
    papers_forget_own(user=nobody)
    _debriefs_renew(matches, _matches_of(nobody), names, now)
    papers_forget_others(matches=matches, courses=[course.pk], now=now)
    return nobody


def _words_forget(user: User, names: Names, matches: set[int], courses: list[int]) -> None:
    """Erase the person's own texts, and their name in texts of others."""
    for match_id in sorted(matches):
        person_forget_in_match(match_id=match_id, user_id=user.pk, clean=names.clean)
    answers_forget(user=user, names=names)
    texts_clean(course_ids=courses, names=names)


def _matches_of(user: User) -> set[int]:
    """Every match in which the person had any part."""
    found: set[int] = set(Match.objects.filter(Q(created_by=user) | Q(stewards=user)).values_list("pk", flat=True))
    rows: tuple[Any, ...] = (
        SeatHolder.objects.filter(user=user).values_list("seat__match_id", flat=True),
        Move.objects.filter(author=user).order_by().values_list("match_id", flat=True),
        Message.objects.filter(author=user).order_by().values_list("match_id", flat=True),
        Intervention.objects.filter(Q(user=user) | Q(by=user)).order_by().values_list("match_id", flat=True),
    )
    return found.union(*(set(each.distinct()) for each in rows))


def _lock(matches: set[int]) -> None:
    """Lock the sessions of the matches, then the matches, each in the order of their ids."""
    rows = Match.objects.filter(pk__in=matches, session_team__isnull=False)
    sessions_touch(rows.values_list("session_team__session_id", flat=True))
    list(Match.objects.select_for_update().filter(pk__in=matches).order_by("pk").values_list("pk"))


def _leave(user: User, by: Any, even_the_last: bool, now: datetime) -> None:
    """Leave every course and every seat of a match that is not over."""
    for row in Enrolment.objects.filter(user=user).select_related("course").order_by("course"):
        last_too = even_the_last or row.course.archived_at is not None
        staff_remove(enrolment=row, by=by, even_the_last=last_too, now=now)
        student_remove(enrolment=row, by=by, now=now)
    seats = SeatHolder.objects.filter(KEPT, user=user).exclude(seat__match__status__in=OVER)
    for match_id, seat in seats.order_by("seat__match").values_list("seat__match_id", "seat__index"):
        seat_release(match_id=match_id, seat=seat, user=user, now=now)
    observing_end(TableObserver.objects.filter(user=user), now)
    user.stewarded_matches.clear()
    user.observed_matches.clear()
    user.teams.clear()
    user.seat_plans.all().delete()
    user.notifications.all().delete()
    user.push_subscriptions.all().delete()
    user.away_plans.all().delete()
    TeamMailCopy.objects.filter(user=user).update(user=None)
    CalendarLink.objects.filter(user=user).delete()
    ReadingChoice.objects.filter(user=user).delete()
    SeatHolder.objects.filter(user=user).update(extra_time=0)
    Enrolment.objects.filter(user=user).update(student_number="", extra_time=0, extra_time_asked=0, roster_import=None)


def _site_forget(user: User, names: Names) -> None:
    """Delete sign-ins, failed attempts and the administration's notes."""
    for key in [row.session_key for row in SignIn.objects.iterator() if is_session_of(row.get_decoded(), user)]:
        import_module(settings.SESSION_ENGINE).SessionStore(key).delete()
    who = Q(username__iexact=user.username)
    if user.email:
        who |= Q(username__iexact=user.email)
    for known in LmsPerson.objects.filter(user=user):
        LmsLogin.objects.filter(platform=known.platform_id, launch__subject=known.subject).delete()
        known.delete()
    user.password_mails.all().delete()
    SecondFactor.objects.filter(user=user).delete()
    Identity.objects.filter(user=user).delete()
    PasswordRequest.objects.filter(email__iexact=user.email).delete()
    for model in attempt_models():
        model.objects.filter(who).delete()
    people, messages = (ContentType.objects.get_for_model(model) for model in (User, Message))
    about = LogEntry.objects.filter(content_type=people, object_id=str(user.pk))
    about.update(object_repr=GONE, change_message="")
    LogEntry.objects.filter(content_type=messages).update(object_repr=GONE)
    for entry in LogEntry.objects.exclude(content_type=people).iterator():
        after = names.clean(entry.object_repr), names.clean(entry.change_message)
        if after != (entry.object_repr, entry.change_message):
            LogEntry.objects.filter(pk=entry.pk).update(object_repr=after[0], change_message=after[1])
    for job in Job.objects.exclude(error=""):
        if names.clean(job.error) != job.error:
            Job.objects.filter(pk=job.pk).update(error=names.clean(job.error))


def _anonymise(user: User, now: datetime) -> None:
    """Keep the row to which moves and seats refer, without any personal data. A random password ends personal
    links and API tokens.
    """
    _anonymise_fields(user, now)
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def _anonymise_fields(user: User, now: datetime) -> None:
    user.username, user.display_name, user.email = f"erased-{secrets.token_hex(8)}", "", ""
    user.family_name = user.given_name = ""
    user.language = user.time_zone = ""
    user.is_active = user.is_staff = user.is_superuser = user.can_create_courses = user.mail_notifications = False
    user.last_login, user.second_factor_since, user.erased_at = None, None, now
    user.set_unusable_password()
    if not people_are_users():
        user.account = None  # who comes back with the account is somebody new


def _debriefs_renew(matches: set[int], own: set[int], names: Names, now: datetime) -> None:
    """Freeze the facts of debriefs with the person again."""
    for debrief in Debrief.objects.filter(match__in=matches).select_related("match").order_by("match"):
        if debrief.match_id not in own and cleaned(debrief.facts, names.clean) == debrief.facts:
            continue
        try:
            debrief_freeze(match=debrief.match, now=now)
        except (RulesError, msgspec.ValidationError):
            # Rules of another version: the facts that were frozen under them stay, without the name.
            debrief_keep(debrief=debrief, facts=cleaned(debrief.facts, names.clean), now=now)


@transaction.atomic
def erasures_replay(*, known: Collection[Erased], now: datetime | None = None) -> int:
    """Erase people again who came back with a restored backup, and record all these erasures; returns the number
    of people.
    """
    erasures_keep(known=known)
    pending = erasures_pending(known)
    for user in pending:
        person_erase(user=user, even_the_last=True, now=now)
    return len(pending)


@transaction.atomic
def erasure_foreseen(*, user: User, by: Any = None) -> Renewed:
    """The effects of erasing a person on papers: the erasure is done and rolled back. Raises LastInstructor."""
    found = person_erase(user=User.objects.get(pk=user.pk), by=by)
    transaction.set_rollback(True)
    return found
