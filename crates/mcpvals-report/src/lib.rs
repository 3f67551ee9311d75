//! Rendering of reports: pure.
