//! The clients whose files are known.

/// A client of MCP servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// Claude Code and Claude Desktop.
    Claude,
    /// Cursor.
    Cursor,
    /// Visual Studio Code.
    VsCode,
    /// Codex.
    Codex,
}

impl Client {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Claude, Self::Cursor, Self::VsCode, Self::Codex];

    /// As the command line names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Cursor => "cursor",
            Self::VsCode => "vscode",
            Self::Codex => "codex",
        }
    }

    /// Does it fill in variables in what its file says?
    pub(super) const fn fills_in(self) -> bool {
        !matches!(self, Self::Codex)
    }
}
