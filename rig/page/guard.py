"""What stands before the page: hosts and origins that may ask, a limit on bodies, headers that keep browsers strict."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rig.page.home import COOKIE, LOOPBACKS, Home
from rig.page.sentences import refusal
from rig.page.throttle import Throttle
from rig.page.words import choose_language, words_of

OPEN_TO_GUESTS = ("/pair", "/look")
"""What a phone that is not paired may post: the code, and its own language and colours."""
MAX_BODY_BYTES = 16_384
"""More than any form of the page sends."""
MAX_DRAINED_BYTES = 16_000_000
"""So much of a body that is too large is still read, so that whoever sends it hears the answer."""
TOO_OFTEN = "This machine asks too much of the rig; wait a few seconds."
TOO_MUCH = "That is more than a form of this page holds."

CHART_STYLE = "'sha256-7QjiizGaIV/0HdTo3IYJW3cdwZC5lF69KZWWFmTz8Gw='"
"""The one style attribute that is let through: Chartist's "width: 100%; height: 100%;" on its drawings."""
HEADERS = {
    "content-security-policy": (
        f"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-hashes' {CHART_STYLE}; script-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class Guard:
    """ASGI middleware: refuses strangers before anything of the page runs.

    Args:
        app: the page.
        hosts: values of the Host header that are ours on the loopback address ("127.0.0.1:8080").
        home: the page on the home network.
        language: setting of the rig.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], home: Home, language: str = "auto") -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.home = home
        self.language = language
        self._throttle = Throttle()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        hosts = self.hosts if is_rig(scope) else self.home.hosts
        problem = _problem(hosts, scope["method"], headers)
        if problem:
            await PlainTextResponse(problem[1], status_code=problem[0])(scope, receive, send)
            return
        client = scope.get("client")
        if not is_rig(scope) and not self._throttle.lets(client[0] if client else ""):
            await PlainTextResponse(TOO_OFTEN, 429, {"Retry-After": "5"})(scope, receive, send)
            return
        if not self._may(scope, headers):
            await _not_paired(scope, self.language)(scope, receive, send)
            return

        async def send_strictly(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if scope["method"] != "POST":
            await self.app(scope, receive, send_strictly)
            return
        body = await _body(receive)
        if body is None:
            await PlainTextResponse(TOO_MUCH, status_code=413)(scope, receive, send)
            return
        await self.app(scope, _again(body, receive), send_strictly)

    def _may(self, scope: Scope, headers: Headers) -> bool:
        """True for all that is asked at the rig, for looking, and for what a paired phone does."""
        if is_rig(scope):
            return True
        if scope["method"] != "POST":
            return True
        if "origin" not in headers or scope["path"] == "/home":
            return False
        return scope["path"] in OPEN_TO_GUESTS or self.home.is_paired(Request(scope).cookies.get(COOKIE, ""))


def is_rig(scope: Scope) -> bool:
    """True if this came through the loopback address: from before the rig, or through somebody's ssh."""
    server = scope.get("server")
    return server is not None and server[0] in (*LOOPBACKS, "localhost")


def _not_paired(scope: Scope, language: str) -> ASGIApp:
    request = Request(scope)
    accepted = request.headers.get("accept-language", "")
    words = words_of(choose_language(request.cookies.get("language"), accepted, language))
    sentence = refusal("not-paired", words)
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"accepted": False, "sentence": sentence, "revision": -1}, status_code=403)
    return PlainTextResponse(sentence, status_code=403)


def _problem(hosts: frozenset[str], method: str, headers: Headers) -> tuple[int, str] | None:
    if headers.get("host", "") not in hosts:
        return 421, "This address does not belong to the rig; open the one that it prints when it starts."
    if method in ("GET", "HEAD"):
        return None
    if method != "POST":
        return 405, "The page takes GET and POST only."
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] not in hosts:
        return 403, "Another web site asked for this; the rig only listens to its own page."
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return 403, "Another web site asked for this; the rig only listens to its own page."
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length) > MAX_DRAINED_BYTES:
        return 413, TOO_MUCH
    return None


async def _body(receive: Receive) -> bytes | None:
    """The body of a form, None if it is larger than any.

    What is too much is taken off the line all the same, up to a limit: a browser that is cut off while it still sends
    shows a lost connection instead of the answer.
    """
    parts, seen = [], 0
    while seen <= MAX_DRAINED_BYTES:
        message = await receive()
        if message["type"] != "http.request":  # whoever sent it has gone; half a form is none
            return None
        part = message.get("body", b"")
        seen += len(part)
        if seen <= MAX_BODY_BYTES:
            parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts) if seen <= MAX_BODY_BYTES else None
    return None


def _again(body: bytes, receive: Receive) -> Receive:
    """Hand the body out once more, then what comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again
