"""What the API answered: the resource as a dict, with what stood around it."""

from __future__ import annotations

from typing import Any, Dict, Mapping

from ._generated.answers import Meta
from ._typing import Self


class Result(Dict[str, Any]):
    """A resource as the API has it, for example `result["score"]`.

    The API's envelope is taken off. Whoever reads through it all the same (`result.data`, `result["data"]`) comes to
    the same place; that way is not among the keys, so that what is printed or saved is the resource alone.
    """

    __slots__ = ("meta",)

    def __init__(self, resource: Mapping[str, Any], meta: Meta) -> None:
        super().__init__(resource)
        self.meta = meta
        """What is known of the request: its id, and how many more the service takes."""

    @property
    def data(self) -> Self:
        """The resource itself."""
        return self

    def __missing__(self, key: str) -> Any:
        if key == "data":
            return self
        raise KeyError(key)


def as_result(answer: Mapping[str, Any]) -> Result:
    """For type checkers: answers are typed as the API's dicts, and are all `Result`s."""
    if not isinstance(answer, Result):
        raise TypeError("only what a method of the client returned is a Result")
    return answer
