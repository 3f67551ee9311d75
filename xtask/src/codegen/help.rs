//! What `--help` prints, of every command.

use std::fmt::Write as _;
use std::path::Path;

use crate::Result;
use crate::project::Project;

/// A section for each command, in the order of the help. The program is built first.
pub(super) fn sections(project: &Project) -> Result<String> {
    let build =
        project.command("cargo", &["build", "--quiet", "--locked", "--workspace", "--bins", "--tests"]).status();
    if !build.is_ok_and(|status| status.success()) {
        return Err("the program does not build".to_owned());
    }
    let program = project.target().join("debug/mcpvals");
    let mut text = String::new();
    add(&mut text, &program, &[])?;
    Ok(text)
}

fn add(text: &mut String, program: &Path, words: &[&str]) -> Result {
    let help = help(program, words)?;
    let command = [&["mcpvals"], words].concat().join(" ");
    // Writing to a string cannot fail.
    let _ = write!(text, "## `{command}`\n\n```text\n{}\n```\n\n", help.trim_end());
    for name in commands(&help) {
        add(text, program, &[words, &[name]].concat())?;
    }
    Ok(())
}

/// Without the variables of whoever runs this, which the help of some flags would show.
fn help(program: &Path, words: &[&str]) -> Result<String> {
    let output = std::process::Command::new(program).args(words).arg("--help").env_clear().output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The commands that a help lists. Further in stands the rest of a line that was too long.
fn commands(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let named = lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    named.filter(|name| *name != "help").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_the_list() {
        let help = "Usage: x\n\nCommands:\n  eval  Evaluate\n          and more\n  help  Print\n\nOptions:\n  -h\n";
        assert_eq!(commands(help), ["eval"]);
    }
}
