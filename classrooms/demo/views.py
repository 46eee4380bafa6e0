from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from classrooms.demo import services
from games.public.base import conf
from games.public.people import enter, guest_create
from games.public.steering import first_game_start


@require_POST
def try_demo(request: HttpRequest) -> HttpResponse:
    """The first game, as a guest if need be; a match against bots comes after it. 404 where the site does not offer
    it.
    """
    if not conf.OPEN_DEMO:
        raise Http404
    user = request.user
    if not user.is_authenticated:
        user = guest_create(display_name=_("Guest"))
        enter(request, user)  # new: nothing is asked
    return redirect("games:match", first_game_start(user=user, game=services.GAME).pk)
