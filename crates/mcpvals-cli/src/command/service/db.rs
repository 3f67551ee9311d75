//! `mcpvals db`: what an operator does with the database.

use super::ground::{Ground, failed};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::service_args::DbArgs;

/// Does it.
pub(crate) async fn run(args: &DbArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    match args {
        DbArgs::Migrate(args) => {
            Ground::made(args, environment, output).await?;
            output.note("the schema is up to date");
        }
        DbArgs::Backup(args) => {
            let ground = Ground::existing(&args.store, environment, output).await?;
            let file = environment.cwd.join(&args.file);
            ground.store.backup(&file).await.map_err(|error| failed(&error))?;
            output.note(&format!("written: {}", file.display()));
        }
        DbArgs::Vacuum(args) => {
            let ground = Ground::existing(&args.store, environment, output).await?;
            let now = ground.store.now().await.map_err(|error| failed(&error))?;
            let before = args.older_than.map(|seconds| now - seconds * 1000);
            let gone = ground.store.vacuum(before).await.map_err(|error| failed(&error))?;
            output.note(&format!(
                "deleted: {} evaluations, {} reports, {} bodies that nothing named",
                gone.evaluations, gone.reports, gone.blobs
            ));
        }
    }
    Ok(Exit::Passed)
}
