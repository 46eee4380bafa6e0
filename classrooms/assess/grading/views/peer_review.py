"""The page on which students review their team mates."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from classrooms.assess.grading.forms import ReviewForm
from classrooms.assess.grading.services.peer_reviews import is_open, mates_of, peer_reviews_write
from classrooms.assess.grading.views.grades import for_grades
from classrooms.people.access.permissions import Right, SessionAccess
from games.public.base import ServiceError


@require_http_methods(["GET", "HEAD", "POST"])
@for_grades(Right.PLAY)
def peer_review(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Choose a statement for each team mate; it can be changed until grades are published. For students of the course
    with a seat.
    """
    play_session = access.play_session
    team = mates_of(play_session, request.user)
    data = request.POST if request.method == "POST" else None
    forms = [ReviewForm(mate, data) for mate in team.mates] if team is not None else []
    refused = ""
    if data is not None and all(form.is_valid() for form in forms):
        said = {
            form.mate.user.pk: (form.cleaned_data["points"], form.cleaned_data["note"])
            for form in forms
            if form.cleaned_data["points"] is not None
        }
        try:
            peer_reviews_write(play_session=play_session, author=request.user, reviews=said)
        except ServiceError as error:
            refused = str(error)
        else:
            messages.success(
                request, _("Thank you: what you said is stored, and nobody in the team learns who said it.")
            )
            return redirect("classrooms:peer-review", play_session.pk)
    context = {
        "access": access,
        "team": team,
        "forms": forms,
        "is_open": is_open(play_session),
        "refused": refused,
    }
    status = 409 if refused else 422 if any(form.errors for form in forms) else 200
    return render(request, "classrooms/grading/peer_review.html", context, status=status)
