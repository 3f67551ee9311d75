//! How an evaluation is set up: the command line, then the environment, then the file in the server's folder, then the one
//! in the user's home, then the defaults. Each setting is taken from the first that has it.

mod environment;
mod file;
mod old;
mod trust;

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mcpvals_config::{ConfigErrors, read_settings, settings_schema};
use mcpvals_model::{Requirement, ServiceFile};
use regex::RegexBuilder;
use serde_json::Value;

use crate::catalogue;
use crate::score::Scale;
use crate::static_phase::{Selection, Suppression};

pub use environment::{BadVariable, of_environment};
pub use file::{ConfigFile, CustomHook, Format, Transport};

/// The name of the file in the server's folder.
pub const PROJECT_FILE: &str = "mcp-evaluator.config.json";
/// The name of the file in the user's home.
pub const HOME_FILE: &str = ".mcp-evaluator.json";
/// The name of the file that the old project documented.
pub const OLD_FILE: &str = ".mcp-evaluation.json";

/// The schema of the settings' file.
pub fn schema() -> Value {
    settings_schema::<ConfigFile>()
}

/// Reads a settings' file; `more` finds what is wrong with it for whoever uses it.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_file(
    path: &Path,
    more: impl FnOnce(&ConfigFile) -> Vec<(String, String)>,
) -> Result<ConfigFile, ConfigErrors> {
    let file = read_settings::<ConfigFile>(path, &path.display().to_string())?;
    let faults = faults(&file.value).into_iter().chain(more(&file.value));
    file.refuse(faults.collect())?;
    Ok(file.value)
}

/// What is set up, each setting from the first that has it.
#[derive(Debug, Clone, Default)]
pub struct Layers {
    files: Vec<ConfigFile>,
    /// Requirements that the old file leaves out.
    skipped: Vec<Requirement>,
    /// Paths whose findings do not count.
    excluded: Vec<String>,
    /// Patterns of the old file.
    patterns: Vec<String>,
    /// What the server's own folder says for itself, and nobody vouches for.
    own_words: Vec<String>,
    /// The files that were read.
    pub read: Vec<PathBuf>,
}

/// The folder of what is evaluated.
#[derive(Debug, Clone, Copy)]
pub struct ProjectFolder<'p> {
    /// Where it is.
    pub path: &'p Path,
    /// Does the user work in it? Settings that lie in a folder of somebody else are the words of what is evaluated.
    pub is_the_users: bool,
}

impl Layers {
    /// Puts one under those that are there.
    pub fn push(&mut self, layer: ConfigFile) {
        self.files.push(layer);
    }

    /// Reads the file that the user named, or those that are there: of the server's folder and of the home.
    ///
    /// # Errors
    /// Everything that is wrong with any of them.
    pub fn read(
        &mut self,
        named: Option<&Path>,
        folder: Option<ProjectFolder<'_>>,
        home: Option<&Path>,
    ) -> Result<(), ConfigErrors> {
        let there =
            |folder: Option<&Path>, name: &str| folder.map(|folder| folder.join(name)).filter(|path| path.is_file());
        let project = folder.map(|folder| folder.path);
        let own = named.map(Path::to_owned).or_else(|| there(project, PROJECT_FILE));
        let is_anothers = folder.is_some_and(|folder| !folder.is_the_users);
        // A file that the command line names is the user's word.
        let own = own.map(|path| self.push_file(&path, project, is_anothers && named.is_none()));
        let old = there(project, OLD_FILE).map(|path| self.push_old(&path));
        if is_anothers {
            self.own_words.extend(trust::left_out(&self.skipped, &self.excluded));
        }
        // What the home says of a place in the server's folder holds where there is such a place.
        let of_home = there(home, HOME_FILE).map(|path| self.push_file(&path, None, false));
        let errors = [own, old, of_home].into_iter().flatten().filter_map(Result::err);
        errors.reduce(ConfigErrors::with).map_or(Ok(()), Err)
    }

    fn push_file(&mut self, path: &Path, project: Option<&Path>, is_anothers: bool) -> Result<(), ConfigErrors> {
        let mut file = read_file(path, |file| no_hooks(file, project).into_iter().collect())?;
        if is_anothers {
            self.own_words.extend(trust::doubted(&mut file));
        }
        self.files.push(file);
        self.read.push(path.to_owned());
        Ok(())
    }

    fn push_old(&mut self, path: &Path) -> Result<(), ConfigErrors> {
        let file = read_settings::<old::OldFile>(path, &path.display().to_string())?;
        let mut faults = Vec::new();
        for (index, name) in file.value.skip_tests.iter().flatten().enumerate() {
            match requirement(name) {
                Some(requirement) => self.skipped.push(requirement),
                None => faults.push((format!("/skip_tests/{index}"), format!("there is no requirement `{name}`"))),
            }
        }
        let patterns = file
            .value
            .custom_patterns
            .as_ref()
            .and_then(|patterns| patterns.injection_patterns.clone())
            .unwrap_or_default();
        faults.extend(bad_patterns(&patterns, "/custom_patterns/injection_patterns"));
        file.refuse(faults)?;
        self.patterns.extend(patterns);
        self.excluded.extend(file.value.exclude_paths.clone().unwrap_or_default());
        self.read.push(path.to_owned());
        Ok(())
    }

    fn first<T>(&self, of: impl Fn(&ConfigFile) -> Option<T>) -> Option<T> {
        self.files.iter().find_map(of)
    }

    /// What phases weigh, and from where on what passes. One weight that is set alone leaves the rest to the other.
    pub fn scale(&self) -> Scale {
        let scoring = |of: fn(&file::Scoring) -> Option<f64>| self.first(|layer| of(layer.scoring.as_ref()?));
        // Weights of two places would not sum up to 1.
        let weights = self.first(|layer| {
            let weights = layer.scoring.as_ref()?.weights.as_ref()?;
            Some((weights.statics, weights.runtime)).filter(|(statics, runtime)| statics.or(*runtime).is_some())
        });
        let (statics, runtime) = weights.unwrap_or_default();
        let usual = Scale::default();
        let static_weight = statics.or(runtime.map(|runtime| 1.0 - runtime)).unwrap_or(usual.static_weight);
        Scale {
            static_weight,
            runtime_weight: runtime.unwrap_or(1.0 - static_weight),
            pass: scoring(|scoring| scoring.thresholds.as_ref()?.pass).unwrap_or(usual.pass),
            warning: scoring(|scoring| scoring.thresholds.as_ref()?.warning).unwrap_or(usual.warning),
        }
    }

    /// How the server is spoken to, where that is set.
    pub fn transport(&self) -> Option<Transport> {
        self.first(|layer| layer.inspector.as_ref()?.transport)
    }

    /// The deadline of start and of one call.
    pub fn deadline(&self) -> Duration {
        Duration::from_millis(self.first(|layer| layer.inspector.as_ref()?.timeout).unwrap_or(30_000))
    }

    /// How often connecting and failed calls of readers are tried again.
    pub fn retries(&self) -> u32 {
        self.first(|layer| layer.inspector.as_ref()?.retries).unwrap_or(0)
    }

    /// How long the runtime phase may take.
    pub fn total(&self) -> Duration {
        Duration::from_millis(self.first(|layer| layer.limits.as_ref()?.evaluation_timeout).unwrap_or(300_000))
    }

    /// No longer source file is read, in bytes.
    pub fn file_bytes_max(&self) -> Option<u64> {
        self.first(|layer| layer.limits.as_ref()?.max_file_size)
    }

    /// Are hooks run?
    pub fn hooks_enabled(&self) -> bool {
        self.first(|layer| layer.hooks.as_ref()?.enable_all).unwrap_or(true)
    }

    /// The folder with hooks.
    pub fn hooks_path(&self) -> Option<String> {
        self.first(|layer| layer.hooks.as_ref()?.hooks_path.clone())
    }

    /// Hooks by name.
    pub fn hooks(&self) -> Vec<CustomHook> {
        self.first(|layer| layer.hooks.as_ref()?.custom.clone()).unwrap_or_default()
    }

    /// Patterns that nothing may match.
    pub fn patterns(&self) -> Vec<String> {
        let own = self.first(|layer| layer.hooks.as_ref()?.custom_patterns.clone()).unwrap_or_default();
        own.into_iter().chain(self.patterns.iter().cloned()).collect()
    }

    /// Where it is told how it went, and with which key; nothing where nobody is.
    pub fn observer(&self) -> Option<(String, Option<String>)> {
        let enabled = self.first(|layer| layer.observability.as_ref()?.enabled).unwrap_or(false);
        let url = self.first(|layer| {
            let observability = layer.observability.as_ref()?;
            observability.url.clone().or_else(|| observability.endpoint.clone())
        });
        let key = self.first(|layer| layer.observability.as_ref()?.api_key.clone());
        url.filter(|_| enabled).map(|url| (url, key))
    }

    /// How the report looks where no flag says so.
    pub fn format(&self) -> Option<Format> {
        self.first(|layer| layer.reporting.as_ref()?.format)
    }

    /// Is shown what was seen, and is said what to do?
    pub fn includes(&self) -> (bool, bool) {
        let evidence = self.first(|layer| layer.reporting.as_ref()?.include_evidence).unwrap_or(true);
        let recommendations = self.first(|layer| layer.reporting.as_ref()?.include_recommendations).unwrap_or(true);
        (evidence, recommendations)
    }

    /// Which findings count, beside what the flags say.
    pub fn adapt(&self, selection: &mut Selection) {
        let suppressed = self.files.iter().filter_map(|layer| layer.rules.as_ref()?.suppressions.as_ref()).flatten();
        selection.suppressed.extend(suppressed.map(|rule| Suppression {
            rule: rule.rule.clone(),
            subject: rule.subject.clone(),
            reason: rule.reason.clone(),
        }));
        selection.excluded.extend(self.excluded.iter().cloned());
        selection.own_words.extend(self.own_words.iter().cloned());
        if selection.requirements.is_empty() && !self.skipped.is_empty() {
            let left = Requirement::ALL.into_iter().filter(|requirement| !self.skipped.contains(requirement));
            selection.requirements = left.collect();
        }
    }
}

/// A requirement by its name, or by a hook's: `tool-naming`, `tool_naming`, `tool-naming.py`.
pub fn requirement(name: &str) -> Option<Requirement> {
    let plain = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).flat_map(char::to_lowercase).collect()
    };
    let name = plain(name.strip_suffix(".py").unwrap_or(name));
    Requirement::ALL.into_iter().find(|known| plain(known.as_str()) == name || plain(known.title()) == name)
}

/// What the schema cannot see.
fn faults(file: &ConfigFile) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    if let Some(weights) = file.scoring.as_ref().and_then(|scoring| scoring.weights.as_ref())
        && let (Some(statics), Some(runtime)) = (weights.statics, weights.runtime)
        && (statics + runtime - 1.0).abs() > 1e-9
    {
        faults.push((
            "/scoring/weights".to_owned(),
            format!("the weights must sum to 1, and {statics} and {runtime} do not"),
        ));
    }
    if let Some(thresholds) = file.scoring.as_ref().and_then(|scoring| scoring.thresholds.as_ref())
        && thresholds.warning.unwrap_or(0.6).min(1.0) > thresholds.pass.unwrap_or(0.8)
    {
        faults.push(("/scoring/thresholds".to_owned(), "`warning` must not be above `pass`".to_owned()));
    }
    let patterns = file.hooks.as_ref().and_then(|hooks| hooks.custom_patterns.as_deref()).unwrap_or_default();
    faults.extend(bad_patterns(patterns, "/hooks/customPatterns"));
    for (index, rule) in file.rules.iter().flat_map(|rules| rules.suppressions.iter().flatten()).enumerate() {
        if catalogue::rule(&rule.rule).is_none() {
            let message = format!("there is no rule `{}`; `mcpvals audit --list-rules` names them all", rule.rule);
            faults.push((format!("/rules/suppressions/{index}/rule"), message));
        }
    }
    faults.extend(file.service.iter().flat_map(of_service));
    faults
}

fn of_service(service: &ServiceFile) -> Vec<(String, String)> {
    let host = service.host.as_ref().filter(|host| host.parse::<IpAddr>().is_err());
    let host = host.map(|host| ("/service/host".to_owned(), format!("`{host}` is no address of IP, as 127.0.0.1")));
    let empty = [("database", &service.database), ("dataDir", &service.data_dir)];
    let empty = empty.into_iter().filter(|(_, value)| value.as_deref() == Some(""));
    let empty = empty.map(|(name, _)| (format!("/service/{name}"), "must not be empty".to_owned()));
    host.into_iter().chain(empty).collect()
}

/// A folder with hooks that is not there; a relative one can be looked for only where the server's folder is known.
fn no_hooks(file: &ConfigFile, project: Option<&Path>) -> Option<(String, String)> {
    let hooks = file.hooks.as_ref().filter(|hooks| hooks.enable_all != Some(false))?;
    let path = Path::new(hooks.hooks_path.as_ref()?);
    let full = if path.is_absolute() { path.to_owned() } else { project?.join(path) };
    let message = || format!("there is no folder `{}`", full.display());
    (!full.is_dir()).then(|| ("/hooks/hooksPath".to_owned(), message()))
}

fn bad_patterns(patterns: &[String], pointer: &str) -> Vec<(String, String)> {
    let bad = |(index, pattern): (usize, &String)| {
        let problem = RegexBuilder::new(pattern).size_limit(PATTERN_BYTES_MAX).build().err()?;
        let last = problem.to_string().lines().last().unwrap_or_default().trim().to_owned();
        Some((format!("{pointer}/{index}"), format!("it is no regular expression: {last}")))
    };
    patterns.iter().enumerate().filter_map(bad).collect()
}

/// A user's pattern is no larger when it is compiled.
pub(crate) const PATTERN_BYTES_MAX: usize = 1 << 20;

#[cfg(test)]
mod tests;
