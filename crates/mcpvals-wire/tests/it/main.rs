//! Tests of the wire against servers that are there, and of what it gives to others.

mod redact;
