"""Pages of accounts: sign-in, password, second factor, language, notices."""

from django.urls import path

from classrooms.people.accounts.views import accounts, notifications, second_factors
from classrooms.people.accounts.views.ours import of_our_accounts, sign_in_here

urlpatterns = [
    path("sign-in/", sign_in_here(accounts.SignIn.as_view()), name="sign-in"),
    path("sign-in/code/", of_our_accounts(second_factors.sign_in_code), name="sign-in-code"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign-out"),
    path("language/", accounts.set_language, name="set-language"),
    path("account/", accounts.account, name="account"),
    path("account/told/", notifications.notification_settings, name="told"),
    path("account/told/calendar/", notifications.calendar_link_settings, name="told-calendar"),
    path("account/told/device/", notifications.device_settings, name="told-device"),
    path("calendar/<str:token>.ics", notifications.calendar, name="calendar"),
    path("account/password/", of_our_accounts(accounts.PasswordChange.as_view()), name="password-change"),
    path("account/second-factor/", of_our_accounts(second_factors.second_factor), name="second-factor"),
    path(
        "account/second-factor/codes/", of_our_accounts(second_factors.second_factor_codes), name="second-factor-codes"
    ),
    path("account/second-factor/off/", of_our_accounts(second_factors.second_factor_off), name="second-factor-off"),
    path("password/", of_our_accounts(accounts.PasswordReset.as_view()), name="password-reset"),
    path("password/sent/", of_our_accounts(accounts.PasswordResetSent.as_view()), name="password-reset-sent"),
    path(
        "password/<uidb64>/<token>/",
        of_our_accounts(accounts.PasswordResetConfirm.as_view()),
        name="password-reset-confirm",
    ),
    path("password/done/", of_our_accounts(accounts.PasswordResetDone.as_view()), name="password-reset-done"),
]
