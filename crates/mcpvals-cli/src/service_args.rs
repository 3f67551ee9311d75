//! The command line of the service as typed: `serve`, `worker`, `keys`, `db`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueHint};
use mcpvals_server::Scope;

/// Where the service keeps what it remembers.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct StoreArgs {
    /// The database: a SQLite file, or `postgres://…` [default: mcpvals.db in the data folder]
    #[arg(long, value_name = "URL|FILE", env = "MCPVALS_DATABASE", hide_env_values = true, value_hint = ValueHint::AnyPath)]
    pub(crate) database: Option<String>,
    /// Where files of the service are [default: mcpvals in the data folder of the user]
    #[arg(long, value_name = "DIR", env = "MCPVALS_DATA_DIR", value_hint = ValueHint::DirPath)]
    pub(crate) data_dir: Option<PathBuf>,
}

/// What the operator decides.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct OperatorArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// The file with settings; without it, mcp-evaluator.config.json here, then ~/.mcp-evaluator.json
    #[arg(short = 'c', long, value_name = "FILE", env = "MCPVALS_CONFIG", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// Below which folders a `serverPath` may be; may be repeated (as a variable: with commas) [default: the working directory]
    #[arg(long = "allow-root", value_name = "DIR", env = "MCPVALS_ALLOW_ROOTS", value_delimiter = ',', value_hint = ValueHint::DirPath)]
    pub(crate) roots: Vec<PathBuf>,
    /// Which programs a `server` or a `config` may start; may be repeated (as a variable: with commas) [default: none]
    #[arg(long = "allow-command", value_name = "PROGRAM", env = "MCPVALS_ALLOW_COMMANDS", value_delimiter = ',')]
    pub(crate) commands: Vec<String>,
    /// Let addresses lead to this machine and its network, too
    #[arg(long, env = "MCPVALS_ALLOW_PRIVATE")]
    pub(crate) allow_private: bool,
    /// How servers under evaluation are kept in: auto, off, l1, l2, l3 [default: auto]
    #[arg(long, value_name = "LEVEL", env = "MCPVALS_SANDBOX", value_parser = ["auto", "off", "l1", "l2", "l3"])]
    pub(crate) sandbox: Option<String>,
    /// Run nothing where less than this can be had
    #[arg(long, value_name = "LEVEL", env = "MCPVALS_REQUIRE_SANDBOX", value_parser = ["l1", "l2", "l3"])]
    pub(crate) require_sandbox: Option<String>,
    /// What servers under evaluation see of the network [default: none]
    #[arg(long, value_name = "WHAT", env = "MCPVALS_SANDBOX_NETWORK", value_parser = ["none", "host"])]
    pub(crate) sandbox_network: Option<String>,
    /// Logs as JSON, one object a line
    #[arg(long, env = "MCPVALS_LOG_JSON")]
    pub(crate) log_json: bool,
    /// How long evaluations that run may go on when the service is ended, in seconds; then another worker takes them
    /// [default: 30]
    #[arg(long, value_name = "SECONDS", env = "MCPVALS_DRAIN", value_parser = clap::value_parser!(u64).range(0..=3600))]
    pub(crate) drain: Option<u64>,
}

/// `mcpvals serve`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) operator: OperatorArgs,
    /// Where it listens [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS", env = "MCPVALS_HOST")]
    pub(crate) host: Option<IpAddr>,
    /// The port; 0 is a free one [default: 3457]
    #[arg(long, value_name = "PORT", env = "MCPVALS_PORT")]
    pub(crate) port: Option<u16>,
    /// Ask nobody for a key; only on this machine, unless it is given twice (as a variable: true or 2)
    #[arg(long, action = clap::ArgAction::Count, env = "MCPVALS_NO_AUTH", value_parser = times)]
    pub(crate) no_auth: u8,
    /// Only answer requests; evaluations are run by `mcpvals worker`
    #[arg(long, env = "MCPVALS_NO_WORKER")]
    pub(crate) no_worker: bool,
}

/// `mcpvals worker`.
#[derive(Debug, ClapArgs)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) operator: OperatorArgs,
}

/// `mcpvals keys`.
#[derive(Debug, Subcommand)]
pub(crate) enum KeysArgs {
    /// Make an API key, and print it this once
    Create(KeyCreateArgs),
    /// List the API keys; what is secret of them is not stored
    List(KeyListArgs),
    /// From now on, do not take an API key any more
    Revoke(KeyRevokeArgs),
    /// Print a JWT, signed with the service's secret
    Token(KeyTokenArgs),
}

/// `mcpvals keys create`.
#[derive(Debug, ClapArgs)]
pub(crate) struct KeyCreateArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// What it may do: evaluate:read, evaluate:write, evaluate:export, evaluate:admin; may be repeated
    #[arg(long = "scope", value_name = "SCOPE", required = true, value_delimiter = ',')]
    pub(crate) scopes: Vec<Scope>,
    /// What people call it
    #[arg(long, value_name = "NAME", default_value = "unnamed")]
    pub(crate) name: String,
    /// After how long it is not taken any more, as 90d, 12h
    #[arg(long, value_name = "TIME", value_parser = life)]
    pub(crate) expires: Option<i64>,
    /// What it asks for is begun before what others of a lesser priority ask for
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(-100..=100))]
    pub(crate) priority: i64,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mcpvals keys list`.
#[derive(Debug, ClapArgs)]
pub(crate) struct KeyListArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mcpvals keys revoke`.
#[derive(Debug, ClapArgs)]
pub(crate) struct KeyRevokeArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Its id, `key_…`
    #[arg(value_name = "ID")]
    pub(crate) id: String,
}

/// `mcpvals keys token`.
#[derive(Debug, ClapArgs)]
pub(crate) struct KeyTokenArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// What it may do; may be repeated
    #[arg(long = "scope", value_name = "SCOPE", required = true, value_delimiter = ',')]
    pub(crate) scopes: Vec<Scope>,
    /// Whom it is about
    #[arg(long, value_name = "NAME")]
    pub(crate) subject: String,
    /// After how long it is not taken any more
    #[arg(long, value_name = "TIME", default_value = "24h", value_parser = life)]
    pub(crate) expires: i64,
}

/// `mcpvals db`.
#[derive(Debug, Subcommand)]
pub(crate) enum DbArgs {
    /// Bring the schema up to date; `serve` and `worker` do so, too
    Migrate(StoreArgs),
    /// Write a copy of a SQLite database to a file, while it is used
    Backup(BackupArgs),
    /// Delete what has expired and what is not kept any longer
    Vacuum(VacuumArgs),
}

/// `mcpvals db backup`.
#[derive(Debug, ClapArgs)]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// The file, which must not be there yet
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
}

/// `mcpvals db vacuum`.
#[derive(Debug, ClapArgs)]
pub(crate) struct VacuumArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Delete evaluations that ended longer ago than this, too, as 90d
    #[arg(long, value_name = "TIME", value_parser = life)]
    pub(crate) older_than: Option<i64>,
}

/// How often a flag is given by a variable.
fn times(text: &str) -> Result<u8, String> {
    match text {
        "" | "0" | "false" => Ok(0),
        "1" | "true" => Ok(1),
        "2" => Ok(2),
        _ => Err("write true, false, or 2 where it is to be given twice".to_owned()),
    }
}

/// `90d`, `12h`, `30m`, `45s`: in seconds.
fn life(text: &str) -> Result<i64, String> {
    let wrong = || format!("`{text}` is no time: write 90d, 12h, 30m or 45s");
    let (number, unit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(wrong)?;
    let number: i64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "d" => 86_400,
        "h" => 3_600,
        "m" => 60,
        "s" => 1,
        _ => return Err(wrong()),
    };
    number.checked_mul(seconds).filter(|all| (1..=3_153_600_000).contains(all)).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::life;

    #[test]
    fn times_are_read() {
        assert_eq!([life("90d"), life("12h"), life("1s")], [Ok(7_776_000), Ok(43_200), Ok(1)]);
        for wrong in ["", "d", "90", "0d", "-1d", "1w", "99999999999999d", "1é"] {
            assert!(life(wrong).is_err(), "{wrong}");
        }
    }
}
