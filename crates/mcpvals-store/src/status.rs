//! In which state an evaluation is, and which it may get into.

use std::fmt;
use std::str::FromStr;

/// In which state an evaluation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It waits for a worker.
    Queued,
    /// A worker has it.
    Running,
    /// It came to its end, whatever was found.
    Completed,
    /// It could not be done, and the error says why.
    Failed,
    /// Somebody did not want it any more.
    Cancelled,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Queued, Self::Running, Self::Completed, Self::Failed, Self::Cancelled];

    /// As it is written in JSON, in filters and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Does it stay so for ever?
    pub fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }

    /// The only changes there are. A running one is queued again where its worker was lost.
    pub fn may_become(self, next: Self) -> bool {
        match self {
            Self::Queued => matches!(next, Self::Running | Self::Cancelled | Self::Failed),
            Self::Running => next != Self::Running,
            Self::Completed | Self::Failed | Self::Cancelled => false,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Status {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|status| status.as_str() == text).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::Status;

    #[test]
    fn what_has_ended_stays_so() {
        for (from, to) in Status::ALL.into_iter().flat_map(|from| Status::ALL.map(|to| (from, to))) {
            assert!(!from.is_final() || !from.may_become(to), "{from} must not become {to}");
        }
        assert!(Status::ALL.iter().all(|status| status.as_str().parse() == Ok(*status)));
    }
}
