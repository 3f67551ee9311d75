//! What a console shows: commands after `$ `, and what they print.

/// A command with the output that the page shows below it.
#[derive(Debug, PartialEq)]
pub(super) struct Command {
    /// How many lines below the block's first.
    pub(super) offset: usize,
    pub(super) line: String,
    /// Empty where the page shows none.
    pub(super) shown: Vec<String>,
}

/// The commands of a block; without a `$ ` anywhere, every line is one.
pub(super) fn commands(text: &str) -> Vec<Command> {
    let has_prompts = text.lines().any(|line| line.starts_with("$ "));
    let mut commands: Vec<Command> = Vec::new();
    let mut goes_on = false;
    for (offset, line) in text.lines().enumerate() {
        let typed = if has_prompts { line.strip_prefix("$ ") } else { Some(line).filter(|line| !line.is_empty()) };
        match (typed, commands.last_mut()) {
            (_, Some(last)) if goes_on => last.line.extend(["\n", line]),
            (Some(typed), _) => commands.push(Command { offset, line: typed.to_owned(), shown: Vec::new() }),
            (None, Some(last)) => last.shown.push(line.to_owned()),
            (None, None) => {}
        }
        goes_on = line.ends_with('\\');
    }
    commands
}

/// Is what was printed what the page shows? Times may differ; `…` stands for anything within a line, and a line of its own for
/// any lines.
pub(super) fn is_as_shown(printed: &str, shown: &[String]) -> bool {
    let printed: Vec<String> = without_times(printed).trim_end().lines().map(str::to_owned).collect();
    let shown: Vec<String> = without_times(&shown.join("\n")).trim_end().lines().map(str::to_owned).collect();
    lines_match(&printed, &shown)
}

fn lines_match(printed: &[String], shown: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first.trim() == "…" => {
            (0..=printed.len()).any(|skipped| lines_match(&printed[skipped..], rest))
        }
        Some((first, rest)) => {
            printed.split_first().is_some_and(|(line, others)| line_matches(line, first) && lines_match(others, rest))
        }
    }
}

fn line_matches(printed: &str, shown: &str) -> bool {
    let mut parts = shown.trim_end().split('…');
    let Some(mut rest) = printed.trim_end().strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else { return rest.is_empty() };
    for part in between {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// The text with every time as `T`: `0.12 ms` and `1.3 s` differ from run to run.
pub(super) fn without_times(text: &str) -> String {
    let words = text.split_inclusive([' ', '\n']).map(str::to_owned).collect::<Vec<_>>();
    let mut kept: Vec<&str> = Vec::new();
    for word in &words {
        let is_unit = matches!(word.trim_end().trim_end_matches([')', ',', ';']), "ms" | "s" | "µs");
        if is_unit && kept.last().is_some_and(|last| last.trim().trim_start_matches('(').parse::<f64>().is_ok()) {
            kept.pop();
            kept.push("T ");
        }
        kept.push(word);
    }
    kept.concat().replace("T ms", "T").replace("T µs", "T").replace("T s", "T")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shows(printed: &str, shown: &[&str]) -> bool {
        is_as_shown(printed, &shown.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn output_belongs_to_the_command_above_it() {
        let found = commands("$ one \\\n  more\nout\n$ two\n");
        assert_eq!(
            (found[0].line.as_str(), found[0].shown.as_slice()),
            ("one \\\n  more", ["out".to_owned()].as_slice())
        );
        assert_eq!((found[1].offset, found[1].shown.len()), (3, 0));
    }

    #[test]
    fn without_prompts_every_line_is_a_command() {
        assert_eq!(commands("one\n\ntwo\n").len(), 2);
    }

    #[test]
    fn times_may_differ_and_nothing_else() {
        assert!(shows("PASS  a  12 ms\n2 cases in 1.3 s\n", &["PASS  a  0.4 ms", "2 cases in 9 ms"]));
        assert!(!shows("FAIL  a  12 ms\n", &["PASS  a  12 ms"]));
    }

    #[test]
    fn an_ellipsis_stands_for_a_part_of_a_line_or_for_lines() {
        assert!(shows("a\nb\nc\nd\n", &["a", "…", "d"]) && shows("calculator-9d3f.jsonl\n", &["calculator-….jsonl"]));
        assert!(!shows("a\nb\n", &["…", "c"]) && !shows("x-1.json\n", &["x-….jsonl"]));
    }
}
