from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from notices.models import Notice


def notices(request: HttpRequest) -> HttpResponse:
    """The board, which is the college's first page."""
    return render(request, "notices/board.html", {"notices": Notice.objects.order_by("-put_up_at")})
