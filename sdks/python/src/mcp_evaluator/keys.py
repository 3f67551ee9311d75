"""API keys: made, listed, revoked."""

from __future__ import annotations

from typing import Optional, Sequence

from ._call import Call, path
from ._generated.answers import CreatedKey, Deleted, KeyList
from ._generated.requests import Scope
from ._group import AsyncGroup, Group, async_method, method
from ._wire import to_api


def create(
    name: str, scopes: Sequence[Scope], *, expires_in_days: Optional[int] = None, priority: Optional[int] = None
) -> Call[CreatedKey]:
    """Makes a key; `result["key"]` is in this answer, and never again."""
    given = {"name": name, "scopes": list(scopes), "expires_in_days": expires_in_days, "priority": priority}
    return Call("POST", "/keys", body=to_api(given))


def list_keys() -> Call[KeyList]:
    """The keys, without what is secret of them."""
    return Call("GET", "/keys")


def revoke(key_id: str) -> Call[Deleted]:
    """Has a key not be taken any more."""
    return Call("DELETE", path("/keys/{}", key_id))


class Keys(Group):
    """`client.keys`."""

    create = method(create)
    list = method(list_keys)
    revoke = method(revoke)


class AsyncKeys(AsyncGroup):
    """`client.keys`, to be awaited."""

    create = async_method(create)
    list = async_method(list_keys)
    revoke = async_method(revoke)
