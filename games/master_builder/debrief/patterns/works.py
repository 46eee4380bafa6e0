"""Works: what was left unfinished."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kit.patterns import Hit
from games.master_builder.debrief.patterns.play import PATTERNS, Play
from games.master_builder.facts.tables import ContractFacts
from games.master_builder.names import k, section_count


@PATTERNS.add("unfinished", "time")
def unfinished(play: Play) -> Hit | None:
    """Contracts that stood unfinished at the end. About one player only where all are its own."""
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
    ask = _("From which round on was that sure, and what could have been done with the money and the workers instead?")
    words = {"n": len(open_), "sections": section_count(missing), "lost": k(lost)}
    sales = [place for made in open_ for place in play.trace.find("won", contract=made.contract)][:5]
    seats = play.only(made.seat for made in open_)
    weight = min(70, 36 + lost // 6)
    return Hit(weight=weight, fact=fact % words, ask=ask, events=(*sales, *play.end), seats=seats)


def _lost(play: Play, made: ContractFacts) -> int:
    """How much less a contract brought than its payment."""
    return play.scenario.contracts[made.contract - 1].payment - made.brought
