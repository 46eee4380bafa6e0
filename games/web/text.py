"""Text mode of a match: position and news as lines of text, decisions as typed commands."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import engines
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.errors import RulesError
from games.engine.types import Prompt
from games.models import AuthorKind, Status
from games.platform.errors import ServiceError
from games.platform.permissions import Opened
from games.platform.selectors.position import game_of
from games.platform.services.authors import Author
from games.platform.services.moves import submit
from games.platform.work import expected, presence
from games.templatetags.ui import time_left, when
from games.ui.commands import LIMIT, Option, match_command, options_of, plain, refusal_of
from games.ui.sentences import with_subject
from games.ui.text_lines import Line, colon, lines_of
from games.web.live import stream
from games.web.opening import open_for
from games.web.preferences import choose_here
from games.web.regions.drawing import game_variables
from games.web.regions.frame import frame_part
from games.web.regions.history import history_part
from games.web.regions.result import score_rows
from games.web.regions.talk import talk_part
from games.web.regions.tells import plain as plain_words
from games.web.regions.tells import tells_part
from games.web.table import requested_seat
from games.web.table_read import TableRead
from games.web.tags import tag_of

SHOWN: Final = 40
"""The number of commands listed at once; of more, those that begin with the typed text."""
POSSESSIVES: Final = ("my ", "the ", "mon ", "ma ", "mes ", "le ", "la ", "les ", "l'")


@dataclass(frozen=True)
class Answer:
    """The page's answer to a typed text."""

    title: str
    lines: tuple[str, ...]
    is_error: bool = False


class TextTable:
    """A table as its text page shows it."""

    def __init__(self, read: TableRead) -> None:
        self.read = read
        self.prompts: tuple[Prompt, ...] = ()
        if read.seat in read.access.seats and read.match.status == Status.RUNNING:
            own = read.plain_scene.own_prompts()
            self.prompts = tuple(sorted(own, key=lambda each: (each.optional, each.passive)))

    @property
    def questions(self) -> list[dict[str, Any]]:
        """The seat's open questions in words, required ones first."""
        face, scenario = self.read.face, self.read.scenario
        return [
            {
                "number": number,
                "words": face.words.decision(scenario, each),
                "pending": not each.optional and not each.passive,
            }
            for number, each in enumerate(self.prompts, 1)
        ]

    def options(self) -> tuple[Option, ...]:
        """All commands of decisions."""
        rules, state, seat = game_of(self.read.match).rules, self.read.state, self.read.seat
        return options_of(
            self.read.plain_scene,
            self.prompts,
            lambda prompt: rules.choices(state, seat, prompt.key),  # type: ignore[arg-type]
            self.read.face.table.command,
        )

    def listed(self, beginning: str = "") -> list[str]:
        """The commands in words, each once; none if finding them is the point of the game."""
        if not self.read.face.table.lists_commands(self.read.plain_scene):
            return []
        many = len(self.prompts) > 1
        words = [f"{each.question}: {each.display_text}" if many else each.display_text for each in self.options()]
        return [each for each in dict.fromkeys(words) if plain(beginning) in plain(each)]

    def position(self) -> list[Line]:
        """The text of the game's regions."""
        fragments: Any = engines["fragments"]
        return lines_of(fragments.get_template("games/table/reading.html").template.render(game_variables(self.read)))

    def news(self) -> list[str]:
        """The latest events of the history, oldest first."""
        lines = []
        for line in reversed(history_part(self.read).lines):
            words = with_subject(line.role.short, line.words.html) if line.role else line.words.html
            by = f" ({line.by})" if line.by else ""
            lines.append(f"{plain_words(words)}{by}")
        return lines

    def talk(self) -> list[str]:
        return [f"{line.author}{colon()}{line.text}" for line in talk_part(self.read).lines]

    def awaited(self) -> list[str]:
        """The seats that the match awaits."""
        return [f"{line.role.name} ({line.name})" for line in self.read.seats if line.awaited] or [_("Nobody.")]

    def time(self) -> list[str]:
        """The time until the next deadline."""
        due = self.read.due_at
        if due is None:
            return [_("There is no deadline.")]
        left = time_left(round((due - timezone.now()).total_seconds()))
        said = [_("%(left)s left, until %(at)s.") % {"left": left, "at": when(due)}]
        return said + ([_("Reserve: %(time)s.") % {"time": self.read.bank.duration_text}] if self.read.bank else [])

    def briefing(self) -> list[str]:
        """Role, aim and present question in lines; for a person who joined in mid-match also the summary so far."""
        brief = self.read.briefing
        if brief is None:
            return []
        role = [f"{_('Your role')}{colon()}{brief.role.name}.", str(brief.role.purpose or "")]
        role += [_("You also play: %(roles)s.") % {"roles": brief.also}] if brief.also else []
        role += [_("At the table with you: %(people)s.") % {"people": brief.people}] if brief.people else []
        aim = [f"{_('Your aim')}{colon()}{brief.aim}"] if brief.aim else []
        return [" ".join(filter(None, role)), *aim, *map(plain_words, brief.so_far)]

    def about(self, word: str) -> list[str]:
        """Every line of the position with this word, with the heading above it."""
        found, heading = [], ""
        for line in self.position():
            if line.is_heading:
                heading = line.text
            if word in plain(line.text):
                found.append(line.text if line.is_heading or not heading else f"{heading}. {line.text}")
        return found


def _help(page: TextTable) -> list[str]:
    said = [
        _("Type a command of the list and send it: it is played at once."),
        _("Numbers in brackets are a range: type one number of it instead."),
        _("With several questions, begin with the number of the question and a colon."),
        _("To read at any time: {words}.").format(words=", ".join(str(word) for word, _title, _read in READINGS)),
        _("Any other word reads the lines of the position that have it: money, hand, a name."),
    ]
    return said


READINGS: Final[tuple[tuple[Any, Any, Callable[[TextTable], list[str]]], ...]] = (
    (pgettext_lazy("command", "help"), gettext_lazy("Help"), _help),
    (pgettext_lazy("command", "list"), gettext_lazy("Commands"), lambda page: page.listed()),
    (pgettext_lazy("command", "role"), gettext_lazy("Role and aim"), TextTable.briefing),
    (pgettext_lazy("command", "who"), gettext_lazy("Who is awaited"), TextTable.awaited),
    (pgettext_lazy("command", "time"), gettext_lazy("Time"), TextTable.time),
    (pgettext_lazy("command", "news"), gettext_lazy("News"), TextTable.news),
    (pgettext_lazy("command", "talk"), gettext_lazy("Team talk"), TextTable.talk),
    (
        pgettext_lazy("command", "position"),
        gettext_lazy("Position"),
        lambda page: [each.text for each in page.position()],
    ),
)
"""Commands that read something: the word, its title, and a function for its lines. English words work in every
language.
"""
ENGLISH: Final = ("help", "list", "role", "who", "time", "news", "talk", "position")


def text(request: HttpRequest, match_id: int) -> HttpResponse:
    """The page, and the answer to a typed text. A decision leads back to the page by GET."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:text", args=[match_id]))
    opened = open_for(request, match_id)
    access = opened.access
    if not access.match.has_begun:
        return redirect("games:match", match_id)
    seat = access.seat_for(_seat_of(request))
    if request.method != "POST":
        now = timezone.now()
        presence.seen(match_id, access.user.pk, now)
        answer = _last_decision(request)
        return _page(request, opened, seat, answer)
    page = TextTable(TableRead(opened, seat))
    typed = request.POST.get("command", "")[:LIMIT]
    answer = _decide(request, page, typed)
    if answer is None:
        request.session["text-decided"] = typed
        return redirect(f"{reverse('games:text', args=[match_id])}{'' if seat is None else f'?seat={seat}'}")
    return _page(request, open_for(request, match_id), seat, answer, typed if answer.is_error else "")


def text_mode(request: HttpRequest, match_id: int) -> HttpResponse:
    """Choose text mode, or the table, for this match in this browser."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:match", args=[match_id]))
    open_for(request, match_id)
    if request.method != "POST":
        return redirect("games:match", match_id)
    wanted = request.POST.get("on") == "1"
    choose_here(request, match_id, text_mode=wanted)
    return redirect("games:text" if wanted else "games:match", match_id)


def _seat_of(request: HttpRequest) -> int | None:
    said = request.POST.get("seat", "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else requested_seat(request)


def _last_decision(request: HttpRequest) -> Answer | None:
    typed = request.session.pop("text-decided", None)
    return Answer(_("Your decision counts."), (typed,)) if typed else None


def _decide(request: HttpRequest, page: TextTable, typed: str) -> Answer | None:
    """Play a typed decision: None if it was played. For any other text, the answer to it."""
    said = plain(typed)
    if not said:
        return Answer(_("Position"), tuple(each.text for each in page.position()))
    options = page.options()
    meant = match_command(typed, options)
    if len(meant.moves) == 1:
        return _play(request, page, *meant.moves[0])
    if not meant.moves:
        read = _parse_answer(page, said)
        if read is not None:
            return read
    lists = page.read.face.table.lists_commands(page.read.plain_scene)
    why = refusal_of(meant) if lists or meant.moves else _("This is no command that can be played now.")
    return Answer(_("Not played"), (why,), is_error=True)


def _parse_answer(page: TextTable, said: str) -> Answer | None:
    for prefix in POSSESSIVES:
        said = said.removeprefix(prefix)
    first, _blank, rest = said.partition(" ")
    for (word, title, read), english in zip(READINGS, ENGLISH, strict=True):
        if first in (plain(str(word)), english):
            lines = page.listed(rest) if english == "list" else read(page)
            return Answer(str(title), tuple(lines) or (_("Nothing."),))
    found = page.about(said)
    return Answer(_("In the position"), tuple(found)) if found else None


def _play(request: HttpRequest, page: TextTable, option: Option, move: Any) -> Answer | None:
    read, prompt = page.read, option.prompt
    try:
        submit(
            match_id=read.match.pk,
            seat=prompt.seat,
            key=prompt.key,
            move=move,
            by=Author(AuthorKind.PLAYER, request.user),
            submission_id=request.POST.get("submission_id", "")[:64] or None,
            shown=read.match.number,
        )
    except RulesError as error:
        return Answer(_("Not played"), (plain_words(read.face.refusal(read.scenario, error)),), is_error=True)
    except ServiceError as error:
        return Answer(_("Not played"), (str(error),), is_error=True)
    expected.note_choice(read.match, read.view, prompt.seat, prompt.key, move)
    return None


def _page(
    request: HttpRequest, opened: Opened, seat: int | None, answer: Answer | None, typed: str = ""
) -> HttpResponse:
    read = TableRead(opened, seat)
    page, brief = TextTable(read), read.briefing
    listed, is_over = page.listed(), read.match.is_over
    context = {
        "frame": frame_part(read),
        "match": read.match,
        "face": read.face,
        "scenario_name": read.face.words.scenario(read.scenario),
        "heading": read.heading,
        "seat": seat,
        "seats": read.seats,
        "result_rows": score_rows(read),
        "debrief_url": read.debrief_url,
        "inbox_count": read.inbox_count,
        "etag": tag_of(read),
        "tells": tells_part(read),
        "answer": answer,
        "is_error": answer is not None and answer.is_error,
        "typed": typed,
        "questions": page.questions,
        "commands": listed[:SHOWN],
        "more": max(0, len(listed) - SHOWN),
        "briefing": page.briefing() if brief is not None and brief.first else [],
        "news": page.news(),
        "position": page.position(),
        "awaited_words": page.awaited() if not is_over else [],
        "time_words": page.time() if not is_over else [],
        "readings": [str(word) for word, _title, _read in READINGS],
        **stream(request, lambda: [f"match-{read.match.pk}"], read.match.pk),
    }
    status = 422 if answer is not None and answer.is_error else 200
    response = render(request, "games/text.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response
