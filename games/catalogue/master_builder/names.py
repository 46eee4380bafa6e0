"""The names of players, skills, quirks, workers and amounts, in the reader's language."""

from collections.abc import Iterable, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.master_builder.rules.moves import LoanType
from games.catalogue.master_builder.rules.scenario import Quirk, Scenario, Skill, Worker
from games.catalogue.master_builder.rules.types import Sheet
from games.ui.faces import RoleName
from games.ui.languages import by_language, localized
from games.ui.nouns import headed, named
from games.ui.sentences import listed_with_and

LETTERS = "ABCD"
MARKS = ("ink-a", "ink-b", "ink-c", "ink-d")
"""Classes of the badges, by seat. They are black shapes, because the game's own colours and the letter A belong to
skills.
"""
SHAPES = (
    "M0 0H15V15H0z",
    "M7.5 0a7.5 7.5 0 1 1 -0.01 0z",
    "M0 15V7.5a7.5 7.5 0 0 1 15 0V15z",
    "M0 0H15V7.5a7.5 7.5 0 0 1 -15 0z",
)
"""The same shapes in a drawing, 15 units wide and high: square, round, arch, shield."""


def scenario_name(scenario: Scenario) -> str:
    """A name such as `The whole town, 4 players`."""
    name = localized(scenario.name)
    number = scenario.players[-1]
    players = ngettext("%(number)d player", "%(number)d players", number) % {"number": number}
    return _("%(name)s, %(players)s") % {"name": name, "players": players}


def role_names(scenario: Scenario) -> tuple[RoleName, ...]:
    """The names of all possible players of the scenario, by seat."""
    return tuple(_role(seat) for seat in range(scenario.players[-1]))


@by_language()
def _role(seat: int) -> RoleName:
    letter = LETTERS[seat]
    return RoleName(f"architect_{letter.lower()}", player_name(seat), player_name(seat), letter, MARKS[seat])


@by_language()
def player_name(seat: int) -> str:
    """A name such as `Architect A`."""
    return _("Architect %(letter)s") % {"letter": LETTERS[seat]}


def players_named(**seats: int) -> dict[str, str]:
    """The parameters of a text with these players: `player=` gives `the_player`, `of_player` and so on."""
    return named(**{key: player_name(seat) for key, seat in seats.items()})


def players_text(seats: Iterable[int]) -> str:
    """The players at the beginning of a sentence: `Architect A and Architect C`."""
    return headed(listed_with_and([players_named(player=seat)["the_player"] for seat in seats]))


def k(amount: int) -> str:
    """An amount such as `42k`, with a real minus sign."""
    return _("%(amount)sk") % {"amount": signed(amount)}


def signed(amount: int) -> str:
    """A number with a real minus sign."""
    return str(amount).replace("-", "\u2212")


def bold(text: object) -> SafeString:
    """Bold text as safe HTML."""
    return format_html("<b>{}</b>", text)


def listed(parts: Sequence[str]) -> str:
    """A list such as `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def either(parts: Sequence[str]) -> str:
    """A list such as `a, b or c`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s or %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


@by_language()
def skill(of: Skill) -> str:
    """A name such as `tradesman`."""
    return {
        "A": _("apprentice"),
        "T": _("tradesman"),
        "F": _("foreman"),
        "M": _("master craftsman"),
    }[of]


@by_language()
def skills(of: Skill) -> str:
    """A name such as `tradesmen`."""
    return {
        "A": _("apprentices"),
        "T": _("tradesmen"),
        "F": _("foremen"),
        "M": _("master craftsmen"),
    }[of]


@by_language()
def letter(of: Skill) -> str:
    """The letter on a skill's badge."""
    return {
        "A": pgettext("skill", "A"),
        "T": pgettext("skill", "T"),
        "F": pgettext("skill", "F"),
        "M": pgettext("skill", "M"),
    }[of]


@by_language()
def quirk(of: Quirk) -> str:
    """A name such as `hot-headed`."""
    return {
        "S": _("sensitive"),
        "D": _("deceitful"),
        "W": _("weak"),
        "N": _("negligent"),
        "H": _("hot-headed"),
    }[of]


def quirks(of: Iterable[Quirk]) -> str:
    """A list such as `weak, negligent`."""
    return ", ".join(quirk(each) for each in of)


def worker(cards: Scenario | Sheet, id_: str) -> str:
    """A name such as `Colin (T)`."""
    return worker_name(next(each for each in cards.workers if each.id == id_))


def worker_name(of: Worker) -> str:
    """The name of a worker with the letter of the skill."""
    return _("%(name)s (%(skill)s)") % {"name": of.name, "skill": letter(of.skill)}


def workers(cards: Scenario | Sheet, ids: Iterable[str]) -> str:
    """A list such as `Colin (T) and Ida (A)`."""
    return listed([worker(cards, id_) for id_ in ids])


def worker_count(number: int) -> str:
    """A text such as `3 workers`."""
    return ngettext("%(number)d worker", "%(number)d workers", number) % {"number": number}


def section_count(number: int) -> str:
    """A text such as `3 sections`."""
    return ngettext("%(number)d section", "%(number)d sections", number) % {"number": number}


def loan(of: LoanType) -> str:
    """A name such as `small loan`."""
    return _("small loan") if of == "small" else _("large loan")
