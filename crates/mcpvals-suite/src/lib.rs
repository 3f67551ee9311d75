//! What each case does, and what it meant.
