"""What schemathesis asks about an evaluation that there is, and not only what is answered where there is none."""

import schemathesis

PLACE = "my-mcp-server"
"""The folder below the allowed root that the document's examples name."""


@schemathesis.hook
def map_body(context, body):
    """A path that is one by its schema becomes that folder; all else stays as it was made, right or wrong."""
    if context.operation.label != "POST /api/v1/evaluations" or not isinstance(body, dict):
        return body
    path = body.get("serverPath")
    is_path = isinstance(path, str) and 0 < len(path) <= 500 and "\0" not in path
    return {**body, "serverPath": PLACE} if is_path else body
