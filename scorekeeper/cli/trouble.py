"""What ends a command: lines for stderr and the exit status."""

from collections.abc import Iterable


class Trouble(Exception):  # noqa: N818  # it may be nobody's error
    """`status` is 2 where what was given is wrong, 1 where something here stands in the way."""

    def __init__(self, *lines: str, status: int = 2) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
        self.status = status


def explain_os_error(name: object, error: OSError) -> Trouble:
    """A file that cannot be read or written: `photo.jpg: No such file or directory`."""
    return Trouble(f"{name}: {error.strerror or error}")


def put_under(name: str, lines: Iterable[str], several: bool) -> list[str]:
    """The lines, each with the name of the file it is about where there are several."""
    return [f"{name}: {line}" if several else line for line in lines]
