//! Hits.
