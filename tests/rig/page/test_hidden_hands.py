"""Nothing hidden reaches a client that may not see it: to such a client two worlds with other hidden cards are one.

Every page, every message of the stream and every JSON is made twice: of the table as it is, and of the same table with
other cards wherever this viewer sees backs.  Not a byte may differ.
"""

import asyncio
import json
from dataclasses import replace
from random import Random

import pytest
from starlette.testclient import TestClient

from engine.chance import imagine
from rig.events import Button, Pressed, Undone
from rig.page.home import Home, Viewer
from rig.page.live import Hub
from rig.page.rendering import render_page, render_regions, render_sheets
from rig.page.routes import Page
from rig.page.seat_filter import eyes_of
from rig.page.view import view_of
from rig.page.words import words_of
from rig.state import Phase, TableState
from rig.table_ask import _choices
from tests.rig.page.scenes import cards_play, cards_seen, played_cards, point_at_best, rows_keep
from tests.rig.page.scripted_table import ScriptedTable

NAMES = ("Anna", "Ben", "Clara")
RIG, PHONE = "127.0.0.1:8080", "192.168.1.5:8080"
HERE = {"Accept": "application/json", "Origin": f"http://{PHONE}"}
VIEWERS = (Viewer(), Viewer("guest"), Viewer("paired"), *(Viewer("paired", player=name) for name in NAMES))


def told(state: TableState, viewer: Viewer) -> str:
    """Everything that is sent to a viewer."""
    view = view_of(state, words_of("en"), {}, viewer)
    regions = json.dumps(render_regions(view, "auto", viewer)) + render_sheets(view, "auto", viewer)
    return render_page(view, "auto", viewer=viewer) + regions + json.dumps(view.as_json())


def elsewhere(state: TableState, seat: int | None, random: Random) -> TableState:
    """The table in a world in which all cards that this seat does not see are others."""
    match = state.match
    other = imagine(match.position.seen_by(seat), random)
    changed = replace(match, positions=(*match.positions[:-1], other))
    choices = _choices(other, state.phase)
    cursor = min(state.cursor, max(0, len(choices) - 1)) if choices != state.choices else state.cursor
    return replace(state, match=changed, choices=choices, cursor=cursor)


def states_of_a_game(game: str, seed: int) -> list[TableState]:
    """Every kind of question of a game, from the first cover to the end; some turns are played on a phone."""
    table, random = ScriptedTable(seed=seed).start(game, NAMES), Random(seed)
    states = [table.state]
    while table.state.phase is not Phase.OVER and len(states) < 90:
        on_phone = random.random() < 0.3 or (table.state.open_hand or (0, ""))[1] == "phone"
        source = "phone" if on_phone else "tap"
        if table.state.phase is Phase.CHOOSE:
            point_at_best(table, source)
        if table.state.phase is Phase.SEEN and len(states) % 2:
            table.do(Undone(answers=table.state.revision))
            states.append(table.state)
            table.press(Button.REROLL)
        else:
            table.do(Pressed(answers=table.state.revision, button=Button.CONFIRM, source=source))
        states.append(table.state)
    return states


@pytest.mark.parametrize("game", ["kartenspiel", "weg-der-steine"])
def test_two_worlds_that_differ_in_hidden_cards_look_alike(game):
    random, compared, phases = Random(1), 0, set()
    for place, state in enumerate(states_of_a_game(game, 11)):
        viewer = VIEWERS[place % len(VIEWERS)]
        eyes = eyes_of(state, viewer)
        other = elsewhere(state, eyes.seat, random)
        if state.phase is Phase.CHOOSE and eyes.is_asked:
            other = replace(other, cursor=state.cursor)
        assert told(other, viewer) == told(state, viewer), (place, state.phase, viewer)
        compared += other.match.position != state.match.position
        phases.add(state.phase)
    assert compared > 45
    assert phases >= {Phase.COVER, Phase.CHOOSE, Phase.SEEN, Phase.CONSENT}


def test_whose_cards_they_are_sees_the_difference():
    """The comparison would notice: to the owner the two worlds differ."""
    state = cards_play().state
    turn = state.match.position.turn_of
    mine = elsewhere(state, None, Random(2))
    assert mine.match.position.table.hands[turn] != state.match.position.table.hands[turn]
    assert told(mine, Viewer()) != told(state, Viewer())
    owner = Viewer("paired", player=state.match.players[turn])
    assert told(mine, owner) != told(state, owner)
    assert told(mine, Viewer("guest")) == told(state, Viewer("guest"))


def test_the_card_just_drawn_is_named_to_whoever_drew_it_alone():
    state = cards_seen().state
    drawn = state.match.moves[-1].card
    seat = state.open_hand[0]
    owner, other = (Viewer("paired", player=state.match.players[place]) for place in (seat, (seat + 1) % 3))
    assert view_of(state, words_of("en"), {}, Viewer()).headline.startswith(f"{state.match.players[seat]}, you drew")
    assert view_of(state, words_of("en"), {}, owner).headline.startswith(f"{state.match.players[seat]}, you drew")
    for viewer in (other, Viewer("guest")):
        assert view_of(state, words_of("en"), {}, viewer).headline.endswith("looks at the new card")
    assert drawn in state.match.position.table.hands[seat]


class Evening:
    """A table of cards seen from the rig and from phones, through the page's own addresses."""

    def __init__(self, table: ScriptedTable) -> None:
        self.table, self.home, hub = table, Home(), Hub()
        hub.open(table)
        self.home.open(PHONE)
        self.page = Page(hub, [RIG], "en", self.home)
        self.rig = TestClient(self.page.app, base_url=f"http://{RIG}", follow_redirects=False)

    def phone(self, seat: int | None = None) -> TestClient:
        """A paired phone, with a seat if one is given."""
        phone = TestClient(self.page.app, base_url=f"http://{PHONE}", follow_redirects=False)
        code = self.home.viewer(True, "").code
        assert phone.post("/pair", data={"code": code}, headers=HERE).json()["accepted"]
        if seat is not None:
            assert self.take(phone, seat)["accepted"]
        return phone

    def take(self, client: TestClient, seat: object) -> dict:
        return client.post("/seat", data={"seat": str(seat)}, headers=HERE).json()

    def act(self, client: TestClient, what: str) -> dict:
        data = {"act": what, "revision": self.table.state.revision}
        headers = HERE if str(client.base_url).endswith(PHONE) else {"Accept": "application/json"}
        return client.post("/act", data=data, headers=headers).json()

    def stream(self, client: TestClient) -> dict:
        """The first message of the live stream as this client gets it."""
        token = client.cookies.get("phone", "")
        stream = self.page._stream(words_of("en"), "auto", lambda: self.home.viewer(client is self.rig, token))

        async def first():
            async for message in stream:
                return message.data
            return ""

        return json.loads(asyncio.run(first()))


def hand_of(answer: dict) -> list[str]:
    """Names of the cards in the hand of a JSON view; backs have none."""
    return [card["name"] for card in (answer["hand"] or {"cards": []})["cards"]]


@pytest.fixture
def evening():
    return Evening(played_cards("kartenspiel", NAMES, 9, 3))


def test_a_phone_sees_its_own_hand_and_the_panel_none_of_it(evening):
    turn = evening.table.state.match.position.turn_of
    mine, others = evening.phone(turn), evening.phone((turn + 1) % 3)
    assert len(hand_of(mine.get("/state.json").json())) == 8
    assert all(hand_of(mine.get("/state.json").json()))
    assert set(hand_of(evening.rig.get("/state.json").json())) == {""}
    assert hand_of(others.get("/state.json").json()) != hand_of(mine.get("/state.json").json())
    assert evening.act(mine, "press confirm")["accepted"]
    assert evening.table.state.open_hand == (turn, "phone")
    assert "plays on the phone" in evening.rig.get("/").text
    assert set(hand_of(evening.rig.get("/state.json").json())) == {""}
    assert 'id="choice-' not in evening.rig.get("/").text
    assert 'id="choice-' in evening.stream(mine)["regions"]["choices"][0]
    for client in (evening.rig, others):
        assert 'id="choice-' not in evening.stream(client)["regions"]["choices"][0]


def test_only_whose_turn_it_is_may_act_from_a_phone(evening):
    turn = evening.table.state.match.position.turn_of
    assert evening.act(evening.phone(), "press confirm")["sentence"] == "Take your seat first: ☰, Phones."
    other = evening.phone((turn + 1) % 3)
    for what in ("press confirm", "point 0", "undo", "new"):
        assert evening.act(other, what)["sentence"] == "It is not your turn."
    assert evening.table.state.phase is Phase.COVER


def test_one_seat_belongs_to_one_phone_and_is_kept_during_a_game_of_cards(evening):
    first, second = evening.phone(0), evening.phone()
    assert evening.take(second, 0)["sentence"].startswith("Another phone has that seat.")
    assert evening.take(first, 1)["sentence"].startswith("During a game with hidden hands")
    assert "plays on a phone" in evening.rig.get("/").text
    assert evening.rig.post("/seat", data={"seat": "0"}, headers={"Accept": "application/json"}).json()["accepted"]
    assert set(hand_of(first.get("/state.json").json())) == {""}
    assert evening.take(second, 0)["accepted"]


def test_a_phone_that_is_not_paired_takes_no_seat(evening):
    stranger = TestClient(evening.page.app, base_url=f"http://{PHONE}")
    assert stranger.post("/seat", data={"seat": "0"}, headers=HERE).status_code == 403


def test_the_record_of_a_game_of_cards_is_kept_until_its_end(evening):
    assert evening.rig.get("/record").status_code == 403
    assert "The record holds all hands" in evening.rig.get("/record").text
    over = Evening(played_cards("kartenspiel", NAMES, 500, 3))
    assert over.rig.get("/record").status_code == 200


def test_hints_are_for_whose_turn_it_is_where_a_seat_was_taken():
    table = rows_keep()
    turn = table.state.match.position.turn_of
    mine, other = (Viewer("paired", player=table.state.match.players[place]) for place in (turn, (turn + 1) % 3))
    assert any(choice.worth for choice in view_of(table.state, words_of("en"), {}, mine).choices)
    assert not any(choice.worth for choice in view_of(table.state, words_of("en"), {}, other).choices)
    assert any(choice.worth for choice in view_of(table.state, words_of("en"), {}, Viewer("guest")).choices)
