//! A text as the patterns read it: visible, in small letters, one blank between words, without punctuation, and with a
//! symbol where a name, an address or a file stands. Each byte knows where it came from.

use std::ops::Range;

use super::context::{Context, apart};
use super::files;
use super::plain::Plain;

/// A tool that is not the one which speaks.
pub(super) const OTHER: char = '§';
/// The tool which speaks, by its name.
pub(super) const SELF: char = '¶';
/// A parameter of the tool which speaks.
pub(super) const PARAMETER: char = '¤';
/// One word in quotes or backticks: a value, a name of a parameter, or a name of a tool.
pub(super) const QUOTED: char = '¦';
/// Several words in quotes begin here.
pub(super) const QUOTATION: char = '«';
/// An address of the web.
pub(super) const ADDRESS: char = '¬';
/// An address of mail.
pub(super) const MAIL: char = '±';
/// A file or folder.
pub(super) const FILE: char = '÷';
/// A sentence begins which is not the first: its verb, if it begins with one, is an order.
const NEXT: &str = "†";
/// A file or folder that holds secrets.
pub(super) const SECRET: char = '×';

/// A sentence in symbols.
#[derive(Debug, Clone)]
pub(super) struct Sentence {
    /// Words with one blank behind each.
    pub(super) words: String,
    /// For each word: where it ends in the words, and where it stands in the original, in bytes.
    places: Vec<(usize, (u32, u32))>,
    /// The other tools that it names, in order, with their place in the words.
    pub(super) others: Vec<(usize, String)>,
    /// Behind which of its words, in bytes, a comma or the like stands.
    pub(super) pauses: Vec<usize>,
    /// Behind which of its words, in bytes, a colon stands.
    pub(super) labels: Vec<usize>,
    /// How many of its addresses are targets of links in the text, as in `[the manual](https://…)`.
    links: usize,
    /// What was quoted last.
    quoted: String,
    /// How many of its words are in capitals.
    pub(super) capitals: usize,
}

impl Sentence {
    fn new() -> Self {
        let (bytes, words) = (160, 24);
        let (words, places) = (String::with_capacity(bytes), Vec::with_capacity(words));
        let (others, pauses, labels) = (Vec::new(), Vec::new(), Vec::new());
        Self { words, places, others, pauses, labels, links: 0, quoted: String::new(), capitals: 0 }
    }

    /// Is it the first of its text?
    pub(super) fn opens(&self) -> bool {
        !self.words.starts_with(NEXT)
    }

    /// Does it name a file, a mailbox or an address? Where a link leads to is for who wants to read more.
    pub(super) fn names_a_place(&self) -> bool {
        self.words.contains([SECRET, MAIL, FILE]) || self.words.matches(ADDRESS).count() > self.links
    }

    /// What was named just before is a member of something, and no tool: "the `page_count` property".
    fn unname_last(&mut self) {
        let Some((at, _)) = self.others.last() else { return };
        let at = *at;
        if self.words[at..].trim_end().chars().eq([OTHER]) {
            self.words.replace_range(at..at + OTHER.len_utf8(), QUOTED.encode_utf8(&mut [0; 4]));
            self.others.pop();
        }
    }

    fn push(&mut self, word: &str, place: (u32, u32)) {
        self.words.push_str(word);
        self.words.push(' ');
        self.places.push((self.words.len(), place));
    }

    /// What was quoted just before is the name of a tool.
    fn name_last(&mut self) {
        let Some(at) = self.words.len().checked_sub(QUOTED.len_utf8() + 1) else { return };
        if self.words.is_char_boundary(at) && self.words[at..].starts_with(QUOTED) {
            self.words.replace_range(at..at + QUOTED.len_utf8(), OTHER.encode_utf8(&mut [0; 4]));
            self.others.push((at, self.quoted.clone()));
        }
    }

    /// Where a part of the words stands in the original.
    pub(super) fn place(&self, part: Range<usize>) -> Range<usize> {
        let first = self.place_of(part.start).map_or(0, |place| place.0);
        // The blank behind a word belongs to it.
        let last = part.end.max(part.start + 1) - 1;
        let end = self.place_of(last).map_or(first, |place| place.1);
        first as usize..end.max(first) as usize
    }

    /// Of the word at this byte.
    fn place_of(&self, at: usize) -> Option<(u32, u32)> {
        let index = self.places.partition_point(|(end, _)| *end <= at);
        self.places.get(index).or(self.places.last()).map(|(_, place)| *place)
    }
}

/// More of one sentence is another one: patterns look at words that stand near each other.
const WORDS_MAX: usize = 120;

/// The sentences of a text.
pub(super) fn sentences(plain: &Plain, context: &Context) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut sentence = Sentence::new();
    let mut count = 0;
    for chunk in plain.chunks() {
        let is_item = chunk.begins_paragraph || names_a_field(&plain.text[chunk.range.clone()], context);
        if (is_item || count >= WORDS_MAX) && count > 0 {
            found.push(std::mem::replace(&mut sentence, Sentence::new()));
            count = 0;
        }
        if count == 0 && !found.is_empty() {
            let place = plain.original(chunk.range.clone());
            sentence.push(NEXT, (place.0, place.0));
        }
        let ends = push(&mut sentence, plain, &chunk.range, context);
        let said = &plain.text[chunk.range.clone()];
        if said.ends_with([',', ';', ':', '-', '–', '—']) {
            sentence.pauses.push(sentence.words.len());
        }
        if said.ends_with(':') {
            sentence.labels.push(sentence.words.len());
        }
        count += 1;
        if ends {
            found.push(std::mem::replace(&mut sentence, Sentence::new()));
            count = 0;
        }
    }
    found.push(sentence);
    found.retain(|sentence| !sentence.words.is_empty());
    found
}

/// `station_id:`, as lists of arguments and results have it.
fn names_a_field(chunk: &str, context: &Context) -> bool {
    let name = chunk.strip_suffix(':').map(|name| name.trim_matches(|c: char| !c.is_alphanumeric()));
    name.is_some_and(|name| is_identifier(name) || context.has_parameter(&name.to_ascii_lowercase()))
}

const QUOTES: [char; 5] = ['"', '`', '“', '«', '\''];

/// Adds a chunk; true where it ends a sentence.
fn push(sentence: &mut Sentence, plain: &Plain, range: &Range<usize>, context: &Context) -> bool {
    let chunk = &plain.text[range.clone()];
    let is_edge =
        |c: char| !c.is_alphanumeric() && !matches!(c, '/' | '~' | '_' | '$' | '#' | '%' | '@' | '<' | '>' | '|' | '.');
    let core = chunk.trim_matches(is_edge);
    let core = core.trim_end_matches(['.', '…']);
    let ends = chunk.trim_end_matches(['"', '\'', '`', ')', '*', ']']).ends_with(['.', '!', '?', '。', '！', '？']);
    if core.is_empty() {
        return ends;
    }
    let at = core.as_ptr() as usize - plain.text.as_ptr() as usize;
    let place = plain.original(at..at + core.len());
    let opens = chunk.starts_with(|c| QUOTES.contains(&c))
        || chunk[..core.as_ptr() as usize - chunk.as_ptr() as usize].contains(QUOTES);
    let behind = &plain.text[at + core.len()..range.end];
    let closes = behind.contains(['"', '`', '”', '»', '\'']);
    if opens && !closes {
        sentence.push(QUOTATION.encode_utf8(&mut [0; 4]), place);
    }
    if lists_values(sentence, chunk, core) {
        sentence.push(QUOTED.encode_utf8(&mut [0; 4]), place);
    } else {
        push_core(sentence, core, opens && closes, place, context);
    }
    ends
}

/// "When it should run (`all_done`, `one_failed`)": a list behind a verb that has no object holds its values, and no tools.
fn lists_values(sentence: &Sentence, chunk: &str, core: &str) -> bool {
    const VERBS: [&str; 10] =
        ["run", "runs", "running", "execute", "executes", "trigger", "triggers", "called", "executed", "triggered"];
    let last = || sentence.words.trim_end().rsplit(' ').next().unwrap_or_default();
    chunk.starts_with('(') && chunk.ends_with(',') && is_identifier(core) && VERBS.contains(&last())
}

fn push_core(sentence: &mut Sentence, core: &str, is_quoted: bool, place: (u32, u32), context: &Context) {
    // Most words are no more than that.
    if !is_quoted && core.bytes().all(|byte| byte.is_ascii_lowercase()) {
        if TOOLS.contains(&core) {
            sentence.name_last();
        } else if MEMBERS.contains(&core) {
            sentence.unname_last();
        }
        return sentence.push(core, place);
    }
    let mut symbol = |symbol: char| sentence.push(symbol.encode_utf8(&mut [0; 4]), place);
    match kind(core, is_quoted, context) {
        Kind::Word => {}
        Kind::Symbol(found) => {
            symbol(found);
            sentence.links += usize::from(found == ADDRESS && core.contains("]("));
            core.clone_into(&mut sentence.quoted);
            return;
        }
        Kind::Other(name) => {
            symbol(OTHER);
            return sentence.others.push((sentence.words.len() - OTHER.len_utf8() - 1, name));
        }
    }
    if core.len() > 1 && core.chars().any(|c| c.is_ascii_uppercase()) && !core.chars().any(|c| c.is_ascii_lowercase()) {
        sentence.capitals += 1;
    }
    // `name/address` and `read-only` are words of their own.
    if TOOLS.contains(&core.to_ascii_lowercase().as_str()) {
        sentence.name_last();
    }
    for word in core
        .split(['/', '(', ')', ',', ':', '=', '|', '—', '–', '[', ']', '<', '>', '"', '`', '*', '…', '、', '，', '：'])
    {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '$' && c != '#');
        if !word.is_empty() {
            sentence.push(&word.to_ascii_lowercase(), place);
        }
    }
}

/// What stands behind the name of a tool.
const TOOLS: [&str; 6] = ["tool", "tools", "function", "api", "endpoint", "method"];

/// What stands behind the name of a member of an object.
const MEMBERS: [&str; 6] = ["property", "properties", "attribute", "attributes", "column", "columns"];

enum Kind {
    Word,
    Symbol(char),
    Other(String),
}

fn kind(core: &str, is_quoted: bool, context: &Context) -> Kind {
    let lower = core.to_ascii_lowercase();
    if lower.starts_with("http://")
        || lower.starts_with("https://")
        || lower.starts_with("www.")
        || lower.contains("://")
    {
        return Kind::Symbol(if files::is_secret(&lower) { SECRET } else { ADDRESS });
    }
    if is_host(&lower) {
        return Kind::Symbol(ADDRESS);
    }
    if is_mail(&lower) {
        return Kind::Symbol(MAIL);
    }
    if files::is_secret(&lower) {
        return Kind::Symbol(SECRET);
    }
    if files::is_file(&lower) {
        return Kind::Symbol(FILE);
    }
    let bare = core.split('(').next().unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    let name = &*bare.to_ascii_lowercase();
    let has_call = core.ends_with("()") || core.contains('(') && core.ends_with(')');
    if context.is_own(name) && (is_identifier(core) || is_quoted) {
        return Kind::Symbol(SELF);
    }
    if context.has_parameter(name) && (is_identifier(core) || is_quoted) {
        return Kind::Symbol(PARAMETER);
    }
    if is_identifier(core) && names_a_value(bare) {
        return Kind::Symbol(QUOTED);
    }
    if is_identifier(core) || has_call && name.len() > 2 && is_name(name) {
        return Kind::Other(bare.to_owned());
    }
    if is_quoted
        && (name.contains('-') || context.has_sibling(name))
        && is_name(name)
        && name.chars().any(char::is_alphabetic)
    {
        return Kind::Other(bare.to_owned());
    }
    if is_quoted { Kind::Symbol(QUOTED) } else { Kind::Word }
}

/// `paste.example.net/x`: an address without its scheme.
fn is_host(lower: &str) -> bool {
    let host = lower.split('/').next().unwrap_or_default();
    let is_known = [".com", ".net", ".org", ".io", ".dev", ".example", ".xyz", ".site", ".test"]
        .iter()
        .any(|end| host.ends_with(end));
    is_known && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
}

fn is_mail(lower: &str) -> bool {
    lower.split_once('@').is_some_and(|(who, host)| !who.is_empty() && host.contains('.') && !host.contains('/'))
}

fn is_name(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

/// The last words of names of parameters and of members of results.
const VALUES: [&str; 46] = [
    "id", "ids", "name", "names", "hash", "height", "date", "time", "at", "path", "paths", "key", "keys", "filter",
    "filters", "count", "level", "value", "values", "url", "uri", "type", "size", "limit", "offset", "token", "page",
    "number", "cursor", "index", "format", "mode", "field", "fields", "param", "params", "details", "states", "info",
    "uuid", "code", "required", "enabled", "string", "slug", "ref",
];

/// `start_date`, `listId`, `arXiv`: no tool, as far as it tells. Tools do something: `listItems`, `maps_search_places`.
fn names_a_value(name: &str) -> bool {
    const VERBS: &[&str] = &[
        "convert", "resolve", "load", "import", "export", "delete", "start", "stop", "poll", "lookup", "retrieve",
        "generate", "apply", "grant", "archive", "scan", "get", "list", "create", "search", "find", "fetch", "read",
        "write", "update", "delete", "set", "add", "run", "send", "query", "open", "call", "execute", "remove",
        "check", "make", "post", "put", "upload", "download", "validate", "sync", "mark", "show", "save",
    ];
    let apart = apart(name);
    let mut words = apart.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let has_verb = VERBS.contains(&first);
    let is_camel = !name.contains(['_', '-']);
    !has_verb && (is_camel || words.next_back().is_some_and(|last| VALUES.contains(&last)))
}

/// `snake_case` or `camelCase`: what no language writes, and every program does.
fn is_identifier(core: &str) -> bool {
    let core = core.trim_end_matches("()");
    let letters = core.as_bytes();
    if letters.len() < 4 || !letters.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte)) {
        return false;
    }
    let snake = letters
        .windows(3)
        .any(|three| three[1] == b'_' && three[0].is_ascii_alphanumeric() && three[2].is_ascii_alphanumeric());
    let is_constant = !letters.iter().any(u8::is_ascii_lowercase);
    let camel = letters.first().is_some_and(u8::is_ascii_lowercase)
        && letters.windows(3).any(|three| {
            three[0].is_ascii_lowercase() && three[1].is_ascii_uppercase() && three[2].is_ascii_lowercase()
        });
    (snake && !is_constant) || camel
}
