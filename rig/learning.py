"""Learning goes on: dice that people named when the reader asked become pictures of the profile, if they agree.

What was named is a file at the end of its turn.  It is taken only after the game, under the same conditions as in
teaching, and only where every face was taught before; what is taken adds pictures and lowers no limit.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from engine import catalogue
from rig.errors import RigError
from rig.loop import Loop
from rig.pictures import Pictures
from rig.readers import Readers, sync_folder
from rig.state import Phase, TableState
from rig.teaching_check import checked
from rig.teaching_draft import Draft
from rig.translate import labels_of, letters
from vision.errors import VisionError
from vision.profile import Shot
from vision.reader import Reader
from vision.rectify import PICTURE_SIDE
from vision.teach import Teacher

logger = logging.getLogger(__name__)

FOLDER = "learning"
WISH_FILE = "wish"
Wish = Literal["ask", "yes", "no"]
WISHES: tuple[Wish, ...] = ("ask", "yes", "no")
"""Ask after each game, learn without asking, or never."""

OF_THE_FACE = ("", "unsure", "not taught yet", "unknown die")
"""Doubts about the face alone; of a die that lay badly or was badly lit nothing is learnt."""

MOST = 40
"""Pictures of one set that wait to be learnt; more would tell little new."""

TOLD = "Dice were named in this game: ☰, Learn from the game, takes them into what was taught."


@dataclass(frozen=True, slots=True)
class Learnt:
    """What came of it: pictures taken, and refused as teaching would refuse them."""

    taken: int = 0
    refused: int = 0


class Learning:
    """Collects what people said of dice, and teaches it when they agree.

    Args:
        folder: the data folder.
        loop: the table in motion.
        readers: of this evening.
        pictures: where the crops are.
    """

    def __init__(self, folder: Path, loop: Loop, readers: Readers, pictures: Pictures) -> None:
        self._folder = folder / FOLDER
        self._loop = loop
        self._readers = readers
        self._pictures = pictures
        self._named: dict[str, tuple[str, str]] = {}
        self._played = 0
        self._lock = threading.RLock()
        self._queue: queue.SimpleQueue[tuple[str, str, bytes] | Phase | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="learning", daemon=True)
        loop.subscribe(self._notice)

    @property
    def wish(self) -> Wish:
        """What the owner wants."""
        try:
            told = (self._folder / WISH_FILE).read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return "ask"
        return next((wish for wish in WISHES if wish == told), "ask")

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """End; what was named in turns that are over lies on the disk."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def want(self, wish: Wish) -> None:
        """The owner's wish, for good.

        Raises:
            OSError: the disk refuses.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        part = self._folder / f"{WISH_FILE}.part"
        part.write_text(wish, encoding="ascii")
        part.replace(self._folder / WISH_FILE)
        sync_folder(self._folder)
        if wish == "no":
            for dice_set in self.sets():
                self.drop(dice_set)

    def sets(self) -> tuple[str, ...]:
        """Dice sets of which named dice wait."""
        places = sorted(self._folder.iterdir()) if self._folder.is_dir() else []
        return tuple(place.name for place in places if place.is_dir() and any(place.glob("*.profile")))

    def waiting(self, dice_set: str) -> tuple[Shot, ...]:
        """The named dice of a set, in the order in which they were named."""
        with self._lock:
            return self._draft(dice_set).shots

    def drop(self, dice_set: str) -> None:
        """Learn nothing of these."""
        with self._lock:
            self._draft(dice_set).clear()
        self._tell()

    def learn(self, dice_set: str, left_out: Collection[int] = ()) -> Learnt:
        """Take the named dice into the profile, but for some; the reader reads with them from now on.

        Args:
            dice_set: whose.
            left_out: places in `waiting`.

        Raises:
            VisionError: a network or the profile cannot be used, or the profile not be written; nothing is lost then.
        """
        with self._lock:
            draft, reader = self._draft(dice_set), self._readers(dice_set)
            shots = [shot for place, shot in enumerate(draft.shots) if place not in left_out]
            taken = self._taught(reader, shots) if reader.profile is not None else 0
            draft.clear()
        self._tell()
        return Learnt(taken, len(shots) - taken)

    def _taught(self, reader: Reader, shots: Collection[Shot]) -> int:
        """Teach those that fit; how many that were."""
        profile = reader.profile
        assert profile is not None
        teacher = Teacher(profile.dice_set, profile=profile, reader=reader)
        known, before = len(profile.shots), checked(teacher)
        for shot in shots:
            teacher.learn(shot.picture, shot.face)
        after = checked(teacher)
        for place in sorted((place for place in after.places if place >= known), reverse=True):
            teacher.forget(place)
        taken = len(teacher.shots) - known
        if not taken:
            return 0
        last = checked(teacher)
        if len(last.test.wrong) > len(before.test.wrong) or len(last.places) > len(before.places):
            logger.warning("what was named would mix up faces that were told apart; it was not learnt")
            return 0
        self._readers.keep(replace(teacher.finish(), closeness=profile.closeness))
        return taken

    def _draft(self, dice_set: str) -> Draft:
        return Draft(self._folder / dice_set, dice_set, self._readers(dice_set).model)

    def _notice(self, state: TableState) -> None:
        """On the table's thread: what is named stays open until its dice are gone, for it may be put right.

        What was named in a roll that is taken back counts for nothing.
        """
        named, there = named_dice(state), {die.seen.picture for die in state.dice if die.seen is not None}
        is_taken_back, self._played = len(state.past) < self._played, len(state.past)
        for key in [key for key in self._named if key not in there or state.phase is Phase.OVER]:
            crop, (dice_set, face) = self._pictures.get(key), self._named.pop(key)
            if crop is not None and not is_taken_back:
                self._queue.put((dice_set, face, crop))
        for key in [key for key in self._named if key not in named]:
            del self._named[key]
        if state.phase is not Phase.OVER:
            self._named.update(named)
        self._queue.put(state.phase)

    def _run(self) -> None:
        was = None
        while (item := self._queue.get()) is not None:
            try:
                if not isinstance(item, Phase):
                    self._keep(*item)
                elif item is not was:
                    was = item
                    self._ended(item)
            except (VisionError, RigError, OSError) as error:
                logger.warning("%s", error)
            except Exception:  # a fault of ours must not end the evening
                logger.exception("learning failed")

    def _ended(self, phase: Phase) -> None:
        if phase is Phase.OVER and self.wish == "yes":
            for dice_set in self.sets():
                self.learn(dice_set)
        self._tell(phase)

    def _tell(self, phase: Phase | None = None) -> None:
        """Say at the end of a game that something can be learnt."""
        over = (self._loop.state.phase if phase is None else phase) is Phase.OVER
        self._loop.report("learning", TOLD if over and self.wish == "ask" and self.sets() else None)

    def _keep(self, dice_set: str, face: str, crop: bytes) -> None:
        """Have a named die on the disk."""
        if self.wish == "no" or self._readers(dice_set).profile is None:
            return
        decoded = cv2.imdecode(np.frombuffer(crop, np.uint8), cv2.IMREAD_COLOR)
        if decoded is None or decoded.shape != (PICTURE_SIDE, PICTURE_SIDE, 3):
            return
        picture = np.asarray(decoded, np.uint8)
        with self._lock:
            draft = self._draft(dice_set)
            if len(draft.shots) < MOST:
                (place,) = self._readers(dice_set).embed([picture])
                draft.add([Shot(face, picture, place)])


def named_dice(state: TableState) -> Mapping[str, tuple[str, str]]:
    """By the key of its crop, the dice set and face of each rolled die that a person named or corrected."""
    labels = labels_of(state.setup)
    if labels is None or state.match is None:
        return {}
    table = letters(labels, catalogue.game(state.setup.game).dice_set or labels)
    names = {letter: label for label, letter in table.items()}
    return {
        die.seen.picture: (labels, names[die.face])
        for die in state.dice
        if die.source == "asked" and die.face in names and die.seen is not None and die.seen.picture
        if not die.doubt and not die.fixed and die.seen.reason in OF_THE_FACE
        if die.seen.reason or die.seen.face != die.face
    }
