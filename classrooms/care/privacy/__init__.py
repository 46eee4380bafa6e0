"""Personal data that is kept, with purpose and time: for the people themselves, and for the register of processing."""
