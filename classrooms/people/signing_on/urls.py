"""Pages of single sign-on."""

from django.urls import path

from classrooms.people.signing_on import views

urlpatterns = [
    path("sign-in/with/", views.sign_on, name="sign-on"),
    path("sign-in/with/back/", views.sign_on_back, name="sign-on-back"),
    path("account/sign-in/", views.sign_on_link, name="sign-on-link"),
    path("account/sign-in/confirm/", views.sign_on_confirm, name="sign-on-confirm"),
    path("account/sign-in/unlink/", views.sign_on_unlink, name="sign-on-unlink"),
]
