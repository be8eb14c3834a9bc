"""The readers of this evening: one a dice set, with the newest profile that the owner taught for it."""

from __future__ import annotations

import logging
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

from vision.errors import ProfileError
from vision.profile import Profile, load_profile
from vision.reader import Reader

logger = logging.getLogger(__name__)

BEFORE_FOLDER = "before"
"""Where profiles go that were replaced, beside the others."""

KEPT_BEFORE = 9
"""Replaced profiles that are kept, for each file."""


class Readers:
    """Opens the networks once and keeps a reader for each dice set.

    Args:
        folder: where profiles lie.
        chosen: the profile that the settings name, None for the newest that fits.
        model_dir: folder of the networks, None for the package's own.
        report: told what is wrong with a profile, None when nothing is.
    """

    def __init__(
        self,
        folder: Path,
        chosen: Path | None = None,
        model_dir: Path | None = None,
        report: Callable[[str | None], object] = lambda sentence: None,
    ) -> None:
        self._folder = folder
        self._report = report
        self._chosen = chosen
        self._model_dir = model_dir
        self._readers: dict[str, Reader] = {}
        self._lock = threading.Lock()

    def __call__(self, labels: str) -> Reader:
        """The reader of a dice set; slow the first time; from any thread.

        Raises:
            VisionError: a network or the chosen profile cannot be used.
        """
        with self._lock:
            if labels not in self._readers:
                found = self._found(labels)
                self._readers[labels] = Reader(labels, None if found is None else found[1], self._model_dir)
            return self._readers[labels]

    def to_teach(self, labels: str) -> Reader:
        """A reader to teach with: without a profile where the one that is chosen is damaged or not there yet.

        Raises:
            VisionError: a network cannot be used.
        """
        try:
            return self(labels)
        except ProfileError as error:
            logger.warning("%s", error)
            return Reader(labels, None, self._model_dir)

    def teach(self, labels: str, profile: Profile) -> None:
        """From now on read a dice set with this profile."""
        reader = self.to_teach(labels).with_profile(profile)
        with self._lock:
            self._readers[labels] = reader

    def keep(self, profile: Profile) -> Path:
        """Save a profile where the next start finds it, and read with it from now on; the one before is kept beside.

        Raises:
            ProfileError: it cannot be written; what was there is untouched.
        """
        place = self._place(profile.dice_set)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            _set_aside(place)
        except OSError as error:
            raise ProfileError(f"The profile {place} cannot be written: {error.strerror}.") from error
        profile.save(place)
        self._make_newest(place)
        self.teach(profile.dice_set, profile)
        return place

    def _place(self, labels: str) -> Path:
        """Where a profile of the set is written: over the one in use, or where the settings want one."""
        try:
            found = self._found(labels)
        except ProfileError:
            return self._chosen or self._folder / f"{labels}.profile"
        return self._folder / f"{labels}.profile" if found is None else found[0]

    def _make_newest(self, place: Path) -> None:
        """A rig whose clock stands wrong must not prefer an older profile at its next start."""
        others = [file.stat().st_mtime for file in self._files() if file != place]
        if others and place.stat().st_mtime <= max(others):
            os.utime(place, (max(others) + 1, max(others) + 1))
        sync_folder(place.parent)

    def _files(self) -> list[Path]:
        places = self._folder.glob("*") if self._folder.is_dir() else ()
        return [place for place in places if place.is_file()]

    def _found(self, labels: str) -> tuple[Path, Profile] | None:
        """The profile in use for a set and its file."""
        if self._chosen is not None:
            profile = load_profile(self._chosen)
            if profile.dice_set == labels:
                return self._chosen, profile
        trouble: str | None = None
        for place in sorted(self._files(), key=lambda file: file.stat().st_mtime, reverse=True):
            try:
                profile = load_profile(place)
            except ProfileError as error:
                logger.warning("%s", error)
                trouble = trouble or f"{error} Until then what was taught before it is used, if there is any."
                continue
            if profile.dice_set == labels:
                self._report(trouble)
                return place, profile
        self._report(trouble)
        return self._before(labels) if trouble else None

    def _before(self, labels: str) -> tuple[Path, Profile] | None:
        """The newest profile that was replaced, for the place of one that is damaged."""
        for place in sorted((self._folder / BEFORE_FOLDER).glob("*"), reverse=True):
            try:
                profile = load_profile(place)
            except ProfileError as error:
                logger.warning("%s", error)
                continue
            if profile.dice_set == labels:
                return self._folder / f"{labels}.profile", profile
        return None


def _set_aside(place: Path) -> None:
    """Copy the profile that will be replaced; the oldest copies make room."""
    if not place.is_file():
        return
    folder = place.parent / BEFORE_FOLDER
    folder.mkdir(exist_ok=True)
    earlier = sorted(folder.glob(f"{place.stem}-*{place.suffix}"))
    number = int(earlier[-1].stem.rpartition("-")[2]) + 1 if earlier else 1
    for old in earlier[: len(earlier) + 1 - KEPT_BEFORE]:
        old.unlink()
    shutil.copy2(place, folder / f"{place.stem}-{number:06d}{place.suffix}")


def sync_folder(folder: Path) -> None:
    """Have the names of a folder's files on the disk, where the system knows how."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError as error:
        logger.warning("%s cannot be synced: %s", folder, error.strerror)
    finally:
        os.close(handle)
