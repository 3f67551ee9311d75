//! What is known of the one who speaks: its name, its parameters, its neighbours.

use std::collections::BTreeSet;

use serde_json::Value;

/// Who speaks.
#[derive(Debug, Default, Clone)]
pub(crate) struct Context {
    name: String,
    /// The name, with `_` between the words of `camelCase`.
    apart: String,
    /// What the tool says of itself; none where nobody speaks for a tool.
    description: Option<String>,
    parameters: BTreeSet<String>,
    /// The tools of the same server; none where they are not known.
    siblings: BTreeSet<String>,
    /// Words of the name and of the parameters, for kinship.
    words: BTreeSet<String>,
}

impl Context {
    /// A tool as listed, among the names of its server's tools.
    pub(crate) fn of_tool(tool: &Value, siblings: &[&str]) -> Self {
        let name = tool["name"].as_str().unwrap_or_default();
        let properties = || tool["inputSchema"]["properties"].as_object().into_iter().flat_map(serde_json::Map::keys);
        let words = std::iter::once(name).chain(properties().map(String::as_str)).flat_map(words_of).collect();
        Self {
            name: name.to_ascii_lowercase(),
            apart: apart(name),
            description: tool["description"].as_str().map(str::to_owned),
            parameters: properties().map(|name| name.to_ascii_lowercase()).collect(),
            siblings: siblings.iter().map(|name| name.to_ascii_lowercase()).collect(),
            words,
        }
    }

    /// Whoever is no tool, of a server with these tools.
    pub(crate) fn of_server(tools: &[&str]) -> Self {
        Self { siblings: tools.iter().map(|name| name.to_ascii_lowercase()).collect(), ..Self::default() }
    }

    /// A document or an answer speaks, and no tool or server.
    pub(super) fn is_nobody(&self) -> bool {
        self.name.is_empty() && self.siblings.is_empty()
    }

    /// Is it the text in which the tool says what it does, and no argument's or anybody else's?
    pub(super) fn is_description(&self, text: &str) -> bool {
        self.description.as_deref() == Some(text)
    }

    /// Is it called for running commands?
    pub(super) fn is_shell(&self) -> bool {
        const WORDS: [&str; 10] =
            ["shell", "bash", "command", "exec", "execute", "terminal", "powershell", "cmd", "ssh", "script"];
        self.has_in_name(&WORDS)
    }

    /// Is it called for keys, passwords or the like?
    pub(super) fn is_about_secrets(&self) -> bool {
        const WORDS: &[&str] = &[
            "auth",
            "authenticate",
            "credential",
            "token",
            "password",
            "secret",
            "login",
            "env",
            "ssh",
            "vault",
            "oauth",
            "cookie",
            "keychain",
            "wallet",
        ];
        self.has_in_name(WORDS)
    }

    /// Is it called for finding or removing what is hidden in texts?
    pub(super) fn is_about_attacks(&self) -> bool {
        const WORDS: [&str; 16] = [
            "scan",
            "scanner",
            "lint",
            "linter",
            "shield",
            "sanitize",
            "sanitise",
            "sanitizer",
            "injection",
            "guard",
            "firewall",
            "detect",
            "detector",
            "screen",
            "moderate",
            "vulnerability",
        ];
        self.has_in_name(&WORDS)
    }

    /// Is it called for marks in texts?
    pub(super) fn is_about_markup(&self) -> bool {
        self.has_in_name(&["xml", "xslt", "html", "jsx", "svg", "markup", "markdown", "template", "format"])
    }

    fn has_in_name(&self, words: &[&str]) -> bool {
        let is_there = |word: &str| words.iter().any(|other| word.trim_end_matches('s') == *other);
        let name = &self.apart;
        name.split(|c: char| !c.is_ascii_alphanumeric()).any(is_there)
    }

    pub(super) fn is_own(&self, name: &str) -> bool {
        !self.name.is_empty() && self.name == name
    }

    pub(super) fn has_parameter(&self, name: &str) -> bool {
        self.parameters.contains(name)
    }

    /// Has it a parameter with one of these words in its name?
    pub(super) fn has_parameter_of(&self, words: &[&str]) -> bool {
        let has = |name: &String| name.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| words.contains(&word));
        self.parameters.iter().any(|name| has(name) || words.iter().any(|word| word.len() > 6 && name.contains(word)))
    }

    pub(super) fn has_sibling(&self, name: &str) -> bool {
        !name.is_empty() && self.siblings.contains(&name.to_ascii_lowercase())
    }

    /// Does it belong to the same server, or sound so? Tools of one family share words: `list_issues`, `get_issue`.
    pub(super) fn is_kin(&self, name: &str) -> bool {
        self.has_sibling(name) || words_of(name).any(|word| self.words.contains(&word))
    }
}

/// Verbs that every family has.
const COMMON: [&str; 28] = [
    "get", "list", "set", "add", "create", "read", "write", "delete", "update", "search", "find", "tool", "tools",
    "the", "call", "run", "use", "file", "data", "all", "new", "query", "fetch", "by", "id", "name", "and", "for",
];

/// In small letters and without endings, so that one and many are one word; `camelCase` is two.
pub(super) fn words_of(name: &str) -> impl Iterator<Item = String> {
    let apart = apart(name);
    let words = apart.split(|c: char| !c.is_ascii_alphanumeric());
    let telling = words.filter(|word| word.len() > 2 && !COMMON.contains(word));
    let bare = |word: &str| word.trim_end_matches('s').trim_end_matches("ie").trim_end_matches('y').to_owned();
    telling.map(bare).collect::<Vec<_>>().into_iter()
}

/// `camelCase` as `camel_case`.
pub(super) fn apart(name: &str) -> String {
    let mut apart = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        if c.is_ascii_uppercase() && apart.ends_with(|c: char| c.is_ascii_lowercase()) {
            apart.push('_');
        }
        apart.push(c.to_ascii_lowercase());
    }
    apart
}
