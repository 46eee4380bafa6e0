"""The way into the demo."""

from django.urls import path

from classrooms.demo import views

urlpatterns = [
    path("demo/", views.try_demo, name="demo"),
]
