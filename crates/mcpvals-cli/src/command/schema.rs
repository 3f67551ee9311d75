//! `mcpvals schema`: what config files, reports, traces and cassettes look like.

use crate::args::{SchemaArgs, SchemaKind};
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// Prints it.
pub(crate) fn run(args: &SchemaArgs, output: &Output) -> Result<Exit, Failure> {
    let text = match args.what {
        SchemaKind::Config if args.prices => mcpvals_config::prices().to_owned(),
        SchemaKind::Config if args.defaults => mcpvals_config::defaults().to_owned(),
        SchemaKind::Config => pretty(&mcpvals_config::schema()),
        SchemaKind::Typescript => mcpvals_config::typescript(),
        SchemaKind::Report => pretty(&mcpvals_report::report_schema()),
        SchemaKind::Cassette => pretty(&mcpvals_report::cassette_schema()),
        SchemaKind::Trace => pretty(&mcpvals_report::trace_schema()),
        SchemaKind::Evaluation => pretty(&mcpvals_report::evaluation_schema()),
        SchemaKind::EvaluationEvent => pretty(&mcpvals_report::evaluation_event_schema()),
        SchemaKind::EvaluationXsd => mcpvals_report::evaluation::XSD.to_owned(),
        SchemaKind::EvaluatorConfig => pretty(&mcpvals_audit::config::schema()),
    };
    output.result(&text)?;
    Ok(Exit::Passed)
}

fn pretty(schema: &serde_json::Value) -> String {
    format!("{schema:#}\n")
}
