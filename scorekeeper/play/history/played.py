"""Which game was played: one of the menu by its key, or a family's own by what it was called then."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """Two own games of different names are two games; `own_name` is empty for the games of the menu."""

    variant: str
    own_name: str = ""

    @classmethod
    def read(cls, written: str) -> "PlayedGame":
        """The game whose key is this."""
        variant, _, own_name = written.partition(" ")
        return cls(variant, own_name)

    @property
    def key(self) -> str:
        """`spansk`, `own Sunday fives`: no key of a game of the menu has a space."""
        return f"{self.variant} {self.own_name}".rstrip()
