"""The expressions of GitHub Actions, as far as action.yml has them: names, texts, `==`, `!=` and `&&`."""

import re
from typing import Dict, Match

EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")


def filled(text: str, values: Dict[str, str]) -> str:
    """The text with every `${{ NAME }}` replaced. KeyError for a name that nothing has."""

    def value(match: Match[str]) -> str:
        return values[match[1]]

    return EXPRESSION.sub(value, text)


def holds(condition: str, values: Dict[str, str]) -> bool:
    """Is the condition true? KeyError for a name that nothing has."""
    return all(compared(part.strip(), values) for part in condition.split("&&"))


def compared(part: str, values: Dict[str, str]) -> bool:
    left, operator, right = part.split(" ")
    is_same = term(left, values) == term(right, values)
    return {"==": is_same, "!=": not is_same}[operator]


def term(word: str, values: Dict[str, str]) -> str:
    return word[1:-1] if word.startswith("'") else values[word]
