"""A graded game as a report that its players can read without help: what happened, what it cost, who was lucky."""

from __future__ import annotations

from textwrap import wrap

from engine.advice.advice import Choice
from engine.advice.grade import DEFINITION, Decision, Report, Throw
from engine.match import Match
from engine.position import Seat

SHOWN = 6
WIDTH = 110
FACES = {
    "r": "red-brown", "y": "yellow", "p": "pink", "g": "green", "b": "blue", "s": "stone",
    **{digit: digit for digit in "12345"},
}  # fmt: skip
TITLES = {"wuerfelspiel": "Keltis: Das Würfelspiel", "or": "Keltis Ór", "or-happy-meeple": "Keltis Ór (Happy Meeple)"}


def report_lines(match: Match, report: Report) -> list[str]:
    """The report, line by line."""
    lines = [_headline(match), ""]
    lines += ["IN SHORT", *(f"  {_in_short(match, report, seat)}" for seat in range(len(match.players)))]
    lines += ["", "HOW WELL EACH PLAYER DECIDED", *_players(match, report)]
    lines += ["", "THE DECISIONS THAT COST MOST", *_decisions(match, report)]
    lines += ["", "THE THROWS THAT CHANGED MOST", *(_throw(match, throw) for throw in report.luckiest(SHOWN))]
    lines += ["", "WHO WAS LIKELY TO WIN, TURN BY TURN", *_chart(match, report)]
    lines += ["", "WHAT THE FIGURES MEAN", *_meanings(report)]
    return lines


def _headline(match: Match) -> str:
    totals = [sheet.total for sheet in match.position.scores()]
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    points = ", ".join(f"{match.players[seat]} {totals[seat]}" for seat in order)
    title, outcome = TITLES.get(match.game, match.game), match.position.outcome
    if outcome is None:
        return f"{title}, not played to its end. Points so far: {points}."
    winners = " and ".join(match.players[seat] for seat in outcome.winners)
    return f"{title}. {winners} won. Points: {points}."


def _in_short(match: Match, report: Report, seat: Seat) -> str:
    """One sentence: mistakes, the worst of them, and the dice."""
    player, name = report.players[seat], match.players[seat]
    mine = [decision for decision in report.decisions if decision.seat == seat]
    worst = max(mine, key=lambda decision: decision.loss, default=None)
    if worst is None or worst.loss < 0.005:
        played = "made no mistake worth naming"
    else:
        turn = f"turn {worst.turn} ({in_words(worst.played)} instead of {in_words(worst.best)})"
        played = f"gave away {_share(player.given_away)} of a win, {_share(worst.loss)} of it in {turn}"
    luck = f"the dice {'gave' if player.luck >= 0 else 'took'} {_share(abs(player.luck))} of one"
    return f"{name} {played}; {luck}."


def _players(match: Match, report: Report) -> list[str]:
    heads = f"{'decisions':>9}{'given away':>12}{'each time':>12}   {'played like':<12}{'luck':>8}{'result':>8}"
    lines = [f"  {'':<14}{heads}{'without luck':>14}"]
    for name, player in zip(match.players, report.players, strict=True):
        result = "-" if player.result is None else f"{player.result:.0%}"
        without = "-" if player.without_luck is None else f"{player.without_luck:.0%}"
        rate = f"{player.error_rate:.2%}"
        lines.append(
            f"  {name[:13]:<14}{player.decisions:>9}{_share(player.given_away):>12}{rate:>12}   {player.grade:<12}"
            f"{player.luck:>+8.0%}{result:>8}{without:>14}"
        )
    return lines


def _decisions(match: Match, report: Report) -> list[str]:
    costly = report.costliest(SHOWN)
    if not costly:
        return ["  No decision gave away as much as 2 % of a win: well played."]
    return [line for decision in costly for line in _decision(match, decision)]


def _decision(match: Match, decision: Decision) -> list[str]:
    dice = ", ".join(FACES[face] for face in decision.dice)
    shown = f" (dice: {dice})" if dice else ""
    return [
        f"  Turn {decision.turn}, {match.players[decision.seat]}{shown}: cost {_share(decision.loss)} of a win "
        f"{decision.mark}",
        f"      played  {in_words(decision.played):<26} {_outlook(decision.played, decision.seat)}",
        f"      better  {in_words(decision.best):<26} {_outlook(decision.best, decision.seat)}{_because(decision)}",
    ]


def _outlook(choice: Choice, seat: Seat) -> str:
    """What a choice leads to, in figures anybody can compare."""
    points = f"{choice.points[seat]:.1f} points expected at the end"
    return points if choice.win is None else f"{choice.win:.0%} to win, {points}"


def _because(decision: Decision) -> str:
    """What a better choice of dice would most likely have brought."""
    aims = [reason for reason in decision.best.why if reason.key == "aim"]
    if not aims:
        return ""
    return ", most likely then " + " or ".join(f"{_move_words(aim.target)} ({aim.amount:.0%})" for aim in aims)


def in_words(choice: Choice) -> str:
    """A choice as people say it."""
    text = str(choice.move)
    if not text.startswith("="):
        return _move_words(text)
    kept = [FACES[face] for face in text[1:]]
    return f"keep {', '.join(kept)}" if kept else "roll all again"


def _move_words(text: str) -> str:
    if text == "-":
        return "no move"
    if text == "stones":
        return "take the stones"
    if text.startswith("+"):
        return f"clover step on {FACES[text[1]]}"
    return f"{FACES[text[0]]} {text[1:]}"


def _throw(match: Match, throw: Throw) -> str:
    seat = throw.seat
    faces = ", ".join(FACES.get(face, face) for face in str(throw.move))
    first = match.positions[throw.place].stage == "roll"
    before, luck = throw.before[seat], throw.luck[seat]
    chances = f"chance of winning {_share(before)} → {_share(before + luck)}"
    return f"  Turn {throw.turn}, {match.players[seat]} {'rolled' if first else 'rolled again:'} {faces}: {chances}"


def _chart(match: Match, report: Report) -> list[str]:
    """Tenths of a win before each turn, one line a player, under a ruler of turns."""
    turns = len(report.chances)
    ruler = "".join(f"{turn:<10}" for turn in range(1, turns + 1, 10))[: max(turns, 4)]
    lines = [
        "  One figure a turn: 0 is a chance below 10 %, 5 is 50 to 59 %, 9 is 90 % or more.",
        f"  {'turn':<14}{ruler}",
    ]
    for seat, name in enumerate(match.players):
        figures = "".join(_tenth(chances[seat]) for _, chances in report.chances)
        lines.append(f"  {name[:13]:<14}{figures}")
    return lines


def _tenth(chance: float) -> str:
    return str(min(max(int(10 * chance), 0), 9))


def _meanings(report: Report) -> list[str]:
    told = [
        f"Every choice was compared with the best one for the same dice, as the adviser ({report.by}) sees it. Giving "
        "away 10 % of a win means: of ten games that went on from there, one more would be lost.",
        "Luck is how much all dice together changed a player's chance of winning. Take it from the result, and what is "
        "left shows who decided well: about an equal share each if all did.",
        DEFINITION,
    ]
    if report.incomplete:
        told.append("Some spaces or chips were not known yet; what they may show was averaged over.")
    return [line for part in told for line in wrap(part, WIDTH, initial_indent="  ", subsequent_indent="  ")]


def _share(part: float) -> str:
    """A part of a win; tenths of a percent where they matter."""
    return f"{part:.1%}" if abs(part) < 0.0995 else f"{part:.0%}"
