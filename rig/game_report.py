"""A graded game as a report that its players can read without help: what happened, what it cost, who was lucky."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap

from engine.advice.grade import DEFINITION, MARKS, Decision, Report, Throw
from engine.match import Match
from engine.position import Seat
from rig.game_report_words import ENDS, ITEMS, TITLES, dice_words, move_words, percent, signed_percent

SHOWN = 6
WIDTH = 110
AHEAD = 0.10
"""So much more likely to win than the next, and a player is called ahead."""

SWING = 0.05
"""A change of the lead by less than this had no single reason."""

TOLD = 0.02
"""A throw that changed less is not told."""

SPELL = 3
"""Turns that somebody must be ahead to be worth a line."""

HOW_TO_READ = (
    "Percentages are chances of winning: 10 % is one game in ten. To give away 10 % means that with the best choice "
    "for the same dice the chance would have been, say, 40 % instead of 30 %. Luck is what the dice added to a chance, "
    "or took from it. Points are those of the score table, as they will most likely stand at the end."
)
GUESSED = (
    "For this game the adviser knows points only. Its percentages are points ahead, 25 of them taken for a whole win: "
    "good to compare choices by, not as odds."
)


def report_lines(match: Match, report: Report) -> list[str]:
    """The report, line by line."""
    marks = ", ".join(f"{mark} {100 * limit:.0f} % or more" for limit, mark in MARKS)
    hints = [HOW_TO_READ] if report.knows_win else [HOW_TO_READ, GUESSED]
    return [
        *_wrapped(_headline(match), ""), "", *(line for hint in hints for line in _wrapped(hint)),
        "", "IN SHORT", *_wrapped(_turned(match, report)),
        *(line for seat in _ranked(match) for line in _wrapped(_in_short(match, report, seat))),
        "", "WHERE THE POINTS CAME FROM", *_points(match),
        "", "HOW EVERYBODY PLAYED", *_players(match, report),
        "", f"DECISIONS THAT GAVE AWAY MOST ({marks})", *_decisions(match, report),
        "", "THROWS THAT CHANGED MOST", *_throws(match, report),
        "", "CHANCE OF WINNING, TURN BY TURN", *_course(match, report), *_chart(match, report),
        "", "WHAT THE FIGURES MEAN", *_meanings(report),
    ]  # fmt: skip


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    whole = text.replace(" %", "\u00a0%")  # a figure and its sign stay on one line
    lines = wrap(whole, WIDTH, initial_indent=indent, subsequent_indent=indent)
    return [line.replace("\u00a0", " ") for line in lines]


def _ranked(match: Match) -> list[Seat]:
    """The seats, most points first; who won comes first of all."""
    outcome = match.position.outcome
    winners = outcome.winners if outcome is not None else ()
    totals = [sheet.total for sheet in match.position.scores()]
    return sorted(range(len(totals)), key=lambda seat: (seat not in winners, -totals[seat]))


def _headline(match: Match) -> str:
    totals = [sheet.total for sheet in match.position.scores()]
    points = ", ".join(f"{match.players[seat]} {totals[seat]}" for seat in _ranked(match))
    title, outcome = TITLES.get(match.game, match.game), match.position.outcome
    if outcome is None:
        return f"{title}, not played to its end. Points so far: {points}."
    winners = " and ".join(match.players[seat] for seat in outcome.winners)
    ending = ENDS.get(outcome.reason, "The game is over.")
    return f"{title}. {winners} won. Points: {points}. {ending}"


def _in_short(match: Match, report: Report, seat: Seat) -> str:
    """How it ended for a player and why: mistakes, the worst of them, and the dice."""
    player, name = report.players[seat], match.players[seat]
    mine = [decision for decision in report.decisions if decision.seat == seat]
    worst = max(mine, key=lambda decision: decision.loss, default=None)
    luck = f"the dice {'gave' if player.luck >= 0 else 'took'} {percent(abs(player.luck))}"
    if worst is None or worst.loss < 0.005:
        told = f"{name}{_ending(match, report, seat)} Made no mistake worth naming; {luck}."
    else:
        played = f"{_move(match, worst, False)} instead of {_move(match, worst, True)}"
        told = (
            f"{name}{_ending(match, report, seat)} Gave away {percent(player.given_away)} in {player.decisions} "
            f"decisions, {percent(worst.loss)} of it in turn {worst.turn} ({played}); {luck}."
        )
    return told


def _turned(match: Match, report: Report) -> str:
    """When who won took the lead for good, what did it, and who had been ahead; "" where there is nothing to tell."""
    outcome = match.position.outcome
    if outcome is None or len(outcome.winners) != 1 or not report.chances:
        return ""
    (winner,), chances = outcome.winners, dict(report.chances)
    behind = [turn for turn, here in chances.items() if max(here) > here[winner]]
    if not behind:
        return f"{match.players[winner]} was likeliest to win from the beginning."
    turn = behind[-1]
    leader, before = chances[turn].index(max(chances[turn])), chances[turn][winner]
    after = min(chances[turn + 1][winner], 1.0) if turn + 1 in chances else 1.0
    if after - before < SWING:
        return f"{match.players[winner]} was likeliest to win from turn {turn + 1} on."
    told = f"The lead changed for the last time in turn {turn}: {_event(match, report, turn, winner)}, and the chance "
    told += f"of {match.players[winner]} went from {percent(max(before, 0.0))} to {percent(after)}."
    most, when = max((here[leader], number) for number, here in chances.items() if number <= turn)
    if most - before >= AHEAD:
        told += f" Until then {match.players[leader]} was ahead, most in turn {when} ({percent(min(most, 1.0))})."
    return told


def _event(match: Match, report: Report, turn: int, winner: Seat) -> str:
    """The throw of a turn, or the mistake of somebody else in it, that did most for who won."""
    throws = [(throw.luck[winner], throw) for throw in report.throws if throw.turn == turn]
    best, throw = max(throws, key=lambda pair: pair[0])
    mistakes = [one for one in report.decisions if one.turn == turn and one.seat != winner and one.loss > best]
    if mistakes:
        worst = max(mistakes, key=lambda one: one.loss)
        played, better = _move(match, worst, False), _move(match, worst, True)
        return f"{match.players[worst.seat]} chose “{played}” instead of “{better}”"
    again = "" if match.positions[throw.place].stage == "roll" else "again: "
    return f"{match.players[throw.seat]} threw {again}{dice_words(tuple(str(throw.move)))}"


def _ending(match: Match, report: Report, seat: Seat) -> str:
    """How the game ended for a player, and whether that is owed to the dice or to decisions."""
    outcome, player = match.position.outcome, report.players[seat]
    points = match.position.scores()[seat].total
    if outcome is None:
        return f" has {points} points."
    if seat in outcome.winners:
        return f" won with {points} points."
    taken = max(-player.luck, 0.0)
    if max(taken, player.given_away) < 0.05:  # too little to have cost the game
        luckier = max(other.luck for other in report.players) >= 0.05
        return f" lost with {points} points" + (": the luck was with others." if luckier else ", by a little of all.")
    owed = "by decisions more than by the dice" if player.given_away > taken else "by the dice more than by decisions"
    return f" lost with {points} points, {owed}."


def _points(match: Match) -> list[str]:
    """The score table, a line for what is scored; in brackets what was counted."""
    sheets = match.position.scores()
    lines = ["  In brackets: the space of the piece, or how many chips, stones, coins or goblins."]
    lines += [f"  {'':<14}{''.join(f'{name[:11]:>12}' for name in match.players)}"]
    for place, line in enumerate(sheets[0].lines):
        told = [one.lines[place] for one in sheets]
        cells = "".join(f"{one.points:>8}{f'({one.count})':>4}" for one in told)
        lines.append(f"  {ITEMS.get(line.item, line.item):<14}{cells}")
    totals = "".join(f"{sheet.total:>8}    " for sheet in sheets)
    return [*lines, f"  {'together':<14}{totals}".rstrip()]


def _players(match: Match, report: Report) -> list[str]:
    heads = f"{'decisions':>10}{'given away':>13}{'a decision':>13}   {'class':<12}{'luck of the dice':>16}"
    lines = [f"  {'':<14}{heads}{'result':>9}{'without luck':>15}"]
    for seat in _ranked(match):
        player = report.players[seat]
        result = "-" if player.result is None else percent(player.result)
        without = "-" if player.without_luck is None else percent(player.without_luck)
        rate = f"{100 * player.error_rate:.2f} %"
        lines.append(
            f"  {match.players[seat][:13]:<14}{player.decisions:>10}{percent(player.given_away):>13}{rate:>13}   "
            f"{player.grade:<12}{signed_percent(player.luck):>16}{result:>9}{without:>15}"
        )
    return lines


def _decisions(match: Match, report: Report) -> list[str]:
    costly = report.costliest(SHOWN)
    if not costly:
        return ["  No decision gave away as much as 2 %: well played."]
    return [line for decision in costly for line in _decision(match, decision)]


def _decision(match: Match, decision: Decision) -> list[str]:
    shown = f" with {dice_words(decision.dice)}" if decision.dice else ""
    head = f"  Turn {decision.turn}, {match.players[decision.seat]}{shown}: gave away {percent(decision.loss)} "
    lines = [f"{head}{decision.mark}"]
    for what, better in (("played", False), ("better", True)):
        told = f"{what}  {_move(match, decision, better)}: {_outlook(match, decision, better)}"
        first, *rest = _wrapped(told, " " * 14)
        lines += [f"      {first.lstrip()}", *rest]
    return lines


def _move(match: Match, decision: Decision, better: bool) -> str:
    """A choice as people say it."""
    choice = decision.best if better else decision.played
    return move_words(str(choice.move), match.game, decision.stage)


def _outlook(match: Match, decision: Decision, better: bool) -> str:
    """What a choice leads to, in figures anybody can compare, and what they are made of."""
    choice, seat = decision.best if better else decision.played, decision.seat
    win = "" if choice.win is None else f"{percent(choice.win)} to win, "
    parts = {reason.key: reason.amount for reason in choice.why}
    aims = [reason for reason in choice.why if reason.key == "aim"]
    told = f"{win}{choice.points[seat]:.1f} points at the end"
    if aims and not _leads_alike(decision):
        likely = [f"{move_words(aim.target, match.game, 'move')} ({percent(aim.amount)})" for aim in aims]
        return f"{told}; next most likely {' or '.join(likely)}"
    if parts.keys() >= {"now", "later", "opponent"}:
        now, later, other = parts["now"], parts["later"], parts["opponent"]
        return f"{told} ({now:.0f} now, {later:+.1f} still to come), the best of the others {other:.1f}"
    return told


def _leads_alike(decision: Decision) -> bool:
    """Whether both keeps lead to the same moves as often, so that naming them tells nothing."""
    told = [
        [(reason.target, percent(reason.amount)) for reason in choice.why if reason.key == "aim"]
        for choice in (decision.played, decision.best)
    ]
    return told[0] == told[1]


def _throws(match: Match, report: Report) -> list[str]:
    told = [_throw(match, throw) for throw in report.luckiest(SHOWN) if abs(throw.luck[throw.seat]) >= TOLD]
    return told or ["  No throw changed a chance of winning by as much as 2 %."]


def _throw(match: Match, throw: Throw) -> str:
    seat, faces = throw.seat, dice_words(tuple(str(throw.move)))
    first = match.positions[throw.place].stage == "roll"
    before, luck = throw.before[seat], throw.luck[seat]
    after = min(max(before + luck, 0.0), 1.0)
    chances = f"{percent(min(max(before, 0.0), 1.0))} → {percent(after)}, {'good' if luck >= 0 else 'bad'} luck"
    return f"  Turn {throw.turn}, {match.players[seat]} threw {'' if first else 'again: '}{faces}: {chances}"


def _course(match: Match, report: Report) -> list[str]:
    """Who was ahead from when to when, in a line each."""
    spells: list[tuple[Seat | None, int, int]] = []
    for ahead, turns in groupby(report.chances, key=lambda pair: _ahead(pair[1])):
        numbers = [turn for turn, _ in turns]
        if spells and len(numbers) < SPELL:  # too short to be told: it belongs to what was before
            ahead = spells[-1][0]
        if spells and spells[-1][0] == ahead:
            spells[-1] = (ahead, spells[-1][1], numbers[-1])
        else:
            spells.append((ahead, numbers[0], numbers[-1]))
    return [_spell(match, report, *spell) for spell in spells]


def _ahead(chances: tuple[float, ...]) -> Seat | None:
    """Who is clearly more likely to win than anybody else."""
    order = sorted(range(len(chances)), key=lambda seat: -chances[seat])
    return order[0] if chances[order[0]] - chances[order[1]] >= AHEAD else None


def _spell(match: Match, report: Report, ahead: Seat | None, first: int, last: int) -> str:
    turns = f"turn {first}" if first == last else f"turns {first} to {last}"
    if ahead is None:
        return f"  {turns}: nobody clearly ahead"
    most, turn = max((chances[ahead], turn) for turn, chances in report.chances if first <= turn <= last)
    return f"  {turns}: {match.players[ahead]} ahead, most at turn {turn} ({percent(min(most, 1.0))})"


def _chart(match: Match, report: Report) -> list[str]:
    """Tenths of a win before each turn, one line a player, under a ruler of turns."""
    turns = len(report.chances)
    ruler = "".join(f"{turn:<10}" for turn in range(1, turns + 1, 10))[: max(turns, 4)].rstrip()
    lines = [
        "  Below, a figure for each turn: 0 is less than 10 %, 5 is 50 to 59 %, 9 is 90 % or more.",
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
        f"Every choice was compared with the best one for the same dice, as the adviser ({report.by}) sees it.",
        "Without luck: the result (100 % for a win, 0 % for a defeat) less the luck of the dice, so what everybody's "
        "decisions made of the game. If all decided equally well it is about an equal share each; it is higher where "
        "others gave something away, and also carries what the adviser misjudged.",
        DEFINITION,
    ]
    if report.incomplete:
        told.append("Some spaces or chips were not known yet; what they may show was averaged over.")
    return [line for part in told for line in _wrapped(part)]
