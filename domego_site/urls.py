from django.contrib import admin
from django.urls import include, path

from domego_site import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("classrooms.urls")),
    path("", include("games.urls")),
]
