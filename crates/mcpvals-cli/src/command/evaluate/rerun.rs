//! The command that makes a document again: all that was asked for, as it was typed, and no value that is secret.

use std::path::Path;

use clap::ValueEnum;
use mcpvals_audit::runtime::shell;
use mcpvals_report::evaluation::Format;

use crate::audit_args::{EvaluateArgs, ReportArgs, SubjectArgs};
use crate::command::subject::Subject;

/// The words of a command, quoted where a shell would split them.
struct Words<'a> {
    words: Vec<String>,
    subject: &'a Subject,
}

impl Words<'_> {
    fn word(&mut self, word: &str) {
        self.words.push(shell(&self.subject.redactor.text(word)));
    }

    fn switch(&mut self, flag: &str, is_on: bool) {
        self.words.extend(is_on.then(|| flag.to_owned()));
    }

    fn values(&mut self, flag: &str, values: impl IntoIterator<Item = impl ToString>) {
        for value in values {
            self.words.push(flag.to_owned());
            self.word(&value.to_string());
        }
    }

    fn chosen(&mut self, flag: &str, value: Option<impl ValueEnum>) {
        let value = value.and_then(|value| value.to_possible_value());
        self.values(flag, value.map(|value| value.get_name().to_owned()));
    }

    fn place(&mut self, flag: &str, path: Option<&Path>) {
        self.values(flag, path.map(|path| path.display().to_string()));
    }
}

/// The command. The server's own comes last.
pub(super) fn command(args: &EvaluateArgs, subject: &Subject) -> String {
    let mut words = Words { words: vec!["mcpvals".to_owned(), "evaluate".to_owned()], subject };
    target(&mut words, &args.subject);
    selection(&mut words, &args.subject);
    course(&mut words, args);
    report(&mut words, &args.report);
    if !args.subject.words.is_empty() {
        words.words.push("--".to_owned());
        args.subject.words.iter().for_each(|word| words.word(word));
    }
    words.words.join(" ")
}

/// What is judged, and how it is reached.
fn target(words: &mut Words<'_>, args: &SubjectArgs) {
    let is_elsewhere = args.url.is_some() || args.server.is_some() || !args.words.is_empty();
    match &args.target {
        Some(target) => words.word(target),
        None if is_elsewhere => {}
        None => words.word("."),
    }
    words.values("--url", &args.url);
    words.values("--server", &args.server);
    words.values("--command", &args.command);
    // Values are the user's own, and often keys.
    let name = |text: &String, sign: char| text.split(sign).next().unwrap_or_default().to_owned();
    words.values("--env", args.process.env.iter().map(|pair| format!("{}=…", name(pair, '='))));
    words.place("--cwd", args.process.cwd.as_deref());
    words.words.extend(args.process.sandbox.words());
    words.values("--header", args.headers.iter().map(|header| format!("{}: …", name(header, ':'))));
    let kind = args.sign_in.auth.and_then(|kind| kind.to_possible_value());
    words.words.extend(kind.map(|kind| format!("--auth={}", kind.get_name())));
    words.values("--client-id", &args.sign_in.client_id);
    words.values("--client-secret-env", &args.sign_in.client_secret_env);
    words.values("--scope", &args.sign_in.scope);
    words.chosen("--transport", args.transport);
    words.values("--protocol-version", args.protocol_version);
    words.values("--timeout", args.timeout);
    words.place("--config", args.config.as_deref());
}

/// Which findings count.
fn selection(words: &mut Words<'_>, args: &SubjectArgs) {
    words.values("--requirement", args.requirements.iter().map(|requirement| requirement.as_str()));
    words.values("--rule", &args.rules);
    words.values("--ignore", &args.ignored);
    words.place("--advisories", args.advisories.as_deref());
}

/// How it goes, and what it comes to.
fn course(words: &mut Words<'_>, args: &EvaluateArgs) {
    words.switch("--static-only", args.static_only || args.no_runtime);
    words.switch("--runtime-only", args.runtime_only || args.no_static);
    words.switch("--allow-writes", args.allow_writes);
    words.values("--retries", args.retries);
    words.values("--static-weight", args.static_weight);
    words.values("--runtime-weight", args.runtime_weight);
    words.values("--pass-threshold", args.pass_threshold);
    words.place("--hooks-path", args.hooks_path.as_deref());
    words.values("--tags", (!args.tags.is_empty()).then(|| args.tags.join(",")));
    words.switch("--ci", args.ci);
    words.switch("--fail-on-error", args.fail_on_error);
    words.values("--fail-under", args.fail_threshold.or(args.fail_under));
}

/// How the report looks. Where it went is not said again: what is there stays.
fn report(words: &mut Words<'_>, args: &ReportArgs) {
    // A template that only the file of --report has is none of the terminal's.
    let is_aside = args.template.is_some() && args.format.is_some_and(|format| !Format::from(format).has_templates());
    words.switch("--json", args.json);
    words.chosen("--format", args.format.filter(|_| !is_aside));
    words.chosen("--template", args.template);
}
