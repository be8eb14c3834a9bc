"""Teaching at the rig: one face after the other, every picture on the disk before it counts, a profile at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rig.errors import TeachingError
from rig.events import Button
from rig.pictures import Pictures
from rig.readers import BEFORE_FOLDER, Readers
from rig.teaching import IDLE_S, OPEN_S, Teaching
from rig.teaching_draft import Draft
from rig.teaching_lesson import HOLD_S, PATIENCE_S, Lesson
from rig.teaching_state import END, Step, Trouble
from vision.errors import ProfileError
from vision.profile import load_profile
from vision.render.desk_tray import DeskTray

FACES = ("1", "2", "3", "4", "5", "stone")


class Owner:
    """Somebody who lays dice down and presses buttons; the clock goes on with every look."""

    def __init__(self, folder: Path, dice_set: str = "or", size: tuple[int, int] = (640, 480)) -> None:
        self.folder = folder
        self.now = 0.0
        self.camera_trouble: str | None = None
        self.pictures = Pictures()
        self.tray = DeskTray(dice_set, seed=1, size=size)
        self.frame = self.tray.frame(0.0)
        self.readers = Readers(folder / "profiles")
        self.lesson = self.come()

    def come(self) -> Lesson:
        """Begin, as after a start of the rig: nothing is known but what lies on the disk."""
        self.lesson = Lesson(
            self.folder / "teaching",
            self.readers,
            self.pictures,
            lambda: self.camera_trouble,
            lambda: "or",
            lambda: self.now,
        )
        self.lesson.open()
        return self.lesson

    @property
    def state(self):
        return self.lesson.state

    def lay(self, *faces: str) -> None:
        self.put(*faces)
        self.wait(HOLD_S + 1)

    def put(self, *faces: str) -> None:
        self.tray.place(faces, 0.0)
        self.frame = self.tray.frame(0.0)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.25)):
            self.now += 0.25
            self.pictures.show_tray(self.frame)
            self.lesson.look()

    def press(self, button: Button = Button.CONFIRM) -> str:
        told = self.lesson.press(button)
        if self.state.step is Step.CHECK:
            self.lesson.check()
        return told

    def show(self, face: str, count: int = 3) -> None:
        """Lay all dice with a face and press ✔."""
        self.lay(*[face] * count)
        assert self.press() == ""
        self.wait(1.0)

    def show_all(self) -> None:
        for face in FACES:
            assert self.state.face == face
            self.show(face)

    def choose(self, entry: str) -> None:
        while self.state.entry != entry:
            self.press(Button.DOWN)
        self.press()


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    owner = Owner(tmp_path)
    owner.choose("or")
    return owner


@pytest.fixture(scope="module")
def taught_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    owner = Owner(tmp_path_factory.mktemp("taught"))
    owner.choose("or")
    owner.show_all()
    owner.press()
    assert owner.state.step is Step.SAVED
    return owner.folder


def counts(owner: Owner) -> list[int]:
    return [count for _, count in owner.state.counts]


def test_the_dice_of_the_game_on_the_table_are_offered_first(tmp_path: Path) -> None:
    assert Owner(tmp_path).state.entry == "or"


def test_a_whole_set_is_taught_by_pressing_and_read_at_once(owner: Owner) -> None:
    assert not owner.readers("or").profile
    owner.show_all()
    assert (owner.state.entry, counts(owner)) == (END, [3] * 6)
    owner.press()
    assert owner.state.step is Step.SAVED
    assert (owner.state.test.right, owner.state.test.wrong) == (18, ())
    profile = load_profile(owner.folder / "profiles" / "or.profile")
    assert len(profile.shots) == 18
    assert owner.readers("or").profile is not None
    assert not (owner.folder / "teaching" / "or").exists()
    owner.tray.place(["2", "stone", "5"], 0.0)
    reading = owner.readers("or").read(owner.tray.frame(0.0), 3)
    assert reading.is_sure
    assert sorted(str(face) for face in reading.faces) == ["2", "5", "stone"]


def test_a_new_start_finds_the_profile_that_was_taught(taught_folder: Path) -> None:
    assert len(Readers(taught_folder / "profiles")("or").profile.shots) == 18


def test_each_picture_is_on_the_disk_before_it_counts_and_going_on_begins_there(owner: Owner) -> None:
    owner.show("1")
    assert counts(owner) == [3, 0, 0, 0, 0, 0]
    assert owner.state.face == "2"
    assert len(Draft(owner.folder / "teaching" / "or", "or", "").shots) == 3
    owner.come()
    owner.choose("or")
    assert (owner.state.step, owner.state.entries) == (Step.WAY, ("go-on", "anew"))
    owner.press()
    assert (owner.state.face, counts(owner)) == ("2", [3, 0, 0, 0, 0, 0])


def test_a_damaged_picture_costs_only_itself(owner: Owner) -> None:
    owner.show("1")
    owner.show("2")
    (owner.folder / "teaching" / "or" / "0001.profile").write_bytes(b"half")
    owner.come()
    owner.choose("or")
    owner.press()
    assert counts(owner) == [0, 3, 0, 0, 0, 0]


def test_dice_that_were_not_moved_are_not_taken_for_the_next_face(owner: Owner) -> None:
    owner.show("1")
    assert owner.press() == ""
    owner.wait(1.0)
    assert counts(owner) == [3, 0, 0, 0, 0, 0]
    assert {die.refusal.reason for die in owner.state.dice} == {"taken-already"}
    assert owner.state.face == "2"


def test_with_a_single_die_a_face_takes_three_pictures(owner: Owner) -> None:
    for number in (1, 2, 3):
        assert owner.state.face == "1"
        owner.show("1", count=1)
        assert counts(owner)[0] == number
    assert owner.state.face == "2"


def test_the_last_picture_is_taken_back_from_the_disk_too(owner: Owner) -> None:
    owner.show("1")
    owner.press(Button.UP)
    assert (owner.state.face, owner.state.can_take_back) == ("1", True)
    assert owner.press(Button.REROLL) == ""
    assert counts(owner) == [0] * 6
    assert owner.press(Button.REROLL) == "nothing-taken"
    assert Draft(owner.folder / "teaching" / "or", "or", "").is_empty


def test_a_press_while_dice_move_takes_the_picture_when_they_lie_still(owner: Owner) -> None:
    owner.lay("1", "1", "1")
    for number in range(4):
        owner.put(*["1"] * (2 + number % 2))
        owner.wait(0.25)
        if number == 1:
            owner.press()
    assert owner.state.is_waiting
    assert counts(owner)[0] == 0
    owner.wait(1.5)
    assert counts(owner)[0] >= 2
    assert not owner.state.is_waiting


def test_a_tray_that_never_lies_still_is_given_up_and_told(owner: Owner) -> None:
    owner.wait(0.25)
    owner.press()
    frames = []
    for faces in (["1", "1"], ["1", "1", "1"]):
        owner.put(*faces)
        frames.append(owner.frame)
    for number in range(round(PATIENCE_S / 0.25) + 2):
        owner.frame = frames[number % 2]
        owner.wait(0.25)
    assert (owner.state.is_waiting, owner.state.note) == (False, "still-moving")


def test_an_empty_tray_is_told(owner: Owner) -> None:
    owner.lay()
    owner.press()
    owner.wait(0.5)
    assert owner.state.note == "no-dice"


def test_nothing_is_saved_before_there_are_three_pictures_of_each(owner: Owner) -> None:
    owner.press(Button.UP)
    assert owner.state.entry == END
    assert owner.press() == "not-enough"
    assert owner.state.step is Step.SHOW


def test_faces_that_were_swapped_are_named_with_their_pictures_and_shown_again(owner: Owner) -> None:
    for face in ("1", "2", "3", "4", "5"):
        owner.show(face)
    draft = owner.lesson._draft
    three = [shot for shot in draft.shots if shot.face == "3"]
    owner.show("stone")
    draft.forget([place for place, shot in enumerate(draft.shots) if shot.face == "3"])
    draft.add([three[0], three[1], type(three[0])("5", three[2].picture, three[2].embedding), three[2]])
    owner.lesson._teach_anew()
    owner.lesson._ask_for_face("")
    owner.press()
    assert owner.state.step is Step.MIXED
    assert ("5", "3") in [(one.face, one.looks_like) for one in owner.state.mixed]
    assert all(owner.pictures.get(one.picture) for one in owner.state.mixed)
    assert not (owner.folder / "profiles" / "or.profile").exists()
    assert owner.state.entries[0] == "again"
    owner.press()
    assert owner.state.step is Step.SHOW
    assert min(counts(owner)) < 4


def again(taught_folder: Path, tmp_path: Path, way: str) -> Owner:
    """An owner who comes back to dice that were taught before."""
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "or.profile").write_bytes((taught_folder / "profiles" / "or.profile").read_bytes())
    owner = Owner(tmp_path)
    owner.tray = DeskTray("or", seed=1, size=(640, 480), lamp="day")
    owner.put()
    owner.choose("or")
    assert owner.state.entries == ("add", "anew")
    owner.choose(way)
    return owner


def test_a_profile_is_added_to_and_the_old_one_is_kept(taught_folder: Path, tmp_path: Path) -> None:
    owner = again(taught_folder, tmp_path, "add")
    assert counts(owner) == [3] * 6
    owner.choose("1") if owner.state.entry == END else None
    owner.wait(1.0)
    assert counts(owner)[0] == 3
    while owner.state.face != "2":
        owner.press(Button.DOWN)
    owner.show("2")
    assert counts(owner)[1] == 6
    owner.choose(END) if owner.state.entry != END else owner.press()
    assert owner.state.step is Step.SAVED
    assert len(load_profile(tmp_path / "profiles" / "or.profile").shots) == 21
    assert len(load_profile(tmp_path / "profiles" / BEFORE_FOLDER / "or-000001.profile").shots) == 18


def test_what_was_shown_anew_replaces_the_old_profile_only_at_the_end(taught_folder: Path, tmp_path: Path) -> None:
    owner = again(taught_folder, tmp_path, "anew")
    assert counts(owner) == [0] * 6
    owner.show("1")
    assert len(Readers(tmp_path / "profiles")("or").profile.shots) == 18
    for face in FACES[1:]:
        owner.show(face)
    owner.press()
    assert owner.state.step is Step.SAVED
    assert len(Readers(tmp_path / "profiles")("or").profile.shots) == 18
    assert (tmp_path / "profiles" / BEFORE_FOLDER / "or-000001.profile").exists()


def test_a_rig_whose_clock_stands_wrong_reads_with_what_was_taught_last(taught_folder: Path, tmp_path: Path) -> None:
    import os

    readers = Readers(tmp_path)
    profile = load_profile(taught_folder / "profiles" / "or.profile")
    profile.save(tmp_path / "mine.profile")
    os.utime(tmp_path / "mine.profile", (time.time() + 10**8, time.time() + 10**8))
    assert readers.keep(profile) == tmp_path / "mine.profile"
    profile.save(tmp_path / "older.profile")
    os.utime(tmp_path / "older.profile", (time.time() + 2 * 10**8, time.time() + 2 * 10**8))
    (tmp_path / "older.profile").rename(tmp_path / "zz.profile")
    kept = readers.keep(profile)
    assert Readers(tmp_path)._found("or")[0] == kept


def test_without_a_camera_the_lesson_says_so(owner: Owner) -> None:
    owner.lesson.look()
    assert owner.state.trouble is Trouble.NO_CAMERA
    owner.camera_trouble = "The camera was lost; look at its cable."
    owner.lesson.look()
    assert (owner.state.trouble, owner.state.told) == (Trouble.CAMERA, "The camera was lost; look at its cable.")
    owner.camera_trouble = None
    owner.wait(0.5)
    assert owner.state.trouble is None


def test_a_full_disk_costs_no_picture_that_was_counted(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    owner.show("1")

    def refuse(*_: object) -> None:
        raise ProfileError("The profile cannot be written: no space left.")

    monkeypatch.setattr("vision.profile.Profile.save", refuse)
    owner.lay("2", "2", "2")
    with pytest.raises(Exception, match="could not be kept"):
        owner.press()
    assert counts(owner) == [3, 0, 0, 0, 0, 0]


def test_a_disk_that_keeps_old_pictures_lets_none_begin_among_them(owner: Owner, monkeypatch) -> None:
    owner.show("1")
    owner.come()
    owner.choose("or")
    with monkeypatch.context() as refusing:
        refusing.setattr("rig.teaching_draft.shutil.rmtree", lambda folder, ignore_errors: None)
        with pytest.raises(TeachingError, match="could not be removed"):
            owner.choose("anew")
    assert owner.state.step is Step.WAY
    owner.choose("go-on")
    assert counts(owner) == [3, 0, 0, 0, 0, 0]


def test_a_picture_that_the_disk_does_not_give_up_stays_counted(owner: Owner, monkeypatch) -> None:
    def refuse(place: Path, missing_ok: bool = False) -> None:
        raise OSError(30, "Read-only file system")

    owner.show("1")
    owner.press(Button.UP)
    with monkeypatch.context() as refusing:
        refusing.setattr(Path, "unlink", refuse)
        with pytest.raises(TeachingError, match="Read-only"):
            owner.press(Button.REROLL)
    assert counts(owner)[0] == 3


def test_after_a_disk_gave_up_only_some_pictures_the_lesson_counts_those_that_are_left(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner.show("1")
    owner.show("2")
    writes = iter((Draft._write, None))

    def refuse(draft: Draft, take) -> None:
        write = next(writes)
        if write is None:
            raise TeachingError("The picture could not be kept: No space left on device.")
        write(draft, take)

    owner.lesson._misfits = (0, 3)
    with monkeypatch.context() as refusing:
        refusing.setattr(Draft, "_write", refuse)
        with pytest.raises(TeachingError):
            owner.lesson._choose_after_check("again")
    assert owner.state.step is Step.SHOW
    assert counts(owner) == [2, 3, 0, 0, 0, 0]
    assert len(owner.lesson._teacher.shots) == 5


@pytest.fixture
def teaching(tmp_path: Path) -> Iterator[Teaching]:
    teaching = Teaching(tmp_path, Readers(tmp_path / "profiles"), Pictures(), clock=time.monotonic)
    teaching.start()
    yield teaching
    teaching.stop()


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_it_is_open_only_while_somebody_asks_for_news(teaching: Teaching, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not teaching.is_open
    teaching.touch()
    assert teaching.is_open
    late = time.monotonic() + OPEN_S + 1
    monkeypatch.setattr(teaching, "_clock", lambda: late)
    assert not teaching.is_open


def test_a_page_that_was_left_open_keeps_no_lesson_open(teaching: Teaching, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [time.monotonic()]
    monkeypatch.setattr(teaching, "_clock", lambda: now[0])
    teaching.touch()
    for _ in range(int(IDLE_S / 5) + 2):
        now[0] += 5.0
        teaching.touch()
    assert not teaching.is_open
    teaching.press(Button.UP, teaching.state.decision)
    assert teaching.is_open
    now[0] += IDLE_S
    assert not teaching.is_open
    teaching.touch()
    assert teaching.is_open
    assert teaching.wish is None


def test_a_press_that_answers_an_older_screen_counts_for_nothing(teaching: Teaching) -> None:
    decision = teaching.state.decision
    assert teaching.press(Button.DOWN, decision).result(20) == ""
    assert teaching.press(Button.DOWN, decision).result(20) == "stale"


def test_people_are_asked_for_the_face_that_is_highlighted(teaching: Teaching) -> None:
    teaching.touch()
    until(lambda: teaching.state.entry == "or")
    assert teaching.point(0, teaching.state.decision).result(60) == ""
    assert (teaching.wish.dice_set, teaching.wish.face) == ("or", "1")
    teaching.press(Button.DOWN, teaching.state.decision).result(20)
    assert teaching.wish.face == "2"
    teaching.back(teaching.state.decision).result(20)
    assert teaching.wish is None


def test_a_fault_is_told_and_the_lesson_goes_on(teaching: Teaching, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching._lesson, "press", lambda button: 1 / 0)
    assert teaching.press(Button.DOWN, teaching.state.decision).result(20) == "fault"
    monkeypatch.undo()
    assert teaching.press(Button.DOWN, teaching.state.decision).result(20) == ""
