"""The texts of Master Builder's first game, a guided lesson: a crew, a contract, two plans and their wages."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.lesson import LEARNER, OPENING, WALL
from games.catalogue.master_builder.rules.moves import Build, Decline, Hire, Nominate, Pass
from games.ui.faces import Learned, LessonPart, Moment, Step

DRAFT: Final = ("T", "A", "A")
"""The skills to hire, in order."""
PARTS: Final = ("core", "face", "back")


def prompt_key(moment: Moment, *kinds: str) -> str | None:
    """The key of an open prompt of one of these kinds."""
    return next((prompt.key for prompt in moment.prompts if prompt.kind in kinds), None)


def hired(moment: Moment) -> int:
    """The number of workers that the learner has drafted."""
    return sum("/draft-" in each.key for each in moment.made)


def after(moment: Moment, number: int, *phases: str) -> bool:
    """True if the match is past these phases of a round."""
    view = moment.view
    return view.round > number or (view.round == number and view.phase in phases) or moment.over


def hiring(nth: int) -> Any:
    """An answer that hires the top worker of the required skill."""

    def advice(moment: Moment) -> tuple[str, Any] | None:
        key = prompt_key(moment, "draft")
        return None if key is None else (key, Hire(DRAFT[nth - 1]))

    return advice


def do_hire(nth: int) -> Any:
    """A function that gives the instruction to hire this worker, by name."""

    def do(moment: Moment) -> str:
        rank = "ATFM".index(DRAFT[nth - 1])
        top = moment.view.stacks[rank].top
        if top is None:
            return ""
        words = {"skill": names.skill(DRAFT[nth - 1]), "name": names.worker(moment.view.sheet, top)}
        return _("Hire from the stack “%(skill)s”: %(name)s lies on top.") % words

    return do


def nominating(moment: Moment) -> tuple[str, Any] | None:
    key = prompt_key(moment, "nominate")
    return None if key is None else (key, Nominate(WALL, OPENING))


def letting_go(moment: Moment) -> tuple[str, Any] | None:
    key = prompt_key(moment, "bid")
    return None if key is None else (key, Pass())


def declining(moment: Moment) -> tuple[str, Any] | None:
    key = prompt_key(moment, "nominate")
    return None if key is None else (key, Decline())


def passing(moment: Moment) -> tuple[str, Any] | None:
    key = prompt_key(moment, "hire")
    return None if key is None else (key, Pass())


def pieces(wall: int) -> tuple[str, ...]:
    """The three sections of one wall of the contract."""
    return tuple(f"{WALL}/wall_{wall}_{part}" for part in PARTS)


def building(wall: int) -> Any:
    """An answer that builds both faces and the core of one wall."""

    def advice(moment: Moment) -> tuple[str, Any] | None:
        key = prompt_key(moment, "plan")
        return None if key is None else (key, Build(pieces(wall)))

    return advice


def do_build(wall: int) -> Any:
    def do(moment: Moment) -> str:
        sheet = moment.view.sheet
        contract = next(each for each in sheet.contracts if each.number == WALL)
        parts = [cards.section(contract, part) for part in contract.sections if f"{WALL}/{part.id}" in pieces(wall)]
        words = {"contract": cards.contract(sheet, WALL), "sections": "; ".join(parts)}
        return _("Plan for %(contract)s: %(sections)s.") % words

    return do


def crew(moment: Moment) -> str:
    """The learner's crew and its wages."""
    firm = moment.view.firms[LEARNER]
    if not firm.crew:
        return ""
    words = {
        "crew": names.workers(moment.view.sheet, [each.worker for each in firm.crew]),
        "wages": names.k(firm.wages),
    }
    return _("Your crew: %(crew)s; wages %(wages)s a round.") % words


def price(moment: Moment) -> str:
    """The current highest bid."""
    auction = moment.view.auction
    return "" if auction is None else _("The other architect bids %(price)s.") % {"price": names.k(auction.price)}


def cash(moment: Moment) -> str:
    firm = moment.view.firms[LEARNER]
    words = {"cash": names.k(firm.cash), "number": len(firm.sites)}
    return _("You hold %(cash)s; contracts of yours: %(number)d.") % words


def marks(move: Any) -> tuple[str, ...]:
    """The form field of a choice, or its button."""
    match move:
        case Hire():
            return (f"do=hire-{move.skill}",)
        case Nominate():
            return (f"contract={move.contract}",)
        case Decline():
            return ("decline",)
        case Build():
            return (f"site-{WALL}",)
        case _:
            return "pass", "do=pass"


STEPS: Final = (
    Step(
        id="hire",
        title=gettext_lazy("Hire from the top"),
        do=do_hire(1),
        why=gettext_lazy(
            "Four stacks, one for each skill; only the worker on top can be hired. A tradesman costs more than an "
            "apprentice, and can do more."
        ),
        done=lambda moment: hired(moment) >= 1,
        advice=hiring(1),
    ),
    Step(
        id="skill",
        title=gettext_lazy("Skills contain one another"),
        news=crew,
        do=do_hire(2),
        why=gettext_lazy(
            "A section asks for workers of a skill, and a higher skill will do as well. Apprentices are cheap hands "
            "for what everybody can do."
        ),
        done=lambda moment: hired(moment) >= 2,
        advice=hiring(2),
    ),
    Step(
        id="wages",
        title=gettext_lazy("Wages come back every round"),
        news=crew,
        do=do_hire(3),
        why=gettext_lazy(
            "You pay nothing to hire. You pay the wages of the whole crew at the end of each round, whether it has "
            "built or not; more than 30k of them nobody may hire."
        ),
        at="firm",
        done=lambda moment: hired(moment) >= 3,
        advice=hiring(3),
    ),
    Step(
        id="nominate",
        title=gettext_lazy("Put a contract up for auction"),
        news=crew,
        do=lambda moment: (
            _("Nominate %(contract)s and open with %(bid)s.")
            % {"contract": cards.contract(moment.view.sheet, WALL), "bid": names.k(OPENING)}
        ),
        why=gettext_lazy(
            "A contract pays when its last section stands. Compare its payment with the rounds of wages that your crew "
            "needs for it: what is left is what you can bid."
        ),
        done=lambda moment: bool(moment.moves(Nominate)) or after(moment, 1, "events", "rent", "plan", "wages"),
        advice=nominating,
    ),
    Step(
        id="decline",
        title=gettext_lazy("Only what you can build"),
        news=cash,
        do=gettext_lazy("Nominate nothing more."),
        why=gettext_lazy(
            "An unfinished contract brings little or nothing at the end, and your three workers have their hands full "
            "with this one. Declining costs no right to bid for what others put up."
        ),
        done=lambda moment: bool(moment.moves(Decline)) or after(moment, 1, "events", "rent", "plan", "wages"),
        advice=declining,
    ),
    Step(
        id="bid",
        title=gettext_lazy("Raise, or let it go"),
        news=price,
        do=gettext_lazy("Pass."),
        why=gettext_lazy(
            "Every auction asks you: raise by 1k at least, or pass and be out of it. The last one in pays the bid at "
            "once. Before you raise, look which skills the sections ask for, and who of your crew has them."
        ),
        at="market",
        done=lambda moment: (
            any("/bid-over-" in each.key for each in moment.made) or after(moment, 1, "events", "rent", "plan", "wages")
        ),
        advice=letting_go,
    ),
    Step(
        id="plan",
        title=gettext_lazy("Plan who builds what"),
        news=crew,
        do=do_build(1),
        why=gettext_lazy(
            "Each worker builds one section a round. A wall needs its core and a side of it in the same round; the "
            "event that comes before may keep workers away."
        ),
        done=lambda moment: bool(moment.moves(Build)) or after(moment, 1, "wages"),
        advice=building(1),
    ),
    Step(
        id="keep",
        title=gettext_lazy("A new round"),
        news=cash,
        do=gettext_lazy("Pass: your crew is what you need."),
        why=gettext_lazy(
            "The wages of the first round are paid. A player who cannot pay them must borrow, and gives back more. Now "
            "you may hire one, send one away, or pass."
        ),
        at="firm",
        done=lambda moment: (
            any("round-2/hire" in each.key for each in moment.made)
            or after(moment, 2, "contracts", "events", "rent", "plan", "wages")
        ),
        advice=passing,
    ),
    Step(
        id="finish",
        title=gettext_lazy("Finish, and be paid"),
        news=cash,
        do=do_build(2),
        why=gettext_lazy(
            "With the last section the payment comes, before the wages of the round. In the end your money counts, "
            "less what is borrowed; contracts that are not finished bring little or nothing."
        ),
        done=lambda moment: len(moment.moves(Build)) > 1 or after(moment, 2, "wages"),
        advice=building(2),
    ),
)

LESSON: Final = LessonPart(
    steps=STEPS,
    learned=(
        Learned(
            gettext_lazy("Hire for skill and wage, from the top of the stacks."),
            lambda moment: hired(moment) > 0,
        ),
        Learned(
            gettext_lazy("Put a contract up for auction."),
            lambda moment: bool(moment.moves(Nominate)),
        ),
        Learned(
            gettext_lazy("Let a contract go that another bids for."),
            lambda moment: any("/bid-" in each.key and isinstance(each.move, Pass) for each in moment.made),
        ),
        Learned(
            gettext_lazy("Plan which sections your crew builds in a round."),
            lambda moment: bool(moment.moves(Build)),
        ),
        Learned(
            gettext_lazy("Build a contract to its end, and pay the wages of two rounds."),
            lambda moment: len(moment.moves(Build)) > 1 and moment.over,
        ),
    ),
    marks=marks,
)
