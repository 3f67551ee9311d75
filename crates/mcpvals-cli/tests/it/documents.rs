//! The reference says what the binary does.

use crate::mcpvals::Folder;

fn reference(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference").join(name);
    std::fs::read_to_string(path).unwrap()
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
    let commands = ["eval", "list", "init", "inspect", "call", "schema", "replay", "grade", "completions", "man"];
    let folder = Folder::new();
    for command in commands {
        assert!(page.contains(&format!("`mcpvals {command}")) || page.contains(&format!("`{command}`")), "{command}");
        let help = folder.run(&[command, "--help"]);
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
        .filter(|name| !commands.contains(name) && *name != "help")
        .collect();
    assert!(unknown.is_empty(), "commands that no document has: {unknown:?}");
}
