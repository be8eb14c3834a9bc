"""`keltis replay`: play a record again and explain the scores."""

from __future__ import annotations

import argparse
import json

from engine import both_sides, record
from engine.match import Match
from rig.commands.moves import in_words
from rig.record_file import read_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("record", help='file with a record, "-" for standard input')
    parser.add_argument("--json", action="store_true", help="one object a line: each player, then the result")


def run(options: argparse.Namespace) -> int:
    """Replay and print the score table."""
    text = read_record(options.record)
    if both_sides.BETWEEN.strip() in text:
        match = both_sides.parse(text)
        for game in match.games:
            _print_game(game, as_json=options.json)
        _print_sum(match, as_json=options.json)
    else:
        _print_game(record.parse(text), as_json=options.json)
    return 0


def _print_game(match: Match, *, as_json: bool) -> None:
    position = match.position
    sheets = [sheet for sheet in position.scores() if sheet.seat < len(match.players)]
    if as_json:
        for sheet in sheets:
            keys = ("item", "count", "points", "rule")
            lines = [{key: getattr(line, key) for key in keys} for line in sheet.lines]
            print(json.dumps({"player": match.players[sheet.seat], "total": sheet.total, "lines": lines}))
        told = {"result": record.result(position), "scores": [sheet.total for sheet in sheets], "game": match.game}
        print(json.dumps({**told, "position": str(position), "moves": len(match.moves)}))
        return
    print(f"{match.game}: {len(match.moves)} moves, {record.result(position)}")
    for sheet in sheets:
        print(f"{match.players[sheet.seat]}: {sheet.total} points")
        print(f"  {'':<12} {'count':>5} {'points':>6}  rule")
        for line in sheet.lines:
            print(f"  {in_words(line.item):<12} {line.count:>5} {line.points:>6}  {line.rule}")


def _print_sum(match: both_sides.BothSides, *, as_json: bool) -> None:
    players = match.current.players
    if as_json:
        print(json.dumps({"both-sides": dict(zip(players, match.totals, strict=True)), "over": match.is_over}))
        return
    points = ", ".join(f"{name} {total}" for name, total in zip(players, match.totals, strict=True))
    print(f"Both sides together: {points}")
