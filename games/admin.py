"""The operator's admin pages for matches. Records are read only; failed jobs can be tried again."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Decision, Job, Match, Message, Move, Notification, Seat, SeatAsk, SeatHolder, SeatInvite
from games.platform import clock
from games.platform.work import outbox
from games.platform.work.notices import stuck_claims
from games.platform.work.sweep import overdue_matches


class ReadOnlyAdmin(admin.ModelAdmin):
    """Base of the admin of match records. A record changed by hand would no longer verify."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No: only services create rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No: records are read only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No: records are kept."""
        return False


class YesFilter(admin.SimpleListFilter):
    """A filter with one choice: the rows that need a look."""

    question: Any = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The single choice of the filter."""
        return [("yes", self.question)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """All rows, or those that need a look."""
        return self.wanted(queryset) if self.value() == "yes" else queryset

    def wanted(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows that need a look."""
        raise NotImplementedError


class OverdueFilter(YesFilter):
    """Matches that should have gone on."""

    title = _("overdue")
    parameter_name = "overdue"
    question = _("for more than a minute: are the workers running?")

    def wanted(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(pk__in=overdue_matches(clock.now()).order_by().values("pk"))


class StuckFilter(YesFilter):
    """Mails of which it is unknown whether they were sent."""

    title = _("mail")
    parameter_name = "stuck"
    question = _("claimed ten minutes ago and not sent")

    def wanted(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(pk__in=stuck_claims(clock.now()).values("pk"))


class SeatInline(admin.TabularInline):
    """The seats of a match: role, bot and holders."""

    model = Seat
    fields = readonly_fields = ("index", "role", "bot", "people")
    extra = 0
    can_delete = False

    @admin.display(description=_("people"))
    def people(self, seat: Seat) -> str:
        """The names of the current holders of the seat."""
        holders = seat.holders.filter(released_at__isnull=True).select_related("user")
        return ", ".join(holder.user.get_full_name() for holder in holders)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No: seats are read only here."""
        return False


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches. Neither seeds nor positions are shown: the operator may be a player too."""

    list_display = ("pk", "game", "title", "team_name", "status", "number", "created_at", "ended_at")
    list_filter = (OverdueFilter, "status", "game")
    search_fields = ("=pk", "title", "team_name")
    exclude = ("seeds", "seed_text", "seed_salt", "state", "scenario")
    inlines = (SeatInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Matches without their long text columns."""
        return super().get_queryset(request).defer("state", "scenario")


@admin.register(Move)
class MoveAdmin(ReadOnlyAdmin):
    """Moves without their content, which may be hidden from the operator."""

    list_display = ("match_id", "number", "seat", "key", "kind", "author_kind", "author", "created_at")
    list_filter = ("author_kind", "match__game")
    list_select_related = ("author",)
    search_fields = ("=match__pk",)
    exclude = ("args", "draws")


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    """Decisions: open and closed prompts of matches."""

    list_display = ("match_id", "seat", "key", "due_at", "opened_at", "closed_at", "notified_at", "lease_until")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "optional", "kind")
    search_fields = ("=match__pk", "key")


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """Notifications by recipient, with the state of their mails."""

    list_display = ("user", "decision", "created_at", "read_at", "mail_claimed_at", "mail_sent_at", "reminder_sent_at")
    list_filter = (StuckFilter, ("mail_sent_at", admin.EmptyFieldListFilter))
    list_select_related = ("user", "decision")
    search_fields = ("user__username", "=decision__match__pk")


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """Background jobs of matches, and the errors of failed ones."""

    list_display = (
        "pk",
        "kind",
        "match_id",
        "state",
        "attempts",
        "losses",
        "progress",
        "created_at",
        "done_at",
        "error",
    )
    list_filter = ("state", "kind")
    search_fields = ("=match__pk",)
    actions = ("retry",)

    def has_retry_permission(self, request: HttpRequest) -> bool:
        """Is the user allowed to change jobs (Django's permission)?"""
        return admin.ModelAdmin.has_change_permission(self, request)

    @admin.action(description=_("Try failed jobs again"), permissions=["retry"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        """Queue failed jobs again. Jobs in another state are left alone."""
        failed = list(queryset.filter(state=Job.State.FAILED).select_related("match"))
        for job in failed:
            outbox.job_request(kind=job.kind, match=job.match, subject=job.subject, now=clock.now(), again=True)
        self.message_user(request, _("%(count)d jobs are tried again.") % {"count": len(failed)})


@admin.register(SeatHolder)
class SeatHolderAdmin(ReadOnlyAdmin):
    """The holders of each seat, with the dates of claim and release."""

    list_display = ("seat", "user", "since", "released_at")
    list_select_related = ("seat", "user")
    search_fields = ("user__username", "=seat__match__pk")


@admin.register(SeatAsk)
class SeatAskAdmin(ReadOnlyAdmin):
    """Requests to share a seat with its holder, and their answers."""

    list_display = ("seat", "user", "asked_at", "answer", "answered_by", "answered_at")
    list_filter = ("answer",)
    list_select_related = ("seat__match", "user", "answered_by")


@admin.register(SeatInvite)
class SeatInviteAdmin(ReadOnlyAdmin):
    """Personal invitation links, without their secret."""

    list_display = ("seat", "created_by", "created_at", "used_by", "used_at", "revoked_at")
    list_select_related = ("seat", "created_by", "used_by")
    exclude = ("nonce",)


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    """Chat messages, for the case of a complaint. Messages can be deleted."""

    list_display = ("match_id", "seat", "author", "text", "created_at")
    list_select_related = ("author",)
    search_fields = ("=match__pk", "text", "author__username")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Yes for users with Django's permission: an abusive message must be removable."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
