"""URLs of all pages of courses and games, for one `include` under any prefix."""

from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),  # the tables' first: open pages ask them most
    path("", include("classrooms.urls")),
]
