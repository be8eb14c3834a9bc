"""A second, deliberately simple reading of `engine/rules/weg-der-steine.md`: tries all moves and drops the forbidden.

It shares no code with the engine.  A state is a dictionary of lists, every figure an entry of its own; `successors`
maps the text of every possible move, of a seat or of chance, to the state that follows.
"""

COLOURS = ["r", "y", "p", "g", "b"]
DECK = [f"{colour}{number}" for colour in COLOURS for number in range(11)] * 2
KINDS = sorted(set(DECK))
WORTH = [0, -4, -3, -2, 1, 2, 3, 6, 7, 10]
STONE_SCORE = {0: -4, 1: -3, 2: 2, 3: 3, 4: 6}
TILES = ["stone"] * 9 + ["clover"] * 9 + ["1"] * 2 + ["2"] * 3 + ["3"] * 2


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
        yield ("lay", card)
    for path in COLOURS:
        yield ("step", path)
        yield ("start", path, "small")
        yield ("start", path, "large")
        for space in range(1, 10):
            for shows in ("stone", "clover", "1", "2", "3", "plain"):
                yield ("tile", f"{path}{space}", shows)
    for source in ["pile", *COLOURS]:
        yield ("draw", source)
    yield ("stay",)


ALL = list(conceivable())


def everywhere(state):
    held = [card for hand in state["hands"] for card in hand]
    laid = [card for rows in state["rows"] for row in rows.values() for card in row]
    return held + laid + [card for pile in state["piles"].values() for card in pile]


def face_down(state):
    """How many cards the face-down pile holds, and which cards they can be."""
    rest = list(DECK)
    for card in everywhere(state):
        rest.remove(card)
    return len(rest) - (30 if len(state["hands"]) == 2 else 0), rest


def tiles_left(state):
    left = list(TILES)
    for shows in state["board"].values():
        if shows in left:
            left.remove(shows)
    return left


def on_path(state, path):
    """The own figure on a path, or None."""
    return next((figure for figure in state["figures"][state["turn"]] if figure["path"] == path), None)


def figure_for(state, move):
    """Which of the own figures a step moves, or None if there is no such one (S10, S11)."""
    figure = on_path(state, move[1])
    if move[0] == "step":
        return figure if figure and figure["space"] < 9 else None
    waiting = [f for f in state["figures"][state["turn"]] if f["path"] is None and f["size"] == move[2]]
    return waiting[0] if waiting and figure is None else None


def may_step(state, move):
    """Whether a figure may be moved, or left, like this now (S9 to S11, S15)."""
    if state["stage"] not in ("step", "clover"):
        return False
    finished = False
    if state["stage"] == "step":
        own = on_path(state, state["laid"])
        finished = own is not None and own["space"] == 9
    free = state["stage"] == "clover" or finished
    if move[0] == "stay":
        return free or state["options"]["step"] == "may"
    return (free or move[1] == state["laid"]) and figure_for(state, move) is not None


def may(state, move):
    """Whether the rules allow a move in a state."""
    stage, seat, verb = state["stage"], state["turn"], move[0]
    hand = state["hands"][seat]
    if verb == "tile":
        return stage == "tiles" and may_lie(state, move[1], move[2])
    if verb == "card":
        return stage in ("deal", "reveal") and move[1] in state["rest"]
    if verb == "discard":
        return stage == "play" and move[1] in hand
    if verb == "lay":
        if stage != "play" or move[1] not in hand:
            return False
        numbers = [int(card[1:]) for card in [*state["rows"][seat][move[1][0]], move[1]]]
        return numbers in (sorted(numbers), sorted(numbers, reverse=True))
    if verb == "draw":
        if stage != "draw":
            return False
        if move[1] == "pile":
            return face_down(state)[0] > 0
        return bool(state["piles"][move[1]]) and move[1] not in state["discarded_onto"]
    return may_step(state, move)


def may_lie(state, space, shows):
    """Whether this may be turned up on this space (S3, S27); spaces are asked for in order."""
    open_questions = [where for where, what in state["board"].items() if what in ("face down", "perhaps")]
    if not open_questions or space != open_questions[0]:
        return False
    left = tiles_left(state)
    sure = [where for where in open_questions if state["board"][where] == "face down"]
    if shows == "plain":
        return state["board"][space] == "perhaps" and len(open_questions) - 1 >= len(left)
    return shows in left and (state["board"][space] == "face down" or len(left) > len(sure))


def give_up(state, seat, card):
    state["hands"][seat].remove(card)
    if card in state["seen_taken"][seat]:
        state["seen_taken"][seat].remove(card)


def goal_count(state):
    return sum(figure["space"] >= 7 for figures in state["figures"] for figure in figures)


def move_figure(state, move):
    """A figure goes one space, and what it reaches happens (S13 to S16, S19)."""
    seat = state["turn"]
    figure = figure_for(state, move)
    was_in_goal = goal_count(state)
    figure["path"], figure["space"] = move[1], figure["space"] + 1
    state["stage"], state["laid"] = "draw", ""
    if goal_count(state) == 5 and was_in_goal == 4:
        state["stage"], state["ended"] = "over", "goal"
        return
    where = f"{move[1]}{figure['space']}"
    shows = state["board"][where]
    if shows == "clover":
        state["stage"] = "clover"
    elif shows == "stone":
        state["stones"][seat] += 1
        state["board"][where] = "plain"
    elif shows in ("1", "2", "3"):
        state["track"][seat] += int(shows)


def after_a_card_was_drawn(state):
    state["discarded_onto"] = []
    if face_down(state)[0] == 0:
        state["stage"], state["ended"] = "over", "pile"
    elif state["options"]["stall"] == "on" and state["quiet"] >= 10 * len(state["hands"]):
        state["stage"], state["ended"] = "over", "stalled"
    else:
        state["stage"], state["turn"] = "play", (state["turn"] + 1) % len(state["hands"])


def do(state, move):
    """The state after a move."""
    state = copied(state)
    seat, verb = state["turn"], move[0]
    if verb == "tile":
        state["board"][move[1]] = move[2]
        if not {"face down", "perhaps"} & set(state["board"].values()):
            state["stage"] = "deal"
    elif verb == "card":
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
        state["stage"], state["quiet"] = "draw", state["quiet"] + 1
    elif verb == "lay":
        give_up(state, seat, move[1])
        state["rows"][seat][move[1][0]].append(move[1])
        state["stage"], state["laid"], state["quiet"] = "step", move[1][0], 0
        choices = [other for other in ALL if other[0] in ("step", "start", "stay") and may_step(state, other)]
        if len(choices) == 1:  # what leaves no choice is done at once
            move_figure(state, choices[0])
    elif verb == "draw":
        if move[1] == "pile":
            state["stage"] = "reveal"
        else:
            card = state["piles"][move[1]].pop()
            state["hands"][seat].append(card)
            state["seen_taken"][seat].append(card)
            after_a_card_was_drawn(state)
    elif verb == "stay":
        state["stage"], state["laid"] = "draw", ""
    else:
        move_figure(state, move)
    return state


def successors(state):
    """Every possible move, of a seat or of chance, with the state after it."""
    state["rest"] = face_down(state)[1]
    return {" ".join(move): do(state, move) for move in ALL if may(state, move)}


def totals(state):
    """Points of each seat (S22 to S24)."""
    points = []
    for figures, track, stones in zip(state["figures"], state["track"], state["stones"], strict=True):
        paths = sum(WORTH[figure["space"]] * (2 if figure["size"] == "large" else 1) for figure in figures)
        points.append(paths + track + STONE_SCORE.get(stones, 10))
    return points
