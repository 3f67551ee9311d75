//! `.mcp-evaluation.json`: the settings of the project from which the requirements' hooks come.

use schemars::JsonSchema;
use serde::Deserialize;

/// What it may say. It was documented and never read; what has a meaning here has it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OldFile {
    /// Numbers that were to be held.
    #[expect(dead_code, reason = "understood; the directory's own numbers are held instead")]
    pub thresholds: Option<OldThresholds>,
    /// Requirements that are left out.
    pub skip_tests: Option<Vec<String>>,
    /// Patterns of one's own.
    pub custom_patterns: Option<OldPatterns>,
    /// Which files are read: not needed here, since languages are known by their files.
    #[expect(dead_code, reason = "understood; languages are known by their files")]
    pub file_extensions: Option<Vec<String>>,
    /// Paths whose findings do not count: parts of paths, or folders.
    pub exclude_paths: Option<Vec<String>>,
}

/// Numbers that were to be held.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "understood; the directory's own numbers are held instead")]
pub(super) struct OldThresholds {
    /// Examples; three are what the directory asks for, and fewer are not accepted.
    pub min_examples: Option<u32>,
    /// Names that say nothing.
    pub max_generic_names: Option<u32>,
    /// Are errors logged?
    pub require_error_logging: Option<bool>,
    /// Handlers of errors.
    pub min_error_handlers: Option<u32>,
}

/// Patterns of one's own.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OldPatterns {
    /// Texts that must not be there.
    pub injection_patterns: Option<Vec<String>>,
    /// Texts that handle errors.
    #[expect(dead_code, reason = "understood; how errors are handled is read from the code")]
    pub error_patterns: Option<Vec<String>>,
}
