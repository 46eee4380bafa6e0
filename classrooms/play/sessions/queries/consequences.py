"""The effects of archiving or ending things in use, in sentences."""

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Course, Session, SessionStatus
from classrooms.models.sessions import Unfinished
from classrooms.play.sessions.queries.set_up import BEGUN
from games.public.models import OVER, Move
from games.public.steering import BY_PEOPLE


def of_archiving(course: Course) -> list[str]:
    """The effects of archiving a course on its sessions; empty if none is in use."""
    counts = Counter(course.sessions.values_list("status", flat=True))
    running, waiting = sum(counts[each] for each in BEGUN), counts[SessionStatus.OPEN]
    said = []
    if running:
        words = ngettext(
            "%(n)d session is running: its code stops, and it leaves the lists. People at a table can play on.",
            "%(n)d sessions are running: their codes stop, and they leave the lists. People at a table can play on.",
            running,
        )
        said.append(words % {"n": running})
    if waiting:
        words = ngettext(
            "%(n)d session is open and has not begun: its code stops.",
            "%(n)d sessions are open and have not begun: their codes stop.",
            waiting,
        )
        said.append(words % {"n": waiting})
    if said and course.join_open:
        said.append(_("The join code of the course is closed, and stays closed when you restore the course."))
    return said


def of_undoing_the_start(play_session: Session) -> list[str]:
    """The moves that undoing the start abandons, in words; empty if no person has moved."""
    moves = Move.objects.kept().filter(match__session_team__session=play_session, author_kind__in=BY_PEOPLE).count()
    if not moves:
        return []
    words = ngettext(
        "%(n)d move that a person has made does not count any more; the record keeps it.",
        "%(n)d moves that people have made do not count any more; the record keeps them.",
        moves,
    )
    return [words % {"n": moves}, _("All go back to the lobby, on the same seats. The next start has new cards.")]


def of_ending(play_session: Session) -> list[str]:
    """The effects of ending a session on its teams."""
    tables = play_session.session_teams.filter(match__isnull=False)
    teams, going_on = tables.count(), tables.exclude(match__status__in=OVER).count()
    if not going_on:
        return [_("All teams are at the end: nothing is lost.")]
    words = ngettext(
        "The match of %(n)d of %(all)d teams is not over. It ends without a result; its record stays.",
        "The matches of %(n)d of %(all)d teams are not over. They end without a result; their records stay.",
        going_on,
    )
    said = [words % {"n": going_on, "all": teams}]
    if play_session.status == SessionStatus.OPEN:
        said.append(_("Nobody has played yet, and nobody can come in any more."))
        said.append(_("Until it is archived you can open it again, with everybody on their seats."))
        return said
    elif play_session.unfinished == Unfinished.TURNS:
        said.append(_("They are marked on the turns that they played."))
    else:
        said.append(_("If they should go on another day, pause the session instead of ending it."))
    said.append(_("This cannot be taken back."))
    return said
