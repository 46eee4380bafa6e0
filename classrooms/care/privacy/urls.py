"""The page on personal data."""

from django.urls import path

from classrooms.care.privacy import views

urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
]
