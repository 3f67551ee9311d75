//! `mcpvals completions` and `mcpvals man`: what a shell and its user want to know of our programs.

use std::path::Path;

use clap::Command as Parser;

use crate::args::{CompletionsArgs, ManArgs, Program};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// Prints a completion script.
pub(super) fn completions(args: &CompletionsArgs, output: &Output) -> Result<Exit, Failure> {
    let mut parser = args.program.parser();
    let name = parser.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut parser, name, &mut script);
    output.result(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Passed)
}

/// Prints a manual page, or writes all of them.
///
/// # Errors
/// Usage: a command that there is not, a folder that cannot be written.
pub(super) fn man(args: &ManArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    match &args.dir {
        Some(folder) => write_all(&environment.cwd.join(folder), output),
        None => print(&args.command, output),
    }
}

fn print(words: &[String], output: &Output) -> Result<Exit, Failure> {
    // Built, a command knows what it is called as a whole: `mcpvals-judge-score`.
    let mut parser = Program::Mcpvals.parser();
    parser.build();
    let mut command = &parser;
    for word in words {
        let unknown = || Failure::usage(format!("{} has no command `{word}`", command.get_name()));
        command = command.find_subcommand(word).ok_or_else(unknown)?;
    }
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(command.clone()).render(&mut page);
    rendered.map_err(|error| Failure::new(Exit::Internal, format!("cannot make the manual page: {error}")))?;
    output.result(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Passed)
}

fn write_all(folder: &Path, output: &Output) -> Result<Exit, Failure> {
    let pages = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        Program::ALL.into_iter().try_for_each(|program| clap_mangen::generate_to(shown(program.parser()), folder))
    };
    pages().map_err(|error| Failure::usage(format!("cannot write into `{}`: {error}", folder.display())))?;
    output.note(&format!("the manual pages are in {}", folder.display()));
    Ok(Exit::Passed)
}

/// Without the command that clap adds to each, which has nothing to say.
fn shown(parser: Parser) -> Parser {
    parser.disable_help_subcommand(true)
}
