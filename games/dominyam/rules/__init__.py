"""The rules of Dominyam, pure."""
