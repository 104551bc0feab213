"""The identity of a game in statistics: a game of the menu, or a family's own game by its name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played. Own games are distinguished by `own_name`, which is empty for all other games."""

    variant: str
    own_name: str = ""

    @classmethod
    def read(cls, written: str) -> "PlayedGame":
        """Return the game with the key `written`, a value of the property `key`."""
        variant, _, own_name = written.partition(" ")
        return cls(variant, own_name)

    @property
    def key(self) -> str:
        """The key in statistics: `spansk`, or `own Sunday fives`. Keys of games in the menu contain no space."""
        return f"{self.variant} {self.own_name}".rstrip()
