"""Tables worth looking at, by name: each is played there through the table's own rules."""

import dataclasses
import random
from collections.abc import Callable

from engine.dice import Keep
from rig.events import Button, Pointed, Undone
from rig.state import Phase
from tests.rig.page.scripted_table import ScriptedTable, seen

FOUR = ("Anna", "Ben", "Clara", "David")
THREE = ("Oma Grete", "Jonas", "Lea")


def played(game: str, names: tuple[str, ...], turns: int, seed: int, **more: object) -> ScriptedTable:
    """Some turns by dice from a seed and choices that like to advance."""
    dice = random.Random(seed)
    table = ScriptedTable().start(game, names, **more)
    done = 0
    while done < turns and table.state.phase is not Phase.OVER:
        position = table.state.position
        if table.state.phase is Phase.ROLL:
            outcomes = list(position.chance_outcomes())
            roll = dice.choices([o for o, _ in outcomes], [float(p) for _, p in outcomes])[0]
            table.roll(str(roll))
        elif table.state.phase is Phase.KEEP:
            keys = [c.key for c in table.state.choices]
            common = max(table.state.choices, key=lambda c: (len(set(c.kept)) == 1, len(c.kept)))
            table.choose(common.key if common.key in keys else str(Keep("")))
        elif table.state.phase is Phase.REVEAL:
            table.press(Button.CONFIRM)
        else:
            moves = [c.key for c in table.state.choices]
            totals = {key: sum_of(position, key) for key in moves}
            table.choose(max(moves, key=lambda key: totals[key]))
            done += 1
    return table


def sum_of(position, key: str) -> float:
    """Own points after a move, with a liking for moves that do something."""
    after = position.play(position.parse_move(key))
    return after.scores()[position.turn_of].total + (0 if key == "-" else 3.5)


def fresh_turn(table: ScriptedTable) -> ScriptedTable:
    """Goes on to the next whole roll."""
    while table.state.position.stage != "roll":
        if table.state.phase is Phase.KEEP:
            table.choose(table.state.choices[0].key) if table.state.choices[0].kept else table.press(Button.CONFIRM)
        elif table.state.phase is Phase.ROLL:
            table.roll("s" * table.state.position.to_roll)
        else:
            table.press(Button.CONFIRM)
    return table


def _read_roll(table: ScriptedTable, faces: str, **doubtful: dict) -> ScriptedTable:
    dice = [seen(face, place, **doubtful.get(f"die{place}", {})) for place, face in enumerate(faces)]
    return table.read(*dice)


def unadvised(table: ScriptedTable) -> ScriptedTable:
    """The same table before the adviser answered."""
    waiting = tuple(dataclasses.replace(choice, advice=None) for choice in table.state.choices)
    table.state = dataclasses.replace(table.state, choices=waiting)
    return table


def setup() -> ScriptedTable:
    return ScriptedTable().start("wuerfelspiel", THREE).do_new()


def rows_roll() -> ScriptedTable:
    return fresh_turn(played("wuerfelspiel", THREE, 14, 3))


def rows_keep() -> ScriptedTable:
    table = _read_roll(fresh_turn(played("wuerfelspiel", THREE, 14, 3)), "gbgsg")
    return _advised(table, "=ggg")


def rows_reroll() -> ScriptedTable:
    return rows_keep().press(Button.REROLL)


def rows_move() -> ScriptedTable:
    return rows_keep().press(Button.CONFIRM)


def rows_doubt() -> ScriptedTable:
    table = fresh_turn(played("wuerfelspiel", THREE, 14, 3))
    others = (("s", 0.31), ("b", 0.06))
    return _read_roll(table, "gbgsg", die2={"confidence": 0.58, "reason": "cocked", "others": others})


def rows_count() -> ScriptedTable:
    table = fresh_turn(played("wuerfelspiel", THREE, 14, 3))
    return table.read(*(seen(face, place) for place, face in enumerate("gbgs")))


def rows_enter() -> ScriptedTable:
    table = fresh_turn(played("wuerfelspiel", THREE, 14, 3)).press(Button.UP)
    return table.press(Button.CONFIRM).press(Button.DOWN).press(Button.CONFIRM)


def rows_four() -> ScriptedTable:
    table = fresh_turn(played("wuerfelspiel", FOUR, 22, 5, options=(("side", "crossed"),)))
    return _read_roll(table, "rryyb").press(Button.CONFIRM)


def rows_over() -> ScriptedTable:
    return played("wuerfelspiel", FOUR, 500, 11)


def rows_reveal() -> ScriptedTable:
    from importlib.resources import files

    text = (files("engine") / "components" / "wuerfelspiel-owner.toml").read_text(encoding="utf-8")
    table = ScriptedTable()
    table.start_owner("wuerfelspiel", THREE, text)
    _read_roll(table, "gggsb").press(Button.CONFIRM)
    return table.choose("g3")


def or_keep() -> ScriptedTable:
    table = fresh_turn(played("or", ("Anna", "Ben"), 13, 4))
    return _read_roll(table, "3s4")


def or_move() -> ScriptedTable:
    return or_keep().press(Button.CONFIRM)


def or_four() -> ScriptedTable:
    table = fresh_turn(played("or", FOUR, 24, 8))
    return _read_roll(table, "125").press(Button.CONFIRM)


def or_over() -> ScriptedTable:
    return played("or", ("Anna", "Ben"), 500, 9)


def played_cards(game: str, names: tuple[str, ...], turns: int, seed: int, **more: object) -> ScriptedTable:
    """Some turns of a game of cards: what gains most is laid, cards come from the pile; then the hand is covered."""
    table, done = ScriptedTable(seed=seed).start(game, names, **more), 0
    while table.state.phase is not Phase.OVER:
        if table.state.phase is Phase.COVER and done >= turns:
            break
        if table.state.phase is Phase.CHOOSE:
            done += table.state.position.stage == "play"
            point_at_best(table)
        table.press(Button.CONFIRM)
    return table


def point_at_best(table: ScriptedTable, source: str = "tap") -> ScriptedTable:
    """Highlight what helps most: long rows that have begun, stones, else throw away; draw from the pile."""
    position, keys = table.state.position, [choice.key for choice in table.state.choices]
    best = max(range(len(keys)), key=lambda place: _liking(position, keys[place]))
    return table.do(Pointed(answers=table.state.revision, choice=best, source=source))


def _liking(position, key: str) -> float:
    if key.startswith("draw"):
        return float(key == "draw pile")
    if not key.startswith("lay"):
        return {"stone": 7.0, "discard": 1.0, "step": 5.0, "start": 4.0}.get(key.split()[0], 0.0)
    card = key.split()[1]
    numbers = [int(one[1:]) for one in position.table.rows[position.turn_of]["rypgbw".index(card[0])] if one[1:] != "x"]
    if card[1:] == "x":
        return 6.0 if len(numbers) > 4 else 0.5
    number = int(card[1:])
    return 9.0 - abs(number - numbers[-1]) if numbers else 8.0 - min(number, 10 - number)


def opened(table: ScriptedTable) -> ScriptedTable:
    """The screen was passed on: the hand lies open."""
    return table.press(Button.CONFIRM)


def cards_cover() -> ScriptedTable:
    return played_cards("kartenspiel", THREE, 16, 3)


def cards_play() -> ScriptedTable:
    return point_at_best(opened(cards_cover()))


def cards_draw() -> ScriptedTable:
    return cards_play().press(Button.CONFIRM)


def cards_seen() -> ScriptedTable:
    table = cards_draw()
    while table.state.phase is not Phase.SEEN:
        table.choose("draw pile")
    return table


def cards_consent() -> ScriptedTable:
    table = cards_seen()
    return table.do(Undone(answers=table.state.revision))


def cards_four() -> ScriptedTable:
    return point_at_best(opened(played_cards("kartenspiel", FOUR, 40, 5)))


def cards_two() -> ScriptedTable:
    return point_at_best(opened(played_cards("kartenspiel", ("Anna", "Ben"), 22, 2)))


def cards_over() -> ScriptedTable:
    return played_cards("kartenspiel", THREE, 500, 3)


def paths_cover() -> ScriptedTable:
    return played_cards("weg-der-steine", THREE, 21, 3)


def paths_play() -> ScriptedTable:
    return point_at_best(opened(paths_cover()))


def paths_step() -> ScriptedTable:
    """A card is laid whose piece has yet to start: which one?"""
    table = ScriptedTable(seed=7).start("weg-der-steine", THREE).press(Button.CONFIRM)
    return table.press(Button.CONFIRM)


def paths_four() -> ScriptedTable:
    return point_at_best(opened(played_cards("weg-der-steine", FOUR, 34, 5)))


def paths_two() -> ScriptedTable:
    return point_at_best(opened(played_cards("weg-der-steine", ("Anna", "Ben"), 24, 2)))


def paths_over() -> ScriptedTable:
    return played_cards("weg-der-steine", THREE, 500, 3)


def cards_setup() -> ScriptedTable:
    return cards_cover().do_new()


def _advised(table: ScriptedTable, best: str) -> ScriptedTable:
    """As if the adviser had just answered with this choice first."""
    keys = [choice.key for choice in table.state.choices]
    return table if best not in keys else table.point(best)


SCENES: dict[str, Callable[[], ScriptedTable]] = {
    name: make
    for name, make in list(globals().items())
    if name.startswith(("rows_", "or_", "cards_", "paths_", "setup")) and callable(make)
}
