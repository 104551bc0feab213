"""Photos: opening them, reading them, and how tiles touch."""
