"""`keltis analyse`: a recorded game looked at afterwards, for the people who played it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from engine import record
from engine.advice.advice import Choice, Reason
from engine.advice.grade import DEFINITION, Decision, Report, Throw, grade
from engine.advice.keep_tables import DICE_OF
from engine.advice.values import NAMES, by_name
from engine.match import Match
from rig.errors import UsageError

MAX_BYTES = 2_000_000
SHOWN = 6
FACES = {
    "r": "red-brown", "y": "yellow", "p": "pink", "g": "green", "b": "blue", "s": "stone",
    **{digit: digit for digit in "12345"},
}  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("record", help='file with a record, "-" for standard input')
    parser.add_argument("--by", default="full", help=f"value function that judges: {', '.join(NAMES)} (full)")
    parser.add_argument("--json", action="store_true", help="one object a line: decisions, throws, players")


def run(options: argparse.Namespace) -> int:
    """Grade the game and print the report."""
    match = record.parse(_read(options.record))
    if match.game not in DICE_OF:
        raise UsageError(f"A game of {match.game} cannot be analysed; the adviser knows {', '.join(DICE_OF)}.")
    if not match.moves:
        raise UsageError("The record has no moves; play a game first.")
    report = grade(match.positions, match.moves, by_name(options.by, match.first))
    print("\n".join(_json_lines(match, report) if options.json else report_lines(match, report)))
    return 0


def report_lines(match: Match, report: Report) -> list[str]:
    """The report for people."""
    lines = [_headline(match), ""]
    lines += ["HOW THE PLAYERS DID", f"  {'player':<16}{'decisions':>9}  {'given away':>10}  {'error rate':>10}  class"]
    for name, player in zip(match.players, report.players, strict=True):
        given, rate = f"{player.given_away:>9.1%}", f"{player.error_rate:>9.2%}"
        lines.append(f"  {name[:15]:<16}{player.decisions:>9}  {given}  {rate}   {player.grade}")
    lines += ["", "WHAT THE DICE DID"]
    for name, player in zip(match.players, report.players, strict=True):
        result = (
            ""
            if player.without_luck is None
            else f"; result {player.result:.0%}, without luck {player.without_luck:.0%}"
        )
        lines.append(f"  {name[:15]:<16}{player.luck:+.1%} of a win from all throws{result}")
    costly = report.costliest(SHOWN)
    lines += ["", "THE COSTLIEST DECISIONS"] + [_decision_line(match, decision) for decision in costly]
    if not costly:
        lines.append("  None gave away 2 % or more: well played.")
    lines += ["", "THE THROWS THAT CHANGED MOST"] + [_throw_line(match, throw) for throw in report.luckiest(SHOWN)]
    lines += ["", "CHANCE OF WINNING BEFORE EACH TURN", *_chart(match, report)]
    lines += ["", f"Judged by the value function {report.by!r}. {DEFINITION}"]
    if report.incomplete:
        lines.append("Some spaces or chips were not known yet; what they may show was averaged over.")
    return lines


def _headline(match: Match) -> str:
    totals = [sheet.total for sheet in match.position.scores()]
    points = ", ".join(f"{name} {total}" for name, total in zip(match.players, totals, strict=True))
    state = "the game is not over" if match.position.outcome is None else "final score"
    return f"{match.game}, {state}: {points}"


def _decision_line(match: Match, decision: Decision) -> str:
    name = match.players[decision.seat]
    dice = ", ".join(FACES[face] for face in decision.dice)
    rolled = f" with {dice}" if dice else ""
    points = f", {decision.played.cost:.1f} points" if decision.played.cost >= 0.05 else ""
    return (
        f"  turn {decision.turn}, {name}{rolled}: {in_words(decision.played)} {decision.mark}\n"
        f"      gave away {decision.loss:.1%}{points}; better: {in_words(decision.best)}{_because(decision)}"
    )


def in_words(choice: Choice) -> str:
    """A choice as people say it."""
    text = str(choice.move)
    if text.startswith("="):
        kept = [FACES[face] for face in text[1:]]
        return f"keep {', '.join(kept)}" if kept else "roll all again"
    if text == "-":
        return "no move"
    if text == "stones":
        return "take the stones"
    if text.startswith("+"):
        return f"clover on {FACES[text[1]]}"
    return f"{FACES[text[0]]} {text[1:]}"


def _because(decision: Decision) -> str:
    """What the better choice would have brought, in measured figures."""
    aims = [reason for reason in decision.best.why if reason.key == "aim"]
    if aims:
        told = " or ".join(f"{_move_words(aim)} ({aim.amount:.0%})" for aim in aims)
        return f", most likely then {told}"
    later = next((reason.amount for reason in decision.best.why if reason.key == "later"), None)
    return "" if later is None else f", with {later:+.1f} points still to come"


def _move_words(aim: Reason) -> str:
    if aim.target == "-":
        return "no move"
    if aim.target == "stones":
        return "stones"
    return f"{FACES[aim.target[0]]} {aim.target[1:]}"


def _throw_line(match: Match, throw: Throw) -> str:
    luck = throw.luck[throw.seat]
    faces = ", ".join(FACES.get(face, face) for face in str(throw.move))
    return f"  turn {throw.turn}, {match.players[throw.seat]} threw {faces}: {luck:+.1%}"


def _chart(match: Match, report: Report) -> list[str]:
    """One line a player, a digit a turn: tenths of a win."""
    lines = []
    for seat, name in enumerate(match.players):
        digits = "".join("0123456789"[min(max(int(10 * chances[seat]), 0), 9)] for _, chances in report.chances)
        lines.append(f"  {name[:15]:<16}{digits}   (0 is below 10 %, 9 is 90 % or more)")
    return lines


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


def _read(name: str) -> str:
    try:
        content = sys.stdin.buffer.read(MAX_BYTES + 1) if name == "-" else _content(Path(name))
        text = content.decode("utf-8")
    except (OSError, ValueError) as error:
        raise UsageError(f"{name} cannot be read as a record ({error}); give the text file of a game.") from error
    if len(content) > MAX_BYTES:
        raise UsageError(f"{name} is larger than {MAX_BYTES} bytes; no record is.")
    return text


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)
