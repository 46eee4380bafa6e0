"""The part of a table that its request decides."""

from dataclasses import dataclass

from games.ui.faces import DecisionForm


@dataclass(frozen=True)
class Asked:
    """Additions of a request to a table: a refused or previewed form (`bound`), the refused text of a message with the
    reason, the wish for the table `alone`, and the site's address (`origin`, for personal links).
    """

    bound: DecisionForm | None = None
    talk_text: str = ""
    talk_error: str = ""
    alone: bool = False
    origin: str = ""
