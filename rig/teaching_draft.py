"""Pictures on their way to a profile: one small file for each shot of the tray, so that a power cut costs none."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from rig.errors import TeachingError
from rig.readers import sync_folder
from vision.errors import ProfileError
from vision.profile import Profile, Shot, load_profile

logger = logging.getLogger(__name__)

ENDING = ".profile"
BASE = 0
"""Number of the file with what an older profile held; it is not taken back picture by picture."""


@dataclass(frozen=True, slots=True, eq=False)
class _Take:
    number: int
    profile: Profile


class Draft:
    """What was shown so far of one dice set, as it lies on the disk.

    Args:
        folder: of this set alone; it is made when the first picture is taken.
        model: sha256 of the network that makes the places.
    """

    def __init__(self, folder: Path, dice_set: str, model: str) -> None:
        self._folder = folder
        self._dice_set = dice_set
        self._model = model
        self._takes = self._read()

    @property
    def shots(self) -> tuple[Shot, ...]:
        """All pictures, in the order in which they were taken."""
        return tuple(shot for take in self._takes for shot in take.profile.shots)

    @property
    def profile(self) -> Profile | None:
        """The pictures as a profile, None while there is none; its places may be another network's."""
        models = {take.profile.model for take in self._takes}
        if not self.shots:
            return None
        closeness = max(take.profile.closeness for take in self._takes)
        return Profile(self._dice_set, self.shots, models.pop() if len(models) == 1 else "", closeness)

    @property
    def is_empty(self) -> bool:
        """True if nothing was shown yet."""
        return not self._takes

    def begin(self, base: Profile | None) -> None:
        """Begin anew, or with the pictures of an older profile.

        Raises:
            TeachingError: the disk refuses.
        """
        self.clear()
        self._takes = self._read()
        if self._takes:  # pictures of before must not be counted among those to come
            raise TeachingError(f"What was shown before could not be removed; delete the folder {self._folder}.")
        if base is not None:
            self._write(_Take(BASE, base))

    def add(self, shots: Collection[Shot]) -> None:
        """Have the pictures of one shot of the tray on the disk.

        Raises:
            TeachingError: the disk refuses; nothing was taken then.
        """
        if shots:
            number = max((take.number for take in self._takes), default=BASE) + 1
            self._write(_Take(number, Profile(self._dice_set, tuple(shots), self._model)))

    def can_take_back(self, face: str) -> bool:
        """True if there is a shot of the tray with this face."""
        return self._last(face) is not None

    def take_back(self, face: str) -> bool:
        """Forget the last shot of the tray with this face; False if there is none.

        Raises:
            TeachingError: the disk refuses.
        """
        last = self._last(face)
        if last is None:
            return False
        self._remove(last)
        return True

    def forget(self, places: Collection[int]) -> None:
        """Forget single pictures.

        Args:
            places: in `shots`.

        Raises:
            TeachingError: the disk refuses.
        """
        first = 0
        for take in self._takes:
            shots = take.profile.shots
            left = tuple(shot for place, shot in enumerate(shots, first) if place not in places)
            first += len(shots)
            if not left:
                self._remove(take)
            elif len(left) < len(shots):
                self._write(_Take(take.number, replace(take.profile, shots=left)))

    def clear(self) -> None:
        """Forget everything."""
        self._takes = ()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _last(self, face: str) -> _Take | None:
        mine = [
            take
            for take in self._takes
            if take.number != BASE and any(shot.face == face for shot in take.profile.shots)
        ]
        return mine[-1] if mine else None

    def _remove(self, take: _Take) -> None:
        try:
            self._place(take).unlink(missing_ok=True)
        except OSError as error:
            raise TeachingError(f"The picture could not be removed: {error.strerror}.") from error
        sync_folder(self._folder)
        self._takes = tuple(other for other in self._takes if other.number != take.number)

    def _write(self, take: _Take) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            take.profile.save(self._place(take))
        except (OSError, ProfileError) as error:
            raise TeachingError(f"The picture could not be kept: {error}") from error
        sync_folder(self._folder)
        others = [other for other in self._takes if other.number != take.number]
        self._takes = tuple(sorted([*others, take], key=lambda one: one.number))

    def _place(self, take: _Take) -> Path:
        return self._folder / f"{take.number:04d}{ENDING}"

    def _read(self) -> tuple[_Take, ...]:
        takes = []
        for place in sorted(self._folder.glob(f"[0-9]*{ENDING}")) if self._folder.is_dir() else ():
            try:
                profile = load_profile(place)
                number = int(place.stem)
            except (ProfileError, ValueError) as error:
                logger.warning("%s", error)
                continue
            if profile.dice_set == self._dice_set:
                takes.append(_Take(number, profile))
        return tuple(takes)
