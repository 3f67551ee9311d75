//! The command line of `mcpvals audit`, `explain` and `evaluate` as typed.

use std::path::PathBuf;

use clap::{Args as ClapArgs, CommandFactory as _, Parser, Subcommand, ValueEnum, ValueHint};
use mcpvals_model::{Requirement, Severity};

use crate::args::{Args, Command, Global, ProcessArgs, SignInArgs};
use crate::sandbox::SandboxArgs;

/// Evaluates an MCP server against the requirements of a directory.
#[derive(Debug, Parser)]
#[command(
    name = "mcp-evaluate",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Exit codes: 0 evaluated (and above the threshold, where there is one), 1 below it, 2 usage or config, \
                  3 server unreachable, 70 a bug of mcpvals, 130 interrupted."
)]
struct McpEvaluate {
    #[command(flatten)]
    global: Global,
    #[command(flatten)]
    args: Box<EvaluateArgs>,
}

/// The words of `mcp-evaluate …`, as those of `mcpvals evaluate …`.
pub(crate) fn read_evaluate() -> Result<Args, clap::Error> {
    let McpEvaluate { global, args } = McpEvaluate::try_parse()?;
    Ok(Args { global, command: Some(Command::Evaluate(args)) })
}

/// The parser of `mcp-evaluate`.
pub(crate) fn evaluate_parser() -> clap::Command {
    McpEvaluate::command()
}

/// What is judged, and how it is reached.
#[derive(Debug, Clone, Default, ClapArgs)]
#[command(mut_arg("auth", |arg| arg.help(
    "Sign in to the server at an address (OAuth): as a user in a browser, with a code, or as the client",
)))]
pub(crate) struct SubjectArgs {
    /// A folder, a file, an .mcpb bundle, `npm:NAME` or `pypi:NAME` (installed), a package's bare name, or an address
    #[arg(value_name = "TARGET", value_hint = ValueHint::AnyPath)]
    pub(crate) target: Option<String>,
    /// The command that starts the server, instead of the one that is found
    #[arg(long = "command", value_name = "COMMAND", conflicts_with_all = ["url", "server"])]
    pub(crate) command: Option<String>,
    /// The address of a server that speaks HTTP
    #[arg(long, value_name = "URL", conflicts_with = "server")]
    pub(crate) url: Option<String>,
    /// A header for the server's address, as `Name: value`; may be repeated
    #[arg(long = "header", value_name = "HEADER")]
    pub(crate) headers: Vec<String>,
    #[command(flatten)]
    pub(crate) sign_in: SignInArgs,
    /// A server by name from the file of a client: Claude, Cursor, VS Code, Codex
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Option<String>,
    #[command(flatten)]
    pub(crate) process: ProcessArgs,
    /// How the server is spoken to; found out otherwise
    #[arg(short, long, value_name = "KIND", value_enum)]
    pub(crate) transport: Option<Transport>,
    /// Offer this revision of the protocol; a server may answer with an older one
    #[arg(long, value_name = "DATE")]
    pub(crate) protocol_version: Option<mcpvals_model::mcp::Revision>,
    /// The deadline of start and handshake, and of one call, in milliseconds [default: 30000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=300_000))]
    pub(crate) timeout: Option<u64>,
    /// The file with settings; without it, mcp-evaluator.config.json in the server's folder, then ~/.mcp-evaluator.json
    #[arg(short = 'c', long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// Only this requirement; may be repeated
    #[arg(long = "requirement", value_name = "NAME", value_parser = requirement)]
    pub(crate) requirements: Vec<Requirement>,
    /// Only this rule; may be repeated
    #[arg(long = "rule", value_name = "RULE")]
    pub(crate) rules: Vec<String>,
    /// Not this rule; may be repeated
    #[arg(long = "ignore", value_name = "RULE")]
    pub(crate) ignored: Vec<String>,
    /// A database of advisories, for dependencies that are known to be vulnerable; nothing is fetched
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) advisories: Option<PathBuf>,
    /// The server's command, after `--`
    #[arg(last = true, value_name = "COMMAND", conflicts_with_all = ["command", "url", "server"])]
    pub(crate) words: Vec<String>,
}

/// How a report looks, and where it goes.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ReportArgs {
    /// Short for `--format json`
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// How the report looks: on stdout, or in the file of --report or --output, whose name says so otherwise
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<ReportFormat>,
    /// Write the report to this file, too
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,
    /// For whom the documents are: a directory's reviewer, the makers, a merge request; then Markdown is the default
    #[arg(long, value_name = "NAME", value_enum)]
    pub(crate) template: Option<ReportTemplate>,
}

/// `mcpvals audit`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("format", |arg| arg.short('r')))]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    /// Judge the tools in this file: a `tools/list` result, an array of tools, or JSON Lines (each tool on its own)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) tools: Option<PathBuf>,
    /// Start the server that was found, too, and compare what it lists
    #[arg(long)]
    pub(crate) live: bool,
    /// Exit with 1 where a finding is at least this bad
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t)]
    pub(crate) fail_on: FailOnSeverity,
    /// Print all rules with what they are for
    #[arg(long)]
    pub(crate) list_rules: bool,
}

/// `mcpvals explain`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ExplainArgs {
    /// The rule, for example `hidden-tags`
    #[arg(value_name = "RULE")]
    pub(crate) rule: String,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mcpvals evaluate`.
#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub(crate) struct EvaluateArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    #[command(subcommand)]
    pub(crate) action: Option<EvaluateAction>,
    /// Write the report to this file instead of stdout
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// For a CI job: exit with 1 below the threshold (80 where none is given)
    #[arg(long)]
    pub(crate) ci: bool,
    /// Exit with 1 where the status is `fail`
    #[arg(long)]
    pub(crate) fail_on_error: bool,
    /// Exit with 1 below this score (0 to 100)
    #[arg(long, value_name = "SCORE", value_parser = score)]
    pub(crate) fail_threshold: Option<f64>,
    /// The same under another name
    #[arg(long, value_name = "SCORE", value_parser = score, conflicts_with = "fail_threshold")]
    pub(crate) fail_under: Option<f64>,
    /// Only source and metadata; starts nothing
    #[arg(short, long, conflicts_with_all = ["runtime_only", "no_static"])]
    pub(crate) static_only: bool,
    /// Only the running server
    #[arg(short, long, conflicts_with = "no_runtime")]
    pub(crate) runtime_only: bool,
    /// As --runtime-only
    #[arg(long, conflicts_with = "no_runtime")]
    pub(crate) no_static: bool,
    /// As --static-only
    #[arg(long)]
    pub(crate) no_runtime: bool,
    /// What the static phase weighs, 0 to 1; with the other weight 1 [default: 0.4]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) static_weight: Option<f64>,
    /// What the runtime phase weighs, 0 to 1 [default: 0.6]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) runtime_weight: Option<f64>,
    /// From this share of the score on it passes, 0 to 1 [default: 0.8]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) pass_threshold: Option<f64>,
    /// How often connecting and failed calls of readers are tried again, 0 to 10 [default: 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10))]
    pub(crate) retries: Option<u32>,
    /// Words that the report is marked with, with commas between them
    #[arg(long, value_name = "TAGS", value_delimiter = ',', value_parser = tag)]
    pub(crate) tags: Vec<String>,
    /// A folder with hooks of your own
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) hooks_path: Option<PathBuf>,
    /// Call tools, too, that are not plainly readers
    #[arg(long)]
    pub(crate) allow_writes: bool,
    /// Write what goes on to this file while it does, as JSON Lines; to stdout where it is `-`, with --output for the report
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) events: Option<PathBuf>,
    /// Write the frames of every session with the server as JSON Lines into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["static_only", "no_runtime"])]
    pub(crate) trace: Option<PathBuf>,
    /// Tell nobody how it went, whatever the settings say
    #[arg(long, conflicts_with = "observability_url")]
    pub(crate) no_observability: bool,
    /// Tell this address how it went
    #[arg(long, value_name = "URL")]
    pub(crate) observability_url: Option<String>,
}

/// What else `mcpvals evaluate` does.
#[derive(Debug, Subcommand)]
pub(crate) enum EvaluateAction {
    /// Call tools one by one, with arguments that are asked for
    Interactive(Box<InteractiveArgs>),
    /// Call one tool and judge its answer
    TestTool(TestToolArgs),
    /// List the tools of a server, with their schemas, as JSON
    ListTools(OneServerArgs),
    /// Print the requirements, and what is checked for each
    Requirements {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
}

/// `mcpvals evaluate interactive`.
#[derive(Debug, ClapArgs)]
pub(crate) struct InteractiveArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,
}

/// One server, and how it is reached: for what is asked of it alone.
#[derive(Debug, ClapArgs)]
pub(crate) struct OneServerArgs {
    /// The server, as for `evaluate`
    #[arg(value_name = "TARGET", value_hint = ValueHint::AnyPath)]
    target: String,
    /// The deadline of the start, and of what is asked for, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=300_000))]
    timeout: u64,
    /// The command that starts the server, instead of the one that is found
    #[arg(long = "command", value_name = "COMMAND", conflicts_with = "server")]
    command: Option<String>,
    /// A server by name from the file of a client: Claude, Cursor, VS Code, Codex
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// How the server is spoken to; found out otherwise
    #[arg(short, long, value_name = "KIND", value_enum)]
    transport: Option<Transport>,
    /// A variable for the server's process; may be repeated
    #[arg(long = "env", value_name = "K=V")]
    env: Vec<String>,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// As JSON; it always is
    #[arg(long)]
    json: bool,
}

impl OneServerArgs {
    /// The same, in the words of `evaluate`.
    pub(crate) fn subject(&self) -> SubjectArgs {
        SubjectArgs {
            target: Some(self.target.clone()),
            command: self.command.clone(),
            server: self.server.clone(),
            process: ProcessArgs { env: self.env.clone(), cwd: None, sandbox: self.sandbox },
            transport: self.transport,
            timeout: Some(self.timeout),
            ..SubjectArgs::default()
        }
    }
}

/// `mcpvals evaluate test-tool`.
#[derive(Debug, ClapArgs)]
pub(crate) struct TestToolArgs {
    #[command(flatten)]
    pub(crate) server: OneServerArgs,
    /// The tool
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,
    /// Its arguments: a JSON object; made from its schema where none are given
    #[arg(short, long, value_name = "JSON")]
    pub(crate) args: Option<String>,
}

/// How a server is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Transport {
    /// A process of ours, on stdin and stdout
    Stdio,
    /// Streamable HTTP
    #[value(alias = "shttp", alias = "streamable-http")]
    Http,
    /// HTTP with SSE, as of 2024-11-05
    Sse,
}

/// From which severity on an audit fails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOnSeverity {
    Critical,
    #[default]
    High,
    Medium,
    Low,
    /// It does not
    Never,
}

/// How a report looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For a terminal
    #[value(alias = "text")]
    Console,
    /// The whole document
    Json,
    /// Markdown
    #[value(alias = "md")]
    Markdown,
    /// One page that needs no network
    Html,
    /// Our own XML
    Xml,
    /// For code scanning
    Sarif,
    /// For test reports
    Junit,
}

/// What a report is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportTemplate {
    /// Requirement by requirement, with evidence, for a directory's reviewer
    Submission,
    /// Score, statuses and what to do first
    Summary,
    /// A line for each requirement and finding
    Ci,
}

impl FailOnSeverity {
    /// The least severity that fails.
    pub(crate) fn least(self) -> Option<Severity> {
        match self {
            Self::Critical => Some(Severity::Critical),
            Self::High => Some(Severity::High),
            Self::Medium => Some(Severity::Medium),
            Self::Low => Some(Severity::Low),
            Self::Never => None,
        }
    }
}

fn requirement(text: &str) -> Result<Requirement, String> {
    let known = || Requirement::ALL.map(Requirement::as_str).join(", ");
    Requirement::ALL.into_iter().find(|known| known.as_str() == text).ok_or_else(|| format!("there are: {}", known()))
}

fn number(text: &str, max: f64) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=max).contains(&number) { Ok(number) } else { Err(format!("it is a number from 0 to {max}")) }
}

fn score(text: &str) -> Result<f64, String> {
    number(text, 100.0)
}

fn share(text: &str) -> Result<f64, String> {
    number(text, 1.0)
}

/// As the REST interface has them: letters, digits, `-`, `_`, `.`.
fn tag(text: &str) -> Result<String, String> {
    const CHARS_MAX: usize = 50;
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_good = !text.is_empty() && text.len() <= CHARS_MAX && text.chars().all(fits);
    if is_good {
        Ok(text.to_owned())
    } else {
        Err("a tag has letters, digits, `-`, `_` and `.`, 50 at most".to_owned())
    }
}
