from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("classrooms.with_games")),
]

handler400 = "domego_site.refusals.bad_request"
handler404 = "domego_site.refusals.not_found"
handler500 = "domego_site.refusals.fault"
