"""The posts that name attempts to write, so that each attempt counts once however often it is sent.

A form brings its own post. What the pad writes by itself has a post with a prefix that no form may bring, so that no
form can take its name.
"""

LONGEST = 100
OWN = "own:"


class PostError(ValueError):
    """A post that no form of the score pad brings; nothing was written."""


def check_post(post: str) -> None:
    """Raise PostError unless a form may bring this post."""
    if not 0 < len(post) <= LONGEST or not post.isprintable() or post.startswith(OWN):
        raise PostError(post[:LONGEST])


def name_round_end(seen: int, last: int) -> str:
    """Return the post that closes a round after entry `seen` with the hands up to number `last`: it closes once."""
    return f"{OWN}given {seen} {last}"


def name_linked_post(post: str, number: int) -> str:
    """Return the post of entry `number`, which is written together with the one that `post` names."""
    return f"{OWN}along {number} {post}"
