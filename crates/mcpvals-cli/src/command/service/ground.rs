//! What every command of the service stands on: the data folder, the database, the operator's key.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mcpvals_server::{MasterKey, story};
use mcpvals_store::{Location, Store, StoreError};

use super::file::OperatorFile;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::service_args::StoreArgs;

/// The data folder and the database.
pub(super) struct Ground {
    pub(super) folder: PathBuf,
    pub(super) store: Store,
    /// The database, where it is a file.
    file: Option<PathBuf>,
}

/// The variable with words that the operator's key is made of.
const SECRET: &str = "MCPVALS_SECRET";

impl Ground {
    /// Opens it.
    ///
    /// # Errors
    /// That there is no folder, or no database.
    pub(super) async fn open(args: &StoreArgs, environment: &Environment) -> Result<Self, Failure> {
        let folder = folder(args, environment)?;
        let location = location(args, &folder, environment)?;
        Self::at(folder, location).await
    }

    async fn at(folder: PathBuf, location: Location) -> Result<Self, Failure> {
        let store = Store::open(&location).await.map_err(|error| failed(&error))?;
        let file = match location {
            Location::File(path) => Some(path),
            Location::Postgres(_) => None,
        };
        Ok(Self { folder, store, file })
    }

    /// That of an operator's command: flags and variables, then the file with settings. The database must be there.
    ///
    /// # Errors
    /// As [`Ground::open`], and that there is none.
    pub(super) async fn existing(
        args: &StoreArgs,
        environment: &Environment,
        output: &Output,
    ) -> Result<Self, Failure> {
        let args = named(args, environment, output)?;
        let folder = folder(&args, environment)?;
        let location = location(&args, &folder, environment)?;
        if let Location::File(path) = &location
            && !path.exists()
        {
            let path = path.display();
            return Err(Failure::usage(format!(
                "there is no database `{path}`: say with --database or --data-dir where it is"
            )));
        }
        Self::at(folder, location).await
    }

    /// The same, and it is made where it is not there.
    ///
    /// # Errors
    /// As [`Ground::open`].
    pub(super) async fn made(args: &StoreArgs, environment: &Environment, output: &Output) -> Result<Self, Failure> {
        Self::open(&named(args, environment, output)?, environment).await
    }

    /// Opens it, and waits a while for a database that cannot be reached yet: it may be starting, as this machine is.
    ///
    /// # Errors
    /// As [`Ground::open`].
    pub(super) async fn wait(args: &StoreArgs, environment: &Environment, output: &Output) -> Result<Self, Failure> {
        const PATIENCE: Duration = Duration::from_secs(30);
        const PAUSE: Duration = Duration::from_secs(1);
        let began = Instant::now();
        loop {
            match Self::open(args, environment).await {
                Err(failure) if failure.exit == Exit::Unreachable && began.elapsed() < PATIENCE => {
                    output.note(&format!("waits: {}", failure.message));
                    tokio::time::sleep(PAUSE).await;
                }
                opened => return opened,
            }
        }
    }

    /// What of this machine is the service's own.
    pub(super) fn private(&self) -> Vec<PathBuf> {
        // SQLite keeps what was written last beside the file.
        let beside = |ending: &str| self.file.as_ref().map(|file| PathBuf::from(format!("{}{ending}", file.display())));
        let files = ["", "-wal", "-shm", "-journal"].into_iter().filter_map(beside);
        std::iter::once(self.folder.clone()).chain(files).collect()
    }

    /// The operator's key: from the environment, or a file of the data folder that is made where it is not there.
    ///
    /// # Errors
    /// That it is too short, or cannot be read or made.
    pub(super) fn master(&self, environment: &Environment) -> Result<MasterKey, Failure> {
        let key = match environment.variable(SECRET) {
            Some(words) => MasterKey::of_words(words).map_err(|why| format!("{SECRET}: {why}")),
            None => MasterKey::of_file(&self.folder.join("secret.key")),
        };
        key.map_err(Failure::usage)
    }
}

/// With what the file says that `MCPVALS_CONFIG` names, or that is found.
fn named(args: &StoreArgs, environment: &Environment, output: &Output) -> Result<StoreArgs, Failure> {
    let file = environment.variable("MCPVALS_CONFIG").map(Path::new);
    Ok(OperatorFile::find(file, environment, output)?.store(args))
}

fn location(args: &StoreArgs, folder: &Path, environment: &Environment) -> Result<Location, Failure> {
    let location = match &args.database {
        Some(text) => text.parse::<Location>().map_err(|error| Failure::usage(error.to_string()))?,
        None => Location::File(folder.join("mcpvals.db")),
    };
    Ok(match location {
        Location::File(path) => Location::File(environment.cwd.join(path)),
        location @ Location::Postgres(_) => location,
    })
}

fn folder(args: &StoreArgs, environment: &Environment) -> Result<PathBuf, Failure> {
    let usual = || {
        let home = || environment.variable("HOME").map(|home| Path::new(home).join(".local/share"));
        Some(environment.variable("XDG_DATA_HOME").map(PathBuf::from).or_else(home)?.join("mcpvals"))
    };
    let folder = args.data_dir.clone().or_else(usual);
    let folder = folder
        .ok_or_else(|| Failure::usage("there is no HOME: say with --data-dir where the service keeps its files"))?;
    Ok(environment.cwd.join(folder))
}

/// A failure of the store, with what is behind it.
pub(super) fn failed(error: &StoreError) -> Failure {
    let story = story(error);
    match error {
        StoreError::Location(_) | StoreError::Unsupported(_) | StoreError::File { .. } => Failure::usage(story),
        StoreError::Unavailable(_) => Failure::new(Exit::Unreachable, story),
        _ => Failure::new(Exit::Failed, story),
    }
}
