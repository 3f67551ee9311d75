//! Who is measured.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::measure::Usage;
use super::server::{Running, Server};
use super::workload::{WAIT_CONCURRENCY, Workload, message};
use crate::Result;
use crate::project::Project;

/// How often what takes milliseconds is started.
const STARTS: u32 = 11;

/// A client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Contender {
    /// Writes a line, reads a line.
    Floor,
    /// Ours: every frame recorded, every answer graded.
    Mcpvals,
    /// Ours, with every frame written to trace files as well.
    McpvalsTraced,
    /// The package of the same name on npm.
    NpmMcpvals,
    /// The protocol's own debugging client.
    Inspector,
}

/// Where the programs are.
pub(super) struct Programs {
    /// This very program: the floor and the measurer.
    pub(super) xtask: PathBuf,
    pub(super) mcpvals: PathBuf,
    pub(super) fast: PathBuf,
    pub(super) npm_mcpvals: Option<PathBuf>,
    pub(super) inspector: Option<PathBuf>,
    /// For configs and traces.
    pub(super) folder: PathBuf,
}

impl Programs {
    pub(super) fn new(
        project: &Project,
        npm_mcpvals: Option<PathBuf>,
        inspector: Option<PathBuf>,
        folder: PathBuf,
    ) -> Result<Self> {
        let release = |name: &str| project.target().join("release").join(name);
        let xtask = std::env::current_exe().map_err(|error| format!("xtask does not know where it is: {error}"))?;
        Ok(Self { xtask, mcpvals: release("mcpvals"), fast: release("mcpvals-fast"), npm_mcpvals, inspector, folder })
    }
}

impl Contender {
    pub(super) const ALL: [Self; 5] =
        [Self::Floor, Self::Mcpvals, Self::McpvalsTraced, Self::NpmMcpvals, Self::Inspector];

    /// Is once enough? It takes half a minute each time.
    pub(super) fn is_slow(self) -> bool {
        self == Self::NpmMcpvals
    }

    /// How often it plays the workload for one figure.
    fn times(self, workload: Workload) -> u32 {
        if workload == Workload::First && !self.is_slow() { STARTS } else { 1 }
    }

    pub(super) fn can_play(self, workload: &Workload, server: &Server, programs: &Programs) -> bool {
        match self {
            // It does one thing at a time, and knows no tests.
            Self::Floor => matches!(workload, Workload::First | Workload::Sequence(_)),
            Self::Mcpvals => true,
            Self::McpvalsTraced => matches!(workload, Workload::Sequence(_) | Workload::Repeated(_)),
            // The package takes minutes for 10,000.
            Self::NpmMcpvals => programs.npm_mcpvals.is_some() && workload.calls() <= 1000,
            // One call a process, and no assertion.
            Self::Inspector => {
                programs.inspector.is_some() && *workload == Workload::First && *server != Server::FastHttp
            }
        }
    }

    /// Plays the workload once under the measurer.
    ///
    /// # Errors
    /// If it did not end with success: then it did not do the work, and its figures mean nothing.
    pub(super) fn play(self, workload: &Workload, server: &Running, programs: &Programs) -> Result<Usage> {
        let mut command = Command::new(&programs.xtask);
        command.args(["measure", "--server", &server.mark(), "--times", &self.times(*workload).to_string(), "--"]);
        match self {
            Self::Floor => floor(&mut command, *workload, server, programs),
            Self::Mcpvals => mcpvals(&mut command, *workload, server, programs)?,
            Self::McpvalsTraced => {
                mcpvals(&mut command, *workload, server, programs)?;
                command.arg("--trace").arg(programs.folder.join("traces"));
            }
            Self::NpmMcpvals => {
                let program = programs.npm_mcpvals.as_ref().ok_or("no npm package")?;
                command.arg(program).arg("eval").arg(config(*workload, server, programs)?);
            }
            Self::Inspector => inspector(&mut command, server, programs)?,
        }
        Usage::of(command).map_err(|why| format!("{self}, {workload}: {why}"))
    }
}

fn floor(command: &mut Command, workload: Workload, server: &Running, programs: &Programs) {
    command.arg(&programs.xtask).args(["floor", "--calls", &workload.calls().to_string()]);
    match (&server.command, &server.url) {
        (Some((program, args)), _) => command.arg("--").arg(program).args(args),
        (None, url) => command.arg("--url").args(url),
    };
}

fn mcpvals(command: &mut Command, workload: Workload, server: &Running, programs: &Programs) -> Result {
    command.arg(&programs.mcpvals).arg("eval").arg(config(workload, server, programs)?);
    command.args(["--concurrency", &WAIT_CONCURRENCY.to_string()]);
    if let Workload::Repeated(calls) = workload {
        command.args(["--repeat", &calls.to_string()]);
    }
    Ok(())
}

fn inspector(command: &mut Command, server: &Running, programs: &Programs) -> Result {
    let program = programs.inspector.as_ref().ok_or("no Inspector")?;
    let (server, args) = server.command.as_ref().ok_or("the Inspector is measured on stdio only")?;
    command.arg(program).arg("--cli").arg(server).args(args);
    command.args(["--method", "tools/call", "--tool-name", "echo", "--tool-arg", &format!("message={}", message(0))]);
    Ok(())
}

fn config(workload: Workload, server: &Running, programs: &Programs) -> Result<PathBuf> {
    let path = programs.folder.join("mcp-eval.config.json");
    write(&path, &format!("{:#}", workload.config(&server.config(), server.prefix())))?;
    Ok(path)
}

fn write(path: &Path, text: &str) -> Result {
    std::fs::write(path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Floor => "floor",
            Self::Mcpvals => "mcpvals",
            Self::McpvalsTraced => "mcpvals --trace",
            Self::NpmMcpvals => "npm mcpvals 0.4.0",
            Self::Inspector => "MCP Inspector CLI",
        })
    }
}
