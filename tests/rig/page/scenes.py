"""Tables worth looking at, by name: each is played there through the table's own rules."""

import random
from collections.abc import Callable

from engine.dice import Keep
from rig.events import Button
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


def _advised(table: ScriptedTable, best: str) -> ScriptedTable:
    """As if the adviser had just answered with this choice first."""
    keys = [choice.key for choice in table.state.choices]
    return table if best not in keys else table.point(best)


SCENES: dict[str, Callable[[], ScriptedTable]] = {
    name: make
    for name, make in list(globals().items())
    if name.startswith(("rows_", "or_", "setup")) and callable(make)
}
