"""Django-side building blocks that the game folders share."""
