"""The pure part of the platform: what a game is, how it is played, replayed and checked. Knows no Django, no clock and
no I/O.
"""
