"""The admin site has no sign-in of its own: what guards the site's page (limits, the second step) guards it too."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from classrooms.access.onward import onward


class OneDoorAdmin(AdminSite):
    """Django's own behind the site's sign-in."""

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Who is staff is led where they wanted, a visitor to the sign-in page and back, anybody else is refused."""
        wanted = onward(request, reverse("admin:index"))
        if self.has_permission(request):
            return wanted
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(wanted.url)
