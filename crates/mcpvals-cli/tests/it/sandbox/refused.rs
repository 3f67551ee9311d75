//! Deed by deed: without a sandbox it succeeds, in one it is refused, or leads nowhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{Home, check};

/// What needs no network and no luck.
const DEEDS: &str = "real-key,own-key,beside,project,scratch,local,neighbour,signal,ptrace,mount";

#[test]
fn without_a_sandbox_all_of_it_succeeds() {
    let home = Home::new();
    let (came, stderr) = home.deeds(&[], DEEDS);
    let key = "did: THE-REAL-KEY";
    check(&came, &[("real-key", key), ("own-key", key), ("beside", "did"), ("project", "did"), ("scratch", "did")]);
    check(&came, &[("neighbour", "did"), ("signal", "did"), ("ptrace", "did"), ("mount", "did")]);
    // Nobody answers there, but it is connected.
    check(&came, &[("local", "refused: timed out")]);
    assert!(home.listener.accept().is_ok(), "somebody came");
    assert!(home.project().join("written").exists() && home.folder.path().join("elsewhere/written").exists());
    assert_eq!(stderr, "");
}

#[test]
fn level_3_refuses_it_or_lets_it_lead_nowhere() {
    let home = Home::new();
    let all = format!("{DEEDS},shadow,machine,first,web,metadata,odd-port,name");
    let (came, stderr) = home.deeds(&["--sandbox", "l3"], &all);
    let bait = "did: -----BEGIN OPENSSH PRIVATE KEY-----";
    check(&came, &[("real-key", bait), ("own-key", bait), ("scratch", "did")]);
    check(&came, &[("beside", "refused"), ("signal", "refused"), ("ptrace", "refused"), ("mount", "refused")]);
    check(
        &came,
        &[
            ("neighbour", "refused"),
            ("shadow", "did: nothing"),
            ("machine", "refused"),
            ("local", "refused: [Errno 111]"),
        ],
    );
    check(
        &came,
        &[("web", "did: HTTP/1.1 502"), ("metadata", "did: HTTP/1.1 502"), ("odd-port", "refused: [Errno 111]")],
    );
    check(&came, &[("name", "did: 198.51.100.7")]);
    check(&came, &[("first", "refused: [Errno 1]")]);
    // It writes to its own project, and nothing of that stays.
    check(&came, &[("project", "did")]);
    assert!(!home.project().join("written").exists() && !home.folder.path().join("elsewhere/written").exists());
    home.listener.set_nonblocking(true).unwrap();
    assert!(home.listener.accept().is_err(), "nobody came");
    for seen in [
        "`~/.ssh/id_rsa`, a bait, was opened",
        "1.1.1.1 port 80 (tcp)",
        "1.1.1.1 port 80 (http)",
        "169.254.169.254 port 80 (http)",
        "203.0.113.9 port 31337 (tcp)",
        "attacker.example port 53 (dns)",
    ] {
        assert!(stderr.contains(seen), "`{seen}` is not told:\n{stderr}");
    }
    assert!(stderr.contains("the sandbox was of level L3\n"), "all held: {stderr}");
}

#[test]
fn level_2_refuses_it() {
    let home = Home::new();
    let all = format!("{DEEDS},shadow,machine,web,metadata,name");
    let (came, stderr) = home.deeds(&["--sandbox", "l2"], &all);
    let refused = ["real-key", "beside", "project", "local", "neighbour", "signal", "ptrace", "mount"];
    check(&came, &refused.map(|deed| (deed, "refused")));
    check(&came, &["shadow", "machine", "web", "metadata", "name"].map(|deed| (deed, "refused")));
    check(&came, &[("own-key", "did: -----BEGIN OPENSSH PRIVATE KEY-----"), ("scratch", "did")]);
    assert!(!home.project().join("written").exists() && !home.folder.path().join("elsewhere/written").exists());
    assert!(stderr.contains("`~/.ssh/id_rsa`, a bait, was opened"), "{stderr}");
    assert!(stderr.contains("of level L2; not held: processes\n"), "{stderr}");
}

#[test]
fn with_the_machines_own_network_that_is_told_as_not_held() {
    let home = Home::new();
    let (came, stderr) = home.deeds(&["--sandbox", "l3", "--sandbox-network", "host"], "local,real-key,signal");
    check(&came, &[("local", "refused: timed out"), ("real-key", "did: -----BEGIN"), ("signal", "refused")]);
    assert!(home.listener.accept().is_ok(), "somebody came");
    assert!(stderr.contains("of level L3; not held: network\n"), "{stderr}");
}

#[test]
fn processes_without_end_end_the_server_and_nothing_else() {
    let home = Home::new();
    let options = ["call=forks", "forks=600"];
    let ran = home.run(&["call", "list_deeds"], &options);
    assert!(ran.stdout.contains("did: 600 at once"), "without a sandbox: {ran:?}");
    let ran = home.run(&["call", "list_deeds", "--sandbox", "l3"], &options);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("no answer"), "{ran:?}");
}

#[test]
fn a_fork_bomb_does_not_go_off() {
    let home = Home::new();
    let number = || std::fs::read_dir("/proc").unwrap().flatten().filter(is_process).count();
    let is_over = AtomicBool::new(false);
    let before = number();
    let (ran, most) = std::thread::scope(|scope| {
        let counted = scope.spawn(|| {
            let mut most = 0;
            while !is_over.load(Ordering::Relaxed) {
                most = most.max(number());
                std::thread::sleep(Duration::from_millis(5));
            }
            most
        });
        let ran = home.run(&["call", "list_deeds", "--require-sandbox", "l3"], &["call=bomb"]);
        is_over.store(true, Ordering::Relaxed);
        (ran, counted.join().unwrap())
    });
    assert!(ran.code == 1 && ran.stderr.contains("no answer"), "{ran:?}");
    // 400, and what root's other tests start meanwhile; who is not root has 2048 by the kernel.
    assert!(most < before + 2500, "{before} before, {most} at once");
}

fn is_process(entry: &std::fs::DirEntry) -> bool {
    entry.file_name().to_str().is_some_and(|name| name.parse::<u32>().is_ok())
}

#[test]
fn what_a_config_sets_is_not_heeded_by_what_makes_the_sandbox() {
    let home = Home::new();
    // A loader says on stderr that it cannot load such a thing: of the server's own processes it may.
    let preload = home.project().join("missing.so").display().to_string();
    let said = |flags: &[&str]| {
        let env = format!("LD_PRELOAD={preload}");
        let mut command = home.folder.command(&["call", "list_deeds", "--debug", "--env", &env]);
        command.args(flags).args(["--", "mcpvals", "example-server"]).current_dir(home.project());
        crate::mcpvals::Ran::of(&command.output().unwrap()).stderr.matches("cannot be preloaded").count()
    };
    // Each is shown with its frame, and at the end: the guard and the server.
    assert_eq!(said(&[]), 4, "without a sandbox");
    for level in ["l1", "l2", "l3"] {
        assert_eq!(said(&["--sandbox", level]), 2, "{level}: only the server itself is loaded with it");
    }
}
