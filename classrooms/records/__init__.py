"""What other systems are told: learning records (xAPI), and webhooks."""
