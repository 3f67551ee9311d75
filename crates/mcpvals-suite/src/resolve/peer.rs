//! Captured values in tests of what a server asks: in the triggers, in the requests, in the answers to the triggers.

use mcpvals_model::{ExpectedRequest, PeerCase, Trigger};
use serde_json::Value;

use super::UnusableCapture;
use super::expectation::fill_expectation;
use super::open::{Asked, of_call, of_expectation, of_value};
use super::placeholder::Fill;

pub(super) fn fill(case: &mut PeerCase, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    case.triggers.iter_mut().try_for_each(|trigger| fill_trigger(trigger, fill))?;
    case.requests.in_order.iter_mut().try_for_each(|request| fill_request(request, fill))?;
    case.expect.iter_mut().try_for_each(|expectation| fill_expectation(expectation, fill))
}

fn fill_trigger(trigger: &mut Trigger, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    match trigger {
        Trigger::Tool(call) => super::fill_call(call, fill),
        Trigger::Prompt { name, args } => {
            fill.text(name)?;
            args.values_mut().try_for_each(|value| fill.value(value))
        }
        Trigger::Resource { uri } => fill.text(uri),
    }
}

fn fill_request(request: &mut ExpectedRequest, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    let messages = request.messages.iter_mut().flatten();
    messages.filter_map(|message| message.content.as_mut()).try_for_each(|content| fill.wanted_value(content))?;
    for text in request.texts.values_mut() {
        let mut value = Value::String(std::mem::take(text));
        fill.wanted_value(&mut value)?;
        *text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    }
    request.members.values_mut().try_for_each(|value| fill.wanted_value(value))
}

/// Asks each text of the case; the walk ends at the first yes.
pub(super) fn texts<'c>(case: &'c PeerCase, asked: Asked<'c, '_>) -> bool {
    case.triggers.iter().any(|trigger| of_trigger(trigger, asked))
        || case.requests.in_order.iter().any(|request| of_request(request, asked))
        || case.expect.iter().any(|expectation| of_expectation(expectation, asked))
}

fn of_trigger<'c>(trigger: &'c Trigger, asked: Asked<'c, '_>) -> bool {
    match trigger {
        Trigger::Tool(call) => of_call(call, asked),
        Trigger::Prompt { name, args } => asked(name) || args.values().any(|value| of_value(value, asked)),
        Trigger::Resource { uri } => asked(uri),
    }
}

fn of_request<'c>(request: &'c ExpectedRequest, asked: Asked<'c, '_>) -> bool {
    request
        .messages
        .iter()
        .flatten()
        .filter_map(|message| message.content.as_ref())
        .any(|content| of_value(content, asked))
        || request.texts.values().any(|text| asked(text))
        || request.members.values().any(|value| of_value(value, asked))
}
