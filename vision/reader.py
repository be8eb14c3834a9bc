"""Reads all dice of a frame: find, rectify, classify, and doubt."""

from __future__ import annotations

from pathlib import Path

from vision.dice_sets import dice_set as known_set
from vision.errors import ProfileError
from vision.find_dice import DiceFinder, FoundDie
from vision.profile import Profile
from vision.reading import Die, Frame, Reading, Reason
from vision.rectify import centre_of, check_frame, rectify, whole_picture


class Reader:
    """Reads frames of one dice set, with what the owner taught if there is a profile."""

    def __init__(self, dice_set: str, profile: Profile | None = None, model_dir: str | Path | None = None) -> None:
        self.dice_set = known_set(dice_set)
        if profile is not None and profile.dice_set != dice_set:
            raise ProfileError(
                f"The profile is of the dice set {profile.dice_set!r}, not {dice_set!r}; "
                "choose the right one or teach anew."
            )
        self.profile = profile
        self._finder = DiceFinder()

    def read(self, frame: Frame, count: int | None = None) -> Reading:
        """The dice of a frame.

        Args:
            frame: (height, width, 3) uint8, BGR.
            count: how many dice must be seen, None for any number.

        Raises:
            FrameError: the array is no picture.
        """
        check_frame(frame)
        found = self._finder.find(frame)
        dice = tuple(self._judge(frame, die) for die in found.dice)
        reasons = []
        if not dice:
            reasons.append("I see no dice.")
        elif count is not None and len(dice) != count:
            reasons.append(f"I see {len(dice)} of {count} dice.")
        return Reading(dice, tuple(reasons), (frame.shape[1], frame.shape[0]))

    def read_crop(self, frame: Frame) -> Reading:
        """The one die that fills the picture.

        Raises:
            FrameError: the array is no picture.
        """
        check_frame(frame)
        size = (frame.shape[1], frame.shape[0])
        return Reading((self._judge(frame, FoundDie(whole_picture(size), 1.0)),), (), size)

    def picture(self, frame: Frame, die: Die) -> Frame:
        """The die's top face, rectified: what the network saw and what is shown to people."""
        return rectify(frame, die.quad)

    def _judge(self, frame: Frame, found: FoundDie) -> Die:
        reason = Reason.NOT_TAUGHT if self.dice_set.must_be_taught and self.profile is None else Reason.UNSURE
        return Die(None, centre_of(found.quad), found.quad, 0.0, reason)
