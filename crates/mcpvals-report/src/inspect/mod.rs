//! What a server offers, as a table or as JSON; and how it differs between client profiles.

mod difference;
mod facts;
mod json;
mod parameter;
mod tools;

use mcpvals_model::Violation;
use mcpvals_model::mcp::{Offer, ServerFacts};

pub use difference::{difference, difference_json};
pub use json::json;

use crate::console::{Page, Role};
use crate::{Style, visible, wording};

/// Characters of a violation's words that are shown.
const MESSAGE_CHARS_MAX: usize = 300;

/// What a server offered to one client profile.
#[derive(Debug, Clone, Copy)]
pub struct Inspected<'a> {
    /// The profile that was declared.
    pub profile: &'a str,
    /// What the server said of itself.
    pub facts: &'a ServerFacts,
    /// What it offered, when its lists had settled.
    pub offer: &'a Offer,
    /// What broke the protocol meanwhile.
    pub violations: &'a [Violation],
}

/// Everything that a server offers, for people.
pub fn table(inspected: Inspected<'_>, style: &Style) -> String {
    let mut page = Page::new(style);
    facts::add(&mut page, inspected);
    tools::add(&mut page, &inspected.offer.tools);
    let offer = inspected.offer;
    facts::add_list(&mut page, "resource", &offer.resources, "uri");
    facts::add_list(&mut page, "resource template", &offer.resource_templates, "uriTemplate");
    facts::add_prompts(&mut page, &offer.prompts);
    facts::add_faults(&mut page, offer);
    add_violations(&mut page, inspected.violations);
    page.finish()
}

fn add_violations(page: &mut Page<'_>, violations: &[Violation]) {
    if violations.is_empty() {
        return;
    }
    page.blank();
    page.line(&page.style.paint(Role::Warning, &wording::count(violations.len(), "protocol violation")));
    for violation in violations {
        let times = if violation.count > 1 { format!(" ({} times)", violation.count) } else { String::new() };
        let kind = page.style.paint(Role::Strong, &wording::name(violation.kind));
        let words = visible::excerpt(&violation.message, MESSAGE_CHARS_MAX, page.style.ellipsis());
        page.line(&format!("  {kind}: {words}{times}"));
    }
}
