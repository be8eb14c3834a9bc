"""Moves, dice, endings and percentages as the report of a game says them."""

from __future__ import annotations

FACES = {
    "r": "red-brown", "y": "yellow", "p": "pink", "g": "green", "b": "blue", "s": "stone",
    **{digit: digit for digit in "12345"},
}  # fmt: skip
TITLES = {"wuerfelspiel": "Keltis: Das Würfelspiel", "or": "Keltis Ór", "or-happy-meeple": "Keltis Ór (Happy Meeple)"}
ITEMS = {"redbrown": "red-brown", "stones": "wish stones", "coins": "gold coins"}
"""What is scored, where it is not called as in the score table's own list."""

ENDS = {
    "goal": "Enough pieces had reached the goal.",
    "all-four": "All four pieces of one player had reached the goal.",
    "stall": "Nobody had moved for twelve turns.",
    "stones-gone": "The last wish stone had been taken.",
    "colour-gone": "The last chip of a colour had been taken.",
    "passes": "Everybody had passed too often.",
}
"""Reason of an outcome as a sentence."""


def move_words(text: str, game: str, stage: str) -> str:
    """A move as people say it.

    Args:
        text: the move's own text.
        game: catalogue name; colours are rows to go forward in or chips to take.
        stage: in which it is played.
    """
    if text.startswith("="):
        return f"keep {dice_words(tuple(text[1:]))}" if text[1:] else "throw all again"
    if text == "-":
        return "leave the clover" if stage == "clover" else "no move"
    if text == "stones":
        return "take the wish stones"
    if text.startswith("+"):
        return f"clover: {FACES[text[1]]} 1 forward"
    return f"{FACES[text[0]]} {text[1:]} forward" if game == "wuerfelspiel" else f"take {FACES[text[0]]} {text[1:]}"


def dice_words(faces: tuple[str, ...]) -> str:
    """Faces of dice, separated by commas."""
    return ", ".join(FACES.get(face, face) for face in faces)


def percent(part: float) -> str:
    """A part of a win; tenths of a percent where they matter."""
    return f"{100 * part:.0f} %" if part == 0 or abs(part) >= 0.0995 else f"{100 * part:.1f} %"


def signed_percent(part: float) -> str:
    """The same with its sign."""
    return f"{'+' if part >= 0 else '-'}{percent(abs(part))}"
