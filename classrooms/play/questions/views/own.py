"""The own questions of a course."""

from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.models import OwnQuestion, QuizAnswer, SessionQuestion
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.play.questions.forms import OwnQuestionForm, initial_of
from classrooms.play.questions.queries.session_questions import own_words
from classrooms.play.questions.services import own as services
from classrooms.play.questions.services.refusals import BadQuestion
from classrooms.play.questions.views.exchange import left_out_of
from games.public.base import ServiceError


@require_safe
@for_members(Right.RUN)
def course_questions(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """All own questions of the course, with their sessions. For people who run sessions."""
    rows = list(OwnQuestion.objects.filter(course=access.course).order_by("-pk"))
    asked: dict[int, list[str]] = {}
    pairs = SessionQuestion.objects.filter(own__in=rows).order_by("session__title")
    for own, title in pairs.values_list("own", "session__title").distinct():
        asked.setdefault(own, []).append(title)
    counts = QuizAnswer.objects.filter(question__own__in=rows).values_list("question__own").annotate(n=Count("pk"))
    answers = dict(counts.order_by())
    lines = [
        {"row": row, "words": own_words(row), "asked": asked.get(row.pk, []), "answers": answers.get(row.pk, 0)}
        for row in rows
    ]
    context = {"access": access, "lines": lines, "left_out": left_out_of(request, access)}
    return render(request, "classrooms/questions/course.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_members(Right.RUN)
def own_question_new(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Write a question. For people who run sessions."""
    form = OwnQuestionForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.own_question_create(course=access.course, by=request.user, **form.service_values())
        except BadQuestion as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("The question is kept. Sessions of this course can ask it."))
            return redirect("classrooms:course-questions", access.course.pk)
    return _form_page(request, access, form)


@require_http_methods(["GET", "HEAD", "POST"])
@for_members(Right.RUN)
def own_question(request: HttpRequest, access: CourseAccess, question_id: int) -> HttpResponse:
    """Change, copy or delete (`action`) a question of the course. For people who run sessions."""
    question = get_object_or_404(OwnQuestion, pk=question_id, course=access.course)
    if request.method != "POST":
        return _form_page(request, access, OwnQuestionForm(initial=initial_of(question)), question)
    action = request.POST.get("action", "save")
    if action == "save":
        return _save(request, access, question)
    try:
        if action == "copy":
            copy = services.own_question_copy(question=question, by=request.user)
            messages.success(request, _("This is the copy: change it as you like."))
            return redirect("classrooms:own-question", access.course.pk, copy.pk)
        if action == "delete":
            services.own_question_delete(question_id=question.pk)
            messages.success(request, _("The question is deleted."))
    except ServiceError as refused:
        messages.error(request, str(refused))
    return redirect("classrooms:course-questions", access.course.pk)


def _save(request: HttpRequest, access: CourseAccess, question: OwnQuestion) -> HttpResponse:
    form = OwnQuestionForm(request.POST)
    if not form.is_valid():
        return _form_page(request, access, form, question)
    try:
        services.own_question_edit(question_id=question.pk, **form.service_values())
        messages.success(request, _("The question is changed wherever it is asked."))
    except BadQuestion as refused:
        form.add_error(None, str(refused))
        return _form_page(request, access, form, question)
    except ServiceError as refused:
        messages.error(request, str(refused))
    return redirect("classrooms:course-questions", access.course.pk)


def _form_page(
    request: HttpRequest, access: CourseAccess, form: OwnQuestionForm, question: OwnQuestion | None = None
) -> HttpResponse:
    chosen: Any = form["right"].value()
    context = {
        "access": access,
        "form": form,
        "question": question,
        "chosen": "" if chosen is None else str(chosen),
        "answers": QuizAnswer.objects.filter(question__own=question).count() if question else 0,
    }
    return render(request, "classrooms/questions/own.html", context, status=422 if form.errors else 200)
