"""Celery tasks of the games: each takes ids, calls one service and may run twice."""

from celery import shared_task

from games.platform.services import away, deadlines, expected, forced_moves
from games.platform.work import notices, pushes
from games.platform.work.jobs import do_job as jobs_do
from games.platform.work.sweep import sweep as sweep_once


@shared_task(name="games.after_move")
def after_move(match_id: int) -> None:
    """Let bots and plans of absent people move, and notify people."""
    away.play_absent(match_id=match_id)
    notices.notify_open(match_id=match_id)


@shared_task(name="games.apply_due")
def apply_due(match_id: int) -> None:
    """Play what is overdue."""
    deadlines.apply_due(match_id=match_id)


@shared_task(name="games.settle")
def settle(match_id: int) -> None:
    """Play forced moves, which leave no choice."""
    forced_moves.settle(match_id=match_id)


@shared_task(name="games.sweep")
def sweep() -> None:
    """Find lost work; send due mails, and queue push alerts."""
    sweep_once()
    notices.send_mails()
    pushes.ask_for_round()


@shared_task(name="games.send_pushes", soft_time_limit=75, time_limit=120)
def send_pushes() -> None:
    """Send push alerts to devices."""
    pushes.round_of_pushes()


@shared_task(name="expected.work_out")
def work_out_expected(match_id: int) -> None:
    """Compute the expected end for the open pages of a match."""
    expected.work_out(match_id=match_id)


@shared_task(name="heavy.do_job")
def do_job(job_id: int) -> None:
    """Do one Job (debrief, analysis ...)."""
    jobs_do(job_id)
