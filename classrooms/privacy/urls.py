"""The page on what is held of people."""

from django.urls import path

from classrooms.privacy import views

urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
]
