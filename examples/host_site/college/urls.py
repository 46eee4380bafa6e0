from django.contrib import admin
from django.contrib.auth import views
from django.urls import include, path
from notices.views import notices

urlpatterns = [
    path("", notices, name="notices"),
    path("login/", views.LoginView.as_view(template_name="notices/login.html"), name="login"),
    path("logout/", views.LogoutView.as_view(), name="logout"),
    path("admin/", admin.site.urls),
    path("teaching/", include("classrooms.with_games")),
]
