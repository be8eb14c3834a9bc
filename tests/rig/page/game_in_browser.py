"""Whole games through the page: a real table with its journal, a browser, and a player who uses one way of input.

The player goes by what the page shows and does nothing but press, tap or push a pin.  Dice and cards come from a seed.
After every step it is looked at whether something overflows, jumps or is complained of in the console.
"""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import numpy as np
from gpiozero.pins.mock import MockFactory

from engine.position import Position
from rig.adviser import Adviser, Ranking
from rig.buttons import Buttons
from rig.dealer import Dealer
from rig.events import Button, DiceRead
from rig.journal import Journal
from rig.loop import Loop
from rig.page.server import PageServer
from rig.pictures import as_jpeg
from rig.settings import ButtonSettings
from rig.state import EyeTask, Phase, Ranked, TableState
from tests.rig.page.scenes import _liking, sum_of
from tests.rig.page.scripted_table import seen

PINS = {Button.CONFIRM: 17, Button.REROLL: 27, Button.UP: 22, Button.DOWN: 23}
KEYS = {Button.CONFIRM: "Enter", Button.REROLL: "r", Button.UP: "ArrowUp", Button.DOWN: "ArrowDown"}
DOT = as_jpeg(np.full((8, 8, 3), 90, np.uint8))
"""What the camera would have seen of a die; what it looks like does not matter here."""
FAST = 40.0
"""The table's seconds pass so much faster than ours: it waits for people to have read, and nobody has to wait here."""
PATIENCE_S = 60.0
MOST_SHIFT = 0.05

# The browser's own measure.  It leaves out what moves within half a second of an input; here a roll falls within that
# time too, and of the rig's buttons the browser knows nothing: so each shift is told with the revisions it came with.
SHIFTS = """() => {
  window.shifts = [];
  const shown = [[0, -1]];
  new MutationObserver(() => {
    const revision = Number(document.body?.dataset.revision ?? -1);
    if (revision !== shown.at(-1)[1]) shown.push([performance.now(), revision]);
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-revision'] });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      const place = shown.findLastIndex(([at]) => at <= one.startTime);
      const name = (node) => node.id || node.className?.baseVal || node.className || node.nodeName;
      const moved = one.sources.map(({ node }) => node ? name(node) : '?');
      const [at, revision] = shown[place], before = one.startTime - at < 500 ? shown[place - 1]?.[1] ?? -1 : revision;
      window.shifts.push([one.startTime, one.value, before, revision, moved.join(' ')]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}"""
LOOK = """() => {
  const wide = innerWidth > 719, found = [], boxes = {};
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  if (wide && root.scrollHeight > innerHeight) found.push('the page scrolls');
  const legend = document.getElementById('legend').getBoundingClientRect();
  for (const id of ['head', 'dice', 'players', 'board', 'hand', 'legend', 'setup', 'end']) {
    const region = document.getElementById(id);
    if (!region) continue;
    const box = region.getBoundingClientRect();
    if (!box.width) continue;
    boxes[id] = [box.left, box.top + scrollY, box.width, box.height];
    if (box.right > innerWidth + 1) found.push(id + ' sticks out');
    if (wide && box.bottom > innerHeight + 1) found.push(id + ' is cut off');
    const middle = id !== 'legend' && id !== 'head';
    if (wide && middle && box.bottom > legend.top + 1) found.push(id + ' lies under the legend');
    for (const part of region.querySelectorAll('button:not(.crop), .total, .stones, .name, td, th, svg.board')) {
      const at = part.getBoundingClientRect();
      const name = part.id || part.className.baseVal || part.className || part.tagName;
      if (at.width && (at.right > box.right + 3 || at.left < box.left - 3)) found.push(`${id}: ${name} sticks out`);
    }
  }
  for (const key of document.querySelectorAll('#legend .key')) {
    if (key.scrollWidth > key.clientWidth + 1) found.push(key.id + ' is too narrow for its label');
  }
  const notices = document.getElementById('notices')?.innerText || '';
  return [document.body.dataset.screen, notices, found, boxes, [innerWidth, innerHeight]];
}"""


class _Table(Loop):
    """A table that remembers which of its revisions people asked for."""

    def __init__(self, *args) -> None:
        super().__init__(*args)
        self._asked: set[int] = set()

    def _take(self, event):
        answer, effects = super()._take(event)
        if answer.accepted and event.source in ("button", "key", "tap"):
            self._asked.add(answer.revision)
        return answer, effects

    def was_asked(self, before: int, shown: int) -> bool:
        """True if a press is among what led from one shown revision to the next."""
        return any(revision in self._asked for revision in range(before + 1, shown + 1))


class BrowserGame:
    """A table behind its page and a browser before it.

    Args:
        browser: of playwright.
        folder: for the journal.
        game, names: what is played, by whom; chosen on the start screen with the same input as everything else.
        way: "keyboard", "touch" or "pins".
        size: of the screen, in pixels.
        seed: of dice, cards and the players' moods.
        language: of the browser.

    Attributes:
        complaints: what the browser's console or the look at the page found.
        shifts: how far regions jumped, as shares of the screen.
    """

    def __init__(
        self,
        browser,
        folder: Path,
        game: str,
        names: tuple[str, ...],
        way: str,
        size: tuple[int, int],
        seed: int = 1,
        language: str = "en",
    ) -> None:
        self.game, self.names, self.way, self.random = game, names, way, random.Random(seed)
        self.complaints: list[str] = []
        self.shifts: list[tuple[float, str]] = []
        self.steps = 0
        self._boxes: tuple[str, str, dict] = ("", "", {})
        self._by_hand = 1
        self.loop = _Table(Journal(folder / "games.db"), lambda: time.monotonic() * FAST)
        Dealer(self.loop, seed)
        self._adviser = Adviser(self.loop, self._rank)
        self._thrown = random.Random(seed)
        self._changed = threading.Event()
        self.loop.subscribe(self._notice)
        self.loop.start()
        self._adviser.start()
        self.server = PageServer(port=0)
        self.server.start()
        self.server.open(self.loop, lambda key: DOT)
        self._factory = MockFactory()
        settings = ButtonSettings(use="gpio", undo_hold_s=30, menu_hold_s=30)
        self._buttons = Buttons(settings, self.loop.post, lambda: self.loop.state.revision, self._factory)
        self._context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            has_touch=way == "touch",
            reduced_motion="reduce",
        )
        self.page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE_S * 1000)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda told: self._heard(told))
        self.page.add_init_script(f"({SHIFTS})()")
        self.page.goto(self.server.address)
        self.page.locator("body[data-live=yes]").wait_for()

    def close(self) -> None:
        """Put everything away."""
        self._buttons.close()
        self._factory.reset()
        self._context.close()
        self.server.stop()
        self._adviser.stop()
        self.loop.stop()

    def _heard(self, told) -> None:
        if told.type in ("error", "warning"):
            self.complaints.append(told.text)

    @property
    def state(self) -> TableState:
        """The table now."""
        return self.loop.state

    # What the world does: dice fall, the adviser ranks.

    def _notice(self, state: TableState) -> None:
        self._changed.set()
        if state.eye_task is EyeTask.ROLL and state.phase is Phase.ROLL and not (self._by_hand and not state.dice):
            self._throw(state)

    def _throw(self, state: TableState) -> None:
        kept = [die.seen for die in state.dice if die.seen is not None]
        count = state.position.to_roll
        outcomes = list(state.position.chance_outcomes())
        faces = str(self._thrown.choices([o for o, _ in outcomes], [float(share) for _, share in outcomes])[0])
        taken = {die.centre for die in kept}
        free = [place for place in range(12) if seen("s", place).centre not in taken]
        rolled = [seen(face, place) for face, place in zip(faces, free[:count], strict=True)]
        self.loop.post(DiceRead(answers=state.revision, dice=(*kept, *rolled), source="camera"))

    def _rank(self, position: Position) -> Ranking:
        """A rule of thumb in the adviser's place: what the page shows must not depend on how good it is."""
        keys = [str(move) for move in position.legal_moves]
        if position.stage == "keep":
            ranked = sorted(keys, key=len, reverse=True)
        else:
            ranked = sorted(keys, key=lambda key: -sum_of(position, key))
        return Ranking(tuple(Ranked(key, 5.0 - 0.5 * place, 0.5 * place) for place, key in enumerate(ranked)))

    # What the player does.

    def play(self, most_steps: int = 4000) -> int:
        """Set up the game, play it to its end, or so many steps.

        Returns:
            How many steps were made.
        """
        self._set_up()
        until = time.monotonic() + 1500
        while self.state.phase is not Phase.OVER and self.steps < most_steps:
            assert time.monotonic() < until, self._told()
            self._answer()
        if self.state.phase is Phase.OVER:
            self._see()
        return self.steps

    def _answer(self) -> None:
        state = self._settled()
        if state.phase is Phase.ROLL:
            self._by_hand -= 1
            self.press(Button.UP)
        elif state.phase is Phase.ENTER:
            self._enter()
        elif state.phase is Phase.KEEP:
            self._keep(state)
        elif state.phase is Phase.CHOOSE:
            self._choose(state)
        else:
            self.press(Button.CONFIRM)

    def _enter(self) -> None:
        if self.way == "touch":
            face = self.random.choice([choice.key for choice in self.state.choices])
            self._do(lambda: self.page.locator(f"#face-{face}").tap())
        elif self.random.random() < 0.3:
            self.press(Button.DOWN)
        else:
            self.press(Button.CONFIRM)

    def _keep(self, state: TableState) -> None:
        again = state.position.stage == "keep" and self.random.random() < 0.5
        if again and all(die.kept for die in state.dice):
            if self.way == "touch":
                self._do(lambda: self.page.locator("#die-0").tap())
            else:
                self.press(Button.DOWN)
            state = self.state
        all_kept = all(die.kept for die in state.dice)
        self.press(Button.CONFIRM if all_kept else Button.REROLL)

    def _choose(self, state: TableState) -> None:
        """Point at something now and then, then play it; in games of cards at what helps."""
        target = self._wish(state)
        if self.way == "touch":
            self._tap_to(target)
        else:
            for _ in range(3):
                if self.state.cursor == target:
                    break
                self.press(self._towards(target))
        self.press(Button.CONFIRM)

    def _wish(self, state: TableState) -> int:
        keys = [choice.key for choice in state.choices]
        if self.game in ("kartenspiel", "weg-der-steine"):
            return max(range(len(keys)), key=lambda place: _liking(state.position, keys[place]))
        if self.random.random() < 0.3:
            return min(len(keys) - 1, self.random.randrange(3))
        return max(range(len(keys)), key=lambda place: sum_of(state.position, keys[place]))

    def _towards(self, target: int) -> Button:
        if self.state.position.stage in ("play", "final") and abs(target - self.state.cursor) > 2:
            return Button.REROLL
        return Button.DOWN if target > self.state.cursor else Button.UP

    def _tap_to(self, target: int) -> None:
        """Tap the card first where a hand is open, then what to do with it."""
        if self.state.cursor == target:
            return
        where = f"#choice-{target}"
        if not self.page.locator(where).count():
            key = self.state.choices[target].key.split()[1]
            place = self.state.position.table.hands[self.state.position.turn_of].index(key)
            self._do(lambda: self.page.locator(f"#card-{place}").tap())
        if self.state.cursor != target and self.page.locator(where).count():
            self._do(lambda: self.page.locator(where).tap())

    def press(self, button: Button) -> None:
        """Press one of the four buttons in this game's way; again where the table says that it came too soon."""
        self._do(lambda: self._push(button))

    def _push(self, button: Button) -> None:
        if self.way == "keyboard":
            self.page.keyboard.press(KEYS[button])
        elif self.way == "touch":
            self.page.locator(f"#button-{button.value}").tap()
        else:
            self._factory.pin(PINS[button]).drive_low()
            self._factory.pin(PINS[button]).drive_high()

    def _do(self, act) -> None:
        """Act, and see the page change; what did not count is done again, as people do."""
        before = self.state.revision
        until = time.monotonic() + PATIENCE_S
        while self.state.revision == before:
            assert time.monotonic() < until, self._told()
            self._changed.clear()
            act()
            again = time.monotonic() + 2.0
            while self.state.revision == before and time.monotonic() < again:
                self._changed.wait(0.01)
        self.steps += 1
        self._settled()

    def _settled(self) -> TableState:
        """The table once dice, cards and advice have come and the page shows all of it."""
        until = time.monotonic() + PATIENCE_S
        while True:
            state = self.state
            waits = state.phase is Phase.DEAL or (state.phase is Phase.ROLL and not self._by_hand)
            waits |= state.phase is Phase.ROLL and bool(state.dice)
            advised = state.phase in (Phase.KEEP, Phase.CHOOSE) and state.open_hand is None
            waits |= advised and all(choice.advice is None for choice in state.choices)
            if not waits:
                self._see()
                if self.state.revision == state.revision:
                    return state
            assert time.monotonic() < until, self._told()
            self._changed.wait(0.01)
            self._changed.clear()

    def _see(self) -> None:
        """Wait until the page shows the present table, and look at it."""
        self.page.wait_for_function("(now) => Number(document.body.dataset.revision) >= now", arg=self.state.revision)
        screen, notices, found, boxes, (width, height) = self.page.evaluate(LOOK)
        phase = f"{self.state.phase.value} {self.state.position.stage if self.state.position else ''}"
        self.complaints += [f"{phase}: {one}" for one in found]
        before_screen, before_notices, before = self._boxes
        if before_screen == screen and before_notices == notices:
            self._jumped(before, boxes, width * height, max(width, height), phase)
        self._boxes = (screen, notices, boxes)

    def _jumped(self, before: dict, after: dict, area: float, side: float, phase: str) -> None:
        """The layout shift between two looks: the share of the screen that moved times how far it moved."""
        moved = 0.0
        for name in before.keys() & after.keys():
            (left, top, width, height), (left2, top2, _, _) = before[name], after[name]
            far = max(abs(left - left2), abs(top - top2)) / side
            moved += far * min(1.0, width * height / area)
        if moved > 0:
            self.shifts.append((moved, phase))

    def _set_up(self) -> None:
        """Choose game and players on the start screen."""
        if self.way == "touch":
            self._do_if(self.state.setup.game != self.game, f"input[name=game][value={self.game}]")
            self._do_if(
                len(self.state.setup.names) != len(self.names), f"input[name=players][value='{len(self.names)}']"
            )
        else:
            while self.state.setup.game != self.game:
                self.press(Button.DOWN)
            if len(self.state.setup.names) != len(self.names):
                self.press(Button.REROLL)
                while len(self.state.setup.names) != len(self.names):
                    self.press(Button.DOWN)
        self.press(Button.CONFIRM)
        assert self.state.match is not None
        assert self.state.match.game == self.game

    def _do_if(self, wanted: bool, where: str) -> None:
        if wanted:
            self._do(lambda: self.page.locator(where).tap(force=True))

    def worst_shift(self) -> tuple[float, str]:
        """The largest layout shift that nobody's press asked for: of ours between two looks, and the browser's sum.

        The browser adds up what follows within a second, for five seconds at most; here in the table's seconds.
        """
        ours = max(self.shifts, default=(0.0, ""))
        worst, start, last, total = (0.0, ""), -1e9, -1e9, 0.0
        for at, value, before, shown, moved in self.page.evaluate("window.shifts"):
            if self.loop.was_asked(before, shown):
                continue
            if at - last > 1000 / FAST or at - start > 5000 / FAST:
                start, total = at, 0.0
            total, last = total + value, at
            worst = max(worst, (total, f"browser, revision {shown}: {moved}"))
        return max(ours, worst)

    def _told(self) -> str:
        alert = self.page.locator("#alert").inner_text()
        return f"{self.game} {self.way}: {self.state.phase} revision {self.state.revision}, the page says {alert!r}"
