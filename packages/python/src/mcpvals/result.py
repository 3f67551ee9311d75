"""What a tool answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional


@dataclass(frozen=True)
class ToolResult:
    """The result of `tools/call`."""

    data: Dict[str, Any]
    """As it came."""
    took: float = field(compare=False)
    """How long the answer took, in seconds."""

    @property
    def is_error(self) -> bool:
        """Does the tool say that it failed?"""
        return self.data.get("isError") is True

    @property
    def content(self) -> List[Dict[str, Any]]:
        """Its blocks."""
        return self.data.get("content", [])

    @property
    def text(self) -> str:
        """The texts of its blocks, joined by line breaks."""
        return "\n".join(block["text"] for block in self.content if block.get("type") == "text")

    @property
    def structured(self) -> Optional[Dict[str, Any]]:
        """`structuredContent`, where it has some."""
        return self.data.get("structuredContent")
