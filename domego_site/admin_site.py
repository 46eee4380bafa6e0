"""An admin site without a sign-in of its own: the site's sign-in page with its limits and second factor protects
it too.
"""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from classrooms.people.access.onward import onward


class OneDoorAdmin(AdminSite):
    """Django's admin site behind the site's own sign-in."""

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect staff to the wanted page and visitors to the sign-in page; refuse everybody else."""
        wanted = onward(request, reverse("admin:index"))
        if self.has_permission(request):
            return wanted
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(wanted.url)
