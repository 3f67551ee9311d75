//! Which tools may be called unasked.

use mcpvals_lint::{EffectKind, effect};
use mcpvals_model::mcp::Tool;

/// Why a tool is not called; nothing where it may be.
pub(crate) fn left_alone(tool: &Tool, writes: bool) -> Option<String> {
    let effect = effect(tool.raw());
    let what = match effect.kind {
        EffectKind::Reads => return None,
        _ if writes => return None,
        EffectKind::Writes => "it may change something",
        EffectKind::Deletes => "it may delete something",
        EffectKind::Unknown => "nothing says that it only reads",
    };
    Some(format!("{what}: {}; --allow-writes has it called", effect.reason))
}
