"""What the operator sees of matches: records are read only; failed jobs can be tried again."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models import Decision, Job, Match, Message, Move, Notification, Seat, SeatAsk, SeatHolder, SeatInvite
from games.work import outbox
from games.work.notices import stuck_claims
from games.work.sweep import overdue_matches


class ReadOnlyAdmin(admin.ModelAdmin):
    """The record of a match is not changed by hand: it would no longer verify."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Services make rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Looking only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Records stay."""
        return False


class YesFilter(admin.SimpleListFilter):
    """A filter with one choice: the rows that need a look."""

    question: Any = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """One."""
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
    """Mails of which nobody knows whether they went out."""

    title = _("mail")
    parameter_name = "stuck"
    question = _("claimed ten minutes ago and not sent")

    def wanted(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(pk__in=stuck_claims(clock.now()).values("pk"))


class SeatInline(admin.TabularInline):
    """Who plays where."""

    model = Seat
    fields = readonly_fields = ("index", "role", "bot", "people")
    extra = 0
    can_delete = False

    @admin.display(description=_("people"))
    def people(self, seat: Seat) -> str:
        """Those who hold the seat now."""
        holders = seat.holders.filter(released_at__isnull=True).select_related("user")
        return ", ".join(holder.user.get_full_name() for holder in holders)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Looking only."""
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
        """Without the long texts."""
        return super().get_queryset(request).defer("state", "scenario")


@admin.register(Move)
class MoveAdmin(ReadOnlyAdmin):
    """Moves without what they say: that may be hidden from the one who looks."""

    list_display = ("match_id", "number", "seat", "key", "kind", "author_kind", "author", "created_at")
    list_filter = ("author_kind", "match__game")
    list_select_related = ("author",)
    search_fields = ("=match__pk",)
    exclude = ("args", "draws")


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    """The inbox."""

    list_display = ("match_id", "seat", "key", "due_at", "opened_at", "closed_at", "notified_at", "lease_until")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "optional", "kind")
    search_fields = ("=match__pk", "key")


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """Who was told of what, and which mails went out."""

    list_display = ("user", "decision", "created_at", "read_at", "mail_claimed_at", "mail_sent_at", "reminder_sent_at")
    list_filter = (StuckFilter, ("mail_sent_at", admin.EmptyFieldListFilter))
    list_select_related = ("user", "decision")
    search_fields = ("user__username", "=decision__match__pk")


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """What workers do after a move, and what they could not do."""

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
        """Those who have Django's permission to change jobs."""
        return admin.ModelAdmin.has_change_permission(self, request)

    @admin.action(description=_("Try failed jobs again"), permissions=["retry"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        """Failed ones only; the others are done or on their way."""
        failed = list(queryset.filter(state=Job.State.FAILED).select_related("match"))
        for job in failed:
            outbox.job_request(kind=job.kind, match=job.match, subject=job.subject, now=clock.now(), again=True)
        self.message_user(request, _("%(count)d jobs are tried again.") % {"count": len(failed)})


@admin.register(SeatHolder)
class SeatHolderAdmin(ReadOnlyAdmin):
    """Who sat where, and until when."""

    list_display = ("seat", "user", "since", "released_at")
    list_select_related = ("seat", "user")
    search_fields = ("user__username", "=seat__match__pk")


@admin.register(SeatAsk)
class SeatAskAdmin(ReadOnlyAdmin):
    """Who asked to sit beside whom."""

    list_display = ("seat", "user", "asked_at", "answer", "answered_by", "answered_at")
    list_filter = ("answer",)
    list_select_related = ("seat__match", "user", "answered_by")


@admin.register(SeatInvite)
class SeatInviteAdmin(ReadOnlyAdmin):
    """Personal links, without their secret."""

    list_display = ("seat", "created_by", "created_at", "used_by", "used_at", "revoked_at")
    list_select_related = ("seat", "created_by", "used_by")
    exclude = ("nonce",)


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    """Talk, for the case of a complaint. It can be deleted."""

    list_display = ("match_id", "seat", "author", "text", "created_at")
    list_select_related = ("author",)
    search_fields = ("=match__pk", "text", "author__username")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Words that must not stay: for those who have Django's permission."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
