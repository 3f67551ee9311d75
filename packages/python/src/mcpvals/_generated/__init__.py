"""Types that `scripts/generate.py` makes of the report's schema."""
