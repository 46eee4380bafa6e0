"""The result in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominato import names
from games.catalogue.dominato.facts.tables import Facts
from games.ui.nouns import named
from games.ui.seats import player_name


def headline(facts: Facts) -> str:
    """A headline such as `Player B wins with 3 points`."""
    best = [seat for seat in facts.seats if seat.place == 1]
    points = ngettext("%(n)d point", "%(n)d points", best[0].points) % {"n": best[0].points}
    if len(best) == 1:
        return _("%(The_player)s wins with %(points)s") % {**named(player=player_name(best[0].seat)), "points": points}
    players = ", ".join(player_name(seat.seat) for seat in best)
    return _("A tie with %(points)s: %(players)s") % {"points": points, "players": players}


def stopped(facts: Facts) -> str:
    """A headline such as `Stopped in game 2, after 7 turns`."""
    game = facts.games[-1]
    words = {"game": game.number, "n": len(game.turns)}
    text = ngettext(
        "Stopped in game %(game)d, after one turn", "Stopped in game %(game)d, after %(n)d turns", words["n"]
    )
    return text % words


def lead(facts: Facts) -> str:
    """The numbers of tiles, links and errors of the match."""
    laid = sum(seat.placed for seat in facts.seats)
    doubles = sum(seat.double_t + seat.nested for seat in facts.seats)
    said = [
        ngettext("%(n)d tile was laid.", "%(n)d tiles were laid.", laid) % {"n": laid},
        ngettext("One link was double.", "%(n)d links were double.", doubles) % {"n": doubles},
    ]
    triples = sum(seat.triples for seat in facts.seats)
    if triples:
        said.append(ngettext("One won a game at once.", "%(n)d won a game at once.", triples) % {"n": triples})
    if facts.challenge:
        said.append(_errors(facts))
    if not facts.helper:
        said.append(_("The players worked out all balances themselves."))
    said += [_brought(seat.seat, seat.brought) for seat in facts.seats if seat.brought]
    return " ".join(said)


def _brought(seat: int, points: int) -> str:
    """The points that the facilitator brought to a player."""
    text = _("Brought by the facilitator: %(points)s more for %(player)s.")
    if points < 0:
        text = _("Brought by the facilitator: %(points)s fewer for %(player)s.")
    return text % {"points": names.points_counted(abs(points)), "player": player_name(seat)}


def _errors(facts: Facts) -> str:
    wrong = sum(seat.wrong for seat in facts.seats)
    caught = sum(seat.caught for seat in facts.seats)
    if not wrong:
        return _("Nobody laid a wrong tile.")
    words = ngettext("%(n)d tile was wrong; found: %(caught)d.", "%(n)d tiles were wrong; found: %(caught)d.", wrong)
    return words % {"n": wrong, "caught": caught}
