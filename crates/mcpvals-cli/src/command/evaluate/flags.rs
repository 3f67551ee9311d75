//! What the flags of `evaluate` say: as settings, and as a command that makes the document again.

use mcpvals_audit::config::{ConfigFile, Transport as Spoken};
use mcpvals_audit::runtime::shell;
use serde_json::json;

use crate::audit_args::{EvaluateArgs, SubjectArgs, Transport};
use crate::command::subject::Subject;
use crate::exit::Failure;

/// As the first layer of settings.
///
/// # Errors
/// Usage: weights that do not sum to 1.
pub(crate) fn settings(args: &EvaluateArgs) -> Result<ConfigFile, Failure> {
    if let (Some(statics), Some(runtime)) = (args.static_weight, args.runtime_weight)
        && (statics + runtime - 1.0).abs() > 1e-9
    {
        return Err(Failure::usage(format!(
            "--static-weight and --runtime-weight must sum to 1, and {statics} and {runtime} do not"
        )));
    }
    let mut said = of_subject(&args.subject);
    said.inspector.get_or_insert_default().retries = args.retries;
    let scoring = said.scoring.get_or_insert_default();
    let weights = scoring.weights.get_or_insert_default();
    (weights.statics, weights.runtime) = (args.static_weight, args.runtime_weight);
    scoring.thresholds.get_or_insert_default().pass = args.pass_threshold;
    // What is given on the command line is relative to where the user is, not to the server's folder.
    let here =
        |path: &std::path::PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone()).display().to_string();
    said.hooks.get_or_insert_default().hooks_path = args.hooks_path.as_ref().map(here);
    if args.no_observability || args.observability_url.is_some() {
        let observability = said.observability.get_or_insert_default();
        observability.enabled = Some(!args.no_observability);
        observability.url.clone_from(&args.observability_url);
    }
    Ok(said)
}

/// What `audit` has as well.
pub(crate) fn of_subject(args: &SubjectArgs) -> ConfigFile {
    let mut said = ConfigFile::default();
    let inspector = said.inspector.get_or_insert_default();
    inspector.timeout = args.timeout;
    inspector.transport = args.transport.map(|transport| match transport {
        Transport::Stdio => Spoken::Stdio,
        Transport::Http => Spoken::Http,
        Transport::Sse => Spoken::Sse,
    });
    said
}

/// The command that makes the document again. Values that may be secret are not in it.
pub(crate) fn command(args: &EvaluateArgs, subject: &Subject) -> String {
    let mut words = vec!["mcpvals".to_owned(), "evaluate".to_owned()];
    words.extend(of_target(&args.subject, subject));
    let switches = [
        (args.static_only || args.no_runtime, "--static-only"),
        (args.runtime_only || args.no_static, "--runtime-only"),
        (args.allow_writes, "--allow-writes"),
    ];
    words.extend(switches.into_iter().filter(|(is_on, _)| *is_on).map(|(_, word)| word.to_owned()));
    with_command(words, &args.subject, subject)
}

/// The target, as it was given; an address without its password.
pub(crate) fn of_target(args: &SubjectArgs, subject: &Subject) -> Vec<String> {
    let mut words = Vec::new();
    if args.url.is_none() && args.server.is_none() && args.words.is_empty() {
        words.push(shell(&subject.given));
    }
    let masked = |text: &String| subject.redactor.text(text).into_owned();
    words.extend(args.url.iter().flat_map(|url| ["--url".to_owned(), shell(&masked(url))]));
    words.extend(args.server.iter().flat_map(|name| ["--server".to_owned(), shell(name)]));
    words.extend(args.command.iter().flat_map(|command| ["--command".to_owned(), shell(&masked(command))]));
    words
}

/// The server's own command comes last.
pub(crate) fn with_command(mut words: Vec<String>, args: &SubjectArgs, subject: &Subject) -> String {
    if !args.words.is_empty() {
        words.push("--".to_owned());
        words.extend(args.words.iter().map(|word| shell(&subject.redactor.text(word))));
    }
    words.join(" ")
}

/// What is told to whom observes.
pub(crate) fn summary(evaluation: &mcpvals_model::Evaluation) -> serde_json::Value {
    json!({
        "serverPath": evaluation.server.path,
        "server": evaluation.server.name,
        "score": evaluation.score,
        "status": evaluation.status,
        "certification": evaluation.certification,
        "summary": evaluation.summary,
        "tags": evaluation.tags,
        "mcpvalsVersion": evaluation.mcpvals_version,
    })
}
