"""Pages of people: landing, sign-in, password, account, language; those of courses are in modules of their own."""

from django.urls import include, path

from classrooms.views import accounts, debriefs, demo, landing, privacy, results, second_factors, telling, today

urlpatterns = [
    path("", landing.landing, name="landing"),
    path("today/", today.today, name="today"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("demo/", demo.try_demo, name="demo"),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-in/code/", second_factors.sign_in_code, name="sign-in-code"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign-out"),
    path("language/", accounts.set_language, name="set-language"),
    path("account/", accounts.account, name="account"),
    path("account/told/", telling.told, name="told"),
    path("account/told/calendar/", telling.told_calendar, name="told-calendar"),
    path("account/told/device/", telling.told_device, name="told-device"),
    path("calendar/<str:token>.ics", telling.calendar, name="calendar"),
    path("account/password/", accounts.PasswordChange.as_view(), name="password-change"),
    path("account/second-factor/", second_factors.second_factor, name="second-factor"),
    path("account/second-factor/codes/", second_factors.second_factor_codes, name="second-factor-codes"),
    path("account/second-factor/off/", second_factors.second_factor_off, name="second-factor-off"),
    path("password/", accounts.PasswordReset.as_view(), name="password-reset"),
    path("password/sent/", accounts.PasswordResetSent.as_view(), name="password-reset-sent"),
    path("password/<uidb64>/<token>/", accounts.PasswordResetConfirm.as_view(), name="password-reset-confirm"),
    path("password/done/", accounts.PasswordResetDone.as_view(), name="password-reset-done"),
    path("games/<slug:game>/results/", results.results, name="results"),
    path("matches/<int:match_id>/debrief/", debriefs.debrief, name="debrief"),
    path("matches/<int:match_id>/debrief/make/", debriefs.debrief_make, name="debrief-make"),
    path("matches/<int:match_id>/debrief/pdf/", debriefs.debrief_pdf, name="debrief-pdf"),
    path("matches/<int:match_id>/debrief/match.json", debriefs.debrief_export, name="debrief-export"),
    path("", include("classrooms.urls.analysis")),
    path("", include("classrooms.urls.courses")),
    path("", include("classrooms.urls.sessions")),
    path("", include("classrooms.urls.cockpit")),
    path("", include("classrooms.urls.grades")),
    path("", include("classrooms.urls.questions")),
    path("", include("classrooms.urls.reports")),
]
