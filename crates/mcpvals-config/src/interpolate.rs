//! `${VAR}`, `${VAR:-default}` and `$${` in every string, from a map that is passed in.
//!
//! What is put into prompts by a security test may look like a variable and be none: `${jndi:ldap://…}` stays.
//!
//! `${{name}}` is a captured value and stays; so does `$${{`, a plain `${{`, in the suites, where captured values are
//! filled in later. A variable that is set but empty counts as set for `${VAR}` and as
//! unset for `${VAR:-default}`, as in a shell.

use std::collections::{BTreeMap, BTreeSet};

use mcpvals_model::{SecretValue, SuiteKind, looks_secret};
use serde_json::Value;

use crate::error::Problem;
use crate::load::Scope;
use crate::pointer::{Path, Pointer};
use crate::secrets::from_variable;

/// What became of a document's strings.
#[derive(Debug, Default)]
pub(crate) struct Interpolated {
    /// What could not be filled in, in the parts that the command uses.
    pub(crate) problems: Vec<Problem>,
    /// Values of variables whose names say that they are secrets.
    pub(crate) secrets: Vec<SecretValue>,
    /// Strings that still hold `${…}`: they are not what the user means, so nothing is to be said about them.
    pub(crate) unresolved: BTreeSet<Pointer>,
}

/// Fills in the strings of a document.
pub(crate) fn interpolate(value: &mut Value, env: &BTreeMap<String, String>, scope: &Scope) -> Interpolated {
    let mut walk = Walk { env, scope, found: Interpolated::default() };
    walk.visit(value, &Path::ROOT);
    walk.found
}

/// Fills in one text: the values of unset variables stay as they are.
///
/// # Errors
/// What is wrong with the first `${…}` that cannot be filled in.
pub fn fill(text: &str, env: &BTreeMap<String, String>) -> Result<String, String> {
    let mut filled = Filled::new(env);
    filled.append(text, 0)?;
    Ok(filled.text)
}

/// The names of the variables in a text, set or not.
pub(crate) fn variables(text: &str) -> Vec<String> {
    let none = BTreeMap::new();
    let mut filled = Filled::new(&none);
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        // What is wrong with one says nothing about the next.
        rest = filled.append_dollar(&rest[at..], 0).unwrap_or(&rest[at + 1..]);
    }
    filled.used
}

struct Walk<'a> {
    env: &'a BTreeMap<String, String>,
    scope: &'a Scope,
    found: Interpolated,
}

impl Walk<'_> {
    fn visit(&mut self, value: &mut Value, at: &Path<'_>) {
        match value {
            Value::String(text) => self.visit_text(text, at),
            Value::Array(items) => {
                items.iter_mut().enumerate().for_each(|(index, item)| self.visit(item, &at.item(index)));
            }
            Value::Object(members) => {
                members.iter_mut().for_each(|(name, member)| self.visit(member, &at.member(name)));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn visit_text(&mut self, text: &mut String, at: &Path<'_>) {
        if !text.contains("${") {
            return;
        }
        let place = at.pointer();
        let (keeps_captures, keeps_others) = (is_of_suites(place.head()), is_put_in(&place));
        let mut filled = Filled { keeps_captures, keeps_others, ..Filled::new(self.env) };
        match filled.append(text, 0) {
            Ok(()) => *text = std::mem::take(&mut filled.text),
            Err(message) => {
                let at = at.pointer();
                if self.scope.uses(at.head()) && !is_key_of_model(&at) {
                    self.found.problems.push(Problem::new(&at, message));
                }
                self.found.unresolved.insert(at);
            }
        }
        self.found.secrets.extend(filled.secrets);
        self.found.secrets.extend(filled.used.iter().filter_map(|name| from_variable(name, self.env)));
    }
}

/// The key of a model may not be set: what a cassette answers needs none, and where the model is asked it is told.
fn is_key_of_model(at: &Pointer) -> bool {
    at.head() == "models" && at.as_str().ends_with("/apiKey")
}

/// Is it a text that a security test puts into a prompt?
fn is_put_in(at: &Pointer) -> bool {
    at.head() == SuiteKind::Prompt.member() && at.as_str().contains("/securityTests/")
}

/// Defaults may hold variables that have defaults …
const DEFAULT_DEPTH_MAX: usize = 16;

/// May captured values stand in it?
fn is_of_suites(member: &str) -> bool {
    SuiteKind::ALL.iter().any(|kind| kind.member() == member)
}

/// A text that is shown and not filled in later, with each `$${{` as it is meant.
pub(crate) fn plain(text: &str) -> String {
    text.replace("$${{", "${{")
}

struct Filled<'a> {
    env: &'a BTreeMap<String, String>,
    /// Is `$${{` left for those who fill in captured values?
    keeps_captures: bool,
    /// Is what is no variable left as it is?
    keeps_others: bool,
    text: String,
    used: Vec<String>,
    /// Defaults of variables whose names say that they are secrets.
    secrets: Vec<SecretValue>,
}

impl<'a> Filled<'a> {
    fn new(env: &'a BTreeMap<String, String>) -> Self {
        Self {
            env,
            keeps_captures: false,
            keeps_others: false,
            text: String::new(),
            used: Vec::new(),
            secrets: Vec::new(),
        }
    }

    fn append(&mut self, text: &str, depth: usize) -> Result<(), String> {
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            self.text.push_str(&rest[..at]);
            rest = self.append_dollar(&rest[at..], depth)?;
        }
        self.text.push_str(rest);
        Ok(())
    }

    /// Takes what begins with this `$`, and gives what stands after it.
    fn append_dollar<'t>(&mut self, text: &'t str, depth: usize) -> Result<&'t str, String> {
        if let Some(rest) = text.strip_prefix("$${{").filter(|_| self.keeps_captures) {
            self.text.push_str("$${{");
            return Ok(rest);
        }
        if let Some(rest) = text.strip_prefix("$${") {
            self.text.push_str("${");
            return Ok(rest);
        }
        if text.starts_with("${{") {
            let end = text.find("}}").map_or(text.len(), |end| end + 2);
            self.text.push_str(&text[..end]);
            return Ok(&text[end..]);
        }
        if let Some(rest) = text.strip_prefix("${") {
            let Some((inside, rest)) = split_at_brace(rest) else {
                let problem = || "`${` without `}`: write `$${` for a plain `${`".to_owned();
                self.text.push_str("${");
                return self.keeps_others.then_some(rest).ok_or_else(problem);
            };
            self.append_variable(inside, depth)?;
            return Ok(rest);
        }
        self.text.push('$');
        Ok(&text[1..])
    }

    fn append_variable(&mut self, inside: &str, depth: usize) -> Result<(), String> {
        let (name, default) = inside.split_once(":-").map_or((inside, None), |(name, text)| (name, Some(text)));
        if !is_name(name) && self.keeps_others {
            self.text.extend(["${", inside, "}"]);
            return Ok(());
        }
        if !is_name(name) {
            return Err(format!("`${{{inside}}}` is not a variable: write `$${{` for a plain `${{`"));
        }
        self.used.push(name.to_owned());
        match (self.env.get(name), default) {
            (Some(value), None) => self.text.push_str(value),
            (Some(value), Some(_)) if !value.is_empty() => self.text.push_str(value),
            (_, Some(default)) if depth < DEFAULT_DEPTH_MAX => {
                let from = self.text.len();
                self.append(default, depth + 1)?;
                // What stands in for a secret is one.
                let secret = looks_secret(name).then(|| SecretValue::new(name, &self.text[from..]));
                self.secrets.extend(secret.flatten());
            }
            (_, Some(_)) => return Err(format!("the defaults of `{name}` nest too deeply")),
            (None, None) => return Err(format!("environment variable `{name}` is not set")),
        }
        Ok(())
    }
}

/// What stands before the brace that closes, and after it; braces within are counted.
fn split_at_brace(text: &str) -> Option<(&str, &str)> {
    let mut open = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '{' => open += 1,
            '}' if open == 0 => return Some((&text[..at], &text[at + 1..])),
            '}' => open -= 1,
            _ => {}
        }
    }
    None
}

/// Is this the name of a variable, as shells have it?
pub(crate) fn is_name(text: &str) -> bool {
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts_well && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::{fill, interpolate};
    use crate::load::Scope;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let env = BTreeMap::from([
            ("NAME".to_owned(), "value".to_owned()),
            ("EMPTY".to_owned(), String::new()),
            ("DOLLAR".to_owned(), "${NAME}".to_owned()),
        ]);
        assert_eq!(fill(text, &env).as_deref(), expected.map_err(str::to_owned).as_ref().copied());
    }

    #[test]
    fn variables_are_filled_in() {
        check("a ${NAME} b${NAME}", Ok("a value bvalue"));
        check("[${EMPTY}]", Ok("[]"));
    }

    #[test]
    fn defaults_stand_in_for_unset_and_empty() {
        check("${UNSET:-x y}", Ok("x y"));
        check("${EMPTY:-x}", Ok("x"));
        check("${UNSET:-}", Ok(""));
        check("${UNSET:-${NAME}}", Ok("value"));
        check("${UNSET:-{\"a\":{}}}", Ok("{\"a\":{}}"));
    }

    #[test]
    fn what_is_put_into_a_prompt_may_look_like_a_variable() {
        let env = BTreeMap::from([("NAME".to_owned(), "value".to_owned())]);
        let scope = Scope::RUN;
        let texts = json!({"maliciousInputs": ["${jndi:ldap://x}", "${NAME} ${7*7} ${a"]});
        let mut config = json!({"promptSuites": [{"securityTests": [texts]}]});
        assert!(interpolate(&mut config, &env, &scope).problems.is_empty());
        let filled = &config["promptSuites"][0]["securityTests"][0]["maliciousInputs"];
        assert_eq!(*filled, json!(["${jndi:ldap://x}", "value ${7*7} ${a"]));
        let mut elsewhere = json!({"promptSuites": [{"promptTests": [{"args": {"a": "${7*7}"}}]}]});
        assert_eq!(interpolate(&mut elsewhere, &env, &scope).problems.len(), 1);
    }

    #[test]
    fn literals_and_captures_stay() {
        check("$${NAME}", Ok("${NAME}"));
        check("${{id}} and ${NAME}", Ok("${{id}} and value"));
        check("$NAME costs 5$", Ok("$NAME costs 5$"));
    }

    #[test]
    fn values_are_not_filled_in_again() {
        check("${DOLLAR}", Ok("${NAME}"));
    }

    #[test]
    fn unset_and_malformed_are_told() {
        check("${UNSET}", Err("environment variable `UNSET` is not set"));
        check("${a.b}", Err("`${a.b}` is not a variable: write `$${` for a plain `${`"));
        check("${NAME", Err("`${` without `}`: write `$${` for a plain `${`"));
    }
}
