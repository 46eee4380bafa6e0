"""The first page, for strangers and for those who run sessions."""

from django.urls import path

from classrooms.views import landing, today

urlpatterns = [
    path("", landing.landing, name="landing"),
    path("today/", today.today, name="today"),
]
