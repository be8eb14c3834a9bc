import asyncio
import re
import socket

import pytest
from starlette.testclient import TestClient

from rig.events import (
    DieMarked,
    FaceChosen,
    NewGame,
    Pointed,
    PositionEdited,
    Pressed,
    RollAmended,
    RollEntered,
    SetupChanged,
    Undone,
)
from rig.page.guard import MAX_BODY_BYTES
from rig.page.live import ADVICE_S, Hub
from rig.page.routes import Page
from rig.page.server import PageServer
from rig.page.view import view_of
from rig.page.words import words_of
from rig.state import Phase
from tests.rig.page.scenes import or_move, rows_doubt, rows_enter, rows_keep, rows_move, rows_roll, setup, unadvised
from tests.rig.page.scripted_table import ScriptedTable

HOME = "127.0.0.1:8080"
JSON = {"Accept": "application/json"}


def client(table: ScriptedTable | None, **more) -> TestClient:
    hub = Hub()
    if table is not None:
        hub.open(table)
    page = Page(hub, [HOME])
    page.pictures = {"die0": b"jpeg"}.get
    return TestClient(page.app, base_url=f"http://{HOME}", follow_redirects=False, **more)


def act(table: ScriptedTable, what: str, revision: int | None = None, **more):
    data = {"act": what, "revision": table.state.revision if revision is None else revision, **more}
    return client(table).post("/act", data=data, headers=JSON)


@pytest.mark.parametrize(
    ("make", "what", "event"),
    [
        (rows_keep, "press reroll", Pressed),
        (rows_keep, "point 2", Pointed),
        (rows_keep, "mark 1", DieMarked),
        (rows_keep, "correct 3 b", RollAmended),
        (rows_keep, "undo", Undone),
        (rows_keep, "new", NewGame),
        (rows_doubt, "face s 2", FaceChosen),
        (rows_doubt, "correct 2 s", FaceChosen),
    ],
)
def test_what_a_tap_does_is_an_event(make, what, event):
    table = make()
    answer = act(table, what)
    assert answer.json() == {"accepted": True, "sentence": "", "revision": table.state.revision}
    assert any(isinstance(e, event) for e in table.posted[-2:])


def test_a_face_tapped_while_entering_is_taken():
    table = rows_enter()
    act(table, "face b 2")
    assert table.state.entered == ("r", "y", "b")


def test_a_face_tapped_for_a_place_that_is_filled_is_refused():
    table = rows_enter()
    assert not act(table, "face b 1").json()["accepted"]
    assert table.state.entered == ("r", "y")


def test_correcting_a_die_changes_that_die_alone():
    table = rows_keep()
    act(table, "correct 3 b")
    amended = next(event for event in table.posted if isinstance(event, RollAmended))
    assert amended.faces == ("g", "b", "g", "b", "g")
    assert sorted(die.face for die in table.state.dice) == ["b", "b", "g", "g", "g"]


def test_a_press_from_an_old_page_is_refused_with_a_sentence_and_changes_nothing():
    table = rows_keep()
    before = table.state
    answer = act(table, "press confirm", revision=before.revision - 2)  # before any advice was there
    sentence = "Der Tisch war schon weiter. Bitte hinsehen, dann drücken."
    assert answer.json() == {"accepted": False, "sentence": sentence, "revision": before.revision}
    assert table.state is before


def test_the_id_of_a_post_and_the_source_reach_the_event():
    table = rows_keep()
    act(table, "press down", id="0123456789abcdef" * 2, source="key")
    pressed = [event for event in table.posted if isinstance(event, Pressed)][-1]
    assert (pressed.id, pressed.source) == ("0123456789abcdef" * 2, "key")


def test_a_whole_roll_is_entered_by_hand():
    table = rows_roll()
    data = {"revision": table.state.revision, **{f"die{place}": face for place, face in enumerate("ggsrb")}}
    assert client(table).post("/roll", data=data).status_code == 303
    assert any(isinstance(event, RollEntered) for event in table.posted[-2:])
    assert table.state.phase is Phase.KEEP


def test_a_recorded_roll_is_corrected_by_its_form():
    table = rows_keep()
    move = len(table.state.match.moves) - 1
    data = {"revision": table.state.revision, "move": move, **{f"die{place}": "y" for place in range(5)}}
    client(table).post("/roll", data=data)
    assert [die.face for die in table.state.dice] == ["y"] * 5


def test_the_setup_form_changes_the_setup_and_fills_up_the_names():
    table = setup()
    data = {
        "revision": table.state.revision,
        "game": "wuerfelspiel",
        "players": "4",
        "name0": " Mia ",
        "name1": "Jonas",
        "name2": "Lea",
        "begins": "1",
        "option:side": "crossed",
        "board": "ours",
        "dice": "pips",
    }
    client(table).post("/setup", data=data)
    chosen = table.state.setup
    assert isinstance(table.posted[-1], SetupChanged)
    assert chosen.names == ("Mia", "Jonas", "Lea", "Anna")
    assert (chosen.begins, chosen.options, chosen.dice) == (1, (("side", "crossed"),), "pips")


def test_without_javascript_an_action_leads_back_to_the_page():
    table = rows_keep()
    answer = client(table).post("/act", data={"act": "press reroll", "revision": table.state.revision})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    page = client(table).post("/act", data={"act": "press reroll", "revision": 1})
    assert page.status_code == 409
    assert '<div id="alert" role="alert">Der Tisch war schon weiter.' in page.text


@pytest.mark.parametrize("what", ["", "press", "press launch", "point x", "correct 9 g", "mark", "drop table"])
def test_an_action_no_page_sends_gets_a_sentence(what):
    answer = act(rows_keep(), what)
    assert answer.status_code == 400
    assert re.search(r"bitte neu laden\.|kann jetzt nicht geändert werden\.", answer.json()["sentence"])


@pytest.mark.parametrize("revision", ["", "-1", "x", "99999999999"])
def test_a_form_without_a_revision_gets_a_sentence(revision):
    answer = act(rows_keep(), "press confirm", revision=revision)
    assert answer.json()["sentence"] == "Das Formular nennt keinen Stand des Tisches; bitte die Seite neu laden."


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:9999", "192.168.0.7:8080"])
def test_a_strange_host_is_turned_away(host):
    assert client(rows_keep()).get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
def test_another_site_cannot_press_a_button(headers):
    table = rows_keep()
    before = table.state
    data = {"act": "press confirm", "revision": before.revision}
    assert client(table).post("/act", data=data, headers=headers).status_code == 403
    assert table.state is before


def test_our_own_origin_may_press():
    table = rows_keep()
    data = {"act": "press confirm", "revision": table.state.revision}
    headers = {"origin": f"http://{HOME}", "sec-fetch-site": "same-origin"}
    assert client(table).post("/act", data=data, headers=headers).status_code == 303


def test_a_huge_body_is_refused_also_without_its_length():
    table = rows_keep()
    page = client(table)
    assert page.post("/act", data={"act": "x" * MAX_BODY_BYTES}).status_code == 413
    headers = {"content-type": "application/x-www-form-urlencoded"}
    streamed = page.post("/act", content=iter([b"act=" + b"x" * 9000, b"x" * 9000]), headers=headers)
    assert (streamed.status_code, streamed.text) == (413, "That is more than a form of this page holds.")
    small = page.post("/act", content=iter([b"act=press+reroll&", b"revision=1"]), headers=headers)
    assert small.status_code == 409


def test_whoever_sends_five_megabytes_in_chunks_hears_the_answer():
    server = PageServer(port=0)
    server.start()
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
            start = f"POST /act HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
            line.sendall(start.encode())
            for _ in range(80):
                line.sendall(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
            line.sendall(b"0\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 413 ")
    finally:
        server.stop()


def test_pages_forbid_frames_and_foreign_scripts():
    policy = client(rows_keep()).get("/").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


def test_the_page_needs_no_inline_style_or_script():
    text = client(rows_keep()).get("/").text
    assert " style=" not in text
    assert "<script>" not in text


def test_language_and_theme_are_remembered_per_viewer():
    page = client(rows_keep())
    assert page.post("/look", data={"language": "en", "theme": "dark"}).status_code == 303
    text = page.get("/").text
    assert '<html lang="en" data-theme="dark">' in text
    assert "Jonas: Keep 3 × Green" in text


def test_pictures_are_served_while_they_are_kept():
    page = client(rows_keep())
    assert page.get("/picture/die0").content == b"jpeg"
    assert page.get("/picture/gone").status_code == 404


def test_the_record_can_be_saved():
    answer = client(rows_keep()).get("/record")
    assert answer.text.startswith('[Game "wuerfelspiel"]')
    assert "attachment" in answer.headers["content-disposition"]
    assert client(None).get("/record").status_code == 404


def test_before_the_table_is_ready_a_press_is_told_to_wait():
    page = client(None)
    assert "Einen Augenblick …" in page.get("/").text
    answer = page.post("/act", data={"act": "press confirm", "revision": "0"}, headers=JSON)
    assert answer.status_code == 503
    assert answer.json()["sentence"] == "Der Tisch wird noch gedeckt. Einen Augenblick bitte."


def test_the_state_is_there_as_json():
    told = client(rows_keep()).get("/state.json", headers={"accept-language": "en"}).json()
    assert told["headline"] == "Jonas: Keep 3 × Green"
    assert [die["mark"] for die in told["dice"]] == ["keep", "again", "keep", "again", "keep"]


def test_the_page_weighs_less_than_300_kilobytes():
    page = client(rows_keep())
    html = page.get("/").text
    assets = set(re.findall(r'(?:href|src)="(/static/[^"?]+)', html)) | {
        "/static/fonts/alegreya-sans-500.woff2",
        "/static/knot.svg",
    }
    weight = len(html.encode()) + sum(len(page.get(address).content) for address in assets)
    assert weight < 300_000


def put_right(table, **changes):
    """Post the form that puts the table right, with some fields changed."""
    view = view_of(table.state, words_of("de"))
    data = {field.name: field.value for row in view.edit.rows for field in row.fields}
    data |= {f"stones{row.seat}": row.stones for row in view.edit.rows}
    data |= {"turn": str(view.edit.turn), "revision": table.state.revision, **changes}
    return client(table, headers={"Accept-Language": "de"}).post("/position", data=data, headers=JSON).json()


@pytest.mark.parametrize("make", [rows_move, or_move], ids=lambda make: make.__name__)
def test_the_form_of_the_table_taken_as_it_is_changes_no_piece_chip_or_stone(make):
    table = make()
    before = table.state.position.scores()
    assert put_right(table)["accepted"]
    assert table.state.position.scores() == before
    assert table.state.phase is Phase.ROLL


def test_a_piece_that_stands_elsewhere_is_put_right_and_somebody_else_goes_on():
    table = rows_move()
    assert put_right(table, **{"seat0-pink": "1", "stones0": "1", "turn": "2"})["accepted"]
    assert str(table.state.position) == "wuerfelspiel board=ours 55100.1/05040.2/33000.3 C roll"
    assert isinstance(table.posted[-1], PositionEdited)


def test_a_laid_chip_of_ten_and_a_clovers_stone_are_read():
    table = or_move()
    assert put_right(table, **{"seat1-redbrown": "10 6", "seat0-redbrown": "13 5 8", "turn": "0"})["accepted"]
    assert " 1358,159*,-,-,-.2/t6,3,-,-,-.4 A roll" in str(table.state.position)


def test_an_impossible_table_is_refused_with_every_reason_in_german():
    table = rows_move()
    told = put_right(table, **{f"seat1-{row}": "2" for row in ("redbrown", "yellow", "pink", "green", "blue")})
    reason = "Jonas hat mehr als vier Figuren auf dem Brett (Regel W12)."
    assert told["sentence"] == f"So kann der Tisch nicht aussehen. {reason}"
    table = or_move()
    told = put_right(table, **{"seat0-green": "1 5 2"})
    assert told["sentence"] == "Die Reihe 1 5 2 geht weder aufwärts noch abwärts (Regel O9)."


@pytest.mark.parametrize("changes", [{"turn": "7"}, {"seat0-pink": "x"}, {"stones0": ""}, {"seat0-pink": "12"}])
def test_a_form_of_the_table_that_no_page_of_ours_sends_is_refused(changes):
    table = rows_move()
    assert not put_right(table, **changes)["accepted"]
    assert not isinstance(table.posted[-1], PositionEdited)


def test_an_earlier_roll_is_corrected_and_what_no_longer_fits_is_forgotten_if_asked():
    table = rows_move()
    move = max(place for place, one in enumerate(table.state.match.moves) if len(str(one)) == 5)
    data = {"revision": table.state.revision, "move": move, **{f"die{place}": "y" for place in range(5)}}
    post = client(table, headers={"Accept-Language": "de"}).post
    told = post("/roll", data=data, headers=JSON).json()
    assert "ankreuzen oder erst bis dorthin" in told["sentence"]
    assert post("/roll", data=data | {"rest": "drop"}, headers=JSON).json()["accepted"]
    assert table.state.phase is Phase.KEEP
    assert table.state.notice.key == "amended-open"


@pytest.mark.parametrize("number", ["²", "9" * 5000, "-1", "1e3"])
@pytest.mark.parametrize("field", ["players", "begins"])
def test_a_number_that_is_none_leaves_the_setup_as_it_was(field, number):
    table = setup()
    answer = client(table).post("/setup", data={field: number, "revision": table.state.revision}, headers=JSON)
    assert answer.status_code == 200
    assert len(table.posted[-1].setup.names) == len(table.state.setup.names)


def test_an_open_page_hears_of_a_change_and_then_that_it_is_calm():
    async def hear() -> list[bool]:
        hub = Hub()
        hub.run_on(asyncio.get_running_loop())
        changes = hub.changes()
        heard = [await anext(changes), await anext(changes)]
        hub.wake()
        heard.append(await anext(changes))
        hub.wake()
        heard.append(await anext(changes))
        await changes.aclose()
        return heard

    assert asyncio.run(hear()) == [True, False, True, True]


def test_a_question_and_the_advice_that_comes_at_once_are_one_piece_of_news():
    table, advised = unadvised(rows_keep()), rows_keep()
    assert table.state.is_thinking

    def advise(hub: Hub) -> None:
        table.state = advised.state
        hub.wake()

    async def hear() -> list[bool]:
        hub = Hub()
        hub.run_on(asyncio.get_running_loop())
        changes = hub.changes()
        await anext(changes)
        hub.open(table)
        asyncio.get_running_loop().call_later(ADVICE_S / 4, advise, hub)
        heard = [await anext(changes), table.state.is_thinking, await anext(changes)]
        await changes.aclose()
        return heard

    assert asyncio.run(hear()) == [True, False, False]


def test_a_question_does_not_wait_long_for_its_advice():
    table = unadvised(rows_keep())

    async def hear() -> bool:
        hub = Hub()
        hub.run_on(asyncio.get_running_loop())
        changes = hub.changes()
        await anext(changes)
        hub.open(table)
        is_news = await asyncio.wait_for(anext(changes), 10)
        await changes.aclose()
        return is_news and table.state.is_thinking

    assert asyncio.run(hear())
