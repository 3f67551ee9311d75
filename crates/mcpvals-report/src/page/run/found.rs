//! What was found beside the verdicts: breaches of the protocol, warnings, models, coverage, servers, notes.

use mcpvals_model::{CaseResult, Matrix, Report, Score, ServerCoverage, SessionStart, Violation, WorkflowFacts};

use crate::evaluation::sandbox_blocks;
use crate::page::chart::{self, Heat, HeatCell};
use crate::page::{Ids, Markup, blocks, text};
use crate::paper::{Block, Line, Table};
use crate::{comparison, gaps, matrix, model, wording};

/// Rows of one table.
const ROWS_MAX: usize = 1_000;

/// Rows as a table; what is too much is counted.
fn table<const N: usize>(
    caption: &'static str,
    heads: [&'static str; N],
    rows: impl ExactSizeIterator<Item = [Line; N]>,
    ids: &mut Ids,
) -> Markup {
    let left = rows.len().saturating_sub(ROWS_MAX);
    let mut table = Table::new(caption, heads);
    rows.take(ROWS_MAX).for_each(|row| table.row(row));
    let more = format!("And {}: the JSON report has all.", wording::count(left, "more row"));
    let blocks = table.block().into_iter().chain((left > 0).then(|| Block::words(more)));
    blocks.map(|block| blocks::block(&block, ids)).collect()
}

/// What is to be known of the run as a whole.
pub(super) fn notes(report: &Report, ids: &mut Ids) -> Markup {
    let mut notes: Vec<Line> = report.run.notes.iter().map(Line::words).collect();
    if report.unchecked > 0 {
        let count = wording::count(usize::try_from(report.unchecked).unwrap_or(usize::MAX), "message");
        notes.push(Line::words(format!("{count} of servers not checked against the protocol: the traces were full")));
    }
    if notes.is_empty() { Markup::default() } else { blocks::block(&Block::List(notes), ids) }
}

pub(super) fn violations(report: &Report, ids: &mut Ids) -> Markup {
    let row = |one: &Violation| {
        let frame = one.frame.map(|frame| frame.to_string()).unwrap_or_default();
        let kind = wording::name(one.kind);
        let spoils = if one.spoils_answer { "yes" } else { "" };
        [
            Line::code(kind),
            Line::words(&one.message),
            Line::words(one.count.to_string()),
            Line::words(spoils),
            Line::code(&one.server),
            one.case.as_ref().map(|case| Line::code(case.as_str())).unwrap_or_default(),
            Line::words(frame),
            Line::code(&one.spec),
        ]
    };
    let heads = ["Kind", "What", "Times", "Spoils the answer", "Server", "Case", "Frame", "Specification"];
    table("What broke the protocol", heads, report.violations.iter().map(row), ids)
}

pub(super) fn warnings(report: &Report, ids: &mut Ids) -> Markup {
    let all = report.cases().flat_map(|case| case.warnings.iter().map(move |warning| (case, warning)));
    let all: Vec<(&CaseResult, &mcpvals_model::Warning)> = all.collect();
    let row = |(case, warning): &(&CaseResult, &mcpvals_model::Warning)| {
        [Line::code(case.id.as_str()), Line::code(wording::name(warning.kind)), Line::words(&warning.message)]
    };
    table("Warnings", ["Case", "Kind", "What"], all.iter().map(row), ids)
}

pub(super) fn matrix(report: &Report, ids: &mut Ids) -> Markup {
    const COMPARISONS_MAX: usize = 100;
    let Some(found) = &report.matrix else { return Markup::default() };
    let mut html = blocks::paragraph(&Line::words(capital(&matrix::head(found))));
    html.push(&chart::heat(&heat(found), ids));
    let compared: Vec<Line> = matrix::comparisons(found, COMPARISONS_MAX).into_iter().map(Line::words).collect();
    if !compared.is_empty() {
        html.push(&blocks::block(&Block::List(compared), ids));
    }
    let heads = ["Workflow", "Model", "Server", "Passed", "Rate", "Median", "Tokens", "Cost"];
    let rows = matrix::rows(found);
    let row = |[workflow, model, server, passed, rate, median, tokens, cost]: [String; 8]| {
        let [passed, rate, median, tokens, cost] = [passed, rate, median, tokens, cost].map(Line::words);
        [Line::code(workflow), Line::code(model), Line::code(server), passed, rate, median, tokens, cost]
    };
    html.push(&table("Each combination, each model, each server", heads, rows.into_iter().map(row), ids));
    html.push(&note(&matrix::method(found)));
    html
}

fn heat(found: &Matrix) -> Heat {
    let mut rows: Vec<(String, Vec<Option<HeatCell>>)> = Vec::new();
    let is_alone = found.servers.len() < 2;
    for cell in &found.cells {
        let of = &cell.combination;
        let name = if is_alone { of.workflow.clone() } else { format!("{} on {}", of.workflow, of.server) };
        let at = rows.iter().position(|(row, _)| *row == name).unwrap_or_else(|| {
            rows.push((name, vec![None; found.models.len()]));
            rows.len() - 1
        });
        let column = found.models.iter().position(|model| *model == of.model);
        if let Some(place) = column.and_then(|column| rows[at].1.get_mut(column)) {
            *place = Some(heat_cell(&cell.tally));
        }
    }
    let head = if is_alone { "Workflow" } else { "Workflow and server" };
    Heat { title: "Pass rates by model".to_owned(), head: head.to_owned(), columns: found.models.clone(), rows }
}

fn heat_cell(tally: &mcpvals_model::MatrixTally) -> HeatCell {
    let percent = |part: f64| Score::new(part).map(wording::percent).unwrap_or_default();
    HeatCell {
        share: tally.rate,
        shown: tally.rate.map_or_else(|| format!("{} errored", tally.errored), percent),
        below: tally.interval.map(|(low, high)| format!("{} to {}", percent(low), percent(high))).unwrap_or_default(),
    }
}

pub(super) fn baseline(report: &Report, ids: &mut Ids) -> Markup {
    let Some(found) = &report.baseline else { return Markup::default() };
    let lines = comparison::lines(found);
    let lines: Vec<Line> = lines.iter().map(|line| Line::words(line.trim())).collect();
    blocks::block(&Block::List(lines), ids)
}

pub(super) fn sandbox(report: &Report, ids: &mut Ids) -> Markup {
    let all = report.sandbox.iter().flat_map(sandbox_blocks);
    all.map(|one| blocks::block(&one, ids)).collect()
}

fn workflows(report: &Report) -> Vec<&CaseResult> {
    report.cases().filter(|case| !case.workflow.is_empty()).collect()
}

pub(super) fn models(report: &Report, ids: &mut Ids) -> Markup {
    let heads = ["Workflow", "Score", "Rate", "Model", "Turns", "Calls", "Tokens", "Cost", "Time of the model"];
    table("What models took", heads, workflows(report).into_iter().map(model_row), ids)
}

fn model_row(case: &CaseResult) -> [Line; 9] {
    let facts = &case.workflow;
    let sum = |part: fn(&WorkflowFacts) -> u64| facts.iter().map(part).sum::<u64>().to_string();
    let tokens = usize::try_from(model::tokens(facts).total()).unwrap_or(usize::MAX);
    let replayed = if facts.iter().any(|it| it.replayed) { " (replayed)" } else { "" };
    let took = facts.iter().map(|it| it.model_ms).sum::<f64>();
    [
        Line::code(case.id.as_str()),
        Line::words(model::score(case).map(wording::percent).unwrap_or_default()),
        Line::words(case.pass_rate.as_ref().map(wording::pass_rate).unwrap_or_default()),
        Line::code(facts.first().map_or("", |it| it.model.as_str())),
        Line::words(sum(|it| it.turns)),
        Line::words(sum(|it| it.calls)),
        Line::words(wording::number(tokens)),
        Line::words(model::cost(facts).map(|cost| model::dollars(cost) + replayed).unwrap_or_default()),
        Line::words(if took > 0.0 { wording::millis(took) } else { String::new() }),
    ]
}

/// Every vote, with its reason.
pub(super) fn judges(report: &Report, ids: &mut Ids) -> Markup {
    let mut rows: Vec<[Line; 5]> = Vec::new();
    for case in workflows(report) {
        for judged in case.workflow.iter().filter_map(|it| it.judgement.as_ref()) {
            let at_least = format!("{} of at least {}", judged.score_words(), judged.pass_threshold.value());
            for vote in &judged.votes {
                let score = |score: Score| wording::percent(score);
                rows.push([
                    Line::code(case.id.as_str()),
                    Line::code(&judged.model),
                    Line::words(&at_least),
                    Line::words(score(vote.score)),
                    Line::words(&vote.reason),
                ]);
                rows.extend(vote.criteria.iter().map(|one| {
                    let name = Line::code(case.id.as_str()).and_words(": ").and_code(&one.name);
                    [
                        name,
                        Line::code(&judged.model),
                        Line::default(),
                        Line::words(score(one.score)),
                        Line::words(&one.reason),
                    ]
                }));
            }
        }
    }
    table("What judges said", ["Workflow", "Judge", "Verdict", "Score", "Why"], rows.into_iter(), ids)
}

pub(super) fn coverage(report: &Report, ids: &mut Ids) -> Markup {
    let Some(found) = &report.coverage else { return Markup::default() };
    let total = note(&format!("Exercised of all that is offered: {}.", gaps::total(found.total)));
    std::iter::once(total).chain(found.servers.iter().map(|server| of_server(server, ids))).collect()
}

fn of_server(server: &ServerCoverage, ids: &mut Ids) -> Markup {
    let head = Line::code(&server.server).and_words(format!(": {}", gaps::total(server.total)));
    let mut html = blocks::paragraph(&head);
    if server.cut {
        html.push(&note(gaps::CUT));
    }
    let tools = server.tools.iter().map(gaps::of_tool).map(|tool| {
        let counts = [tool.parameters.words(), tool.values.words()].map(Line::words);
        let [parameters, values] = counts;
        [Line::code(tool.name), parameters, values, Line::words(tool.missing)]
    });
    let others = gaps::of_others(server)
        .into_iter()
        .map(|gap| [Line::words(gap.name), Line::words(gap.count.words()), Line::default(), Line::words(gap.missing)]);
    let rows: Vec<[Line; 4]> = tools.chain(others).collect();
    html.push(&table(
        "Offered and exercised",
        ["Offered", "Exercised", "Values", "Not exercised"],
        rows.into_iter(),
        ids,
    ));
    html
}

/// Sessions; those that are alike once.
pub(super) fn servers(report: &Report, ids: &mut Ids) -> Markup {
    let mut rows: Vec<[Line; 7]> = Vec::new();
    for session in report.sessions.iter().take(ROWS_MAX) {
        let row = session_row(session);
        // The last cell is a time, and differs always.
        if !rows.iter().any(|old| old[..6] == row[..6]) {
            rows.push(row);
        }
    }
    let heads = ["Server", "Says it is", "MCP", "Transport", "Profile", "Tools", "Ready in"];
    table("Sessions; those that are alike once", heads, rows.into_iter(), ids)
}

fn session_row(session: &SessionStart) -> [Line; 7] {
    let facts = session.facts.as_ref();
    let problem = session.problem.as_deref().unwrap_or("no answer");
    let says =
        facts.map_or_else(|| Line::words(problem), |facts| Line::code(format!("{} {}", facts.name, facts.version)));
    [
        Line::code(&session.server),
        says,
        Line::words(facts.map(|facts| wording::revision(facts)).unwrap_or_default()),
        Line::words(&session.transport),
        Line::code(&session.profile),
        Line::words(wording::number(session.tools.len())),
        Line::words(wording::millis(session.ready_ms)),
    ]
}

fn note(words: &str) -> Markup {
    Markup::new(format!("<p class=\"note\">{}</p>\n", text(words)))
}

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
