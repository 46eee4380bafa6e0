"""The whole site as one file: rows of every table, papers, and a list of its contents, the same for both databases."""


class BackupFault(Exception):
    """An error of a backup or of restoring it, shown as one line."""
