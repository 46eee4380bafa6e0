"""What game folders share on the Django side."""
