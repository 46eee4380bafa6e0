"""The games of this site, each in a folder of its own (docs/develop/add-a-game.md)."""
