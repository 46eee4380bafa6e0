"""The page on what is held of people."""

from django.urls import path

from classrooms.views import privacy

urlpatterns = [
    path("privacy/", privacy.privacy, name="privacy"),
]
