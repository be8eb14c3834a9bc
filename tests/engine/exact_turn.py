"""One turn with dice, calculated exactly by two routes: over different rolls, and over every single throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

from engine.dice import DiceKind, keeps, roll_outcomes, together

Best = Callable[..., float]
"""`max` for the first player, `min` for the second."""


def share(points: tuple[int, ...]) -> float:
    """What a result is worth to the first player: 1, 0, or a half on a tie."""
    return 0.5 if points[0] == points[1] else float(points[0] > points[1])


def over_rolls(kind: DiceKind, final: Mapping[str, float], best: Best) -> float:
    """The worth of a turn, by the engine's rolls and keeps with their chances, from the worth of each final roll."""

    @cache
    def kept(faces: str) -> float:
        again = roll_outcomes(kind, kind.count - len(faces))
        return sum(float(chance) * final[together(faces, roll.faces)] for roll, chance in again)

    first = roll_outcomes(kind, kind.count)
    return sum(float(chance) * best(kept(keep.faces) for keep in keeps(roll.faces)) for roll, chance in first)


def over_throws(faces: str, dice: int, final: Callable[[tuple[str, ...]], float], best: Best) -> float:
    """The same without the engine: every throw of so many dice, each die of it kept or not."""

    @cache
    def kept(stays: tuple[str, ...]) -> float:
        again = Counter(tuple(sorted(stays + rolled)) for rolled in product(faces, repeat=dice - len(stays)))
        return sum(ways * final(throw) for throw, ways in again.items()) / len(faces) ** (dice - len(stays))

    value = 0.0
    for throw, ways in Counter(tuple(sorted(throw)) for throw in product(faces, repeat=dice)).items():
        masks = product((0, 1), repeat=dice)
        stays = {tuple(die for die, stay in zip(throw, mask, strict=True) if stay) for mask in masks}
        value += ways / len(faces) ** dice * best(map(kept, stays))
    return value
