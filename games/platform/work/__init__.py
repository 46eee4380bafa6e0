"""Background work: jobs, sweeps, and messages to workers, people and devices."""
