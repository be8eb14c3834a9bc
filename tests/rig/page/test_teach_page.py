"""Teaching the dice on the page: what it says, who may, and a whole set taught in a real browser on the demo's tray."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from starlette.testclient import TestClient

from rig.aiming_state import AimedDie, AimingState, AimStep
from rig.events import Button
from rig.page.camera_view import GOOD
from rig.page.server import PageServer
from rig.page.teach_view import teach_refusal, teach_view
from rig.page.words import words_of
from rig.teaching_state import END, Mixed, ShownDie, Step, TeachingState, Trouble
from tests.rig.page.scenes import rows_keep
from tests.rig.page.shown_teaching import ShownAiming, ShownLearning, ShownTeaching
from tests.rig.page.test_accessible import AXE, LOOKS, RUN, needs_axe
from tests.rig.page.test_browser import CHROMIUM, PANEL, PHONES, browser
from vision.camera_advice import Remark
from vision.profile import Shot
from vision.reading import Reason
from vision.shot_check import NO_DIE, TAKEN_ALREADY, TOO_BLURRED, UNLIKE, Refusal, unclear
from vision.teach import SelfTest

__all__ = ["browser"]

QUAD = ((100.0, 100.0), (160.0, 100.0), (160.0, 160.0), (100.0, 160.0))
OR = ("1", "2", "3", "4", "5", "stone")
WUERFEL = ("redbrown", "yellow", "pink", "green", "blue", "stone")
needs_chromium = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.filterwarnings("default"),
]


def showing(face: str, faces: tuple[str, ...] = OR, counts: tuple[int, ...] = (0,) * 6, **more) -> TeachingState:
    """The lesson while a face is asked for."""
    entries = (*faces, END)
    return TeachingState(
        step=Step.SHOW, entries=entries, cursor=entries.index(face), counts=tuple(zip(faces, counts, strict=True)),
        dice_set="or" if faces == OR else "wuerfelspiel", size=(640, 480), **more,
    )  # fmt: skip


def said(state: TeachingState, language: str = "en") -> tuple[str, str]:
    view = teach_view(state, words_of(language))
    return view.headline, view.aside


REFUSED = (
    NO_DIE, TAKEN_ALREADY, TOO_BLURRED, UNLIKE, Refusal("looks-like", "", "5"), Refusal("no-face", ""),
    *(unclear(reason) for reason in Reason),
)  # fmt: skip


# What it says


def test_the_face_that_is_wanted_is_asked_for_in_both_languages() -> None:
    assert said(showing("3"))[0] == "Lay all dice so that the three is on top"
    assert said(showing("3"), "de")[0] == "Lege alle Würfel so, dass die Drei oben liegt"
    assert said(showing("redbrown", WUERFEL))[0] == "Lay all dice so that the red-brown sign is on top"
    assert said(showing("stone", WUERFEL), "de")[0] == "Lege alle Würfel so, dass der Wunschstein oben liegt"


def test_how_the_press_went_is_said_with_the_dice_that_were_not_taken() -> None:
    dice = (ShownDie(QUAD, True), ShownDie(QUAD, True, TAKEN_ALREADY))
    state = showing("4", dice=dice, taken=1, taken_face="3")
    assert said(state)[1] == "3: 1 picture taken. 1 die not: see its ring."
    view = teach_view(state, words_of("en"))
    assert [(ring.kind, ring.label) for ring in view.rings] == [("taken", "✔"), ("refused", "not moved")]
    assert view.sentences == ("A die lies as in the picture before. Turn it, or lay it elsewhere.",)


@pytest.mark.parametrize("refusal", REFUSED, ids=lambda refusal: f"{refusal.reason} {refusal.what}".strip())
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_refusal_has_its_words_at_the_ring_and_as_a_sentence(refusal: Refusal, language: str) -> None:
    state = showing("3", dice=(ShownDie(QUAD, True, refusal),), taken=0, taken_face="3")
    view = teach_view(state, words_of(language))
    assert 0 < len(view.rings[0].label) < 20
    assert view.sentences[0].endswith((".", "?"))
    assert "%" not in view.sentences[0]


def test_counts_are_dots_and_words() -> None:
    entries = teach_view(showing("1", counts=(3, 1, 0, 0, 0, 12)), words_of("en")).entries
    assert [entry.dots for entry in entries[:3]] == [(True,) * 3, (True, False, False), (False,) * 3]
    assert [entry.spoken for entry in entries[:3]] == ["3 pictures", "1 picture", "0 pictures"]
    assert entries[5].count == 12


def test_the_end_waits_for_all_faces_and_names_those_that_are_missing() -> None:
    state = showing(END, counts=(3, 3, 3, 3, 1, 0))
    assert said(state)[1] == "Still wanted: 5 and Wish stone."
    assert not teach_view(state, words_of("en")).buttons[0].enabled
    assert teach_view(showing(END, counts=(3,) * 6), words_of("en")).buttons[0].label == "try and save"


def test_without_a_camera_the_page_says_what_to_do() -> None:
    assert "Connect a camera" in said(showing("1", trouble=Trouble.NO_CAMERA))[1]
    assert said(showing("1", trouble=Trouble.CAMERA, told="It is lost."))[1] == "It is lost."


def test_the_verdict_is_plain() -> None:
    state = TeachingState(step=Step.SAVED, entries=("table", "more"), test=SelfTest(12, 6, ()), left_out=1)
    assert teach_view(state, words_of("en")).sentences == (
        "12 of 18 pictures are read right with the help of the others, none wrong.",
        "The rig will ask often. Add pictures in better light when you like.",
        "1 picture was left out.",
    )


def test_faces_that_are_mixed_up_are_named() -> None:
    state = TeachingState(step=Step.MIXED, entries=("again", "back"), mixed=(Mixed("3", "stone", "key"),))
    assert teach_view(state, words_of("en")).mixed == (("key", "Called 3, looks like Wish stone"),)


@pytest.mark.parametrize("key", ["not-enough", "nothing-taken", "nothing-here", "busy", "stale", "not-ready", "fault"])
def test_every_refusal_of_a_press_is_a_sentence(key: str) -> None:
    assert teach_refusal(key, words_of("en")).endswith(".")
    assert teach_refusal(key, words_of("de")) != teach_refusal(key, words_of("en"))


# Who may


@pytest.fixture
def server() -> Iterator[PageServer]:
    server = PageServer(0)
    server.start()
    server.open(rows_keep(), lambda key: None)  # type: ignore[arg-type]
    server.page.teach.teaching = ShownTeaching()  # type: ignore[assignment]
    server.page.camera.aiming = ShownAiming()  # type: ignore[assignment]
    yield server
    server.stop()


def rig_of(server: PageServer) -> TestClient:
    return TestClient(server.page.app, base_url=f"http://127.0.0.1:{server.port}", follow_redirects=False)


JSON = {"Accept": "application/json"}


def test_looking_at_the_page_changes_nothing_and_asking_for_news_keeps_it_open(server: PageServer) -> None:
    teaching, rig = server.page.teach.teaching, rig_of(server)
    assert "Which dice" in rig.get("/teach", headers={"Accept-Language": "en"}).text
    assert not teaching.is_open
    news = rig.post("/teach/now", data={"known": ""}).json()
    assert teaching.is_open
    assert set(news["regions"]) == {"head", "side", "rings", "legend"}
    assert rig.post("/teach/now", data={"known": str(news["revision"])}).json() == {"revision": news["revision"]}
    rig.post("/teach/now", data={"away": "yes"})
    assert not teaching.is_open


def test_a_press_is_handed_on_with_the_screen_it_answers(server: PageServer) -> None:
    teaching, rig = server.page.teach.teaching, rig_of(server)
    assert rig.post("/teach/act", data={"act": "press up", "decision": "3"}, headers=JSON).json()["accepted"]
    assert rig.post("/teach/act", data={"act": "point 2", "decision": "3"}).status_code == 303
    assert rig.post("/teach/act", data={"act": "back", "decision": "3"}).status_code == 303
    assert teaching.asked == [("press", Button.UP, 3), ("point", 2, 3), ("back", 3)]


@pytest.mark.parametrize("act", ["", "press", "press all", "point", "point x", "point -1", "save /etc/passwd", "back"])
def test_what_no_page_of_ours_sends_is_refused(server: PageServer, act: str) -> None:
    for decision in ("", "x", "²", "-1", "9" * 30) if act == "back" else ("1",):
        told = rig_of(server).post("/teach/act", data={"act": act, "decision": decision})
        assert told.status_code == 400
    assert server.page.teach.teaching.asked == []


def test_a_phone_that_is_not_paired_looks_but_teaches_nothing(server: PageServer) -> None:
    server.page.home.open("192.168.1.5:8080")
    phone = TestClient(server.page.app, base_url="http://192.168.1.5:8080", follow_redirects=False)
    origin = {"Origin": "http://192.168.1.5:8080"}
    assert "at the rig itself" in phone.get("/teach", headers={"Accept-Language": "en"}).text
    for path, form in (("/teach/now", {}), ("/teach/act", {"act": "press confirm", "decision": "0"})):
        assert phone.post(path, data=form, headers=origin).status_code == 403
    assert (server.page.teach.teaching.asked, server.page.teach.teaching.is_open) == ([], False)


def test_the_camera_is_aimed_by_those_who_may_act_only(server: PageServer) -> None:
    aiming, rig = server.page.camera.aiming, rig_of(server)
    assert "Lay a few dice" in rig.get("/camera", headers={"Accept-Language": "en"}).text
    assert not aiming.is_open
    news = rig.post("/camera/now", data={"known": ""}).json()
    assert set(news["regions"]) == {"head", "side", "rings", "legend"}
    assert aiming.is_open
    assert rig.post("/camera/now", data={"known": str(news["revision"])}).json() == {"revision": news["revision"]}
    assert rig.post("/camera/act", data={"act": "press confirm", "decision": "0"}).status_code == 303
    assert rig.post("/camera/act", data={"act": "back", "decision": "0"}, headers=JSON).json()["accepted"]
    for form in ({"act": "press all", "decision": "0"}, {"act": "press up"}, {"act": "rm"}, {}):
        assert rig.post("/camera/act", data=form).status_code == 400
    assert aiming.asked == [("press", Button.CONFIRM, 0), ("back", 0)]
    rig.post("/camera/now", data={"away": "yes"})
    assert not aiming.is_open
    server.page.home.open("192.168.1.5:8080")
    phone = TestClient(server.page.app, base_url="http://192.168.1.5:8080", follow_redirects=False)
    assert phone.post("/camera/now", headers={"Origin": "http://192.168.1.5:8080"}).status_code == 403
    assert not aiming.is_open


def test_pictures_that_are_not_kept_are_not_found(server: PageServer) -> None:
    server.page.teach.teaching._picture = b"jpeg"
    rig = rig_of(server)
    assert rig.get("/teach/picture/1").content == b"jpeg"
    assert rig.get("/teach/picture/2").status_code == 404
    assert rig.get(f"/teach/picture/{'9' * 30}").status_code == 404


def test_before_the_rig_is_ready_the_page_says_so(server: PageServer) -> None:
    server.page.teach.teaching = None
    rig = rig_of(server)
    assert "still starting" in rig.get("/teach", headers={"Accept-Language": "en"}).text
    assert rig.post("/teach/act", data={"act": "press up", "decision": "0"}).status_code == 503
    assert rig.post("/teach/now", data={}).json() == {"revision": -1}


# In a browser

CAMERA_VIEWS = (
    AimingState(dice=(AimedDie(QUAD, ("soft",)), AimedDie(QUAD)), picture=1, size=(640, 480), has_reference=True,
                remarks=(Remark("light", "", "x", "uneven"), Remark("light", "", "x", "gloss"), Remark("colour", ""),
                         Remark("focus", "", "x", "soft"), Remark("height", "", "x", "small"), Remark("tray", ""),
                         Remark("steadiness", ""))),
    AimingState(dice=(AimedDie(QUAD),), picture=1, size=(640, 480),
                remarks=tuple(Remark(topic, "") for topic in GOOD)),
    AimingState(step=AimStep.EMPTY, picture=1),
    AimingState(step=AimStep.DONE, has_reference=True),
    AimingState(trouble="no-camera"),
)  # fmt: skip
VIEWS = (
    TeachingState(),
    TeachingState(step=Step.WAY, entries=("go-on", "add", "anew"), dice_set="or"),
    showing("3", counts=(3, 3, 1, 0, 0, 0), picture=1, dice=(ShownDie(QUAD),)),
    showing("blue", WUERFEL, (3, 3, 3, 3, 2, 0), picture=1, taken=0, taken_face="blue",
            dice=(ShownDie(QUAD, True, TAKEN_ALREADY), ShownDie(QUAD, True, UNLIKE))),
    showing("1", trouble=Trouble.NO_CAMERA),
    showing(END, counts=(3,) * 6),
    TeachingState(step=Step.CHECK, dice_set="or"),
    TeachingState(step=Step.MIXED, entries=("again", "leave-out", "back"), dice_set="or",
                  mixed=(Mixed("3", "5"), Mixed("stone", "1"))),
    TeachingState(step=Step.SAVED, entries=("table", "more"), dice_set="or", test=SelfTest(18, 0, ())),
)  # fmt: skip


@pytest.mark.parametrize("size", [PANEL, *(pytest.param(one, marks=pytest.mark.page) for one in PHONES)], ids=str)
class TestViews:
    pytestmark = needs_chromium

    def test_every_view_fits_and_axe_finds_nothing(self, browser, server, size) -> None:
        looks = (("light", "de"), ("dark", "en"), ("contrast", "de"))
        for theme, language in looks:
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]}, locale=language, bypass_csp=True
            )
            context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
            page = context.new_page()
            for state in VIEWS[looks.index((theme, language)) :: len(looks)]:
                server.page.teach.teaching.state = state
                page.goto(f"{server.address}teach")
                fits(page, size == PANEL)
            for state in CAMERA_VIEWS[looks.index((theme, language)) :: len(looks)]:
                server.page.camera.aiming.state = state
                page.goto(f"{server.address}camera")
                fits(page, size == PANEL)
            context.close()


@pytest.mark.page
@needs_axe
@pytest.mark.parametrize("size", [PANEL, PHONES[0]], ids=str)
@pytest.mark.parametrize(("language", "theme"), [(one.values[0], one.values[1]) for one in LOOKS])
class TestLooks:
    pytestmark = needs_chromium

    def test_axe_finds_nothing_while_dice_are_taught_and_learnt_and_the_camera_is_aimed(
        self, browser, server, size, language, theme
    ) -> None:
        blank = np.full((48, 48, 3), 90, np.uint8)
        shots = tuple(Shot(face, blank, np.zeros(1, np.float32)) for face in ("3", "stone", "5"))
        server.page.learn.learning = ShownLearning(shots)
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language, bypass_csp=True)
        context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
        page, found = context.new_page(), {}
        teaching, aiming = server.page.teach.teaching, server.page.camera.aiming
        views = [("learn", teaching, teaching.state)]
        views += [("teach", teaching, state) for state in VIEWS] + [("camera", aiming, state) for state in CAMERA_VIEWS]
        for number, (path, shown, state) in enumerate(views):
            shown.state = state
            page.goto(f"{server.address}{path}")
            page.add_script_tag(path=AXE)
            if problems := page.evaluate(RUN):
                found[f"{path} {number}"] = problems
        context.close()
        assert found == {}


def fits(page, is_panel: bool) -> None:
    """Nothing beyond the edges; on the panel nothing to scroll either, and nothing that axe finds."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    if not is_panel:
        return
    hidden = page.evaluate(
        "[...document.querySelectorAll('#side, #legend, .key, .tile')]"
        ".filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.id)"
    )
    assert hidden == []
    if AXE.exists():
        page.add_script_tag(path=AXE)
        assert page.evaluate(RUN) == []


@pytest.mark.timeout(400)
class TestOnTheDemo:
    pytestmark = needs_chromium

    def test_a_whole_set_is_taught_by_pressing_and_the_next_roll_is_read_with_it(self, browser, tmp_path: Path) -> None:
        from rig.desk_evening import DeskEvening
        from rig.state import Phase
        from vision.profile import load_profile

        server = PageServer(0)
        server.start()
        evening = DeskEvening(tmp_path, seed=7, teaches=False)
        evening.start()
        try:
            evening.set_up("or", 2)
            server.open(evening.loop, evening.pictures.get, None, evening.components, evening.teaching)
            page = browser.new_page(viewport={"width": 800, "height": 480}, locale="en")
            page.set_default_timeout(90_000)
            page.goto(server.address)
            page.locator("#teach-link").click()
            page.locator("body[data-live=yes]").wait_for()
            page.keyboard.press("Enter")
            for face in OR:
                page.locator(f".tile.chosen:has(.f-{face})").wait_for()
                page.locator(".r-found").first.wait_for(state="attached")
                page.keyboard.press("Enter")
                page.locator(".r-taken").first.wait_for(state="attached")
            page.locator("#button-confirm:not([aria-disabled])", has_text="try and save").wait_for()
            page.keyboard.press("Enter")
            page.locator("body[data-step=saved]").wait_for()
            place = tmp_path / "desk" / "profiles" / "or.profile"
            assert len(load_profile(place).shots) == 18
            page.keyboard.press("Enter")
            page.locator("body[data-screen=setup]").wait_for()
            until = time.monotonic() + 90
            while evening.loop.state.phase is not Phase.KEEP and time.monotonic() < until:
                if evening.loop.state.phase in (Phase.SETUP, Phase.DOUBT):
                    page.keyboard.press("Enter")
                page.wait_for_timeout(700)
            assert evening.loop.state.phase is Phase.KEEP
            assert len(evening._readers("or").profile.shots) == 18
            assert evening.verdicts.silent_errors == 0
        finally:
            evening.stop()
            server.stop()
