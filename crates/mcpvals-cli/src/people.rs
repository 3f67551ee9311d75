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
            Some(browser) => {
                open::with_detached(url, browser).map_err(|error| format!("`BROWSER`, `{browser}`: {error}"))
            }
            None => open::that_detached(url).map_err(|error| error.to_string()),
        };
        // What cannot be opened is to be read all the same.
        let words = match (opens && self.output.opens_browser).then(opened) {
            Some(Ok(())) => "a browser was opened at".to_owned(),
            Some(Err(problem)) => format!("no browser could be opened ({}); open this address:", visible(&problem)),
            None => "open this address in a browser:".to_owned(),
        };
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
