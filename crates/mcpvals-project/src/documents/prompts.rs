//! Prompts that a document suggests: what to say to a model so that it uses the server.

use std::sync::LazyLock;

use regex::Regex;

use super::markdown::{Block, BlockKind, Heading};
use super::place::Page;
use super::{Example, ExampleKind};

/// A text of more lines under "Examples" is an answer, or a log.
const LINES_MAX: usize = 3;
/// A line without an end that is longer goes on in the next, in characters.
const WRAPPED_MIN: usize = 70;
/// What quotations begin with.
const OPENING: [char; 7] = ['"', '\'', '“', '„', '«', '「', '『'];
/// Fewer words are a label.
const WORDS_MIN: usize = 3;

pub(super) fn find(blocks: &[Block], page: &Page<'_>) -> Vec<Example> {
    let mut found = Vec::new();
    let mut led = false;
    for block in blocks {
        let place = place_of(&block.under, led);
        let prompts: Vec<String> = match &block.kind {
            BlockKind::Item { .. } => in_item(&block.text, begins_with_code(block), place).into_iter().collect(),
            BlockKind::Paragraph { quoted } => {
                let lines: Vec<&str> = block.text.lines().collect();
                sentences(&lines).iter().filter_map(|said| in_paragraph(said, *quoted, place)).collect()
            }
            BlockKind::Code { language } => in_code(&block.text, language, place_of_code(block, language, place)),
            BlockKind::Row { cells, .. } if place != Place::Elsewhere => {
                cells.iter().filter_map(|cell| quotation(&cell.text)).map(str::to_owned).collect()
            }
            BlockKind::Row { .. } | BlockKind::Heading(_) => Vec::new(),
        };
        let example = |text: String| Example {
            kind: ExampleKind::Prompt,
            text: cut(&text),
            span: page.span(&block.place),
            expected: None,
        };
        found.extend(prompts.into_iter().filter(|text| words(text) >= WORDS_MIN).map(example));
        led = leads(block, led);
    }
    found
}

/// How many words it has; two letters are one where no blanks need stand between words.
fn words(text: &str) -> usize {
    let of_word = |word: &str| if has_no_blanks(word) { word.chars().count().div_ceil(2) } else { 1 };
    text.split_whitespace().map(of_word).sum()
}

/// Chinese and Japanese letters.
fn has_no_blanks(word: &str) -> bool {
    word.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'))
}

/// Whether code stands at its head and words behind it.
fn begins_with_code(block: &Block) -> bool {
    block.marked.head_code.as_ref().is_some_and(|code| code.trim().len() < block.text.trim().len())
}

/// Whether prompts stand here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// "Example prompts": every text is one.
    Prompts,
    /// "Usage", "Examples": what is in quotes is one.
    Examples,
    Elsewhere,
}

fn place_of(under: &[Heading], led: bool) -> Place {
    // The title of the whole says nothing of the parts.
    let title = usize::from(under.first().is_some_and(|heading| heading.level == 1));
    let under = &under[title..];
    if led || under.iter().any(|heading| PROMPTS.is_match(&heading.text) && !TEMPLATES.is_match(&heading.text)) {
        return Place::Prompts;
    }
    let examples = under.iter().any(|heading| EXAMPLES.is_match(&heading.text));
    if examples { Place::Examples } else { Place::Elsewhere }
}

/// A text that is marked as such under "Examples" is one of what to say.
fn place_of_code(block: &Block, language: &str, place: Place) -> Place {
    let marked = matches!(language, "text" | "txt" | "plaintext" | "prompt");
    let few = block.text.lines().count() <= LINES_MAX;
    let headed = block.under.last().is_some_and(|heading| heading.text.to_lowercase().contains("example"));
    if place == Place::Examples && marked && few && headed { Place::Prompts } else { place }
}

/// Whether what comes next are prompts, by a sentence such as "Try asking:".
fn leads(block: &Block, led: bool) -> bool {
    match &block.kind {
        BlockKind::Paragraph { quoted: false } => block.text.trim_end().ends_with(':') && LEADING.is_match(&block.text),
        BlockKind::Item { .. } => led,
        _ => false,
    }
}

/// `prompt`: in code at the head of an item is a parameter, and what comes behind it says what it means.
fn in_item(text: &str, begins_with_code: bool, place: Place) -> Option<String> {
    if begins_with_code {
        return None;
    }
    if let Some(spoken) = spoken(text) {
        return Some(spoken.to_owned());
    }
    match place {
        Place::Prompts => Some(quotation(text).unwrap_or(text)).filter(|text| !is_call(text)).map(str::to_owned),
        Place::Examples => quotation(text).map(str::to_owned),
        Place::Elsewhere => None,
    }
}

fn in_paragraph(text: &str, quoted: bool, place: Place) -> Option<String> {
    if let Some(spoken) = spoken(text) {
        return Some(spoken.to_owned());
    }
    let whole = quotation(text);
    match place {
        Place::Prompts if quoted && !NOTE.is_match(text) => Some(whole.unwrap_or(text).to_owned()),
        Place::Prompts | Place::Examples => whole.map(str::to_owned),
        Place::Elsewhere => None,
    }
}

/// Lines of plain text under a heading that speaks of prompts.
fn in_code(text: &str, language: &str, place: Place) -> Vec<String> {
    if place == Place::Elsewhere
        || !matches!(language, "" | "text" | "txt" | "plaintext" | "markdown" | "md" | "prompt")
    {
        return Vec::new();
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let prose = |line: &&str| {
        words(line) >= WORDS_MIN
            && line.starts_with(|c: char| c.is_alphabetic() || OPENING.contains(&c))
            && !CODE.is_match(line)
    };
    let all_prose = lines.iter().all(prose);
    match place {
        Place::Prompts if all_prose => {
            let said = |line: String| quotation(&line).or_else(|| spoken(&line)).unwrap_or(&line).to_owned();
            sentences(&lines).into_iter().map(said).collect()
        }
        _ => lines.into_iter().filter_map(|line| spoken(line).or_else(|| quotation(line))).map(str::to_owned).collect(),
    }
}

/// Lines that are broken within a sentence are one: a prompt begins with a capital or a quotation mark.
fn sentences(lines: &[&str]) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    for line in lines {
        let begins = line.starts_with(|c: char| c.is_uppercase() || OPENING.contains(&c));
        let is_open = |last: &String| !last.ends_with(['.', '!', '?', '"', '”', '…', ':']);
        match whole.last_mut() {
            Some(last) if is_open(last) && (!begins || last.chars().count() > WRAPPED_MIN) => {
                last.push(' ');
                last.push_str(line);
            }
            _ => whole.push((*line).to_owned()),
        }
    }
    whole
}

/// What stands in quotes, where the text begins with it (after a label such as "Search:").
fn quotation(text: &str) -> Option<&str> {
    let captures = QUOTATION.captures(text.trim())?;
    captures.get(1).map(|said| said.as_str().trim()).filter(|said| !is_call(said))
}

/// What is said behind "Ask Claude:", "User:", "Prompt:".
fn spoken(text: &str) -> Option<&str> {
    let said = SPOKEN.captures(text.trim())?.get(1)?.as_str().trim();
    Some(quotation(said).unwrap_or(said)).filter(|said| words(said) >= WORDS_MIN)
}

fn is_call(text: &str) -> bool {
    CODE.is_match(text)
}

/// Cut short.
pub(super) fn cut(text: &str) -> String {
    const CHARACTERS_MAX: usize = 4000;
    text.trim().chars().take(CHARACTERS_MAX).collect()
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("constant, and tested")
}

static PROMPTS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:(?:example|sample|suggested|usage|test|try these|useful|user) (?:\w+ )?(?:prompts?|quer(?:y|ies)|questions?|conversations?|requests?|phrases|commands to try)|prompt(?:ing)? examples?|prompts? to try|things (?:to|you can) (?:try|ask|say)|what (?:you can|can you|to) ask|try (?:asking|saying)|ask (?:claude|your|the ai)|natural language (?:examples?|usage|queries)|example (?:uses|use cases)|questions for (?:claude|the)|exemples? de (?:prompts?|requêtes|questions|demandes)|beispiel(?:-?prompts?|fragen|anfragen)|ejemplos? de (?:prompts?|preguntas|consultas|peticiones)|exemplos? de (?:prompts?|perguntas|pedidos)|примеры (?:запросов|вопросов))\b|示例(?:提示|问题|对话|提问)|提示词?示例|提问示例|(?:プロンプト|質問)例|프롬프트 예시|예시 (?:프롬프트|질문)",
    )
});
/// Prompts of the protocol are templates, and nothing that a user says.
static TEMPLATES: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)\bsystem prompts?\b|\bmcp prompts?\b|\bprompt templates?\b|\bavailable prompts\b"));
static EXAMPLES: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:examples?|usage|use cases?|how to use|quick ?start|getting started|demo|using|try|workflows?|scenarios?|in action|prompts?|exemples?|utilisation|beispiele?|verwendung|benutzung|anwendung|ejemplos?|uso|exemplos?|esempio?|utilizzo|примеры?|использование)\b|示例|例子|用法|使用方法|使用例|使い方|예시|예제|사용법",
    )
});
static LEADING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:(?:you can|try|start by|then|simply|just|now) (?:\w+ ){0,3}(?:ask|asking|say|saying|prompts?|prompting)|ask (?:claude|cursor|your|the|copilot|it)|(?:example|sample|following) (?:\w+ )?(?:prompts?|quer(?:y|ies)|questions?)|prompts? (?:like|such as)|questions (?:like|such as)|things like)\b",
    )
});
static QUOTATION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"^(?:[^"“”„«'`:：]{0,60}[:：]\s*|[^\p{L}"“„«「『`]{0,12})["“„«「『]\s*([^"“”„«»「」『』]{4,600})["”“»」』](?:\s*[.,;!?。]?\s*(?:[-–—→(].*)?)$"#,
    )
});
static SPOKEN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:ask(?: claude| cursor| your (?:ai )?assistant| the (?:ai|assistant|model))?|you|user|human|prompt|example prompt|user prompt|say|tell claude|try)\s*:\s*(.{8,600})$",
    )
});
static NOTE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^(?:\[!|note|tip|warning|important|caution|info)\b|^\W*(?:note|tip|warning)"));
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^[\w.-]+\s*[({\[=]|[{};]\s*$|^(?:npx|npm|pip|uvx|uv|docker|git|cd|export|curl|node|python)\b|^\W*[\w-]+\s*:\s*$|^[/$~<]",
    )
});
