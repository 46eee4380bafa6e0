"""Times in French sentences: 22 h 30. Tables keep the short form of Django, 22:30."""

TIME_FORMAT = "G\u00a0\\h\u00a0i"
DATETIME_FORMAT = f"j F Y, {TIME_FORMAT}"
