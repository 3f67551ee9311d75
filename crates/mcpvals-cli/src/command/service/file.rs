//! The operator's file of settings: which one it is, and what it says.

use std::path::{Path, PathBuf};

use mcpvals_audit::config::{HOME_FILE, PROJECT_FILE, read_file};
use mcpvals_config::ConfigErrors;
use mcpvals_model::ServiceFile;
use mcpvals_server::{ObservabilityFile, SettingsFile};

use crate::command::settings::refused;
use crate::environment::Environment;
use crate::exit::Failure;
use crate::output::Output;
use crate::service_args::StoreArgs;

/// What the file says, and the folder its paths are relative to.
#[derive(Debug, Default)]
pub(super) struct OperatorFile {
    pub(super) settings: SettingsFile,
    pub(super) service: ServiceFile,
    pub(super) folder: PathBuf,
}

impl OperatorFile {
    /// The one that is named, here, or the user's; an empty one where there is none.
    ///
    /// # Errors
    /// Usage: all that is wrong with it.
    pub(super) fn find(named: Option<&Path>, environment: &Environment, output: &Output) -> Result<Self, Failure> {
        let Some(path) = found(named, environment) else {
            return Ok(Self { folder: environment.cwd.clone(), ..Self::default() });
        };
        read(&path).map_err(|errors| refused(&errors, output))
    }

    /// Where the service keeps what it remembers: flags and variables, then the file.
    pub(super) fn store(&self, args: &StoreArgs) -> StoreArgs {
        let is_address = |text: &str| text.contains("://");
        let place = |text: &String| {
            if is_address(text) { text.clone() } else { self.folder.join(text).display().to_string() }
        };
        StoreArgs {
            database: args.database.clone().or_else(|| self.service.database.as_ref().map(place)),
            data_dir: args.data_dir.clone().or_else(|| Some(self.folder.join(self.service.data_dir.as_ref()?))),
        }
    }
}

fn found(named: Option<&Path>, environment: &Environment) -> Option<PathBuf> {
    let named = named.map(|path| environment.cwd.join(path));
    let here = Some(environment.cwd.join(PROJECT_FILE)).filter(|path| path.is_file());
    let home = environment.variable("HOME").map(|home| Path::new(home).join(HOME_FILE));
    named.or(here).or(home.filter(|path| path.is_file()))
}

fn read(path: &Path) -> Result<OperatorFile, ConfigErrors> {
    let file = read_file(path, |file| file.limits.iter().flat_map(mcpvals_server::unknown_buckets).collect())?;
    let told = file.observability.unwrap_or_default();
    let hooks = file.hooks.and_then(|hooks| hooks.custom).unwrap_or_default();
    let settings = SettingsFile {
        security: file.security,
        limits: file.limits,
        observability: Some(ObservabilityFile { enabled: told.enabled, endpoint: told.endpoint.or(told.url) }),
        custom_hooks: hooks.into_iter().map(|hook| hook.name).collect(),
    };
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    Ok(OperatorFile { settings, service: file.service.unwrap_or_default(), folder })
}
