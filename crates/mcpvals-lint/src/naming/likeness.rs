//! Names that look like, or are, the names of well-known servers' tools.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;

use super::known::{KnownServer, SERVERS};
use crate::words;

/// Names that are shorter are too near to each other by chance, in characters.
const LONG_ENOUGH: usize = 9;
/// So long must a word be that one wrong letter in it is no other word, in characters.
const WORD_LONG_ENOUGH: usize = 6;

/// A name that is like a known one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Likeness {
    /// The known tool.
    pub(super) tool: &'static str,
    /// Its server.
    pub(super) server: &'static str,
    /// How they are alike.
    pub(super) how: How,
}

/// How two names are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// The same letters to the eye.
    ToTheEye,
    /// One letter of a long word is another, missing, or too much.
    ByOneLetter,
}

/// The known tool that a name looks like without being it.
pub(super) fn like(name: &str) -> Option<Likeness> {
    let words = words::of_name(name);
    if words.is_empty() || KNOWN.contains_key(&words.join("_")) {
        return None;
    }
    let seen = skeleton(name);
    if let Some((tool, server)) = SKELETONS.get(&seen) {
        return Some(Likeness { tool, server, how: How::ToTheEye });
    }
    if name.chars().count() < LONG_ENOUGH {
        return None;
    }
    let letters = words.iter().map(String::len).sum::<usize>() + words.len() - 1;
    let is_near = |known: &str| known.len().abs_diff(letters) <= 1 && known.split('_').count() == words.len();
    let mut near = KNOWN.iter().filter(|(known, _)| is_near(known));
    near.find_map(|(known, (tool, server))| {
        let known: Vec<&str> = known.split('_').collect();
        misspelt(&words, &known).then_some(Likeness { tool, server, how: How::ByOneLetter })
    })
}

/// The well-known servers that have a tool of this name; none where the server calls itself by the name of one of them, or by
/// the subject that the tool's name begins with: `maps_search` of a server for maps.
pub(super) fn owners(tool: &str, server: &str) -> Vec<&'static KnownServer> {
    let own = words::of_name(server);
    let begins = words::of_name(tool).into_iter().next().unwrap_or_default();
    if !words::is_verb(&begins) && own.contains(&begins) {
        return Vec::new();
    }
    let own = own.concat();
    let owners: Vec<&KnownServer> = SERVERS.iter().filter(|known| known.tools().any(|own| own == tool)).collect();
    if owners.iter().any(|known| own.contains(known.name)) { Vec::new() } else { owners }
}

/// By words joined with `_`: the tool and its server.
static KNOWN: LazyLock<BTreeMap<String, (&str, &str)>> = LazyLock::new(|| by(|tool| words::of_name(tool).join("_")));
static SKELETONS: LazyLock<BTreeMap<String, (&str, &str)>> = LazyLock::new(|| by(skeleton));

fn by(key: impl Fn(&str) -> String) -> BTreeMap<String, (&'static str, &'static str)> {
    let tools = SERVERS.iter().flat_map(|known| known.tools().map(|tool| (tool, known.name)));
    tools.filter(|(tool, _)| tool.len() >= LONG_ENOUGH).map(|(tool, server)| (key(tool), (tool, server))).collect()
}

/// How a name looks: compatibility forms and marks are undone, and letters and digits of one shape are one.
fn skeleton(name: &str) -> String {
    let plain: String = name
        .chars()
        .take(128)
        .nfkd()
        .filter(|c| !unicode_normalization::char::is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(shape)
        .collect();
    plain.replace("rn", "m").replace("vv", "w")
}

fn shape(c: char) -> char {
    match c {
        '0' | 'о' | 'ο' => 'o',
        '1' | '|' | 'i' | 'і' | 'ι' | 'ı' | 'ӏ' => 'l',
        'а' | 'α' => 'a',
        'е' | 'ε' | '3' => 'e',
        'с' => 'c',
        'р' | 'ρ' => 'p',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'ѕ' | '5' => 's',
        'ј' => 'j',
        'ԁ' => 'd',
        'һ' => 'h',
        'к' | 'κ' => 'k',
        'т' | 'τ' => 't',
        'п' => 'n',
        'ν' => 'v',
        '-' | '.' => '_',
        other => other,
    }
}

/// Whether the words are the same but for one letter in one long word; an ending is grammar, and no misspelling.
fn misspelt(words: &[String], known: &[&str]) -> bool {
    if words.len() != known.len() {
        return false;
    }
    let mut different = words.iter().zip(known).filter(|(word, known)| word != *known);
    let (Some((word, known)), None) = (different.next(), different.next()) else { return false };
    let (word, known): (Vec<char>, Vec<char>) = (word.chars().collect(), known.chars().collect());
    known.len() >= WORD_LONG_ENOUGH && one_letter_apart(&word, &known)
}

fn one_letter_apart(word: &[char], known: &[char]) -> bool {
    let same_head = word.iter().zip(known).take_while(|(a, b)| a == b).count();
    let (word, known) = (&word[same_head..], &known[same_head..]);
    // The last letter is grammar (`issues`), the first makes another word (`release`, `delease` none the less).
    if word.len() <= 1 && known.len() <= 1 || same_head == 0 {
        return false;
    }
    let swapped = word.len() == known.len()
        && word.len() >= 2
        && word[0] == known[1]
        && word[1] == known[0]
        && word[2..] == known[2..];
    let substituted = word.len() == known.len() && word[1..] == known[1..];
    let inserted = word.len() == known.len() + 1 && word[1..] == *known;
    let left_out = known.len() == word.len() + 1 && known[1..] == *word;
    swapped || substituted || inserted || left_out
}

#[cfg(test)]
mod tests {
    use super::{How, like, owners};

    #[test]
    fn names_that_look_alike_are_found() {
        for name in [
            "read_flle",
            "create_entitles",
            "slаck_post_message",
            "browser_c1ick",
            "puppeteer_navlgate",
            "git_diff_staqed",
        ] {
            assert!(like(name).is_some(), "{name}");
        }
        assert_eq!(like("create_entit1es").map(|like| like.how), Some(How::ToTheEye));
        assert_eq!(like("create_entitise").map(|like| like.how), Some(How::ByOneLetter));
    }

    #[test]
    fn known_names_grammar_and_other_words_are_none() {
        for name in [
            "",
            "_-_",
            "读取文件的完整内容工具",
            "read_file",
            "read-file",
            "readFile",
            "read_files",
            "list_issue",
            "search_repository",
            "create_entity",
            "open_node",
            "get_users",
            "write_files",
            "create_tables",
            "search_notes",
            "list_repositories",
            "move_files",
            "get_file_infos",
        ] {
            assert_eq!(like(name), None, "{name}");
        }
    }

    #[test]
    fn a_server_owns_its_own_names() {
        let owner = |tool, server| owners(tool, server).iter().map(|known| known.name).collect::<Vec<_>>();
        assert_eq!(owner("create_entities", "notes"), ["memory"]);
        assert_eq!(owner("create_entities", "mcp-server-memory"), [""; 0]);
        assert_eq!(owner("search_repositories", "GitLab MCP"), [""; 0]);
        assert_eq!(owner("search_repositories", "shop"), ["github", "gitlab"]);
        assert_eq!(owner("search_orders", "shop"), [""; 0]);
        assert_eq!(owner("jira_get_issue", "our-jira"), [""; 0]);
        assert_eq!(owner("jira_get_issue", "tracker"), ["atlassian"]);
        assert_eq!(owner("create_issue", "create-things"), ["github"]);
    }
}
