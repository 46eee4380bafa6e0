"""Courses, people, teams, sessions, marks and papers."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.http import FileResponse, Http404
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from classrooms.assess.grading.queries.mark_table import mark_table_of
from classrooms.assess.reports.batch import batch_progress, batch_request
from classrooms.connect.api.answers import (
    CourseAnswer,
    CourseList,
    MarkList,
    OwnMarkAnswer,
    PaperList,
    PeopleList,
    SessionAnswer,
    SessionList,
    TeamAnswer,
    TeamList,
    course_answer,
    marks_answer,
    own_mark_answer,
    papers_answer,
    people_answer,
    sessions_answer,
    team_answer,
)
from classrooms.connect.api.bodies import NewCourse, NewPeople, NewSession, NewTeam, PapersWanted, Reason
from classrooms.connect.api.services import people_add, session_add, team_add
from classrooms.models import SESSION_KINDS, Enrolment, PublishedGrade, Team
from classrooms.people.access.permissions import CourseAccess, Right, SessionAccess, course_access, session_access
from classrooms.people.class_lists.queries import teams_by_member
from classrooms.people.courses.services import course_create
from classrooms.play.sessions import services as sessions
from games.public.base import BadRequest, ServiceError
from games.public.pages import FirstRenderer, View, answers, described, read_body, takes


class CourseView(View):
    """A view on one course; strangers get 404."""

    scopes = {"GET": "courses:read", "POST": "courses:write"}

    def access(self, right: Right) -> CourseAccess:
        """The caller's way into the course of the address."""
        return course_access(self.kwargs["course_id"], self.request.user, right)


class SessionView(View):
    """A view on one session; strangers get 404."""

    scopes = {"GET": "sessions:read", "POST": "sessions:write"}

    def access(self, right: Right) -> SessionAccess:
        """The caller's way into the session of the address."""
        return session_access(self.kwargs["session_id"], self.request.user, right)

    def session_response(self, access: SessionAccess) -> Response:
        """The session as it is now."""
        access.play_session.refresh_from_db()
        return Response(sessions_answer([access.play_session])[0])


class Courses(View):
    """My courses."""

    scopes = {"GET": "courses:read", "POST": "courses:write"}

    @described(operation_id="courses_list", responses=answers({200: CourseList}))
    def get(self, request: Request) -> Response:
        """Courses that I am in, by name, archived ones too."""
        rows = Enrolment.objects.filter(user=request.user.pk, left_at__isnull=True).select_related("course")
        return Response(CourseList(tuple(course_answer(row) for row in rows.order_by("course__name", "course"))))

    @described(operation_id="course_create", request=takes(NewCourse), responses=answers({201: CourseAnswer}, 400, 403))
    def post(self, request: Request) -> Response:
        """Create a course, if I may. I am its first instructor."""
        body = read_body(request, NewCourse)
        try:
            course = course_create(by=request.user, name=body.name, term=body.term, time_zone=body.time_zone)
        except ValidationError as fault:
            raise _unfit(fault) from fault
        return Response(course_answer(course.enrolments.select_related("course").get(user=request.user.pk)), status=201)


class OneCourse(CourseView):
    """One course."""

    @described(operation_id="course", responses=answers({200: CourseAnswer}, 404))
    def get(self, request: Request, course_id: int) -> Response:
        """A course that I am in."""
        return Response(course_answer(course_access(course_id, request.user).enrolment))


class People(CourseView):
    """The people of a course."""

    @described(operation_id="people_list", responses=answers({200: PeopleList}, 403, 404))
    def get(self, request: Request, course_id: int) -> Response:
        """Everybody in a course that I run or watch."""
        access = self.access(Right.LOOK)
        rows = Enrolment.objects.filter(course=course_id, left_at__isnull=True, user__erased_at__isnull=True)
        return Response(self.people_response(access, rows.select_related("user").order_by("pk")))

    @described(
        operation_id="people_add",
        request=takes(NewPeople),
        responses=answers({201: PeopleList}, 400, 403, 404, 422),
    )
    def post(self, request: Request, course_id: int) -> Response:
        """Add students to a course that I manage. A student already in the course, found by student number or else
        by address, is changed instead. The answer has their personal links.
        """
        access = self.access(Right.MANAGE)
        try:
            rows = people_add(course=access.course, people=read_body(request, NewPeople).people)
        except ValidationError as fault:
            raise _unfit(fault) from fault
        return Response(self.people_response(access, rows), status=201)

    def people_response(self, access: CourseAccess, rows: Any) -> PeopleList:
        """The answer for these people, with their teams."""
        teams = {user: team.pk for user, team in teams_by_member(access.course).items()}
        return people_answer(access, rows, teams)


class Teams(CourseView):
    """The teams of a course."""

    @described(operation_id="teams_list", responses=answers({200: TeamList}, 403, 404))
    def get(self, request: Request, course_id: int) -> Response:
        """Teams of a course that I run or watch."""
        self.access(Right.LOOK)
        rows = Team.objects.filter(course=course_id).prefetch_related("members").order_by("name", "pk")
        return Response(TeamList(tuple(team_answer(team) for team in rows)))

    @described(
        operation_id="team_create", request=takes(NewTeam), responses=answers({201: TeamAnswer}, 400, 403, 404, 422)
    )
    def post(self, request: Request, course_id: int) -> Response:
        """Make a team in a course that I manage."""
        access = self.access(Right.MANAGE)
        body = read_body(request, NewTeam)
        return Response(team_answer(team_add(course=access.course, name=body.name, members=body.members)), status=201)


class CourseSessions(CourseView):
    """The sessions of a course."""

    scopes = {"GET": "sessions:read", "POST": "sessions:write"}

    @described(operation_id="sessions_list", responses=answers({200: SessionList}, 403, 404))
    def get(self, request: Request, course_id: int) -> Response:
        """Sessions of a course that I run or watch, newest first, drafts too."""
        access = self.access(Right.LOOK)
        return Response(SessionList(sessions_answer(access.course.sessions.order_by("-created_at", "-pk"))))

    @described(
        operation_id="session_create",
        request=takes(NewSession),
        responses=answers({201: SessionAnswer}, 400, 403, 404, 409, 422),
    )
    def post(self, request: Request, course_id: int) -> Response:
        """Make a session in a course that I manage, and open or start it if wanted. All of it or nothing."""
        access = self.access(Right.MANAGE)
        made = session_add(course=access.course, new=read_body(request, NewSession), by=request.user)
        return Response(sessions_answer([made])[0], status=201)


class OneSession(SessionView):
    """One session."""

    @described(operation_id="session", responses=answers({200: SessionAnswer}, 403, 404))
    def get(self, request: Request, session_id: int) -> Response:
        """A session of a course that I run or watch, with the state of its tables."""
        return self.session_response(self.access(Right.LOOK))


class Open(SessionView):
    """Letting people in."""

    @described(
        operation_id="session_open", request=None, responses=answers({200: SessionAnswer}, 400, 403, 404, 409, 422)
    )
    def post(self, request: Request, session_id: int) -> Response:
        """Open a draft: each table gets its match. Sent again, it changes nothing."""
        access = self.access(Right.RUN)
        if not sessions.session_open_itself(session_id=session_id):
            sessions.session_open(session_id=session_id, by=request.user)
        return self.session_response(access)


class Start(SessionView):
    """Beginning."""

    @described(operation_id="session_start", request=None, responses=answers({200: SessionAnswer}, 403, 404, 409, 422))
    def post(self, request: Request, session_id: int) -> Response:
        """Start the matches of an open session, all at one moment. Sent again, it changes nothing."""
        access = self.access(Right.RUN)
        sessions.session_start(session_id=session_id)
        return self.session_response(access)


class Finish(SessionView):
    """Ending."""

    @described(
        operation_id="session_finish",
        request=takes(Reason),
        responses=answers({200: SessionAnswer}, 400, 403, 404, 409),
    )
    def post(self, request: Request, session_id: int) -> Response:
        """End a session by hand: matches that are not over end without a result. Sent again, it changes nothing."""
        access = self.access(Right.RUN)
        sessions.session_finish(session_id=session_id, by=request.user, reason=read_body(request, Reason).reason)
        return self.session_response(access)


class Marks(SessionView):
    """The marks of a session."""

    scopes = {"GET": "grades:read"}

    @described(operation_id="marks_list", responses=answers({200: MarkList}, 403, 404, 409))
    def get(self, request: Request, session_id: int) -> Response:
        """Current marks of all students of a session, for its instructors. 409 without a rubric."""
        access = self.access(Right.GRADE)
        return Response(marks_answer(mark_table_of(access.play_session)))


class OwnMark(SessionView):
    """My mark."""

    scopes = {"GET": "grades:read"}

    @described(operation_id="mark_mine", responses=answers({200: OwnMarkAnswer}, 403, 404))
    def get(self, request: Request, session_id: int) -> Response:
        """My own mark as it was published, for students."""
        access = self.access(Right.PLAY)
        rows = PublishedGrade.objects.filter(book__session=access.play_session, user=request.user.pk)
        return Response(own_mark_answer(rows.first()))


class Papers(SessionView):
    """The papers of a session."""

    scopes = {"GET": "papers:read", "POST": "papers:read"}

    @described(operation_id="papers_list", responses=answers({200: PaperList}, 403, 404))
    def get(self, request: Request, session_id: int) -> Response:
        """The papers that were requested last, with their states, for instructors."""
        access = self.access(Right.GRADE)
        return Response(papers_answer(session_id, batch_progress(access.play_session)))

    @described(
        operation_id="papers_request", request=takes(PapersWanted), responses=answers({200: PaperList}, 400, 403, 404)
    )
    def post(self, request: Request, session_id: int) -> Response:
        """Request papers of the ended tables. Current papers are kept."""
        access = self.access(Right.GRADE)
        body = read_body(request, PapersWanted)
        kinds: Sequence[str] = body.kinds or SESSION_KINDS
        batch_request(
            play_session=access.play_session, language=body.language, kinds=kinds, full=body.full, by=request.user
        )
        return Response(papers_answer(session_id, batch_progress(access.play_session)))


class OnePaper(SessionView):
    """One paper. Refusals are JSON, the file is a PDF."""

    scopes = {"GET": "papers:read"}
    content_negotiation_class = FirstRenderer

    @described(
        operation_id="paper",
        responses={
            **answers({}, 403, 404),
            (200, "application/pdf"): {"type": "string", "format": "binary", "description": "The paper."},
        },
    )
    def get(self, request: Request, session_id: int, paper_id: int) -> HttpResponseBase:
        """A paper of the last list as a PDF; 404 for one that is not ready."""
        progress = batch_progress(self.access(Right.GRADE).play_session)
        found = [item for item in (progress.items if progress else ()) if item.paper.pk == paper_id]
        if not found or found[0].state != "ready":
            raise Http404
        name = found[0].path.rpartition("/")[2]
        return FileResponse(found[0].paper.file.open("rb"), as_attachment=True, filename=name)


def _unfit(fault: ValidationError) -> ServiceError:
    """The first thing that a model refused."""
    field, reasons = next(iter(fault.message_dict.items()))
    return BadRequest(field=field, reason=str(reasons[0]))
