"""What is kept of people, why and for how long: told to them, and to who keeps the register of it."""
