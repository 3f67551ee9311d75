//! Labelled tools as windows of buckets: our own authors' and, where they are at hand, those of others.

use std::path::Path;

use mcpvals_lint::training::{self, Kind, Shape};
use mcpvals_model::{Finding, Requirement, Severity};

use crate::Result;
use crate::labelled::{self, Labelled, Subset};

/// Whose terms for others are not clear: measured with, and never learnt from.
const MEASURED_ONLY: &str = "mcptox";
/// Tools of real servers are held back by server, one fold after the other.
pub(super) const FOLDS: u64 = 4;

/// A tool to learn from, or to measure with.
pub(super) struct Example {
    /// Who wrote it.
    pub(super) source: String,
    /// What it is; none of an honest one.
    pub(super) kind: Option<Kind>,
    /// It was written, or chosen, to look like an attack and be none.
    pub(super) is_near: bool,
    /// It is of a real server: the fold of that server.
    pub(super) fold: Option<u64>,
    /// It and its twin, of the same source, differ in one part only.
    pub(super) pair: Option<String>,
    pub(super) windows: Vec<Vec<u32>>,
    /// Of each window.
    pub(super) shapes: Vec<Shape>,
    /// The worst that the patterns say of it.
    pub(super) patterns: Option<Severity>,
    /// What is bad of it stands in no word that can be seen: the words that can be may well be honest.
    is_unseen: bool,
}

impl Example {
    fn of(labelled: &Labelled, kind: Option<Kind>) -> Self {
        let tool = &labelled.value;
        let findings = mcpvals_lint::tool(tool);
        let (mut windows, mut shapes): (Vec<_>, Vec<_>) =
            training::windows(tool).into_iter().map(|(window, shape)| (window.buckets, shape)).unzip();
        if windows.is_empty() {
            windows.push(Vec::new());
            shapes.push(Shape::Nothing);
        }
        let is_of_real_server = labelled.subset == Subset::Honest && labelled.pair.is_none() && !labelled.is_ours;
        Self {
            source: labelled.source.clone(),
            kind,
            is_near: kind.is_none() && !is_of_real_server,
            fold: is_of_real_server.then(|| fold_of(&labelled.server)),
            pair: labelled.pair.clone(),
            windows,
            shapes,
            patterns: worst_of_patterns(&findings),
            is_unseen: kind.is_some() && findings.iter().any(|finding| UNSEEN.contains(&&*finding.rule)),
        }
    }

    pub(super) fn is_learnt_from(&self) -> bool {
        !self.source.starts_with(MEASURED_ONLY) && self.source != labelled::HELD_OUT && !self.is_unseen
    }
}

fn fold_of(server: &str) -> u64 {
    // FNV-1a: the same on every machine.
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    server.bytes().fold(0xcbf2_9ce4_8422_2325, hash) % FOLDS
}

fn worst_of_patterns(findings: &[Finding]) -> Option<Severity> {
    let is_pattern = |rule: &str| !rule.starts_with("likely-");
    let counts = findings
        .iter()
        .filter(|finding| finding.requirement == Requirement::PromptInjection && is_pattern(&finding.rule));
    counts.map(|finding| finding.severity).max()
}

/// Rules of what is hidden from those, too, who read words.
const UNSEEN: [&str; 7] = [
    "hidden-tags",
    "hidden-selectors",
    "hidden-invisible",
    "hidden-direction",
    "hidden-control",
    "hidden-encoded",
    "hidden-private",
];

/// All that there is: our own, and the file of others' tools where it is at hand.
pub(super) fn load(ours: &Path, others: Option<&Path>) -> Result<Vec<Example>> {
    let mut all = labelled::ours(ours)?;
    if let Some(others) = others {
        all.extend(labelled::tools(others)?);
    }
    let kind = |one: &Labelled| match one.subset {
        Subset::Instruction => Some(Some(Kind::Order)),
        Subset::Lure => Some(Some(Kind::Lure)),
        Subset::SideAction => Some(Some(Kind::SideAction)),
        Subset::Honest | Subset::NearMiss => Some(None),
        // What is openly harmful is no order: another matter.
        Subset::Offensive => None,
    };
    Ok(all.iter().filter_map(|one| Some(Example::of(one, kind(one)?))).collect())
}
