"""Pages after a launch: choose the account, the course, the session and the links."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from classrooms.connect.lms import deep_linking, frames, jobs
from classrooms.connect.lms.calling import origin_of
from classrooms.connect.lms.claims import DEEP, Launch
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.forms import NewCourseForm
from classrooms.connect.lms.services import courses, launching, people, registering, rosters
from classrooms.connect.lms.views.entering import WAITS, WAITS_FOR, column_note, greet, let_in, where_to
from classrooms.connect.lms.views.protocol import fault_response, site_of
from classrooms.models import Course, Enrolment, LmsCourse, LmsLink, LmsLogin, LmsPerson, OpensItself, Session
from classrooms.play.sessions import services as sessions
from games.engine.errors import RulesError
from games.public.base import BadRequest, NotAllowed, ServiceError, clock
from games.public.matches import Pace
from games.ui import faces
from games.ui.faces import all_faces

Role = Enrolment.Role
AGAIN_SECONDS: Final = 10
View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Launched:
    """A person who is signed in by a launch."""

    login: LmsLogin
    launch: Launch
    person: LmsPerson
    lms_course: LmsCourse


def _launched(request: HttpRequest) -> Launched:
    """The launch with which the reader came. Raises LmsFault for a reader without one, or a day after it."""
    login, launch = launching.launched(login_id=request.session.get("lms"))
    person = people.person_of(platform=login.platform, subject=launch.subject)
    if person is None or person.user_id != request.user.pk:
        raise LmsFault("state_unknown")
    found = _lms_course_of(login, launch)
    courses.lms_course_check(found)
    return Launched(login, launch, person, found)


def _lms_course_of(login: LmsLogin, launch: Launch) -> LmsCourse:
    """The platform's course of a launch. Raises LmsFault if it is gone."""
    row = LmsCourse.objects.select_related("course", "deployment__platform").filter(
        deployment__platform=login.platform, deployment__deployment_id=launch.deployment, context_id=launch.context_id
    )
    found = row.first()
    if found is None:
        raise LmsFault("state_unknown")
    return found


def for_instructors(view: View) -> View:
    """A view for instructors of the platform's course who came by a launch; others get a page with the reason."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            came = _launched(request)
            if came.launch.role != Role.INSTRUCTOR:
                raise LmsFault("no_role")
            return view(request, came, *args, **kwargs)
        except LmsFault as fault:
            return fault_response(request, fault)

    return guarded


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lms_wait(request: HttpRequest) -> HttpResponse:
    """Wait for the target of a link that does not exist yet. The page sends its form by itself: a POST continues as
    soon as the target exists. For people who came by a launch.
    """
    try:
        came = _launched(request)
        if request.method == "POST":
            return _goes_on(request, came)
    except LmsFault as fault:
        return fault_response(request, fault)
    known = request.session.get(WAITS_FOR)
    sentence = str(LmsFault(known)) if known in WAITS else ""
    context = {"title": came.launch.link_title, "sentence": sentence, "seconds": AGAIN_SECONDS if sentence else 0}
    return render(request, "classrooms/lms/wait.html", context)


def _goes_on(request: HttpRequest, came: Launched) -> HttpResponse:
    """Continue a launch that waited, or return to the page that waits. Raises LmsFault for any other fault."""
    try:
        if came.lms_course.course is not None:
            people.launch_note(lms_course=came.lms_course, person=came.person, launch=came.launch, now=clock.now())
        return _onward(request, came)
    except LmsFault as fault:
        if fault.kind not in WAITS:
            raise
        request.session[WAITS_FOR] = fault.kind
    return redirect("classrooms:lms-wait")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lms_who(request: HttpRequest) -> HttpResponse:
    """Ask a new person about their account. `who` is "me" for the signed-in account, "new" for a new person, "course"
    for a new teacher with a course of the same name. For people who came by a launch.
    """
    try:
        login, launch = launching.launched(login_id=request.session.get("lms_asks"))
        if request.method == "POST":
            return _said_who(request, login, launch)
        lms_course = _lms_course_of(login, launch)
    except LmsFault as fault:
        return fault_response(request, fault)
    sign_in = f"{reverse(settings.LOGIN_URL)}?next={reverse('classrooms:lms-who')}"
    context = {
        "platform": login.platform,
        "launch": launch,
        "sign_in": sign_in,
        "makes_course": launch.role == Role.INSTRUCTOR and lms_course.course_id is None and bool(lms_course.title),
    }
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
        if request.POST.get("who") == "course" and launch.role == Role.INSTRUCTOR and lms_course.course is None:
            _make_course(lms_course, person, launch)
    frame = frames.frame_of(request)
    return let_in(request, login, launch, person, lms_course, frame.place if frame is not None else "/")


def _make_course(lms_course: LmsCourse, person: LmsPerson, launch: Launch) -> None:
    """Make a course with the title of the platform's course. If that fails, the page for choosing a course follows."""
    courses.lms_course_check(lms_course)
    try:
        courses.course_connect_new(
            lms_course=lms_course,
            person=person,
            role=launch.role,
            name=lms_course.title,
            time_zone=person.user.time_zone or settings.TIME_ZONE,
        )
    except (ValidationError, NotAllowed):
        return
    lms_course.refresh_from_db()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lms_me(request: HttpRequest) -> HttpResponse:
    """Link the account later: a person who came as a new one signs in with an account, and both are merged. For people
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
        return fault_response(request, fault)
    person = people.person_of(platform=login.platform, subject=launch.subject)
    context = {
        "platform": login.platform,
        "launch": launch,
        "person": person,
        "is_other": person is not None and request.user.is_authenticated and person.user_id != request.user.pk,
    }
    return render(request, "classrooms/lms/me.html", context)


def _signs_in(request: HttpRequest, login: LmsLogin) -> HttpResponse:
    """Sign the guest out of this browser; the data of their launch stays in the session."""
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
    """Choose the course of this site for a platform's course: one that the reader runs (`course`), or a new one. For
    instructors of the platform's course.
    """
    if came.lms_course.course is not None and request.method != "POST":
        return redirect("classrooms:lms-wait")
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
    """Continue to the target of the launch, now that its course is known."""
    lms_course = LmsCourse.objects.select_related("course").get(pk=came.lms_course.pk)
    return redirect(where_to(request, came.login, came.launch, came.person, lms_course))


def _connected(came: Launched) -> Course:
    """The connected course. Raises LmsFault if there is none."""
    if came.lms_course.course is None:
        raise LmsFault("not_connected")
    return came.lms_course.course


@require_http_methods(["GET", "HEAD", "POST"])
@for_instructors
def lms_link(request: HttpRequest, came: Launched) -> HttpResponse:
    """Choose the session of a link; with `again`, a copy of the session of its original in an earlier course. For
    instructors of the platform's course.
    """
    course = _connected(came)
    rows = list(Session.objects.filter(course=course).exclude(status="archived"))
    if request.method == "POST" and "again" in request.POST:
        return _reuse(request, came, courses.link_note(lms_course=came.lms_course, launch=came.launch))
    if request.method == "POST":
        chosen = request.POST.get("session", "")
        found = next((row for row in rows if str(row.pk) == chosen), None)
        page = request.POST.get("page", LmsLink.Page.SESSION)
        if found is not None and page in LmsLink.Page.values:
            link = courses.link_note(lms_course=came.lms_course, launch=came.launch)
            link = courses.link_choose(link=link, play_session=found, page=page)
            column_note(link)
            messages.success(request, _("The link leads to %(session)s from now on.") % {"session": found.title})
            return redirect("classrooms:session", found.pk)
        messages.error(request, str(BadRequest(field="session", reason=chosen[:20])))
    context = {
        "came": came,
        "course": course,
        "sessions": rows,
        "pages": LmsLink.Page.choices,
        "is_copy": courses.is_copy(came.lms_course, came.launch),
        "source": courses.link_source(lms_course=came.lms_course, launch=came.launch, user=request.user),
    }
    return render(request, "classrooms/lms/link.html", context)


def _reuse(request: HttpRequest, came: Launched, link: LmsLink) -> HttpResponse:
    try:
        copy = courses.link_reuse(link=link, launch=came.launch, by=request.user)
    except ServiceError as refused:
        messages.error(request, str(refused))
        return redirect("classrooms:lms-link")
    link.refresh_from_db()
    column_note(link)
    if copy.opens_itself:
        said = _("%(session)s is here again, without its people. It opens with the first student who follows the link.")
    else:
        said = _("%(session)s is here again, without its people. Look it over, then open it.")
    messages.success(request, said % {"session": copy.title})
    return redirect("classrooms:session", copy.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lms_look(request: HttpRequest) -> HttpResponse:
    """A teacher of the course came in a student view: the page says so. A POST begins a match of their own with the
    session's game. For people who came so.
    """
    try:
        came = _launched(request)
        if not people.looks_as_student(lms_course=came.lms_course, person=came.person, launch=came.launch):
            raise LmsFault("no_role")
    except LmsFault as fault:
        return fault_response(request, fault)
    link = came.lms_course.links.select_related("session").filter(link_id=came.launch.link_id).first()
    play_session = link.session if link is not None else None
    if request.method == "POST" and play_session is not None:
        try:
            match = sessions.practice_begin(session_id=play_session.pk, user=request.user)
        except (ServiceError, RulesError, LookupError) as refused:
            messages.error(request, str(refused))
            return redirect("classrooms:lms-look")
        return redirect("games:match", match.pk)
    context = {"came": came, "course": came.lms_course.course, "play_session": play_session}
    return render(request, "classrooms/lms/look.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_instructors
def lms_choose(request: HttpRequest, came: Launched) -> HttpResponse:
    """Deep linking: choose sessions, debriefs and marks to become links in the platform. For instructors of the
    platform's course.
    """
    course = _connected(came)
    if came.launch.message != DEEP:
        return _onward(request, came) if request.method == "POST" else redirect("classrooms:lms-wait")
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
        "tells_groups": rosters.tells_groups(came.lms_course),
        "several": came.launch.deep.get("accept_multiple", True),
    }
    return render(request, "classrooms/lms/choose.html", context)


def _choices(request: HttpRequest, course: Course, rows: list[Session]) -> list[deep_linking.Choice]:
    """The choices in the order of the page. A new session is a draft that opens automatically with its
    first student.
    """
    found = []
    known = {str(row.pk): row for row in rows}
    for text in request.POST.getlist("item")[:40]:
        number, _sep, page = text.partition(":")
        if number in known and page in LmsLink.Page.values:
            with_column = f"column-{number}" in request.POST and page == LmsLink.Page.SESSION
            found.append(deep_linking.Choice(known[number], page, with_column))
    game = request.POST.get("game", "")
    if game:
        live = request.POST.get("pace") == "live"
        try:
            made = sessions.session_create(
                course=course,
                by=request.user,
                game=game[:40],
                title=_topic(game[:40], rows),
                pace=Pace(mode="live" if live else "async", time_zone=course.time_zone),
                opens_itself=OpensItself.GROUPS if request.POST.get("teams") == "groups" else OpensItself.LOT,
            )
        except (ServiceError, LookupError) as refused:
            messages.error(request, str(refused))
        else:
            found.append(deep_linking.Choice(made, LmsLink.Page.SESSION, "column-new" in request.POST))
    return found


def _topic(game: str, rows: list[Session]) -> str:
    """The title of a new session: its game, with a number if the course has that title already."""
    title, taken = str(faces.get(game).title), {row.title for row in rows}
    names = (title, *(f"{title} {number}" for number in range(2, len(rows) + 3)))
    return next(name for name in names if name not in taken)


def _answer(request: HttpRequest, came: Launched, choices: list[deep_linking.Choice]) -> HttpResponse:
    addresses = registering.addresses(site_of(request))
    token = deep_linking.answer(
        platform=came.login.platform,
        lms_course=came.lms_course,
        launch=came.launch,
        choices=choices,
        start=frames.plain(addresses["start"]),
        icon=frames.plain(addresses["icon"]),
        now=clock.now(),
    )
    url = str(came.launch.deep["deep_link_return_url"])
    response = render(request, "classrooms/lms/return.html", {"url": url, "token": token, "number": len(choices)})
    return frames.forms_may_go(response, origin_of(url))
