"""The operator's admin pages for people: accounts, and the right to create courses. Courses themselves belong to
their instructors.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth import forms as auth_forms
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from classrooms.connect.records.webhooks import deliveries_again
from classrooms.models import Delivery, User


class NewUserForm(auth_forms.AdminUserCreationForm):
    """An account with a password, or without one that can be used."""

    class Meta:
        model = User
        fields = ("username", "display_name", "email")


class ChangeUserForm(auth_forms.UserChangeForm):
    """Django's form for changing users, with this site's user model."""

    class Meta:
        model = User
        fields = "__all__"  # noqa: DJ007  the fieldsets of UserAdmin name what is shown


@admin.register(User)
class UserAdmin(auth_admin.UserAdmin):
    """People. They are never deleted here: the matches that they played would lose their seats. They are erased on
    their own page, by an instructor or by `manage.py erase_person`.
    """

    form, add_form = ChangeUserForm, NewUserForm
    list_display = ("username", "display_name", "email", "can_create_courses", "is_guest", "is_staff", "last_login")
    list_filter = ("can_create_courses", "is_guest", "is_staff", "is_active")
    search_fields = ("username", "display_name", "email")
    ordering = ("username",)
    actions = ("let_create_courses", "no_more_courses")
    readonly_fields = ("is_guest", "erased_at", "last_login", "date_joined", "second_factor_since")
    fieldsets = (
        (None, {"fields": ("username", "password", "display_name", "family_name", "given_name", "email")}),
        (_("Courses"), {"fields": ("can_create_courses",)}),
        (_("Settings"), {"fields": ("language", "time_zone", "mail_notifications")}),
        (_("Administration"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Record"), {"fields": ("is_guest", "erased_at", "last_login", "date_joined", "second_factor_since")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "display_name", "email", "usable_password", "password1", "password2")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Erase instead."""
        return False

    @admin.action(description=_("Let them create courses"), permissions=["change"])
    def let_create_courses(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Give accounts the right to create courses; guests, who sign in by a link, are left out."""
        self._say(request, queryset.filter(is_guest=False).update(can_create_courses=True))

    @admin.action(description=_("No new courses by them"), permissions=["change"])
    def no_more_courses(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Courses that they have stay theirs."""
        self._say(request, queryset.update(can_create_courses=False))

    def _say(self, request: HttpRequest, number: int) -> None:
        said = ngettext("%(number)d account was changed.", "%(number)d accounts were changed.", number)
        self.message_user(request, said % {"number": number})


@admin.register(Delivery)
class DeliveryAdmin(admin.ModelAdmin):
    """Calls of webhooks: how each went, and sending again."""

    list_display = ("kind", "key", "url", "state", "attempts", "error", "created_at", "next_at", "done_at")
    list_filter = ("state", "kind", "url")
    search_fields = ("key",)
    actions = ("send_again",)
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Calls are recorded by the site itself."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Calls can be read only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Accepted calls are deleted after a month automatically."""
        return False

    @admin.action(description=_("Send again"), permissions=["view"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> None:
        """Send calls again, from the first attempt on."""
        number = deliveries_again(deliveries=queryset)
        said = ngettext("%(number)d call is sent again.", "%(number)d calls are sent again.", number)
        self.message_user(request, said % {"number": number})
