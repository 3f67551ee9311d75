"""Types that `scripts/generate.py` makes of the API's schemas."""
