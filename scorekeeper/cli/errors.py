"""The error that ends a command: lines for stderr and the exit status."""

from collections.abc import Iterable


class CommandError(Exception):
    """An error that ends a command: `lines` are printed to stderr, and `status` is the exit status.

    `status` is 2 for a wrong argument or file, 1 if the system prevents the command.
    """

    def __init__(self, *lines: str, status: int = 2) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
        self.status = status


def explain_os_error(name: object, error: OSError) -> CommandError:
    """Return a CommandError for `error` on the file `name`; its line is like `photo.jpg: No such file or directory`."""
    return CommandError(f"{name}: {error.strerror or error}")


def put_under(name: str, lines: Iterable[str], several: bool) -> list[str]:
    """Return `lines` about the file `name`, each prefixed with the name and a colon if `several`, else unchanged.

    With `several` the command has more than one file.
    """
    return [f"{name}: {line}" if several else line for line in lines]
