//! What a server did in its sandbox that is seen from outside of it: baits that it opened or whose words came back, and where it
//! wanted to connect to. Told by the request that was under way.

use std::sync::Arc;

use mcpvals_model::mcp::Tool;
use mcpvals_model::{
    BaitOpened, Direction, Egress, Finding, RuntimeStatus, RuntimeTest, SandboxFacts, Severity, Subject, Trace,
};
use mcpvals_wire::{Sandbox, Sighting};

use super::bench::test;
use super::rules;

/// So many of each are kept.
const KEPT_MAX: usize = 200;
/// So much of what was said is shown, in characters.
const SAID_CHARS: usize = 120;
/// What is going on before the first request.
const START: &str = "the start";
/// Baits that good programs look at while they start: package managers their settings, others their variables, in whatever
/// folder they find them first.
const LOOKED_AT: [&str; 2] = [".npmrc", ".env"];
/// What programs that fetch packages ask for; one that is started through them is not to blame.
const REGISTRIES: [&str; 4] = ["registry.npmjs.org", "pypi.org", "files.pythonhosted.org", "registry.yarnpkg.com"];
/// Where clouds give away the credentials of a machine.
const METADATA: [&str; 4] = ["169.254.169.254", "metadata.google.internal", "169.254.170.2", "fd00:ec2::254"];

/// What was going on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct During {
    /// In words.
    pub(crate) words: String,
    /// Which tool, prompt or resource was asked for.
    pub(crate) subject: Option<Subject>,
    /// What was sent: a place that it names is reached because it was asked for.
    pub(crate) asked: String,
}

/// Everything that was seen.
#[derive(Default)]
pub(crate) struct Sightings {
    sandbox: Option<Sandbox>,
    during: During,
    baits: Vec<(BaitOpened, Option<Subject>)>,
    egress: Vec<(Egress, During)>,
    /// Baits whose words came back or were sent away.
    given_away: Vec<(&'static str, String, During)>,
}

impl Default for During {
    fn default() -> Self {
        Self { words: START.to_owned(), subject: None, asked: String::new() }
    }
}

impl Sightings {
    pub(crate) fn new(sandbox: Option<Sandbox>) -> Self {
        Self { sandbox, ..Self::default() }
    }

    /// From now on this is going on. What comes late is what was going on before.
    pub(crate) fn begin(&mut self, during: During) {
        self.look();
        self.during = during;
    }

    /// What has come since.
    pub(crate) fn look(&mut self) {
        let Some(sandbox) = self.sandbox.clone() else { return };
        for sighting in sandbox.seen() {
            match sighting {
                Sighting::Opened(name) => self.opened(name),
                Sighting::Reached { protocol, to, port, said } => {
                    let bait = sandbox.bait_in(said.as_bytes()).or_else(|| sandbox.bait_in(to.as_bytes()));
                    if let Some(bait) = bait {
                        self.gave_away(bait, format!("was sent to {to}:{port} over {protocol}"));
                    }
                    self.reached(Egress { protocol, to, port, said: first_line(&said), during: String::new() });
                }
            }
        }
    }

    /// Looks for the words of baits in what the server sent.
    pub(crate) fn read(&mut self, trace: &Trace) {
        let Some(sandbox) = self.sandbox.clone() else { return };
        let received = trace.frames.iter().filter(|frame| frame.direction == Direction::Received);
        for bait in received.filter_map(|frame| sandbox.bait_in(&frame.bytes)) {
            self.gave_away(bait, "came back to the client".to_owned());
        }
    }

    fn opened(&mut self, name: &str) {
        let opened = BaitOpened { bait: format!("~/{name}"), during: self.during.words.clone() };
        if self.baits.len() < KEPT_MAX && !self.baits.iter().any(|(known, _)| *known == opened) {
            self.baits.push((opened, self.during.subject.clone()));
        }
    }

    fn reached(&mut self, egress: Egress) {
        // The name that it stands for was asked for, and says more.
        if mcpvals_wire::sinkhole_addresses().any(|address| address == egress.to) {
            return;
        }
        let egress = Egress { during: self.during.words.clone(), ..egress };
        let is_same = |known: &Egress| {
            (&known.protocol, &known.to, known.port, &known.during)
                == (&egress.protocol, &egress.to, egress.port, &egress.during)
        };
        if self.egress.len() < KEPT_MAX && !self.egress.iter().any(|(known, _)| is_same(known)) {
            self.egress.push((egress, self.during.clone()));
        }
    }

    fn gave_away(&mut self, bait: &'static str, how: String) {
        let one = (bait, how, self.during.clone());
        if self.given_away.len() < KEPT_MAX && !self.given_away.contains(&one) {
            self.given_away.push(one);
        }
    }

    /// For the document; nothing where there was no sandbox.
    pub(crate) fn facts(&self) -> Option<SandboxFacts> {
        let facts = self.sandbox.as_ref()?.facts();
        let baits = self.baits.iter().map(|(bait, _)| bait.clone()).collect();
        let egress = self.egress.iter().map(|(egress, _)| egress.clone()).collect();
        Some(SandboxFacts { baits, egress, ..facts })
    }

    /// What of it is wrong.
    pub(crate) fn findings(&self, tools: &[Arc<Tool>]) -> Vec<Finding> {
        let read = self.baits.iter().filter_map(|(bait, subject)| of_bait(bait, subject.as_ref()));
        let sent = self.given_away.iter().map(|(bait, how, during)| {
            let words = format!("during {}, what stands in `~/{bait}` {how}", during.words);
            about(rules::SENDS_CREDENTIALS.found(words), during.subject.as_ref())
        });
        let home = self.places().filter_map(|(one, during)| of_egress(one, during, tools));
        read.chain(sent).chain(home).collect()
    }

    /// Each place once for each request; what was said last tells most of it.
    fn places(&self) -> impl Iterator<Item = &(Egress, During)> {
        let is_last = |at: usize, (one, during): &(Egress, During)| {
            let mut later = self.egress.iter().skip(at + 1);
            !later.any(|(other, meanwhile)| (&other.to, meanwhile) == (&one.to, during))
        };
        self.egress.iter().enumerate().filter(move |(at, place)| is_last(*at, place)).map(|(_, place)| place)
    }

    /// The same as tests; none where there was no sandbox.
    pub(crate) fn tests(&self, findings: &[Finding]) -> Vec<RuntimeTest> {
        if self.sandbox.is_none() {
            return Vec::new();
        }
        let of = |name: &str, expected: &str, rules: &[&str]| {
            let found: Vec<&Finding> = findings.iter().filter(|one| rules.contains(&one.rule.as_ref())).collect();
            match found.first() {
                None => test(name, RuntimeStatus::Passed, expected, "nothing else was seen".to_owned(), None),
                Some(first) => {
                    let words = format!("{} seen; the first: {}", found.len(), first.message);
                    test(name, RuntimeStatus::Failed, expected, words, None)
                }
            }
        };
        let credentials = [rules::READS_CREDENTIALS.id, rules::SENDS_CREDENTIALS.id];
        vec![
            of("leaves-credentials-alone", "credentials in HOME that are not opened", &credentials),
            of("stays-where-it-is", "no connections that nobody asked for", &[rules::PHONES_HOME.id]),
        ]
    }
}

fn of_bait(bait: &BaitOpened, subject: Option<&Subject>) -> Option<Finding> {
    let is_looked_at = LOOKED_AT.iter().any(|name| bait.bait.ends_with(name));
    let is_start = bait.during == START;
    if is_looked_at && is_start {
        return None;
    }
    // A client of a cloud looks for the user's keys: as bad as it is what it is for.
    let severity = if is_looked_at || bait.bait.contains(".aws") { Severity::High } else { Severity::Critical };
    let severity = if is_start { severity.min(Severity::High) } else { severity };
    let words = format!("`{}` was opened during {}", bait.bait, bait.during);
    Some(about(rules::READS_CREDENTIALS.found(words).as_bad_as(severity), subject))
}

/// Is it reached though nobody asked for it? A tool that declares nothing may reach others: the protocol has it so.
fn of_egress(egress: &Egress, during: &During, tools: &[Arc<Tool>]) -> Option<Finding> {
    let is_named = during.asked.contains(&egress.to);
    let is_registry = REGISTRIES.contains(&egress.to.trim_end_matches('.'));
    if is_named || is_registry {
        return None;
    }
    let where_to = format!("{} port {} ({})", egress.to, egress.port, egress.protocol);
    if METADATA.contains(&egress.to.as_str()) {
        let words = format!("during {}, the credentials of the machine were asked for at {where_to}", during.words);
        return Some(about(rules::PHONES_HOME.found(words).as_bad_as(Severity::High), during.subject.as_ref()));
    }
    match &during.subject {
        Some(Subject::Tool(name)) => {
            let tool = tools.iter().find(|tool| tool.name() == name)?;
            let is_closed = tool.raw()["annotations"]["openWorldHint"] == false;
            let words = format!("`{name}` declares `openWorldHint: false`, and connects to {where_to}");
            is_closed.then(|| about(rules::PHONES_HOME.found(words).as_bad_as(Severity::High), during.subject.as_ref()))
        }
        Some(_) => None,
        None => Some(rules::PHONES_HOME.found(format!("during {}, it connects to {where_to}", during.words))),
    }
}

fn about(finding: Finding, subject: Option<&Subject>) -> Finding {
    match subject {
        Some(subject) => finding.about(subject.clone()),
        None => finding,
    }
}

fn first_line(said: &str) -> Option<String> {
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let line: String = said.lines().next()?.chars().take(SAID_CHARS).map(clean).collect();
    (!line.trim().is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mcpvals_model::mcp::Tool;
    use mcpvals_model::{BaitOpened, Egress, Severity, Subject};
    use serde_json::json;

    use super::{During, Sightings};

    fn during(words: &str, subject: Option<Subject>, asked: &str) -> During {
        During { words: words.to_owned(), subject, asked: asked.to_owned() }
    }

    fn egress(to: &str, during: &During) -> (Egress, During) {
        let words = during.words.clone();
        let egress = Egress { protocol: "tcp".to_owned(), to: to.to_owned(), port: 443, said: None, during: words };
        (egress, during.clone())
    }

    fn bait(name: &str, during: &str) -> (BaitOpened, Option<Subject>) {
        (BaitOpened { bait: format!("~/{name}"), during: during.to_owned() }, None)
    }

    fn tools() -> Vec<Arc<Tool>> {
        let tool = |name: &str, open: bool| {
            let raw = json!({"name": name, "inputSchema": {"type": "object"}, "annotations": {"openWorldHint": open}});
            Arc::new(Tool::read(&raw).unwrap())
        };
        vec![tool("local", false), tool("web", true)]
    }

    #[track_caller]
    fn check(seen: &Sightings, expected: &[(&str, Severity)]) {
        let found = seen.findings(&tools());
        let found: Vec<(&str, Severity)> = found.iter().map(|one| (one.rule.as_ref(), one.severity)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn keys_that_are_opened_are_found_and_settings_at_the_start_are_not() {
        let baits = vec![bait(".npmrc", "the start"), bait(".env", "the start")];
        check(&Sightings { baits, ..Sightings::default() }, &[]);
        let baits = vec![bait(".ssh/id_rsa", "`tools/call` of `x`"), bait(".aws/credentials", "the start")];
        let critical = ("reads-credentials", Severity::Critical);
        check(&Sightings { baits, ..Sightings::default() }, &[critical, ("reads-credentials", Severity::High)]);
    }

    #[test]
    fn the_words_of_a_bait_are_found_wherever_they_go() {
        let given_away = vec![(".env", "came back to the client".to_owned(), During::default())];
        check(&Sightings { given_away, ..Sightings::default() }, &[("sends-credentials", Severity::Critical)]);
    }

    #[test]
    fn connections_that_nobody_asked_for_are_found() {
        let start = During::default();
        let tool = |name: &str, asked: &str| during("`tools/call`", Some(Subject::Tool(name.to_owned())), asked);
        let quiet = vec![
            egress("registry.npmjs.org", &start),
            egress("api.example", &tool("web", "{}")),
            egress("a.example", &tool("local", r#"{"url":"https://a.example/"}"#)),
        ];
        check(&Sightings { egress: quiet, ..Sightings::default() }, &[]);
        let loud = vec![
            egress("stats.example", &start),
            egress("stats.example", &tool("local", "{}")),
            egress("169.254.169.254", &tool("web", "{}")),
        ];
        let high = ("phones-home", Severity::High);
        check(&Sightings { egress: loud, ..Sightings::default() }, &[("phones-home", Severity::Medium), high, high]);
    }
}
