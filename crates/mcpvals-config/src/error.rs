//! Everything that is wrong with a file, each with its place.

use std::fmt;
use std::sync::Arc;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use mcpvals_model::{SecretValue, SourcePlace};
use serde_json::{Value, json};

use crate::pointer::Pointer;
use crate::secrets::from_line;
use crate::source::{Source, Span};
use crate::spans::Part;

/// More errors than this are counted, not shown.
const SHOWN_MAX: usize = 50;

/// A file that cannot be used; at least one error, file by file in the order of their places.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfigErrors {
    errors: Vec<ConfigError>,
    secrets: Vec<SecretValue>,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct ConfigError {
    /// Where it stands; line and column are 0 where there is no text to point at.
    pub place: SourcePlace,
    /// JSON pointer of the value; empty for the whole file.
    pub pointer: String,
    /// What is wrong, in words.
    pub message: String,
    /// The known name that was probably meant.
    pub nearest: Option<String>,
    /// The text around the place.
    excerpt: Option<Excerpt>,
}

#[derive(Debug, Clone, PartialEq)]
struct Excerpt {
    source: Arc<Source>,
    span: Span,
}

/// Something wrong at a pointer, before its place in the text is known.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    /// Where in the data.
    pub(crate) pointer: Pointer,
    /// The name or the value?
    pub(crate) part: Part,
    /// In words.
    pub(crate) message: String,
    /// The known name that was probably meant.
    pub(crate) nearest: Option<String>,
    /// A place in another file, where the fault is there.
    pub(crate) elsewhere: Option<(Arc<Source>, Span)>,
}

impl Problem {
    /// Something wrong with a value.
    pub(crate) fn new(pointer: &Pointer, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { pointer: pointer.clone(), part: Part::Value, message, nearest: None, elsewhere: None }
    }

    /// Something wrong with a member's name.
    pub(crate) fn of_key(pointer: &Pointer, message: impl Into<String>) -> Self {
        Self { part: Part::Key, ..Self::new(pointer, message) }
    }

    /// With the known name that was probably meant.
    pub(crate) fn with_nearest(self, nearest: Option<&str>) -> Self {
        Self { nearest: nearest.map(str::to_owned), ..self }
    }
}

impl ConfigError {
    /// An error with a place in a text.
    pub(crate) fn new(
        source: &Arc<Source>,
        span: Option<Span>,
        pointer: &Pointer,
        message: String,
        nearest: Option<String>,
    ) -> Self {
        let span = span.map(|span| source.clip(&span));
        let start = span.as_ref().map(|span| source.place(span.start));
        Self {
            place: start.unwrap_or_else(|| SourcePlace { file: source.name.clone(), ..SourcePlace::default() }),
            pointer: pointer.as_str().to_owned(),
            message,
            nearest,
            excerpt: span.map(|span| Excerpt { source: Arc::clone(source), span }),
        }
    }

    /// An error about a file without a text to point at.
    pub(crate) fn of_file(name: &str, message: impl Into<String>) -> Self {
        let source = Arc::new(Source::new(name, ""));
        Self::new(&source, None, &Pointer::root(), message.into(), None)
    }

    /// The lines of the file around the place, marked; `None` where there is no text to point at.
    pub fn frame(&self) -> Option<String> {
        self.excerpt.is_some().then(|| self.render(&Renderer::plain()))
    }

    fn origin(&self) -> annotate_snippets::Origin<'_> {
        let origin = annotate_snippets::Origin::path(&self.place.file);
        let [line, column] =
            [self.place.line, self.place.column].map(|number| usize::try_from(number).unwrap_or_default());
        if line == 0 { origin } else { origin.line(line).char_column(column) }
    }

    fn render(&self, renderer: &Renderer) -> String {
        // The renderer takes it as it is.
        let hint = self
            .nearest
            .as_ref()
            .map(|nearest| format!("did you mean `{}`?", nearest.replace(|c: char| c.is_control(), "\u{fffd}")));
        let title = Level::ERROR.primary_title(&self.message);
        let group = match &self.excerpt {
            Some(excerpt) => title.element(excerpt.snippet()),
            None => title.element(self.origin()),
        };
        let group = hint.into_iter().fold(group, |group, hint| group.element(Level::HELP.message(hint)));
        harmless(renderer.render(&[group]))
    }
}

/// The renderer makes the control characters of ASCII visible, and lets those of Latin-1 and DEL pass, which terminals
/// obey, too.
fn harmless(text: String) -> String {
    let obeyed = |c: char| matches!(c, '\u{7f}'..='\u{9f}');
    if text.contains(obeyed) { text.replace(obeyed, "\u{fffd}") } else { text }
}

impl Excerpt {
    /// The line in which it begins.
    fn line(&self) -> &str {
        let text = &self.source.text;
        let from = text[..self.span.start].rfind('\n').map_or(0, |at| at + 1);
        text[from..].lines().next().unwrap_or_default()
    }

    fn snippet(&self) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
        // A span over many lines would print them all: the first line says where.
        let text = &self.source.text[self.span.clone()];
        let first_line = text.lines().next().unwrap_or_default().len();
        let span = self.span.start..self.span.start + first_line;
        let annotation = AnnotationKind::Primary.span(span);
        Snippet::source(&self.source.text).path(&self.source.name).annotation(annotation)
    }
}

impl ConfigErrors {
    /// `None` where there is no error.
    pub(crate) fn new(mut errors: Vec<ConfigError>) -> Option<Self> {
        let mut files: Vec<String> = Vec::new();
        for error in &errors {
            if !files.contains(&error.place.file) {
                files.push(error.place.file.clone());
            }
        }
        let file = |error: &ConfigError| files.iter().position(|file| *file == error.place.file);
        errors.sort_by_key(|error| (file(error), error.place.line, error.place.column));
        errors.dedup_by(|a, b| a.place == b.place && a.message == b.message);
        (!errors.is_empty()).then(|| Self::shown(errors))
    }

    /// A single error about a file without a text to point at.
    pub(crate) fn of_file(name: &str, message: impl Into<String>) -> Self {
        Self::one(ConfigError::of_file(name, message))
    }

    /// A single error.
    pub(crate) fn one(error: ConfigError) -> Self {
        Self::shown(vec![error])
    }

    /// With what must not be shown of the lines that are.
    fn shown(errors: Vec<ConfigError>) -> Self {
        let lines = errors.iter().filter_map(|error| error.excerpt.as_ref()).map(Excerpt::line);
        let secrets = lines.flat_map(from_line).collect();
        Self { errors, secrets }
    }

    /// Only where something is wrong: no line of the file is shown.
    pub(crate) fn without_frames(mut self) -> Self {
        self.errors.iter_mut().for_each(|error| error.excerpt = None);
        self
    }

    /// With what must not be shown of the file's values.
    pub(crate) fn with_secrets(mut self, secrets: Vec<SecretValue>) -> Self {
        self.secrets.extend(secrets);
        self
    }

    /// Those of another file behind them.
    #[must_use]
    pub fn with(mut self, others: Self) -> Self {
        self.errors.extend(others.errors);
        self.secrets.extend(others.secrets);
        self
    }

    /// What must be taken out of the messages before anybody sees them: they may quote values of variables.
    pub fn secrets(&self) -> &[SecretValue] {
        &self.secrets
    }

    /// The errors; never empty.
    pub fn errors(&self) -> &[ConfigError] {
        &self.errors
    }

    /// All errors in words, each with its place and the text around it.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.decor_style(DecorStyle::Ascii);
        let shown = self.errors.iter().take(SHOWN_MAX).map(|error| error.render(&renderer));
        let more = self.errors.len().saturating_sub(SHOWN_MAX);
        let rest = (more > 0).then(|| format!("and {more} more error{}", if more == 1 { "" } else { "s" }));
        shown.chain(rest).collect::<Vec<_>>().join("\n\n")
    }

    /// All errors as data: an array of `{file, line, column, pointer, message, nearest}`.
    pub fn to_json(&self) -> Value {
        self.errors.iter().map(ConfigError::to_json).collect()
    }
}

impl ConfigError {
    fn to_json(&self) -> Value {
        json!({
            "file": self.place.file,
            "line": self.place.line,
            "column": self.place.column,
            "pointer": self.pointer,
            "message": self.message,
            "nearest": self.nearest,
            "frame": self.frame(),
        })
    }
}

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for ConfigErrors {}
