//! Findings on a terminal: those from `medium` on by tool or file, with reason and remedy where a rule first occurs; the
//! mild ones by rule, because the same remark about forty tools is one remark.

use std::collections::BTreeSet;

use mcpvals_model::{Evaluation, RuleFacts, Severity};

use super::super::found::{self, Found, Group};
use super::super::words;
use super::severity_role;
use super::wrap::Page;
use crate::{Level, wording};

/// Findings that are shown one by one.
const SHOWN_MAX: usize = 60;

pub(super) fn write(page: &mut Page<'_>, evaluation: &Evaluation) {
    if page.style.level == Level::Quiet {
        return;
    }
    let all = found::all(evaluation);
    let is_mild = |one: &Found<'_>| one.finding.severity == Severity::Low && page.style.level != Level::Verbose;
    let (mild, grave): (Vec<_>, Vec<_>) = all.into_iter().partition(is_mild);
    let mut told = Told { evaluation, rules: BTreeSet::new(), shown: 0 };
    for group in found::groups(&grave) {
        told.group(page, &group);
    }
    if told.shown < grave.len() {
        let left = wording::count(grave.len() - told.shown, "more finding");
        page.blank();
        page.line(&format!("{} {left} (-v shows all)", page.style.ellipsis()));
    }
    told.mild(page, &mild);
}

/// Whose reason and remedy was said already.
struct Told<'e> {
    evaluation: &'e Evaluation,
    rules: BTreeSet<&'e str>,
    shown: usize,
}

impl<'e> Told<'e> {
    fn group(&mut self, page: &mut Page<'_>, group: &Group<'e>) {
        let room = if page.style.level == Level::Verbose { usize::MAX } else { SHOWN_MAX.saturating_sub(self.shown) };
        let shown = &group.found[..group.found.len().min(room)];
        let Some(first) = shown.first() else { return };
        page.blank();
        page.heading(&first.about_words().replace('`', ""));
        for found in shown {
            self.finding(page, found);
        }
        self.shown += shown.len();
    }

    fn finding(&mut self, page: &mut Page<'_>, found: &Found<'e>) {
        let finding = found.finding;
        let severity = finding.severity.as_str().to_uppercase();
        let head = page.paint(severity_role(finding.severity), &format!("{severity:<8}"));
        let place = words::place(finding).map(|place| format!("{}{place}", page.style.dot())).unwrap_or_default();
        let rule = finding.rule.as_ref();
        page.line(&format!("{head}  {}", crate::visible::line(&format!("{rule}{place}"))));
        page.item("  ", &finding.message);
        if let Some(evidence) = finding.evidence.as_ref().filter(|evidence| !evidence.is_empty()) {
            page.field("shows", evidence);
        }
        if let Some(facts) = self.first_time(rule) {
            page.field("why", &facts.why);
            remedy(page, facts);
            page.field("see", &facts.references.join(", "));
        }
    }

    /// The rule, where nothing was said of it yet.
    fn first_time(&mut self, rule: &str) -> Option<&'e RuleFacts> {
        let facts = self.evaluation.rules.iter().find(|facts| facts.id == rule)?;
        self.rules.insert(&facts.id).then_some(facts)
    }

    /// One entry for each rule, with what it is about.
    fn mild(&mut self, page: &mut Page<'_>, mild: &[Found<'e>]) {
        for (rule, found) in found::by_rule(mild) {
            page.blank();
            let head = page.paint(severity_role(Severity::Low), "LOW     ");
            let title = self.evaluation.rules.iter().find(|facts| facts.id == rule).map_or("", |facts| &facts.title);
            let places = wording::count(found.len(), "place");
            let title = if title.is_empty() { String::new() } else { format!(": {title}") };
            page.line(&format!("{head}  {}", crate::visible::line(&format!("{rule}{title} ({places})"))));
            if let [only] = found[..] {
                page.item("  ", &only.finding.message);
            }
            let names = counted(found.iter().map(name));
            page.field("in", &page.names(&names.iter().map(String::as_str).collect::<Vec<_>>()));
            if let Some(facts) = self.first_time(rule) {
                remedy(page, facts);
            }
        }
    }
}

/// What to do, where that was asked for.
fn remedy(page: &mut Page<'_>, rule: &RuleFacts) {
    if !rule.remedy.is_empty() {
        page.field("remedy", &rule.remedy);
    }
}

/// Each name once, in the order in which they come, with how often it came.
fn counted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counted.push((name, 1)),
        }
    }
    let words = |(name, count)| if count == 1 { name } else { format!("{name} ({count})") };
    counted.into_iter().map(words).collect()
}

fn name(found: &Found<'_>) -> String {
    match (found.about(), words::place(found.finding)) {
        (("server", "") | ("file", _), Some(place)) => place,
        (("server", ""), None) => "the server".to_owned(),
        ((_, name), _) => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_has_two_places_is_named_once_with_a_count() {
        let names = ["the server", "add", "the server"].map(str::to_owned);
        assert_eq!(super::counted(names.into_iter()), ["the server (2)", "add"]);
    }
}
