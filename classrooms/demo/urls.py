"""The way into the demo."""

from django.urls import path

from classrooms.demo import views as demo

urlpatterns = [
    path("demo/", demo.try_demo, name="demo"),
]
