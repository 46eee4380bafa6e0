"""Pages that follow a launch: who are you here, which course is this, which session, which links."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from classrooms.lms import deep_linking, frames, jobs
from classrooms.lms.calling import origin_of
from classrooms.lms.claims import DEEP, Launch
from classrooms.lms.faults import LmsFault
from classrooms.lms.forms import NewCourseForm
from classrooms.lms.services import courses, launching, people, registering, scores
from classrooms.lms.views.entering import greet, let_in, where_to
from classrooms.lms.views.protocol import site_of, told
from classrooms.models import Course, Enrolment, LmsCourse, LmsLink, LmsLogin, LmsPerson, Session
from classrooms.sessions import services as sessions
from games import clock
from games.errors import BadRequest, NotAllowed, ServiceError
from games.kit.faces import all_faces

Role = Enrolment.Role
View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Launched:
    """Somebody who is in by a launch."""

    login: LmsLogin
    launch: Launch
    person: LmsPerson
    lms_course: LmsCourse


def _launched(request: HttpRequest) -> Launched:
    """The launch by which the reader came. Raises LmsFault for who came otherwise, or a day ago."""
    login, launch = launching.launched(login_id=request.session.get("lms"))
    person = people.person_of(platform=login.platform, subject=launch.subject)
    if person is None or person.user_id != request.user.pk:
        raise LmsFault("state_unknown")
    row = LmsCourse.objects.select_related("course", "deployment__platform").filter(
        deployment__platform=login.platform, deployment__deployment_id=launch.deployment, context_id=launch.context_id
    )
    found = row.first()
    if found is None:
        raise LmsFault("state_unknown")
    courses.lms_course_check(found)
    return Launched(login, launch, person, found)


def for_instructors(view: View) -> View:
    """Of the course there, who came by a launch; others are told what is missing."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            came = _launched(request)
            if came.launch.role != Role.INSTRUCTOR:
                raise LmsFault("no_role")
            return view(request, came, *args, **kwargs)
        except LmsFault as fault:
            return told(request, fault)

    return guarded


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lms_who(request: HttpRequest) -> HttpResponse:
    """Somebody new who may have an account: "this is me" (`who`: "me"), or they begin as somebody new ("new"). For who
    came by a launch.
    """
    try:
        login, launch = launching.launched(login_id=request.session.get("lms_asks"))
        if request.method == "POST":
            return _said_who(request, login, launch)
    except LmsFault as fault:
        return told(request, fault)
    sign_in = f"{reverse(settings.LOGIN_URL)}?next={reverse('classrooms:lms-who')}"
    context = {"platform": login.platform, "launch": launch, "sign_in": sign_in}
    return render(request, "classrooms/lms/who.html", context)


def _said_who(request: HttpRequest, login: LmsLogin, launch: Launch) -> HttpResponse:
    now = clock.now()
    lms_course = courses.lms_course_note(platform=login.platform, launch=launch, now=now)
    if request.POST.get("who") == "me" and request.user.is_authenticated:
        try:
            person = people.person_link(platform=login.platform, subject=launch.subject, user=request.user)
        except LmsFault:
            raise
        except ServiceError as refused:
            messages.error(request, str(refused))
            return redirect("classrooms:lms-who")
        greet(request, person.user.get_full_name())
    else:
        person = people.person_create(
            platform=login.platform,
            subject=launch.subject,
            name=launch.name,
            given_name=launch.given_name,
            family_name=launch.family_name,
            now=now,
        )
    frame = frames.frame_of(request)
    return let_in(request, login, launch, person, lms_course, frame.place if frame is not None else "/")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lms_me(request: HttpRequest) -> HttpResponse:
    """ "This is me", later: who came by a launch as somebody new signs in with an account, and the two become one. For
    who came by a launch.
    """
    try:
        known = request.session.get("lms_me") or request.session.get("lms")
        login, launch = launching.launched(login_id=known)
        if request.method == "POST" and request.POST.get("who") == "sign-in":
            return _signs_in(request, login)
        if request.method == "POST":
            return _is_me(request, login, launch)
    except LmsFault as fault:
        return told(request, fault)
    person = people.person_of(platform=login.platform, subject=launch.subject)
    context = {
        "platform": login.platform,
        "launch": launch,
        "person": person,
        "is_other": person is not None and request.user.is_authenticated and person.user_id != request.user.pk,
    }
    return render(request, "classrooms/lms/me.html", context)


def _signs_in(request: HttpRequest, login: LmsLogin) -> HttpResponse:
    """The guest leaves this browser, and what they came by stays in it."""
    request.session.flush()
    request.session["lms_me"] = login.pk
    url = reverse("classrooms:lms-me")
    return HttpResponseRedirect(f"{reverse(settings.LOGIN_URL)}?next={url}")


def _is_me(request: HttpRequest, login: LmsLogin, launch: Launch) -> HttpResponse:
    if not request.user.is_authenticated or "lms_me" not in request.session:
        raise LmsFault("state_unknown")
    try:
        person = people.person_link(platform=login.platform, subject=launch.subject, user=request.user)
    except LmsFault:
        raise
    except ServiceError as refused:
        messages.error(request, str(refused))
        return redirect("classrooms:lms-me")
    del request.session["lms_me"]
    request.session["lms"] = login.pk
    greet(request, person.user.get_full_name())
    return redirect("games:home")


@require_http_methods(["GET", "HEAD", "POST"])
@for_instructors
def lms_connect(request: HttpRequest, came: Launched) -> HttpResponse:
    """Which course of ours a platform's course is: one that the reader runs (`course`), or a new one. For instructors
    of the course there.
    """
    if came.lms_course.course is not None and request.method != "POST":
        return _onward(request, came)
    form = NewCourseForm(request.POST if request.method == "POST" else None, initial={"name": came.lms_course.title})
    if request.method == "POST" and _connect(request, came, form):
        came.lms_course.refresh_from_db()
        jobs.roster_request(lms_course=came.lms_course, now=clock.now())
        return _onward(request, came)
    own = courses.courses_of(request.user)
    context = {"came": came, "form": form, "courses": own}
    return render(request, "classrooms/lms/connect.html", context, status=422 if request.method == "POST" else 200)


def _connect(request: HttpRequest, came: Launched, form: NewCourseForm) -> bool:
    chosen = request.POST.get("course", "")
    try:
        if chosen:
            course = Course.objects.filter(pk=int(chosen) if chosen.isdecimal() and len(chosen) < 10 else 0).first()
            if course is None:
                raise NotAllowed
            courses.course_connect(lms_course=came.lms_course, course=course, person=came.person, role=came.launch.role)
            return True
        if not form.is_valid():
            return False
        courses.course_connect_new(
            lms_course=came.lms_course,
            person=came.person,
            role=came.launch.role,
            name=form.cleaned_data["name"],
            time_zone=came.person.user.time_zone or settings.TIME_ZONE,
        )
    except ValidationError as fault:
        form.add_error("name", fault.messages)
        return False
    except NotAllowed as refused:
        form.add_error(None, str(refused))
        return False
    return True


def _onward(request: HttpRequest, came: Launched) -> HttpResponse:
    """Where the launch was for, now that its course is known."""
    lms_course = LmsCourse.objects.select_related("course").get(pk=came.lms_course.pk)
    return redirect(where_to(request, came.login, came.launch, came.person, lms_course))


def _connected(came: Launched) -> Course:
    """Raises LmsFault while the course is none of ours."""
    if came.lms_course.course is None:
        raise LmsFault("not_connected")
    return came.lms_course.course


@require_http_methods(["GET", "HEAD", "POST"])
@for_instructors
def lms_link(request: HttpRequest, came: Launched) -> HttpResponse:
    """Which session a link means. For instructors of the course there."""
    course = _connected(came)
    link = courses.link_note(lms_course=came.lms_course, launch=came.launch)
    rows = list(Session.objects.filter(course=course).exclude(status="archived"))
    if request.method == "POST":
        chosen = request.POST.get("session", "")
        found = next((row for row in rows if str(row.pk) == chosen), None)
        page = request.POST.get("page", LmsLink.Page.SESSION)
        if found is not None and page in LmsLink.Page.values:
            link = courses.link_choose(link=link, play_session=found, page=page)
            scores.line_item_of_launch(link=link, url=came.launch.line_item_url, now=clock.now())
            messages.success(request, _("The link leads to %(session)s from now on.") % {"session": found.title})
            return redirect("classrooms:session", found.pk)
        messages.error(request, str(BadRequest(field="session", reason=chosen[:20])))
    context = {
        "came": came,
        "course": course,
        "sessions": rows,
        "pages": LmsLink.Page.choices,
        "is_copy": courses.is_copy(came.lms_course, came.launch),
    }
    return render(request, "classrooms/lms/link.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_instructors
def lms_choose(request: HttpRequest, came: Launched) -> HttpResponse:
    """Deep linking: which sessions, debriefings and marks become links there. For instructors of the course there."""
    course = _connected(came)
    if came.launch.message != DEEP:
        return _onward(request, came)
    rows = list(Session.objects.filter(course=course).exclude(status="archived"))
    if request.method == "POST":
        choices = _choices(request, course, rows)
        if choices:
            return _answer(request, came, choices)
        messages.error(request, _("Choose at least one."))
    context = {
        "came": came,
        "course": course,
        "sessions": rows,
        "faces": all_faces(),
        "pages": LmsLink.Page.choices,
        "several": came.launch.deep.get("accept_multiple", True),
    }
    return render(request, "classrooms/lms/choose.html", context)


def _choices(request: HttpRequest, course: Course, rows: list[Session]) -> list[deep_linking.Choice]:
    """In the order of the page; a new session is a draft of its own."""
    found = []
    known = {str(row.pk): row for row in rows}
    for text in request.POST.getlist("item")[:40]:
        number, _sep, page = text.partition(":")
        if number in known and page in LmsLink.Page.values:
            with_column = f"column-{number}" in request.POST and page == LmsLink.Page.SESSION
            found.append(deep_linking.Choice(known[number], page, with_column))
    game = request.POST.get("game", "")
    if game:
        title = _("Session %(number)d") % {"number": len(rows) + 1}
        try:
            made = sessions.session_create(course=course, by=request.user, game=game[:40], title=title)
        except (ServiceError, LookupError) as refused:
            messages.error(request, str(refused))
        else:
            found.append(deep_linking.Choice(made, LmsLink.Page.SESSION, "column-new" in request.POST))
    return found


def _answer(request: HttpRequest, came: Launched, choices: list[deep_linking.Choice]) -> HttpResponse:
    site = site_of(request)
    token = deep_linking.answer(
        platform=came.login.platform,
        lms_course=came.lms_course,
        launch=came.launch,
        choices=choices,
        start=frames.plain(registering.addresses(site)["start"]),
        icon=site + static("shell/icons/icon-192.png"),
        now=clock.now(),
    )
    url = str(came.launch.deep["deep_link_return_url"])
    response = render(request, "classrooms/lms/return.html", {"url": url, "token": token, "number": len(choices)})
    return frames.forms_may_go(response, origin_of(url))
