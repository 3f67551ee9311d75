//! A row of the tables: a flaw, how it is shown, and what must come of it.

use mcpvals_testkit::{Flaw, Target};

/// Over which transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Via {
    Stdio,
    Http,
    Sse,
}

/// What must come of the run. The cases are `before`, `echo`, `add` and `after`.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// All pass.
    AllPass,
    /// This one fails in this way, the others pass.
    Fails { case: &'static str, why: Why },
    /// This one fails in this way, the one before passes, and after it there is no server any more.
    Ends { case: &'static str, why: Why },
    /// All fail in this way.
    AllFail(Why),
    /// The server goes away, sooner or later.
    Breaks,
    /// There is no session: all are errored, and the words say why.
    Unreachable(&'static [&'static str]),
}

/// A mismatch: its kind and words in what was expected or what came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Why {
    pub(super) kind: &'static str,
    pub(super) words: &'static [&'static str],
}

/// One row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) flaw: Flaw,
    pub(super) via: Vec<Via>,
    /// For the zoo's command line.
    pub(super) options: Vec<&'static str>,
    pub(super) outcome: Outcome,
    /// The kinds of all violations in the report, in alphabetical order.
    pub(super) violations: Vec<&'static str>,
    /// The kind of a warning that the spoilt case must have.
    pub(super) warning: Option<&'static str>,
    pub(super) startup_ms: u64,
    /// How long the call of `echo` may take.
    pub(super) echo_ms: u64,
}

/// Long enough for any server here on a busy machine.
const STARTUP_MS: u64 = 20_000;
/// For servers that do not come to an end with it.
const SHORT_STARTUP_MS: u64 = 3_000;
/// Long enough for any answer, and short enough for those that never come.
const ECHO_MS: u64 = 20_000;
const SHORT_ECHO_MS: u64 = 1_500;

/// A flaw that does no harm.
pub(super) fn passes(flaw: Flaw) -> Row {
    Row::new(flaw, Outcome::AllPass)
}

/// A flaw that spoils one case.
pub(super) fn fails(flaw: Flaw, case: &'static str, kind: &'static str, words: &'static [&'static str]) -> Row {
    Row::new(flaw, Outcome::Fails { case, why: Why { kind, words } })
}

/// A flaw that spoils one case and ends the server, which is not ours to start again.
pub(super) fn ends(flaw: Flaw, case: &'static str, kind: &'static str, words: &'static [&'static str]) -> Row {
    Row::new(flaw, Outcome::Ends { case, why: Why { kind, words } })
}

/// A flaw that hides all tools.
pub(super) fn hides_tools(flaw: Flaw, words: &'static [&'static str]) -> Row {
    Row::new(flaw, Outcome::AllFail(Why { kind: "unknownTool", words }))
}

/// A flaw after which there is no server, though not at once.
pub(super) fn breaks(flaw: Flaw) -> Row {
    Row::new(flaw, Outcome::Breaks)
}

/// A flaw that leaves no session.
pub(super) fn unreachable(flaw: Flaw, words: &'static [&'static str]) -> Row {
    Row::new(flaw, Outcome::Unreachable(words))
}

impl Row {
    fn new(flaw: Flaw, outcome: Outcome) -> Self {
        let ways = [(Via::Stdio, flaw.on_stdio()), (Via::Http, flaw.on_http()), (Via::Sse, flaw.on_sse())];
        let via = ways.into_iter().filter(|(_, fits)| *fits).map(|(via, _)| via).collect();
        // Only one case is to be spoilt, where nobody says otherwise.
        let is_for_calls = Target::default_of(flaw) == Target::Method("tools/call".to_owned());
        let options = if is_for_calls { vec!["--on", "tools/call:echo"] } else { Vec::new() };
        let (violations, warning) = (Vec::new(), None);
        Self { flaw, via, options, outcome, violations, warning, startup_ms: STARTUP_MS, echo_ms: ECHO_MS }
    }

    /// Only over these transports.
    pub(super) fn via(self, via: &[Via]) -> Self {
        Self { via: via.to_vec(), ..self }
    }

    /// Spoils these answers instead.
    pub(super) fn on(self, place: &'static str) -> Self {
        Self { options: vec!["--on", place], ..self }
    }

    /// With these options of the zoo's.
    pub(super) fn with(mut self, options: &[&'static str]) -> Self {
        self.options.extend(options);
        self
    }

    /// The kinds of violations that are seen.
    pub(super) fn seen(mut self, kinds: &[&'static str]) -> Self {
        self.violations = kinds.to_vec();
        self.violations.sort_unstable();
        self
    }

    /// The spoilt case has a warning of this kind.
    pub(super) fn warned(self, kind: &'static str) -> Self {
        Self { warning: Some(kind), ..self }
    }

    /// The server says nothing (usable) until the deadline of the start.
    pub(super) fn slow(self) -> Self {
        Self { startup_ms: SHORT_STARTUP_MS, ..self }
    }

    /// The answer to `echo` never comes.
    pub(super) fn late(self) -> Self {
        Self { echo_ms: SHORT_ECHO_MS, ..self }
    }

    /// For the reader of a failed test.
    pub(super) fn name(&self, via: Via) -> String {
        format!("{} {} over {via:?} ({})", self.flaw, self.options.join(" "), self.flaw.rule())
    }
}
