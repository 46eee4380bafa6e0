"""Answers to decisions by an HTML form."""

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.errors import RulesError
from games.engine.types import Prompt
from games.models import AuthorKind, Decision, Move, Status
from games.models.prepared import Prepared
from games.platform.errors import NotYourSeat, ServiceError, StaleDecision
from games.platform.permissions import Access, Opened
from games.platform.services.authors import Author
from games.platform.services.moves import Submitted, submit
from games.platform.work import expected
from games.ui.faces import DecisionForm
from games.web.opening import open_for
from games.web.page import back_to_table, to_seat
from games.web.seen import number_of
from games.web.table import regions_answer, table_page, table_read, takes_regions
from games.web.table_page import TablePage
from games.web.table_read import TableRead

LONGEST_ID = 64
PLACE = re.compile(r"[a-z][a-z0-9_-]{0,60}")


def play(request: HttpRequest, match_id: int) -> HttpResponse:
    """Play the submitted move and return to the table. A refusal shows the page with the input. For a closed
    question, the fresh page is shown with a note. `preview` shows the effect of the choice and plays nothing.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:match", args=[match_id]))
    opened = open_for(request, match_id)
    access = opened.access
    if request.method != "POST":
        return back_to_table(request, match_id)
    seat = _number(request.POST.get("seat", ""))
    key, submission_id = request.POST.get("key", ""), request.POST.get("submission_id", "")[:LONGEST_ID]
    if seat is None or "\0" in submission_id:
        raise Http404
    if not access.match.has_begun:
        return redirect("games:match", match_id)
    try:
        access.check_holds(seat)
        read = TableRead(opened, seat)
        prompt = _prompt(read, key)
        form = read.face.table.form(read.bare_scene, prompt, request.POST) if prompt is not None else None
        if (form is None or not form.is_valid()) and _was_played(access, seat, submission_id):
            return _to_table(request, opened, seat, "", "")
        if prompt is None or form is None:
            raise StaleDecision(key=key)
        if "preview" in request.POST and form.is_valid():
            form.is_preview = True
            return table_page(request, opened, seat, bound=form)
        shown = number_of(request.POST.get("shown", ""))
        done = _submit(read, prompt, form, submission_id, shown, request) if form.is_valid() else None
        if done is None:
            return table_page(request, opened, seat, bound=form, status=422)
    except NotYourSeat as error:
        return table_page(request, opened, None, note=str(error), status=error.status)
    except ServiceError as error:
        return table_page(request, open_for(request, match_id), seat, note=str(error), status=error.status)
    stay = request.POST.get("stay", "")
    if done.repeated or done.match.revision != access.match.revision + 1:  # something else has changed, too
        return _to_table(request, open_for(request, match_id), seat, prompt.kind, stay)
    return _to_table(request, opened.after(done.match, seat, shown), seat, prompt.kind, stay, done.pending)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None


def _was_played(access: Access, seat: int, submission_id: str) -> bool:
    """Was this form already submitted? Then the first submission counts, although its question may be closed or
    changed by now. `submit` recognises all other repetitions.
    """
    return bool(submission_id) and bool(_played(access.match.pk, seat, submission_id, access.user.pk))


@Prepared
def _played(match_id: int, seat: int, submission_id: str, user_id: int) -> QuerySet[Move, Any]:
    moves = Move.objects.kept().filter(match=match_id, seat=seat, submission_id=submission_id, author=user_id)
    return moves.values_list("pk")[:1]


def _prompt(read: TableRead, key: str) -> Prompt | None:
    return next((prompt for prompt in read.bare_scene.own_prompts() if prompt.key == key), None)


def _submit(
    read: TableRead,
    prompt: Prompt,
    form: DecisionForm,
    submission_id: str,
    shown: int | None,
    request: HttpRequest,
) -> Submitted | None:
    """The stored move; None if the rules refuse, with the reason in the form. The move's author has seen the events
    on the page (`shown`).
    """
    move = form.to_move()
    try:
        done = submit(
            match_id=read.match.pk,
            seat=prompt.seat,
            key=prompt.key,
            move=move,
            by=Author(AuthorKind.PLAYER, request.user),
            submission_id=submission_id or None,
            shown=shown,
        )
    except RulesError as error:
        form.refuse(error, _with_reasons(read, prompt.seat, error))
        return None
    expected.note_choice(read.match, read.view, prompt.seat, prompt.key, move)
    return done


def _with_reasons(read: TableRead, seat: int, error: RulesError) -> SafeString:
    """The refusal with links to its rule and, if a number is the reason, to that number's terms."""
    because = read.face.words.refusals.because(error, seat)
    page, _sharp, heading = because.rule.partition("#")
    url = reverse("games:rules-page", args=[read.match.game, page])
    links = [(f"{url}#{heading}" if heading else url, _("The rule"))]
    if because.number:
        query = urlencode({"what": because.number, "seat": seat})
        links.append((f"{reverse('games:explain', args=[read.match.pk])}?{query}", _("Where the number comes from")))
    said = read.face.refusal(read.scenario, error)
    return format_html("{} {}", said, format_html_join(" ", '<a href="{}">{}</a>', links))


def _to_table(
    request: HttpRequest, opened: Opened, seat: int, kind: str, stay: str, pending: Iterable[Decision] | None = None
) -> HttpResponse:
    """Return to the same seat: a redirect to its page, or the changed regions for an open page. `pending` decisions are
    read if they are not given.
    """
    read = table_read(request, opened, seat)
    if pending is not None:
        read.decisions = list(pending)
    page = TablePage(request, read)
    place = _place(page, kind, stay)
    return regions_answer(request, page, place=place) if takes_regions(request) else to_seat(read.match.pk, seat, place)


def _place(page: TablePage, kind: str, stay: str) -> str:
    """The element to look at next. It is that of the submitted form (`stay`) while such a question is open. Otherwise
    it is the recap, if that has cards, and else the next decision of this seat. Other seats are left to the
    switch. A first game continues at its card.
    """
    read = page.read
    if read.match.is_lesson:
        return "first-game"
    is_asked = read.match.status == Status.RUNNING and any(each.kind == kind for each in read.bare_scene.own_prompts())
    if is_asked and PLACE.fullmatch(stay):
        return stay
    recap = page.part("recap").recap
    if recap is not None and recap.full_cards:
        return "recap"
    return read.card.at if read.card is not None else "decision"
