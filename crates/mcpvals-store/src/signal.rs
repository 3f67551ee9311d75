//! What the processes that share a store tell each other: that there is something to look at, never what.
//!
//! On PostgreSQL it goes by `NOTIFY`, of which one may be lost with a connection; so everyone also looks without being told.

/// Something to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signal {
    /// There is work, or room for work.
    Queue,
    /// There are new events.
    Events,
    /// This evaluation is to be cancelled.
    Cancel(String),
    /// The settings have changed.
    Settings,
    /// A key was revoked.
    Keys,
}

/// The channel of PostgreSQL.
pub(crate) const CHANNEL: &str = "mcpvals";

impl Signal {
    pub(crate) fn to_text(&self) -> String {
        match self {
            Self::Queue => "queue".to_owned(),
            Self::Events => "events".to_owned(),
            Self::Cancel(id) => format!("cancel {id}"),
            Self::Settings => "settings".to_owned(),
            Self::Keys => "keys".to_owned(),
        }
    }

    /// Nothing for what a newer version says.
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        match text.split_once(' ') {
            None if text == "queue" => Some(Self::Queue),
            None if text == "events" => Some(Self::Events),
            None if text == "settings" => Some(Self::Settings),
            None if text == "keys" => Some(Self::Keys),
            Some(("cancel", id)) => Some(Self::Cancel(id.to_owned())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Signal;

    #[test]
    fn every_signal_is_read_back() {
        let all = [Signal::Queue, Signal::Events, Signal::Cancel("eval_1".to_owned()), Signal::Settings, Signal::Keys];
        assert!(all.iter().all(|signal| Signal::from_text(&signal.to_text()).as_ref() == Some(signal)));
        assert_eq!(Signal::from_text("what is this"), None);
    }
}
