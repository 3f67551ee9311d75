//! No process outlives us: not the server, not its children, not those that ran away into a session of their own;
//! whether we close, drop, or are killed.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use mcpvals_model::ServerSpec;
use mcpvals_testkit::{Flaw, Program};
use mcpvals_wire::{ConnectOptions, connect};
use rustix::process::{Pid, Signal, kill_process};

use crate::kit::{eventually, guard_program, is_alive, options, session, shell};

/// A server that notes its process id, starts three children (one in the same group, one in a session of its own, one
/// whose parent has gone) that note theirs, and then is a good server.
fn family(pids: &str) -> String {
    format!(
        "echo $$ >> {pids}; sleep 300 & echo $! >> {pids}; setsid sh -c 'echo $$ >> {pids}; exec sleep 300' & \
         (setsid sh -c 'echo $$ >> {pids}; exec sleep 300' &); exec {} none",
        Program::Zoo.path().display()
    )
}

async fn all_noted(file: &std::path::Path) -> Vec<String> {
    let read = || std::fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect::<Vec<_>>();
    eventually("four processes", || read().len() == 4).await;
    read()
}

async fn all_gone(pids: &[String]) {
    for pid in pids {
        eventually("the process is gone", || !is_alive(pid)).await;
    }
}

struct Family {
    _folder: tempfile::TempDir,
    file: std::path::PathBuf,
    spec: ServerSpec,
}

fn new_family() -> Family {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("pids");
    let spec = shell(&family(&file.display().to_string()));
    Family { _folder: folder, file, spec }
}

#[tokio::test]
async fn closing_leaves_nothing() {
    let family = new_family();
    let session = session(&family.spec).await;
    let pids = all_noted(&family.file).await;
    session.close().await;
    // Not eventually: when the close is over, so are they.
    assert_eq!(pids.iter().filter(|pid| is_alive(pid)).count(), 0);
}

#[tokio::test]
async fn dropping_leaves_nothing() {
    let family = new_family();
    let session = session(&family.spec).await;
    let pids = all_noted(&family.file).await;
    drop(session);
    all_gone(&pids).await;
}

#[tokio::test]
async fn giving_up_the_handshake_leaves_nothing() {
    let family = new_family();
    let silent = shell(&family_script_without_answers(&family));
    let options = options();
    let connecting = connect(&silent, &options);
    let given_up = tokio::time::timeout(Duration::from_millis(500), connecting).await;
    assert!(given_up.is_err(), "nobody answers");
    all_gone(&all_noted(&family.file).await).await;
}

fn family_script_without_answers(family: &Family) -> String {
    let script = self::family(&family.file.display().to_string());
    let (start, _) = script.split_once("exec /").expect("the script ends by becoming the zoo");
    format!("{start} exec sleep 300")
}

/// A client that holds a session with a family, and the ids of the family's processes.
async fn client(family: &Family) -> (Child, Vec<String>) {
    let script = self::family(&family.file.display().to_string());
    let mut client = Command::new(guard_program())
        .args(["hold", "--", "sh", "-c", &script])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the example can be started");
    let mut line = String::new();
    let stdout = client.stdout.take().expect("stdout is a pipe");
    BufReader::new(stdout).read_line(&mut line).expect("the client says that it holds a session");
    assert_eq!(line, "held\n");
    let pids = all_noted(&family.file).await;
    assert!(pids.iter().all(|pid| is_alive(pid)));
    (client, pids)
}

#[tokio::test]
async fn kill_9_of_the_client_leaves_nothing() {
    let family = new_family();
    let (mut client, pids) = client(&family).await;
    client.kill().expect("it can be killed");
    client.wait().expect("it can be waited for");
    all_gone(&pids).await;
}

#[tokio::test]
async fn a_guard_that_is_asked_to_end_cleans_up_after_the_client() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT] {
        let family = new_family();
        let (mut client, pids) = client(&family).await;
        let guard = parent(&pids[0]);
        assert!(std::fs::read_to_string(format!("/proc/{guard}/comm")).is_ok_and(|name| name.trim() == "guard"));
        let guard = i32::try_from(guard).ok().and_then(Pid::from_raw).expect("it is the id of a process");
        kill_process(guard, signal).expect("the process is there");
        client.kill().expect("it can be killed");
        client.wait().expect("it can be waited for");
        all_gone(&pids).await;
    }
}

fn parent(pid: &str) -> u32 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the process is there");
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:"));
    line.and_then(|id| id.trim().parse().ok()).expect("a process has a parent")
}

#[tokio::test]
async fn without_a_guard_the_process_group_is_gone() {
    let spec = crate::kit::zoo(Flaw::LeavesChild, &[]);
    let options = ConnectOptions { guard: None, ..options() };
    let session = connect(&spec, &options).await.unwrap_or_else(|error| panic!("{error}"));
    let trace = session.close().await;
    let child = trace.stderr_tail.trim().strip_prefix("child ").map(str::to_owned);
    let child = child.unwrap_or_else(|| panic!("{}", trace.stderr_tail));
    eventually("the child is gone", || !is_alive(&child)).await;
}

#[tokio::test]
async fn guard_says_what_cannot_be_executed() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("no-program");
    std::fs::write(&file, "#!/no/such/interpreter\n").expect("a file can be written");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&file, executable).expect("permissions can be set");
    let error = crate::kit::refused(&crate::kit::command(&file.display().to_string(), &[])).await;
    assert_eq!(error.kind, mcpvals_wire::ConnectErrorKind::Spawn);
    let words = "its interpreter `/no/such/interpreter` does not exist";
    assert!(error.to_string().contains(words), "{error}");
}

#[tokio::test]
async fn server_gets_the_small_environment_and_no_descriptor_of_ours() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("seen");
    let seen = file.display();
    let script = format!("exec >> {seen}; env | cut -d= -f1; ls -l /proc/$$/fd; echo end; cat");
    let mut options = options();
    options.environment.insert("OPENAI_API_KEY".to_owned(), "sk-of-ours".to_owned());
    drop(connect(&shell(&script), &options).await);
    let read = || std::fs::read_to_string(&file).unwrap_or_default();
    eventually("the server has looked", || read().contains("end")).await;
    assert!(!read().contains("OPENAI_API_KEY"), "{}", read());
    assert!(read().contains("API_TOKEN"), "{}", read());
    assert_eq!(new_descriptors(&read()), [""; 0]);
}

/// Of the lines of `ls -l /proc/PID/fd` those about a descriptor that is neither a standard one or its copy, nor the
/// file that the server writes, nor what we were started with ourselves.
fn new_descriptors(listing: &str) -> Vec<String> {
    let descriptors = listing.lines().filter_map(|line| line.split_once(" -> "));
    let descriptors: Vec<(&str, &str)> =
        descriptors.map(|(left, target)| (left.rsplit(' ').next().unwrap_or_default(), target)).collect();
    let is_standard = |fd: &str| ["0", "1", "2"].contains(&fd);
    let standard: Vec<&str> = descriptors.iter().filter(|(fd, _)| is_standard(fd)).map(|(_, target)| *target).collect();
    let inherited = |fd: &str, target: &str| {
        std::fs::read_link(format!("/proc/self/fd/{fd}")).is_ok_and(|link| link.display().to_string() == target)
    };
    let new = descriptors
        .iter()
        .filter(|(fd, target)| !standard.contains(target) && !target.ends_with("/seen") && !inherited(fd, target));
    new.map(|(fd, target)| format!("{fd} -> {target}")).collect()
}
