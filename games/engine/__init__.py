"""The pure part of the platform: the interface of games, playing, replaying and verifying. It knows no Django, no
clock and no I/O.
"""
