"""Attacks on the score pad. Each of them ends, and uses only this computer."""
