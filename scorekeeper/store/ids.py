"""Ids that stand in addresses: short, easy to read out, and not to be guessed."""

import secrets

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0 1 l o I O, which look alike
LENGTH = 14  # 81 bits


def is_id(told: str) -> bool:
    """Whether `make_id` could have made it."""
    return len(told) == LENGTH and set(told) <= set(ALPHABET)


def make_id() -> str:
    """An id that nobody had before. It begins with a letter or digit, so that no command takes it for an option."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
