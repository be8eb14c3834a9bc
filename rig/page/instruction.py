"""The one instruction in big words, and the smaller sentence below it."""

from __future__ import annotations

from engine.cards import Card
from engine.position import Position
from rig.page.card_instruction import card_instruction
from rig.page.choice_view import best_place, gain_over_keeping_all, keep_title
from rig.page.seat_filter import Eyes, hides_hands
from rig.page.sentences import doubt, effect_detail, effect_title
from rig.page.view_model import DiceBy
from rig.page.words import N_, Words
from rig.state import Phase, TableState

HOW_TO_ROLL = {
    "camera": N_("Throw them into the tray."),
    "desk": N_("The demo throws them by itself."),
    "hand": N_("Throw them, then press ▲ and say what they show."),
}
"""What to do for a roll, by what throws or reads the dice."""


def instruction(
    state: TableState,
    position: Position | None,
    words: Words,
    eyes: Eyes = Eyes(),
    drawn: Card = "",
    dice_by: DiceBy = "camera",
) -> tuple[str, str]:
    """Headline and aside for the present question, as these eyes see it.

    Args:
        drawn: the card they saw drawn.
        dice_by: what throws or reads the dice.
    """
    if state.phase is Phase.SETUP or position is None:
        return words.say("Who plays what?"), words.say("▲▼ change the line, ↻ goes to the next, ✔ starts.")
    name = _name(state, position)
    if state.is_rigs_turn:
        return words.say("%(name)s is choosing …", name=name), ""
    if hides_hands(state) and state.phase is not Phase.OVER:
        return card_instruction(state, position, eyes, drawn, name, words)
    if state.phase is Phase.ROLL and not state.looking:
        return _roll(state, position, name, dice_by, words)
    tell = {
        Phase.ROLL: _look,
        Phase.DOUBT: _doubt,
        Phase.ENTER: _enter,
        Phase.KEEP: _keep,
        Phase.CHOOSE: _choose,
        Phase.REVEAL: _reveal,
        Phase.OVER: _over,
    }[state.phase]
    return tell(state, position, name, words)


def _name(state: TableState, position: Position) -> str:
    players = state.setup.players
    seat = position.turn_of
    return players[seat] if seat < len(players) else str(seat + 1)


def _look(state: TableState, position: Position, name: str, words: Words) -> tuple[str, str]:
    return words.say("I am looking at the tray …"), ""


def _roll(state: TableState, position: Position, name: str, dice_by: DiceBy, words: Words) -> tuple[str, str]:
    rolling = int(getattr(position, "to_roll", 0))
    if state.setup.is_rigs(position.turn_of):
        return _roll_for_the_rig(state, position, rolling, name, dice_by, words)
    if position.stage == "reroll":
        kept = len(state.dice)
        if not kept:
            headline = words.say("%(name)s, roll all %(number)s dice again", name=name, number=rolling)
            return headline, words.say(HOW_TO_ROLL[dice_by])
        headline = words.count(
            "%(name)s, roll the other die", "%(name)s, roll the other %(number)s dice", rolling, name=name
        )
        aside = words.count("%(number)s die stays.", "%(number)s dice stay.", kept) if kept else ""
        return headline, aside
    again = state.happened and state.happened[-1].key == "played" and state.happened[-1].seat == position.turn_of
    headline = words.say("%(name)s, roll all %(number)s dice", name=name, number=rolling)
    return headline, words.say("The leprechaun gives another turn." if again else HOW_TO_ROLL[dice_by])


def _roll_for_the_rig(
    state: TableState, position: Position, rolling: int, name: str, dice_by: DiceBy, words: Words
) -> tuple[str, str]:
    """The rig has no hands: people throw its dice."""
    if position.stage != "reroll":
        headline = words.say("Roll all %(number)s dice for %(name)s", number=rolling, name=name)
        return headline, words.say(HOW_TO_ROLL[dice_by])
    headline = words.count(
        "Roll the other die for %(name)s", "Roll the other %(number)s dice for %(name)s", rolling, name=name
    )
    if not state.dice:
        headline = words.say("Roll all %(number)s dice again for %(name)s", number=rolling, name=name)
        return headline, words.say(HOW_TO_ROLL[dice_by])
    kept = words.count(
        "%(name)s keeps the marked die.", "%(name)s keeps the %(number)s marked dice.", len(state.dice), name=name
    )
    return headline, kept


def _doubt(state: TableState, position: Position, name: str, words: Words) -> tuple[str, str]:
    if state.looking:
        return words.say("I am looking again …"), ""
    if 0 <= state.asked_die < len(state.dice):
        die = state.dice[state.asked_die]
        note = f" {die.seen.note}" if die.seen is not None and die.seen.note else ""
        return words.say("What does die %(number)s show?", number=state.asked_die + 1), doubt(die.doubt, words) + note
    return words.say("Something is not right"), words.say("↻ looks again, ▲ enters the roll by hand.")


def _enter(state: TableState, position: Position, name: str, words: Words) -> tuple[str, str]:
    rolling = int(getattr(position, "to_roll", 0))
    headline = words.say("Die %(number)s of %(all)s shows …", number=len(state.entered) + 1, all=rolling)
    return headline, words.say("%(name)s, enter the roll by hand.", name=name)


def _keep(state: TableState, position: Position, name: str, words: Words) -> tuple[str, str]:
    choice = state.choices[state.cursor] if state.choices else None
    if choice is None:
        return words.say("%(name)s, keep or roll again?", name=name), ""
    advised = best_place(state) == state.cursor
    again = len(state.dice) - len(choice.kept)
    if not again:
        aside = words.say("✔ keeps them and goes on.")
    else:
        aside = words.count("↻ rolls the other die again.", "↻ rolls the other %(number)s again.", again)
        if not choice.kept:
            aside = words.say("↻ rolls all of them again.")
    gain = gain_over_keeping_all(state)
    if again and gain is not None and gain >= 0.05:
        aside += " " + words.say("That brings %(points)s points.", points=words.signed(gain, 1))
    return f"{name}: {keep_title(choice, state, words)}", f"★ {aside}" if advised else aside


def _choose(state: TableState, position: Position, name: str, words: Words) -> tuple[str, str]:
    headline = words.say("%(name)s, choose your move", name=name)
    if position.stage == "clover":
        headline = words.say("Clover! %(name)s, one step more", name=name)
    if not state.choices:
        return headline, ""
    effects = state.choices[state.cursor].effects
    told = [effect_title(effects[0], words)] if effects else [state.choices[state.cursor].key]
    told += [
        effect_detail(effect, words)
        for effect in (effects if effects and effects[0].kind == "advance" else effects[1:])
    ]
    return headline, "✔ " + ", ".join(text for text in told if text)


def _reveal(state: TableState, position: Position, name: str, words: Words) -> tuple[str, str]:
    where = ""
    moves = list(position.chance_outcomes())
    if moves:
        effects = position.describe(moves[0][0])
        where = effect_title(effects[0], words) if effects else ""
    headline = words.say("What does it show?")
    return headline, words.say("%(where)s – look at the real one, please.", where=where) if where else ""


def _over(state: TableState, position: Position, name: str, words: Words) -> tuple[str, str]:
    outcome = position.outcome
    if outcome is None:
        return words.say("The game is over"), ""
    players = state.setup.players
    winners = words.both([players[seat] for seat in outcome.winners if seat < len(players)])
    reason = words.say(REASONS.get(outcome.reason, "The game is over."))
    if len(outcome.winners) > 1:
        return words.say("%(names)s share the win", names=winners), reason
    points = outcome.totals[outcome.winners[0]]
    return words.say("%(name)s wins with %(points)s points", name=winners, points=words.number(points)), reason


REASONS = {
    "goal": N_("Enough pieces have reached the goal."),
    "all-four": N_("All four pieces of one player have reached the goal."),
    "stall": N_("Nobody has moved for twelve turns."),
    "stones-gone": N_("The last wish stone was taken."),
    "colour-gone": N_("The last chip of a colour was taken."),
    "passes": N_("Everybody has passed too often."),
    "closed": N_("Five rows are closed."),
    "pile": N_("The face-down pile is empty."),
    "stalled": N_("Discards were swapped for ten rounds."),
}
