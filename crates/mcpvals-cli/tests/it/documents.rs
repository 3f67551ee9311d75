//! The documents say what the binary does: every command in them is run, every config loaded, every flag named.

mod ci;
mod config;
mod console;
mod figures;
mod page;
mod pages;
mod shell;
mod snippet;

use std::path::{Path, PathBuf};
use std::process::Command;

use console::without_times;

use crate::mcpvals::{Folder, Ran};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn reference(name: &str) -> String {
    std::fs::read_to_string(root().join("docs/reference").join(name)).unwrap()
}

/// Words of a help text that are flags: `-r` and `--reporter`.
fn flags(help: &str) -> Vec<String> {
    let starts = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let words = starts.flat_map(|line| line.split("  ").next().unwrap_or_default().split([',', ' ', '=']));
    words
        .filter(|word| word.starts_with('-') && word.len() > 1)
        .map(|word| word.trim_end_matches("...").to_owned())
        .collect()
}

#[test]
fn every_command_and_flag_is_in_the_reference() {
    let page = reference("cli.md");
    let commands = [
        "eval",
        "list",
        "init",
        "inspect",
        "call",
        "session",
        "audit",
        "evaluate",
        "explain",
        "schema",
        "replay",
        "grade",
        "judge calibrate",
        "judge score",
        "mock",
        "view",
        "serve",
        "worker",
        "keys create",
        "keys list",
        "keys revoke",
        "keys token",
        "db migrate",
        "db backup",
        "db vacuum",
        "completions",
        "man",
    ];
    let folder = Folder::new();
    for command in commands {
        assert!(page.contains(&format!("`mcpvals {command}")) || page.contains(&format!("`{command}`")), "{command}");
        let help = folder.run(&command.split(' ').chain(["--help"]).collect::<Vec<_>>());
        assert_eq!(help.code, 0, "{help:?}");
        let flags = flags(&help.stdout);
        assert!(flags.contains(&"--help".to_owned()), "no flags found in: {}", help.stdout);
        let missing: Vec<&String> = flags
            .iter()
            .filter(|flag| !page.contains(&format!("`{flag}")) && !page.contains(&format!("[{flag}")))
            .collect();
        assert!(missing.is_empty(), "mcpvals {command}: not in docs/reference/cli.md: {missing:?}");
    }
    let help = folder.run(&["--help"]).stdout;
    let unknown: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        // Further in stands the rest of a line that was too long.
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| !commands.iter().any(|known| known.split(' ').next() == Some(*name)) && *name != "help")
        .collect();
    assert!(unknown.is_empty(), "commands that no document has: {unknown:?}");
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (_, screen) = readme.split_once("$ mcpvals eval examples/failing/mcp-eval.config.yaml\n").unwrap();
    let screen = screen.split("```").next().unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_mcpvals"))
        .args(["eval", "examples/failing/mcp-eval.config.yaml"])
        .current_dir(root())
        .output()
        .unwrap();
    let ran = Ran::of(&ran);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(without_times(&ran.stdout), without_times(screen), "paste the new output into the README");
}

/// The table of exit codes has those that `--help` tells.
#[test]
fn exit_codes_of_the_reference_are_those_of_the_program() {
    let help = Folder::new().run(&["--help"]).stdout;
    let words = help.split_once("Exit codes:").unwrap().1.split_whitespace().collect::<Vec<_>>();
    let told: Vec<&str> = words.into_iter().filter(|word| word.parse::<u8>().is_ok()).collect();
    assert_eq!(told.len(), 7, "{help}");
    let page = reference("exit-codes.md");
    let missing: Vec<&&str> = told.iter().filter(|code| !page.contains(&format!("\n| {code} | `"))).collect();
    assert!(missing.is_empty(), "docs/reference/exit-codes.md lacks {missing:?}");
}
