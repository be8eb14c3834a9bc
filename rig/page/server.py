"""Starts and stops the page's server in a thread of its own, before anything heavy is loaded."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from rig.errors import UsageError
from rig.memory import Memory
from rig.memory_pool import share_memory
from rig.own_components import OwnComponents
from rig.page.home import Home, home_address
from rig.page.live import Hub, Table
from rig.page.rendering import warm_up
from rig.page.routes import Page, Pictures

if TYPE_CHECKING:  # the page is served before anything heavy is loaded
    from rig.aiming import Aiming
    from rig.learning import Learning
    from rig.teaching import Teaching

LOOPBACK = "127.0.0.1"
LAST_PORT = 65_535
START_S = 5.0
"""An event loop begins within milliseconds; a page that does not must not keep the rig from starting."""
LOOK_AROUND_S = 5.0
"""A rig that is always open to phones looks so often whether it is in a network yet, and at which address."""
MOST_LINES = 200
"""So many connections from the home network are held at once; a phone needs two."""
FIRST_WORD_S = 20.0
"""A connection on which nothing was asked for so long is hung up."""


class PageServer:
    """The page on its port; shows "starting" until `open` hands it the table.

    Args:
        port: 0 takes any free one.
        language: "auto" follows each viewer's browser.
        host: address to bind; loopback by default.
        names: further names under which viewers may ask for it.
        phones_always: open to the home network from the start, as soon as there is one.
        code: the owner's, to pair phones with; None thinks of one for each phone.
    """

    def __init__(
        self,
        port: int = 8080,
        language: str = "auto",
        host: str = LOOPBACK,
        names: tuple[str, ...] = (),
        phones_always: bool = False,
        code: str | None = None,
    ) -> None:
        self._socket = _bind(host, port)
        self.port = int(self._socket.getsockname()[1])
        self.address = f"http://{LOOPBACK if host in (LOOPBACK, '0.0.0.0') else host}:{self.port}/"
        self.hub = Hub()
        hosts = [f"{name}:{self.port}" for name in (LOOPBACK, "localhost", "[::1]", *names)]
        own = hosts + ([LOOPBACK, "localhost", *names] if self.port == 80 else [])
        self.home = Home(code=code)
        self._wants_phones = phones_always
        self.page = Page(self.hub, own, language, self.home, self.open_home, self.close_phones)
        self._server = _server(self.page)
        self.presses = self.page.presses
        self.presses.show_menu = self.hub.wake
        self._report: Callable[[str, str | None], None] = lambda part, sentence: None
        self._asyncio: asyncio.AbstractEventLoop | None = None
        self._begun = threading.Event()
        self._home_server: uvicorn.Server | None = None
        self._serving: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def start(self) -> None:
        """Begin to serve; whatever is asked of the page afterwards, a held button too, is heard."""
        share_memory()
        self._thread.start()
        self._begun.wait(START_S)
        threading.Thread(target=warm_up, name="templates", daemon=True).start()

    def open(
        self,
        table: Table,
        pictures: Pictures | None = None,
        memory: Memory | None = None,
        components: OwnComponents | None = None,
        teaching: Teaching | None = None,
        aiming: Aiming | None = None,
        learning: Learning | None = None,
    ) -> None:
        """Show the table from now on, the games played, boards and chips, the camera, and what is taught and learnt."""
        self.page.past.memory = memory
        self.page.boards.components = components
        self.page.teach.teaching = teaching
        self.page.camera.aiming = aiming
        self.page.learn.learning = learning
        if pictures is not None:
            self.page.pictures = pictures
        table.subscribe(lambda state: self._stop_telling())
        self._report = table.report
        self.hub.open(table)

    def stop(self) -> None:
        """Let viewers go and free the port."""
        self.hub.close()
        self.presses.close()
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._socket.close()

    def ask_phones(self) -> None:
        """A button was held: open the page to phones and show how, show it again, or close it; from any thread."""
        if self._asyncio is not None and not self._asyncio.is_closed():
            asyncio.run_coroutine_threadsafe(self._ask_phones(), self._asyncio)

    async def _ask_phones(self) -> None:
        if self.home.is_told:
            await self.close_phones()
            return
        try:
            await self.open_home()
        except UsageError as error:
            self._report("phones", str(error))
            return
        self._report("phones", None)
        self.home.is_told = True
        self.hub.wake()

    def _stop_telling(self) -> None:
        """The game goes on: the address and the code are put away."""
        self.home.is_told = False

    async def open_home(self) -> None:
        """Serve the home network too; on the page's own event loop.

        Raises:
            UsageError: there is no such network, or the port is taken there.
        """
        if self._home_server is not None:
            return
        address = home_address()
        bound = _bind(address, self.port)
        self._home_server = _server(self.page, _BoundedLine)
        end = f":{self.port}" if self.port != 80 else ""
        self.home.open(address + end, [f"{socket.gethostname()}.local{end}"])
        task = asyncio.create_task(_serve(self._home_server, bound))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        self.hub.wake()

    async def close_phones(self) -> None:
        """Somebody at the rig wants phones no longer."""
        self._wants_phones = False
        await self.close_home()

    async def _keep_open(self) -> None:
        """Open to the home network whenever there is one, anew where its address changes."""
        while self._wants_phones:
            with contextlib.suppress(UsageError):
                if self.home.host and self.home.host.partition(":")[0] != home_address():
                    await self.close_home()
                await self.open_home()
            await asyncio.sleep(LOOK_AROUND_S)

    async def close_home(self) -> None:
        """Serve the loopback address alone again."""
        self.home.close()
        if self._home_server is not None:
            self._home_server.should_exit = True
            self._home_server = None
        self.hub.wake()

    def _run(self) -> None:
        async def serve() -> None:
            self._asyncio = asyncio.get_running_loop()
            self.hub.run_on(self._asyncio)
            self.presses.run_on(self._asyncio)
            self._begun.set()
            keeping = asyncio.create_task(self._keep_open())
            await self._server.serve(sockets=[self._socket])
            keeping.cancel()
            await self.close_home()
            await asyncio.gather(*self._serving)

        asyncio.run(serve())


class _BoundedLine(H11Protocol):
    """A connection from the home network: there are only so many, and none keeps silent; each is an open file."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        if len(self.connections) >= MOST_LINES:
            self.transport = transport
            transport.abort()
            return
        super().connection_made(transport)
        self.loop.call_later(FIRST_WORD_S, self._hang_up_if_silent)

    def _hang_up_if_silent(self) -> None:
        asked: object = getattr(self, "scope", None)
        if asked is None:
            self.transport.close()


def _server(page: Page, line: type[H11Protocol] = H11Protocol) -> uvicorn.Server:
    config = uvicorn.Config(
        page.app, http=line, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=2
    )
    return uvicorn.Server(config)


async def _serve(server: uvicorn.Server, bound: socket.socket) -> None:
    try:
        await server.serve(sockets=[bound])
    finally:
        bound.close()


def _bind(host: str, port: int) -> socket.socket:
    """A listening socket.

    Raises:
        UsageError: the port is taken or may not be used.
    """
    if not 0 <= port <= LAST_PORT:
        raise UsageError(f"There is no port {port}; choose one from 1 to {LAST_PORT}, or 0 for any free one.")
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise UsageError(
            f"Port {port} cannot be used ({error.strerror}); close the other program or choose a port with --port."
        ) from error
    found.listen()
    return found
