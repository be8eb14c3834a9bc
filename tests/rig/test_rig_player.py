"""The rig plays seats of its own, and players choose how much advice they get."""

import threading
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.dice import Keep
from engine.position import CHANCE
from rig.effects import AdviceWanted, MoveWanted
from rig.errors import JournalError
from rig.evening import Evening
from rig.events import (
    AdviceChosen,
    AdviceGiven,
    Button,
    ChanceGiven,
    Event,
    HintAsked,
    MoveGiven,
    Pointed,
    Pressed,
    RollEntered,
    SetupChanged,
    Undone,
)
from rig.journal import GameStart, Journal
from rig.loop import Loop
from rig.page.view import view_of
from rig.page.words import words_of
from rig.players import simple_move
from rig.rig_player import RigPlayer
from rig.state import Phase, Ranked, Setup
from tests.rig.table_driver import Driver

EN = words_of("en")


def alone(**more: object) -> Driver:
    """One person against the rig, whose turn it is: its dice lie there."""
    table = Driver("or", rig_seats=1, strength="full", begins=1, **more)
    table.begin()
    table.must(RollEntered(answers=0, faces=("1", "5", "5")))
    return table


def given(table: Driver, move: str) -> MoveGiven:
    return MoveGiven(answers=0, decision=table.state.decision, move=move, source="rig")


def test_the_last_seats_are_the_rigs_and_bear_its_name() -> None:
    table = Driver("wuerfelspiel", players=4, rig_seats=2)
    assert table.state.setup.names == ("Anna", "Ben", "Computer", "Computer 2")
    table.must(SetupChanged(answers=0, setup=replace(table.state.setup, rig_seats=0)))
    assert table.state.setup.names == ("Anna", "Ben", "Clara", "David")


def test_somebody_has_to_sit_at_the_table() -> None:
    assert Driver("or", rig_seats=7).state.setup.rig_seats == 1
    assert Driver("kartenspiel", players=3, rig_seats=3).state.setup.names == ("Anna", "Computer", "Computer 2")


def test_the_buttons_set_the_rigs_seats_its_strength_and_the_advice() -> None:
    table = Driver("or")
    table.press(*["reroll"] * 6, "down", "reroll", "down", "reroll", "down")
    setup = table.state.setup
    assert (setup.names, setup.rig_seats, setup.strength) == (("Anna", "Computer"), 1, "expert")
    assert setup.advice == (("Anna", "ask"), ("Computer", "ask"))


def test_people_throw_and_the_rig_is_asked_what_it_keeps() -> None:
    table = alone()
    assert table.last.effects == (MoveWanted(table.state.decision, table.state.position, "full"),)
    view = view_of(table.state, EN)
    assert view.headline == "Computer is choosing …"
    assert view.choices == ()
    assert [button.enabled for button in view.buttons] == [False, False, False, False, True]


def test_what_the_rig_keeps_is_told_and_the_others_are_thrown_for_it() -> None:
    table = alone()
    table.must(given(table, "=55"))
    assert (table.state.phase, table.state.position.stage) == (Phase.ROLL, "reroll")
    view = view_of(table.state, EN)
    assert view.headline == "Roll the other die for Computer"
    assert view.aside == "Computer keeps the 2 marked dice."
    assert [die.face for die in table.state.dice if die.fixed] == ["5", "5"]


def test_the_rigs_move_is_told_in_words_and_it_is_the_next_players_turn() -> None:
    table = alone()
    table.must(given(table, "=155"))
    assert table.state.phase is Phase.CHOOSE
    table.must(given(table, "g10"))
    assert table.state.position.turn_of == 1
    assert view_of(table.state, EN).news == ("The computer: Green 10",)
    assert view_of(table.state, EN).headline == "Anna, roll all 3 dice"


@pytest.mark.parametrize(
    "event", [Pressed(answers=0, button=button) for button in Button] + [Pointed(answers=0, choice=1)]
)
def test_nobody_chooses_for_the_rig(event) -> None:
    table = alone()
    assert table.do(event).refused == "rig-chooses"


def test_a_move_for_a_question_that_is_gone_or_that_people_answer_is_dropped() -> None:
    table = alone()
    late = replace(given(table, "=55"), decision=table.state.decision - 1)
    assert table.do(late).refused == "not-asked-for"
    person = Driver("or")
    person.begin()
    person.must(RollEntered(answers=0, faces=("1", "5", "5")))
    assert person.do(given(person, "=55")).refused == "not-asked-for"


def test_undo_takes_back_what_the_rig_chose_with_the_roll_before_it() -> None:
    table = alone()
    table.must(given(table, "=155"))
    table.must(given(table, "g10"))
    table.must(Undone(answers=0))
    assert (table.state.phase, table.state.position.turn_of, table.state.position.stage) == (Phase.ROLL, 0, "roll")
    assert table.state.match.line == ()


def test_coming_back_from_the_setup_screen_takes_nothing_back() -> None:
    from rig.events import NewGame

    table = alone()
    before = table.state.match
    table.must(NewGame(answers=0))
    table.must(Undone(answers=0))
    assert table.state.match == before
    assert table.last.effects == (MoveWanted(table.state.decision, before.position, "full"),)


def advice(table: Driver) -> AdviceGiven:
    keys = [choice.key for choice in table.state.choices]
    ranked = tuple(Ranked(key, -float(place), float(place), "", 0.5) for place, key in enumerate(reversed(keys)))
    return AdviceGiven(answers=0, decision=table.state.decision, ranked=ranked)


def rolled(**more: object) -> Driver:
    table = Driver("or", **more)
    table.begin()
    table.must(RollEntered(answers=0, faces=("1", "5", "5")))
    return table


def test_who_wants_no_advice_gets_none() -> None:
    table = rolled(advice=(("Anna", "off"),))
    assert table.last.effects == ()
    assert table.do(advice(table)).refused == "advice-too-late"
    assert table.do(HintAsked(answers=0)).refused == "no-hint-now"
    view = view_of(table.state, EN)
    assert (view.thinking, view.can_hint) == ("", False)


@pytest.mark.parametrize("asks", [HintAsked(answers=0), Pressed(answers=0, button=Button.UP)])
def test_who_wants_advice_on_request_asks_by_tap_key_or_up(asks) -> None:
    table = rolled(advice=(("Anna", "ask"),))
    assert table.last.effects == ()
    view = view_of(table.state, EN)
    assert view.can_hint
    assert [button.label for button in view.buttons if button.button == "up"] == ["Hint"]
    table.must(asks)
    assert table.last.effects == (AdviceWanted(table.state.decision, table.state.position),)
    table.must(advice(table))
    assert table.state.choices[0].advice.cost == 0
    assert not view_of(table.state, EN).can_hint
    cursor = table.state.cursor
    table.press("up")
    assert table.state.cursor != cursor


def test_the_other_player_is_advised_as_ever() -> None:
    table = rolled(advice=(("Ben", "off"),))
    assert table.last.effects == (AdviceWanted(table.state.decision, table.state.position),)


def test_advice_is_changed_during_the_game_and_at_once() -> None:
    table = rolled()
    table.must(advice(table))
    table.must(AdviceChosen(answers=0, player="Anna", level="off"))
    assert all(choice.advice is None for choice in table.state.choices)
    table.must(AdviceChosen(answers=0, player="Anna", level="full"))
    assert table.last.effects == (AdviceWanted(table.state.decision, table.state.position),)
    assert table.do(AdviceChosen(answers=0, player="Zoe", level="off")).refused == "setup-incomplete"
    assert table.do(AdviceChosen(answers=0, player="Anna", level="loud")).refused == "setup-incomplete"


def test_a_player_who_leaves_takes_the_own_wish_for_advice_along() -> None:
    table = Driver("or", advice=(("Ben", "off"),))
    table.must(SetupChanged(answers=0, setup=replace(table.state.setup, names=("Anna", "Eva"))))
    assert table.state.setup.advice == ()


@pytest.mark.parametrize("strength", ["beginner", "full"])
def test_a_whole_game_against_the_rig_is_played_to_the_end(tmp_path: Path, strength: str) -> None:
    ticks = iter(range(10**7))
    loop = Loop(Journal(tmp_path / "games.db"), lambda: float(next(ticks)))
    rig = RigPlayer(loop, pause_s=0)
    changed = threading.Event()
    loop.subscribe(lambda state: changed.set())
    loop.start()
    rig.start()
    setup = Setup("or", ("Anna", "Ben"), rig_seats=1, strength=strength, advice=(("Anna", "off"),))
    loop.post(SetupChanged(answers=0, setup=setup)).result(5)
    loop.post(Pressed(answers=1, button=Button.CONFIRM)).result(5)
    dice = iter("1552s3114s2534s15" * 200)
    while loop.state.phase is not Phase.OVER:
        changed.clear()
        state = loop.state
        if state.is_rigs_turn:
            assert changed.wait(20)
            continue
        event = Pressed(answers=state.revision, button=Button.CONFIRM)
        if state.phase is Phase.ROLL:
            event = RollEntered(answers=state.revision, faces=tuple(next(dice) for _ in range(state.position.to_roll)))
        assert loop.post(event).result(5).accepted
    chosen = [move for move in loop.state.match.moves if isinstance(move, Keep)]
    assert any(len(keep.faces) < 3 for keep in chosen)  # Anna keeps all; whoever rolls again is the rig
    rig.stop()
    loop.stop()


def test_a_rig_that_fails_goes_on_by_a_rule_of_thumb(tmp_path: Path) -> None:
    def fail(strength: str, position: object, random: object) -> None:
        raise RuntimeError("no network")

    ticks = iter(range(10**6))
    loop = Loop(Journal(tmp_path / "games.db"), lambda: float(next(ticks)))
    rig = RigPlayer(loop, fail, pause_s=0)  # type: ignore[arg-type]
    moved = threading.Event()
    loop.subscribe(lambda state: moved.set() if state.match is not None and len(state.match.moves) > 1 else None)
    loop.start()
    rig.start()
    loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben"), rig_seats=1, begins=1))).result(5)
    loop.post(Pressed(answers=1, button=Button.CONFIRM)).result(5)
    loop.post(RollEntered(answers=2, faces=("1", "5", "5"))).result(5)
    assert moved.wait(10)
    rig.stop()
    loop.stop()


def test_a_move_that_a_full_disk_refuses_is_made_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rig.loop.AGAIN_S", 0.05)
    ticks, written = iter(range(10**6)), Journal.append
    loop = Loop(Journal(tmp_path / "games.db"), lambda: float(next(ticks)))
    rig = RigPlayer(loop, lambda strength, position, random: simple_move(position, random), pause_s=0)
    moved, refused = threading.Event(), threading.Event()
    loop.subscribe(lambda state: moved.set() if state.match is not None and len(state.match.moves) > 1 else None)

    def full(journal: Journal, event: Event, start: GameStart | None = None) -> None:
        if isinstance(event, MoveGiven) and not refused.is_set():
            refused.set()
            raise JournalError("Cannot write the games' file (database or disk is full); check free space.")
        written(journal, event, start)

    monkeypatch.setattr(Journal, "append", full)
    loop.start()
    rig.start()
    loop.post(SetupChanged(answers=0, setup=Setup("or", ("Anna", "Ben"), rig_seats=1, begins=1))).result(5)
    loop.post(Pressed(answers=1, button=Button.CONFIRM)).result(5)
    loop.post(RollEntered(answers=2, faces=("1", "5", "5"))).result(5)
    assert refused.wait(10)
    assert moved.wait(10)
    rig.stop()
    loop.stop()


def test_after_a_power_cut_the_rig_is_asked_again(tmp_path: Path) -> None:
    table = alone()
    evening = Evening(tmp_path)
    evening.loop.start()
    post = evening.loop.post
    post(SetupChanged(answers=0, setup=table.state.setup)).result(5)
    post(Pressed(answers=1, button=Button.CONFIRM, at=1.0)).result(5)
    post(RollEntered(answers=2, faces=("1", "5", "5"))).result(5)
    evening.loop.stop()
    asked = []
    again = Loop(Journal(tmp_path / "games.db"), lambda: 0.0)
    again.handle_effects(asked.append)
    again.start()
    again.post(HintAsked(answers=-1)).result(5)
    assert [type(effect) for effect in asked] == [MoveWanted]
    again.stop()


def dealt(table: Driver, seed: int = 3) -> Driver:
    """Answer for chance until somebody has to choose."""
    chance = Random(seed)
    while table.state.phase is Phase.DEAL:
        position, moves = table.state.position, []
        while position.to_move is CHANCE:
            moves.append(chance.choice([move for move, _ in position.chance_outcomes()]))
            position = position.play(moves[-1])
        table.must(ChanceGiven(answers=0, decision=table.state.decision, moves=tuple(map(str, moves))))
    return table


@pytest.mark.parametrize("game", ["kartenspiel", "weg-der-steine"])
def test_against_the_computer_alone_nobody_passes_the_screen_and_its_hand_is_never_shown(game: str) -> None:
    table = Driver(game, rig_seats=1)
    table.begin()
    for _ in range(60):
        dealt(table)
        state = table.state
        assert state.phase is not Phase.COVER
        if state.phase is Phase.OVER:
            break
        view = view_of(state, EN)
        if state.is_rigs_turn:
            assert view.headline == "Computer is choosing …"
            assert view.hand is not None
            assert {card.colour for card in view.hand.cards} == {"back"}
            assert table.do(Pressed(answers=0, button=Button.CONFIRM)).refused == "rig-chooses"
            table.must(given(table, str(simple_move(state.position.seen_by(1), Random(1)))))
        else:
            assert view.choices or state.phase is Phase.SEEN
            table.press("confirm")
    assert len(table.state.match.moves) > 40


def test_undo_of_an_own_card_takes_the_computers_unseen_draw_along() -> None:
    table = Driver("kartenspiel", rig_seats=1)
    table.begin()
    dealt(table)
    table.press("confirm")
    own = len(table.state.match.line)
    while not table.state.is_rigs_turn:
        table.press("confirm")
        dealt(table)
    while table.state.is_rigs_turn:
        table.must(given(table, str(simple_move(table.state.position.seen_by(1), Random(1)))))
        dealt(table)
    assert len(table.state.match.line) > own + 1
    table.must(Undone(answers=0))
    assert table.state.phase is Phase.CONSENT or table.state.position.turn_of == 0
