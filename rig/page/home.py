"""The page on the home network: closed until somebody at the rig opens it; phones look, and act once they are paired.

A phone is paired by the code on the panel, which only whoever stands before the rig can read, or by the owner's code of
the settings.  All else lives in memory: closing it, or a restart, forgets all phones.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import segno

from rig.errors import UsageError
from rig.page.words import N_

COOKIE = "phone"
TRIES = 5
"""So many wrong codes make the rig think of another one, and pause."""
PAUSE_S = 30.0
LOOPBACKS = ("127.0.0.1", "::1")
TOO_MANY = N_("Too many wrong codes. Wait half a minute, then type the new code on the rig's screen.")
TOO_MANY_OF_THE_OWNERS = N_("Too many wrong codes. Wait half a minute, then try again.")
SEAT_TAKEN = N_("Another phone has that seat. It can be freed at the rig: ☰, Phones.")
NO_HOME = N_("The rig is in no home network. Connect it to one, then try again.")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, as far as the page has to know.

    Attributes:
        kind: "rig" (before the panel), "guest" (a phone that may look) or "paired" (a phone that may act).
        address: where phones find the page, "" while it is closed.
        code: to be typed on a phone; known to the rig alone.
        picture: the address as a QR code, a data address.
        player: whose seat this phone took, "" for nobody's.
        on_phones: the players whose seats phones took.
        is_told: the address and the code are to be shown at once, for somebody opened the page with a button.
        is_owners_code: phones are paired with the code of the settings, which need not stand on any screen.
    """

    kind: str = "rig"
    address: str = ""
    code: str = ""
    picture: str = ""
    player: str = ""
    on_phones: tuple[str, ...] = ()
    is_told: bool = False
    is_owners_code: bool = False


class Home:
    """Whether phones may come, and which may act.

    Args:
        clock: steady seconds.
        code: the owner's, None to think of one for each phone.

    Attributes:
        host: value of the Host header there ("192.168.1.5:8080"), "" while closed.
        hosts: all such values, names of the rig among them.
        is_told: the rig's screen shows address and code at once.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, code: str | None = None) -> None:
        self.host = ""
        self.hosts: frozenset[str] = frozenset()
        self._owners_code = code
        self.is_told = False
        self._clock = clock
        self._code = ""
        self._wrong = 0
        self._paused_until = 0.0
        self._paired: frozenset[str] = frozenset()
        self._picture = ""
        self._seats: dict[str, str] = {}

    def open(self, host: str, names: Iterable[str] = ()) -> None:
        """Let phones look at this address, and under these names of it."""
        self.host, self.hosts = host, frozenset((host, *names))
        self._picture = segno.make(self.address, error="m").svg_data_uri(scale=4, border=3, light="#fff")
        self._think_of_a_code()

    def close(self) -> None:
        """Nobody but the rig; all phones are forgotten."""
        self.host, self.hosts, self._code, self._paired, self._picture = "", frozenset(), "", frozenset(), ""
        self._seats, self.is_told = {}, False

    @property
    def address(self) -> str:
        """What a phone has to open, "" while closed."""
        return f"http://{self.host}/" if self.host else ""

    def viewer(self, is_rig: bool, token: str) -> Viewer:
        """Who looks.

        Args:
            is_rig: asked for through the loopback address.
            token: of the viewer's cookie, "" for none.
        """
        seats = tuple(sorted(self._seats.values()))
        if is_rig:
            return Viewer("rig", self.address, self._code, self._picture, on_phones=seats, is_told=self.is_told)
        if not self.is_paired(token):
            return Viewer("guest", self.address, on_phones=seats, is_owners_code=self._owners_code is not None)
        return Viewer("paired", self.address, player=self._seats.get(_digest(token), ""), on_phones=seats)

    def take_seat(self, token: str, player: str) -> None:
        """This phone is that player's: it sees the player's own hand and hints, and no other phone may.

        Args:
            token: of a paired phone.
            player: a name at the table; "" leaves the seat.

        Raises:
            UsageError: another phone has that seat.
        """
        digest = _digest(token)
        if player and any(taken == player for other, taken in self._seats.items() if other != digest):
            raise UsageError(SEAT_TAKEN)
        self._seats.pop(digest, None)
        if player:
            self._seats[digest] = player

    def free_seat(self, player: str) -> None:
        """Somebody at the rig takes a seat away from the phone that has it."""
        self._seats = {digest: taken for digest, taken in self._seats.items() if taken != player}

    def is_paired(self, token: str) -> bool:
        """True if this phone may act."""
        return bool(token) and _digest(token) in self._paired

    def pair(self, code: str) -> str | None:
        """The token of a phone that knows the code, None if it does not.

        Raises:
            UsageError: too many wrong codes came; the sentence says how to go on.
        """
        if self._clock() < self._paused_until:
            raise UsageError(TOO_MANY if self._owners_code is None else TOO_MANY_OF_THE_OWNERS)
        if not self._code or not hmac.compare_digest(code.encode(), self._code.encode()):
            self._wrong += 1
            if self._wrong >= TRIES:
                self._paused_until = self._clock() + PAUSE_S
                self._think_of_a_code()
            return None
        token = secrets.token_urlsafe(32)
        self._paired |= {_digest(token)}
        self._think_of_a_code()
        return token

    def _think_of_a_code(self) -> None:
        self._code, self._wrong = self._owners_code or f"{secrets.randbelow(10**6):06d}", 0


def home_address() -> str:
    """The rig's own address on the home network; nothing is sent to find it.

    Raises:
        UsageError: the rig is in no network, or in one that is none of a home.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            found = ipaddress.ip_address(asking.getsockname()[0])
        except OSError:
            found = ipaddress.ip_address("127.0.0.1")
    if found.is_loopback or not found.is_private:
        raise UsageError(NO_HOME)
    return str(found)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
