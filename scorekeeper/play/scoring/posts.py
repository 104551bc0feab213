"""Posts: a post is the id of a form. An attempt to write counts once, no matter how often it is sent.

Entries that the score pad writes by itself have a post with a prefix that no form may use, so that no form can take its
id.
"""

from scorekeeper.store.imports import IMPORT

LONGEST = 100
OWN = "own:"


class PostError(ValueError):
    """A post that no form of the score pad can send; nothing was written."""


def check_post(post: str) -> None:
    """Raise PostError if a form may not send this post.

    It must not be empty, too long or unprintable, and must not have the reserved prefix.
    """
    if not 0 < len(post) <= LONGEST or not post.isprintable() or post.startswith(OWN):
        raise PostError(post[:LONGEST])


def name_round_end(seen: int, last: int) -> str:
    """Return the post for the automatic end of a round: the same entry and the same hands give the same post.

    `seen` is the number of the last entry, `last` that of the last hand that was sent. So a round is closed once.
    """
    return f"{OWN}given {seen} {last}"


def name_linked_post(post: str, number: int) -> str:
    """Return the post of entry `number`, which is written together with the entry that has the post `post`."""
    return f"{OWN}along {number} {post}"


def name_import(import_id: str, source: str) -> str:
    """Return the post of the match that an import made of a play, which is called `source` in another program."""
    return f"{IMPORT}{import_id} {source}"


def read_import(post: str) -> tuple[str, str]:
    """Return the id of the import and the source in a post that `name_import` made."""
    import_id, _, source = post.removeprefix(IMPORT).partition(" ")
    return import_id, source
