"""Every numbered rule is cited by a test, every open question names a test there is, every game has notes."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine import catalogue

RULES = Path(__file__).parents[2] / "engine" / "rules"
TESTS = Path(__file__).parent
NUMBER = re.compile(r"\b[A-Z][0-9]{1,2}\b")


@cache
def written_tests() -> tuple[tuple[str, str], ...]:
    """Name of each test function of the engine with its docstring."""
    nodes = (node for path in TESTS.glob("test_*.py") for node in ast.parse(path.read_text(encoding="utf-8")).body)
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))
    return tuple((function.name, ast.get_docstring(function) or "") for function in functions)


def numbered(game: str) -> list[str]:
    """The rule numbers of a game's notes, in order."""
    return re.findall(r"^- \*\*([A-Z][0-9]{1,2})\*\*", (RULES / f"{game}.md").read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize("game", catalogue.names())
def test_every_numbered_rule_is_cited_by_a_test(game):
    cited = {number for _, docstring in written_tests() for number in NUMBER.findall(docstring)}
    uncited = [number for number in numbered(game) if number not in cited]
    assert uncited == []


@pytest.mark.parametrize("game", catalogue.names())
def test_rules_are_numbered_without_gaps(game):
    numbers = numbered(game)
    assert numbers == [f"{numbers[0][0]}{place}" for place in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("game", catalogue.names())
def test_open_questions_name_tests_that_exist(game):
    text = (RULES / f"{game}.md").read_text(encoding="utf-8")
    questions = text.partition("## Open questions")[2]
    named = re.findall(r"`(test_[a-z0-9_]+)`", questions)
    assert named, (
        f"engine/rules/{game}.md: under 'Open questions' stands at least one, with the test that pins its reading"
    )
    assert [name for name in named if name not in dict(written_tests())] == []


@pytest.mark.parametrize("game", catalogue.names())
def test_what_the_engine_cites_is_a_rule(game):
    known = {number for name in catalogue.names() for number in numbered(name)}
    own = numbered(game)[0][0]
    text = "".join(path.read_text(encoding="utf-8") for path in (TESTS.parents[1] / "engine").glob("**/*.py"))
    cited = {number for number in NUMBER.findall(text) if number[0] == own}
    assert cited - known == set()


@pytest.mark.parametrize("game", catalogue.names())
def test_every_option_cites_a_rule_that_tells_of_it(game):
    text = "".join(path.read_text(encoding="utf-8") for path in RULES.glob("*.md"))
    for option in catalogue.game(game).options:
        line = next((line for line in text.splitlines() if line.startswith(f"- **{option.rule}**")), None)
        assert line is not None, f"{game}: option {option.name} cites {option.rule}, which no file of engine/rules has"
        assert f"`{option.name}" in line, (
            f"{game}: rule {option.rule} does not name its option {option.name} in backquotes"
        )


def test_no_two_games_share_a_letter():
    letters = {game: numbered(game)[0][0] for game in catalogue.names() if game != "or-happy-meeple"}
    assert len(set(letters.values())) == len(letters), letters
