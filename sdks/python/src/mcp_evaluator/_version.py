"""Which version of the SDK this is: 1.0.x speaks v1 of the API."""

__version__ = "1.0.0"
