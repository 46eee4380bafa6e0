"""Dominyam: dominoes in a spiral, eaten two at a time with five dice."""
