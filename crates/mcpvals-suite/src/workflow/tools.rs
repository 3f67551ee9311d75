//! Tool Invocation Order (seed 004, 5.6): the calls that the model asked for against those that were expected.

use mcpvals_model::{
    ExpectedTool, ExpectedTools, Fault, Matcher, Mismatch, MismatchKind, OrderMode, Score, Trace, WorkflowCase,
};

use super::grade::{holds, holds_for};
use super::order::{self, Misfit};
use super::retold;
use super::story::{Made, Story};
use crate::excerpt;
use crate::matcher::{describe, of_kind};
use crate::tools::not_among;

/// Calls that a message shows.
const SHOWN_MAX: usize = 30;

pub(super) struct Order {
    /// `None` where nothing is expected.
    pub(super) score: Option<Score>,
    pub(super) mismatches: Vec<Mismatch>,
}

pub(super) fn order(case: &WorkflowCase, story: &Story<'_>, trace: &Trace) -> Result<Order, Fault> {
    let whole = case.expect_tools.iter().map(|expected| (None, expected));
    let steps = case.steps.iter().enumerate();
    let of_steps = steps.filter_map(|(step, it)| Some((Some(step), it.expect_tools.as_ref()?)));
    let mut found = Order { score: None, mismatches: Vec::new() };
    let (mut matched, mut all) = (0, 0);
    for (step, expected) in whole.chain(of_steps) {
        let calls: Vec<&Made<'_>> = story.calls(step).collect();
        let table = Table::new(expected, &calls)?;
        matched += order::matched(expected.mode, expected.tools.len(), calls.len(), |e, m| table.fits(e, m));
        all += expected.tools.len();
        found.mismatches.extend(table.misfit(step));
    }
    let forbidden: Vec<Mismatch> = forbidden(case, story).collect();
    if let Some(unknown) = unknown(case, trace) {
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

    fn misfit(&self, step: Option<usize>) -> Option<Mismatch> {
        let (wanted, made) = (self.expected.tools.len(), self.calls.len());
        let misfit = order::misfit(self.expected.mode, wanted, made, |e, m| self.fits(e, m))?;
        let at = match &misfit {
            Misfit::At { made, .. } | Misfit::Extra(made) => self.calls.get(*made).and_then(|call| call.frame()),
            Misfit::Missing(_) => None,
        };
        let place = step.map(|step| format!("in step {}, ", step + 1)).unwrap_or_default();
        let names: Vec<String> = self.expected.tools.iter().map(words).collect();
        let expected = format!("{place}{} {}", how(self.expected.mode), shown(&names));
        let made: Vec<String> = self.calls.iter().map(|call| made_words(call, self.speaks_of_args())).collect();
        let actual = format!("{}; {}", shown(&made), self.why(&misfit));
        Some(Mismatch { frame: at, ..of_kind(MismatchKind::ToolOrder, expected, actual) })
    }

    fn speaks_of_args(&self) -> bool {
        self.expected.tools.iter().any(|tool| tool.args.is_some())
    }

    fn why(&self, misfit: &Misfit) -> String {
        let wanted = |at: usize| self.expected.tools.get(at).map_or_else(|| "none".to_owned(), words);
        let made = |at: usize| self.calls.get(at).map_or_else(|| "none".to_owned(), |call| made_words(call, true));
        match misfit {
            Misfit::At { expected, made: at } => {
                format!("call {} is {}, not {}", at + 1, made(*at), wanted(*expected))
            }
            Misfit::Missing(at) => format!("{} is missing", wanted(*at)),
            Misfit::Extra(at) => format!("call {}, {}, is one too many", at + 1, made(*at)),
        }
    }
}

fn fits(wanted: &ExpectedTool, made: &Made<'_>) -> Result<bool, Fault> {
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

/// A name that no tool has, so that it could never be called: it is misspelt.
fn unknown(case: &WorkflowCase, trace: &Trace) -> Option<String> {
    let names = names(case, trace);
    let unread = (0..trace.servers()).any(|server| !trace.offer_of(server).unread.is_empty());
    let name = case.forbid_tools.iter().find(|name| !unread && !names.contains(name))?;
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let nearest = not_among(name, &known).actual;
    Some(format!("`forbidTools` names {}: {nearest}", excerpt::quoted_to(name, 80)))
}

/// What the model can call, by the names that it is given.
fn names(case: &WorkflowCase, trace: &Trace) -> Vec<String> {
    let specs = retold::toolbox(case, trace).specs();
    specs.into_iter().map(|spec| spec.name).collect()
}

fn how(mode: OrderMode) -> &'static str {
    match mode {
        OrderMode::Exact => "exactly the calls",
        OrderMode::Prefix => "first the calls",
        OrderMode::Ordered => "in this order the calls",
        OrderMode::Unordered => "in any order the calls",
        OrderMode::Subset => "no other calls than",
        OrderMode::Superset => "at least the calls",
    }
}

fn words(tool: &ExpectedTool) -> String {
    let of = |what: &str, matcher: &Option<Matcher>| matcher.as_ref().map(|it| format!("{what} {}", describe(it)));
    let marks: Vec<String> =
        [of("its arguments", &tool.args), of("its result", &tool.result)].into_iter().flatten().collect();
    let name = excerpt::block(&tool.name, 80);
    if marks.is_empty() { name } else { format!("{name} ({})", excerpt::block(&marks.join(", "), 200)) }
}

fn made_words(made: &Made<'_>, args: bool) -> String {
    let name = excerpt::block(&made.asked.tool, 80);
    match made.call {
        None => format!("{name}({}), which was not made", excerpt::json_to(&made.asked.args, 80)),
        Some(_) if args => format!("{name}({})", excerpt::json_to(&made.asked.args, 80)),
        Some(_) => name,
    }
}

fn shown(calls: &[String]) -> String {
    let mut words: Vec<&str> = calls.iter().take(SHOWN_MAX).map(String::as_str).collect();
    words.extend((calls.len() > SHOWN_MAX).then_some("…"));
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
