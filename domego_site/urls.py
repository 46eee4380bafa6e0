from django.contrib import admin
from django.urls import include, path

from domego_site import installing

urlpatterns = [
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("worker.js", installing.worker, name="worker"),
    path("offline/", installing.offline, name="offline"),
    path("admin/", admin.site.urls),
    path("", include("classrooms.urls")),
    path("", include("games.urls")),
]

handler400 = "domego_site.refusals.bad_request"
handler404 = "domego_site.refusals.not_found"
handler500 = "domego_site.refusals.fault"
