"""What happens in a film: throws with hand or cup, re-rolls, dice that spin, teeter or are pushed, mere handling."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from models.reader.films import Ask, Film, Random, Spin, Teeter, cup_cover, empty_film, free_place, hand_cover
from vision.dice_sets import dice_set as dice_set_named
from vision.render.designs import DieDesign
from vision.render.rounded_die import PlacedDie
from vision.render.tumble import Carry, Motion, Nudge, Roll

OUT_MM = 230.0
"""From where hand and cup come, measured from the middle of the tray."""


class Story:
    """Writes one film from its beginning to its end."""

    def __init__(self, film: Film, rng: Random, count: int) -> None:
        self.film, self.rng, self.count, self.now = film, rng, count, 0.0
        self.side = float(rng.choice([-math.pi / 2, -math.pi / 2, 0.0, math.pi])) + float(rng.uniform(-0.4, 0.4))
        film.motions = [[Carry(None, -1.0, 0.5)] for _ in range(count)]

    def uniform(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def lie(self, numbers: Sequence[int] | None = None) -> None:
        """Dice that lie there from the beginning."""
        for number in range(self.count) if numbers is None else numbers:
            self.film.motions[number] = [Carry(self.place(number), -1.0, 0.5)]

    def place(self, number: int) -> PlacedDie:
        """A free place for a die."""
        return free_place(self.film, self.rng, self.others([number]))

    def others(self, without: Sequence[int]) -> list[PlacedDie]:
        ends = [motions[-1].end for i, motions in enumerate(self.film.motions) if i not in without]
        return [end for end in ends if end is not None]

    def ask(self, rolled: int, kept: Sequence[int] = ()) -> None:
        self.film.asks.append(Ask(self.now, rolled, tuple(kept)))

    def answered(self) -> None:
        """The last ask is answered by what lies still from now on."""
        ask = self.film.asks[-1]
        self.film.asks[-1] = Ask(ask.at_s, ask.rolled, ask.kept, self.now)

    def wait(self, low: float, high: float | None = None) -> None:
        self.now += low if high is None else self.uniform(low, high)

    def throw(self, numbers: Sequence[int], with_hand: bool = True, gap_s: float = 0.05) -> None:
        """Throw dice one after the other; afterwards it is the moment at which all of them lie."""
        begin, entry = self.now, self.at(self.side, 75.0)
        last = begin
        for place, number in enumerate(numbers):
            end = self.place(number)
            length = self.uniform(0.7, 1.3)
            start = begin + gap_s * place
            roll = Roll(
                end, start, length, entry, self.uniform(8, 14), self.uniform(-0.5, 0.5), int(self.rng.integers(2, 5))
            )
            self.film.motions[number].append(roll)
            last = max(last, roll.end_s)
        leaves = begin + gap_s * (len(numbers) - 1) + self.uniform(0.2, 0.5)
        if with_hand:
            edge, out = self.at(self.side, 100.0), self.at(self.side, OUT_MM)
            self.hand([(begin - 0.4, *out), (begin - 0.1, *edge), (leaves, *edge), (leaves + 0.35, *out)])
            last = max(last, leaves + 0.35)
        self.now = last

    def at(self, angle: float, far_mm: float) -> tuple[float, float]:
        return math.cos(angle) * far_mm, math.sin(angle) * far_mm

    def hand(self, keys: Sequence[tuple[float, float, float]]) -> None:
        self.film.covers.append(hand_cover(self.film.camera, self.rng, keys))

    def cup(self, keys: Sequence[tuple[float, float, float]]) -> None:
        self.film.covers.append(cup_cover(self.film.camera, self.rng, keys))

    def take(self, numbers: Sequence[int], hold_s: float = 0.0) -> None:
        """A hand takes dice away, in one go or, if it holds still between, one after the other."""
        out = self.at(self.side, OUT_MM)
        keys = [(self.now, *out)]
        for number in numbers:
            begin = self.film.motions[number][-1].end
            assert begin is not None
            x, y = begin.position[:2]
            keys += [(self.now + 0.35, x, y), (self.now + 0.45, x, y)]
            self.now += 0.45
            self.film.motions[number].append(Carry(None, self.now, 0.35, begin, out))
            if hold_s:
                near = (0.6 * x + 0.4 * out[0], 0.6 * y + 0.4 * out[1])
                keys += [(self.now + 0.3, *near), (self.now + 0.3 + hold_s, *near)]
                self.now += 0.3 + hold_s
        keys.append((self.now + 0.4, *out))
        self.now += 0.4
        self.hand(keys)

    def put(self, number: int, end: PlacedDie) -> None:
        """A hand lays a die down."""
        out = self.at(self.side, OUT_MM)
        self.film.motions[number].append(Carry(end, self.now, 0.4, None, out))
        x, y = end.position[:2]
        self.hand([(self.now, *out), (self.now + 0.4, x, y), (self.now + 0.55, x, y), (self.now + 0.9, *out)])
        self.now += 0.95

    def push(self, numbers: Sequence[int], far_mm: float) -> None:
        """A finger pushes dice aside; they keep their faces."""
        out = self.at(self.side, OUT_MM)
        keys = [(self.now, *out)]
        for number in numbers:
            begin = self.film.motions[number][-1].end
            assert begin is not None
            way = self.at(self.uniform(0, 2 * math.pi), far_mm)
            inward = -begin.position[:2] / max(1.0, float(np.hypot(*begin.position[:2]))) * 0.3 * far_mm
            end = PlacedDie(
                begin.design, begin.position + np.array([way[0] + inward[0], way[1] + inward[1], 0]), begin.turn
            )
            self.now += 0.4
            keys += [(self.now, *begin.position[:2]), (self.now + 0.25, *end.position[:2])]
            self.film.motions[number].append(Nudge(end, self.now, 0.25, begin))
            self.now += 0.25
        keys.append((self.now + 0.4, *out))
        self.now += 0.4
        self.hand(keys)

    def then(self, number: int, motion: Callable[[PlacedDie, float], Motion]) -> None:
        """Another movement of a die from now on."""
        end = self.film.motions[number][-1].end
        assert end is not None
        made = motion(end, self.now)
        self.film.motions[number].append(made)
        self.now = max(self.now, made.end_s)

    def end(self) -> Film:
        self.film.end_s = self.now + 2.2
        return self.film


def _start(story: Story) -> None:
    """Ask for a whole roll; as often as not the last player's dice lie there and are taken up first."""
    lay = bool(story.rng.random() < 0.5)
    if lay:
        story.lie()
    story.wait(0.8, 1.4)
    story.ask(story.count)
    story.wait(0.3, 1.0)
    if lay:
        story.take(range(story.count), hold_s=0.0 if story.rng.random() < 0.6 else story.uniform(0.2, 0.8))
        story.wait(0.3, 1.5)


def _throw(story: Story) -> None:
    _start(story)
    story.throw(range(story.count))
    story.answered()


def _hand_stays(story: Story) -> None:
    _start(story)
    begin = story.now
    story.throw(range(story.count), with_hand=False)
    x, y = story.at(story.uniform(0, 2 * math.pi), story.uniform(0, 60))
    out = story.at(story.side, OUT_MM)
    stays = story.now + story.uniform(1.0, 3.0)
    story.hand(
        [
            (begin - 0.3, *out),
            (begin + 0.1, *story.at(story.side, 95.0)),
            (begin + 0.6, x, y),
            (stays, x, y),
            (stays + 0.4, *out),
        ]
    )
    story.now = stays + 0.4
    story.answered()


def _reroll(story: Story) -> None:
    story.wait(0.7)
    story.ask(story.count)
    story.wait(0.4)
    story.throw(range(story.count))
    story.answered()
    story.wait(1.6, 2.5)
    rerolled = sorted(story.rng.permutation(story.count)[: int(story.rng.integers(1, story.count))].tolist())
    kept = [number for number in range(story.count) if number not in rerolled]
    story.ask(len(rerolled), kept)
    story.wait(0.2, 1.0)
    story.take(rerolled, hold_s=story.uniform(0.0, 1.5))
    story.wait(0.2, 2.0)
    story.throw(rerolled)
    story.answered()


def _handled(story: Story) -> None:
    """Dice are taken up, looked at and laid back, where they were or elsewhere; nobody throws."""
    story.lie()
    story.wait(0.8, 1.4)
    story.ask(story.count)
    story.wait(0.4, 1.0)
    for number in story.rng.permutation(story.count)[: int(story.rng.integers(1, 3))].tolist():
        lay = story.film.motions[number][-1].end
        assert lay is not None
        story.take([number], hold_s=story.uniform(0.0, 1.5))
        story.wait(0.1, 2.0)
        elsewhere = story.place(number)
        same = PlacedDie(lay.design, np.array([*elsewhere.position[:2], lay.position[2]]), lay.turn)
        story.put(number, lay if story.rng.random() < 0.5 else same)
        story.wait(0.2, 1.0)


def _pushed(story: Story) -> None:
    """Dice are pushed aside, none is thrown."""
    story.lie()
    story.wait(0.8, 1.4)
    story.ask(story.count)
    story.wait(0.4, 1.0)
    many = int(story.rng.integers(1, story.count + 1))
    story.push(story.rng.permutation(story.count)[:many].tolist(), story.uniform(6, 30))


def _cup(story: Story) -> None:
    _start(story)
    entry, out = story.at(story.side, 70.0), story.at(story.side, OUT_MM + 60)
    begin = story.now + 0.4
    leaves = begin + story.uniform(0.5, 2.0)
    keys = [(story.now, *out), (begin, *entry), (leaves, *entry), (leaves + 0.4, *out)]
    story.cup(keys)
    story.hand([(t, x * 1.25, y * 1.25) for t, x, y in keys])
    story.now = begin
    story.throw(range(story.count), with_hand=False)
    story.now = max(story.now, leaves + 0.4)
    story.answered()


def _cup_upside_down(story: Story) -> None:
    """A cup is turned over onto the tray, stands a while and is lifted: the dice lie under it."""
    _start(story)
    place, out = story.at(story.uniform(0, 6.3), story.uniform(0, 25)), story.at(story.side, OUT_MM + 60)
    down, alone = story.now + 0.4, bool(story.rng.random() < 0.5)
    lifted = down + story.uniform(0.8, 3.0)
    story.cup([(story.now, *out), (down, *place), (lifted, *place), (lifted + 0.35, *out)])
    hand = [(story.now, *out), (down, *place), (down + 0.2, *place)]
    if alone:
        story.hand([*hand, (down + 0.55, *out)])
        story.hand([(lifted - 0.5, *out), (lifted - 0.1, *place), (lifted, *place), (lifted + 0.35, *out)])
    else:
        story.hand([*hand, (lifted, *place), (lifted + 0.35, *out)])
    near: list[PlacedDie] = []
    for number in range(story.count):
        for _ in range(60):
            end = free_place(story.film, story.rng, near, touching=0.0)
            if np.hypot(*(end.position[:2] - place)) < 26:
                break
        else:
            end = free_place(story.film, story.rng, near, touching=0.0)
        near.append(end)
        story.film.motions[number].append(Carry(end, down + 0.1, 0.01))
    story.now = lifted + 0.35
    story.answered()


def _lamp(story: Story) -> None:
    """The light changes before, during or after the roll."""
    low, ramp = story.uniform(0.35, 0.8), story.uniform(0.0, 0.3)
    _start(story)
    begin = story.now
    story.throw(range(story.count))
    first = begin + story.uniform(-1.0, story.now - begin + 0.3)
    second = first + ramp + story.uniform(0.3, 2.0)
    story.film.lamps = [(first, 1.0), (first + ramp + 1e-3, low), (second, low), (second + ramp + 1e-3, 1.0)]
    story.film.slant = story.uniform(-0.4, 0.4)
    story.answered()
    story.now = max(story.now, second + ramp)


def _lamp_only(story: Story) -> None:
    """A roll is asked for, the lamp goes off and on, and nobody throws."""
    story.lie()
    story.wait(0.8, 1.4)
    story.ask(story.count)
    story.wait(0.5, 1.0)
    low, ramp = story.uniform(0.3, 0.8), story.uniform(0.0, 0.5)
    off = story.now
    on = off + ramp + story.uniform(0.3, 3.0)
    story.film.lamps = [(off, 1.0), (off + ramp + 1e-3, low), (on, low), (on + ramp + 1e-3, 1.0)]
    story.film.slant = story.uniform(-0.4, 0.4)
    story.now = on + ramp


def _spinner(story: Story) -> None:
    """One die spins on a corner for up to three seconds while the others lie."""
    _start(story)
    begin = story.now
    story.throw(range(story.count))
    number = int(story.rng.integers(story.count))
    end = story.film.motions[number][-1].end
    assert end is not None
    story.film.motions[number][-1] = Spin(end, begin + 0.4, story.uniform(0.8, 3.0), story.uniform(15, 120))
    story.now = max(story.now, story.film.motions[number][-1].end_s)
    story.answered()


def _bumped(story: Story) -> None:
    """A die, or the table, is bumped right after all dice lay still."""
    _start(story)
    story.throw(range(story.count))
    story.wait(0.05, 0.3)
    if story.rng.random() < 0.3:
        story.film.knocks.append((story.now, story.uniform(0.5, 3.0)))
        story.wait(0.5)
    else:
        number = int(story.rng.integers(story.count))
        other = story.place(number)

        def nudged(lay: PlacedDie, now: float) -> Motion:
            tips = story.rng.random() < 0.5
            end = other if tips else PlacedDie(lay.design, lay.position * np.array([0.9, 0.9, 1]), lay.turn)
            return Nudge(end, now, story.uniform(0.1, 0.4), lay)

        story.then(number, nudged)
    story.answered()
    story.wait(1.5)
    story.film.knocks.append((story.now, story.uniform(0.5, 3.0)))  # nobody asks any more


def _one_by_one(story: Story) -> None:
    """The dice are thrown one after the other."""
    _start(story)
    gap = story.uniform(0.2, 1.0)
    story.throw(range(story.count), gap_s=gap)
    story.answered()


def _teeter(story: Story) -> None:
    """A die leans on the wall for a while before it falls."""
    _start(story)
    begin = story.now
    story.throw(range(story.count))
    number = int(story.rng.integers(story.count))
    end = story.film.motions[number][-1].end
    assert end is not None
    start = begin + story.uniform(0.4, 0.8)
    wait = story.uniform(0.3, 1.0)
    story.film.motions[number][-1] = Teeter(end, start, wait + 0.2, story.uniform(0.3, 0.7), wait)
    story.now = max(story.now, start + wait + 0.2)
    story.answered()


def _not_asked(story: Story) -> None:
    """Dice are thrown and taken up while nobody asked."""
    story.wait(0.8)
    story.throw(range(story.count))
    story.wait(0.5, 1.5)
    story.take(range(story.count), hold_s=story.uniform(0, 0.5))
    story.wait(0.5)
    story.throw(range(story.count))


def _tray_moved(story: Story) -> None:
    """A roll is asked for, somebody pushes tray or camera, and nobody throws."""
    story.lie()
    story.wait(0.8, 1.4)
    story.ask(story.count)
    story.wait(0.5, 1.0)
    far, way = story.uniform(1, 18), story.uniform(0, 6.3)
    story.film.pushes.append((story.now, far * math.cos(way), far * math.sin(way)))
    story.wait(0.4)


STORIES: dict[str, Callable[[Story], None]] = {
    "throw": _throw,
    "hand stays": _hand_stays,
    "re-roll": _reroll,
    "dice handled": _handled,
    "dice pushed": _pushed,
    "cup": _cup,
    "cup upside down": _cup_upside_down,
    "lamp": _lamp,
    "lamp only": _lamp_only,
    "corner-spinner": _spinner,
    "bumped": _bumped,
    "one by one": _one_by_one,
    "teeter": _teeter,
    "not asked": _not_asked,
    "tray moved": _tray_moved,
}
"""What films are about; each a function that writes the story."""


def draw_film(kind: str, dice_set: str, seed: int, design: DieDesign, size: tuple[int, int] = (320, 240)) -> Film:
    """The film of that kind and seed."""
    film, rng = empty_film(kind, dice_set, seed, design, size)
    story = Story(film, rng, dice_set_named(dice_set).count or 5)
    STORIES[kind](story)
    return story.end()
