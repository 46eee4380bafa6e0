"""The page on which a person writes or cancels a plan for a seat while away."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from games.engine.away import MOST_IN_A_ROW
from games.engine.errors import RulesError
from games.models import AwayPlan, Match
from games.platform import clock, pace
from games.platform.errors import BadRequest, NotYourSeat, ServiceError
from games.platform.selectors.away import AwayLine, away_lines, made_by_plan, made_in_a_row
from games.platform.services.away import instructions_of, plan_take_back, plan_write
from games.ui import suggesting
from games.ui.away import PlanForm
from games.web.opening import open_for
from games.web.page import match_title
from games.web.regions.history import HistoryLine, history_lines
from games.web.table_read import TableRead

MOMENT = "%Y-%m-%dT%H:%M"
SHOWN = 6


class TimesForm(forms.Form):
    """Start and end of the plan, in the match's time zone."""

    starts_at = forms.DateTimeField(
        label=gettext_lazy("Away from"), required=False, input_formats=[MOMENT, "%Y-%m-%d %H:%M", "%d/%m/%Y %H:%M"]
    )
    ends_at = forms.DateTimeField(
        label=gettext_lazy("Back on"), input_formats=[MOMENT, "%Y-%m-%d %H:%M", "%d/%m/%Y %H:%M"]
    )

    def __init__(self, data: Any, *, zone: ZoneInfo, plan: AwayPlan | None = None) -> None:
        super().__init__(data)
        for field in self.fields.values():
            field.widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
            field.error_messages |= suggesting.MOMENT
        self.fields["starts_at"].help_text = _("Empty: from now on.")
        self.fields["ends_at"].help_text = _("Times are in the time zone %(zone)s.") % {"zone": zone.key}
        if plan is not None:
            self.fields["starts_at"].initial = timezone.localtime(plan.starts_at, zone)
            self.fields["ends_at"].initial = timezone.localtime(plan.ends_at, zone)


@dataclass(frozen=True)
class OwnPlan:
    """The reader's plan for a seat in words, with its moves. `waits` is true if it has made as many moves in a row as
    it may.
    """

    row: AwayPlan
    words: tuple[str, ...]
    did: list[HistoryLine]
    waits: bool


def own_plan(read: TableRead, line: AwayLine) -> OwnPlan:
    """The `OwnPlan` of a line. The table must be that of the plan's seat."""
    try:
        words = read.face.away.form.describe(instructions_of(read.match, line.row), face=read.face, scene=read.scene)
    except msgspec.ValidationError:
        words = (_("This plan is of an earlier version of the game and does nothing."),)
    did = history_lines(read, made_by_plan(read.match, line.row, read.eyes, SHOWN))
    return OwnPlan(line.row, words, did, made_in_a_row(read.match, line.seat) >= MOST_IN_A_ROW)


def zone_of(match: Match) -> ZoneInfo:
    """The time zone of the match's clock."""
    return ZoneInfo(pace.parse_pace(match.pace).time_zone)


@never_cache
@login_required
def away(request: HttpRequest, match_id: int) -> HttpResponse:
    """The form for a plan, and its result. Access: holders of the seat."""
    opened = open_for(request, match_id)
    access = opened.access
    asked = (request.POST or request.GET).get("seat", "")
    seat = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else access.seat_for(None)
    if seat is None or seat not in access.seats:
        raise Http404
    if access.match.is_over or not access.match.has_begun:
        return redirect("games:match", match_id)
    read = TableRead(opened, seat)
    back = redirect(reverse("games:match", args=[match_id]) + f"?seat={seat}")
    if request.method == "POST" and "stop" in request.POST:
        plan_take_back(match_id=match_id, seat=seat, user=request.user)
        messages.success(request, _("Your plan is taken back: you decide again."))
        return back
    with timezone.override(zone_of(access.match)):
        return _page(request, read, seat) or back


def _page(request: HttpRequest, read: TableRead, seat: int) -> HttpResponse | None:
    """The page with its form; None once the plan is stored."""
    lines = away_lines(read.match, request.user, clock.now())
    line = next((each for each in lines if each.is_mine and each.seat == seat), None)
    data = request.POST if request.method == "POST" else None
    times = TimesForm(data, zone=zone_of(read.match), plan=line.row if line else None)
    form = read.face.away.form(data, face=read.face, scene=read.scene, plan=_instructions(read.match, line))
    if data is not None and _written(request, read, seat, times, form):
        return None
    context = {
        "match": read.match,
        "match_title": match_title(read.match),
        "me": read.roles[seat],
        "seat": seat,
        "face": read.face,
        "times": times,
        "form": form,
        "own": own_plan(read, line) if line else None,
        "most": MOST_IN_A_ROW,
    }
    return render(request, "games/table/away_page.html", context, status=422 if data is not None else 200)


def _instructions(match: Match, line: AwayLine | None) -> Any:
    try:
        return instructions_of(match, line.row) if line is not None else None
    except msgspec.ValidationError:
        return None


def _written(request: HttpRequest, read: TableRead, seat: int, times: TimesForm, form: PlanForm) -> bool:
    """Is the plan stored? If it is refused, the forms show the reason."""
    both = [times.is_valid(), form.is_valid()]
    if not all(both):
        return False
    starts_at: datetime | None = times.cleaned_data["starts_at"]
    try:
        plan = form.to_plan()
        plan_write(
            match_id=read.match.pk,
            seat=seat,
            user=request.user,
            instructions=plan,
            starts_at=starts_at,
            ends_at=times.cleaned_data["ends_at"],
        )
    except RulesError as refused:
        form.refuse(refused, read.face.refusal(read.scenario, refused))
        return False
    except BadRequest as refused:
        times.add_error(str(refused.params["field"]), str(refused.params["reason"]))
        return False
    except (NotYourSeat, ServiceError) as refused:
        times.add_error(None, str(refused))
        return False
    messages.success(request, _("Your plan is written. You can take it back at any time."))
    return True
