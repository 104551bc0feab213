"""Ids for addresses: short, easy to read aloud, and impossible to guess."""

import secrets

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0 1 l o I O, which look alike
LENGTH = 14  # 81 bits


def is_id(text: str) -> bool:
    """Return whether `text` has the form of an id that `make_id` makes."""
    return len(text) == LENGTH and set(ALPHABET).issuperset(text)


def make_id() -> str:
    """Return a new random id of 14 characters.

    It begins with a letter or digit, so that no command takes it for an option.
    """
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
