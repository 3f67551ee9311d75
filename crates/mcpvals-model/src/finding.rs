//! What analysis finds in a server: rules, and what broke them, with the place.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// How bad it is, where it is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Low,
    /// To be mended.
    Medium,
    /// A reviewer would refuse it.
    High,
    /// No honest server has it.
    Critical,
}

/// What a server is held to: the five requirements of the directory, and those beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Requirement {
    /// It does what it says, no less and no more.
    FunctionalityMatch,
    /// It says nothing to the model that its user does not see, and nothing about other software.
    PromptInjection,
    /// Its tools' names say what they do, and are nobody else's.
    ToolNaming,
    /// At least three examples, which work.
    WorkingExamples,
    /// What goes wrong is told in words that help.
    ErrorHandling,
    /// What a caller says reaches nothing dangerous.
    SecurityCode,
    /// What it is made of is known, pinned and licensed.
    SupplyChain,
    /// It takes no more than it needs, and says what it takes.
    Privacy,
}

impl Requirement {
    /// All, in the order of reports.
    pub const ALL: [Self; 8] = [
        Self::FunctionalityMatch,
        Self::PromptInjection,
        Self::ToolNaming,
        Self::WorkingExamples,
        Self::ErrorHandling,
        Self::SecurityCode,
        Self::SupplyChain,
        Self::Privacy,
    ];

    /// The five that a directory asks for (seed 003).
    pub const DIRECTORY: [Self; 5] =
        [Self::FunctionalityMatch, Self::PromptInjection, Self::ToolNaming, Self::WorkingExamples, Self::ErrorHandling];

    /// The name, for example `tool-naming`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FunctionalityMatch => "functionality-match",
            Self::PromptInjection => "prompt-injection",
            Self::ToolNaming => "tool-naming",
            Self::WorkingExamples => "working-examples",
            Self::ErrorHandling => "error-handling",
            Self::SecurityCode => "security-code",
            Self::SupplyChain => "supply-chain",
            Self::Privacy => "privacy",
        }
    }

    /// The name as a heading, for example `Tool Naming`.
    pub fn title(self) -> &'static str {
        match self {
            Self::FunctionalityMatch => "Functionality Match",
            Self::PromptInjection => "Prompt Injection",
            Self::ToolNaming => "Tool Naming",
            Self::WorkingExamples => "Working Examples",
            Self::ErrorHandling => "Error Handling",
            Self::SecurityCode => "Security of Code",
            Self::SupplyChain => "Supply Chain",
            Self::Privacy => "Privacy",
        }
    }
}

/// A rule: constant, and kept beside the code that looks for what breaks it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// The name, stable, in kebab case, for example `secrecy-directive`.
    pub id: &'static str,
    /// What it belongs to.
    pub requirement: Requirement,
    /// How bad it is, as a rule; a finding may be less so.
    pub severity: Severity,
    /// How sure it is, as a rule, in percent.
    pub confidence: u8,
    /// What is wrong, as a noun phrase without a full stop.
    pub title: &'static str,
    /// Why it matters, and to whom, in a sentence or two.
    pub why: &'static str,
    /// What to do about it, in a sentence.
    pub remedy: &'static str,
    /// Where it stands: sections of a specification, clauses of a policy, and numbers of other catalogues: `CWE-78`,
    /// `MCP05:2025` (OWASP), `ASDP-2.G` (Anthropic Software Directory Policy), `PI-001`.
    pub references: &'static [&'static str],
}

impl Rule {
    /// What breaks it, as bad and as sure as the rule says.
    pub fn found(&'static self, message: impl Into<String>) -> Finding {
        Finding {
            rule: Cow::Borrowed(self.id),
            requirement: self.requirement,
            severity: self.severity,
            confidence: f64::from(self.confidence) / 100.0,
            subject: None,
            span: None,
            evidence: None,
            message: message.into(),
        }
    }
}

/// What a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", content = "name", rename_all = "kebab-case")]
pub enum Subject {
    /// What the server says of itself: name, instructions.
    Server(String),
    /// A tool, by name.
    Tool(String),
    /// A prompt, by name.
    Prompt(String),
    /// A resource, by URI.
    Resource(String),
    /// A resource template.
    ResourceTemplate(String),
    /// A dependency, by name.
    Package(String),
}

/// Where it stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Span {
    /// In a file of the server's, from 1.
    #[serde(rename_all = "camelCase")]
    File {
        /// The path in the server's folder, with `/`.
        file: String,
        /// The line, from 1.
        line: u32,
        /// The character in the line, from 1.
        column: u32,
        /// The last line.
        end_line: u32,
        /// The character behind the last.
        end_column: u32,
    },
    /// In what the server says of the subject: a JSON pointer into it, and characters (code points) of the text there.
    Metadata {
        /// RFC 6901, into the subject.
        pointer: String,
        /// The first character.
        start: usize,
        /// The one behind the last.
        end: usize,
    },
}

/// One thing that is wrong, or may be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Which rule says so.
    pub rule: Cow<'static, str>,
    /// What it counts against.
    pub requirement: Requirement,
    /// How bad it is.
    pub severity: Severity,
    /// How sure that is, 0 to 1.
    pub confidence: f64,
    /// What it is about; absent where it is about the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Subject>,
    /// Where; absent where something is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// What stands there, cut short; secrets are masked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// What, and why, in one sentence.
    pub message: String,
}

/// No evidence is longer, in characters.
const EVIDENCE_CHARS_MAX: usize = 240;

impl Finding {
    /// About this.
    #[must_use]
    pub fn about(self, subject: Subject) -> Self {
        Self { subject: Some(subject), ..self }
    }

    /// At this place.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        Self { span: Some(span), ..self }
    }

    /// Showing this, cut short.
    #[must_use]
    pub fn showing(self, evidence: &str) -> Self {
        let cut = evidence.char_indices().nth(EVIDENCE_CHARS_MAX).map_or(evidence, |(at, _)| &evidence[..at]);
        Self { evidence: Some(cut.to_owned()), ..self }
    }

    /// As bad as this instead.
    #[must_use]
    pub fn as_bad_as(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    /// As sure as this instead, 0 to 1.
    #[must_use]
    pub fn as_sure_as(self, confidence: f64) -> Self {
        Self { confidence, ..self }
    }
}

impl Severity {
    /// All, the worst first.
    pub const ALL: [Self; 4] = [Self::Critical, Self::High, Self::Medium, Self::Low];

    /// The name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}
