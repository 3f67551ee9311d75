//! The parser of `text/event-stream`.
