"""Games of cards at the table: deals that come from outside, covered hands, draws that are taken back, phones."""

from random import Random

import pytest

from engine import record
from rig.dealer import dealt
from rig.effects import AdviceWanted, ChanceWanted, GameEnded
from rig.events import Button, ChanceGiven, Pointed, PositionEdited, Pressed, Undone
from rig.state import Phase, TableState
from rig.table import still_wanted
from tests.rig.table_driver import Driver


class Cards(Driver):
    """A driver with a dealer behind the table."""

    def __init__(self, game: str = "kartenspiel", players: int = 2, seed: int = 7, **setup: object) -> None:
        super().__init__(game, players, **setup)
        self.random = Random(seed)
        self.given: list[tuple[str, ...]] = []

    def deal(self) -> TableState:
        while self.state.phase is Phase.DEAL:
            (wanted,) = (effect for effect in self.last.effects if isinstance(effect, ChanceWanted))
            self.given.append(dealt(wanted.position, self.random))
            self.must(ChanceGiven(answers=0, decision=wanted.decision, moves=self.given[-1], source="dealer"))
        return self.state

    def at(self, source: str, button: Button = Button.CONFIRM):
        return self.do(Pressed(answers=0, button=button, source=source))

    def play(self, key: str) -> TableState:
        self.point(key)
        self.press("confirm")
        return self.deal()

    @property
    def keys(self) -> list[str]:
        return [choice.key for choice in self.state.choices]

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.state.position.table.hands[seat]


@pytest.fixture
def table() -> Cards:
    cards = Cards()
    cards.begin()
    cards.deal()
    return cards


def test_a_game_begins_with_a_deal_that_the_table_asks_for() -> None:
    cards = Cards(players=3)
    cards.begin()
    assert cards.state.phase is Phase.DEAL
    assert [type(effect) for effect in cards.last.effects][-1] is ChanceWanted
    cards.deal()
    assert [len(cards.hand(seat)) for seat in range(3)] == [8, 8, 8]
    assert len(cards.given[0]) == 24
    assert cards.state.phase is Phase.COVER
    assert cards.state.choices == ()


def test_the_tiles_of_the_paths_are_turned_up_before_the_cards_are_dealt() -> None:
    cards = Cards("weg-der-steine", 4)
    cards.begin()
    cards.deal()
    assert len(cards.given[0]) == 25 + 4 * 8
    assert sum(text.startswith("tile") for text in cards.given[0]) == 25
    assert cards.state.phase is Phase.COVER


def test_the_hand_opens_when_the_screen_was_passed_on(table) -> None:
    for button in ("reroll", "up", "down"):
        assert table.do(Pressed(answers=0, button=Button(button))).refused == "nothing-else-now"
    table.press("confirm")
    assert table.state.phase is Phase.CHOOSE
    assert table.state.open_hand == (0, "rig")
    assert not [effect for effect in table.last.effects if isinstance(effect, AdviceWanted)]


def test_choices_stand_in_the_order_of_the_hand_and_reroll_goes_to_the_next_card(table) -> None:
    table.press("confirm")
    first = table.hand(0)[0]
    assert table.keys[0] in (f"lay {first}", f"stone {first}")
    table.press("reroll")
    second = next(card for card in table.hand(0) if card != first)
    assert second in table.keys[table.state.cursor]
    for _ in set(table.hand(0)) - {first}:
        table.press("reroll")
    assert table.state.cursor == 0


def test_a_card_drawn_from_the_pile_is_shown_to_who_drew_it_and_then_hidden(table) -> None:
    table.press("confirm")
    table.play(table.keys[-1])
    assert table.state.phase is Phase.CHOOSE
    table.play("draw pile")
    assert table.state.phase is Phase.SEEN
    assert table.state.open_hand == (0, "rig")
    assert table.given[-1][0].removeprefix("card ") in table.hand(0)
    drawn = table.given[-1][0].removeprefix("card ")
    assert not [happening for happening in table.state.happened if happening.text == f"card {drawn}"]
    table.press("confirm")
    assert table.state.phase is Phase.COVER
    assert table.state.open_hand is None
    assert table.state.position.turn_of == 1


def turn(table: Cards, draw: str = "draw pile") -> None:
    """Discard the last card of the hand and draw."""
    if table.state.phase is Phase.COVER:
        table.press("confirm")
    table.play(next(key for key in reversed(table.keys) if key.startswith("discard")))
    table.play(draw)
    if table.state.phase is Phase.SEEN:
        table.press("confirm")


def test_a_card_from_an_open_pile_is_known_to_all_and_needs_no_look(table) -> None:
    table.press("confirm")
    gone = table.hand(0)[-1]
    turn(table)
    table.press("confirm")
    table.play(next(key for key in table.keys if key.startswith("discard") and key[8] != gone[0]))
    table.play(f"draw {gone[0]}")
    assert table.state.phase is Phase.COVER
    assert gone in table.hand(1)


def test_a_decision_is_taken_back_at_once_and_an_unseen_draw_only_if_all_agree(table) -> None:
    table.press("confirm")
    before = table.state.position
    table.play(table.keys[0])
    table.must(Undone(answers=0))
    assert (table.state.phase, table.state.position) == (Phase.CHOOSE, before)
    table.play(table.keys[0])
    table.play("draw pile")
    drawn = table.given[-1]
    table.must(Undone(answers=0))
    assert table.state.phase is Phase.CONSENT
    assert table.at("phone").refused == "agree-at-the-rig"
    table.press("reroll")
    assert table.state.phase is Phase.COVER
    table.must(Undone(answers=0))
    table.press("confirm")
    assert table.state.position.stage == "draw"
    assert table.state.put_back == drawn
    count = len(table.given)
    if table.state.phase is Phase.COVER:
        table.press("confirm")
    table.play("draw pile")
    assert len(table.given) == count, "the card that lies on top again is drawn, nobody is asked"
    assert table.state.phase is Phase.SEEN
    assert drawn[0].removeprefix("card ") in table.hand(0)


def test_cards_taken_back_come_again_in_their_order_whoever_draws_them(table) -> None:
    turn(table)
    turn(table)
    first, second = table.given[-2:]
    for _ in range(2):
        while True:
            table.must(Undone(answers=0))
            if table.state.phase is Phase.CONSENT:
                table.press("confirm")
                break
    assert table.state.put_back == (*second, *first)
    if table.state.phase is Phase.COVER:
        table.press("confirm")
    table.play("draw pile")
    assert first[0].removeprefix("card ") in table.hand(0)
    table.press("confirm")
    turn(table)
    assert second[0].removeprefix("card ") in table.hand(1)
    assert table.state.put_back == ()


def test_nobody_takes_back_the_deal(table) -> None:
    assert table.do(Undone(answers=0)).refused == "nothing-to-undo"
    table.press("confirm")
    assert table.do(Undone(answers=0)).refused == "nothing-to-undo"


def test_a_hand_opened_on_a_phone_is_not_played_from_the_rig(table) -> None:
    assert not table.at("phone").refused
    assert table.state.open_hand == (0, "phone")
    for event in (Pointed(answers=0, choice=1), Pressed(answers=0, button=Button.DOWN, source="button")):
        assert table.do(event).refused == "on-a-phone"
    assert not table.at("phone", Button.DOWN).refused
    assert table.state.cursor == 1
    table.press("confirm")
    assert (table.state.phase, table.state.open_hand, table.state.on_phones) == (Phase.COVER, None, ())


def test_who_plays_on_a_phone_needs_no_cover_next_time(table) -> None:
    table.at("phone")
    while table.state.phase is not Phase.COVER:
        assert not table.at("phone").refused
        table.deal()
    assert table.state.position.turn_of == 1
    turn(table)
    assert table.state.open_hand == (0, "phone")
    assert table.state.phase is Phase.CHOOSE


def test_chance_that_nobody_asked_for_is_refused(table) -> None:
    given = ChanceGiven(answers=0, decision=table.state.decision, moves=("card g7",), source="dealer")
    assert table.do(given).refused == "not-asked-for"


def test_a_game_that_was_left_comes_back_with_its_hands_covered(table) -> None:
    from rig.events import NewGame

    table.press("confirm")
    table.must(NewGame(answers=0))
    table.must(Undone(answers=0))
    assert (table.state.phase, table.state.open_hand) == (Phase.COVER, None)


def test_the_cards_cannot_be_put_right_by_hand(table) -> None:
    assert table.do(PositionEdited(answers=0, position=str(table.state.position))).refused == "cards-stay"


def test_what_chance_owes_is_asked_for_again_after_a_restart() -> None:
    cards = Cards()
    cards.begin()
    (wanted,) = still_wanted(cards.state, ())
    assert isinstance(wanted, ChanceWanted)
    assert wanted.decision == cards.state.decision


@pytest.mark.parametrize("game", ["kartenspiel", "weg-der-steine"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_by_the_four_buttons_come_to_their_end(game: str, players: int) -> None:
    cards = Cards(game, players, seed=players)
    choose = Random(players)
    cards.begin()
    for _ in range(3000):
        cards.deal()
        if cards.state.phase is Phase.OVER:
            break
        if cards.state.phase is Phase.CHOOSE:
            cards.press(*choose.choices(["up", "down", "reroll"], k=choose.randrange(3)))
        cards.press("confirm")
    assert cards.state.phase is Phase.OVER
    assert [type(effect) for effect in cards.last.effects][:1] == [GameEnded]
    assert cards.state.position.outcome is not None
    assert len(cards.state.past) == len(cards.state.match.line)
    assert record.parse(record.write(cards.state.match)).position == cards.state.position
