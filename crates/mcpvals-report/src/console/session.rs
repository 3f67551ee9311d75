//! The line of a session: which server, which revision, how it was spoken to, what it offers.

use mcpvals_model::SessionStart;

use super::Style;
use crate::{visible, wording};

/// `everything: mcp-servers/everything 2.0.0 · MCP 2025-11-25 · stdio · profile full · 19 tools`; `None` where no
/// session came about: the cases tell why. The time is left to [`with_time`], so that lines can be compared.
pub(super) fn line(session: &SessionStart, style: &Style) -> Option<String> {
    let facts = session.facts.as_ref()?;
    let named = format!("{} {}", visible::line(&facts.name), visible::line(&facts.version));
    let mut parts = vec![
        named.trim().to_owned(),
        format!("MCP {}", wording::revision(facts)),
        session.transport.clone(),
        format!("profile {}", visible::line(&session.profile)),
        wording::count(session.tools.len(), "tool"),
    ];
    parts.retain(|part| !part.is_empty());
    Some(format!("{}: {}", visible::line(&session.server), parts.join(style.dot())))
}

/// The names of its tools, in lines of bearable length.
pub(super) fn tools(session: &SessionStart) -> String {
    const LINE_CHARS_MAX: usize = 100;
    let mut lines = vec![String::new()];
    for name in &session.tools {
        let name = visible::line(name);
        let last = lines.last_mut().filter(|last| last.chars().count() + name.chars().count() < LINE_CHARS_MAX);
        match last {
            Some(last) if last.is_empty() => last.push_str(&name),
            Some(last) => {
                last.push(' ');
                last.push_str(&name);
            }
            None => lines.push(name.into_owned()),
        }
    }
    lines.join("\n")
}

/// The line with the time that it took until the server was ready.
pub(super) fn with_time(line: &str, session: &SessionStart, style: &Style) -> String {
    format!("{line}{}ready in {}", style.dot(), wording::millis(session.ready_ms))
}
