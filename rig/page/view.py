"""From the state of the table to what one viewer sees: pure, no network, no devices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.catalogue import game as game_by_name
from engine.errors import EngineError
from engine.position import Position, ScoreSheet
from rig.page.boards import card_table, drawing, meters, scoring_tables
from rig.page.card_buttons import card_buttons
from rig.page.choice_view import choice_views, depth_in_words, face_views, keep_title
from rig.page.die_view import can_enter, die_views, entry_view, palette, roll_views
from rig.page.edit_view import edit_view
from rig.page.hand_view import card_choices, hand_title, hand_view
from rig.page.home import Viewer
from rig.page.instruction import instruction
from rig.page.lessons import lesson
from rig.page.report_sentences import told_report
from rig.page.rule_book import rules_now
from rig.page.seat_filter import Eyes, drawn_card, eyes_of, filtered, hides_hands
from rig.page.sentences import happened, is_news, item, notice, report
from rig.page.setup_view import setup_fields
from rig.page.spoken import spoken_view
from rig.page.view_model import (
    AdvisedView,
    ButtonView,
    DiceBy,
    LineView,
    PlayerView,
    RingView,
    Screen,
    SpokenView,
    TableView,
    TrayView,
)
from rig.page.why_not import not_offered
from rig.page.words import Words
from rig.state import Notice, Phase, TableState

PIECES = ("white", "brown", "grey", "black")
"""Colours of the pieces by seat."""

SHOWN_HAPPENINGS = 12
HARMLESS = ("learning", "buttons", "lamps")
"""Parts of the rig without which a game goes on as well; what they report is told, but is no warning."""


def view_of(
    state: TableState,
    words: Words,
    reports: Mapping[str, str] | None = None,
    viewer: Viewer = Viewer(),
    dice_by: DiceBy = "camera",
) -> TableView:
    """What a viewer with these words sees.

    Args:
        reports: what parts of the rig have to say ("camera" → "The camera was lost; ...").
        dice_by: what throws or reads the dice; people alone do while the camera has something to report.
        viewer: who looks; what this one may not know is taken out of the state before anything else is done with it.
    """
    eyes = eyes_of(state, viewer)
    drawn = drawn_card(state, eyes)
    state = filtered(state, eyes)
    if state.is_rigs_turn:
        state = replace(state, choices=(), cursor=0)
    position = state.position if state.phase is not Phase.SETUP else None
    after = preview(state, position)
    players = player_views(state, position, after, words, viewer.on_phones)
    dice_by = "hand" if "camera" in (reports or {}) else dice_by
    headline, aside = instruction(state, position, words, eyes, drawn, dice_by)
    board, chips = drawing(position, after, players, words)
    hidden = hides_hands(state)
    turn = players[position.turn_of] if position is not None and state.phase is not Phase.OVER else None
    choices = card_choices(state, position, words) if hidden else choice_views(state, words)
    fields = setup_fields(state, words) if state.phase is Phase.SETUP else ()
    at_cursor = next((field.sentence for field in fields if field.at_cursor), "")
    notices = tuple(_notices(state, reports or {}, words))
    news = [] if state.notice is None or not is_news(state.notice) else [notice(state.notice, words)]
    news += [report(part, told, words) for part, told in (reports or {}).items() if part in HARMLESS]
    story = tuple(happened(line, state, words) for line in reversed(state.happened[-SHOWN_HAPPENINGS:]))
    explained = lesson(state, position, words)
    told = (*news, *notices)
    return TableView(
        revision=state.revision,
        language=words.language,
        screen=_screen(state),
        phase=state.phase.value,
        game=position.game if position is not None else state.setup.game,
        game_title=_title(position.game if position is not None else state.setup.game),
        headline=headline,
        aside=at_cursor or aside,
        spoken=spoken_view(
            state, (headline, aside), choices, fields, story, told, explained.sentence if explained else "", words
        ),
        turn=turn,
        dice=die_views(state, position, words),
        faces=face_views(state, words),
        asked=state.asked_die,
        palette=palette(position, words),
        choices_title=_choices_title(state, words),
        choices=choices,
        thinking=_thinking(state, words),
        can_hint=state.may_hint,
        advised=_advised(state, eyes),
        board=board,
        chips=chips,
        hand=hand_view(state, position, eyes, drawn, state.setup.players, words),
        cards=card_table(state, position, after, players, words),
        players=players,
        seats=tuple("" if state.setup.is_rigs(seat) else name for seat, name in enumerate(state.setup.players)),
        meter=meters(position, words),
        scoring=scoring_tables(position, words),
        buttons=button_views(state, words, eyes, dice_by),
        entry=entry_view(state, position, words) if can_enter(state) else None,
        rolls=roll_views(state, words),
        fields=fields,
        notices=notices,
        news=tuple(news),
        lesson=explained,
        rules=rules_now(position, words),
        why_not=not_offered(state, words),
        happened=story,
        has_record=position is not None and (not hidden or state.phase is Phase.OVER),
        tray=_tray(state),
        edit=edit_view(position, state.setup.players, words),
    )


def starting_view(words: Words, trouble: tuple[str, str] | None = None) -> TableView:
    """The screen before the table is ready.

    Args:
        trouble: why it is not, as a part of the rig and its sentence.
    """
    return TableView(
        revision=-1,
        language=words.language,
        screen="starting",
        phase="starting",
        headline=words.say("One moment …"),
        aside=words.say("The table is being laid."),
        spoken=SpokenView(question=words.say("One moment …")),
        notices=() if trouble is None else (report(*trouble, words),),
    )


def preview(state: TableState, position: Position | None) -> Position | None:
    """The position after the highlighted move, None where nothing is being chosen."""
    if position is None or state.phase is not Phase.CHOOSE or not state.choices:
        return None
    try:
        return position.play(position.parse_move(state.choices[state.cursor].key))
    except EngineError:
        return None


def _screen(state: TableState) -> Screen:
    if state.phase in (Phase.SETUP, Phase.OVER):
        return "setup" if state.phase is Phase.SETUP else "over"
    return "cards" if hides_hands(state) else "play"


def _title(name: str) -> str:
    try:
        return game_by_name(name).title
    except EngineError:
        return name


def player_views(
    state: TableState,
    position: Position | None,
    after: Position | None,
    words: Words,
    on_phones: Sequence[str] = (),
) -> tuple[PlayerView, ...]:
    """All players with their scores, in the order of their seats; those named in `on_phones` have one of their own."""
    if position is None:
        return ()
    sheets, later = position.scores(), after.scores() if after is not None else None
    outcome = position.outcome
    names = state.setup.players
    initials = _initials(names)
    views = []
    for sheet in sheets:
        seat = sheet.seat
        change = later[seat].total - sheet.total if later is not None else 0
        views.append(
            PlayerView(
                seat=seat,
                name=names[seat] if seat < len(names) else str(seat + 1),
                initial=initials[seat] if seat < len(initials) else str(seat + 1),
                piece=PIECES[seat % len(PIECES)],
                total=words.number(sheet.total),
                stones=_stones(sheet),
                on_turn=outcome is None and seat == position.turn_of,
                winner=outcome is not None and seat in outcome.winners,
                lines=_lines(sheet, position.game, words),
                change=words.signed(change) if change else "",
                on_phone=seat < len(names) and names[seat] in on_phones,
            )
        )
    return tuple(views)


def _initials(names: Iterable[str]) -> list[str]:
    """The first letter of each name; a number where two are alike."""
    letters = [name[:1].upper() for name in names]
    return [letter if letter and letters.count(letter) == 1 else str(place) for place, letter in enumerate(letters, 1)]


def _stones(sheet: ScoreSheet) -> int:
    return next((line.count for line in sheet.lines if line.item == "stones"), 0)


def _lines(sheet: ScoreSheet, game: str, words: Words) -> tuple[LineView, ...]:
    return tuple(
        LineView(
            item=item(line.item, words),
            count=_counted(line.item, line.count, game, words),
            points=words.number(line.points),
            art=LINE_ART.get(line.item, ""),
        )
        for line in sheet.lines
    )


LINE_ART = {name: name for name in ("redbrown", "yellow", "pink", "green", "blue")} | {
    "stones": "stone",
    "coins": "coin",
    "goblins": "leprechaun",
    "leprechauns": "leprechaun",
    "points": "points",
}


def _counted(name: str, count: int, game: str, words: Words) -> str:
    """What was counted for a line, in words."""
    if name in ("stones", "coins", "goblins", "leprechauns"):
        return f"× {count}"
    if name == "points" and game == "weg-der-steine":
        return ""
    if game in ("kartenspiel",):
        return words.count("%(number)s card", "%(number)s cards", count) if count else "–"
    if game in ("wuerfelspiel", "weg-der-steine"):
        return words.say("space %(space)s", space=count) if count else "–"
    return words.count("%(number)s chip", "%(number)s chips", count) if count else "–"


def _tray(state: TableState) -> TrayView | None:
    """The picture of the tray while something about it is in doubt."""
    if state.phase is not Phase.DOUBT:
        return None
    rings = tuple(
        RingView(place + 1, " ".join(f"{x:.0f},{y:.0f}" for x, y in die.seen.quad), bool(die.doubt))
        for place, die in enumerate(state.dice)
        if die.seen is not None
    )
    return TrayView(f"/picture/tray?{state.decision}", rings)


def _choices_title(state: TableState, words: Words) -> str:
    if hides_hands(state) and state.choices:
        return hand_title(state, words)
    titles = {
        Phase.KEEP: words.say("What to keep"),
        Phase.CHOOSE: words.say("Your moves"),
        Phase.REVEAL: words.say("It shows …"),
        Phase.DOUBT: words.say("The die shows …"),
        Phase.ENTER: words.say("The die shows …"),
    }
    return titles.get(state.phase, "") if state.choices else ""


def _thinking(state: TableState, words: Words) -> str:
    if not state.is_advised or len(state.choices) < 2:
        return ""
    if state.is_thinking:
        return words.say("thinking …")
    return words.say("unknown spaces averaged") if not state.complete else depth_in_words(state, words)


def _advised(state: TableState, eyes: Eyes) -> tuple[AdvisedView, ...]:
    """How much advice each player gets; on a phone with a seat that of its own player."""
    if state.match is None or state.phase is Phase.SETUP or hides_hands(state):
        return ()
    return tuple(
        AdvisedView(seat, name, state.setup.advice_of(seat))
        for seat, name in enumerate(state.setup.players)
        if not state.setup.is_rigs(seat) and eyes.own_seat in (None, seat)
    )


def _notices(state: TableState, reports: Mapping[str, str], words: Words) -> Iterable[str]:
    if state.notice is not None and not is_news(state.notice):
        yield notice(state.notice, words)
    if state.phase is Phase.DOUBT and state.doubt:
        yield notice(Notice(state.doubt), words)
    if state.phase is Phase.DOUBT:
        yield from (told_report(reason, words) for reason in state.reasons)
    yield from (report(part, sentence, words) for part, sentence in reports.items() if part not in HARMLESS)


def button_views(
    state: TableState, words: Words, eyes: Eyes = Eyes(), dice_by: DiceBy = "camera"
) -> tuple[ButtonView, ...]:
    """What each button does now; an empty label means nothing."""
    if hides_hands(state) and state.phase is not Phase.OVER:
        return card_buttons(state, eyes, words)
    confirm, reroll, up, down = _labels(state, words) if not state.is_rigs_turn else ("", "", "", "")
    by_hand = state.phase is Phase.ROLL and dice_by == "hand" and not state.is_rigs_turn
    if by_hand:
        confirm = ""
    if state.may_hint:
        up = words.say("Hint")
    rolls_again = state.phase is Phase.KEEP and not state.is_rigs_turn and not all(die.kept for die in state.dice)
    return (
        ButtonView("confirm", "✔", confirm, bool(confirm), is_chief=not rolls_again and not by_hand),
        ButtonView("reroll", "↻", reroll, bool(reroll), is_chief=rolls_again),
        ButtonView("up", "▲", up, bool(up), is_chief=by_hand),
        ButtonView("down", "▼", down, bool(down)),
        ButtonView("undo", "⟲", words.say("Undo"), state.can_undo),
    )


def _labels(state: TableState, words: Words) -> tuple[str, str, str, str]:
    say = words.say
    if state.phase is Phase.KEEP:
        marked = sum(die.kept for die in state.dice)
        again = len(state.dice) - marked
        reroll = words.count("Roll %(number)s again", "Roll %(number)s again", again) if again else say("Roll again …")
        return say("Keep all"), reroll, say("Other"), say("Other")
    table: dict[Phase, tuple[str, str, str, str]] = {
        Phase.SETUP: (say("Start the game"), say("Next line"), say("Change"), say("Change")),
        Phase.ROLL: (say("Read the dice"), say("Look again"), say("By hand"), say("By hand")),
        Phase.DOUBT: (say("That is it"), say("Look again"), say("Face"), say("Face")),
        Phase.ENTER: (say("Take it"), say("One back"), say("Face"), say("Face")),
        Phase.CHOOSE: (say("Play it"), "", say("Move"), say("Move")),
        Phase.REVEAL: (say("It shows this"), "", say("Other"), say("Other")),
        Phase.OVER: (say("New game"), "", "", ""),
    }
    return table[state.phase]


__all__ = ["button_views", "keep_title", "player_views", "preview", "starting_view", "view_of"]
