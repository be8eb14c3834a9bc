"""The addresses of aiming the camera: the page, news of it, presses, pictures of the tray."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from starlette.concurrency import run_in_threadpool

from rig.aiming_state import AimingState
from rig.events import Button
from rig.page.camera_view import CameraView, camera_refusal, camera_view
from rig.page.tray_pages import TrayPages
from rig.page.words import Words

if TYPE_CHECKING:  # the page is served before anything heavy is loaded
    from rig.aiming import Aiming

BUTTONS = tuple(button.value for button in Button)


class CameraPages(TrayPages):
    """The page over one camera.

    Attributes:
        aiming: None until the rig is ready.
    """

    path = "/camera"
    template = "camera.html"
    regions: ClassVar = {
        "head": "teach_head.html",
        "side": "camera_side.html",
        "rings": "teach_rings.html",
        "legend": "camera_legend.html",
    }
    aiming: Aiming | None = None

    @property
    def is_ready(self) -> bool:
        """False until there is a camera to aim."""
        return self.aiming is not None

    @property
    def state(self) -> AimingState:
        """What the camera sees and what is said about it."""
        return AimingState() if self.aiming is None else self.aiming.state

    def view(self, state: AimingState, words: Words) -> CameraView:
        """The state in words."""
        return camera_view(state, words)

    def spoken(self, view: CameraView) -> str:
        """Headline and aside."""
        return f"{view.headline.rstrip('.')}. {view.aside}"

    def refusal(self, key: str, words: Words) -> str:
        """Why something was not done, in words."""
        return camera_refusal(key, words)

    async def visited(self, is_leaving: bool) -> None:
        """Whoever has the page open wants to know what the tray looks like now."""
        if self.aiming is not None and is_leaving:
            self.aiming.close()
        elif self.aiming is not None:
            await run_in_threadpool(self.aiming.look)

    async def done(self, verb: str, rest: str, decision: int) -> str | None:
        """A press of a button, or the way back."""
        if self.aiming is None:
            return "not-ready"
        if verb == "back":
            return await run_in_threadpool(self.aiming.back, decision)
        if verb == "press" and rest in BUTTONS:
            return await run_in_threadpool(self.aiming.press, Button(rest), decision)
        return None

    def picture_of(self, number: int) -> bytes | None:
        """The tray as it was when a page was told of it."""
        return None if self.aiming is None else self.aiming.picture(number)
