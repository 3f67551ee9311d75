//! Tool Invocation Order (seed 004, 5.6): the calls that the model asked for against those that were expected.

use mcpvals_model::{
    ExpectedTool, ExpectedTools, Fault, Matcher, Mismatch, MismatchKind, OrderMode, Score, Trace, WorkflowCase,
};

use super::aligned;
use super::grade::{holds, holds_for};
use super::order::{self, Misfit};
use super::retold;
use super::story::{Made, Story};
use crate::excerpt;
use crate::matcher::{describe, of_kind};
use crate::tools::not_among;

pub(super) struct Order {
    /// `None` where nothing is expected.
    pub(super) score: Option<Score>,
    pub(super) mismatches: Vec<Mismatch>,
}

pub(super) fn order(case: &WorkflowCase, story: &Story<'_>, trace: &Trace) -> Result<Order, Fault> {
    let names = names(case, trace);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut found = Order { score: None, mismatches: Vec::new() };
    let (mut matched, mut all) = (0, 0);
    for (step, expected) in expected(case) {
        let calls: Vec<&Made<'_>> = story.calls(step).collect();
        let table = Table::new(expected, &calls)?;
        matched += order::matched(expected.mode, expected.tools.len(), calls.len(), |e, m| table.fits(e, m));
        all += expected.tools.len();
        found.mismatches.extend(table.misfit(step, &names));
    }
    let forbidden: Vec<Mismatch> = forbidden(case, story).collect();
    if let Some(unknown) = unknown(case, &names, trace) {
        return Err(Fault::Expectation { reason: unknown });
    }
    let asserted = !case.forbid_tools.is_empty() || case.expect_tools.is_some() || all > 0;
    let is_right = forbidden.is_empty() && found.mismatches.is_empty();
    found.mismatches.extend(forbidden);
    // All that was expected may have been called, and more than may be.
    let part = if is_right { Score::FULL } else { Score::ratio(matched.min(all.saturating_sub(1)), all.max(1)) };
    found.score = asserted.then_some(part);
    Ok(found)
}

/// What is expected of the whole workflow (`None`), then of its steps.
pub(super) fn expected(case: &WorkflowCase) -> impl Iterator<Item = (Option<usize>, &ExpectedTools)> {
    let steps = case.steps.iter().enumerate();
    let of_steps = steps.filter_map(|(step, it)| Some((Some(step), it.expect_tools.as_ref()?)));
    case.expect_tools.iter().map(|expected| (None, expected)).chain(of_steps)
}

/// Which expected call fits which that was made.
struct Table<'a> {
    expected: &'a ExpectedTools,
    calls: &'a [&'a Made<'a>],
    fits: Vec<Vec<bool>>,
}

impl<'a> Table<'a> {
    fn new(expected: &'a ExpectedTools, calls: &'a [&'a Made<'a>]) -> Result<Self, Fault> {
        let row = |wanted: &ExpectedTool| calls.iter().map(|made| fits(wanted, made)).collect::<Result<Vec<bool>, _>>();
        let fits: Result<Vec<Vec<bool>>, Fault> = expected.tools.iter().map(row).collect();
        Ok(Self { expected, calls, fits: fits? })
    }

    fn fits(&self, expected: usize, made: usize) -> bool {
        self.fits[expected][made]
    }

    fn misfit(&self, step: Option<usize>, known: &[&str]) -> Option<Mismatch> {
        let (wanted, made) = (self.expected.tools.len(), self.calls.len());
        let misfit = order::misfit(self.expected.mode, wanted, made, |e, m| self.fits(e, m))?;
        let at = match &misfit {
            Misfit::At { made, .. } | Misfit::Extra(made) => self.calls.get(*made),
            Misfit::Missing { behind, .. } => behind.checked_sub(1).and_then(|at| self.calls.get(at)),
        };
        let frame = at.and_then(|call| call.frame());
        let (expected, actual) = self.lists();
        let place = step.map(|step| format!(" in step {}", step + 1)).unwrap_or_default();
        let expected = format!("{expected} ({}{place})", how(self.expected.mode));
        let actual = format!("{actual}; {}{}", self.why(&misfit), self.misspelt(&misfit, known));
        Some(Mismatch { frame, ..of_kind(MismatchKind::ToolOrder, expected, actual) })
    }

    /// What was expected, and what was made.
    fn lists(&self) -> (String, String) {
        let wanted: Vec<String> = self.expected.tools.iter().map(words).collect();
        let made: Vec<String> = self.calls.iter().map(|call| made_words(call, self.speaks())).collect();
        match self.expected.mode {
            OrderMode::Exact | OrderMode::Prefix | OrderMode::Ordered => {
                aligned::in_order(&wanted, &made, |e, m| self.fits(e, m))
            }
            OrderMode::Unordered | OrderMode::Subset | OrderMode::Superset => aligned::in_any_order(&wanted, &made),
        }
    }

    /// Of what the expectations speak beside the names.
    fn speaks(&self) -> Spoken {
        let any = |of: fn(&ExpectedTool) -> bool| self.expected.tools.iter().any(of);
        Spoken { args: any(|tool| tool.args.is_some()), result: any(|tool| tool.result.is_some()) }
    }

    fn why(&self, misfit: &Misfit) -> String {
        let wanted = |at: usize| self.expected.tools.get(at).map(words).unwrap_or_default();
        let spoken = Spoken { args: true, ..self.speaks() };
        let made = |at: usize| self.calls.get(at).map(|call| made_words(call, spoken)).unwrap_or_default();
        match misfit {
            Misfit::At { expected, made: at } if *at >= self.calls.len() => {
                format!("call {}, {}, was not made", at + 1, wanted(*expected))
            }
            Misfit::At { expected, made: at } if *expected >= self.expected.tools.len() => {
                format!("call {}, {}, is one too many", at + 1, made(*at))
            }
            Misfit::At { expected, made: at } => {
                format!("call {} is {}, not {}", at + 1, made(*at), wanted(*expected))
            }
            Misfit::Missing { expected, behind: 0 } => {
                format!("expected call {}, {}, is missing", expected + 1, wanted(*expected))
            }
            Misfit::Missing { expected, behind } => {
                format!("expected call {}, {}, was not made after made call {behind}", expected + 1, wanted(*expected))
            }
            Misfit::Extra(at) => format!("call {}, {}, is one too many", at + 1, made(*at)),
        }
    }

    /// That there is no tool of the name that was expected.
    fn misspelt(&self, misfit: &Misfit, known: &[&str]) -> String {
        let (Misfit::At { expected, .. } | Misfit::Missing { expected, .. }) = misfit else { return String::new() };
        let name = self.expected.tools.get(*expected).map(|tool| tool.name.as_str());
        let unknown = name.filter(|name| !known.contains(name));
        let told = |name: &str| format!("; {}: {}", excerpt::quoted_to(name, 80), not_among(name, known).actual);
        unknown.map(told).unwrap_or_default()
    }
}

/// What of calls is shown beside their names.
#[derive(Clone, Copy)]
struct Spoken {
    args: bool,
    result: bool,
}

pub(super) fn fits(wanted: &ExpectedTool, made: &Made<'_>) -> Result<bool, Fault> {
    let args = |matcher| holds(matcher, &made.asked.args);
    let result = |matcher| made.reply().map_or(Ok(false), |reply| holds_for(matcher, &reply));
    Ok(made.call.is_some()
        && wanted.name == made.asked.tool
        && wanted.args.as_ref().map_or(Ok(true), args)?
        && wanted.result.as_ref().map_or(Ok(true), result)?)
}

fn forbidden<'a>(case: &'a WorkflowCase, story: &'a Story<'_>) -> impl Iterator<Item = Mismatch> + 'a {
    let is_forbidden = |made: &&Made<'_>| case.forbid_tools.contains(&made.asked.tool);
    story.calls(None).filter(is_forbidden).map(|made| {
        let expected = format!("no call of {}", excerpt::quoted_to(&made.asked.tool, 80));
        let actual = format!("called with {}", excerpt::json_to(&made.asked.args, 200));
        Mismatch { frame: made.frame(), ..of_kind(MismatchKind::ToolOrder, expected, actual) }
    })
}

/// A name that no tool has, where that makes an expectation hold whatever is called: it is misspelt.
fn unknown(case: &WorkflowCase, names: &[&str], trace: &Trace) -> Option<String> {
    let subsets = expected(case).filter(|(_, expected)| expected.mode == OrderMode::Subset);
    let allowed = subsets.flat_map(|(_, expected)| &expected.tools).map(|tool| (tool.name.as_str(), "expectTools"));
    let forbidden = case.forbid_tools.iter().map(|name| (name.as_str(), "forbidTools"));
    let unread = (0..trace.servers()).any(|server| !trace.offer_of(server).unread.is_empty());
    let (name, member) = forbidden.chain(allowed).find(|(name, _)| !unread && !names.contains(name))?;
    let nearest = not_among(name, names).actual;
    Some(format!("`{member}` names {}: {nearest}", excerpt::quoted_to(name, 80)))
}

/// What the model can call, by the names that it is given.
fn names(case: &WorkflowCase, trace: &Trace) -> Vec<String> {
    let specs = retold::toolbox(case, trace).specs();
    specs.into_iter().map(|spec| spec.name).collect()
}

fn how(mode: OrderMode) -> &'static str {
    match mode {
        OrderMode::Exact => "exactly these calls in this order",
        OrderMode::Prefix => "these calls first in this order",
        OrderMode::Ordered => "these calls in this order",
        OrderMode::Unordered => "exactly these calls in any order",
        OrderMode::Subset => "no other calls than these",
        OrderMode::Superset => "at least these calls",
    }
}

fn words(tool: &ExpectedTool) -> String {
    let of = |what: &str, matcher: &Option<Matcher>| matcher.as_ref().map(|it| format!("{what} {}", describe(it)));
    let marks: Vec<String> =
        [of("its arguments", &tool.args), of("its result", &tool.result)].into_iter().flatten().collect();
    let name = excerpt::block(&tool.name, 80);
    if marks.is_empty() { name } else { format!("{name} ({})", excerpt::block(&marks.join(", "), 200)) }
}

fn made_words(made: &Made<'_>, spoken: Spoken) -> String {
    let name = excerpt::block(&made.asked.tool, 80);
    let args = || format!("({})", excerpt::json_to(&made.asked.args, 80));
    if made.call.is_none() {
        return format!("{name}{}, which was not made", args());
    }
    let result = made.reply().filter(|_| spoken.result).map(|reply| excerpt::block(&reply.shown(), 80));
    let result = result.map(|result| format!(" giving {result}")).unwrap_or_default();
    format!("{name}{}{result}", if spoken.args { args() } else { String::new() })
}
