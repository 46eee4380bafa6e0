"""Processes share the games of a trial, and the result is the same."""

from django.core.management import call_command


def test_two_processes_print_what_one_prints(capsys):
    made = []
    for processes in ("1", "2"):
        call_command("try_scenario", "domego/classic", "--games", "30", "--json", "--processes", processes)
        made.append(capsys.readouterr().out)

    assert made[0] == made[1]
