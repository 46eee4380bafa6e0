"""Write docs/run/accessibility.md and docs/run/openacr.yaml from the self-assessment."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.ui.accessibility import assessment, document, openacr, share_of

DOCS = Path(__file__).resolve().parents[3] / "docs" / "run"


class Command(BaseCommand):
    """`accessibility_docs` writes two files and prints the number of criteria that are met."""

    help = "Write docs/run/accessibility.md and docs/run/openacr.yaml from games/ui/accessibility.json."

    def handle(self, *args: Any, **options: Any) -> None:
        """Only these two files change."""
        (DOCS / "accessibility.md").write_text(document(), encoding="utf-8")
        (DOCS / "openacr.yaml").write_text(openacr(), encoding="utf-8")
        found = assessment()
        for name, criteria in (("RGAA 4.1", found.rgaa), ("WCAG 2.2 AA", found.wcag)):
            share = share_of(criteria)
            self.stdout.write(f"{name}: {share.met} of {share.applicable} criteria met ({share.percent} %)")
