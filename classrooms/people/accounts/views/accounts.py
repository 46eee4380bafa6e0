"""Sign-in and sign-out, password, account and language."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import forms as auth_forms
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import translation
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.generic import FormView

from classrooms.hooks import ACCOUNT_PANELS, SIGN_INS
from classrooms.people.access.first_page import first_page
from classrooms.people.access.throttling import address_of, may_go_on
from classrooms.people.accounts import hashing, password_mails
from classrooms.people.accounts.forms import AccountForm, SignInForm
from classrooms.people.accounts.languages import remember_language
from classrooms.people.accounts.services import account_edit, language_keep
from games.public.people import device_forget, enter

RESETS = 900
"""Requests about a forgotten password from one address in an hour: a whole year of students may share one address."""


class SignIn(auth_views.LoginView):
    template_name = "classrooms/accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign in, or say when to try again if too many people sign in. The name stays in the form, the password
        does not. The page's script, which waits and sends again, gets short answers without a page.
        """
        has_script = "X-Waits" in request.headers
        try:
            hashing.gate.check()
            response = super().post(request, *args, **kwargs)
            return JsonResponse({"to": response["Location"]}) if has_script and "Location" in response else response
        except hashing.TryLater as later:
            seconds = str(later.params["seconds"])
            if has_script and isinstance(later, hashing.Busy):
                return HttpResponse(status=later.status, headers={"Retry-After": seconds})
            form = SignInForm(request, initial={"username": request.POST.get("username", "")})
            response = self.render_to_response(self.get_context_data(form=form, later=later), status=later.status)
            response["Retry-After"] = seconds
            return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add other ways to sign in beside the form."""
        return super().get_context_data(**kwargs, other_ways=SIGN_INS.all(self.get_redirect_url()))

    def get_default_redirect_url(self) -> str:
        """The first page of the person, unless the sign-in names another page."""
        return first_page(self.request.user)

    def form_valid(self, form: auth_forms.AuthenticationForm) -> HttpResponse:
        """The language of the account follows its holder to a new browser."""
        user: Any = form.get_user()
        step = enter(self.request, user, onward=self.get_redirect_url(), backend=user.backend)
        if step is not None:
            return step
        response = HttpResponseRedirect(self.get_success_url())
        if user.language:
            remember_language(response, user.language)
        return response


class SignOut(auth_views.LogoutView):
    """Sign out. The browser gets no more notices of turns, if its script sends its identifier (`endpoint`)."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        endpoint = request.POST.get("endpoint", "")
        if endpoint and request.user.is_authenticated:
            device_forget(user=request.user, endpoint=endpoint)
        return super().post(request, *args, **kwargs)


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Django's own switch, remembered for a year and on the account."""
    response = i18n.set_language(request)
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        return response
    remember_language(response, language)
    if request.user.is_authenticated:
        language_keep(user=request.user, language=language)
    return response


@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    form = AccountForm(request.POST or None, instance=request.user)
    if request.method != "POST" or not form.is_valid():
        context = {"form": form, "panels": ACCOUNT_PANELS.all(form.instance)}
        return render(request, "classrooms/accounts/account.html", context, status=422 if form.errors else 200)
    person = form.instance
    account_edit(user=person, fields=AccountForm.Meta.fields)
    with translation.override(person.language or translation.get_language()):
        messages.success(request, _("Your account is saved."))
    response = redirect("classrooms:account")
    remember_language(response, person.language)
    return response


class PasswordChange(auth_views.PasswordChangeView):
    template_name = "classrooms/accounts/password_change.html"
    success_url = reverse_lazy("classrooms:account")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your password has been changed."))
        return super().form_valid(form)


class PasswordReset(FormView):
    """Notes the address that was typed. A worker looks for its account, so that neither answer nor response time
    shows whether one exists.
    """

    template_name = "classrooms/accounts/password_reset.html"
    form_class = auth_forms.PasswordResetForm
    success_url = reverse_lazy("classrooms:password-reset-sent")

    def form_valid(self, form: auth_forms.PasswordResetForm) -> HttpResponse:
        if not may_go_on(f"password-reset {address_of(self.request)}", limit=RESETS, seconds=3600):
            return render(self.request, "429.html", status=429)
        password_mails.password_request(email=form.cleaned_data["email"], language=translation.get_language())
        return super().form_valid(form)


class PasswordResetSent(auth_views.PasswordResetDoneView):
    template_name = "classrooms/accounts/password_reset_sent.html"


class PasswordResetConfirm(auth_views.PasswordResetConfirmView):
    template_name = "classrooms/accounts/password_reset_confirm.html"
    success_url = reverse_lazy("classrooms:password-reset-done")


class PasswordResetDone(auth_views.PasswordResetCompleteView):
    template_name = "classrooms/accounts/password_reset_done.html"
