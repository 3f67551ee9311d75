//! Names of tools as providers take them: they have fewer signs and less room than the protocol.

use std::collections::{BTreeMap, BTreeSet};

/// The longest name that every provider takes.
const CHARS_MAX: usize = 64;

/// What each tool is called in a conversation, and which tool is meant by a name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolNames {
    given: BTreeMap<String, String>,
    meant: BTreeMap<String, String>,
}

impl ToolNames {
    /// Names for these tools: their own where a provider takes them, otherwise the nearest that is free.
    pub fn new<'a>(tools: impl Iterator<Item = &'a str>) -> Self {
        let tools: BTreeSet<&str> = tools.collect();
        let mut names = Self::default();
        // Who keeps its name has it before another gets it.
        let (kept, changed): (Vec<&str>, Vec<&str>) = tools.into_iter().partition(|tool| plain(tool) == *tool);
        kept.into_iter().chain(changed).for_each(|tool| names.add(tool));
        names
    }

    /// What the tool is called.
    pub fn given<'a>(&'a self, tool: &'a str) -> &'a str {
        self.given.get(tool).map_or(tool, String::as_str)
    }

    /// The tool that is meant; the name itself where there is no such tool.
    pub fn meant<'a>(&'a self, name: &'a str) -> &'a str {
        self.meant.get(name).map_or(name, String::as_str)
    }

    fn add(&mut self, tool: &str) {
        let plain = plain(tool);
        let numbered = (2..).map(|n| format!("{}_{n}", cut(&plain, CHARS_MAX - 8)));
        let mut names = std::iter::once(plain.clone()).chain(numbered);
        let name = names.find(|name| !self.meant.contains_key(name)).unwrap_or(plain.clone());
        self.given.insert(tool.to_owned(), name.clone());
        self.meant.insert(name, tool.to_owned());
    }
}

/// ASCII letters, digits, `_` and `-`, and a letter or `_` first.
fn plain(tool: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    let name: String = tool.chars().map(allowed).collect();
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let name = if starts { name } else { format!("_{name}") };
    cut(&name, CHARS_MAX).to_owned()
}

fn cut(name: &str, chars: usize) -> &str {
    name.get(..chars).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{CHARS_MAX, ToolNames};

    #[test]
    fn every_tool_has_a_name_of_its_own_and_is_found_by_it() {
        let long = "x".repeat(200);
        let other = format!("{}y", "x".repeat(150));
        let tools = ["add", "a.b", "a_b", "a/b", "7up", "größe", "", &long, &other];
        let names = ToolNames::new(tools.into_iter());
        for tool in tools {
            let name = names.given(tool);
            assert!(name.len() <= CHARS_MAX && name.is_ascii() && !name.is_empty(), "{tool}: {name}");
            assert_eq!(names.meant(name), tool, "{name}");
        }
        assert_eq!((names.given("add"), names.given("a_b")), ("add", "a_b"));
        assert_eq!(names.meant("no_such_tool"), "no_such_tool");
    }
}
