//! The command line as typed.

use std::path::PathBuf;

use clap::{Args as ClapArgs, CommandFactory as _, Parser, Subcommand, ValueEnum, ValueHint};
use mcpvals::CassetteMode;
use mcpvals_config::clients::Client;

use crate::Door;
use crate::audit_args::{AuditArgs, EvaluateArgs, ExplainArgs};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::reporters::Reporter;
use crate::sandbox::SandboxArgs;
use crate::service_args::{DbArgs, KeysArgs, ServeArgs, WorkerArgs};

/// Tells whether an MCP server works.
#[derive(Debug, Parser)]
#[command(
    name = "mcpvals",
    version,
    after_help = "Exit codes: 0 passed, 1 failed, 2 usage or config, 3 server unreachable, 4 nothing to run, \
                  70 a bug of mcpvals, 130 interrupted."
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Args {
    /// The words of this process.
    pub(crate) fn read(door: Door) -> Result<Self, clap::Error> {
        match door {
            Door::Mcpvals => Self::try_parse(),
            Door::McpEvaluate => crate::audit_args::read_evaluate(),
        }
    }

    /// Of these words.
    pub(crate) fn of(words: impl IntoIterator<Item = String>) -> Result<Self, clap::Error> {
        Self::try_parse_from(words)
    }

    /// Does it serve many at once? Everything else measures, on one thread.
    pub(crate) fn is_service(&self) -> bool {
        matches!(self.command, Some(Command::Serve(_) | Command::Worker(_)))
    }
}

/// Flags that every command takes.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Global {
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: ColorChoice,
    /// Say less: only failures and the summary
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Say more; twice for what the server answered to every case
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
    /// Verbose logging: the same as -v, and the servers' stderr is shown
    #[arg(short, long, global = true)]
    pub(crate) debug: bool,
    /// How the line on stderr looks that says why the command failed
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) error_format: ErrorFormat,
    /// Open no browser: show the address for signing in to a server, the file of `view`
    #[arg(long, global = true)]
    pub(crate) no_browser: bool,
}

impl Global {
    /// For a failure before there are any.
    pub(crate) fn quiet() -> Self {
        let (color, error_format) = (ColorChoice::Never, ErrorFormat::Human);
        Self { color, quiet: true, verbose: 0, debug: false, error_format, no_browser: true }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrorFormat {
    #[default]
    Human,
    Json,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Evaluate a server as a config file says
    #[command(visible_alias = "run")]
    Eval(Box<EvalArgs>),
    /// List the suites, cases and workflows of a config file; starts no server
    List(ListArgs),
    /// Write a config file from what a live server offers
    Init(InitArgs),
    /// Show what a server offers
    Inspect(InspectArgs),
    /// Call one tool and print what it answers
    Call(CallArgs),
    /// Keep a session with a config's server open for another program: requests on stdin, answers on stdout
    Session(SessionArgs),
    /// Judge a server by its source and by what it says of itself; starts nothing unless asked to
    Audit(Box<AuditArgs>),
    /// Evaluate a server against the requirements of a directory: source and metadata, then the running server
    Evaluate(Box<EvaluateArgs>),
    /// Say what a rule of `audit` is for, and what to do where it is broken
    Explain(ExplainArgs),
    /// Print the JSON Schema or the TypeScript types of config files, or the schema of a report
    Schema(SchemaArgs),
    /// Show a recorded trace as a timeline
    Replay(ReplayArgs),
    /// Show a report or traces as a page in the browser
    View(ViewArgs),
    /// Judge a recorded trace again, without the server
    Grade(GradeArgs),
    /// How far an LLM judge can be trusted
    #[command(subcommand)]
    Judge(JudgeArgs),
    /// Serve a recorded trace: a server that answers as the recorded one did
    Mock(MockArgs),
    /// Serve evaluations: REST, WebSocket, queue, dashboard
    Serve(Box<ServeArgs>),
    /// Run evaluations that a service on the same database accepted
    Worker(Box<WorkerArgs>),
    /// Who may use the service: API keys and tokens
    #[command(subcommand)]
    Keys(KeysArgs),
    /// The service's database: migrate, back up, vacuum
    #[command(subcommand)]
    Db(DbArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page of a command, or write all of them into a folder
    Man(ManArgs),
    /// Serve the bundled example server on stdio
    #[command(hide = true)]
    ExampleServer,
    /// Be the client under test of the official conformance suite
    #[command(hide = true)]
    ConformanceClient {
        /// The server's address
        url: String,
    },
}

/// `mcpvals eval`.
#[derive(Debug, ClapArgs)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    /// Evaluate the servers that are set up in this client: all of them by what they offer, or one as the config says
    #[arg(long, value_enum, value_name = "CLIENT", conflicts_with_all = ["watch", "last_failed"])]
    pub(crate) from_client: Option<ClientChoice>,
    /// With --from-client: only the server with this name; may be repeated
    #[arg(long = "server", value_name = "NAME", requires = "from_client")]
    pub(crate) client_servers: Vec<String>,
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
    /// Reporter: console, json, junit, markdown, github, tap, html; `FORMAT=FILE` writes to a file; may be repeated
    #[arg(short, long = "reporter", value_name = "FORMAT[=FILE]")]
    pub(crate) reporters: Vec<Reporter>,
    /// Short for `--reporter json`
    #[arg(long)]
    pub(crate) json: bool,
    /// Short for `--reporter junit`
    #[arg(long)]
    pub(crate) junit: bool,
    /// Write the report to this file instead of stdout
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Write the frames of every case as JSON Lines into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) trace: Option<PathBuf>,
    /// As --trace, with all lists of the servers, for `mcpvals mock`; traces of an earlier run in the folder are removed
    #[arg(long, value_name = "DIR", conflicts_with = "trace", value_hint = ValueHint::DirPath)]
    pub(crate) record_server: Option<PathBuf>,
    /// Tell what goes on in this file, a line of JSON for each fact; `-` is stdout, which no report may use then
    #[arg(long, value_name = "FILE", conflicts_with = "watch", value_hint = ValueHint::FilePath)]
    pub(crate) events: Option<PathBuf>,
    /// Enable the LLM judge (the config must have `llmJudge: true` and a key)
    #[arg(long, visible_alias = "llm")]
    pub(crate) llm_judge: bool,
    /// Use this model for all workflows: the name of one of `models`, or `provider/model`
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Play every workflow with every one of `models` and on every server, but for what the workflow names itself
    #[arg(long)]
    pub(crate) matrix: bool,
    /// Run only tool health suites; flags of this kind add up
    #[arg(long)]
    pub(crate) tool_health_only: bool,
    /// Run only resource suites
    #[arg(long)]
    pub(crate) resources_only: bool,
    /// Run only prompt suites
    #[arg(long)]
    pub(crate) prompts_only: bool,
    /// Run only completion suites
    #[arg(long)]
    pub(crate) completions_only: bool,
    /// Run only sampling suites
    #[arg(long)]
    pub(crate) sampling_only: bool,
    /// Run only elicitation suites
    #[arg(long)]
    pub(crate) elicitation_only: bool,
    /// Run only roots suites
    #[arg(long)]
    pub(crate) roots_only: bool,
    /// Run only utility suites
    #[arg(long)]
    pub(crate) utilities_only: bool,
    /// Run only suites of signing in (oauth2Suites)
    #[arg(long)]
    pub(crate) oauth_only: bool,
    /// Run only workflows
    #[arg(long)]
    pub(crate) workflows_only: bool,
    /// Run only cases whose `suite/title` is this, contains it, or matches it as a glob; may be repeated
    #[arg(short, long = "filter", value_name = "PATTERN", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) filters: Vec<String>,
    /// Run only cases with this tag; may be repeated
    #[arg(long = "tag", value_name = "TAG")]
    pub(crate) tags: Vec<String>,
    /// Run only what did not pass in the last run of this config
    #[arg(long)]
    pub(crate) last_failed: bool,
    /// Start no further case after the first that fails
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Exit with 0 if the score (0 to 1) is at least this, even if cases failed
    #[arg(long, value_name = "SCORE", value_parser = score)]
    pub(crate) fail_under: Option<f64>,
    /// Compare with the JSON report of an earlier run: what is better, worse, flaky, slower, dearer
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,
    /// What fails the run: anything that did not pass, or only what passed in the baseline (or was not flaky there)
    #[arg(long, value_name = "WHAT", value_enum, default_value_t, requires_if("regression", "baseline"))]
    pub(crate) fail_on: FailOn,
    /// Show which of the server's tools, parameters, enum values, resources, templates and prompts were exercised
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Fail the run if less than this share (0 to 1, or 80%) of what the server offers was exercised; implies --coverage
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) min_coverage: Option<f64>,
    /// Fail the run if the server broke the protocol anywhere
    #[arg(long)]
    pub(crate) strict_protocol: bool,
    /// How many cases of a `parallel` suite run at once (10 if not given), and how many conversations of workflows (1)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) concurrency: Option<u32>,
    /// Over how many server instances the suites are spread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) workers: Option<u32>,
    /// How often each case is played; all must pass
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: Option<u32>,
    /// The deadline of one call, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) timeout: Option<u64>,
    /// Offer this revision of the protocol; a server may answer with an older one
    #[arg(long, value_name = "DATE")]
    pub(crate) protocol_version: Option<mcpvals_model::mcp::Revision>,
    /// The seed of everything random
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Store what the server answers as the new snapshots
    #[arg(long)]
    pub(crate) update_snapshots: bool,
    /// What is done with the recorded answers of models (cassettes); `auto` where nothing is said
    #[arg(long, value_enum, value_name = "MODE")]
    cassette: Option<CassetteChoice>,
    /// Short for --cassette record: store what models are asked and answer
    #[arg(long, conflicts_with = "cassette")]
    record: bool,
    /// Run again whenever a file beside the config changes
    #[arg(long)]
    pub(crate) watch: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CassetteChoice {
    /// Replay those that are there
    Auto,
    /// Replay; one that is not there is an error
    Replay,
    /// Answer from the config, and store what was asked and answered
    Record,
    /// Answer from the config
    Off,
}

impl EvalArgs {
    /// The folder for traces.
    pub(crate) fn traces(&self) -> Option<&PathBuf> {
        self.trace.as_ref().or(self.record_server.as_ref())
    }

    /// What is done with cassettes. In CI, a cassette that is there is all that answers, unless the user says otherwise.
    pub(crate) fn cassettes(&self, environment: &Environment) -> CassetteMode {
        match self.cassette {
            _ if self.record => CassetteMode::Record,
            None if environment.is_ci() => CassetteMode::Ci,
            None | Some(CassetteChoice::Auto) => CassetteMode::Auto,
            Some(CassetteChoice::Replay) => CassetteMode::Replay,
            Some(CassetteChoice::Record) => CassetteMode::Record,
            Some(CassetteChoice::Off) => CassetteMode::Off,
        }
    }
}

/// A client whose files name servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClientChoice {
    /// Claude Code (.mcp.json, ~/.claude.json) and Claude Desktop (claude_desktop_config.json)
    Claude,
    /// Cursor (.cursor/mcp.json, also in the home folder)
    Cursor,
    /// Visual Studio Code (.vscode/mcp.json, the user's mcp.json)
    Vscode,
    /// Codex (.codex/config.toml, also in the home folder or `CODEX_HOME`)
    Codex,
}

impl From<ClientChoice> for Client {
    fn from(choice: ClientChoice) -> Self {
        match choice {
            ClientChoice::Claude => Self::Claude,
            ClientChoice::Cursor => Self::Cursor,
            ClientChoice::Vscode => Self::VsCode,
            ClientChoice::Codex => Self::Codex,
        }
    }
}

/// Which config file.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ConfigArgs {
    /// The config file, or `-` for stdin (YAML or JSON); without it, mcp-eval.config.* is searched here and in the parent
    /// folders
    #[arg(value_name = "CONFIG", value_hint = ValueHint::FilePath)]
    positional: Option<PathBuf>,
    /// The config file
    #[arg(short = 'c', long = "config", value_name = "FILE", conflicts_with = "positional", value_hint = ValueHint::FilePath)]
    named: Option<PathBuf>,
}

impl ConfigArgs {
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        self.positional.as_ref().or(self.named.as_ref())
    }
}

/// `mcpvals list`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mcpvals session`.
#[derive(Debug, ClapArgs)]
pub(crate) struct SessionArgs {
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    /// The server with this name; without it, the first of the config
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Option<String>,
}

/// A server that is no config's: a command, an address, or a name in a client's own file.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct TargetArgs {
    /// The address of a server that speaks HTTP
    #[arg(long, value_name = "URL", conflicts_with_all = ["server", "command"])]
    pub(crate) url: Option<String>,
    /// With --url: stdio is not possible; http (default) or sse
    #[arg(long, value_name = "KIND", value_enum, requires = "url")]
    pub(crate) transport: Option<HttpTransport>,
    /// A header for --url, as `Name: value`; may be repeated
    #[arg(long = "header", value_name = "HEADER", requires = "url")]
    pub(crate) headers: Vec<String>,
    #[command(flatten)]
    pub(crate) sign_in: SignInArgs,
    #[command(flatten)]
    pub(crate) process: ProcessArgs,
    /// A server by name from the file of a client: Claude, Cursor, VS Code, Codex
    #[arg(long, value_name = "NAME", conflicts_with = "command")]
    pub(crate) server: Option<String>,
    /// Offer this revision of the protocol; a server may answer with an older one
    #[arg(long, value_name = "DATE")]
    pub(crate) protocol_version: Option<mcpvals_model::mcp::Revision>,
    /// The deadline of start and handshake, and of one call, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) timeout: u64,
    /// The server's command, after `--`
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

/// How the user, or the client, signs in to a server.
#[derive(Debug, Clone, Default, ClapArgs)]
pub(crate) struct SignInArgs {
    /// Sign in to the server at --url (OAuth): as a user in a browser, with a code on another device, or as the client
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "browser", value_enum)]
    pub(crate) auth: Option<SignInKind>,
    /// With --auth: the client's id; without one it registers itself
    #[arg(long, value_name = "ID", requires = "auth")]
    pub(crate) client_id: Option<String>,
    /// With --auth: the variable that holds the client's secret
    #[arg(long, value_name = "VARIABLE", requires = "client_id")]
    pub(crate) client_secret_env: Option<String>,
    /// With --auth: the scopes to ask for, instead of those that the server asks for
    #[arg(long, value_name = "SCOPES", requires = "auth")]
    pub(crate) scope: Option<String>,
}

/// What a server's process is given.
#[derive(Debug, Clone, Default, ClapArgs)]
pub(crate) struct ProcessArgs {
    /// A variable for the server's process; may be repeated
    #[arg(long = "env", value_name = "K=V")]
    pub(crate) env: Vec<String>,
    /// The working directory of the server's process
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) cwd: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

/// Who signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SignInKind {
    /// A user in a browser
    Browser,
    /// A user with a code on another device
    Device,
    /// The client itself, with its secret
    Client,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum HttpTransport {
    #[value(alias = "shttp", alias = "streamable-http")]
    Http,
    Sse,
}

/// `mcpvals init`.
#[derive(Debug, ClapArgs)]
pub(crate) struct InitArgs {
    /// The file to write (.yaml, .json or .ts)
    #[arg(short, long, value_name = "FILE", default_value = "mcp-eval.config.yaml", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// Overwrite the file if it is there
    #[arg(long)]
    pub(crate) force: bool,
    /// Call no tool: those that only read are tried otherwise
    #[arg(long)]
    pub(crate) no_calls: bool,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

/// `mcpvals inspect`.
#[derive(Debug, ClapArgs)]
pub(crate) struct InspectArgs {
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// The client to appear as; twice shows the difference
    #[arg(long = "profile", value_name = "NAME")]
    pub(crate) profiles: Vec<String>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

/// `mcpvals call`.
#[derive(Debug, ClapArgs)]
pub(crate) struct CallArgs {
    /// The tool
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,
    /// Its arguments: a JSON object
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub(crate) args: String,
    /// Print the whole result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// The client to appear as
    #[arg(long, value_name = "NAME", default_value = "full")]
    pub(crate) profile: String,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

/// What fails a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Anything that did not pass
    #[default]
    Failure,
    /// What is worse than in the baseline
    Regression,
}

/// `mcpvals schema`.
#[derive(Debug, ClapArgs)]
pub(crate) struct SchemaArgs {
    /// Which
    #[arg(value_enum, default_value_t)]
    pub(crate) what: SchemaKind,
    /// Print what tokens of models cost (TOML) instead
    #[arg(long, conflicts_with = "defaults")]
    pub(crate) prices: bool,
    /// Print the defaults of a config file (TOML) instead
    #[arg(long)]
    pub(crate) defaults: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaKind {
    /// JSON Schema of config files
    #[default]
    Config,
    /// TypeScript types of config files
    Typescript,
    /// JSON Schema of the JSON report
    Report,
    /// JSON Schema of a line of a trace file
    Trace,
    /// JSON Schema of a cassette
    Cassette,
    /// JSON Schema of the document of `audit` and `evaluate`
    Evaluation,
    /// JSON Schema of an event of `evaluate`
    EvaluationEvent,
    /// XML Schema of the document as XML
    EvaluationXsd,
    /// JSON Schema of the settings of `audit` and `evaluate`
    EvaluatorConfig,
}

/// `mcpvals replay`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ReplayArgs {
    /// The trace file
    #[arg(value_name = "TRACE", value_hint = ValueHint::FilePath)]
    pub(crate) trace: PathBuf,
    /// Only cases whose `suite/title` contains this
    #[arg(short, long, value_name = "PATTERN")]
    pub(crate) filter: Option<String>,
}

/// `mcpvals view`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ViewArgs {
    /// A JSON report of `eval`, with traces of its run if there are any; a JSON report of `evaluate`; traces, or folders
    /// of them
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the page to this file, and open nothing
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// `mcpvals grade`.
#[derive(Debug, ClapArgs)]
pub(crate) struct GradeArgs {
    /// The trace files
    #[arg(value_name = "TRACE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) traces: Vec<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mcpvals judge`.
#[derive(Debug, Subcommand)]
pub(crate) enum JudgeArgs {
    /// Ask the config's judge about conversations, one line of JSON for each
    Score(ScoreArgs),
    /// Measure the config's judge against examples that people have labelled
    Calibrate(CalibrateArgs),
}

/// `mcpvals judge score`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ScoreArgs {
    /// The conversations: JSON Lines, or an array of JSON; `-` is stdin
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The config file with the judge; without it, mcp-eval.config.* is searched here and in the parent folders
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// About how many conversations the judge is asked about at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) concurrency: u32,
}

impl ScoreArgs {
    pub(crate) fn config(&self) -> ConfigArgs {
        ConfigArgs { positional: None, named: self.config.clone() }
    }
}

/// `mcpvals judge calibrate`.
#[derive(Debug, ClapArgs)]
pub(crate) struct CalibrateArgs {
    /// The labelled examples: JSON Lines, or an array of JSON
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The config file with the judge; without it, mcp-eval.config.* is searched here and in the parent folders
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Fail if Cohen's kappa is less
    #[arg(long, value_name = "KAPPA", value_parser = score)]
    pub(crate) min_kappa: Option<f64>,
    /// Fail if judge and labels say the same of less than this share (0 to 1, or 80%)
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) min_agreement: Option<f64>,
    /// About how many examples the judge is asked at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) concurrency: u32,
}

impl CalibrateArgs {
    pub(crate) fn config(&self) -> ConfigArgs {
        ConfigArgs { positional: None, named: self.config.clone() }
    }
}

/// `mcpvals mock`.
#[derive(Debug, ClapArgs)]
pub(crate) struct MockArgs {
    /// Trace files, or folders that `eval --record-server` or `--trace` wrote
    #[arg(value_name = "TRACE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) traces: Vec<PathBuf>,
    /// Whose answers, where several servers were recorded: its name in the config
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Option<String>,
    /// Serve over Streamable HTTP at this port of 127.0.0.1 instead; 0 is a free one
    #[arg(long, value_name = "PORT")]
    pub(crate) http: Option<u16>,
    /// Exit with 1 if anything was asked that is not in the recording
    #[arg(long)]
    pub(crate) strict: bool,
}

fn score(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("a score is a number from 0 to 1".to_owned()) }
}

/// `0.8` or `80%`.
fn share(text: &str) -> Result<f64, String> {
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |number| (number.trim_end(), 100.0));
    let number: f64 = number.parse().map_err(|_| "not a number".to_owned())?;
    let share = number / whole;
    let words = "a share is a number from 0 to 1, or from 0% to 100%";
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err(words.to_owned()) }
}

/// Help and version are results; everything else is a usage error in one line, or as clap shows it.
pub(crate) fn explain(error: &clap::Error, environment: &Environment) -> Exit {
    if !error.use_stderr() {
        // A pipe that is closed early (`--help | head`) is no error.
        let _ = error.print();
        return Exit::Passed;
    }
    let error_format = if wants_json(environment) { ErrorFormat::Json } else { ErrorFormat::Human };
    let global = Global { error_format, ..Global::quiet() };
    let rendered = error.render().to_string();
    let (message, details) = rendered.split_once('\n').unwrap_or((&rendered, ""));
    let message = message.trim_start_matches("error: ").to_owned();
    let failure = Failure { details: details.trim_matches('\n').to_owned(), ..Failure::usage(message) };
    Output::new(&global, environment).fail(&failure)
}

/// The arguments did not parse, so `--error-format json` must be looked for by hand.
fn wants_json(_environment: &Environment) -> bool {
    let words: Vec<String> = std::env::args().collect();
    let pair = |pair: &[String]| pair[0] == "--error-format" && pair[1] == "json";
    words.windows(2).any(pair) || words.iter().any(|word| word == "--error-format=json")
}

/// `mcpvals completions`.
#[derive(Debug, ClapArgs)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
    /// The program that is completed
    #[arg(long, value_enum, default_value_t, value_name = "PROGRAM")]
    pub(crate) program: Program,
}

/// `mcpvals man`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ManArgs {
    /// The command; without it, the page of mcpvals itself
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    pub(crate) command: Vec<String>,
    /// Write the pages of all commands, and of mcp-evaluate, into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}

/// One of the programs that are installed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Program {
    /// All commands
    #[default]
    Mcpvals,
    /// `mcpvals evaluate` under a name of its own
    McpEvaluate,
}

impl Program {
    pub(crate) const ALL: [Self; 2] = [Self::Mcpvals, Self::McpEvaluate];

    /// Its parser, for completions and manual pages.
    pub(crate) fn parser(self) -> clap::Command {
        match self {
            Self::Mcpvals => Args::command(),
            Self::McpEvaluate => crate::audit_args::evaluate_parser(),
        }
    }
}

/// The parser of mcpvals.
pub(crate) fn parser() -> clap::Command {
    Program::Mcpvals.parser()
}
