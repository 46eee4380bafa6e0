"""The games and their matches."""

from games import moved

moved.install()
