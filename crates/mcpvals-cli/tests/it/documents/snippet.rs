//! What a page has in fences, and what its comments say of that.
//!
//! A comment stands before the fence that it is about:
//!
//! | comment | meaning |
//! |---|---|
//! | `<!-- file: NAME -->` | the text is written to this file of the page's folder; a config is loaded, too |
//! | `<!-- in: TEXT -->` | the text is a part of a config, which has these lines above it |
//! | `<!-- exit: N -->` | the block's last command ends with this code |
//! | `<!-- keeps running: WORDS -->` | its last command goes on until the page's end; it is ready once it has printed these words |
//! | `<!-- not run: REASON -->` | nobody tries it |
//!
//! `<!-- run: COMMAND -->` stands alone: a command that the reader does not see, such as one that prepares the folder.

/// A fence of a page, or a command beside the fences.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Snippet {
    /// Of its first line, from 1.
    pub(super) line: usize,
    /// The word after the fence; `run` of a command that stands in a comment.
    pub(super) language: String,
    /// Without the indentation of the fence, each line ended.
    pub(super) text: String,
    pub(super) file: Option<String>,
    pub(super) above: Option<String>,
    pub(super) exit: i32,
    pub(super) keeps_running: Option<String>,
    pub(super) not_run: Option<String>,
}

/// Languages that show what comes out, and are nobody's to run.
const SHOWN: [&str; 2] = ["", "text"];

impl Snippet {
    /// Must somebody try it?
    pub(super) fn is_tried(&self) -> bool {
        self.not_run.is_none() && !SHOWN.contains(&self.language.as_str())
    }
}

/// All of a page, in its order.
pub(super) fn snippets(page: &str) -> Vec<Snippet> {
    let lines: Vec<&str> = page.lines().collect();
    let (mut found, mut next, mut at) = (Vec::new(), Snippet::default(), 0);
    while at < lines.len() {
        let block = &lines[at..];
        at += if let Some(language) = fence(block[0]) {
            let height = 2 + block[1..].iter().take_while(|line| fence(line) != Some("")).count();
            let text = unindented(&block[1..(height - 1).min(block.len())], indent(block[0]));
            found.push(Snippet { line: at + 2, language: language.to_owned(), text, ..std::mem::take(&mut next) });
            height
        } else if block[0].trim_start().starts_with("<!--") {
            let height = 1 + block.iter().take_while(|line| !line.contains("-->")).count();
            let comment = block[..height.min(block.len())].join("\n");
            found.extend(hidden_command(&comment, at + 1));
            note(&mut next, &comment);
            height
        } else {
            // What a comment says is about the next block, and no words stand between.
            if !block[0].trim().is_empty() {
                next = Snippet::default();
            }
            1
        };
    }
    found
}

fn hidden_command(comment: &str, line: usize) -> Option<Snippet> {
    let text = format!("{}\n", said(comment, "run")?.trim());
    Some(Snippet { line, language: "run".to_owned(), text, ..Snippet::default() })
}

/// The language of a line that begins a fence; empty where it ends one.
fn fence(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("```").map(str::trim)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn unindented(lines: &[&str], by: usize) -> String {
    let cut = |line: &&str| format!("{}\n", line.get(by.min(indent(line))..).unwrap_or_default());
    lines.iter().map(cut).collect::<Vec<_>>().concat()
}

/// What a comment says under a key.
fn said<'c>(comment: &'c str, key: &str) -> Option<&'c str> {
    let inner = comment.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    inner.trim_start().strip_prefix(key)?.strip_prefix(':')
}

/// Takes down what a comment says of the next block.
fn note(next: &mut Snippet, comment: &str) {
    let word = |key| said(comment, key).map(|words| words.trim().to_owned());
    let lines = |text: &str| format!("{}\n", text.trim_start_matches(' ').trim_start_matches('\n').trim_end());
    next.file = next.file.take().or(word("file"));
    next.above = next.above.take().or(said(comment, "in").map(lines));
    next.keeps_running = next.keeps_running.take().or(word("keeps running"));
    next.not_run = next.not_run.take().or(word("not run"));
    if let Some(code) = word("exit") {
        next.exit = code.parse().unwrap_or_else(|_| panic!("`{code}` is no exit code"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_about_the_fence_below_it() {
        let page = "<!-- exit: 2 -->\n\n```console\n$ false\n```\n\n```console\n$ true\n```\n";
        let codes: Vec<(usize, i32)> = snippets(page).iter().map(|found| (found.line, found.exit)).collect();
        assert_eq!(codes, [(4, 2), (8, 0)]);
    }

    #[test]
    fn a_comment_is_not_about_a_fence_behind_other_words() {
        let found = snippets("<!-- not run: needs a key -->\nWords.\n```sh\ntrue\n```\n");
        assert!(found[0].is_tried(), "{found:?}");
    }

    #[test]
    fn lines_above_a_part_keep_their_indentation() {
        let found = snippets("<!-- in:\nsuites:\n  - tests:\n-->\n```yaml\n      - name: a\n```\n");
        assert_eq!(found[0].above.as_deref(), Some("suites:\n  - tests:\n"));
        assert_eq!(found[0].text, "      - name: a\n");
    }

    #[test]
    fn a_fence_in_a_list_loses_the_indentation_of_the_list() {
        assert_eq!(snippets("* a\n\n  ```sh\n  one\n    two\n  ```\n")[0].text, "one\n  two\n");
    }

    #[test]
    fn a_hidden_command_is_one() {
        let found = snippets("<!-- run: true -->\n");
        assert_eq!((found[0].language.as_str(), found[0].text.as_str(), found[0].line), ("run", "true\n", 1));
    }
}
