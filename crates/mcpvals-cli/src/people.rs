//! The user at the terminal, where signing in needs one.

use mcpvals_report::visible;
use mcpvals_wire::Visitor;

use crate::output::Output;

/// Shows addresses on stderr, and opens a browser where that is wanted.
#[derive(Debug)]
pub(crate) struct People {
    output: Output,
}

impl People {
    pub(crate) fn new(output: &Output) -> Self {
        Self { output: output.clone() }
    }

    fn send(&self, url: &str, opens: bool) {
        let opened = || match &self.output.browser {
            Some(browser) => open::with_detached(url, browser),
            None => open::that_detached(url),
        };
        // What cannot be opened is to be read all the same.
        let is_open = opens && self.output.opens_browser && opened().is_ok();
        let words = if is_open { "a browser was opened at" } else { "open this address in a browser:" };
        self.output.ask(&format!("sign in: {words} {}", visible(url)));
    }
}

impl Visitor for People {
    fn visit(&self, url: &str, opens: bool) {
        self.send(url, opens);
    }

    fn enter(&self, url: &str, code: &str, opens: bool) {
        self.send(url, opens);
        self.output.ask(&format!("sign in: the code is {}", visible(code)));
    }
}
