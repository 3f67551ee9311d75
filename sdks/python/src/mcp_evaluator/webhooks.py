"""Webhooks: events that the service sends to an address, and how their receiver knows that they are real."""

from __future__ import annotations

import hashlib
import hmac
import time
from typing import Optional, Sequence, Union

from ._call import Call, path
from ._generated.answers import CreatedWebhook, Deleted, WebhookList
from ._group import AsyncGroup, Group, async_method, method
from ._wire import to_api


def create(url: str, events: Optional[Sequence[str]] = None) -> Call[CreatedWebhook]:
    """Has events sent to an address; `result["secret"]`, with which they are signed, is in this answer only."""
    return Call("POST", "/webhooks", body=to_api({"url": url, "events": None if events is None else list(events)}))


def list_webhooks() -> Call[WebhookList]:
    """Your webhooks; all of them with the admin scope."""
    return Call("GET", "/webhooks")


def delete(webhook_id: str) -> Call[Deleted]:
    """Deletes a webhook."""
    return Call("DELETE", path("/webhooks/{}", webhook_id))


class Webhooks(Group):
    """`client.webhooks`."""

    create = method(create)
    list = method(list_webhooks)
    delete = method(delete)


class AsyncWebhooks(AsyncGroup):
    """`client.webhooks`, to be awaited."""

    create = async_method(create)
    list = async_method(list_webhooks)
    delete = async_method(delete)


def is_signed(body: Union[bytes, str], signature: str, secret: str, *, tolerance: float = 300.0) -> bool:
    """Did the service send this, at most `tolerance` seconds ago? `signature` is the header `X-Mcpvals-Signature`."""
    raw = body.encode() if isinstance(body, str) else body
    parts = [part.strip() for part in signature.split(",")]
    at = next((part[2:] for part in parts if part.startswith("t=")), "")
    told = next((part[3:] for part in parts if part.startswith("v1=")), "")
    if not (at.isascii() and at.isdigit()) or abs(time.time() - float(at)) > tolerance:
        return False
    expected = hmac.new(secret.encode(), at.encode() + b"." + raw, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), told.encode())
