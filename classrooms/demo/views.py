from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from classrooms.demo import services
from games.platform.conf import conf
from games.platform.persons import enter
from games.platform.services.first_games import first_game_start
from games.platform.services.guests import guest_create


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
