//! What we take from a server at most, and how long we wait in the phases that have no deadline of their own.

use std::time::Duration;

/// Bounds of a session. Nothing that a server sends is read without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest message in bytes; of a longer one only the beginning is kept.
    pub frame_bytes_max: usize,
    /// The most frames that one trace keeps; later ones are counted.
    pub trace_frames_max: usize,
    /// The most bytes of frames that one trace keeps; later ones are counted.
    pub trace_bytes_max: usize,
    /// The most pages that are read of one list.
    pub pages_max: usize,
    /// The most entries that are kept of one list.
    pub entries_max: usize,
    /// The most rounds of `input_required` that one call may take.
    pub rounds_max: usize,
    /// How much of stderr is kept, in bytes; the end counts.
    pub stderr_tail_bytes_max: usize,
    /// How long to wait for the answer to `server/discover` before `initialize` is tried as well; never more than half of
    /// the time for starting.
    pub probe: Duration,
    /// How long to wait for something better after an answer that cannot be one.
    pub misanswer_patience: Duration,
    /// How long a server may take to end after its stdin was closed, and again after SIGTERM.
    pub shutdown: Duration,
    /// Does a server that does nothing any more get SIGTERM without waiting for the whole of `shutdown`? Then it is not
    /// seen whether it would have ended by itself.
    pub hurry: bool,
    /// How long no `list_changed` must come before the lists count as settled.
    pub settle_quiet: Duration,
    /// How long to wait at most until the lists are settled.
    pub settle_max: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            frame_bytes_max: 16 << 20,
            trace_frames_max: 20_000,
            trace_bytes_max: 64 << 20,
            pages_max: 1_000,
            entries_max: 20_000,
            rounds_max: 8,
            stderr_tail_bytes_max: 64 << 10,
            probe: Duration::from_secs(5),
            misanswer_patience: Duration::from_secs(1),
            shutdown: Duration::from_secs(2),
            hurry: false,
            settle_quiet: Duration::from_millis(300),
            settle_max: Duration::from_secs(3),
        }
    }
}
