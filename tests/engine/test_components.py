import pytest

from engine import components
from engine.errors import ComponentsError, NotationError
from engine.games import keltis_or_chips, wuerfelspiel_board
from tests.engine.boards import chips, shipped_text

SCHEMAS = {
    "wuerfelspiel-ours": wuerfelspiel_board.SCHEMA,
    "wuerfelspiel-owner": wuerfelspiel_board.SCHEMA,
    "or-ours": keltis_or_chips.SCHEMA,
    "or-owner": keltis_or_chips.SCHEMA,
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_comes_with_us_is_read_and_written_back(name):
    read = components.shipped(name, SCHEMAS[name])
    assert components.parse(components.write(read), SCHEMAS[name]) == read
    assert components.from_word(components.word(read), SCHEMAS[name]).digest == read.digest


@pytest.mark.parametrize("name", ["wuerfelspiel-ours", "or-ours"])
def test_our_own_layouts_are_complete_and_marked_as_ours(name):
    read = components.shipped(name, SCHEMAS[name])
    assert list(read.unknown()) == []
    provenances = [entry.provenance for row in read.rows for entry in row.entries]
    assert set(provenances) == {"ours", "real"}
    assert provenances.count("real") == (1 if name.startswith("wuerfel") else 2)


@pytest.mark.parametrize("name", ["wuerfelspiel-owner", "or-owner"])
def test_nothing_invented_stands_on_the_owners_board(name):
    read = components.shipped(name, SCHEMAS[name])
    for row in read.rows:
        for entry in row.entries:
            assert (entry.shows, entry.provenance) == ("unknown", "unknown") or (
                entry.provenance == "real" and entry.source
            )


def test_every_row_of_our_board_has_the_same_gifts_around_its_middle():
    read = components.shipped("wuerfelspiel-ours", wuerfelspiel_board.SCHEMA)
    for row in read.rows:
        places = {shows: [] for shows in ("clover", "stone", "leprechaun", "crossed")}
        for space, entry in enumerate(row.entries, 1):
            if entry.shows != "plain":
                places[entry.shows].append(space)
        assert (len(places["clover"]), sum(places["clover"])) == (2, 10)
        assert (len(places["stone"]), len(places["leprechaun"])) == (1, 1)
        assert sum(places["stone"]) + sum(places["leprechaun"]) == 10
        assert (len(places["crossed"]), sum(places["crossed"])) == ((2, 10) if row.group == "crossed" else (0, 0))


def test_every_colour_of_our_chips_has_the_same_gifts_and_no_value_gathers_them():
    read = components.shipped("or-ours", keltis_or_chips.SCHEMA)
    gifts = ["stone"] * 2 + ["clover"] * 2 + ["goblin"] * 2 + ["coins 1", "coins 2"] + ["plain"] * 3
    for row in read.rows:
        assert sorted(entry.shows for entry in row.entries) == sorted(gifts)
    for value in range(11):
        across = [row.entries[value].shows for row in read.rows]
        assert max(across.count(item) for item in ("stone", "clover", "goblin")) <= 2
        assert max(across.count(item) for item in ("coins 1", "coins 2")) <= 1


def test_what_the_owner_says_is_kept_in_the_file():
    read = components.shipped("or-owner", keltis_or_chips.SCHEMA)
    said = read.with_entry("chips", "blue", 10, "goblin + coins 2")
    text = components.write(said)
    again = components.parse(text, keltis_or_chips.SCHEMA)
    assert again == said
    entry = again.group("chips")[4].entries[10]
    assert (entry.shows, entry.provenance) == ("goblin + coins 2", "owner")
    assert len(list(again.unknown())) == 52
    assert again.digest != read.digest


def test_the_hash_leaves_out_names_and_sources():
    text = shipped_text("or-ours")
    renamed = components.parse(text.replace('name = "ours"', 'name = "mine"'), keltis_or_chips.SCHEMA)
    assert renamed.digest == components.shipped("or-ours", keltis_or_chips.SCHEMA).digest
    assert str(renamed) == f"mine {renamed.digest}"


def test_items_are_read_in_any_order_and_written_in_one():
    items = keltis_or_chips.ITEMS
    assert components.canonical_items("Coins 2 +  stone", items, several=True) == "stone + coins 2"
    assert components.canonical_items("clover", items, several=False) == "clover"
    for wrong in ("", "clover + clover", "coins", "coins 0", "coins 10", "coins ²", "stone 2", "hat", "stone +", "+"):
        assert components.canonical_items(wrong, items, several=True) is None
    assert components.canonical_items("stone + clover", items, several=False) is None


GOOD = chips({})
BAD_FILES = [
    ("game = ", "no TOML"),
    (GOOD.replace('game = "or"', 'game = "chess"'), "for the game 'chess'"),
    (GOOD.replace('game = "or"', "game = 1"), "game must be a text"),
    (GOOD.replace('name = "test"', 'name = "a b"'), "Give it a name"),
    (GOOD.replace("stones = [30]", "stones = [5]"), "stones must be a list of 1 whole numbers from 10 to 99"),
    (GOOD.replace("stones = [30]", "stones = [true]"), "stones must be a list"),
    (GOOD.replace("[numbers]", "[hats]"), "no part 'hats'"),
    (GOOD.replace("pink = [", "pink = ["[:-1] + "1\nwhite = ["), "chips pink must be a list of 11 entries"),
    (GOOD.replace('pink = ["plain"', 'pink = ["hat"'), "chips pink 0 shows 'hat'; known are plain, unknown, stone"),
    (GOOD.replace('pink = ["plain"', "pink = [3"), "chips pink 0 shows '3'"),
    (GOOD.replace('pink = ["plain", ', "pink = ["), "chips pink must be a list of 11 entries"),
    (GOOD.replace("[provenance]", "[hat]"), "Write a table \\[provenance\\]"),
    (GOOD.replace('default = "owner"', 'default = "me"'), "default of \\[provenance\\] must be one of"),
    (GOOD + '"chips pink 99" = "real: seen"\n', "names 'chips pink 99'"),
    (GOOD + '"chips pink 3" = "seen"\n', "must begin with one of"),
    ("x" * 200_000, "longer than"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_FILES)
def test_a_file_that_cannot_be_used_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(ComponentsError, match=sentence):
        components.parse(text, keltis_or_chips.SCHEMA)


def test_all_problems_are_named_at_once():
    text = (
        GOOD.replace("stones = [30]", "stones = []").replace('pink = ["plain"', 'pink = ["hat"').replace("note", "hat")
    )
    with pytest.raises(ComponentsError) as caught:
        components.parse(text, keltis_or_chips.SCHEMA)
    for part in ("stones must be", "pink 0 shows", "no part 'hat'"):
        assert part in str(caught.value)


def test_an_unknown_row_is_named():
    text = GOOD.replace("[provenance]", 'white = ["plain"]\n\n[provenance]')
    with pytest.raises(ComponentsError, match="has no row 'white'"):
        components.parse(text, keltis_or_chips.SCHEMA)


def test_a_missing_layout_is_named():
    with pytest.raises(ComponentsError, match="No component file 'hat'"):
        components.shipped("hat", keltis_or_chips.SCHEMA)


@pytest.mark.parametrize(
    "word", ["", "ours", "." * 55, "." * 54 + "/30", "." * 54 + "x/30", "." * 55 + "/5", "." * 55 + "/a"]
)
def test_a_word_that_is_no_board_is_refused(word):
    with pytest.raises(NotationError, match="is no board of or"):
        components.from_word(word, keltis_or_chips.SCHEMA)
