"""`keltis moves`: the legal moves of a typed position, each with what it does."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction

from engine import catalogue
from engine.position import CHANCE, Effect, Move, Position
from rig.errors import UsageError

SEATS = "ABCD"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "position", help='the text of a position, for example "or chips=ours -,-,-,-,-.0/-,-,-,-,-.0 A move dice=14s"'
    )
    parser.add_argument("--json", action="store_true", help="one object a line")


def run(options: argparse.Namespace) -> int:
    """Print the legal moves, or the outcomes while chance is to move."""
    position = catalogue.position(options.position)
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


def say(effect: Effect) -> str:
    """An effect in a few words."""
    words = [effect.kind, effect.target]
    words += [f"+{effect.amount}"] if effect.amount else []
    words += [f"→ {effect.to}"] if effect.to else []
    return " ".join(word for word in words if word)
