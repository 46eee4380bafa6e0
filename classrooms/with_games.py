"""URLs of all pages of courses and games, for one `include` under any prefix."""

from django.urls import include, path

urlpatterns = [
    path("", include("classrooms.urls")),
    path("", include("games.urls")),  # its API answers every address below /api/
]
