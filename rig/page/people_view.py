"""Players and dice over all games: what the statistics pages show."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from engine.dice import OR_DICE, WUERFELSPIEL_DICE
from rig.dice_fairness import FALSE_ALARM, NEEDED, SETS, Fairness, found_out_from, judge
from rig.page.past_view import GRADES, percent, signed_percent, title_of, when
from rig.page.past_view_model import ChartView
from rig.page.sentences import face_art, face_name
from rig.page.words import N_, Words
from rig.past_game import PastGame

CHARTED = 30
"""So many of the last games are drawn."""
DICE_NAMES = {
    "wuerfelspiel": N_("Dice of the Würfelspiel"),
    "or": N_("Dice of Keltis Ór"),
    "pips": N_("Ordinary dice"),
}


@dataclass(frozen=True, slots=True)
class PersonView:
    """One player over all games that were played to the end.

    Attributes:
        rows: (game, games, wins, average points, best points) as texts, one a kind of game.
        play: class and error rate over all graded decisions, "" for none.
        luck: average luck a game, "" for none.
        chart: points game by game, None for less than two games.
    """

    name: str
    games: int
    wins: str
    rows: tuple[tuple[str, str, str, str, str], ...]
    play: str
    luck: str
    chart: ChartView | None


@dataclass(frozen=True, slots=True)
class FaceCountView:
    """How often a face fell."""

    art: str
    name: str
    count: str
    share: str
    value: int


@dataclass(frozen=True, slots=True)
class DiceView:
    """What the throws of one kind of dice say.

    Attributes:
        verdict: "few", "fair" or "odd".
        headline: the verdict in words.
        sentences: what it rests on.
        expected: how often each face falls on average where the dice are fair.
    """

    title: str
    verdict: str
    headline: str
    sentences: tuple[str, ...]
    faces: tuple[FaceCountView, ...]
    expected: float
    expected_text: str


@dataclass(frozen=True, slots=True)
class NeededView:
    """How many throws it takes to find out dice with one face that falls too often."""

    share: str
    throws: str


def people(games: Sequence[PastGame], words: Words) -> tuple[PersonView, ...]:
    """All players, those with most games first."""
    own: dict[str, list[tuple[int, PastGame]]] = defaultdict(list)
    for game in reversed(games):
        if game.is_over:
            for seat, name in enumerate(game.players):
                own[name].append((seat, game))
    views = [_person(name, played, words) for name, played in own.items()]
    return tuple(sorted(views, key=lambda view: (-view.games, view.name.casefold())))


def _person(name: str, played: Sequence[tuple[int, PastGame]], words: Words) -> PersonView:
    wins = sum(seat in game.winners for seat, game in played)
    by_game: dict[str, list[tuple[int, PastGame]]] = defaultdict(list)
    for seat, game in played:
        by_game[game.game].append((seat, game))
    rows = []
    for kind, some in by_game.items():
        points = [game.totals[seat] for seat, game in some]
        won = sum(seat in game.winners for seat, game in some)
        average = words.number(sum(points) / len(points), 1)
        rows.append((title_of(kind), str(len(some)), str(won), average, words.number(max(points))))
    graded = [game.analysis.players[seat] for seat, game in played if game.analysis is not None]
    decisions = sum(conduct.decisions for conduct in graded)
    play = luck = ""
    if decisions:
        from engine.advice.grade import class_of  # numpy comes along, and the page has to answer before that

        rate = sum(conduct.given_away for conduct in graded) / decisions
        play = words.say(
            "%(grade)s: gives away %(rate)s a decision",
            grade=words.say(GRADES[class_of(rate)]),
            rate=percent(rate, words, 1),
        )
        mean = sum(conduct.luck for conduct in graded) / len(graded)
        luck = words.say("%(luck)s of a win a game", luck=signed_percent(mean, words))
    return PersonView(
        name, len(played), _wins(wins, len(played), words), tuple(rows), play, luck, _points(played, words)
    )


def _wins(wins: int, games: int, words: Words) -> str:
    return words.count("%(wins)s won of %(number)s game", "%(wins)s won of %(number)s games", games, wins=wins)


def _points(played: Sequence[tuple[int, PastGame]], words: Words) -> ChartView | None:
    """Points game by game; one line a kind of game would be unreadable, so the kind played most is drawn."""
    kinds = Counter(game.game for _, game in played)
    kind = kinds.most_common(1)[0][0]
    some = [(seat, game) for seat, game in played if game.game == kind][-CHARTED:]
    if len(some) < 2:
        return None
    rows = tuple(
        (when(game.began, words).partition(",")[0], (words.number(game.totals[seat]),), (float(game.totals[seat]),))
        for seat, game in some
    )
    caption = words.say("Points in %(game)s, game by game", game=title_of(kind))
    return ChartView(caption, (words.say("Points"),), ("one",), rows)


def dice(games: Sequence[PastGame], words: Words) -> tuple[DiceView, ...]:
    """All kinds of dice that were thrown, those thrown most first."""
    thrown: dict[str, Counter[str]] = defaultdict(Counter)
    for game in games:
        if game.dice:
            # Ordinary dice carry the faces of either game; their six sides are counted in one order.
            faces = WUERFELSPIEL_DICE.faces if game.game == "wuerfelspiel" else OR_DICE.faces
            for face, count in game.thrown:
                side = OR_DICE.faces[faces.index(face)] if game.dice == "pips" else face
                thrown[game.dice][side] += count
    order = sorted(thrown, key=lambda kind: -sum(thrown[kind].values()))
    return tuple(_dice(kind, thrown[kind], words) for kind in order)


def _dice(kind: str, thrown: Counter[str], words: Words) -> DiceView:
    letters = WUERFELSPIEL_DICE.faces if kind == "wuerfelspiel" else OR_DICE.faces
    fairness = judge([thrown[letter] for letter in letters])
    names = [_side(kind, letter, words) for letter in letters]
    faces = tuple(
        FaceCountView(
            "6" if kind == "pips" and letter == "s" else face_art(letter),
            name,
            str(count),
            percent(count / fairness.throws, words, 1) if fairness.throws else "–",
            count,
        )
        for letter, name, count in zip(letters, names, fairness.counts, strict=True)
    )
    expected = fairness.throws / len(letters)
    return DiceView(
        title=words.say(DICE_NAMES[kind]),
        verdict=fairness.verdict,
        headline=_headline(fairness, names, words),
        sentences=tuple(_sentences(fairness, words)),
        faces=faces,
        expected=expected,
        expected_text=words.number(expected, 1),
    )


def _side(kind: str, letter: str, words: Words) -> str:
    return "6" if kind == "pips" and letter == "s" else face_name(letter, words)


def _headline(fairness: Fairness, names: Sequence[str], words: Words) -> str:
    if fairness.verdict == "few":
        return words.say("Too few throws to say anything.")
    if fairness.verdict == "fair":
        return words.say("No reason to doubt these dice.")
    more = fairness.counts[fairness.oddest] * len(names) > fairness.throws
    name = names[fairness.oddest]
    if more:
        return words.say("These dice are not fair, or are misread: %(face)s falls too often.", face=name)
    return words.say("These dice are not fair, or are misread: %(face)s falls too seldom.", face=name)


def _sentences(fairness: Fairness, words: Words) -> list[str]:
    told = [words.count("%(number)s die thrown.", "%(number)s dice thrown.", fairness.throws)]
    if fairness.verdict == "few":
        return told
    chance = words.number(100 * fairness.chance, 0 if fairness.chance >= 0.01 else 2)
    told.append(words.say("Fair dice deviate as much as this or more in %(chance)s of 100 such series.", chance=chance))
    if fairness.verdict == "fair":
        share = found_out_from(fairness.throws)
        if share is None:
            told.append(words.say("So far only a grossly loaded die would have been noticed."))
        else:
            told.append(
                words.say(
                    "A face that falls in %(share)s of throws instead of 17 %% would most likely have been noticed.",
                    share=percent(share, words),
                )
            )
    return told


def needed(words: Words) -> tuple[NeededView, ...]:
    """How many throws a given bias takes."""
    return tuple(
        NeededView(percent(share, words), f"{throws:,}".replace(",", "\N{NARROW NO-BREAK SPACE}"))
        for share, throws in NEEDED
    )


def method(words: Words) -> str:
    """What the verdict means."""
    return words.say(
        "You may look as often as you like: over all looks and all %(sets)s kinds of dice together, fair dice are "
        "called unfair in at most %(alarm)s of homes. All dice of a kind are counted together, and a die that the "
        "camera misreads looks like an unfair one.",
        sets=SETS,
        alarm=percent(FALSE_ALARM, words),
    )
