"""What stays the same in a game, as one value: equal where the same game is played, and hashed only once."""

from __future__ import annotations


class SameGame:
    """Base of the setups of the dice games, compared by what matters for play: where entries come from does not.

    Attributes:
        identity: all that matters for play.
        key: the hash of that, since positions are hashed often.
    """

    __slots__ = ()

    identity: tuple[object, ...]
    key: int

    def _derive(self, **derived: object) -> None:
        """Keep what follows from the fields of a frozen dataclass."""
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, type(self)) and self.identity == other.identity)

    def __hash__(self) -> int:
        return self.key
