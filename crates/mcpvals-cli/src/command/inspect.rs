//! `mcpvals inspect`: what a server offers, as one client or two see it.

use mcpvals_model::Violation;
use mcpvals_model::mcp::{Offer, ServerFacts};
use mcpvals_report::inspect::{self, Inspected};

use crate::args::InspectArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::target;

/// What one profile saw.
struct Seen {
    profile: String,
    facts: ServerFacts,
    offer: Offer,
    violations: Vec<Violation>,
}

/// Lists everything, when the lists have settled. With two profiles, what each sees and the other does not.
pub(crate) async fn run(args: &InspectArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let shown = match args.profiles.as_slice() {
        [] => one(args, "full", environment, output).await?,
        [profile] => one(args, profile, environment, output).await?,
        [left, right] => two(args, left, right, environment, output).await?,
        _ => return Err(Failure::usage("--profile can be given once, or twice to compare")),
    };
    output.result(&shown)?;
    Ok(Exit::Passed)
}

async fn one(args: &InspectArgs, profile: &str, environment: &Environment, output: &Output) -> Result<String, Failure> {
    let seen = see(args, profile, environment, output).await?;
    let style = super::eval::style(environment, output);
    Ok(if args.json { format!("{:#}\n", inspect::json(seen.view())) } else { inspect::table(seen.view(), &style) })
}

async fn two(
    args: &InspectArgs,
    left: &str,
    right: &str,
    environment: &Environment,
    output: &Output,
) -> Result<String, Failure> {
    let (left, right) = (see(args, left, environment, output).await?, see(args, right, environment, output).await?);
    let style = super::eval::style(environment, output);
    Ok(if args.json {
        format!("{:#}\n", inspect::difference_json(left.view(), right.view()))
    } else {
        inspect::difference(left.view(), right.view(), &style)
    })
}

async fn see(args: &InspectArgs, profile: &str, environment: &Environment, output: &Output) -> Result<Seen, Failure> {
    let named = target::named(&args.target, profile, environment)?;
    let session = target::connect(&named, environment, output).await?;
    let offer = session.settle().await;
    let facts = session.facts().clone();
    let trace = session.close().await;
    target::show_frames(&trace, &named, environment, output);
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
