"""Patterns of works: unfinished buildings."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.master_builder.debrief.patterns.play import PATTERNS, Play
from games.catalogue.master_builder.facts.tables import ContractFacts
from games.catalogue.master_builder.names import k, section_count
from games.ui.patterns import Hit


@PATTERNS.add("unfinished", "time")
def unfinished(play: Play) -> Hit | None:
    """Contracts were unfinished at the end. The pattern names one player only if all of them are that player's."""
    lost_by = {made.contract: _lost(play, made) for made in play.contracts if made.finished is None}
    if not lost_by or not play.facts.ended:
        return None
    open_ = sorted((made for made in play.contracts if made.finished is None), key=lambda made: -lost_by[made.contract])
    missing = sum(len(play.scenario.contracts[made.contract - 1].sections) - made.sections for made in open_)
    lost = sum(lost_by.values())
    fact = ngettext(
        "%(n)d contract was unfinished at the end and lacked %(sections)s: it brought %(lost)s less than its payment.",
        "%(n)d contracts were unfinished at the end and lacked %(sections)s: "
        "they brought %(lost)s less than their payments.",
        len(open_),
    )
    ask = _("When could you have known that a contract would stay unfinished?")
    words = {"n": len(open_), "sections": section_count(missing), "lost": k(lost)}
    sales = [place for made in open_ for place in play.trace.find("won", contract=made.contract)][:5]
    seats = play.only(made.seat for made in open_)
    weight = min(70, 36 + lost // 6)
    return Hit(weight=weight, fact=fact % words, ask=ask, events=(*sales, *play.end), seats=seats)


def _lost(play: Play, made: ContractFacts) -> int:
    """The difference between a contract's payment and its actual income."""
    return play.scenario.contracts[made.contract - 1].payment - made.brought
