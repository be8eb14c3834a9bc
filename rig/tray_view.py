"""Watches between rolls whether the tray still looks as it did, and tells the table when camera or lamp were moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vision.reading import Die, Frame
from vision.same_view import ELSEWHERE, View, ViewWatch, likeness, view_of

LOOK_S = 2.0
"""A still tray is compared so often at most."""

TOLD_S = 120.0
"""So long it stays on the page; whoever moved the camera knows by then."""

CHANGED = "The tray looks different: were camera, tray or lamp moved? ☰, Aim the camera, shows how well it is seen."
NOT_AS_AIMED = "Camera or tray stand otherwise than when the camera was aimed: ☰, Aim the camera."


class TrayView:
    """Looks at still trays.

    Args:
        report: is told what to say, None when there is nothing to say any more.
        aimed: the picture that was kept when the camera was aimed, None if there is none.
    """

    def __init__(
        self, report: Callable[[str | None], object], aimed: Callable[[], Frame | None] = lambda: None
    ) -> None:
        self._report = report
        self._aimed = aimed
        self._told_at: float | None = None
        self.forget()

    def forget(self) -> None:
        """Begin anew: the camera was aimed, or dice were taught."""
        self._watch = ViewWatch()
        self._looked_at = float("-inf")
        self._is_first = True
        self._tell(None, 0.0)

    def look(self, frame: Frame, dice: Sequence[Die], at_s: float) -> None:
        """Compare a still tray in which these dice lie, if that was not done a moment ago."""
        if at_s - self._looked_at < LOOK_S:
            return
        self._looked_at = at_s
        view = view_of(frame, dice)
        if self._watch.has_changed(view):
            self._tell(CHANGED, at_s)
        elif self._is_first and self._differs_from_aimed(view):
            self._tell(NOT_AS_AIMED, at_s)
        elif self._told_at is not None and at_s - self._told_at > TOLD_S:
            self._tell(None, at_s)
        self._is_first = False

    def was_moved(self, frame: Frame, dice: Sequence[Die]) -> bool:
        """True if camera or tray were moved since the last look."""
        return self._watch.was_moved(view_of(frame, dice))

    def _differs_from_aimed(self, view: View) -> bool:
        aimed = self._aimed()
        return aimed is not None and likeness(view, view_of(aimed)) < ELSEWHERE

    def _tell(self, sentence: str | None, at_s: float) -> None:
        if sentence is None and self._told_at is None:
            return
        self._told_at = None if sentence is None else at_s
        self._report(sentence)
