"""Each threshold of the reader by the rule beside it, from dice held against the truth; nothing is read or written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.reader.contract import DIE_STATES, SETS
from models.reader.observe import Observed
from vision.classify import Look
from vision.dice_sets import dice_set as known_set
from vision.doubt import UNTAUGHT, UNTAUGHT_SHARE, colour_contradiction, taught_probabilities
from vision.render.picture import TrueDie
from vision.second_look import ALWAYS, WEIGHT, die_lies_there, witnesses

TRUSTED = 0.9
"""Area under the curve from which a state of the corner network is believed."""

FEWEST = 20
"""Dice in a state that must have been seen before the network is believed about it: a few may be told by luck."""

HAS: dict[str, Callable[[TrueDie], bool]] = {
    "cocked": lambda die: die.rest == "tilted",
    "moving": lambda die: die.moving,
    "off_tray": lambda die: not die.in_tray,
    "covered": lambda die: die.visible < 0.8,
    "stacked": lambda die: die.rest == "stacked",
    "lean": lambda die: die.rest == "tilted",
    "larger": lambda die: die.rest == "stacked",
    "unclear": lambda die: die.moving or die.visible < 0.8,
}

WORTHWHILE = 0.25
"""Share of the dice in a state that must be told by it at the limit, or it is not worth its false alarms."""

MEASURED = ("lean", "larger", "unclear")
"""What is measured on a die rather than guessed as a probability."""

SPARED = {"lean": 0.99, "off_tray": 0.995}
"""Share of the readable dice that lie below a limit, where it is not 99.9 %: a cocked die is the likeliest danger."""

ASLANT = "oblique"
"""The condition whose dice have no say about the limit of a lean: no rig's camera looks down so much aslant."""

SPARED_UNTAUGHT = {"lean": 0.985, "off_tray": 0.99}
"""The same where nothing was taught: dice that are seldom sure anyway may be asked about more often."""

IN_LEAN = "cocked"
"""What the network says of it is part of the lean already, and alone is believed near certainty only."""

STRAY = 0.002
"""Share of taught dice taken to be another face than their own, however right a sample is: no witness is sure."""

LEAST_LEAD = 0.25
"""By how much a taught face must at least be more like than any other, whatever the sample says."""

LEAST_COLOUR = 0.32
"""Below which the limit of a contradicting hue never goes: the inks of 814 dice of other calibration rigs than those it
is frozen on contradicted their own faces by up to 0.27."""

CLEAR = 0.45
"""Score of the finder from which a die lies there without a second look."""

GLIMPSE = 0.15
"""Score below which nothing is looked at."""

SANE = 0.25
"""Corner error in edges of the face beyond which something other than the die was found."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A die held against what was taught.

    Attributes:
        dice_set: of the profile.
        closeness: to each taught face.
        likeness: to each, as seen from the middle of all.
        look: what the face network said.
        face: its true face, None for a stranger among the dice.
        readable: whether it should be read, and nothing else is the matter with it that is asked about.
        colour: for each taught face how far the hue of the ink is.
        odd_body: how far the hue of its body is from that of the nearest other die of the roll, all copies of one.
        lean: how it leans, where it should be read, None for any other die.
    """

    dice_set: str
    closeness: dict[str, float]
    likeness: dict[str, float]
    look: Look
    face: str | None
    readable: bool
    colour: dict[str, float]
    odd_body: float = 0.0
    lean: float | None = None


def state_limits(rows: list[Observed]) -> dict[str, float]:
    """99.9 % of the readable dice lie below; what can hardly be told is believed near certainty, or at twice that."""
    seen = [row for row in rows if row.truth is not None and row.states]
    good = [row for row in seen if row.truth.readable and row.corner_error < SANE]
    limits = {}
    for state in (*DIE_STATES, *MEASURED):
        usual = np.array([row.states[state] for row in good if state != "lean" or row.condition != ASLANT])
        wrong = np.array([row.states[state] for row in seen if HAS[state](row.truth)])
        told = float((wrong[:, None] > usual[None]).mean()) if len(wrong) else 0.0
        limit = float(np.quantile(usual, SPARED.get(state, 0.999)))
        flagged = float((wrong > limit).mean()) if len(wrong) else 0.0
        if state in MEASURED:
            limit *= 1 if flagged >= WORTHWHILE else 2
        else:
            trusted = len(wrong) >= FEWEST and told >= TRUSTED and flagged >= WORTHWHILE and state != IN_LEAN
            limit = max(limit, 0.05) if trusted else 0.97
        limits[state] = limit
        if state in SPARED_UNTAUGHT:
            limits[UNTAUGHT + state] = min(limit, float(np.quantile(usual, SPARED_UNTAUGHT[state])))
        print(f"{state}: area under the curve {told:.3f}, {flagged:.2f} of {len(wrong)} dice flagged", flush=True)
    return limits


def finder_limits(rows: list[Observed], rolls: int) -> dict[str, float]:
    """`second_look`: fewest readable dice missed and finds on nothing; `perhaps`: asks in vain about 2 rolls in 100.

    What a second look goes by is learnt from the dice and finds on nothing that the finder is not sure of.
    """
    unsure = [row for row in rows if row.score < CLEAR and row.states and row.face_states]
    own = [row for row in unsure if row.truth is not None and row.truth.readable]
    nothing = [row for row in unsure if row.truth is None and row.condition != "foreign"]
    weights = logistic_weights([_witnesses_of(row) for row in own], [_witnesses_of(row) for row in nothing])
    limits = {f"{WEIGHT}{name}": value for name, value in weights.items()}
    dice, none = (
        np.sort([die_lies_there(_witnesses_of(row), limits) for row in part] or [0.0]) for part in (own, nothing)
    )
    levels = np.linspace(0.2, 0.9, 71)
    costs = [int((dice < level).sum()) + int((none >= level).sum()) for level in levels]
    second = float(levels[int(np.argmin(costs))])
    doubtful, spare = none[none < second][::-1], round(0.02 * rolls)
    perhaps = float(doubtful[spare]) if len(doubtful) > spare else 0.1
    print(f"looked at again: {len(own)} dice, {len(nothing)} times nothing, {min(costs)} told wrongly", flush=True)
    least = {"die": CLEAR, "glimpse": GLIMPSE, "odd_size": 0.25}
    return least | {"second_look": second, "perhaps_a_die": max(0.1, perhaps)} | limits


def _witnesses_of(row: Observed) -> dict[str, float]:
    assert row.states is not None
    assert row.face_states is not None
    return witnesses(row.score, row.edge, row.states["unclear"], row.face_states["unreadable"], row.usual)


def logistic_weights(dice: list[dict[str, float]], nothing: list[dict[str, float]]) -> dict[str, float]:
    """Weights of each witness by Newton's method, with a prior of their own size 1 in standard deviations."""
    if not dice or not nothing:
        return {}
    names = list(dice[0])
    values = np.array([[row[name] for name in names] for row in (*dice, *nothing)])
    truth = np.repeat([1.0, 0.0], [len(dice), len(nothing)])
    scale = np.where(values.std(axis=0) > 0, values.std(axis=0), 1.0)
    middle = np.where(values.std(axis=0) > 0, values.mean(axis=0), 0.0)
    seen, weights = (values - middle) / scale, np.zeros(len(names))
    prior = np.diag([0.0 if name == ALWAYS else 1.0 for name in names])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(seen @ weights, -30, 30)))
        slope = seen.T @ (chance - truth) + prior @ weights
        weights -= np.linalg.solve((seen.T * (chance * (1 - chance))) @ seen + prior + 1e-9 * np.eye(len(names)), slope)
    weights = weights / scale
    weights[names.index(ALWAYS)] -= float(weights @ middle)
    return dict(zip(names, (float(weight) for weight in weights), strict=True))


def temperature_of(rows: list[Observed]) -> float:
    """The temperature (Guo et al. 2017) at which the log likelihood of the readable, known faces is best."""
    known = [(row.faces[row.dice_set], row.truth.face) for row in _known(rows)]
    powers = np.linspace(0.4, 3.0, 53)
    losses = []
    for power in powers:
        loss = 0.0
        for p, face in known:
            q = np.maximum(p, 1e-7) ** (1 / power)
            index = _place(face)
            loss -= float(np.log(q[index] / q.sum()))
        losses.append(loss)
    return float(powers[int(np.argmin(losses))])


def _place(face: str) -> int:
    names = SETS["or"] if face == "stone" else SETS["pips"]
    return names.index(face)


def _known(rows: list[Observed]) -> list[Observed]:
    """Readable dice of the sets that may be sure without teaching."""
    return [
        row for row in rows
        if row.truth is not None and row.truth.readable and row.faces is not None and row.dice_set in ("or", "pips")
    ]  # fmt: skip


def face_limits(rows: list[Observed], temperature: float, states: Mapping[str, float]) -> dict[str, float]:
    """States, `odd_body`: 99 % of readable faces below.  `other`: 80 % of strangers above, or 98 % of faces below.

    `face`: beyond every wrong one of which nothing else would be asked.
    """
    seen = [row for row in rows if row.truth is not None and row.truth.readable and row.face_states]
    limits = {"temperature": temperature}
    for state in ("unreadable", "not_upright"):
        values = np.array([row.face_states[state] for row in seen])
        limits[state] = float(np.clip(np.quantile(values, 0.99), 0.3, 0.8))
    copies = [row.odd_body for row in seen if row.condition != "foreign" and row.dice_set != "pips"]
    limits["odd_body"] = float(np.quantile(copies or [1.0], 0.99))
    foreign = [row.faces["or"] for row in rows if row.condition == "foreign" and row.truth is None and row.faces]
    strangers = np.array([1 - float(p[:-1].sum()) for p in foreign] or [1.0])
    own = np.array([1 - float(row.faces[row.dice_set][:-1].sum()) for row in _known(rows)])
    limits["other"] = float(np.clip(max(np.quantile(strangers, 0.2), np.quantile(own, 0.98)), 0.05, 0.5))
    pairs = []
    for row in _known(rows):
        p = np.maximum(row.faces[row.dice_set], 1e-7) ** (1 / temperature)
        p = p / p.sum()
        names = SETS[row.dice_set]
        best = int(np.argmax(p[:-1]))
        named = p[:-1] / p[:-1].sum()
        stone = float(named[names.index("stone")]) if "stone" in names else 0.0
        flagged = any(row.face_states[name] > limits[name] for name in ("unreadable", "not_upright"))
        flagged |= any(value > states.get(name, 1.0) for name, value in row.states.items())
        if not flagged and 1 - float(p[:-1].sum()) <= limits["other"] and stone <= UNTAUGHT_SHARE:
            pairs.append((float(p[best]), names[best] == row.truth.face))
    confidence, right = np.array([c for c, _ in pairs]), np.array([r for _, r in pairs])
    limits["face"] = _sure_above(confidence, right)
    print(
        f"untaught: {np.mean(right):.4f} of {len(right)} right, {np.mean(confidence >= limits['face']):.3f} sure",
        flush=True,
    )
    return limits


def _sure_above(confidence: NDArray[np.float64], right: NDArray[np.bool_], least: float = 0.95) -> float:
    """Halfway from the most confident wrong face to certainty."""
    wrong = max(float(confidence[~right].max(initial=0.0)), least)
    return float(np.clip(1 - (1 - wrong) / 2, least, 0.9995))


def taught_limits(rows: list[Taught]) -> dict[str, float]:
    """`closeness` lies beyond 98 % of the strangers; `taught_face` needs half as much
    evidence again as the most convincing own face that was taken for another.  `odd_among_copies`: 99 % of the pip
    dice, whose faces are plain, lie below; only on rigs are they known to be copies.
    """
    own = [row for row in rows if row.readable]
    limits = _witnesses(own)
    strange = np.array([max(row.closeness.values()) for row in rows if row.face is None] or [0.0])
    limits["closeness"] = float(np.clip(np.quantile(strange, 0.98) + 0.03, 0.5, 0.85))
    confidence, right = [], []
    for row in own:
        p = _probabilities(row, limits)
        face = max(p, key=lambda name: p[name])
        confidence.append(p[face] if row.closeness[face] >= limits["closeness"] else 0.0)
        right.append(face == row.face)
    wrong = max([p for p, is_right in zip(confidence, right, strict=True) if not is_right], default=0.5)
    needed = 1.5 * np.log(max(wrong, 0.5) / (1 - wrong)) + 0.03 * limits["taught_warmth"]
    needed = max(needed, LEAST_LEAD * limits["taught_warmth"])
    limits["taught_face"] = float(np.clip(1 / (1 + np.exp(-needed)), 0.85, 0.999))
    sure = [row for row, p, good in zip(own, confidence, right, strict=True) if good and p >= limits["taught_face"]]
    limits["colour"] = _colour_limit(sure)
    limits["odd_among_copies"] = float(np.quantile([r.odd_body for r in own if r.dice_set == "pips"] or [1.0], 0.99))
    print(f"taught: {np.mean(right):.4f} of {len(own)} right, {len(sure) / max(1, len(own)):.3f} sure", flush=True)
    return limits


def rig_limits(rows: list[Taught]) -> dict[str, float]:
    """Where the rig's view is known from teaching, so that flat dice seem to lean less and leaning ones are told by it.

    `rig_lean`: as `lean`.  `rig_not_upright`, `rig_unreadable`: 99.9 % of the readable faces lie below.
    """
    flat = [row for row in rows if row.lean is not None]
    if not flat:
        return {}
    aslant, dim = (
        float(np.quantile([row.look.states.get(name, 0.0) for row in flat], 0.999))
        for name in ("not_upright", "unreadable")
    )
    lean = float(np.quantile([row.lean for row in flat], SPARED["lean"]))
    aslant, dim = float(np.clip(aslant, 0.3, 0.8)), float(np.clip(dim, 0.3, 0.5))
    return {"rig_lean": lean, "rig_not_upright": aslant, "rig_unreadable": dim}


def _colour_limit(sure: list[Taught]) -> float:
    """A little beyond the strangest ink of all symbols that are right and sure: a veto that costs none of them."""
    rows = [row for row in sure if known_set(row.dice_set).must_be_taught]
    limit = max([colour_contradiction(row.colour, str(row.face)) for row in rows], default=0.95) + 0.05
    wrong = [colour_contradiction(row.colour, face) for row in rows for face in row.colour if face != row.face]
    print(f"colour: {np.mean(np.array(wrong or [0.0]) > limit):.3f} of the wrong faces would be vetoed", flush=True)
    return max(LEAST_COLOUR, limit)


def _probabilities(row: Taught, limits: dict[str, float]) -> dict[str, float]:
    values = taught_probabilities(row.likeness, known_set(row.dice_set), row.look, limits)
    return dict(zip(row.likeness, values, strict=True))


def _witnesses(own: list[Taught]) -> dict[str, float]:
    """How much each witness counts: the best log likelihood of the own, readable dice."""
    best: tuple[float, dict[str, float]] = (np.inf, {})
    for warmth in (4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 33, 40):
        for weight in (0.0, 0.2, 0.35, 0.5, 0.7, 1.0):
            limits = {"taught_warmth": float(warmth), "known_weight": weight}
            loss = sum(_surprise(_probabilities(row, limits), str(row.face)) for row in own)
            best = min(best, (loss, limits), key=lambda pair: pair[0])
    return best[1]


def _surprise(probabilities: dict[str, float], face: str) -> float:
    """What a die costs that shows that face, or with `STRAY` any other."""
    costs = {name: -float(np.log(max(1e-9, p))) for name, p in probabilities.items()}
    others = [cost for name, cost in costs.items() if name != face]
    return (1 - STRAY) * costs[face] + STRAY * sum(others) / len(others)
