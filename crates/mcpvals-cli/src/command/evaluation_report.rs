//! Where the report of an evaluation goes, and how it looks there.

use std::path::Path;

use mcpvals_audit::config::Layers;
use mcpvals_model::Evaluation;
use mcpvals_report::evaluation::{Format, Options, Template, render};

use crate::audit_args::{ReportArgs, ReportFormat, ReportTemplate};
use crate::environment::Environment;
use crate::exit::Failure;
use crate::output::Output;

/// Writes it to stdout, or to the file of `--output`; and to the file of `--report`, too.
///
/// # Errors
/// Usage, where a file cannot be written.
pub(crate) fn write(
    evaluation: &Evaluation,
    args: &ReportArgs,
    file: Option<&Path>,
    layers: &Layers,
    environment: &Environment,
    output: &Output,
) -> Result<(), Failure> {
    let asked = if args.json { Some(ReportFormat::Json) } else { args.format };
    let asked_or_set = asked.or_else(|| layers.format().map(set));
    let (include_evidence, include_recommendations) = layers.includes();
    let options = Options {
        template: args.template.map_or_else(Template::default, template),
        include_evidence,
        include_recommendations,
        style: super::eval::style(environment, output),
    };
    if let Some(path) = &args.report {
        // `--json --report report.md` are two documents.
        let format = by_name(path).or(args.format).map_or(Format::Json, format);
        to_file(path, &rendered(format, evaluation, &options), environment)?;
        output.note(&format!("the report is in {}", path.display()));
    }
    let Some(path) = file else {
        let format = asked_or_set.map_or(Format::Console, format);
        return output.result(&String::from_utf8_lossy(&rendered(format, evaluation, &options)));
    };
    let format = asked.or_else(|| by_name(path)).or(asked_or_set).map_or(Format::Json, format);
    to_file(path, &rendered(format, evaluation, &options), environment)?;
    output.note(&format!("the report is in {}", path.display()));
    Ok(())
}

fn rendered(format: Format, evaluation: &Evaluation, options: &Options) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Memory takes everything.
    let _ = render(format, evaluation, options, &mut bytes);
    if bytes.last() != Some(&b'\n') {
        bytes.push(b'\n');
    }
    bytes
}

fn to_file(path: &Path, bytes: &[u8], environment: &Environment) -> Result<(), Failure> {
    std::fs::write(environment.cwd.join(path), bytes)
        .map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", path.display())))
}

fn by_name(path: &Path) -> Option<ReportFormat> {
    Some(match path.extension()?.to_str()? {
        "json" => ReportFormat::Json,
        "md" | "markdown" => ReportFormat::Markdown,
        "html" | "htm" => ReportFormat::Html,
        "xml" => ReportFormat::Xml,
        "sarif" => ReportFormat::Sarif,
        "txt" => ReportFormat::Console,
        _ => return None,
    })
}

fn format(asked: ReportFormat) -> Format {
    match asked {
        ReportFormat::Console => Format::Console,
        ReportFormat::Json => Format::Json,
        ReportFormat::Markdown => Format::Markdown,
        ReportFormat::Html => Format::Html,
        ReportFormat::Xml => Format::Xml,
        ReportFormat::Sarif => Format::Sarif,
        ReportFormat::Junit => Format::Junit,
    }
}

fn set(format: mcpvals_audit::config::Format) -> ReportFormat {
    use mcpvals_audit::config::Format as Set;
    match format {
        Set::Console => ReportFormat::Console,
        Set::Json => ReportFormat::Json,
        Set::Markdown => ReportFormat::Markdown,
        Set::Html => ReportFormat::Html,
        Set::Xml => ReportFormat::Xml,
        Set::Sarif => ReportFormat::Sarif,
        Set::Junit => ReportFormat::Junit,
    }
}

fn template(asked: ReportTemplate) -> Template {
    match asked {
        ReportTemplate::Submission => Template::Submission,
        ReportTemplate::Summary => Template::Summary,
        ReportTemplate::Ci => Template::Ci,
    }
}
