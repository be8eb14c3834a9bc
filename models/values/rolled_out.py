"""Rollouts of choices on the twin: the referee plays on in all seats to the end of the game, luck taken out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.advice.adviser import rest_of_turn
from engine.advice.hand import HandMade
from engine.advice.network import opened
from engine.advice.or_arrays import chips_of
from engine.advice.rollout import drawn_leaf
from engine.advice.value import Value
from engine.advice.wuerfelspiel_arrays import board_of
from engine.catalogue import position
from engine.position import Position
from models.values.compiled import Compiled, weights_of
from models.values.lanes import CompiledPlayer, TwinGames, TwinHand, value_ends
from models.values.twin import OVER, OrGames, OrRules, WuerfelspielGames

FIRST = 16
"""Rollouts after which weak choices are dropped; half of them belong to each half of the rollouts."""

BEHIND = 3.0
"""Standard errors of the difference by which a choice must be behind to be dropped."""

TURNS = 260


@dataclass(frozen=True)
class Choices:
    """Decisions with the choices that are to be rolled out.

    Attributes:
        positions: text of each.
        moves: of each, the choices as text.
        numbers: of each, its place in the file; the dice depend on nothing else.
    """

    positions: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...]


@dataclass
class Begun:
    """Rollouts that are to be played on from the end of a turn.

    Attributes:
        leaf: where; a game that is over is not played on.
        adjusted: what is known of the result so far: less the luck, or the result itself.
        seat: whose chance of winning is meant.
        dice: seed.
    """

    leaf: Position
    adjusted: float
    seat: int
    dice: int


def rolled_out(choices: Choices, referee: str, games: int) -> list[dict[str, list[list[float]]]]:
    """Of each decision, by choice: of each half of its rollouts the mean chance of winning, its error, how many.

    Args:
        referee: ONNX file, or "hand".
        games: rollouts of each choice that is not dropped, after the first `FIRST`.
    """
    if referee == "hand":
        value: Value = HandMade(knows_win=True)
        player: CompiledPlayer = TwinHand()
    else:
        value, player = opened(Path(referee).read_bytes(), referee), Compiled(weights_of(Path(referee)))
    found: list[dict[str, list[float]]] = [{move: [] for move in moves} for moves in choices.moves]
    for first, last in ((0, FIRST), (FIRST, FIRST + games)):
        begun, owners = [], []
        for number, text, shares in zip(choices.numbers, choices.positions, found, strict=True):
            for move in kept(shares):
                begun += beginnings(position(text), move, value, range(first, last), number)
                owners += [shares[move]] * (last - first)
        for owner, share in zip(owners, played_on(begun, player).tolist(), strict=True):
            owner.append(share)
    return [{move: halves_of(shares) for move, shares in entry.items()} for entry in found]


def kept(shares: dict[str, list[float]]) -> list[str]:
    """The choices that are not clearly behind the best; all of them before the first rollout."""
    if not any(shares.values()):
        return list(shares)
    means = {move: float(np.mean(found)) for move, found in shares.items()}
    best = max(means, key=lambda move: means[move])
    chosen = []
    for move, found in shares.items():
        away = np.array(shares[best]) - np.array(found)
        if away.mean() <= BEHIND * max(float(away.std(ddof=1)), 0.01) / len(away) ** 0.5:
            chosen.append(move)
    return chosen


def halves_of(shares: list[float]) -> list[list[float]]:
    """Mean, standard error and number of the even and of the odd rollouts."""
    halves = (np.array(shares[0::2]), np.array(shares[1::2]))
    return [[round(float(half.mean()), 5), round(float(half.std(ddof=1)) / len(half) ** 0.5, 5), len(half)]
            for half in halves]  # fmt: skip


def beginnings(here: Position, move: str, value: Value, samples: range, number: int) -> list[Begun]:
    """The rest of the turn after a choice, once for each sample; the same dice for every choice."""
    after, seat = here.play(here.parse_move(move)), here.turn_of
    if after.stage == "over" or after.stage == "roll":
        share = _share(after, seat) if after.stage == "over" else 0.0
        return [Begun(after, share, seat, _seed(number, sample)) for sample in samples]
    turn, backup = rest_of_turn(after, value, extra_turns=0)
    column = 1 + 2 * seat
    exact = float(backup.row(turn.root)[column])
    found = []
    for sample in samples:
        leaf = drawn_leaf(backup, turn.root, Random(f"{number} {sample}"))
        reached = turn.leaves[leaf.place]
        luck = float(backup.rows[leaf.place][column]) - exact
        share = _share(reached, seat) if reached.stage == "over" else 0.0
        found.append(Begun(reached, share - luck, seat, _seed(number, sample)))
    return found


def _share(over: Position, seat: int) -> float:
    assert over.outcome is not None
    return 1 / len(over.outcome.winners) if seat in over.outcome.winners else 0.0


def _seed(number: int, sample: int) -> int:
    return number * 100_003 + sample


def played_on(begun: list[Begun], player: CompiledPlayer) -> NDArray[np.float64]:
    """(rollouts,) chance of winning with luck taken out; all of one game, seats and options."""
    shares = np.array([entry.adjusted for entry in begun])
    going = [place for place, entry in enumerate(begun) if entry.leaf.stage != "over"]
    if not going:
        return shares
    twin = twin_of([begun[place].leaf for place in going])
    seats = np.array([begun[place].seat for place in going])
    seeds = np.array([begun[place].dice for place in going], np.uint64)
    total = np.zeros(len(going))
    for turn in range(TURNS):
        games = twin.going
        if not len(games):
            break
        twin.random[games] = dice_of(seeds[games], turn)
        ends = twin.enumerate(games)
        rows, worth = value_ends(player, twin, games, ends, np.ones(len(games), bool))
        expected, _, chosen = twin.choose(games, ends, worth, rows, np.zeros(len(games)))
        mine = seats[games]
        total[games] -= (rows[chosen] - expected)[np.arange(len(games)), mine]
        over = ends.kind[chosen] == OVER
        total[games[over]] += ends.final[chosen[over], mine[over]]
        twin.apply(chosen)
    shares[going] += total
    return shares


def dice_of(seeds: NDArray[np.uint64], turn: int) -> NDArray[np.uint64]:
    """State of the twin's dice for a turn, the same for the same seed and turn; states of two turns share no dice.

    Mixed as the twin's own generator mixes (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
    2014): states that lie a step of that generator apart would throw the same dice one place later.
    """
    state = seeds * np.uint64(1_000_003) + np.uint64(turn)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        state = (state ^ (state >> np.uint64(shift))) * np.uint64(factor)
    return np.asarray(state ^ (state >> np.uint64(31)))


def twin_of(positions: list[Position]) -> TwinGames:
    """Games of the twin that stand where some positions at the beginning of a turn stand."""
    first, count, seats = positions[0], len(positions), positions[0].seats
    setup = first.setup  # type: ignore[attr-defined]
    zero, all_seats = np.zeros(count, int), np.full(count, seats)
    if first.game == "wuerfelspiel":
        board = board_of(setup)
        twin = WuerfelspielGames(board.icons[None], zero, all_seats, 0, board.values, board.tiles, board.clamps)
        pieces = np.array([here.pieces for here in positions])  # type: ignore[attr-defined]
        twin.at[:, :seats] = pieces.reshape(count, seats, 5)
    else:
        chips = chips_of(setup)
        rules = OrRules(chips.colour_ends, chips.at_once, chips.ties_count, chips.stalls)
        supply = np.array([here.supply for here in positions])  # type: ignore[attr-defined]
        twin = OrGames(chips.gifts[None], zero, all_seats, supply, 0, rules)
        twin.columns[:, :seats] = np.array([here.columns for here in positions]).reshape(count, seats, 5)  # type: ignore[attr-defined]
        twin.centre[:] = np.array([here.centre for here in positions])  # type: ignore[attr-defined]
        twin.passes[:] = np.array([here.passes for here in positions])  # type: ignore[attr-defined]
        carried = chips.together[np.arange(5), twin.columns & 2047, 2:].sum(axis=2)
        twin.goblins[:], twin.coins[:] = carried[..., 0], carried[..., 1]
    twin.stones[:, :seats] = np.array([here.stones for here in positions])  # type: ignore[attr-defined]
    twin.turn[:] = np.array([here.turn_of for here in positions])
    return twin
