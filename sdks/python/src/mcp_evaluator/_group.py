"""Methods of both clients out of one description each, so that nothing is written twice."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Coroutine, Protocol, TypeVar

from ._call import Operation
from ._typing import Concatenate, ParamSpec

P = ParamSpec("P")
T = TypeVar("T")


class Runner(Protocol):
    """Does an operation, and waits for it."""

    def __call__(self, operation: Operation[T]) -> T: ...


class AsyncRunner(Protocol):
    """Does an operation."""

    def __call__(self, operation: Operation[T]) -> Coroutine[Any, Any, T]: ...


class Group:
    """Methods that belong together, as `client.reports`."""

    def __init__(self, run: Runner) -> None:
        self._run = run


class AsyncGroup:
    """The same, to be awaited."""

    def __init__(self, run: AsyncRunner) -> None:
        self._run = run


def method(build: Callable[P, Operation[T]]) -> Callable[Concatenate[Group, P], T]:
    """What `build` describes, as a method that does it."""

    def call(self: Group, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._run(build(*args, **kwargs))

    describe(call, build)
    return call


def async_method(build: Callable[P, Operation[T]]) -> Callable[Concatenate[AsyncGroup, P], Coroutine[Any, Any, T]]:
    """What `build` describes, as a method that does it and is awaited."""

    async def call(self: AsyncGroup, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(build(*args, **kwargs))

    describe(call, build)
    return call


def describe(call: Any, build: Callable[..., Any]) -> None:
    """So that `help` shows what may be given."""
    signature = inspect.signature(build)
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    parameters = [own, *signature.parameters.values()]
    call.__signature__ = signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    call.__name__, call.__qualname__, call.__doc__ = build.__name__, build.__qualname__, build.__doc__
