//! From what was tried inside a sandbox to what may be said of it.

use mcpvals_model::{SandboxGuarantee, SandboxLevel};
use serde::{Deserialize, Serialize};

use super::Network;

/// What a program in the server's place could do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent observations")]
pub(crate) struct Looks {
    /// Read a file of the user's that was not granted?
    pub(crate) reads_outside: bool,
    /// Make a file in a folder of the system?
    pub(crate) writes_system: bool,
    /// Make one beside that file of the user's?
    pub(crate) writes_beside: bool,
    /// Make one in its HOME?
    pub(crate) writes_scratch: bool,
    /// Make one in the folder that it starts in?
    pub(crate) has_layers: bool,
    /// Find the baits?
    pub(crate) finds_baits: bool,
    /// Send signals to the program that started the sandbox?
    pub(crate) sees_parent: bool,
    /// Send signals to the machine's first process?
    pub(crate) signals_init: bool,
    /// Is it in a process namespace of its own?
    pub(crate) is_apart: bool,
    /// Reach another program's socket on this machine?
    pub(crate) reaches_socket: bool,
    /// Have a socket that could reach others?
    pub(crate) reaches_network: bool,
    /// Does the sinkhole answer it?
    pub(crate) is_answered: bool,
    /// Make a user namespace?
    pub(crate) makes_namespaces: bool,
    /// Does it have capabilities?
    pub(crate) is_privileged: bool,
    /// Could it gain some by starting a program?
    pub(crate) gains_privileges: bool,
    /// Do the limits hold?
    pub(crate) is_limited: bool,
}

impl Looks {
    /// Does this make the level? In words, what does not.
    pub(super) fn miss(&self, level: SandboxLevel, network: Network) -> Result<(), String> {
        let needed: [(bool, &str, SandboxLevel); 12] = [
            (self.reaches_socket, "other programs' sockets can be reached", SandboxLevel::L2),
            (!self.is_limited, "limits of resources do not hold", SandboxLevel::L1),
            (self.reads_outside, "a file that was not granted can be read", SandboxLevel::L2),
            (
                self.writes_system || self.writes_beside,
                "files outside of the scratch folder can be made",
                SandboxLevel::L2,
            ),
            (!self.writes_scratch || !self.finds_baits, "HOME is not as it should be", SandboxLevel::L2),
            (self.makes_namespaces, "system calls are not filtered", SandboxLevel::L2),
            (self.is_privileged || self.gains_privileges, "privileges are kept", SandboxLevel::L2),
            (
                self.reaches_network && level == SandboxLevel::L2 && network == Network::None,
                "the network can be reached",
                SandboxLevel::L2,
            ),
            (self.sees_parent, "other processes can be reached", SandboxLevel::L3),
            (self.signals_init, "the machine's first process can be reached", SandboxLevel::L3),
            (!self.is_apart, "it has no processes of its own", SandboxLevel::L3),
            (!self.is_answered && network == Network::None, "the sinkhole does not answer", SandboxLevel::L3),
        ];
        let missed: Vec<&str> =
            needed.iter().filter(|(is, _, from)| *is && level >= *from).map(|(_, what, _)| *what).collect();
        if missed.is_empty() { Ok(()) } else { Err(missed.join(", ")) }
    }
}

/// What may be said of a sandbox in which this came of it. `why` is what stood in the way of a stronger one.
pub(super) fn all(level: SandboxLevel, network: Network, looks: &Looks, why: &[String]) -> Vec<SandboxGuarantee> {
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join("; ")) };
    let two = level >= SandboxLevel::L2;
    let three = level == SandboxLevel::L3;
    vec![
        filesystem(level, looks, &why),
        of(
            "home",
            two && looks.finds_baits && !looks.reads_outside,
            if two {
                "synthetic, with baits; the real one is not there"
            } else {
                "synthetic, with baits; the real one can be read by its path"
            },
        ),
        of_network(level, network, looks, &why),
        of(
            "processes",
            three && looks.is_apart && !looks.sees_parent,
            match level {
                SandboxLevel::L3 => "own process, IPC and host name namespaces; no other process is seen",
                SandboxLevel::L2 if !looks.sees_parent => {
                    "others are seen; Landlock refuses signals to them, and looks into them"
                }
                SandboxLevel::L2 => {
                    "others are seen, and can be sent signals: this kernel's Landlock does not hold them"
                }
                SandboxLevel::L1 => "others of the same user can be seen and reached",
            },
        ),
        of(
            "system-calls",
            two && !looks.makes_namespaces,
            if two {
                "filtered by seccomp: no ptrace, mount, namespaces, keys, kernel modules, bpf, io_uring"
            } else {
                "not filtered"
            },
        ),
        of(
            "privileges",
            two && !looks.is_privileged && !looks.gains_privileges,
            if two {
                "no capabilities, and none to be gained (no_new_privs)"
            } else {
                "as those of whoever started mcpvals"
            },
        ),
        of(
            "limits",
            looks.is_limited,
            if three {
                "processor time, data, file size, open files and threads of each process; processes, memory and disk of all; no core dumps"
            } else {
                "processor time, data, file size and open files of each process; no core dumps; the number of processes is not limited"
            },
        ),
        of("ending", true, "every process of it ends with mcpvals, whatever ends that"),
    ]
}

fn filesystem(level: SandboxLevel, looks: &Looks, why: &str) -> SandboxGuarantee {
    let held = level >= SandboxLevel::L2 && !looks.reads_outside && !looks.writes_system && !looks.writes_beside;
    let how = match level {
        SandboxLevel::L3 if looks.has_layers => {
            "only the system, its programs and its own folders are there, read-only; what it writes to its own folders is thrown away".to_owned()
        }
        SandboxLevel::L3 => {
            "only the system, its programs and its own folders are there, read-only but for HOME and TMPDIR (no overlay is to be had)".to_owned()
        }
        SandboxLevel::L2 => format!("Landlock: only the system, its programs and its own folders can be read, and only HOME and TMPDIR be written to{why}"),
        SandboxLevel::L1 => format!("everything that the user can reach{why}"),
    };
    SandboxGuarantee { name: "filesystem".to_owned(), held, how }
}

fn of_network(level: SandboxLevel, network: Network, looks: &Looks, why: &str) -> SandboxGuarantee {
    let (held, how) = match (level, network) {
        (_, Network::Host) => (false, "the machine's own, as was asked for; what is reached is not seen".to_owned()),
        (SandboxLevel::L3, Network::None) => {
            (looks.is_answered, "none: every address ends in a sinkhole, which records where to".to_owned())
        }
        (SandboxLevel::L2, Network::None) => (
            !looks.reaches_network,
            "none: sockets of the internet are refused; what was wanted is not seen".to_owned(),
        ),
        (SandboxLevel::L1, Network::None) => (false, format!("the machine's own: this level cannot take it away{why}")),
    };
    SandboxGuarantee { name: "network".to_owned(), held, how }
}

/// Where there is no sandbox at all.
pub(super) fn none(why: &[String]) -> Vec<SandboxGuarantee> {
    vec![of("filesystem", false, &format!("there is no sandbox: {}", why.join("; ")))]
}

fn of(name: &str, held: bool, how: &str) -> SandboxGuarantee {
    SandboxGuarantee { name: name.to_owned(), held, how: how.to_owned() }
}
