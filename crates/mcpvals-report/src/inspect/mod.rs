//! What a server offers, as a table or as JSON; and how it differs between client profiles.

mod difference;
mod facts;
mod json;
mod tools;

use mcpvals_model::mcp::{Offer, ServerFacts};

pub use difference::{difference, difference_json};
pub use json::json;

use crate::Style;
use crate::console::Page;

/// What a server offered to one client profile.
#[derive(Debug, Clone, Copy)]
pub struct Inspected<'a> {
    /// The profile that was declared.
    pub profile: &'a str,
    /// What the server said of itself.
    pub facts: &'a ServerFacts,
    /// What it offered, when its lists had settled.
    pub offer: &'a Offer,
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
    page.finish()
}
