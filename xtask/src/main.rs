//! Chores of the project: all tests, what a program can check of the architecture, generated files, measurements.

mod bench;
mod bench_audit;
mod bench_detection;
mod bench_service;
mod check;
mod client_types;
mod codegen;
mod conformance;
mod detection_page;
mod docs;
mod findings;
mod fuzz;
mod labelled;
mod local_model;
mod machine;
mod project;
mod say;
mod tidy;
mod train_classifier;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use project::Project;
use say::say;

/// Chores of the project.
#[derive(Debug, Parser)]
#[command(name = "xtask")]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Install what the tests need, then run every test and every check
    Test {
        /// Install nothing; fail where something is missing
        #[arg(long)]
        offline: bool,
        /// Install nothing, and run this step, by the name that a whole run shows: `npm package`
        #[arg(long, value_name = "STEP", conflicts_with = "offline")]
        only: Option<String>,
    },
    /// Install what the tests need, and nothing else
    Setup,
    /// Check what a program can check of the architecture
    Tidy,
    /// Write the generated files
    Codegen {
        /// Write nothing; fail if a file is not current
        #[arg(long)]
        check: bool,
    },
    /// Build the site of the documents, and look for links that lead nowhere
    Docs,
    /// Run every client scenario of the official conformance suite against our client
    Conformance {
        /// Write the results into the documentation instead of comparing them
        #[arg(long)]
        write: bool,
    },
    /// Measure mcpvals against the floor and against rivals, side by side
    Bench(bench::BenchArgs),
    /// Measure what audits of many tools and of large source trees cost
    BenchAudit(bench_audit::BenchAuditArgs),
    /// Measure what is found in labelled tools and texts, beside others who look
    BenchDetection(bench_detection::BenchDetectionArgs),
    /// Learn the weights of the classifier from labelled tools
    TrainClassifier(train_classifier::TrainClassifierArgs),
    /// Write what `mcp-evaluate` says of real servers into the documentation
    Findings(findings::FindingsArgs),
    /// Fuzz what reads the bytes of others; needs a nightly compiler and cargo-fuzz
    Fuzz(fuzz::FuzzArgs),
    /// Fetch a small model, serve it on this machine, and let it play workflows
    LocalModel(local_model::LocalModelArgs),
    /// Run a command, and print what it used as one line of JSON (the bench calls this)
    #[command(hide = true)]
    Measure(bench::MeasureArgs),
    /// The floor: the least a client can do (the bench calls this)
    #[command(hide = true)]
    Floor(bench::FloorArgs),
}

/// Why a chore did not succeed, in words; the chore has told the details.
type Result<T = ()> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let project = Project::find();
    let done = match Args::parse().chore {
        Chore::Test { only: Some(step), .. } => check::run_only(&project, &step),
        Chore::Test { offline, only: None } => check::run(&project, offline),
        Chore::Setup => check::setup(&project).map(|_| ()),
        Chore::Tidy => tidy::run(&project),
        Chore::Codegen { check: false } => codegen::write(&project),
        Chore::Codegen { check: true } => codegen::check(&project),
        Chore::Docs => docs::build(&project),
        Chore::Conformance { write } => {
            check::setup(&project).and_then(|tools| conformance::run(&project, &tools, write))
        }
        Chore::Bench(args) => bench::run(&project, &args),
        Chore::BenchAudit(args) => bench_audit::run(&project, &args),
        Chore::BenchDetection(args) => bench_detection::run(&project, &args),
        Chore::TrainClassifier(args) => train_classifier::run(&project, &args),
        Chore::Findings(args) => findings::run(&project, &args),
        Chore::Fuzz(args) => fuzz::run(&project, &args),
        Chore::LocalModel(args) => local_model::run(&project, &args),
        Chore::Measure(args) => bench::measure(&args),
        Chore::Floor(args) => bench::floor(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say(&format!("xtask: {why}"));
            ExitCode::FAILURE
        }
    }
}
