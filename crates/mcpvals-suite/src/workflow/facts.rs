//! What a workflow took: turns, calls, tokens, money.

use std::collections::BTreeSet;

use mcpvals_model::{
    Case, CaseKind, Channel, Direction, ModelHeard, ModelOutcome, Trace, Usage, WorkflowCase, WorkflowFacts, canonical,
};

use super::story::{Made, Story};
use super::{health, judge};

/// `None` where the case is no workflow, or the model said nothing at all.
pub fn facts(case: &Case, trace: &Trace) -> Option<WorkflowFacts> {
    let CaseKind::Workflow(workflow) = &case.kind else { return None };
    let story = Story::of(trace);
    (!story.turns.is_empty()).then(|| of_story(workflow, &story, trace))
}

fn of_story(case: &WorkflowCase, story: &Story<'_>, trace: &Trace) -> WorkflowFacts {
    let count = |holds: &dyn Fn(&Made<'_>) -> bool| story.calls(None).filter(|made| holds(made)).count() as u64;
    let usage = total(story.turns.iter().map(|turn| &turn.heard));
    let votes: Vec<ModelHeard> = judge::turns(trace).map(|(_, heard)| heard).collect();
    let judge_usage = total(votes.iter());
    WorkflowFacts {
        model: case.model.clone(),
        turns: story.turns.iter().filter(|turn| matches!(turn.heard.outcome, ModelOutcome::Reply(_))).count() as u64,
        calls: count(&|_| true),
        repeated_calls: repeated(story),
        unknown_tools: count(&|made| made.call.is_none() && made.asked.args.is_object()),
        ill_arguments: count(&|made| health::ill_arguments(made, trace).is_some()),
        usage,
        judge_usage,
        cost: cost(case, usage, judge_usage),
        model_ms: story.turns.iter().map(|turn| turn.heard.took_ms).sum(),
        took_ms: took_ms(story, trace),
        first_call_ms: first_call_ms(story, trace),
        replayed: story.turns.iter().any(|turn| turn.heard.replayed),
        judgement: case.judge.as_ref().and_then(|judge| judge::heard(judge, trace).judgement.ok()),
    }
}

fn total<'a>(heard: impl Iterator<Item = &'a ModelHeard>) -> Usage {
    let usage = heard.filter_map(|heard| match &heard.outcome {
        ModelOutcome::Reply(reply) => Some(reply.usage),
        ModelOutcome::Fault(_) => None,
    });
    usage.fold(Usage::default(), Usage::plus)
}

fn repeated(story: &Story<'_>) -> u64 {
    let mut made = BTreeSet::new();
    let is_again = |call: &&Made<'_>| !made.insert((call.asked.tool.clone(), canonical(&call.asked.args).to_string()));
    story.calls(None).filter(is_again).count() as u64
}

/// Of the model and of the judge; unknown where one of the prices is, or what was taken.
fn cost(case: &WorkflowCase, usage: Usage, judge_usage: Usage) -> Option<f64> {
    let of_judge = match &case.judge {
        Some(judge) if !judge_usage.is_none() => judge.price?.cost(judge_usage),
        _ => 0.0,
    };
    let is_told = !usage.is_none();
    Some(case.price.filter(|_| is_told)?.cost(usage) + of_judge)
}

fn took_ms(story: &Story<'_>, trace: &Trace) -> f64 {
    let ended_us = story.turns.last().and_then(|turn| trace.frame(turn.frame)).map(|frame| frame.at_us);
    began_us(trace).zip(ended_us).map_or(0.0, |(began, ended)| millis(began, ended))
}

fn first_call_ms(story: &Story<'_>, trace: &Trace) -> Option<f64> {
    let request = story.calls(None).find_map(|made| made.call?.request)?;
    Some(millis(began_us(trace)?, trace.frame(request)?.at_us))
}

fn began_us(trace: &Trace) -> Option<u64> {
    let asked = |frame: &&mcpvals_model::Frame| frame.channel == Channel::Llm && frame.direction == Direction::Sent;
    Some(trace.frames.iter().find(asked)?.at_us)
}

fn millis(from_us: u64, to_us: u64) -> f64 {
    std::time::Duration::from_micros(to_us.saturating_sub(from_us)).as_secs_f64() * 1000.0
}
