//! Which documents a report comes to: decided, and refused, before anything runs.

use std::path::{Path, PathBuf};

use mcpvals_audit::config::Layers;
use mcpvals_report::evaluation::{Format, Template};

use super::ending;
use crate::audit_args::{ReportArgs, ReportFormat, ReportTemplate};
use crate::exit::Failure;

/// The documents of one evaluation.
pub(crate) struct Plan {
    /// In the file of `--report`.
    pub(super) aside: Option<(PathBuf, Format)>,
    /// On stdout, or in the file of `--output`.
    pub(super) main: (Option<PathBuf>, Format),
    pub(super) template: Template,
}

/// What the flags and the settings ask for; `file` is that of `--output`.
///
/// # Errors
/// Usage: a file whose name does not say how it looks where nothing else does, or a template that none of the documents has.
pub(crate) fn plan(args: &ReportArgs, file: Option<&Path>, layers: &Layers) -> Result<Plan, Failure> {
    let asked = if args.json { Some(ReportFormat::Json) } else { args.format }.map(Format::from);
    let set = layers.format().map(set);
    let template = args.template.map(Template::from);
    // `--json --report report.md` are two documents: a name comes before the flag there.
    let of_aside = |path: &PathBuf| {
        let named = ending::format(path).map(Format::from).or(asked).or(set);
        named.map(|format| (path.clone(), format)).ok_or_else(|| unknown("--report", path))
    };
    let aside = args.report.as_ref().map(of_aside).transpose()?;
    let in_aside = aside.as_ref().is_some_and(|(_, format)| template.is_some_and(|one| format.is_written_for(one)));
    let main = match file {
        Some(path) => {
            let named = asked.or_else(|| ending::format(path).map(Format::from)).or(set);
            named.ok_or_else(|| unknown("--output", path))?
        }
        None => asked.unwrap_or_else(|| on_stdout(set, template.filter(|_| !in_aside))),
    };
    match template {
        Some(one) if aside.is_none() && !main.has_templates() => Err(no_template(one, main)),
        _ => Ok(Plan { aside, main: (file.map(Path::to_owned), main), template: template.unwrap_or_default() }),
    }
}

/// What is printed where no flag says how: a template that is seen nowhere else needs a format that has it.
fn on_stdout(set: Option<Format>, template: Option<Template>) -> Format {
    match template {
        Some(template) => set.filter(|set| set.is_written_for(template)).unwrap_or(Format::Markdown),
        None => set.unwrap_or(Format::Console),
    }
}

fn unknown(flag: &str, path: &Path) -> Failure {
    let known = ending::known();
    Failure::usage(format!(
        "{flag} {}: the file's name does not say how the report looks (known endings: {known}); say so with --format",
        path.display()
    ))
}

fn no_template(template: Template, format: Format) -> Failure {
    let having: Vec<&str> = Format::ALL.into_iter().filter(|one| one.has_templates()).map(Format::as_str).collect();
    let having = having.join(", ");
    Failure::usage(format!("--template {template}: `{format}` has no templates (formats that have: {having})"))
}

fn set(format: mcpvals_audit::config::Format) -> Format {
    use mcpvals_audit::config::Format as Set;
    match format {
        Set::Console => Format::Console,
        Set::Json => Format::Json,
        Set::Markdown => Format::Markdown,
        Set::Html => Format::Html,
        Set::Xml => Format::Xml,
        Set::Sarif => Format::Sarif,
        Set::Junit => Format::Junit,
    }
}

impl From<ReportFormat> for Format {
    fn from(asked: ReportFormat) -> Self {
        match asked {
            ReportFormat::Console => Self::Console,
            ReportFormat::Json => Self::Json,
            ReportFormat::Markdown => Self::Markdown,
            ReportFormat::Html => Self::Html,
            ReportFormat::Xml => Self::Xml,
            ReportFormat::Sarif => Self::Sarif,
            ReportFormat::Junit => Self::Junit,
        }
    }
}

impl From<ReportTemplate> for Template {
    fn from(asked: ReportTemplate) -> Self {
        match asked {
            ReportTemplate::Submission => Self::Submission,
            ReportTemplate::Summary => Self::Summary,
            ReportTemplate::Ci => Self::Ci,
        }
    }
}
