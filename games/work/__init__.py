"""What nobody clicks, and what carries it: jobs, sweeps, messages to workers, people and devices."""
