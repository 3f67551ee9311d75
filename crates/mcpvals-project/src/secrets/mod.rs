//! Secrets in files (SC-008): forms that providers give, private keys, and values that are called secrets and look like
//! some. What is found is never shown but for its first characters.

mod assignment;
mod checks;
mod key;
mod placeholder;
mod providers;
pub(crate) mod rules;

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::AhoCorasick;
use mcpvals_model::{Finding, Severity, SourceFile};
use regex::Regex;

use crate::Project;
use crate::folder::ending;
use crate::place;
use crate::supply::is_config;
use checks::Look;
use providers::{FORMS, Form};
use rules::{HARD_CODED, LIKELY};

pub(crate) use assignment::is_secret;
pub(crate) use placeholder::is_placeholder;

/// No more are told for one file: more are one mistake.
const FILE_MAX: usize = 20;
/// No more are told at all.
const COUNT_MAX: usize = 200;

/// Where a file belongs: what stands in tests was mostly made for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Shipped,
    Document,
    Test,
}

/// All secrets in a project's files.
pub(crate) fn find(project: &Project) -> Vec<Finding> {
    let files = [
        (&project.source, Place::Shipped),
        (&project.other, Place::Shipped),
        (&project.documents, Place::Document),
        (&project.tests, Place::Test),
    ];
    let all = files.into_iter().flat_map(|(files, place)| files.iter().map(move |file| (file, place)));
    all.flat_map(|(file, place)| in_file(file, place)).take(COUNT_MAX).collect()
}

/// A place in a text with a secret.
struct Secret {
    at: Range<usize>,
    finding: Finding,
}

fn in_file(file: &SourceFile, place: Place) -> Vec<Finding> {
    if is_sums(&file.path) {
        return Vec::new();
    }
    let mut secrets = key::find(file);
    for form in named(&file.text) {
        of_form(file, form, &mut secrets);
    }
    // What clients' configs hold has a rule of its own.
    let lines = is_environment(&file.path);
    let file_is_config = is_config(&file.path);
    let assigned = if file_is_config { Vec::new() } else { assignment::find(&file.text, lines) };
    for assigned in assigned {
        let message = format!("`{}` is given a value that looks drawn, not written", assigned.name);
        add(file, &mut secrets, assigned.value, LIKELY.found(message));
    }
    secrets.sort_by_key(|secret| secret.at.start);
    let tests_from = tests_from(file);
    let placed = |secret: Secret| {
        let is_test = place == Place::Test || tests_from.is_some_and(|from| secret.at.start >= from);
        lowered(secret.finding, if is_test { Place::Test } else { place })
    };
    secrets.into_iter().take(FILE_MAX).map(placed).collect()
}

/// The forms of which a word stands in the text: one pass for all.
fn named(text: &str) -> Vec<&'static Compiled> {
    static WORDS: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| {
        let words =
            FORMS.iter().enumerate().flat_map(|(index, form)| form.words.iter().map(move |word| (*word, index)));
        let (words, indices): (Vec<&str>, Vec<usize>) = words.unzip();
        let searcher = AhoCorasick::builder().ascii_case_insensitive(true).build(words);
        (searcher.expect("the words are few"), indices)
    });
    let mut is_named = vec![false; FORMS.len()];
    for found in WORDS.0.find_overlapping_iter(text) {
        is_named[WORDS.1[found.pattern().as_usize()]] = true;
    }
    COMPILED.iter().zip(is_named).filter(|(_, is_named)| *is_named).map(|(form, _)| form).collect()
}

/// A form with its pattern, made when a text first has one of its words.
struct Compiled {
    form: &'static Form,
    pattern: OnceLock<Regex>,
}

impl Compiled {
    fn pattern(&self) -> &Regex {
        self.pattern.get_or_init(|| Regex::new(self.form.pattern).expect("each is tested"))
    }
}

static COMPILED: LazyLock<Vec<Compiled>> =
    LazyLock::new(|| FORMS.iter().map(|form| Compiled { form, pattern: OnceLock::new() }).collect());

fn of_form(file: &SourceFile, compiled: &Compiled, secrets: &mut Vec<Secret>) {
    for captures in compiled.pattern().captures_iter(&file.text).take(FILE_MAX) {
        let Some(found) = captures.get(1).or_else(|| captures.get(0)) else { continue };
        // A form with a closer look has one of its own for what only stands for a secret.
        if compiled.form.check.is_none() && is_placeholder(body(found.as_str())) {
            continue;
        }
        let look = compiled.form.check.map_or(Look::Certain, |check| check(found.as_str()));
        let name = compiled.form.name;
        let article = if name.starts_with(['A', 'E', 'O', 'x']) { "an" } else { "a" };
        let finding = match look {
            Look::No => continue,
            Look::Certain => HARD_CODED.found(format!("{article} {name} stands here")),
            Look::Doubtful => HARD_CODED
                .found(format!("what has the form of {article} {name} stands here"))
                .as_bad_as(Severity::High)
                .as_sure_as(0.6),
        };
        let finding = if found.as_str().contains("_test_") { finding.as_bad_as(Severity::Medium) } else { finding };
        add(file, secrets, found.range(), finding);
    }
}

/// Without the prefix, in which words may stand that only an example has elsewhere.
fn body(secret: &str) -> &str {
    let prefixes =
        ["sk_test_", "rk_test_", "sk_live_", "rk_live_", "github_pat_", "sk-ant-", "sk-proj-", "api_org_", "https://"];
    prefixes.iter().find_map(|prefix| secret.strip_prefix(prefix)).unwrap_or(secret)
}

/// What fits two forms is told once.
fn add(file: &SourceFile, secrets: &mut Vec<Secret>, at: Range<usize>, finding: Finding) {
    if secrets.iter().any(|other| at.start < other.at.end && other.at.start < at.end) {
        return;
    }
    let shown = masked(&file.text[at.clone()]);
    let finding = finding.at(place::span(file, at.clone())).showing(&shown);
    secrets.push(Secret { at, finding });
}

/// Does what has the form of a secret, or is an address with a password, only stand for one: `https://user:password@host`?
pub fn is_example(secret: &str) -> bool {
    let Some((_, rest)) = secret.split_once("://") else { return is_placeholder(body(secret)) };
    let Some((login, host)) = rest.rsplit_once('@') else { return false };
    let Some((user, password)) = login.split_once(':') else { return false };
    let host = host.to_ascii_lowercase();
    let is_nobodys = ["example", "your", "xxx"].iter().any(|word| host.contains(word))
        || ["host", "hostname", "server"].contains(&host.as_str());
    is_nobodys || is_placeholder(password) || checks::is_common(password) || password == user
}

/// The first four characters, or fewer of a short one: enough to find it, too few to use it.
pub(crate) fn masked(secret: &str) -> String {
    let shown = if secret.chars().count() >= 16 { 4 } else { 1 };
    format!("{}…", secret.chars().take(shown).collect::<String>())
}

fn lowered(finding: Finding, place: Place) -> Finding {
    let severity = match (place, finding.severity) {
        (Place::Shipped, severity) => severity,
        (Place::Document, Severity::Critical) => Severity::High,
        (Place::Document, Severity::High | Severity::Medium | Severity::Low) | (Place::Test, _) => Severity::Low,
    };
    finding.as_bad_as(severity)
}

/// Files of sums, in which every other text is drawn.
fn is_sums(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    ending(name) == "lock"
        || name == "RECORD"
        || name == "go.sum"
        || name.ends_with("-lock.json")
        || name.ends_with("-lock.yaml")
        || name == "npm-shrinkwrap.json"
}

fn is_environment(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with(".env")
        || ending(name) == "env"
        || [".npmrc", ".pypirc", ".netrc"].contains(&name)
        || ["ini", "properties"].contains(&ending(name))
}

/// Where a Rust file's tests begin: they stand at its end.
fn tests_from(file: &SourceFile) -> Option<usize> {
    if ending(&file.path) != "rs" {
        return None;
    }
    file.text.find("#[cfg(test)]\nmod ").or_else(|| file.text.find("#[cfg(test)]\r\nmod "))
}
