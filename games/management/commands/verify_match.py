"""Play stored matches again and compare every state, event and draw with the record."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.errors import RulesError
from games.models import Match
from games.platform.selectors.position import game_of, has_other_rules
from games.platform.selectors.replaying import difference, record_fault


class Command(BaseCommand):
    """`verify_match 12 13` or `verify_match --all`."""

    help = "Replay matches against their stored hashes; fails if one differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ids", nargs="*", type=int, metavar="ID")
        parser.add_argument("--all", action="store_true", help="every match that has begun")

    def handle(self, *args: Any, ids: list[int], **options: Any) -> None:
        """One line per match; CommandError if any differs or does not exist."""
        if bool(ids) == options["all"]:
            raise CommandError("Name matches by their number, or use --all.")
        matches = Match.objects.exclude(state="").order_by("pk")
        if ids:
            matches = matches.filter(pk__in=ids)
            missing = sorted(set(ids) - set(matches.values_list("pk", flat=True)))
            if missing:
                raise CommandError(f"No match that has begun has the number {', '.join(map(str, missing))}.")
        failed = sum(not self._verify(match) for match in matches.iterator())
        if failed:
            raise CommandError(f"{failed} of the matches differ from their record.")

    def _verify(self, match: Match) -> bool:
        if has_other_rules(match):
            return self._verify_record(match)
        try:
            found = difference(match)
        except RulesError as refused:
            self.stdout.write(self.style.ERROR(f"match {match.pk}: the rules refuse a recorded move: {refused}"))
            return False
        if found is None:
            self.stdout.write(f"match {match.pk}: verified, {match.number} moves")
            return True
        self.stdout.write(
            self.style.ERROR(
                f"match {match.pk}: move {found.number}: {found.what} differs: "
                f"{found.recorded} was recorded, {found.replayed} is replayed"
            )
        )
        return False

    def _verify_record(self, match: Match) -> bool:
        """Checks the record alone, without playing it again, as the match's version of the rules is gone. False if it
        is faulty.
        """
        versions = f"rules of version {match.rules_version}, this program has {game_of(match).rules.version}"
        fault = record_fault(match)
        if fault:
            self.stdout.write(self.style.ERROR(f"match {match.pk}: {versions}: {fault}"))
            return False
        self.stdout.write(f"match {match.pk}: {versions}: the record is whole, {match.number} moves; not played again")
        return True
