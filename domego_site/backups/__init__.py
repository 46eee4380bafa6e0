"""The whole site as one file: rows of every table, papers, and a list of what is in it, the same for both databases."""


class BackupFault(Exception):
    """Shown as one line: what is wrong with a backup, or keeps it from being made or restored."""
