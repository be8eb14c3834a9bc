"""First games: each step of a turn explained in a sentence when a player first meets it.

Which steps a player has met is read off the game itself, so undo, a power cut and several screens change nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import cast

from engine.position import Position
from rig.page.view_model import LessonView
from rig.page.words import N_, Words
from rig.state import Phase, TableState
from rig.table_setup import EVERYBODY

LESSONS = {
    "w-roll": (
        N_("Your pieces climb five rows: the higher, the more points. The dice show rows, or a wish stone."),
        "W6 W25",
    ),
    "w-start": (N_("Everybody begins at −10: that is what no wish stone costs. Nine of them bring 10."), "W26"),
    "w-keep": (
        N_("Keep the dice you like and roll the others once more. Many of one symbol move that piece far."),
        "W7 W10",
    ),
    "w-reroll": (N_("Roll only the dice that are not kept. After that the dice are final."), "W7"),
    "w-stone": (
        N_("Two dice or more show a wish stone: you have been given one. Nine of them are worth 10."),
        "W8 W26",
    ),
    "w-move": (
        N_("Choose one symbol: your piece in that row moves as many spaces as dice show it, or starts there."),
        "W10 W11",
    ),
    "w-advantage": (
        N_("Icons on spaces help: a clover gives a step, a wish stone a tile, a leprechaun another whole turn."),
        "W17 W19 W20",
    ),
    "w-crossed": (N_("No piece may stop on crossed branches; it may jump over them."), "W28 W29"),
    "w-full": (N_("All your four pieces are on the board: the fifth row stays empty."), "W12"),
    "w-goal": (N_("The top three spaces are the goal. When enough pieces stand there, the game ends at once."), "W22"),
    "w-clover": (
        N_("A clover: move any of your pieces one space, or start a new one. You may also leave it."),
        "W17 W21",
    ),
    "w-reveal": (N_("Nobody told me yet what this space shows. Look at your board and say it, once for all."), "W32"),
    "w-over": (N_("Every piece counts what its space is worth; wish stones count by their number."), "W25 W26"),
    "o-roll": (N_("You win chips for a column in each colour: long columns score, short ones cost points."), "O5 O21"),
    "o-start": (N_("Everybody begins at −7: that is what no wish stone costs. Nine of them bring 10."), "O22"),
    "o-keep": (
        N_("Keep good dice, roll the others once more. One, two or all three add up to a chip's number."),
        "O5 O7",
    ),
    "o-reroll": (N_("Roll only the dice that are not kept. After that the dice are final."), "O5"),
    "o-move": (N_("Take a chip whose value your dice add up to (a stone counts 0), or wish stones, or pass."), "O6 O7"),
    "o-direction": (
        N_("The second chip of a colour decides: from then on that column only rises or only falls."),
        "O9 O10",
    ),
    "o-items": (
        N_("What lies on a chip comes with it: stones, clovers that lengthen a column, goblins, coins."),
        "O11 O12 O13",
    ),
    "o-stones": (N_("Stones on the dice can be taken as wish stones, exactly as many as dice show one."), "O15"),
    "o-length": (N_("Short columns cost points: only the fourth chip of a colour brings a plus."), "O21"),
    "o-end": (N_("Few stones are left. Whoever takes the last one ends the game after this turn."), "O17"),
    "o-reveal": (N_("Nobody told me yet what this chip carries. Look at yours and say it, once for all."), "O26"),
    "o-over": (N_("Columns count by their length; stones, coins and goblins are added."), "O21 O22 O24"),
    "k-play": (
        N_("Play one card: into a row of your own, or onto an open pile. Rows only rise or only fall."),
        "K4 K5 K7",
    ),
    "k-draw": (N_("Draw one card: from the face-down pile or from the top of an open one."), "K14"),
    "k-final": (N_("The game has ended; up to two cards of your hand may still go into your rows."), "K20"),
    "k-over": (N_("Rows count by their cards: few cost points, nine or more bring 10."), "K22"),
    "s-play": (
        N_("Lay a card into your row of its colour, or throw one away. Rows only rise or only fall."),
        "S5 S7 S8",
    ),
    "s-step": (N_("The card moves your figure on its colour's path one space, or starts one there."), "S9 S10"),
    "s-clover": (N_("A clover: move any of your figures one space. You may also leave it."), "S15"),
    "s-draw": (N_("Draw one card: from the face-down pile or from the top of an open one."), "S17"),
    "s-over": (N_("Every figure counts what its space is worth, the large one twice."), "S22"),
}
"""What is explained at each step, and the rules it rests on."""

FEW_STONES = 6
UNTAUGHT = (Phase.SETUP, Phase.DOUBT, Phase.DEAL, Phase.COVER, Phase.SEEN, Phase.CONSENT)
"""Nothing is taught where nothing of the game is asked, nor to whoever only passes the screen on."""


def lesson(state: TableState, position: Position | None, words: Words) -> LessonView | None:
    """What is to be explained now; None where nothing is, or nobody asked for it."""
    if position is None or state.match is None or state.phase in UNTAUGHT:
        return None
    seat = position.turn_of
    name = state.setup.players[seat] if seat < len(state.setup.players) else ""
    if state.setup.explain not in (EVERYBODY, name) and not (position.to_move is None and state.setup.explain):
        return None
    shown = _shown_before(state, seat)
    key = next((key for key in steps_of(position) if key not in shown), None)
    if key is None:
        return None
    sentence, rules = LESSONS[key]
    return LessonView(words.say(sentence), tuple(rules.split()))


def _shown_before(state: TableState, seat: int) -> set[str]:
    """The steps that were explained to this player: at every earlier decision the first one not met till then."""
    assert state.match is not None
    shown: set[str] = set()
    for before in state.match.positions[:-1]:
        if before.turn_of == seat:
            new = next((key for key in steps_of(before) if key not in shown), None)
            shown |= {new} if new is not None else set()
    return shown


def steps_of(position: Position) -> tuple[str, ...]:
    """What there is to know at this decision, the plainest first."""
    return _known_steps(cast(Hashable, position))


@lru_cache(maxsize=1024)
def _known_steps(position: Hashable) -> tuple[str, ...]:
    """The same; a position of long ago is looked at once, not after every event."""
    return tuple(key for key in _steps(cast(Position, position)) if key in LESSONS)


def _steps(position: Position) -> Iterator[str]:
    letter = {"wuerfelspiel": "w", "kartenspiel": "k", "weg-der-steine": "s"}.get(position.game, "o")
    yield f"{letter}-{position.stage}"
    if position.stage == "roll":
        yield f"{letter}-start"
    if position.stage == "move" and letter == "w":
        yield from _of_the_board(position)
    elif position.stage == "move" and letter == "o":
        yield from _of_the_chips(position)


def _of_the_board(position: Position) -> Iterator[str]:
    kinds = {effect.kind for move in position.legal_moves for effect in position.describe(move)}
    if tuple(getattr(position, "dice", ())).count("s") >= 2:
        yield "w-stone"
    if kinds & {"clover", "stone", "leprechaun"}:
        yield "w-advantage"
    if kinds & {"goal", "ends"}:
        yield "w-goal"
    if getattr(position, "options", {}).get("side") == "crossed":
        yield "w-crossed"
    if list(getattr(position, "own", lambda seat: ())(position.turn_of)).count(0) == 1:
        yield "w-full"


def _of_the_chips(position: Position) -> Iterator[str]:
    effects = [position.describe(move) for move in position.legal_moves]
    if any(effect[0].kind == "take" and effect[0].amount >= 0 and effect[0].to == 2 for effect in effects if effect):
        yield "o-direction"
    if any(part.kind in ("stone", "clover", "goblin", "coins") for effect in effects for part in effect[1:]):
        yield "o-items"
    if "s" in getattr(position, "dice", ()):
        yield "o-stones"
    yield "o-length"
    if getattr(position, "supply", FEW_STONES) < FEW_STONES:
        yield "o-end"
