//! Telemetry in source (PV-001, PV-002): who is spoken to, whether a document says so, and what is sent.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use mcpvals_model::{Finding, Severity, SourceFile};
use regex::Regex;

use super::rules::{COLLECTS, TELEMETRY};
use super::services::{SERVICES, Service};
use crate::{Project, place};

/// A service, where a file speaks to it.
struct Spoken<'a> {
    service: &'static Service,
    file: &'a SourceFile,
    at: std::ops::Range<usize>,
}

pub(super) fn find(project: &Project) -> Vec<Finding> {
    let mut spoken: Vec<Spoken<'_>> = Vec::new();
    for found in project.source.iter().flat_map(in_file) {
        if spoken.iter().all(|other| other.service.name != found.service.name) {
            spoken.push(found);
        }
    }
    let mut findings: Vec<Finding> =
        spoken.iter().filter(|spoken| !is_told(project, spoken.service)).map(untold).collect();
    let mut files: Vec<&SourceFile> =
        spoken.iter().filter(|spoken| !spoken.service.is_for_crashes).map(|spoken| spoken.file).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    findings.extend(files.into_iter().flat_map(content));
    findings
}

fn untold(spoken: &Spoken<'_>) -> Finding {
    let name = spoken.service.name;
    let does = if spoken.service.is_for_crashes { "tells of crashes" } else { "tells of its use" };
    let finding = TELEMETRY.found(format!("it {does} to {name}, and no document says so"));
    let finding = if spoken.service.is_for_crashes { finding.as_bad_as(Severity::Low) } else { finding };
    finding.showing(&spoken.file.text[spoken.at.clone()]).at(place::span(spoken.file, spoken.at.clone()))
}

/// The services that a file speaks to: one pass for all words.
fn in_file(file: &SourceFile) -> Vec<Spoken<'_>> {
    static WORDS: LazyLock<(AhoCorasick, Vec<(usize, bool)>)> = LazyLock::new(|| {
        let words = SERVICES.iter().enumerate().flat_map(|(index, service)| {
            let modules = service.modules.iter().map(move |word| (*word, (index, true)));
            modules.chain(service.hosts.iter().map(move |word| (*word, (index, false))))
        });
        let (words, meanings): (Vec<&str>, Vec<(usize, bool)>) = words.unzip();
        (AhoCorasick::new(words).expect("the words are few"), meanings)
    });
    let mut found: Vec<Spoken<'_>> = Vec::new();
    for word in WORDS.0.find_overlapping_iter(&file.text) {
        let (index, is_module) = WORDS.1[word.pattern().as_usize()];
        let service = &SERVICES[index];
        let is_known = found.iter().any(|other| other.service.name == service.name);
        let is_meant =
            if is_module { is_imported(&file.text, word.range()) } else { is_address(&file.text, word.range()) };
        if !is_known && is_meant {
            found.push(Spoken { service, file, at: word.range() });
        }
    }
    found
}

/// `import … from "x"`, `require("x")`, `import x`, `from x import`, `use x`.
fn is_imported(text: &str, at: std::ops::Range<usize>) -> bool {
    let line_start = text[..at.start].rfind('\n').map_or(0, |newline| newline + 1);
    let before = text[line_start..at.start].trim_start();
    let after = text[at.end..].chars().next();
    let is_whole = after.is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_' && c != '/');
    let quoted = before.ends_with(['"', '\'', '`'])
        && ["from", "require(", "import(", "import "].iter().any(|word| before.contains(word));
    let bare = ["import ", "from ", "use ", "using "].contains(&before);
    // Go lists its imports line by line.
    let listed = before == "\"" && after == Some('"') && text[..at.start].contains("import (");
    is_whole && (quoted || bare || listed)
}

/// In a text of the code, as an address with its scheme: a list of names of hosts sends nothing, nor does a comment.
fn is_address(text: &str, at: std::ops::Range<usize>) -> bool {
    let line_start = text[..at.start].rfind('\n').map_or(0, |newline| newline + 1);
    let before = &text[line_start..at.start];
    let is_comment = ["//", "#", "*", "/*"].iter().any(|sign| before.trim_start().starts_with(sign));
    let quote = before.rfind(['"', '\'', '`']);
    let is_text = quote.is_some_and(|quote| before[quote..].contains("://"));
    // `src` and the like list hosts that a page may load from or that are blocked; they send nothing.
    let is_policy = before.contains("-src ") || before.contains("Content-Security-Policy");
    let is_host = before.ends_with(['/', '.', '@']);
    is_text && is_host && !is_comment && !is_policy
}

/// Does a document speak of it?
fn is_told(project: &Project, service: &Service) -> bool {
    static NOTICE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\btelemetry\b|\banalytics\b|\busage (?:data|statistics|metrics|information)\b|\bopt(?:ing)?[ -]out\b|\bcrash reports?\b|\berror (?:reporting|tracking)\b|\bdo[_ -]not[_ -]track\b|\banonymous(?:ly)? (?:usage|data|collect)")
            .expect("it is one")
    });
    let speaks = |file: &SourceFile| NOTICE.is_match(&file.text) || file.text.contains(service.name);
    let policy = project.other.iter().filter(|file| file.path.to_ascii_lowercase().contains("privacy"));
    project.documents.iter().chain(policy).any(speaks)
}

/// Calls that hand on what was said.
fn content(file: &SourceFile) -> Vec<Finding> {
    // So much of a call is looked at, in bytes.
    const CALL_BYTES_MAX: usize = 400;
    static CALL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\.(?:capture|track|logEvent|log_event|trackEvent|track_event)\s*\(").expect("it is one")
    });
    static CONTENT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:arguments|args|tool_?[aA]rgs|prompt|messages?|conversation|chat_?[hH]istory|user_?[iI]nput|query|fileContent|request\.params)\s*[,:}\n]")
            .expect("it is one")
    });
    let calls = CALL.find_iter(&file.text).filter_map(|call| {
        let end = place::floor(&file.text, call.end() + CALL_BYTES_MAX);
        let inside = inside_brackets(&file.text[call.end()..end]);
        let found = CONTENT.find(inside)?;
        // A message of an error is not what was said.
        let is_error = inside[..found.start()].contains("error") || inside[..found.start()].contains("err.");
        let start = call.end() + found.start();
        let word = found.as_str().trim_end_matches([',', ':', '}', '\n', ' ']);
        let finding = COLLECTS.found(format!("`{word}` goes to analytics"));
        (!is_error).then(|| finding.showing(word).at(place::span(file, start..start + word.len())))
    });
    calls.take(5).collect()
}

/// Up to the bracket that closes the call.
fn inside_brackets(text: &str) -> &str {
    let mut depth = 1_u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}
