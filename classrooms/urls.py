"""All pages, by package, under the names classrooms:..."""

from django.urls import include, path

app_name = "classrooms"
urlpatterns = [
    path("", include("classrooms.home.urls")),
    path("", include("classrooms.accounts.urls")),
    path("", include("classrooms.signing_on.urls")),
    path("", include("classrooms.people.urls")),
    path("", include("classrooms.courses.urls")),
    path("", include("classrooms.sessions.urls")),
    path("", include("classrooms.questions.urls")),
    path("", include("classrooms.cockpit.urls")),
    path("", include("classrooms.grading.urls")),
    path("", include("classrooms.analysis.urls")),
    path("", include("classrooms.reports.urls")),
    path("", include("classrooms.privacy.urls")),
    path("", include("classrooms.erasure.urls")),
    path("", include("classrooms.lms.urls")),
    path("", include("classrooms.demo.urls")),
    path("api/v1/", include("classrooms.api.urls")),
]
