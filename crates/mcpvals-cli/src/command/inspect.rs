//! `mcpvals inspect`: what a server offers, as one client or two see it.

use mcpvals_model::Violation;
use mcpvals_model::mcp::{Offer, ServerFacts};
use mcpvals_report::inspect::{self, Inspected};

use crate::args::InspectArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::sandbox;
use crate::target::{self, Named};

/// What one profile saw.
struct Seen {
    profile: String,
    facts: ServerFacts,
    offer: Offer,
    violations: Vec<Violation>,
}

/// Lists everything, when the lists have settled. With two profiles, what each sees and the other does not.
pub(crate) async fn run(args: &InspectArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let (profile, other) = match args.profiles.as_slice() {
        [] => ("full", None),
        [profile] => (profile.as_str(), None),
        [left, right] => (left.as_str(), Some(right.as_str())),
        _ => return Err(Failure::usage("--profile can be given once, or twice to compare")),
    };
    let other = other.map(|other| Ok((other, target::client(other)?))).transpose()?;
    let mut named = target::named(&args.target, profile, environment, output)?;
    named.enter_sandbox(args.target.process.sandbox, environment).await?;
    let seen = see(&named, profile, environment, output).await?;
    let second = match other {
        Some((other, client)) => Some(see(&named.for_client(client), other, environment, output).await?),
        None => None,
    };
    let style = super::eval::style(environment, output);
    let shown = match second {
        None if args.json => format!("{:#}\n", inspect::json(seen.view())),
        None => inspect::table(seen.view(), &style),
        Some(second) if args.json => format!("{:#}\n", inspect::difference_json(seen.view(), second.view())),
        Some(second) => inspect::difference(seen.view(), second.view(), &style),
    };
    output.result(&shown)?;
    sandbox::tell(named.sandbox.as_ref(), output);
    Ok(Exit::Passed)
}

async fn see(named: &Named, profile: &str, environment: &Environment, output: &Output) -> Result<Seen, Failure> {
    let session = target::connect(named, environment, output).await?;
    let offer = session.settle().await;
    let facts = session.facts().clone();
    let trace = session.close().await;
    target::show_frames(&trace, named, environment, output);
    let violations = mcpvals_suite::violations(&trace, &named.spec.name, None);
    let redacted = |value: serde_json::Value| {
        let mut value = value;
        named.redactor.value(&mut value);
        value
    };
    Ok(Seen {
        profile: profile.to_owned(),
        facts: through(&*facts, redacted),
        offer: through(&*offer, redacted),
        violations: through(&violations, redacted),
    })
}

/// The same, with the secrets taken out of it.
fn through<T>(of: &T, redact: impl FnOnce(serde_json::Value) -> serde_json::Value) -> T
where
    T: Clone + serde::Serialize + serde::de::DeserializeOwned,
{
    let redacted = serde_json::to_value(of).map(redact).and_then(serde_json::from_value);
    redacted.unwrap_or_else(|_| of.clone())
}

impl Seen {
    fn view(&self) -> Inspected<'_> {
        Inspected { profile: &self.profile, facts: &self.facts, offer: &self.offer, violations: &self.violations }
    }
}
