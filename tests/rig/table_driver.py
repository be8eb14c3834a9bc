"""Drives the pure table in tests: time passes by itself, every event answers the present revision."""

from __future__ import annotations

from rig.events import Button, DiceRead, Event, Pressed, SetupChanged
from rig.state import SeenDie, Setup, TableState
from rig.table import Step, blank, step

EDGE = 40.0


def die(face: str | None, x: float, y: float = 100.0, reason: str = "", others: str = "") -> SeenDie:
    """A die of 40 pixels whose top face lies around a point."""
    half = EDGE / 2
    quad = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return SeenDie(face, 0.6 if reason else 0.99, reason, (x, y), quad, others=tuple((f, 0.1) for f in others))


def row(faces: str, start: float = 50.0, y: float = 100.0) -> tuple[SeenDie, ...]:
    """Sure dice side by side, 60 pixels apart."""
    return tuple(die(face, start + 60 * place, y) for place, face in enumerate(faces))


class Driver:
    """A table with somebody at it."""

    def __init__(self, game: str = "or", players: int = 2, **setup: object) -> None:
        self.state = blank()
        self.now = 1000.0
        self.last = Step(self.state)
        names = ("Anna", "Ben", "Clara", "David")[:players]
        self.must(SetupChanged(answers=0, setup=Setup(game=game, names=names, **setup)))  # type: ignore[arg-type]

    def do(self, event: Event, later: float = 1.0) -> Step:
        """Step with an event some seconds later; it answers what stands in it if that is not 0."""
        from dataclasses import replace

        self.now += later
        event = replace(event, at=self.now, answers=event.answers or self.state.revision)
        self.last = step(self.state, event)
        self.state = self.last.state
        return self.last

    def must(self, event: Event, later: float = 1.0) -> TableState:
        """The same, and it has to be accepted."""
        done = self.do(event, later)
        assert not done.refused, done.refused
        return self.state

    def press(self, *buttons: str) -> TableState:
        """Press buttons by name, a second apart."""
        for button in buttons:
            self.must(Pressed(answers=0, button=Button(button)))
        return self.state

    def begin(self) -> TableState:
        """Start the game."""
        return self.press("confirm")

    def see(self, *dice: SeenDie, **more: object) -> TableState:
        """The camera saw these dice at rest."""
        return self.must(DiceRead(answers=0, dice=dice, source="camera", **more))  # type: ignore[arg-type]

    def point(self, key: str) -> TableState:
        """Press ▼ until a choice is highlighted."""
        for _ in self.state.choices:
            if self.state.choices[self.state.cursor].key == key:
                return self.state
            self.press("down")
        raise AssertionError(f"{key} is not among {[choice.key for choice in self.state.choices]}")

    @property
    def faces(self) -> str:
        """Faces of the dice on the table."""
        return "".join(str(die.face) for die in self.state.dice)

    @property
    def marks(self) -> str:
        """Which dice are marked to be kept: "x" or "."."""
        return "".join("x" if die.kept else "." for die in self.state.dice)
