//! From a config file to a plan: the only reader of user files.
//!
//! [`load()`] reads a file (JSON, JSONC, YAML, TOML, TypeScript or JavaScript), fills in `${VAR}` from a map that is
//! passed in, checks it, and lowers it to a [`mcpvals_model::Plan`]; or it tells everything that is wrong at once,
//! each with its place. TypeScript and JavaScript run in an embedded engine without files, network or processes.
//! Nothing in here reads the process's environment, starts a server or speaks to one.
//!
//! ```text
//! file ──format | script──► Document ──interpolate──► expand ──shape──► ConfigFile ──lower──► Plan
//! ```

pub mod clients;
mod data;
mod defaults;
mod document;
mod error;
mod expand;
mod file;
mod find;
mod format;
mod interpolate;
mod load;
mod lower;
mod nearest;
mod pointer;
mod prices;
mod schema;
mod script;
mod secrets;
mod settings;
mod shape;
mod source;
mod spans;
mod typescript;

pub use defaults::defaults;
pub use error::{ConfigError, ConfigErrors};
pub use find::{FindError, find};
pub use interpolate::fill;
pub use load::{Context, Scope, Suites, is_stdin, load, load_json};
pub use prices::prices;
pub use schema::schema;
pub use secrets::{secrets_in, secrets_in_query, secrets_in_words};
pub use settings::{SettingsFile, read_settings, settings_schema};
pub use shape::shape_schema;
pub use typescript::typescript;
