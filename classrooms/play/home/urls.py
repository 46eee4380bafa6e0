"""The first page, for strangers and for people who run sessions."""

from django.urls import path

from classrooms.play.home import landing, views

urlpatterns = [
    path("", landing.landing, name="landing"),
    path("today/", views.home, name="home"),
    path("today/steps/", views.first_step, name="first-step"),
]
