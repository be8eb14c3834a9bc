"""A second, deliberately simple reading of `engine/rules/kartenspiel.md`: tries all moves and drops the forbidden.

It shares no code with the engine.  A state is a dictionary of lists; `successors` maps the text of every possible move,
of a seat or of chance, to the state that follows.
"""

COLOURS = ["r", "y", "p", "g", "b"]
LETTERS = [*COLOURS, "w"]
DECK = [f"{c}{n}" for c in COLOURS for n in (0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, "x", "x")]
DECK += [f"w{n}" for n in range(11)]
KINDS = sorted(set(DECK))
ROW_SCORE = {0: 0, 1: -4, 2: -3, 3: -2, 4: 1, 5: 2, 6: 3, 7: 6, 8: 7}
STONE_SCORE = {0: -4, 1: -1, 2: 0, 3: 4, 4: 6}


def number(card):
    return None if card.endswith("x") else int(card[1:])


def order(card):
    return LETTERS.index(card[0]), 99 if number(card) is None else number(card)


def row_is_allowed(letter, row, options):
    """Whether a whole row, in the order in which it was laid, obeys K7 to K13."""
    if letter == "w":
        return all(card[0] == "w" for card in row)
    if not all(card[0] in (letter, "w") for card in row):
        return False
    numbers = [number(card) for card in row if card[0] == letter and number(card) is not None]
    if numbers != sorted(numbers) and numbers != sorted(numbers, reverse=True):
        return False
    if options["opening"] == "number" and row and row[0] == letter + "x":
        return False
    for place, card in enumerate(row):
        before = row[:place]
        closings = before.count(letter + "x")
        if card[0] == "w":
            colour_numbers = [number(c) for c in before if c[0] == letter and number(c) is not None]
            if not colour_numbers or colour_numbers[-1] != number(card):
                return False
            if closings > (1 if options["points"] == "follow" else 0):
                return False
        elif number(card) is not None and closings:
            return False
    return True


def everywhere(state):
    """Every card that lies on the table or is held."""
    held = [card for hand in state["hands"] for card in hand]
    laid = [card for rows in state["rows"] for row in rows.values() for card in row]
    return held + laid + [card for pile in state["piles"].values() for card in pile]


def face_down(state):
    """How many cards the face-down pile holds, and which cards they can be."""
    rest = list(DECK)
    for card in everywhere(state):
        rest.remove(card)
    return len(rest) - (30 if len(state["hands"]) == 2 else 0), rest


def closed_rows(state):
    return sum(letter + "x" in rows[letter] for rows in state["rows"] for letter in COLOURS)


def copied(value):
    """A copy that shares no list and no dictionary."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    return list(map(copied, value)) if isinstance(value, list) else value


def conceivable():
    """Every text that looks like a move of this game."""
    for card in KINDS:
        yield ("card", card)
        yield ("discard", card)
        for letter in LETTERS:
            yield ("lay", card, letter)
        for other in KINDS:
            if order(card) <= order(other):
                yield ("stone", card, other)
    for source in ["pile", *LETTERS]:
        yield ("draw", source)
    yield ("done",)


ALL = list(conceivable())


def may(state, move):
    """Whether the rules allow a move in a state."""
    stage, seat, options = state["stage"], state["turn"], state["options"]
    hand = state["hands"][seat]
    verb = move[0]
    if verb == "card":
        return stage in ("deal", "reveal") and move[1] in state["rest"]
    if verb == "discard":
        return stage == "play" and move[1] in hand
    if verb == "stone":
        first, second = move[1], move[2]
        if stage != "play" or number(first) is None or number(first) != number(second):
            return False
        if number(first) not in range(1, 10) or any(number(first) in stones for stones in state["stones"]):
            return False
        return hand.count(first) >= 2 if first == second else first in hand and second in hand
    if verb == "lay":
        card, letter = move[1], move[2]
        if stage not in ("play", "final") or card not in hand:
            return False
        return row_is_allowed(letter, state["rows"][seat][letter] + [card], options)
    if verb == "draw":
        if stage != "draw":
            return False
        if move[1] == "pile":
            return face_down(state)[0] > 0
        return bool(state["piles"][move[1]]) and move[1] not in state["discarded_onto"]
    return stage == "final"


def give_up(state, seat, card):
    """A card leaves a hand; if a card like it was seen being taken, that is the one."""
    state["hands"][seat].remove(card)
    if card in state["seen_taken"][seat]:
        state["seen_taken"][seat].remove(card)


def end(state, reason):
    state["ended"], state["stage"], state["left"], state["quiet"] = reason, "final", 2, 0
    state["discarded_onto"] = []
    seats = len(state["hands"])
    first = {"next": state["turn"] + 1, "ender": state["turn"], "first": 0}[state["options"]["final"]] % seats
    state["turn"], state["last"] = first, (first + seats - 1) % seats


def after_a_card_was_drawn(state):
    state["left"] -= 1
    state["stage"] = "draw"
    size, _ = face_down(state)
    if size == 0:
        others = [letter for letter in LETTERS if state["piles"][letter] and letter not in state["discarded_onto"]]
        if state["left"] == 0 or state["options"]["exhaust"] == "at-once" or not others:
            end(state, "pile")
        return
    if state["left"]:
        return
    if state["options"]["stall"] == "on" and state["quiet"] >= 10 * len(state["hands"]):
        end(state, "stalled")
        return
    state["stage"], state["discarded_onto"] = "play", []
    state["turn"] = (state["turn"] + 1) % len(state["hands"])


def final_turn_over(state):
    if state["turn"] == state["last"]:
        state["stage"], state["left"] = "over", 0
    else:
        state["turn"], state["left"] = (state["turn"] + 1) % len(state["hands"]), 2


def do(state, move):
    """The state after a move."""
    state = copied(state)
    seat, verb = state["turn"], move[0]
    if verb == "card":
        state["hands"][seat].append(move[1])
        if state["stage"] == "reveal":
            state["quiet"] = 0
            after_a_card_was_drawn(state)
        elif len(state["hands"][seat]) == 8:
            last = seat == len(state["hands"]) - 1
            state["turn"], state["stage"] = (0, "play") if last else (seat + 1, "deal")
    elif verb == "discard":
        give_up(state, seat, move[1])
        state["piles"][move[1][0]].append(move[1])
        state["discarded_onto"] = [move[1][0]]
        state["stage"], state["left"], state["quiet"] = "draw", 1, state["quiet"] + 1
    elif verb == "stone":
        for card in move[1:]:
            give_up(state, seat, card)
            state["piles"][card[0]].append(card)
        state["discarded_onto"] = sorted({card[0] for card in move[1:]})
        state["stones"][seat] = sorted([*state["stones"][seat], number(move[1])])
        state["stage"], state["left"], state["quiet"] = "draw", 2, 0
    elif verb == "lay":
        give_up(state, seat, move[1])
        state["rows"][seat][move[2]].append(move[1])
        if state["stage"] == "final":
            state["left"] -= 1
            if state["left"] == 0:
                final_turn_over(state)
        elif closed_rows(state) >= 5:
            end(state, "closed")
        else:
            state["stage"], state["left"], state["quiet"] = "draw", 1, 0
    elif verb == "draw":
        if move[1] == "pile":
            state["stage"] = "reveal"
        else:
            card = state["piles"][move[1]].pop()
            state["hands"][seat].append(card)
            state["seen_taken"][seat].append(card)
            after_a_card_was_drawn(state)
    else:
        final_turn_over(state)
    return state


def text(move):
    if move[0] == "lay" and move[1][0] == move[2]:
        return f"lay {move[1]}"
    return " ".join(move)


def successors(state):
    """Every possible move, of a seat or of chance, with the state after it."""
    state["rest"] = face_down(state)[1]
    return {text(move): do(state, move) for move in ALL if may(state, move)}


def totals(state):
    """Points of each seat (K22 to K24)."""
    points = []
    for rows, stones in zip(state["rows"], state["stones"], strict=True):
        colours = sum(ROW_SCORE.get(len(rows[letter]), 10) for letter in COLOURS)
        points.append(colours + len(rows["w"]) + STONE_SCORE.get(len(stones), 10))
    return points
