//! Settings from the environment: the names of the old project's documents, and those that this program would give them.

use std::collections::BTreeMap;
use std::path::Path;

use mcpvals_model::LimitsFile;

use super::file::{ConfigFile, Hooks, Inspector, Observability, Scoring, Thresholds, Transport, Weights};

/// A variable whose value cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the environment variable `{name}`: {problem}")]
pub struct BadVariable {
    /// Which.
    pub name: String,
    /// What is wrong with its value.
    pub problem: String,
}

impl ConfigFile {
    /// Itself, where the folder of hooks that the environment names is there; one that is relative is the server's.
    ///
    /// # Errors
    /// That it is not there.
    pub fn with_hooks_in(self, project: Option<&Path>) -> Result<Self, BadVariable> {
        let bad = |(_, problem)| BadVariable { name: "MCP_EVALUATOR_HOOKS_PATH".to_owned(), problem };
        super::no_hooks(&self, project).map(bad).map_or(Ok(self), Err)
    }
}

/// What the environment says.
///
/// # Errors
/// The first variable that cannot be used.
pub fn of_environment(variables: &BTreeMap<String, String>) -> Result<ConfigFile, BadVariable> {
    let look = Look { variables };
    let inspector = Inspector {
        transport: look.read(&["MCP_EVALUATOR_TRANSPORT"], transport)?,
        timeout: look.read(&["MCP_EVALUATOR_TIMEOUT", "MCP_INSPECTOR_TIMEOUT"], |text| whole(text, 1_000, 300_000))?,
        retries: look.read(&["MCP_EVALUATOR_RETRIES"], |text| whole(text, 0, 10))?.and_then(|n| u32::try_from(n).ok()),
        port: look
            .read(&["MCP_INSPECTOR_PORT"], |text| whole(text, 1_024, 65_535))?
            .and_then(|n| u16::try_from(n).ok()),
    };
    let observability = Observability {
        enabled: look.read(&["MCP_EVALUATOR_OBSERVABILITY_ENABLED", "MCP_OBSERVABILITY_ENABLED"], truth)?,
        url: look.read(&["MCP_EVALUATOR_OBSERVABILITY_URL", "MCP_OBSERVABILITY_URL"], text)?,
        endpoint: None,
        api_key: look.read(&["MCP_EVALUATOR_OBSERVABILITY_API_KEY", "MCP_OBSERVABILITY_API_KEY"], text)?,
    };
    let weights = Weights {
        statics: look.read(&["MCP_EVALUATOR_STATIC_WEIGHT"], share)?,
        runtime: look.read(&["MCP_EVALUATOR_RUNTIME_WEIGHT"], share)?,
    };
    let thresholds = Thresholds {
        pass: look.read(&["MCP_EVALUATOR_PASS_THRESHOLD"], share)?,
        warning: look.read(&["MCP_EVALUATOR_WARNING_THRESHOLD"], share)?,
    };
    if let (Some(statics), Some(runtime)) = (weights.statics, weights.runtime)
        && (statics + runtime - 1.0).abs() > 1e-9
    {
        let problem = "with MCP_EVALUATOR_RUNTIME_WEIGHT it must sum to 1".to_owned();
        return Err(BadVariable { name: "MCP_EVALUATOR_STATIC_WEIGHT".to_owned(), problem });
    }
    let hooks = Hooks { hooks_path: look.read(&["MCP_EVALUATOR_HOOKS_PATH"], text)?, ..Hooks::default() };
    let limits = LimitsFile {
        evaluation_timeout: look.read(&["MCP_EVALUATOR_EVALUATION_TIMEOUT"], |text| whole(text, 1_000, 3_600_000))?,
        max_file_size: look.read(&["MCP_EVALUATOR_MAX_FILE_SIZE"], |text| whole(text, 1_024, u64::MAX))?,
        ..LimitsFile::default()
    };
    Ok(ConfigFile {
        inspector: Some(inspector),
        observability: Some(observability),
        scoring: Some(Scoring { weights: Some(weights), thresholds: Some(thresholds) }),
        hooks: Some(hooks),
        limits: Some(limits),
        ..ConfigFile::default()
    })
}

struct Look<'a> {
    variables: &'a BTreeMap<String, String>,
}

impl Look<'_> {
    /// The first that is set to something.
    fn read<T>(&self, names: &[&str], read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, BadVariable> {
        let set = names
            .iter()
            .find_map(|name| Some((*name, self.variables.get(*name)?.trim())).filter(|(_, text)| !text.is_empty()));
        let Some((name, text)) = set else { return Ok(None) };
        read(text).map(Some).map_err(|problem| BadVariable { name: name.to_owned(), problem })
    }
}

#[expect(clippy::unnecessary_wraps, reason = "one reader of many")]
fn text(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

fn whole(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = text.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("`{text}` is no whole number from {least} to {most}"))
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| format!("`{text}` is no number from 0 to 1"))
}

fn truth(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" => Ok(false),
        _ => Err(format!("`{text}` is neither `true` nor `false`")),
    }
}

fn transport(text: &str) -> Result<Transport, String> {
    match text {
        "stdio" => Ok(Transport::Stdio),
        "http" => Ok(Transport::Http),
        "sse" => Ok(Transport::Sse),
        _ => Err(format!("`{text}` is none of stdio, http, sse")),
    }
}
