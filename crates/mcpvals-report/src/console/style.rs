//! How lines look: colour, letters, width, how much is said. Decided by the caller, who knows the terminal.

use anstyle::{AnsiColor, Effects};

/// How lines look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// May escape sequences for colour be written?
    pub color: bool,
    /// May letters outside ASCII be written, where they are ours?
    pub unicode: bool,
    /// Columns of the terminal, where it is one.
    pub width: Option<usize>,
    /// How much is said.
    pub level: Level,
}

/// How much is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Level {
    /// What did not pass, and the summary.
    Quiet,
    /// One line for each case; more where it did not pass.
    #[default]
    Normal,
    /// Everything that is known of each case; nothing is folded or cut.
    Verbose,
}

/// What a piece of text is, where that shows in colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Passed,
    Failed,
    Errored,
    Skipped,
    Warning,
    Added,
    Removed,
    Strong,
    Dim,
}

impl Default for Style {
    /// Without colour, for files and pipes.
    fn default() -> Self {
        Self { color: false, unicode: true, width: None, level: Level::Normal }
    }
}

impl Style {
    /// The text in the colour of its role, where colour is allowed.
    pub(crate) fn paint(&self, role: Role, text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_owned();
        }
        let style = role.style();
        format!("{style}{text}{style:#}")
    }

    /// What stands where a text is cut.
    pub(crate) fn ellipsis(&self) -> &'static str {
        if self.unicode { "…" } else { "..." }
    }

    /// What stands between the parts of a line.
    pub(crate) fn dot(&self) -> &'static str {
        if self.unicode { " · " } else { ", " }
    }

    /// The columns to fit into.
    pub(crate) fn columns(&self) -> usize {
        const COLUMNS_UNKNOWN: usize = 120;
        self.width.unwrap_or(COLUMNS_UNKNOWN)
    }
}

impl Role {
    fn style(self) -> anstyle::Style {
        match self {
            Self::Passed | Self::Added => AnsiColor::Green.on_default(),
            Self::Failed => AnsiColor::Red.on_default() | Effects::BOLD,
            Self::Removed => AnsiColor::Red.on_default(),
            Self::Errored => AnsiColor::Magenta.on_default() | Effects::BOLD,
            Self::Skipped => AnsiColor::Cyan.on_default(),
            Self::Warning => AnsiColor::Yellow.on_default(),
            Self::Strong => anstyle::Style::new() | Effects::BOLD,
            Self::Dim => anstyle::Style::new() | Effects::DIMMED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Role, Style};

    #[test]
    fn without_colour_there_is_no_escape() {
        assert_eq!(Style::default().paint(Role::Failed, "FAIL"), "FAIL");
    }

    #[test]
    fn colour_ends_where_the_text_ends() {
        let style = Style { color: true, ..Style::default() };
        assert_eq!(style.paint(Role::Passed, "PASS"), "\u{1b}[32mPASS\u{1b}[0m");
    }
}
