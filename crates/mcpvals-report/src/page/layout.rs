//! The whole document: head, ways around, content.

use askama::Template;

use super::asset::{self, Asset, POLICY};
use super::{Markup, escape};

/// Where style and scripts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assets {
    /// In the page: one file that needs nothing else.
    Inline,
    /// Under `/static/` of the same origin; the policy is the server's header.
    Linked,
}

/// A link of a menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Where it leads: `#cases`, `/evaluations`. Ours: never what a server said.
    pub href: String,
    /// Its words.
    pub text: String,
    /// Is it the page that is shown?
    pub is_current: bool,
}

impl Link {
    /// To a part of the same page.
    pub fn to_part(id: &str, text: &str) -> Self {
        Self { href: format!("#{id}"), text: text.to_owned(), is_current: false }
    }
}

/// A document before it is put together.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The title of the window.
    pub title: String,
    /// Where style and scripts are.
    pub assets: Assets,
    /// What else the head has: style and scripts of whoever serves the page.
    pub head: Markup,
    /// Does the page replay a trace?
    pub replays: bool,
    /// The site's menu; empty in a page of one file.
    pub menu: Vec<Link>,
    /// The parts of the page.
    pub contents: Vec<Link>,
    /// What stands above the parts: name and outcome.
    pub hero: Markup,
    /// The parts.
    pub main: Markup,
    /// One line at the end.
    pub foot: Markup,
}

#[derive(Template)]
#[template(path = "layout.html")]
struct Document<'a> {
    layout: &'a Layout,
    policy: &'a str,
    style: Asset,
    theme: Asset,
    scripts: Vec<Asset>,
}

impl Layout {
    /// The document.
    pub fn render(&self) -> Markup {
        let scripts = [Some(asset::PAGE), self.replays.then_some(asset::REPLAY)];
        Markup::of(&Document {
            layout: self,
            policy: &POLICY,
            style: asset::STYLE,
            theme: asset::THEME,
            scripts: scripts.into_iter().flatten().collect(),
        })
    }
}

impl Document<'_> {
    fn is_inline(&self) -> bool {
        self.layout.assets == Assets::Inline
    }
}
