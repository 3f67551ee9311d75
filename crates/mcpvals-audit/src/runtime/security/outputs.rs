//! What the server said in results and errors: does it hide instructions, does it hold credentials?

use std::ops::Range;
use std::sync::LazyLock;

use mcpvals_model::{Finding, RuntimeStatus, RuntimeTest, Secret, SecretValue, Severity, Subject, Trace};
use mcpvals_project::is_example;
use mcpvals_wire::Redactor;
use regex::Regex;

use super::super::bench::{Bench, Said, test};
use super::super::rules;
use super::echo;

/// So much is shown before and after a credential, in characters.
const AROUND_CHARS: usize = 40;
/// So much of one text is looked at, in bytes.
const TEXT_BYTES_MAX: usize = 256 << 10;

/// Texts that a model reads, looked at like those of its tools.
pub(crate) fn hidden(bench: &mut Bench<'_>, _: &[Trace]) -> RuntimeTest {
    let mut found = Vec::new();
    for said in &bench.said {
        let text = echo::cut(head(&said.text), said);
        for finding in looked_at(&said.subject, &text) {
            // What was sent comes back: those words are ours.
            if finding.evidence.as_ref().is_some_and(|evidence| said.asked.contains(evidence.as_str())) {
                continue;
            }
            // What was cut has moved what stands behind it.
            let span = finding.span.clone().filter(|_| text == head(&said.text));
            let finding = Finding { span, ..finding };
            let severity =
                if is_as_bad(said, &finding) { finding.severity } else { finding.severity.min(Severity::Medium) };
            found.push(finding.as_bad_as(severity).about(said.subject.clone()));
        }
    }
    let expected = "outputs and errors that hide no instructions to the model";
    let name = "outputs-are-clean";
    let count = found.len();
    let first = found.first().map(|finding| finding.message.clone()).unwrap_or_default();
    bench.findings.extend(found);
    match (bench.said.len(), count) {
        (0, _) => test(name, RuntimeStatus::Skipped, expected, "nothing was said".to_owned(), None),
        (texts, 0) => {
            test(name, RuntimeStatus::Passed, expected, format!("{texts} texts were read, and nothing was found"), None)
        }
        (_, count) => test(name, RuntimeStatus::Failed, expected, format!("{count} found; the first: {first}"), None),
    }
}

fn looked_at(subject: &Subject, text: &str) -> Vec<Finding> {
    match subject {
        Subject::Resource(uri) => mcpvals_lint::resource(uri, text),
        _ => mcpvals_lint::text(text),
    }
}

/// Orders that no text of a server needs: they are as bad in a prompt or an error as in a description.
const NEVER: [&str; 7] = [
    "instruction-override",
    "secrecy-directive",
    "pseudo-markup",
    "sensitive-read",
    "exfiltration-instruction",
    "consent-bypass",
    "safety-bypass",
];

/// Does it count in full? Prompts and errors are the server's own words; but prompts are orders to a model by their nature, and
/// errors say what to do next, so that only what neither needs does. Results of tools and resources are often the words of
/// others, whom the server only hands on.
fn is_as_bad(said: &Said, finding: &Finding) -> bool {
    let is_own = said.is_error || matches!(said.subject, Subject::Prompt(_));
    is_own && NEVER.contains(&finding.rule.as_ref())
}

static CREDENTIALS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let pattern = |text: &str| Regex::new(text).expect("the pattern is a constant and is tested");
    vec![
        (pattern(r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----"), "a private key"),
        (pattern(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"), "an AWS access key"),
        (pattern(r"\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{60,}\b"), "a GitHub token"),
        (pattern(r"\bxox[abeprs]-[A-Za-z0-9-]{20,}"), "a Slack token"),
        (pattern(r"\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}"), "a key of a model provider"),
        (pattern(r"\bAIza[0-9A-Za-z_-]{35}\b"), "a Google API key"),
        (pattern(r#"(?i)\baws_?secret_?(?:access_?)?key["']?\s*[=:]\s*["']?[A-Za-z0-9/+]{40}\b"#), "an AWS secret key"),
        (pattern(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,60}:[^\s:/@]{6,100}@[\w.-]+"), "an address with a password"),
    ]
});

/// Has credentials masked from now on that a server gives away: a report that warns of them must not hand them on.
pub(crate) fn learn(redactor: &Redactor, said: &str, asked: &str) {
    for (pattern, what) in CREDENTIALS.iter() {
        let hits =
            pattern.find_iter(head(said)).filter(|hit| !asked.contains(hit.as_str()) && !is_example(hit.as_str()));
        for hit in hits {
            redactor.learn(Some(SecretValue { name: (*what).to_owned(), value: Secret::new(hit.as_str()) }));
        }
    }
}

/// Credentials in what was said; those that we know are masked already, and count as well.
pub(crate) fn leaks(bench: &mut Bench<'_>, _: &[Trace]) -> RuntimeTest {
    let mut found = Vec::new();
    for said in &bench.said {
        let text = head(&said.text);
        let matched = CREDENTIALS.iter().find_map(|(pattern, what)| {
            let is_theirs = |hit: &regex::Match<'_>| !said.asked.contains(hit.as_str()) && !is_example(hit.as_str());
            pattern.find_iter(text).find(is_theirs).map(|hit| (*what, excerpt(text, hit.range(), bench.redactor)))
        });
        let known = || {
            let masked = bench.redactor.text(text);
            let at =
                (masked != text && bench.redactor.text(&said.asked) == said.asked).then(|| masked.find("redacted:"))?;
            let (before, after) = masked.split_at(at.unwrap_or_default());
            Some(("a secret of its own environment", format!("…{}{}…", tail(before), start(after))))
        };
        found.extend(matched.or_else(known).map(|(what, shown)| (said.subject.clone(), what, shown)));
    }
    found.dedup_by(|a, b| (&a.0, a.1) == (&b.0, b.1));
    for (subject, what, shown) in &found {
        let finding = rules::LEAKS_SECRETS.found(format!("what it returns holds {what}"));
        bench.findings.push(finding.about(subject.clone()).showing(shown));
    }
    let (name, expected) = ("no-credentials-in-outputs", "outputs without credentials");
    match (bench.said.len(), found.len()) {
        (0, _) => test(name, RuntimeStatus::Skipped, expected, "nothing was said".to_owned(), None),
        (texts, 0) => {
            test(name, RuntimeStatus::Passed, expected, format!("{texts} texts were read, and none holds one"), None)
        }
        (_, count) => test(name, RuntimeStatus::Failed, expected, format!("{count} texts hold one"), None),
    }
}

/// Where it stands, so that a reviewer finds it: its first characters, and what is around it.
fn excerpt(text: &str, at: Range<usize>, redactor: &Redactor) -> String {
    // What comes before the password of an address is no secret, and says whose it is.
    let shown: String = text[at.clone()].chars().take(4).collect();
    let around = format!("…{}{shown}[redacted]{}…", tail(&text[..at.start]), start(&text[at.end..]));
    redactor.excerpt(&around).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The last characters.
fn tail(text: &str) -> &str {
    text.char_indices().rev().nth(AROUND_CHARS - 1).map_or(text, |(at, _)| &text[at..])
}

/// The first characters.
fn start(text: &str) -> &str {
    text.char_indices().nth(AROUND_CHARS).map_or(text, |(at, _)| &text[..at])
}

fn head(text: &str) -> &str {
    let mut end = text.len().min(TEXT_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
