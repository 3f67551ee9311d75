//! A page of the documents, tried as its reader would: every command is run, every config loaded.

use std::path::Path;

use super::ci;
use super::config;
use super::console::{commands, is_as_shown};
use super::shell::Shell;
use super::snippet::{Snippet, snippets};
use crate::mcpvals::Ran;

/// Compiles a part of a program in Python, which may await as the whole would within a function.
const PYTHON_READS: &str =
    "python3 -c \"import ast; compile(open('part.py').read(), 'part.py', 'exec', ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)\"";

/// What a page has, by what is done with it.
#[derive(Debug, Default)]
pub(super) struct Tried {
    pub(super) snippets: usize,
    /// Where, and why not.
    pub(super) not_run: Vec<String>,
    /// Where, and what is wrong.
    pub(super) faults: Vec<String>,
}

/// Tries all that a page of the project shows.
pub(super) fn check(path: &str) -> Tried {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap();
    try_page(path, &page)
}

/// Tries a page, all of it: one fault hides no other.
pub(super) fn try_page(path: &str, page: &str) -> Tried {
    let found = snippets(page);
    let asks_npx = found.iter().any(|snippet| snippet.is_tried() && snippet.text.contains("npx "));
    let mut shell = if asks_npx { Shell::new().with_npx() } else { Shell::new() };
    let mut tried = Tried::default();
    for snippet in &found {
        if let Some(reason) = &snippet.not_run {
            tried.not_run.push(format!("{path}:{}: {reason}", snippet.line));
        }
        if snippet.is_tried() {
            tried.snippets += usize::from(snippet.language != "run");
            let place = |(offset, fault)| format!("{path}:{}: {fault}", snippet.line + offset);
            tried.faults.extend(faults(snippet, &mut shell).into_iter().map(place));
        }
    }
    tried
}

/// What is wrong with a snippet, with how many lines below its first.
type Fault = (usize, String);

fn faults(snippet: &Snippet, shell: &mut Shell) -> Vec<Fault> {
    match snippet.language.as_str() {
        "run" => of_hidden_command(&snippet.text, shell),
        "console" | "sh" | "bash" => of_commands(snippet, shell),
        "javascript" | "python" if snippet.file.is_none() => of_script(snippet, shell),
        "yaml" | "toml" | "ts" | "json" | "jsonc" | "javascript" | "python" => of_file(snippet, shell),
        other => vec![(0, format!("no test knows how to try `{other}`: say `<!-- not run: why -->`"))],
    }
}

fn of_hidden_command(command: &str, shell: &Shell) -> Vec<Fault> {
    let ran = shell.run(command);
    if ran.code == 0 { Vec::new() } else { vec![(0, unexpected(command.trim(), 0, &ran))] }
}

fn of_commands(snippet: &Snippet, shell: &mut Shell) -> Vec<Fault> {
    let commands = commands(&snippet.text);
    let mut faults = Vec::new();
    for (index, command) in commands.iter().enumerate() {
        let is_last = index + 1 == commands.len();
        if let Some(ready) = snippet.keeps_running.as_deref().filter(|_| is_last) {
            shell.start(&command.line, ready);
            continue;
        }
        let exit = if is_last { snippet.exit } else { 0 };
        let ran = shell.run(&command.line);
        let both = format!("{}{}", ran.stdout, ran.stderr);
        if ran.code != exit {
            faults.push((command.offset, unexpected(&command.line, exit, &ran)));
        } else if !command.shown.is_empty() && ![&ran.stdout, &both].iter().any(|out| is_as_shown(out, &command.shown))
        {
            let shown = command.shown.join("\n");
            faults.push((command.offset, format!("`{}` shows\n{shown}\nand prints\n{both}", command.line)));
        }
    }
    faults
}

fn unexpected(command: &str, exit: i32, ran: &Ran) -> String {
    format!("`{command}` ended with {} instead of {exit}:\n{}{}", ran.code, ran.stdout, ran.stderr)
}

/// A part of a program that the page does not show whole: at least it reads as one.
fn of_script(snippet: &Snippet, shell: &Shell) -> Vec<Fault> {
    let (name, reads) = match snippet.language.as_str() {
        "python" => ("part.py", PYTHON_READS),
        _ => ("part.mjs", "node --check part.mjs"),
    };
    shell.write(name, &snippet.text);
    of_hidden_command(reads, shell)
}

fn of_file(snippet: &Snippet, shell: &Shell) -> Vec<Fault> {
    let name = snippet.file.clone().unwrap_or_else(|| format!("line-{}.{}", snippet.line, snippet.language));
    let is_config = snippet.file.as_ref().is_none_or(|name| name.contains("mcp-eval.config"));
    let text = if is_config && snippet.language == "yaml" {
        config::whole(snippet.above.as_deref(), &snippet.text)
    } else {
        snippet.text.clone()
    };
    shell.write(&name, &text);
    if is_config {
        return of_hidden_command(&format!("mcpvals list {name}"), shell);
    }
    let run = |(offset, step): ci::Step| {
        let faults = match step {
            Ok(command) => of_hidden_command(&command, shell),
            Err(fault) => vec![(0, fault)],
        };
        faults.into_iter().map(move |(_, fault)| (offset, fault)).collect::<Vec<_>>()
    };
    ci::steps(&snippet.text).into_iter().flat_map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of the faults of a page.
    fn faults(page: &str) -> Vec<String> {
        let cut = |fault: String| fault.splitn(3, ':').take(2).collect::<Vec<_>>().join(":");
        try_page("p.md", page).faults.into_iter().map(cut).collect()
    }

    #[test]
    fn a_good_page_has_no_fault() {
        let page = "```console\n$ mcpvals eval examples/quickstart/mcp-eval.config.yaml -q\n$ A=b; cd examples; export A\n\
                    $ echo $A; ls -d quickstart\nb\nquickstart\n```\n";
        assert_eq!(faults(page), [""; 0]);
    }

    #[test]
    fn a_command_that_fails_is_told_with_its_line() {
        assert_eq!(faults("Words.\n```console\n$ true\n$ mcpvals evall\n```\n"), ["p.md:4"]);
    }

    #[test]
    fn another_exit_code_than_said_is_a_fault() {
        let page = |code| format!("<!-- exit: {code} -->\n```sh\nmcpvals eval nothing.yaml\n```\n");
        assert_eq!((faults(&page(2)), faults(&page(1))), (Vec::new(), vec!["p.md:3".to_owned()]));
    }

    #[test]
    fn other_output_than_shown_is_a_fault() {
        assert_eq!(faults("```console\n$ mcpvals --version\nmcpvals 99.0.0\n```\n"), ["p.md:2"]);
    }

    #[test]
    fn a_misspelt_field_of_a_config_is_a_fault() {
        let page = |field| {
            format!("```yaml\ntoolHealthSuites:\n  - name: a\n    tests:\n      - {{ name: add, {field}: 8 }}\n```\n")
        };
        assert_eq!(
            (faults(&page("expectedResult")), faults(&page("expectdResult"))),
            (Vec::new(), vec!["p.md:2".to_owned()])
        );
    }

    #[test]
    fn a_part_of_a_program_must_read_as_one() {
        let page = |code| format!("```javascript\nconst a = {code};\n```\n```python\na = {code}\n```\n");
        assert_eq!(
            (faults(&page("[1]")), faults(&page("[1"))),
            (Vec::new(), vec!["p.md:2".to_owned(), "p.md:5".to_owned()])
        );
    }

    #[test]
    fn a_workflow_file_runs_its_commands() {
        let page = |flag| {
            format!(
                "<!-- file: ci.yml -->\n```yaml\nsteps:\n  - run: mcpvals list {flag} examples/json/mcp-eval.config.json\n```\n"
            )
        };
        assert_eq!((faults(&page("--json")), faults(&page("--jsn"))), (Vec::new(), vec!["p.md:4".to_owned()]));
    }

    #[test]
    fn what_nobody_can_try_must_be_said() {
        assert_eq!(faults("```cobol\nSTOP RUN.\n```\n"), ["p.md:2"]);
        let tried = try_page("p.md", "<!-- not run: an old language -->\n```cobol\nSTOP RUN.\n```\n");
        assert_eq!((tried.not_run, tried.faults.len()), (vec!["p.md:3: an old language".to_owned()], 0));
    }
}
