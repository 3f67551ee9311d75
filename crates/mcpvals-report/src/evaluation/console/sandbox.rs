//! The sandbox on a terminal: what did not hold, and what was seen.

use mcpvals_model::Evaluation;

use super::super::paper::sandbox_gist;
use super::wrap::Page;
use crate::Level;
use crate::wording;

/// Sightings of a kind that are shown one by one.
const SHOWN_MAX: usize = 20;

pub(super) fn write(page: &mut Page<'_>, evaluation: &Evaluation) {
    let Some(sandbox) = &evaluation.sandbox else { return };
    if page.style.level == Level::Quiet {
        return;
    }
    page.blank();
    page.heading("sandbox");
    page.item("  ", &sandbox_gist(sandbox));
    let is_whole = page.style.level == Level::Verbose;
    for one in sandbox.guarantees.iter().filter(|one| is_whole || !one.held) {
        let held = if one.held { "" } else { "not held: " };
        page.item("  ", &format!("{}: {held}{}", one.name, one.how));
    }
    let most = if is_whole { usize::MAX } else { SHOWN_MAX };
    for bait in sandbox.baits.iter().take(most) {
        page.item("  ", &format!("{} was opened during {}", bait.bait, bait.during));
    }
    for one in sandbox.egress.iter().take(most) {
        let said = one.said.as_ref().map(|said| format!(": {said}")).unwrap_or_default();
        page.item("  ", &format!("{} port {} ({}) during {}{said}", one.to, one.port, one.protocol, one.during));
    }
    let left = sandbox.baits.len().saturating_sub(most) + sandbox.egress.len().saturating_sub(most);
    if left > 0 {
        page.line(&format!("{} {} (-v shows all)", page.style.ellipsis(), wording::number(left)));
    }
}
