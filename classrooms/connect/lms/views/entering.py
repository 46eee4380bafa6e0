"""From a checked launch to a page: the person, the course and the session."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from classrooms.connect.lms import frames, jobs
from classrooms.connect.lms.claims import DEEP, Launch
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.services import courses, people, scores
from classrooms.connect.lms.services.first import first_came, sit_down
from classrooms.connect.lms.tickets import ticket_make
from classrooms.models import (
    Enrolment,
    LmsCourse,
    LmsLink,
    LmsLogin,
    LmsPerson,
    PublishedGrade,
    Session,
    SessionStatus,
)
from classrooms.people.access.permissions import Right, session_access
from classrooms.people.accounts.languages import remember_language
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.queries.set_up import BEGUN, seats_held
from games.public.base import NotAllowed, ServiceError, clock
from games.public.people import enter, session_keep

Role = Enrolment.Role
OPENING = (SessionStatus.OPEN, *BEGUN)
OVER = (SessionStatus.FINISHED, SessionStatus.ARCHIVED)
WAITS = frozenset({"not_open", "not_connected", "not_chosen"})
"""Faults of links whose target does not exist yet but will. They are no failures: the page reloads by itself."""
WAITS_FOR = "lms_waits_for"
"""A session key: the kind of the fault for which the person waits."""
PICKS = "lms_picks"
"""A session key: a choice of links for the platform (deep linking) has begun and must end on its page."""


def arrive(request: HttpRequest, login: LmsLogin, launch: Launch, place: str) -> HttpResponse:
    """Let in the person of a launch, or first ask them about their account. `place` is the next address: "/" in this
    tab, or the address of a frame. It is empty if a frame keeps no cookies and a new tab must be opened.
    """
    now = clock.now()
    lms_course = courses.lms_course_note(platform=login.platform, launch=launch, now=now)
    courses.lms_course_check(lms_course)
    if not launch.role and not launch.is_test:
        raise LmsFault("no_role")
    if not place and launch.message == DEEP:
        # What is picked goes back to the very window that asked for it: from another tab it would reach nobody.
        raise LmsFault("picked_here")
    person = people.person_of(platform=login.platform, subject=launch.subject)
    if person is None:
        if place and not launch.is_test and _asks_who(request, launch, place):
            return _ask_who(request, login, launch, place)
        person = people.person_create(
            platform=login.platform,
            subject=launch.subject,
            name=launch.name,
            given_name=launch.given_name,
            family_name=launch.family_name,
            is_test=launch.is_test,
            now=now,
        )
    return let_in(request, login, launch, person, lms_course, place)


def _asks_who(request: HttpRequest, launch: Launch, place: str) -> bool:
    """Must a new person be asked about their account? Teachers may have one, and so may a person signed in in
    this tab.
    """
    return launch.role in (Role.INSTRUCTOR, Role.ASSISTANT) or (place == "/" and request.user.is_authenticated)


def _ask_who(request: HttpRequest, login: LmsLogin, launch: Launch, place: str) -> HttpResponse:
    request.session["lms_asks"] = login.pk
    return speaks(HttpResponseRedirect(_within(place, reverse("classrooms:lms-who"))), launch)


def speaks(response: HttpResponse, launch: Launch, user: Any = None) -> HttpResponse:
    """Set the language of the following pages: the account's, else the platform's for this person, else
    the browser's.
    """
    language = (user and user.language) or spoken(launch)
    if language:
        remember_language(response, language)
    return response


def spoken(launch: Launch) -> str:
    """The platform's language for this person; empty if the site lacks it."""
    wanted = launch.language.partition("-")[0]
    return wanted if wanted in dict(settings.LANGUAGES) else ""


def _within(place: str, url: str) -> str:
    """An address of this site as it is in a frame."""
    return place + url.lstrip("/") if place and place != "/" and not frames.PLACE.search(url) else url


def let_in(
    request: HttpRequest, login: LmsLogin, launch: Launch, person: LmsPerson, lms_course: LmsCourse, place: str
) -> HttpResponse:
    """Let the person in: note their role, and lead them to the target of the launch. Raises LmsFault."""
    people.account_check(person.user)
    people.launch_note(lms_course=lms_course, person=person, launch=launch, now=clock.now())
    looks = people.looks_as_student(lms_course=lms_course, person=person, launch=launch)
    if looks or launch.role == Role.INSTRUCTOR:
        jobs.roster_request(lms_course=lms_course, now=clock.now())
    person.refresh_from_db()
    waits_for = ""
    try:
        url = where_to(request, login, launch, person, lms_course)
    except LmsFault as fault:
        if fault.kind not in WAITS:
            raise
        url, waits_for = reverse("classrooms:lms-wait"), fault.kind
    if not place:
        ticket = ticket_make(person.user, login.pk, unhurried=True)
        enter_url = f"{reverse('classrooms:lms-enter', args=[ticket])}?{urlencode({'next': url})}"
        response = render(request, "classrooms/lms/tab.html", {"enter_url": enter_url})
        return frames.allow(response, frames.origins_of(login.platform))
    url = _within(place, url)
    keep = {"lms": login.pk, PICKS: launch.message == DEEP, WAITS_FOR: waits_for}
    request.session.pop("lms_asks", None)
    is_here = request.user.pk == person.user_id
    if not is_here or place != "/":
        step = enter(request, person.user, onward=url, keep=keep, is_proven=is_here)
        if step is not None:
            return speaks(HttpResponseRedirect(_within(place, step["Location"])), launch, person.user)
    session_keep(request, keep)
    return speaks(HttpResponseRedirect(url), launch, person.user)


def where_to(request: HttpRequest, login: LmsLogin, launch: Launch, person: LmsPerson, lms_course: LmsCourse) -> str:
    """The page of a launch. Raises LmsFault if it does not exist yet for a student."""
    runs = launch.role == Role.INSTRUCTOR
    if lms_course.course is None:
        if runs:
            return reverse("classrooms:lms-connect")
        raise LmsFault("not_connected")
    if launch.message == DEEP:
        if not runs:
            raise LmsFault("no_role")
        jobs.columns_request(lms_course=lms_course, now=clock.now())
        return reverse("classrooms:lms-choose")
    link = courses.link_note(lms_course=lms_course, launch=launch)
    column_note(link)
    if people.looks_as_student(lms_course=lms_course, person=person, launch=launch):
        return reverse("classrooms:lms-look")
    if link.session is None:
        return _without_session(request, launch, lms_course, runs)
    if launch.is_test:
        return _rehearsal(link.session, person)
    return page_of(request, link, person, launch.role)


def column_note(link: LmsLink) -> None:
    """Use the link's own column for the marks of its session, if they have no column. If they have another one, a job
    checks whether it still exists.
    """
    if scores.line_item_of_launch(link=link, now=clock.now()):
        jobs.columns_request(lms_course=link.lms_course, url=link.line_item_url, now=clock.now())


def _without_session(request: HttpRequest, launch: Launch, lms_course: LmsCourse, runs: bool) -> str:
    """The page of a link to the whole course, or of a link whose target is not chosen yet."""
    assert lms_course.course is not None  # noqa: S101 - asked before
    if runs:
        return reverse("classrooms:lms-link")
    if launch.is_test:
        raise LmsFault("nothing_to_rehearse")
    if "item" in launch.custom:
        raise LmsFault("not_chosen")
    if launch.role in (Role.ASSISTANT, Role.OBSERVER):
        return reverse("classrooms:course", args=[lms_course.course.pk])
    return reverse("games:home")


def page_of(request: HttpRequest, link: LmsLink, person: LmsPerson, role: str) -> str:
    """The page of a link for a person: a student sits down if a seat is free. After the session, students see their
    published mark, else their debrief. Instructors then see the grades, or the debriefs if the link leads to these.
    """
    play_session = link.session
    assert play_session is not None  # noqa: S101 - the caller looked
    if link.page == LmsLink.Page.GRADE:
        name = "my-grade" if role == Role.STUDENT else "grades" if role == Role.INSTRUCTOR else "session"
        return reverse(f"classrooms:{name}", args=[play_session.pk])
    if play_session.status == SessionStatus.DRAFT and role == Role.STUDENT:
        play_session = first_came(link=link) if link.page == LmsLink.Page.SESSION else play_session
        if play_session.status == SessionStatus.DRAFT:
            raise LmsFault("not_open")
    if link.page == LmsLink.Page.SESSION and role == Role.STUDENT:
        link.session = play_session
        _seat(request, link, person.user)
    name = _page_when_over(link, play_session, person.user) if play_session.status in OVER else "session"
    return reverse(f"classrooms:{name}", args=[play_session.pk])


def _page_when_over(link: LmsLink, play_session: Session, user: Any) -> str:
    """The page after the session, by the person's role here, which staff of this site may have changed."""
    try:
        access = session_access(play_session.pk, user)
    except (Http404, NotAllowed):
        return "session"
    is_debrief = link.page == LmsLink.Page.DEBRIEF
    if access.may(Right.GRADE) and not play_session.is_rehearsal:
        return "session-reports" if is_debrief else "grades"
    told = PublishedGrade.objects.filter(book__session=play_session, user=user)
    return "my-grade" if access.may(Right.PLAY) and not is_debrief and told.exists() else "session"


def _seat(request: HttpRequest, link: LmsLink, user: Any) -> None:
    if link.session is None or link.session.status not in OPENING or seats_held(user.pk, link.session):
        return
    try:
        sit_down(link=link, user=user)
    except ServiceError as refused:
        messages.info(request, str(refused))


def _rehearsal(play_session: Session, person: LmsPerson) -> str:
    """The rehearsal of a test student, who sits down in rehearsals only and is on no list."""
    if play_session.is_rehearsal and play_session.status in (SessionStatus.DRAFT, SessionStatus.OPEN):
        raise LmsFault("not_open")
    if not play_session.is_rehearsal or play_session.status not in BEGUN:
        raise LmsFault("nothing_to_rehearse")
    try:
        match = sessions.rehearsal_try(session_id=play_session.pk, user=person.user)
    except ServiceError:
        raise LmsFault("nothing_to_rehearse") from None
    return reverse("games:match", args=[match.pk])


def greet(request: HttpRequest, name: str) -> None:
    """Greet the person once, on the next page."""
    messages.success(request, _("You are %(name)s here.") % {"name": name})
