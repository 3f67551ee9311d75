//! The requests of a security test: for each place two harmless texts, then the injections, each after its decoys.

use std::collections::BTreeSet;

use mcpvals_model::{InjectionDemand, PromptSecurity};
use serde_json::{Map, Value, json};

use super::{builtin, decoy};
use crate::prompts::{as_text, asked, discovery};

/// Arguments that the built-in injections go into; more are in no prompt that people fill in.
const ARGUMENTS_MAX: usize = 8;

/// One request.
pub(super) struct Ask {
    /// The arguments that the text goes into.
    pub(super) names: Vec<String>,
    pub(super) what: What,
    rest: Map<String, Value>,
}

/// What it is for.
pub(super) enum What {
    /// To compare with. The first of two for its arguments?
    Harmless { first: bool },
    /// To compare the next injection with: its text with other words.
    Reworded,
    /// The same, with its signs in other places, too.
    Scattered,
    /// The text, which is among the arguments already.
    Injection(InjectionDemand),
}

impl Ask {
    /// What is sent.
    pub(super) fn args(&self) -> Map<String, Value> {
        let mut args = self.rest.clone();
        if let What::Harmless { .. } = self.what {
            args.extend(self.names.iter().map(|name| (name.clone(), asked::canary().into())));
        }
        args
    }
}

/// All requests, in order.
pub(super) fn of(test: &PromptSecurity, entry: Option<&Value>) -> Vec<Ask> {
    let given = asked::texts(&test.call.args);
    let listed: Vec<&str> = entry.into_iter().flat_map(discovery::arguments).map(|(name, _)| name).collect();
    let names: BTreeSet<&str> = listed.iter().copied().chain(given.keys().map(String::as_str)).collect();
    let names: Vec<&str> = names.into_iter().take(ARGUMENTS_MAX).collect();
    let sent = sent(&given, entry);
    let mut asks: Vec<Ask> = Vec::new();
    for (input, must) in places(test, &names, &sent) {
        let mut args = given.clone();
        args.extend(asked::texts(&input));
        asked::complete(&mut args, entry);
        let names: Vec<String> = input
            .iter()
            .filter(|(name, text)| given.get(*name) != Some(&json!(as_text(text))))
            .map(|(name, _)| name.clone())
            .collect();
        if names.is_empty() {
            continue;
        }
        if asks.last().is_none_or(|last| last.names != names) {
            let harmless = |first| Ask { names: names.clone(), what: What::Harmless { first }, rest: args.clone() };
            asks.extend([harmless(true), harmless(false)]);
        }
        asks.extend(decoys(&names, &args, &listed));
        asks.push(Ask { names, what: What::Injection(must), rest: args });
    }
    asks
}

/// Texts of the same shape; one where there are no signs that could be in other places.
fn decoys(names: &[String], args: &Map<String, Value>, listed: &[&str]) -> Vec<Ask> {
    let known: Vec<&str> = args.keys().map(String::as_str).chain(listed.iter().copied()).collect();
    let scattered = replaced(names, args, decoy::scattered);
    let reworded = replaced(names, args, |text| decoy::reworded(text, &known));
    // By their shapes: which letters they have is chance, and whoever reads the trace must find as many of them.
    let text = |rest: &Map<String, Value>, name: &str| {
        decoy::shape(rest.get(name).and_then(Value::as_str).unwrap_or_default())
    };
    let shape = |rest: &Map<String, Value>| -> Vec<String> { names.iter().map(|name| text(rest, name)).collect() };
    let reworded = reworded.filter(|rest| scattered.as_ref().is_none_or(|other| shape(rest) != shape(other)));
    let both = [(What::Reworded, reworded), (What::Scattered, scattered)];
    both.into_iter().filter_map(|(what, rest)| Some(Ask { names: names.to_vec(), what, rest: rest? })).collect()
}

/// The arguments with other texts, where there is another.
fn replaced(
    names: &[String],
    args: &Map<String, Value>,
    other: impl Fn(&str) -> Option<String>,
) -> Option<Map<String, Value>> {
    let other = |name: &String| Some((name.clone(), json!(other(args.get(name)?.as_str()?)?)));
    let others: Map<String, Value> = names.iter().filter_map(other).collect();
    (!others.is_empty()).then(|| args.clone().into_iter().chain(others).collect())
}

/// What goes along with every injection.
fn sent(given: &Map<String, Value>, entry: Option<&Value>) -> Map<String, Value> {
    let mut sent = given.clone();
    asked::complete(&mut sent, entry);
    sent
}

/// What is put in.
type Place = (Map<String, Value>, InjectionDemand);

/// Each injection with its arguments. Those into the same are neighbours.
fn places(test: &PromptSecurity, names: &[&str], sent: &Map<String, Value>) -> Vec<Place> {
    if test.injections.is_empty() {
        let of_name =
            |name| built_in(name, names, sent).map(move |text| into(name, json!(text), InjectionDemand::Data));
        return names.iter().copied().flat_map(of_name).collect();
    }
    let all = || test.injections.iter();
    let texts = |name: &&str| {
        let name = (*name).to_owned();
        let texts = all().filter(|injection| injection.input.is_string());
        texts.map(move |injection| into(&name, injection.input.clone(), injection.must.clone()))
    };
    let objects = all().filter_map(|injection| Some((injection.input.as_object()?.clone(), injection.must.clone())));
    names.iter().flat_map(texts).chain(objects).collect()
}

fn into(name: &str, text: Value, must: InjectionDemand) -> Place {
    (Map::from_iter([(name.to_owned(), text)]), must)
}

/// The texts for an argument, some with placeholders for it and for the others.
fn built_in(name: &str, names: &[&str], sent: &Map<String, Value>) -> impl Iterator<Item = String> + use<> {
    let is_sent = |other: &&str| *other == name || sent.contains_key(*other);
    let (known, others): (Vec<&str>, Vec<&str>) = names.iter().partition(|other| is_sent(other));
    builtin::texts(name, &known, &others)
}

#[cfg(test)]
mod tests {
    use mcpvals_model::PromptSecurity;
    use serde_json::json;

    use super::{What, of};

    /// Requests are made once and read again from the trace: both must be the same but for letters and digits.
    #[test]
    fn chance_has_no_say_in_how_many_there_are() {
        let texts = ["<b>", "100 %", "7", "a", "{x}", "$&", "x y", "ab12 {name}", "[INST] q", "--", "z: {{z}}"];
        let injections: Vec<_> = texts.iter().map(|text| json!({"input": text, "must": "data"})).collect();
        let test = json!({"prompt": "p", "args": {"to": "Ann"}, "injections": injections});
        let test: PromptSecurity = serde_json::from_value(test).expect("a test");
        let kinds = || -> Vec<&str> {
            let name = |what: &What| match what {
                What::Harmless { .. } => "harmless",
                What::Reworded => "reworded",
                What::Scattered => "scattered",
                What::Injection(_) => "injection",
            };
            of(&test, None).iter().map(|ask| name(&ask.what)).collect()
        };
        let first = kinds();
        assert!((0..300).all(|_| kinds() == first), "{first:?}");
    }
}
