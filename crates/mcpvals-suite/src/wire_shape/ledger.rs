//! Gathers breaches: the same one seen again is counted, and a flood of different ones stays small.

use std::collections::HashMap;

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CaseId, Violation, ViolationKind};

use super::breach::Breach;
use super::spec;

/// Breaches of one kind that are told apart; what comes after is counted in one more.
const OF_A_KIND_MAX: usize = 20;

pub(super) struct Ledger<'a> {
    server: &'a str,
    case: Option<&'a CaseId>,
    revision: Option<Revision>,
    violations: Vec<Violation>,
    known: HashMap<(ViolationKind, String), usize>,
    of_a_kind: HashMap<ViolationKind, usize>,
}

impl<'a> Ledger<'a> {
    pub(super) fn new(server: &'a str, case: Option<&'a CaseId>, revision: Option<Revision>) -> Self {
        let (violations, known, of_a_kind) = (Vec::new(), HashMap::new(), HashMap::new());
        Self { server, case, revision, violations, known, of_a_kind }
    }

    pub(super) fn extend(&mut self, breaches: impl IntoIterator<Item = Breach>) {
        breaches.into_iter().for_each(|breach| self.add(breach, None));
    }

    pub(super) fn add(&mut self, breach: Breach, frame: Option<u64>) {
        if let Some(known) = self.find(&breach) {
            known.count += 1;
            known.spoils_answer |= breach.spoils;
            return;
        }
        let count = self.of_a_kind.entry(breach.kind).or_default();
        *count += 1;
        let message = if *count > OF_A_KIND_MAX { MORE.to_owned() } else { breach.message };
        self.known.insert((breach.kind, message.clone()), self.violations.len());
        self.violations.push(Violation {
            kind: breach.kind,
            message,
            frame,
            case: self.case.cloned(),
            server: self.server.to_owned(),
            spec: spec::url(breach.kind, breach.page, self.revision),
            spoils_answer: breach.spoils,
            count: 1,
        });
    }

    fn find(&mut self, breach: &Breach) -> Option<&mut Violation> {
        let full = self.of_a_kind.get(&breach.kind).is_some_and(|count| *count > OF_A_KIND_MAX);
        let message = if full { MORE } else { &breach.message };
        let index = self.known.get(&(breach.kind, message.to_owned()))?;
        self.violations.get_mut(*index)
    }

    pub(super) fn finish(self) -> Vec<Violation> {
        self.violations
    }
}

const MORE: &str = "more of the same kind, with other words";
