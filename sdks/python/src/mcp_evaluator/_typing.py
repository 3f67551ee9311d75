"""What `typing` lacks before Python 3.11."""

import sys

if sys.version_info >= (3, 11):
    from typing import Concatenate, NotRequired, ParamSpec, Self, TypedDict
else:
    from typing_extensions import Concatenate, NotRequired, ParamSpec, Self, TypedDict

__all__ = ["Concatenate", "NotRequired", "ParamSpec", "Self", "TypedDict"]
