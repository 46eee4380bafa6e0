"""The admin pages of alerts for the operator: made and ended automatically, dismissed by hand."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from domego_site.models import Alert
from games.public.base import clock
from games.public.pages import ReadOnlyAdmin


@admin.register(Alert)
class AlertAdmin(ReadOnlyAdmin):
    """Alerts with their beginning and end."""

    list_display = ("title", "opened_at", "ended_at", "set_aside_at", "mail_claimed_at", "end_mail_claimed_at")
    list_filter = (("ended_at", admin.EmptyFieldListFilter), "kind")
    readonly_fields = fields = ("title", "advice", *list_display[1:])
    actions = ("set_aside",)

    @admin.display(description=_("what"))
    def title(self, alert: Alert) -> str:
        return alert.title

    @admin.display(description=_("to mend it"))
    def advice(self, alert: Alert) -> str:
        return alert.advice

    def has_set_aside_permission(self, request: HttpRequest) -> bool:
        """May the person dismiss alerts? Django's permission to change them is needed."""
        return admin.ModelAdmin.has_change_permission(self, request)

    @admin.action(description=_("Set aside: known, show and mail it no more"), permissions=["set_aside"])
    def set_aside(self, request: HttpRequest, queryset: QuerySet[Alert]) -> None:
        count = queryset.filter(ended_at__isnull=True, set_aside_at__isnull=True).update(set_aside_at=clock.now())
        words = ngettext("%(count)d alert is set aside.", "%(count)d alerts are set aside.", count)
        self.message_user(request, words % {"count": count})
