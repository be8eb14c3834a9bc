"""What each line of the setup screen is about, in a sentence for somebody who has never met it."""

from __future__ import annotations

from engine.position import Option
from rig.page.words import N_, Words
from rig.state import Setup
from rig.table_ask import has_hands

GAMES = {
    "wuerfelspiel": N_("Dice move your pieces along five rows: the further, the more points."),
    "or": N_("Dice win chips for a column in each colour: long ones score, short ones cost."),
    "or-happy-meeple": N_("Ór for two, with the chips and the end as on Happy Meeple."),
    "kartenspiel": N_("Cards from a hidden hand make rows that only rise or only fall."),
    "weg-der-steine": N_("The board game: cards move your figures along five paths."),
}
ROWS = {
    "begins": N_("This player has the first turn; then it goes round the table."),
    "explain": N_("Each step is explained in a sentence when it first comes up."),
    "rig": N_("The computer decides for these seats; people roll its dice."),
    "strength": N_("Each level beats the one below it in about two games of three."),
    "advice": N_("What is best and what the rest costs: always, when asked, or never."),
    "dice": N_("The game's own dice, once they are taught, or ordinary ones instead."),
}
CARD_ROWS = {"rig": N_("The computer plays these seats, by a simple rule of thumb.")}
BOARDS = {
    "wuerfelspiel": N_("The screen's board, or yours: what a space shows is asked once."),
    "or": N_("The screen's chips, or yours: what is on a chip is asked once."),
}
OPTIONS = {
    "side": N_("On the other side no piece may stop where branches are crossed."),
    "overshoot": N_("With symbols to spare a piece stops on the last space, or may not move."),
    "stall": N_("Twelve turns in a row in which no piece moves can end the game."),
    "or:stall": N_("Four passes in a row can end the game; the rule book has no such end."),
    "end": N_("The last wish stone ends the game; the last chip of a colour can too."),
    "ending": N_("The turn of the last stone is finished, or its goblin and coins are lost."),
    "goblin_ties": N_("All who tie for most or fewest goblins get the points, or nobody does."),
    "opening": N_("Any card can begin a row, even a closing card, or only a number card."),
    "points": N_("After a closing card a row takes no more point cards, or still does."),
    "exhaust": N_("If the last card is the first of two drawn, the second is drawn or not."),
    "cards:stall": N_("Ten rounds of nothing but swapped discards can end the game."),
    "final": N_("After the end everybody lays up to two cards: who is first?"),
    "step": N_("A card laid on a path has to move your figure there, or only may."),
    "ties": N_("Who ties for most points wins together, or wish stones decide."),
}
"""Options by their name in the engine, with the kind of game before it where the same name means something else."""


def row_sentence(row: str, setup: Setup, words: Words) -> str:
    """The sentence of a line of the form that is no option; "" for one that says all itself."""
    dice_game = "or" if setup.game.startswith("or") else setup.game
    sentence = {"game": GAMES.get(setup.game), "board": BOARDS.get(dice_game)}.get(row) or ROWS.get(row)
    if has_hands(setup.game):
        sentence = CARD_ROWS.get(row, sentence)
    return words.say(sentence) if sentence else ""


def option_sentence(option: Option, setup: Setup, words: Words) -> str:
    """The sentence of an option; the engine's own, in English, for one that the page does not know."""
    kind = "cards" if has_hands(setup.game) else "or" if setup.game.startswith("or") else setup.game
    sentence = OPTIONS.get(f"{kind}:{option.name}") or OPTIONS.get(option.name)
    return words.say(sentence) if sentence else option.sentence
