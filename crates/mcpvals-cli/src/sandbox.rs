//! `--sandbox` and what goes with it: the sandbox that servers are started in.

use clap::{Args as ClapArgs, ValueEnum};
use mcpvals_model::{BaitOpened, Egress, SandboxFacts, SandboxGuarantee, SandboxLevel, Target};
use mcpvals_report::visible;
use mcpvals_wire::{Network, Sandbox, SandboxSetting, Sighting, sinkhole_addresses};

use crate::environment::Environment;
use crate::exit::Failure;
use crate::output::Output;

/// Sightings of one kind that a report has.
const KEPT_MAX: usize = 100;

/// In what a server's process is started.
#[derive(Debug, Clone, Copy, Default, ClapArgs)]
pub(crate) struct SandboxArgs {
    /// Start the server in a sandbox: the strongest that this machine gives, or of a level [default: off]
    #[arg(long = "sandbox", value_name = "LEVEL", num_args = 0..=1, default_missing_value = "auto", value_enum)]
    pub(crate) wanted: Option<Wanted>,
    /// Start nothing unless the sandbox is at least this strong; means --sandbox
    #[arg(long = "require-sandbox", value_name = "LEVEL", value_enum)]
    pub(crate) required: Option<Least>,
    /// In the sandbox: no network (every address ends in a sinkhole that records it), or the machine's own; means --sandbox [default: none]
    #[arg(long = "sandbox-network", value_name = "NETWORK", value_enum)]
    pub(crate) network: Option<Reach>,
}

/// How strong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wanted {
    /// The strongest that works here
    Auto,
    /// None
    Off,
    /// Limits of resources
    L1,
    /// With Landlock and a filter of system calls
    L2,
    /// In namespaces of its own
    L3,
}

/// The least that will do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Least {
    /// Limits of resources
    L1,
    /// With Landlock and a filter of system calls
    L2,
    /// In namespaces of its own
    L3,
}

/// What it reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reach {
    /// Nothing
    None,
    /// What this machine reaches
    Host,
}

impl SandboxArgs {
    /// What is asked for; nothing where no sandbox is.
    fn setting(self) -> Result<Option<SandboxSetting>, Failure> {
        let required = self.required.map(|least| match least {
            Least::L1 => SandboxLevel::L1,
            Least::L2 => SandboxLevel::L2,
            Least::L3 => SandboxLevel::L3,
        });
        let level = match self.wanted {
            Some(Wanted::Off) if required.is_some() => {
                return Err(Failure::usage("--sandbox off and --require-sandbox exclude each other"));
            }
            Some(Wanted::Off) => return Ok(None),
            None if required.is_none() && self.network.is_none() => return Ok(None),
            None | Some(Wanted::Auto) => None,
            Some(Wanted::L1) => Some(SandboxLevel::L1),
            Some(Wanted::L2) => Some(SandboxLevel::L2),
            Some(Wanted::L3) => Some(SandboxLevel::L3),
        };
        if let (Some(level), Some(required)) = (level, required)
            && level < required
        {
            let words = format!("--sandbox {} is weaker than --require-sandbox {}", level.as_str(), required.as_str());
            return Err(Failure::usage(words));
        }
        let network = match self.network {
            None | Some(Reach::None) => Network::None,
            Some(Reach::Host) => Network::Host,
        };
        Ok(Some(SandboxSetting { level, required, network }))
    }

    /// The flags, as they were typed.
    pub(crate) fn words(self) -> Vec<String> {
        let name = |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_owned());
        let flags = [
            ("--sandbox", self.wanted.and_then(|it| name(it.to_possible_value()))),
            ("--require-sandbox", self.required.and_then(|it| name(it.to_possible_value()))),
            ("--sandbox-network", self.network.and_then(|it| name(it.to_possible_value()))),
        ];
        flags.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?])).flatten().collect()
    }
}

/// The sandbox that is asked for, where something is started at all.
///
/// # Errors
/// Usage, where this machine does not give it: nothing was started then.
pub(crate) async fn prepare(
    args: SandboxArgs,
    is_started: bool,
    environment: &Environment,
) -> Result<Option<Sandbox>, Failure> {
    let Some(setting) = args.setting()?.filter(|_| is_started) else { return Ok(None) };
    let sandbox = Sandbox::prepare(setting, environment.program.as_deref(), &environment.variables).await;
    sandbox.map(Some).map_err(|problem| Failure::usage(problem.to_string()))
}

/// Is this a server that we start?
pub(crate) fn is_started(target: &Target) -> bool {
    match target {
        Target::Stdio { .. } => true,
        Target::Http { .. } | Target::Sse { .. } => false,
    }
}

/// What a document says of a sandbox that was asked for, and of a server that is started elsewhere.
pub(crate) fn elsewhere(args: SandboxArgs) -> Option<SandboxFacts> {
    let setting = args.setting().ok().flatten()?;
    let how = "the server is at an address: nothing of it is started here".to_owned();
    Some(SandboxFacts {
        requested: setting.level.map_or("auto", SandboxLevel::as_str).to_owned(),
        guarantees: vec![SandboxGuarantee { name: "filesystem".to_owned(), held: false, how }],
        ..SandboxFacts::default()
    })
}

/// For the report of a run: which sandbox it was, what of it did not hold, and what was seen. Servers of a run share it.
pub(crate) fn facts(sandbox: &Sandbox) -> SandboxFacts {
    let mut facts = sandbox.facts();
    let during = || "the run".to_owned();
    for sighting in sandbox.seen() {
        match sighting {
            Sighting::Opened(name) => {
                let opened = BaitOpened { bait: format!("~/{name}"), during: during() };
                keep(&mut facts.baits, opened);
            }
            // The name that it stands for was asked for, and says more.
            Sighting::Reached { to, .. } if sinkhole_addresses().any(|address| address == to) => {}
            Sighting::Reached { protocol, to, port, said } => {
                let said = said.lines().next().filter(|line| !line.is_empty()).map(str::to_owned);
                keep(&mut facts.egress, Egress { protocol, to, port, said, during: during() });
            }
        }
    }
    facts
}

fn keep<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if all.len() < KEPT_MAX && !all.contains(&one) {
        all.push(one);
    }
}

/// Says on stderr which sandbox it was, what of it did not hold, and what was seen.
pub(crate) fn tell(sandbox: Option<&Sandbox>, output: &Output) {
    if let Some(sandbox) = sandbox {
        say(&facts(sandbox), output);
    }
}

/// The same of what is known already.
pub(crate) fn say(facts: &SandboxFacts, output: &Output) {
    let level = facts.level.map_or_else(|| "none".to_owned(), |level| level.to_string());
    let missed: Vec<&str> = facts.guarantees.iter().filter(|one| !one.held).map(|one| one.name.as_str()).collect();
    let missed = if missed.is_empty() { String::new() } else { format!("; not held: {}", missed.join(", ")) };
    output.note(&format!("note: the sandbox was of level {level}{missed}"));
    for bait in &facts.baits {
        output.note(&visible(&format!("warning: `{}`, a bait, was opened", bait.bait)));
    }
    for Egress { protocol, to, port, .. } in &facts.egress {
        output.note(&visible(&format!("warning: {to} port {port} ({protocol}) was to be reached")));
    }
}
