"""The first page, for strangers and for people who run sessions."""

from django.urls import path

from classrooms.today import landing, views

urlpatterns = [
    path("", landing.landing, name="landing"),
    path("today/", views.today, name="today"),
    path("today/steps/", views.first_step, name="first-step"),
]
