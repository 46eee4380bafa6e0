"""All pages, by package, under the names classrooms:..."""

from django.urls import include, path

app_name = "classrooms"
urlpatterns = [
    path("", include("classrooms.play.home.urls")),
    path("", include("classrooms.people.accounts.urls")),
    path("", include("classrooms.people.signing_on.urls")),
    path("", include("classrooms.people.class_lists.urls")),
    path("", include("classrooms.people.courses.urls")),
    path("", include("classrooms.play.sessions.urls")),
    path("", include("classrooms.play.scenarios.urls")),
    path("", include("classrooms.play.questions.urls")),
    path("", include("classrooms.play.monitor.urls")),
    path("", include("classrooms.assess.grading.urls")),
    path("", include("classrooms.assess.analysis.urls")),
    path("", include("classrooms.assess.reports.urls")),
    path("", include("classrooms.assess.studies.urls")),
    path("", include("classrooms.care.privacy.urls")),
    path("", include("classrooms.care.erasure.urls")),
    path("", include("classrooms.connect.lms.urls")),
    path("", include("classrooms.demo.urls")),
    path("api/v1/", include("classrooms.connect.api.urls")),
]
