from django.db import models


class Notice(models.Model):
    """A line on the board."""

    text = models.CharField(max_length=200)
    put_up_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.text
