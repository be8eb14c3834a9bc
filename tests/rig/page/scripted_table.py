"""A table in motion for the page's tests: the real rules of the table, a clock that stands, no thread and no file."""

import dataclasses
import random
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from threading import RLock

from engine.errors import EngineError
from rig import table
from rig.dealer import dealt
from rig.events import (
    AdviceGiven,
    Button,
    ChanceGiven,
    ComponentsRead,
    DiceRead,
    Event,
    NewGame,
    Pressed,
    RollEntered,
    SetupChanged,
)
from rig.loop import Answer
from rig.state import Phase, Ranked, SeenDie, Setup, TableState


class ScriptedTable:
    """Takes events like `rig.loop.Loop`; every event comes a second after the one before.

    Attributes:
        state: the table now.
        reports: what parts of the rig have to say.
        posted: every event that was accepted.
        seed: of cards and tiles.
        advises: rank the choices as soon as they are asked for, in their own order.
    """

    def __init__(self, state: TableState | None = None, advises: bool = True, seed: int = 7) -> None:
        self.seed = seed
        self.state = TableState() if state is None else state
        self.reports: Mapping[str, str] = {}
        self.posted: list[Event] = []
        self.refused: list[str] = []
        self.advises = advises
        self._listeners: list[Callable[[TableState], None]] = []
        self._now = 1000.0
        self._lock = RLock()

    def post(self, event: Event) -> Future[Answer]:
        future: Future[Answer] = Future()
        with self._lock:
            future.set_result(self._take(event))
        return future

    def subscribe(self, listener: Callable[[TableState], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _take(self, event: Event) -> Answer:
        self._now += 1.0
        event = dataclasses.replace(event, at=self._now)
        try:
            step = table.step(self.state, event)
        except EngineError as error:
            self.refused.append(str(error))
            return Answer(False, self.state.revision, str(error))
        if step.refused:
            self.refused.append(step.refused)
            return Answer(False, self.state.revision, step.refused, step.values)
        self.posted.append(event)
        self.state = step.state
        self._publish()
        if self.state.phase is Phase.DEAL:
            self._deal()
        if self.advises and not isinstance(event, AdviceGiven):
            self.advise()
        return Answer(True, self.state.revision)

    def _deal(self) -> None:
        """Cards and tiles as the seed has them, at once."""
        moves = dealt(self.state.position, random.Random(f"{self.seed} {self.state.decision}"))
        self.post(ChanceGiven(answers=0, decision=self.state.decision, moves=moves, source="dealer"))

    def _publish(self) -> None:
        for listener in self._listeners:
            listener(self.state)

    def report(self, part: str, sentence: str | None) -> None:
        reports = {name: told for name, told in self.reports.items() if name != part}
        self.reports = reports if sentence is None else {**reports, part: sentence}
        self._publish()

    def advise(self, best: str | None = None) -> None:
        """Rank all choices: `best` first, the others in their order, each half a point less."""
        if self.state.phase not in (Phase.KEEP, Phase.CHOOSE) or self.state.open_hand is not None:
            return
        ranked = self.ranked(best)
        self.post(AdviceGiven(answers=self.state.revision, decision=self.state.decision, ranked=ranked))

    def ranked(self, best: str | None) -> tuple[Ranked, ...]:
        keys = [choice.key for choice in self.state.choices]
        keys.sort(key=lambda key: key != best)
        return tuple(Ranked(key, 12.3 - 0.4 * place, 0.4 * place) for place, key in enumerate(keys))

    # What a scene is made of, in short.

    def start(self, game: str, names: tuple[str, ...], **more: object) -> "ScriptedTable":
        setup = Setup(game=game, names=names, **more)
        self.do(SetupChanged(answers=self.state.revision, setup=setup))
        return self.press(Button.CONFIRM)

    def start_owner(self, game: str, names: tuple[str, ...], components: str) -> "ScriptedTable":
        """A game on the owner's board, of which this component text is known."""
        self.do(SetupChanged(answers=self.state.revision, setup=Setup(game=game, names=names, board="owner")))
        self.do(ComponentsRead(answers=self.state.revision, game=game, text=components))
        return self.press(Button.CONFIRM)

    def do_new(self) -> "ScriptedTable":
        return self.do(NewGame(answers=self.state.revision))

    def do(self, event: Event) -> "ScriptedTable":
        answer = self.post(event).result()
        assert answer.accepted, answer.reason
        return self

    def press(self, button: Button) -> "ScriptedTable":
        return self.do(Pressed(answers=self.state.revision, button=button))

    def roll(self, faces: str) -> "ScriptedTable":
        return self.do(RollEntered(answers=self.state.revision, faces=tuple(faces)))

    def read(self, *dice: SeenDie, reasons: tuple[str, ...] = ()) -> "ScriptedTable":
        return self.do(DiceRead(answers=self.state.revision, dice=dice, reasons=reasons))

    def choose(self, key: str) -> "ScriptedTable":
        """Highlight a choice and take it: keep (✔ all, ↻ others) or play."""
        self.point(key)
        keeps_some = self.state.phase is Phase.KEEP and len(self.state.choices[self.state.cursor].kept) < len(
            self.state.dice
        )
        return self.press(Button.REROLL if keeps_some else Button.CONFIRM)

    def point(self, key: str) -> "ScriptedTable":
        keys = [choice.key for choice in self.state.choices]
        while self.state.cursor != keys.index(key):
            self.press(Button.DOWN)
        return self


def seen(face: str | None, place: int, **more: object) -> SeenDie:
    """A die as the camera saw it, lying in a row of dice 100 pixels apart, 60 pixels wide."""
    x, y = 100.0 + 100.0 * place, 200.0
    quad = ((x - 30, y - 30), (x + 30, y - 30), (x + 30, y + 30), (x - 30, y + 30))
    return SeenDie(face=face, centre=(x, y), quad=quad, picture=f"{face}{place}", **more)
