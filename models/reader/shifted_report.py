"""The tables of the shifted test: silent, coverage, calibration, risk and coverage, and the condition matrix."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from models.reader.evaluate import calibration_error
from models.reader.matrix import NOT_RENDERED, Cell

ENOUGH = 50
"""Rolls from which a cell counts as filled."""

Line = dict[str, Any]


def is_silent(line: Line) -> bool:
    """True if a roll was given as sure that is wrong, or that should not have been read at all."""
    wrong = not line["right"] or (line["wanted"] == "ask" and not line["whole"])
    return bool(line["sure"] and wrong)


def upper_bound(events: int, trials: int) -> float:
    """Clopper and Pearson's one-sided 95 % bound of a probability, by bisection."""
    if trials == 0 or events >= trials:
        return 1.0
    low, high = events / trials, 1.0
    for _ in range(60):
        p = (low + high) / 2
        tail = sum(math.comb(trials, k) * p**k * (1 - p) ** (trials - k) for k in range(events + 1))
        low, high = (p, high) if tail > 0.05 else (low, p)
    return high


def report(lines: Sequence[Line], cells: Sequence[Cell]) -> str:
    """All tables as Markdown."""
    if not lines:
        return "No rolls of these networks and thresholds yet; run without --report."
    return "\n\n".join(
        (_groups(lines), _calibration(lines), _risk(lines), _worst(lines), _matrix(lines, cells), _speed(lines))
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _counts(lines: Sequence[Line]) -> dict[str, int]:
    dice = [die for line in lines for die in line["dice"]]
    wanted = [line for line in lines if line["whole"] and line["wanted"] == "read"]
    to_ask = [line for line in lines if not line["whole"] and line["wanted"] == "ask"]
    found = [die for die in dice if "read" in die]
    return {
        "rolls": len(lines), "readable": len(wanted), "covered": sum(line["sure"] for line in wanted),
        "sure": sum(line["sure"] for line in lines), "silent": sum(is_silent(line) for line in lines),
        "to_ask": len(to_ask), "asked": sum(not line["sure"] for line in to_ask),
        "dice": len(dice), "found": len(found), "right": sum(die["read"] == die["face"] for die in found),
    }  # fmt: skip


def _row(name: str, lines: Sequence[Line]) -> str:
    n = _counts(lines)
    shares = (
        f"{n['silent']} of {n['sure']}", _share(n["covered"], n["readable"]), _share(n["asked"], n["to_ask"]),
        _share(n["found"], n["dice"]), _share(n["right"], n["found"]),
    )  # fmt: skip
    return f"| {name} | {n['rolls']} | {' | '.join(shares)} |"


HEAD = "| {} | rolls | silent, of those sure | coverage | flagged | found | faces |\n|---|---|---|---|---|---|---|"


def _groups(lines: Sequence[Line]) -> str:
    rows = [HEAD.format("rigs")]
    for name, taught in sorted(
        {(line["set"], line["taught"]) for line in lines}, key=lambda pair: (not pair[1], pair[0])
    ):
        part = [line for line in lines if (line["set"], line["taught"]) == (name, taught)]
        rows.append(_row(f"`{name}`, {'taught' if taught else 'not taught'}", part))
    taught_lines = [line for line in lines if line["taught"]]
    for name, part in (("all taught", taught_lines), ("all", lines)):
        n = _counts(part)
        bound = f"{100 * upper_bound(n['silent'], n['sure']):.2f} %" if n["sure"] else "-"
        rows.append(_row(f"**{name}** (silent at most {bound} of those sure, with 95 % confidence)", part))
    return "\n".join(rows)


def _pairs(lines: Sequence[Line]) -> list[tuple[float, bool]]:
    """Confidence and whether right, of readable dice whose confidence is one (not that of a colour guessed)."""
    return [
        (die["confidence"], die["read"] == die["face"])
        for line in lines
        for die in line["dice"]
        if "read" in die and (line["taught"] or line["set"] != "wuerfelspiel")
    ]


def _calibration(lines: Sequence[Line]) -> str:
    words = []
    for name, part in (("taught", True), ("not taught", False)):
        pairs = _pairs([line for line in lines if line["taught"] == part])
        if pairs:
            words.append(f"{name} {100 * calibration_error(pairs):.2f} % over {len(pairs)} dice")
    return f"Calibration error: {', '.join(words)}; together {100 * calibration_error(_pairs(lines)):.2f} %."


def _risk(lines: Sequence[Line]) -> str:
    """Readable rolls, ordered by their least confident die: how many of the first so many are wrong."""
    whole = [line for line in lines if line["whole"] and line["dice"] and all("read" in die for die in line["dice"])]
    rows = ["| the most confident | of readable rolls | wrong | least confidence |", "|---|---|---|---|"]
    ranked = sorted(((min(d["confidence"] for d in line["dice"]), not line["right"]) for line in whole), reverse=True)
    for share in (0.5, 0.7, 0.8, 0.9, 0.95, 1.0):
        part = ranked[: round(share * len(ranked))]
        if part:
            wrong = sum(bad for _, bad in part)
            rows.append(f"| {share:.0%} | {len(part)} | {wrong} ({_share(wrong, len(part))}) | {part[-1][0]:.3f} |")
    return "\n".join(rows)


def _worst(lines: Sequence[Line]) -> str:
    dice = [die for line in lines if line["taught"] for die in line["dice"] if "read" in die]
    words = []
    for name, key in (
        ("face", lambda die: die["face"]),
        ("angle of 15°", lambda die: f"{die['angle'] % 360 // 15 * 15}°"),
        ("ninth of the picture", lambda die: f"column {die['place'][0] + 1}, row {die['place'][1] + 1}"),
    ):
        groups: dict[str, list[bool]] = {}
        for die in dice:
            groups.setdefault(key(die), []).append(die["read"] == die["face"])
        if groups:
            worst = min(groups, key=lambda group: float(np.mean(groups[group])))
            values = groups[worst]
            words.append(f"worst {name}: {worst} with {100 * float(np.mean(values)):.1f} % of {len(values)}")
    return "Faces of taught dice, sure or not: " + "; ".join(words) + "." if words else ""


def _matrix(lines: Sequence[Line], cells: Sequence[Cell]) -> str:
    rows = [HEAD.format("factor: level")]
    thin = []
    for cell in cells:
        part = [line for line in lines if (line["factor"], line["level"]) == (cell.factor, cell.level)]
        if len(part) < ENOUGH:
            thin.append((len(part), f"{cell.factor}: {cell.level}"))
        if part:
            rows.append(_row(f"{cell.factor}: {cell.level}", part))
    empty = [name for rolls, name in thin if rolls == 0]
    fewest = min((rolls for rolls, _ in thin), default=ENOUGH)
    rows.append(f"\nOf {len(cells)} cells {len(thin)} have fewer than {ENOUGH} rolls (the fewest {fewest}).")
    rows.append(f"Empty cells: {'; '.join(empty) if empty else 'none'}.")
    rows.append(f"Not rendered: {'; '.join(NOT_RENDERED)}.")
    return "\n".join(rows)


def _speed(lines: Sequence[Line]) -> str:
    drawn = [line["render_s"] for line in lines if line["render_s"] is not None]
    read = float(np.mean([line["read_s"] for line in lines]))
    words = f"Rendered {1 / float(np.mean(drawn)):.1f} frames of 1024x768 a second of one core. " if drawn else ""
    return f"{words}Read {1 / read:.1f} of them a second of one core."
