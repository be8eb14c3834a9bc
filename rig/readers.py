"""The readers of this evening: one a dice set, with the newest profile that the owner taught for it."""

from __future__ import annotations

import logging
from pathlib import Path

from vision.errors import ProfileError
from vision.profile import Profile, load_profile
from vision.reader import Reader

logger = logging.getLogger(__name__)


class Readers:
    """Opens the networks once and keeps a reader for each dice set.

    Args:
        folder: where profiles lie.
        chosen: the profile that the settings name, None for the newest that fits.
        model_dir: folder of the networks, None for the package's own.
    """

    def __init__(self, folder: Path, chosen: Path | None = None, model_dir: Path | None = None) -> None:
        self._folder = folder
        self._chosen = chosen
        self._model_dir = model_dir
        self._readers: dict[str, Reader] = {}

    def __call__(self, labels: str) -> Reader:
        """The reader of a dice set; slow the first time.

        Raises:
            VisionError: a network or the chosen profile cannot be used.
        """
        if labels not in self._readers:
            self._readers[labels] = Reader(labels, self._profile(labels), self._model_dir)
        return self._readers[labels]

    def teach(self, labels: str, profile: Profile) -> None:
        """From now on read a dice set with this profile."""
        self._readers[labels] = Reader(labels, profile, self._model_dir)

    def _profile(self, labels: str) -> Profile | None:
        if self._chosen is not None:
            profile = load_profile(self._chosen)
            if profile.dice_set == labels:
                return profile
        places = self._folder.glob("*") if self._folder.is_dir() else ()
        for place in sorted(places, key=lambda file: file.stat().st_mtime, reverse=True):
            try:
                profile = load_profile(place)
            except ProfileError as error:
                logger.warning("%s", error)
                continue
            if profile.dice_set == labels:
                return profile
        return None
