//! Recorded exchanges with a model: files beside the config, replayed where they are there and written only when the user
//! asks for it. What is written came out of redacted traces.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcpvals_model::profile::PeerAnswers;
use mcpvals_model::{
    CASSETTE_FORMAT, CASSETTE_VERSION, Case, CaseId, CaseKind, Cassette, Event, Exchange, Fault, PeerCase, Plan,
    Playback, REDACTED, Recorded, SecretValue, Suite, Verdict, WorkflowCase,
};
use serde_json::Value;

use crate::whole_file;

/// What is done with cassettes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CassetteMode {
    /// Those that are there are replayed; of a workflow that is new to its cassette, the model is asked.
    #[default]
    Auto,
    /// Those that are there are replayed, and where one is there, no model is asked: the default of CI.
    Ci,
    /// All are replayed; they must be there.
    Replay,
    /// The scripts answer, and what they say is recorded.
    Record,
    /// The scripts answer.
    Off,
}

impl CassetteMode {
    fn replays(self) -> bool {
        matches!(self, Self::Auto | Self::Ci | Self::Replay)
    }
}

/// The cassettes of one config file.
#[derive(Debug)]
pub struct Cassettes {
    /// By the file's name in the config.
    files: BTreeMap<String, File>,
    /// The tests of the config, in order, each with its file.
    cases: Vec<(CaseId, String)>,
    mode: CassetteMode,
}

#[derive(Debug)]
struct File {
    path: PathBuf,
    /// As it was read; `None` where it is not there.
    stored: Option<Vec<Exchange>>,
    /// What happened in the tests that were played, by the number of the repetition.
    fresh: BTreeMap<CaseId, BTreeMap<u32, Vec<Exchange>>>,
}

/// A cassette cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CassetteError {
    /// It cannot be read or written.
    #[error("cannot access the cassette `{path}`")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is no cassette.
    #[error("`{path}` is no cassette; delete the file and record it again with --record")]
    Format {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// It is one of another version.
    #[error("`{path}` is no cassette of version {CASSETTE_VERSION}; record it again with --record")]
    Version {
        /// The file.
        path: PathBuf,
    },
    /// It must be there and is not.
    #[error("there is no cassette `{path}`; record it with --record")]
    Missing {
        /// The file.
        path: PathBuf,
    },
}

impl Cassettes {
    /// Reads the cassettes that the plan names, beside its config file, and gives each test what is replayed in it.
    ///
    /// # Errors
    /// [`CassetteError`] if a file cannot be used, or must be there and is not.
    pub fn open(config: &Path, plan: &mut Plan, mode: CassetteMode) -> Result<Self, CassetteError> {
        let mut cassettes = Self { files: BTreeMap::new(), cases: Vec::new(), mode };
        let secrets = plan.secrets.clone();
        for case in plan.suites.iter_mut().flat_map(|suite| &mut suite.cases) {
            let Some(name) = file_of(&case.kind) else { continue };
            let file = cassettes.file(config, &name)?;
            if let Some(stored) = file.stored.as_ref().filter(|_| mode.replays()) {
                let own = stored.iter().filter(|exchange| exchange.case == case.id);
                let of_case = own.map(|exchange| revealed(exchange, &secrets)).collect();
                match &mut case.kind {
                    CaseKind::Peer(peer) => play(peer, of_case),
                    CaseKind::Workflow(workflow) => play_workflow(workflow, of_case, mode),
                    _ => {}
                }
            }
            plan.notes.extend(judge_dropped(case, file.stored.as_deref().filter(|_| mode == CassetteMode::Record)));
            cassettes.cases.push((case.id.clone(), name));
        }
        plan.suites.iter_mut().for_each(mark_replayed);
        plan.notes.extend(cassettes.files.iter().filter_map(|(name, file)| cassettes.orphans(name, file)));
        Ok(cassettes)
    }

    /// What a file holds of tests that have another name now, or are gone.
    fn orphans(&self, name: &str, file: &File) -> Option<String> {
        if self.mode == CassetteMode::Record {
            return None;
        }
        let is_of_test = |id: &CaseId| self.cases.iter().any(|(case, of)| case == id && of == name);
        let orphans: Vec<&CaseId> =
            file.stored.iter().flatten().map(|exchange| &exchange.case).filter(|id| !is_of_test(id)).collect();
        let first = orphans.first()?;
        let count = orphans.len();
        let of = if count == 1 { "1 answer".to_owned() } else { format!("{count} answers") };
        Some(format!(
            "the cassette `{name}` holds {of} of tests that no longer have it, the first of \"{first}\" (record it again with `--record`)"
        ))
    }

    fn file(&mut self, config: &Path, name: &str) -> Result<&File, CassetteError> {
        if !self.files.contains_key(name) {
            let file = File::read(config.with_file_name(name), self.mode)?;
            self.files.insert(name.to_owned(), file);
        }
        Ok(&self.files[name])
    }

    /// Takes what is to be recorded of a test: of a workflow each repetition, of another one the last.
    pub fn take(&mut self, event: &Event) {
        let Event::CasePlayed(played) = event else { return };
        let is_whole = matches!(
            played.verdict,
            Verdict::Passed | Verdict::Failed { .. } | Verdict::Errored(Fault::Unfinished { .. })
        );
        let named = self.cases.iter().find(|(id, _)| *id == played.case.id);
        let Some((id, name)) = named.filter(|_| is_whole && self.mode == CassetteMode::Record) else { return };
        if let Some(file) = self.files.get_mut(name) {
            let repetitions = file.fresh.entry(id.clone()).or_default();
            if !matches!(played.case.kind, CaseKind::Workflow(_)) {
                repetitions.retain(|repetition, _| *repetition > played.repetition);
            }
            let is_last = repetitions.is_empty() || matches!(played.case.kind, CaseKind::Workflow(_));
            let exchanges = || mcpvals_suite::exchanges(&played.case, &played.trace);
            is_last.then(|| repetitions.insert(played.repetition, exchanges()));
        }
    }

    /// Writes each file in which anything changed: whole or not at all. Tests that were not played keep what was recorded.
    ///
    /// # Errors
    /// [`CassetteError::Io`] if one cannot be written.
    pub fn save(&self) -> Result<(), CassetteError> {
        for (name, file) in &self.files {
            let of_file = self.cases.iter().filter(|(_, of)| of == name).map(|(id, _)| id);
            file.save(&of_file.collect::<Vec<_>>())?;
        }
        Ok(())
    }
}

impl File {
    fn read(path: PathBuf, mode: CassetteMode) -> Result<Self, CassetteError> {
        let stored = match std::fs::read(&path) {
            _ if mode == CassetteMode::Off => None,
            Ok(bytes) => Some(parse(&bytes, &path)?),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && mode == CassetteMode::Replay => {
                return Err(CassetteError::Missing { path });
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(source) => return Err(CassetteError::Io { path, source }),
        };
        Ok(Self { path, stored, fresh: BTreeMap::new() })
    }

    /// In the order of the config; what is of no test in it goes.
    fn save(&self, cases: &[&CaseId]) -> Result<(), CassetteError> {
        if self.fresh.is_empty() {
            return Ok(());
        }
        let stored = |case: &CaseId| -> Vec<Exchange> {
            self.stored.iter().flatten().filter(|exchange| exchange.case == *case).cloned().collect()
        };
        let of_case = |case: &&CaseId| match self.fresh.get(*case) {
            // Those of which nothing is known leave a gap: the number says what makes a pair with what.
            Some(repetitions) => repetitions.iter().flat_map(numbered).collect(),
            None => stored(case),
        };
        let exchanges: Vec<Exchange> = cases.iter().flat_map(of_case).collect();
        if self.stored.as_ref() == Some(&exchanges) {
            return Ok(());
        }
        let format = |source| CassetteError::Format { path: self.path.clone(), source };
        let text = whole_file::text(&Cassette::new(exchanges)).map_err(format)?;
        whole_file::write(&self.path, &text).map_err(|source| CassetteError::Io { path: self.path.clone(), source })
    }
}

fn numbered((repetition, exchanges): (&u32, &Vec<Exchange>)) -> Vec<Exchange> {
    exchanges.iter().map(|exchange| Exchange { repetition: *repetition, ..exchange.clone() }).collect()
}

/// The cassette of a test that has one.
fn file_of(kind: &CaseKind) -> Option<String> {
    let playback = match kind {
        CaseKind::Peer(peer) => peer.client.answers.cassette.as_ref(),
        CaseKind::Workflow(workflow) => workflow.cassette.as_ref(),
        _ => None,
    };
    playback.map(|playback| playback.file.clone())
}

/// Of a workflow that is new to the cassette, the model is asked, unless all must be replayed.
fn play_workflow(workflow: &mut WorkflowCase, exchanges: Vec<Exchange>, mode: CassetteMode) {
    let asks_nobody = matches!(mode, CassetteMode::Replay | CassetteMode::Ci);
    if let Some(playback) = workflow.cassette.as_mut().filter(|_| asks_nobody || !exchanges.is_empty()) {
        playback.exchanges = Some(exchanges);
    }
}

/// Repetitions of one recording are no more than one.
fn mark_replayed(suite: &mut Suite) {
    let has_recording = |playback: &Playback| playback.repetitions().is_some_and(|numbers| numbers.len() == 1);
    let replays = |case: &Case| match &case.kind {
        CaseKind::Workflow(workflow) => workflow.cassette.as_ref().is_some_and(has_recording),
        _ => false,
    };
    if let Some(combination) = &mut suite.combination {
        combination.replayed = suite.cases.iter().any(replays);
    }
}

/// That recording a workflow without its judge loses what the judge said.
fn judge_dropped(case: &Case, stored: Option<&[Exchange]>) -> Option<String> {
    let is_of_judge = |exchange: &&Exchange| exchange.case == case.id && mcpvals_suite::asks_judge(&exchange.request);
    let is_unjudged = matches!(&case.kind, CaseKind::Workflow(workflow) if workflow.judge.is_none());
    let count = stored?.iter().filter(is_of_judge).count();
    (is_unjudged && count > 0).then(|| {
        format!(
            "\"{}\" is recorded without its judge, whose recorded answers go: give `--llm-judge` to keep one",
            case.id
        )
    })
}

/// With the secrets of this run in the places where those of the recorded one were taken out: the model said them, and
/// what it says is graded.
fn revealed(exchange: &Exchange, secrets: &[SecretValue]) -> Exchange {
    let mut exchange = exchange.clone();
    if let Recorded::Result(said) = &mut exchange.response {
        reveal(said, secrets);
    }
    exchange
}

fn reveal(value: &mut Value, secrets: &[SecretValue]) {
    match value {
        Value::String(text) => {
            for secret in secrets {
                if !text.contains(REDACTED) {
                    break;
                }
                *text = text.replace(&format!("{REDACTED}{}]", secret.name), secret.value.reveal());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| reveal(item, secrets)),
        Value::Object(members) => members.values_mut().for_each(|member| reveal(member, secrets)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn play(peer: &mut PeerCase, exchanges: Vec<Exchange>) {
    let PeerAnswers { sampling, cassette, .. } = &mut peer.client.answers;
    if !exchanges.is_empty() {
        // What becomes of an answer is judged by the script.
        let replies = exchanges.iter().map(|exchange| exchange.response.clone());
        *sampling = replies.map(|recorded| mcpvals_model::profile::PeerReply::from(recorded).into()).collect();
    }
    if let Some(playback) = cassette {
        playback.exchanges = Some(exchanges);
    }
}

fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Exchange>, CassetteError> {
    let format = |source| CassetteError::Format { path: path.to_owned(), source };
    let raw: Value = serde_json::from_slice(bytes).map_err(format)?;
    if raw["format"] == CASSETTE_FORMAT && raw["version"] != CASSETTE_VERSION {
        return Err(CassetteError::Version { path: path.to_owned() });
    }
    let cassette: Cassette = serde_json::from_value(raw).map_err(format)?;
    let is_ours = cassette.format == CASSETTE_FORMAT;
    if is_ours { Ok(cassette.exchanges) } else { Err(CassetteError::Version { path: path.to_owned() }) }
}
