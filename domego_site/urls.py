from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

from domego_site import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("admin/", admin.site.urls),
    *(path("", include(f"{app}.urls")) for app in ("classrooms", "games") if find_spec(f"{app}.urls")),
]
