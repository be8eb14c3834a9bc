"""The addresses of aiming the camera: the page, news of it, presses, pictures of the tray."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from rig.aiming_state import AimingState
from rig.events import Button
from rig.page.camera_view import camera_refusal, camera_view
from rig.page.home import Viewer
from rig.page.rendering import render_leaf
from rig.page.teach_routes import small_form, small_number
from rig.page.words import Words

if TYPE_CHECKING:  # the page is served before anything heavy is loaded
    from rig.aiming import Aiming


class CameraPages:
    """The page over one camera.

    Args:
        words, theme, viewer: of whoever asks.
        stir: somebody acts before the rig's screen, so that it stays lit.

    Attributes:
        aiming: None until the rig is ready.
    """

    def __init__(
        self,
        words: Callable[[Request], Words],
        theme: Callable[[Request], str],
        viewer: Callable[[Request], Viewer],
        stir: Callable[[], None],
    ) -> None:
        self.aiming: Aiming | None = None
        self._words = words
        self._theme = theme
        self._viewer = viewer
        self._stir = stir

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/camera", self.show),
            Route("/camera/now", self.now, methods=["POST"]),
            Route("/camera/act", self.act, methods=["POST"]),
            Route("/camera/picture/{number:int}", self.picture),
        ]

    async def show(self, request: Request) -> Response:
        """The page; looking at it changes nothing."""
        return self._page(request, "", 200)

    async def now(self, request: Request) -> Response:
        """News for a page that is open; the tray is looked at for it."""
        form, words, aiming = await small_form(request), self._words(request), self.aiming
        if aiming is None:
            return JSONResponse({"revision": -1})
        if form.get("away") == "yes":
            aiming.close()
            return JSONResponse({"revision": aiming.state.revision})
        state = await run_in_threadpool(aiming.look)
        if form.get("known") == str(state.revision):
            return JSONResponse({"revision": state.revision})
        return JSONResponse(self._news(state, words, self._theme(request)))

    async def act(self, request: Request) -> Response:
        """A press."""
        form, words, aiming = await small_form(request), self._words(request), self.aiming
        if aiming is None:
            return self._answer(request, camera_refusal("not-ready", words), 503)
        verb, _, name = form.get("act", "").partition(" ")
        decision = small_number(form.get("decision", ""))
        is_press = verb == "press" and name in [button.value for button in Button]
        if decision is None or not (is_press or verb == "back"):
            return self._answer(request, camera_refusal("fault", words), 400)
        self._stir()
        if verb == "back":
            refused = await run_in_threadpool(aiming.back, decision)
        else:
            refused = await run_in_threadpool(aiming.press, Button(name), decision)
        status = 503 if refused == "fault" else 409 if refused else 200
        return self._answer(request, camera_refusal(refused, words) if refused else "", status)

    async def picture(self, request: Request) -> Response:
        """The tray as it was when a page was told of it."""
        number, aiming = int(request.path_params["number"]), self.aiming
        found = await run_in_threadpool(aiming.picture, number) if aiming is not None else None
        if found is None:
            return PlainTextResponse("This picture is not kept any more.", status_code=404)
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=60"})

    def _news(self, state: AimingState, words: Words, theme: str) -> dict[str, Any]:
        view = camera_view(state, words)
        names = {"head": "teach_head", "side": "camera_side", "rings": "teach_rings", "legend": "camera_legend"}
        return {
            "revision": state.revision,
            "decision": state.decision,
            "step": view.step,
            "picture": view.picture,
            "spoken": f"{view.headline.rstrip('.')}. {view.aside}",
            "regions": {
                region: render_leaf(f"{name}.html", words, theme, view=view).strip() for region, name in names.items()
            },
        }

    def _page(self, request: Request, refused: str, status: int) -> Response:
        words, aiming = self._words(request), self.aiming
        state = AimingState() if aiming is None else aiming.state
        view = camera_view(state, words)
        page = render_leaf(
            "camera.html",
            words,
            self._theme(request),
            place="/camera",
            view=view,
            decision=state.decision,
            refused=refused or ("" if aiming is not None else camera_refusal("not-ready", words)),
            may_act=self._viewer(request).kind != "guest",
            spoken=f"{view.headline.rstrip('.')}. {view.aside}",
        )
        return HTMLResponse(page, status_code=status)

    def _answer(self, request: Request, sentence: str, status: int) -> Response:
        if "application/json" in request.headers.get("accept", ""):
            told = {"accepted": not sentence, "sentence": sentence}
            return JSONResponse(told, 200 if status == 409 else status)
        return self._page(request, sentence, status) if sentence else RedirectResponse("/camera", status_code=303)
