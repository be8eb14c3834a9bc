"""Watches films of rolls as the rig does and counts results that come too soon, twice, for nothing, late or never.

python -m models.reader.motion [--films 510] [--networks 30] [--sequences FOLDER]: films with the reader that believes
every picture, then some with the networks, then films of twelve pictures from a folder; prints a table for the card.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.reader.film_stories import STORIES, draw_film
from models.reader.films import HAND_SEEN, Ask, Film
from vision.follow import place_of
from vision.picture_file import read_picture
from vision.reader import Reader
from vision.reading import Die, Frame, Reading
from vision.render.desk_setting import desk_design
from vision.render.desk_tray import DeskTray
from vision.steady import Settled, Steady
from vision.teach import Label, Teacher

LATE_S = 0.5
"""From rest to result, beside computing; a frame's time is granted on top, as rest may begin just after one."""

MISSED_S = 2.0


@dataclass(slots=True)
class Count:
    """What became of films of one kind.

    Attributes:
        films, rolls: how many.
        faults: of films, by name.
        delays_s: from rest to result.
        unsure: rolls reported with a doubt.
        which: seeds of the films with faults.
    """

    films: int = 0
    rolls: int = 0
    unsure: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    delays_s: list[float] = field(default_factory=list)
    which: list[str] = field(default_factory=list)


class _Believer:
    """Stands in for the networks: says what the film's own reader says at the time of the frame."""

    def __init__(self, film: Film) -> None:
        self.film, self.now = film, 0.0

    def read(self, frame: Frame, count: int | None = None) -> Reading:
        return self.film.reading(self.now)

    def picture(self, frame: Frame, die: Die) -> Frame:
        return frame[:8, :8]


def watch(film: Film, count: Count, reader: Reader | None = None) -> None:
    """Show a film to the watcher and count."""
    believer = _Believer(film)
    steady = Steady(reader or believer)  # type: ignore[arg-type]
    asks, answered, results = list(film.asks), False, 0
    ask: Ask | None = None
    last: Settled | None = None
    count.films += 1
    faults: Counter[str] = Counter()

    def close(by_s: float) -> None:
        if ask is not None and ask.rest_s is not None and not answered and by_s > ask.rest_s + MISSED_S:
            faults["missed"] += 1

    for now in film.times():
        if asks and now >= asks[0].at_s:
            close(math.inf)
            ask, answered = asks.pop(0), False
            kept = () if last is None else tuple(_of(film, last.reading, number, now) for number in ask.kept)
            steady.arm(ask.rolled, [die for die in kept if die is not None])
            count.rolls += ask.rest_s is not None
        believer.now = now
        found = steady.update(film.frame(now), now)
        if not isinstance(found, Settled):
            continue
        results += 1
        last = found
        faults[_verdict(film, ask, answered, now, found, count)] += 1
        answered = True
    close(math.inf)
    faults.pop("", None)
    count.faults += faults
    if faults:
        count.which.append(f"{film.kind} {film.seed}: {', '.join(faults)}")


def _verdict(film: Film, ask: Ask | None, answered: bool, now: float, found: Settled, count: Count) -> str:
    """What is wrong with a result, empty if nothing is."""
    if ask is None or answered:
        return "double" if answered else "spurious"
    if ask.rest_s is None:
        return "spurious" if found.reading.is_sure else "asked in vain"
    moves = [number for number in range(len(film.motions)) if film.moves(number, now)]
    quiet = _quiet_from(film, ask.rest_s)
    covered = any(film.is_covered(die.centre, now) for die in film.reading(now).dice)
    if moves or (now < ask.rest_s and (covered or film.hand_share(now) > HAND_SEEN or _comes(film, now))):
        return "premature"
    if sorted(str(die.face) for die in found.reading.dice) != _true_faces(film, now):
        return "wrong" if found.reading.is_sure else _unsure(count)
    if not found.reading.is_sure:
        return _unsure(count)
    count.delays_s.append(now - quiet)
    return "late" if now - quiet > LATE_S + 1.15 / film.fps else ""


def _unsure(count: Count) -> str:
    count.unsure += 1
    return ""


def _comes(film: Film, now: float) -> bool:
    """True if a die will still move that belongs to the roll."""
    ask = next(ask for ask in reversed(film.asks) if ask.at_s <= now)
    return any(now < motion.end_s <= (ask.rest_s or 0.0) for motions in film.motions for motion in motions)


def _quiet_from(film: Film, rest_s: float) -> float:
    """When nothing at all moves any more, light included."""
    quiet = rest_s
    for (start, one), (end, other) in zip(film.lamps, film.lamps[1:], strict=False):
        if one != other and start < quiet + 0.5:
            quiet = max(quiet, end)
    return max([quiet] + [at + 0.45 for at, _ in film.knocks if at < quiet + 0.1])


def _true_faces(film: Film, now: float) -> list[str]:
    return sorted(die.design.faces[die.top] for die in film.lying(now) if die is not None)


def _of(film: Film, reading: Reading, number: int, now: float) -> Die | None:
    """The die of the reading that is that die of the film."""
    lies = film.lying(now)[number]
    if lies is None or not reading.dice:
        return None
    x, y = film.camera.project(lies.position[None])[0]
    return min(reading.dice, key=lambda die: math.dist(die.centre, (x, y)))


def taught_reader(dice_set: str, seed: int) -> Reader:
    """A reader with a profile of the desk's dice of that seed."""
    tray, teacher = DeskTray(dice_set, seed=seed, size=(640, 480)), Teacher(dice_set)
    for number in range(12):
        tray.place([tray.design.faces[(number * tray.count + place) % 6] for place in range(tray.count)], 0.0)
        teacher.add(tray.frame(0.0), [Label(die.face, die.centre) for die in tray.true_dice(0.0)])
    return Reader(dice_set, teacher.finish(some_faces=True))


def count_films(films: int, seed: int, done: Callable[[str, Count], None] | None = None) -> dict[str, Count]:
    """Films of all kinds in turn, seen by the reader that believes every picture."""
    counts = {kind: Count() for kind in STORIES}
    for kind in STORIES:
        for number in range(-(-films // len(STORIES))):
            dice_set = ("or", "wuerfelspiel")[number % 2]
            design = desk_design(dice_set, seed + number % 7, "any")
            watch(draw_film(kind, dice_set, seed + number, design), counts[kind])
        if done is not None:
            done(kind, counts[kind])
    return counts


def row(kind: str, count: Count) -> str:
    """A line of the table."""
    delays = np.array(count.delays_s or [math.nan])
    faults = ", ".join(f"{number} {name}" for name, number in sorted(count.faults.items())) or "none"
    times = f"{np.median(delays):.2f} | {delays.max():.2f}"
    return f"| {kind} | {count.films} | {count.rolls} | {times} | {count.unsure} | {faults} |"


SHOWN_S = {"rolling": 0.1, "hand": 0.3}
"""How long a picture of a phase is shown; of the others long enough for a roll that is not sure."""


def show_sequence(folder: Path) -> str:
    """Show the pictures of a short film to the networks: a roll, two dice taken away and rolled again."""
    page = json.loads((folder / "sequence.json").read_text())
    reader = Reader(page["dice_set"])
    steady, now, results, asked_again = Steady(reader), 0.0, [], False
    total = page["frames"][0]["dice_in_tray"]
    steady.arm(total, must_move=False)
    for shot in page["frames"]:
        frame = read_picture(folder / shot["file"])
        for _ in range(round(10 * SHOWN_S.get(shot["phase"], 0.8))):
            found, now = steady.update(frame, now), now + 0.1
            if isinstance(found, Settled):
                results.append((shot["phase"], found, shot["roll"]))
        if shot["phase"] == "hand" and results and not asked_again:
            kept = [die for die in results[-1][1].reading.dice if _stays(die, folder, page, reader)]
            steady.arm(total - len(kept), kept)
            asked_again = True
    words = []
    for phase, found, roll in results:
        faces = [str(die.face) for die in found.reading.dice]
        right = len(roll) - sum((Counter(roll) - Counter(faces)).values())
        words.append(
            f"{phase}: {len(faces)} dice, {right} of {len(roll)} right, {'sure' if found.reading.is_sure else 'asks'}"
        )
    fault = "" if [phase for phase, _, _ in results] == ["rest", "rest"] else " NOT TWO ROLLS AT REST"
    return f"{folder.name}: {'; '.join(words)}{fault}"


def _stays(die: Die, folder: Path, page: dict[str, Any], reader: Reader) -> bool:
    """True if the die lies there also when the others were taken away."""
    name = next(shot["file"] for shot in page["frames"] if shot["phase"] == "removed")
    return place_of(die, reader.read(read_picture(folder / name)).dice) is not None


HEAD = "| film | films | rolls | rest to result, median s | longest | asked | faults |\n|---|---|---|---|---|---|---|"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--films", type=int, default=510)
    parser.add_argument("--networks", type=int, default=0, help="films seen by the networks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sequences", type=Path, help="folder of films as pictures with a sequence.json each")
    parser.add_argument("--kinds", nargs="*")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for kind in [kind for kind in STORIES if options.kinds and kind not in options.kinds]:
        del STORIES[kind]
    began = time.process_time()
    print(HEAD)

    def done(kind: str, count: Count) -> None:
        print(row(kind, count), *count.which, sep="\n  ! ", flush=True)

    counts = count_films(options.films, options.seed, done) if options.films else {}
    films, rolls = (sum(getattr(count, what) for count in counts.values()) for what in ("films", "rolls"))
    faults = sum((count.faults for count in counts.values()), Counter[str]())
    delays = sorted(delay for count in counts.values() for delay in count.delays_s)
    print(f"{films} films, {rolls} rolls, faults: {dict(faults)}; {time.process_time() - began:.0f} s of computing")
    if delays:
        print(f"rest to result: median {np.median(delays):.2f} s, 95 % {np.quantile(delays, 0.95):.2f} s")
    for dice_set in ("or", "wuerfelspiel") if options.networks else ():
        reader, count = taught_reader(dice_set, options.seed), Count()
        design = desk_design(dice_set, options.seed, "any")
        for number in range(options.networks // 2):
            kind = tuple(STORIES)[number % len(STORIES)]
            watch(draw_film(kind, dice_set, options.seed + 1000 + number, design, (640, 480)), count, reader)
        print(row(f"networks, {dice_set}", count), *count.which, sep="\n  ! ", flush=True)
    for folder in sorted(options.sequences.iterdir()) if options.sequences else ():
        print(show_sequence(folder), flush=True)


if __name__ == "__main__":
    main()
