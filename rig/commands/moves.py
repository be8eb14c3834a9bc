"""`keltis moves`: the legal moves of a typed position, each with what it does."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction

from engine import catalogue
from engine.errors import NotationError
from engine.position import CHANCE, Effect, Move, Position
from rig.errors import UsageError

SEATS = "ABCD"
EXAMPLES = """\
A position is one line. The dice games: the game, options and board or chips, the seats,
whose turn it is, the stage, the dice.

  wuerfelspiel board=ours 12340.2/23401.3 A move dice=rrygb
      A seat: the spaces of its pieces in red-brown, yellow, pink, green, blue (0 is none),
      a point, its wish stones. Faces: r y p g b and s, the wish stone.
  or chips=ours 26*,-,83,19,-.4/57*,3,-,-,t0*.6 A move dice=34s
      A seat: five columns as laid (t is 10, * the stone of a clover), a point, its stones.
      or-happy-meeple is written alike.

  Stages: roll, keep, reroll, move, clover, reveal, over.

The games with cards: the game, then words key=value; what is as usual may be left out.

  kartenspiel turn=A hands=r4.g3.g6.g7.gx.b7.w3.w5|???????? rows=g:3|- piles=y:2 eyes=A
  weg-der-steine turn=A hands=g4.g7.g7.r1.r2.y3.y4.p5|???????? eyes=A
      tiles=s.s..c.sc/.s.cs.c.s/c..sc..c1/.c2..2s.3/..1cs2..3

All of it is told, with moves, in docs/positions.md.
"""
PHRASES = {
    "advance": "{target} on to space {to}",
    "start": "{target} starts on space {to}",
    "start-large": "the large figure starts on space {to} of {target}",
    "take": "{target} {amount} is laid, the column counts {to}",
    "unknown": "nobody knows yet what it carries",
    "goblin": "a goblin",
    "coins": "coins: {amount}",
    "leprechaun": "a leprechaun: another turn",
    "goal": "in the goal",
    "ends": "the game ends: {target}",
    "keep": "{target} stays",
    "roll": "{target}",
    "points": "points: {amount}",
    "lay": "the {target} row has {to}",
    "close": "the {target} row is closed, with {to}",
}
"""How an effect is told, by its kind; others are told in their own few words."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument("position", help="the text of a position, in quotes; each game has an example below")
    parser.add_argument("--json", action="store_true", help="one object a line")


def run(options: argparse.Namespace) -> int:
    """Print the legal moves, or the outcomes while chance is to move."""
    try:
        position = catalogue.position(options.position)
    except NotationError as error:
        raise UsageError(f"{error} `keltis moves --help` shows a position of each game.") from error
    problems = position.problems()
    if problems:
        raise UsageError("This position cannot be: " + " ".join(problems))
    rows: list[tuple[Move, Fraction | None]] = [(move, None) for move in position.legal_moves]
    rows = rows or list(position.chance_outcomes())
    if not options.json:
        print(_asked(position))
    for move, chance in rows:
        effects = position.describe(move)
        if options.json:
            print(json.dumps(_plain(move, chance, effects)))
        else:
            told = "; ".join(map(say, effects))
            print(f"  {move!s:<12} {f'{float(chance):.5f}  ' if chance else ''}{told}".rstrip())
    return 0


def _asked(position: Position) -> str:
    if position.to_move is None:
        assert position.outcome is not None
        return f"The game is over: {position.outcome.reason}."
    who = "chance" if position.to_move is CHANCE else f"player {SEATS[position.turn_of]}"
    return f"{position.game}, turn of {SEATS[position.turn_of]}, {position.stage}: {who} is to move."


def _plain(move: Move, chance: Fraction | None, effects: tuple[Effect, ...]) -> dict[str, object]:
    shown: dict[str, object] = {"move": str(move)}
    if chance is not None:
        shown["chance"] = str(chance)
    keys = ("kind", "target", "amount", "to")
    shown["effects"] = [{key: getattr(effect, key) for key in keys} for effect in effects]
    return shown


def in_words(name: str) -> str:
    """A colour, row or item as people write it."""
    return name.replace("redbrown", "red-brown")


def say(effect: Effect) -> str:
    """An effect in a few words."""
    if effect.kind in PHRASES:
        return PHRASES[effect.kind].format(target=in_words(effect.target), amount=effect.amount, to=effect.to)
    words = [effect.kind, in_words(effect.target)]
    words += [f"+{effect.amount}"] if effect.amount else []
    words += [f"→ {effect.to}"] if effect.to else []
    return " ".join(word for word in words if word)
