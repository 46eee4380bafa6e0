"""A page and a task that fail over secrets, for `tests.site.reporting_settings`."""

from celery import shared_task
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from domego_site.urls import urlpatterns as site_urlpatterns


@shared_task(name="tests.fail")
def fail(word: str) -> None:
    raise ValueError(f"the task does not like {word}")


@csrf_exempt
def failing(request: HttpRequest, token: str) -> HttpResponse:
    word = request.POST["word"]
    fail.delay(word)
    raise ValueError(f"the page does not like {word} from {token}")


urlpatterns = [path("failing/<str:token>/", failing, name="failing"), *site_urlpatterns]
