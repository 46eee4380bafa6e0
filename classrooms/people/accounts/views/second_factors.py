"""The second step of the sign-in, and the page on which a person sets up or removes it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from classrooms.models import User
from classrooms.people.access.first_page import first_page
from classrooms.people.access.throttling import may_go_on
from classrooms.people.accounts.hashing import TryLater
from classrooms.people.accounts.languages import remember_language
from classrooms.people.accounts.second_factors import (
    AlreadySetUp,
    app_address,
    code_check,
    recovery_renew,
    second_factor_remove,
    second_factor_set_up,
    secret_new,
)
from games.public import hooks
from games.public.base import ServiceError, clock
from games.public.models import people_are_users
from games.public.people import enter

HALF_WAY = "second_step"
"""A session key: the person who still has to enter a code, and their next page. They are not signed in yet."""
HALF_WAY_SECONDS = 600
KEY = "second_factor_key"
PASSWORDS, PASSWORDS_SECONDS = 10, 900


class CodeForm(forms.Form):
    """A code of the app, or a recovery code."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "characters"}),
    )


class OffForm(CodeForm):
    """Password and code together, to remove the second factor."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    field_order = ("password", "code")


def half_way(request: HttpRequest, entry: hooks.Entry) -> HttpResponse | None:
    """Ask for the code on the next page; None for a person without a second factor. Another person signed in in this
    browser is signed out.
    """
    user = entry.person
    if user.second_factor_since is None or not people_are_users():
        return None
    if SESSION_KEY in request.session:
        logout(request)
    request.session.cycle_key()
    request.session[HALF_WAY] = {
        "user": user.pk,
        "mark": user.get_session_auth_hash(),
        "until": clock.now().timestamp() + HALF_WAY_SECONDS,
        "backend": entry.backend,
        "onward": entry.onward,
        "keep": dict(entry.keep),
    }
    return redirect("classrooms:sign-in-code")


def _who(request: HttpRequest) -> tuple[User | None, dict[str, Any]]:
    kept = request.session.get(HALF_WAY, {})
    if not kept or clock.now().timestamp() > kept["until"]:
        return None, {}
    user = User.objects.filter(pk=kept["user"], is_active=True).first()
    if user is None or not constant_time_compare(user.get_session_auth_hash(), kept["mark"]):
        return None, {}
    return user, kept


@never_cache
@sensitive_post_parameters("code")
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The code of a person who did the first step of a sign-in within ten minutes. Others are sent to the first
    step.
    """
    user, kept = _who(request)
    if user is None:
        return redirect("classrooms:sign-in")
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return render(
            request, "classrooms/accounts/sign_in_code.html", {"form": form}, status=422 if form.errors else 200
        )
    try:
        code_check(user=user, code=form.cleaned_data["code"])
    except ServiceError as error:
        return _refused(request, "classrooms/accounts/sign_in_code.html", form, error)
    del request.session[HALF_WAY]
    enter(request, user, backend=kept["backend"], keep=kept.get("keep"), is_proven=True)
    response = redirect(kept["onward"] or first_page(user))
    if user.language:
        remember_language(response, user.language)
    return response


def _refused(request: HttpRequest, template: str, form: forms.Form, error: ServiceError, **more: Any) -> HttpResponse:
    form.add_error("code", str(error))
    response = render(request, template, {"form": form, **more}, status=error.status)
    if isinstance(error, TryLater):
        response["Retry-After"] = str(error.params["seconds"])
    return response


def _person(request: HttpRequest) -> User:
    """The signed-in person, read again from the database. Raises PermissionDenied for an account without a
    password.
    """
    pk: Any = request.user.pk
    user = User.objects.get(pk=pk)
    if not user.has_usable_password():
        raise PermissionDenied
    return user


@never_cache
@login_required
@sensitive_post_parameters("code")
def second_factor(request: HttpRequest) -> HttpResponse:
    """The page of the second factor: its state, or the key for an app. A posted code of the app sets it up and
    shows the recovery codes once. For everybody who signed in with a password.
    """
    user = _person(request)
    if user.second_factor_since is not None:
        return _status(request, user)
    # Made once, so that a page loaded twice shows the key that the phone has.
    secret = request.session.setdefault(KEY, secret_new())
    form = CodeForm(request.POST if request.method == "POST" else None)
    context = {
        "form": form,
        "address": app_address(user, secret),
        "key": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "must": user.needs_second_factor(),
    }
    template = "classrooms/accounts/second_factor_set_up.html"
    if request.method != "POST" or not form.is_valid():
        return render(request, template, context, status=422 if form.errors else 200)
    try:
        codes = second_factor_set_up(user=user, secret=secret, code=form.cleaned_data["code"])
    except AlreadySetUp:
        return redirect("classrooms:second-factor")
    except ServiceError as error:
        return _refused(request, template, form, error, **{name: context[name] for name in ("address", "key", "must")})
    del request.session[KEY]
    update_session_auth_hash(request, user)
    return _codes(request, codes)


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    onward = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(onward, {request.get_host()}, request.is_secure()):
        onward = reverse("classrooms:second-factor")
    return render(request, "classrooms/accounts/recovery_codes.html", {"codes": codes, "onward": onward})


def _status(request: HttpRequest, user: User, form: forms.Form | None = None, status: int = 200) -> HttpResponse:
    context = {
        "form": form or OffForm(),
        "left": len(user.second_factor.recovery),
        "may_go": not user.must_have_second_factor(),
        "renew": CodeForm(prefix="renew"),
    }
    return render(request, "classrooms/accounts/second_factor.html", context, status=status)


@never_cache
@require_POST
@login_required
@sensitive_post_parameters("renew-code")
def second_factor_codes(request: HttpRequest) -> HttpResponse:
    """New recovery codes, in exchange for a code. For everybody with a second factor."""
    user = _person(request)
    form = CodeForm(request.POST, prefix="renew")
    try:
        code_check(user=user, code=form.cleaned_data["code"] if form.is_valid() else "")
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("classrooms:second-factor")
    return _codes(request, recovery_renew(user=user))


@never_cache
@require_POST
@login_required
@sensitive_post_parameters("password", "code")
def second_factor_off(request: HttpRequest) -> HttpResponse:
    """Remove the second factor, by password and code. For everybody who has one, unless the site requires it."""
    user = _person(request)
    if user.second_factor_since is None:
        return redirect("classrooms:second-factor")
    if user.must_have_second_factor():
        raise PermissionDenied
    form = OffForm(request.POST)
    if form.is_valid() and _password_is_right(form, user):
        try:
            code_check(user=user, code=form.cleaned_data["code"])
        except ServiceError as error:
            form.add_error("code", str(error))
    if form.errors:
        return _status(request, user, form, status=422)
    second_factor_remove(user=user)
    update_session_auth_hash(request, user)
    messages.success(request, _("Signing in takes your password alone now."))
    return redirect("classrooms:second-factor")


def _password_is_right(form: forms.Form, user: User) -> bool:
    if not may_go_on(f"second factor off {user.pk}", limit=PASSWORDS, seconds=PASSWORDS_SECONDS):
        form.add_error("password", _("Too many wrong passwords. Try again in a quarter of an hour."))
        return False
    if not user.check_password(form.cleaned_data["password"]):
        form.add_error("password", _("This is not your password."))
        return False
    return True


hooks.SIGN_IN_STEPS.fill(half_way)
