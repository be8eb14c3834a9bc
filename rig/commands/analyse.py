"""`keltis analyse`: a recorded game looked at afterwards, for the people who played it."""

from __future__ import annotations

import argparse
import json

from engine import record
from engine.advice.grade import Report, grade
from engine.advice.keep_tables import DICE_OF
from engine.advice.values import NAMES, by_name
from engine.match import Match
from engine.value_files import look_in
from rig.errors import UsageError
from rig.game_report import report_lines
from rig.record_file import read_record
from rig.settings import VALUES_FOLDER, data_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("record", help='file with a record, "-" for standard input')
    parser.add_argument("--by", default="full", help=f"value function that judges: {', '.join(NAMES)} (full)")
    parser.add_argument("--json", action="store_true", help="one object a line: decisions, throws, players")


def run(options: argparse.Namespace) -> int:
    """Grade the game and print the report."""
    match = record.parse(read_record(options.record))
    if match.game not in DICE_OF:
        raise UsageError(f"A game of {match.game} cannot be analysed; the adviser knows {', '.join(DICE_OF)}.")
    if not match.moves:
        raise UsageError("The record has no moves; play a game first.")
    look_in(data_folder() / VALUES_FOLDER)
    report = grade(match.positions, match.moves, by_name(options.by, match.first))
    print("\n".join(_json_lines(match, report) if options.json else report_lines(match, report)))
    return 0


def _json_lines(match: Match, report: Report) -> list[str]:
    lines = []
    for decision in report.decisions:
        told = {
            "move": decision.place + 1, "turn": decision.turn, "player": match.players[decision.seat],
            "dice": "".join(decision.dice), "played": str(decision.played.move), "best": str(decision.best.move),
            "loss": round(decision.loss, 5), "points": round(decision.played.cost, 3), "mark": decision.mark,
        }  # fmt: skip
        lines.append(json.dumps(told, ensure_ascii=False))
    for throw in report.throws:
        luck = [round(part, 5) for part in throw.luck]
        lines.append(json.dumps({"move": throw.place + 1, "turn": throw.turn, "threw": str(throw.move), "luck": luck}))
    for name, player in zip(match.players, report.players, strict=True):
        figures = {key: getattr(player, key) for key in ("decisions", "given_away", "error_rate", "grade", "luck")}
        more = {"result": player.result, "without_luck": player.without_luck, "by": report.by}
        lines.append(json.dumps({"player": name, **figures, **more}, ensure_ascii=False))
    return lines
