//! Which reports are written, and where to.

use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use mcpvals_model::Report;
use mcpvals_report::{Format, Style};

use crate::args::EvalArgs;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// `FORMAT` or `FORMAT=FILE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reporter {
    pub(crate) format: Format,
    /// stdout where absent.
    pub(crate) file: Option<PathBuf>,
}

/// What one run reports.
#[derive(Debug, Clone)]
pub(crate) struct Reporters {
    list: Vec<Reporter>,
}

impl FromStr for Reporter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (format, file) = match text.split_once('=') {
            Some((_, "")) => return Err("the file after `=` is missing".to_owned()),
            Some((format, file)) => (format, Some(PathBuf::from(file))),
            None => (text, None),
        };
        Ok(Self { format: format.parse().map_err(|error: mcpvals_report::UnknownFormat| error.to_string())?, file })
    }
}

impl Reporters {
    /// What the command line asks for; the console where it asks for nothing.
    ///
    /// # Errors
    /// Usage, where two reports would go to stdout, or `--output` fits no single one.
    pub(crate) fn from_args(args: &EvalArgs) -> Result<Self, Failure> {
        let mut list = args.reporters.clone();
        list.extend(args.json.then_some(Reporter { format: Format::Json, file: None }));
        list.extend(args.junit.then_some(Reporter { format: Format::Junit, file: None }));
        list.dedup();
        if list.is_empty() {
            list.push(Reporter { format: Format::Console, file: None });
        }
        if let Some(file) = &args.output {
            let mut unplaced = list.iter_mut().filter(|reporter| reporter.file.is_none());
            let (Some(one), None) = (unplaced.next(), unplaced.next()) else {
                return Err(Failure::usage("--output needs exactly one --reporter without a file of its own"));
            };
            one.file = Some(file.clone());
        }
        if list.iter().filter(|reporter| reporter.file.is_none()).count() > 1 {
            return Err(Failure::usage(
                "two reports cannot both go to stdout: give all but one a file, as in `-r junit=junit.xml`",
            ));
        }
        let files: Vec<PathBuf> =
            list.iter().filter_map(|reporter| reporter.file.as_ref()).map(|file| plain(file)).collect();
        if let Some(twice) = files.iter().enumerate().find_map(|(at, file)| files[..at].contains(file).then_some(file))
        {
            return Err(Failure::usage(format!("two reports cannot both go to `{}`", twice.display())));
        }
        Ok(Self { list })
    }

    /// The files of all reports.
    pub(crate) fn files(&self) -> Vec<&PathBuf> {
        self.list.iter().filter_map(|reporter| reporter.file.as_ref()).collect()
    }

    /// Does one go to stdout?
    pub(crate) fn use_stdout(&self) -> bool {
        self.list.iter().any(|reporter| reporter.file.is_none())
    }

    /// Does the console report go to stdout, line by line as cases end?
    pub(crate) fn console_is_live(&self) -> bool {
        self.list.contains(&Reporter { format: Format::Console, file: None })
    }

    /// Writes every report but the live one; a page has the frames of the run in it that are in the folder of its traces.
    ///
    /// # Errors
    /// Where a file cannot be written; the others are still tried.
    pub(crate) fn write(&self, report: &Report, traces: Option<&Path>, output: &Output) -> Result<(), Failure> {
        let rest = self.list.iter().filter(|r| r.format != Format::Console || r.file.is_some());
        rest.map(|reporter| reporter.write(report, traces, output)).fold(Ok(()), Result::and)
    }
}

/// Without `.`, so that equal files have equal names.
fn plain(file: &Path) -> PathBuf {
    file.components().filter(|part| *part != Component::CurDir).collect()
}

impl Reporter {
    fn write(&self, report: &Report, traces: Option<&Path>, output: &Output) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        let rendered = match (self.format, traces) {
            (Format::Html, Some(folder)) => {
                mcpvals_report::page::run::write(report, &crate::traces::of_run(folder, report), &mut bytes)
            }
            (format, _) => mcpvals_report::render(format, report, &Style::default(), &mut bytes),
        };
        rendered.map_err(|error| Failure::new(Exit::Internal, format!("cannot render {}: {error}", self.format)))?;
        let Some(path) = &self.file else { return output.result(&String::from_utf8_lossy(&bytes)) };
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(path, bytes));
        written.map_err(|error| Failure::unwritten(&format!("the report to `{}`", path.display()), &error))
    }
}
