//! Marks that pretend that somebody else speaks: the system, an administrator, the format of a chat.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::Said;
use super::plain::Plain;
use super::rules::MARKUP;

static MARKS: LazyLock<Regex> = LazyLock::new(|| {
    let tags = "important|system|hidden|secret|critical|assistant|admin|override|sys|system[_ -]?prompt|system[_ -]?message|instruction[s]?[_ -]for[_ -][a-z]+|internal|confidential|private|developer|urgent|mandatory|priority|ai[_ -]?instructions?|llm[_ -]?instructions?|agent[_ -]?instructions?|hidden[_ -]?instructions?|security[_ -]?(?:policy|notice)|tool[_ -]?(?:policy|instructions?)";
    let chat = r"<\|[a-z_]{2,24}\|>|\[/?inst\]|<</?sys>>|<start_of_turn>|<end_of_turn>|</?s>\[";
    let brackets = r"\[(?:system|admin|hidden|internal|developer|assistant|system (?:message|prompt|note|override|instruction|notice)|important instructions?|hidden instructions?|action required|security (?:policy|notice)|instructions?(?: for| to) [a-z ]{2,20})\]";
    let notes = r"(?:^|[.\n\]>] *)(?:note|message|instructions?|reminder|attention|notice|directive|order)s? (?:to|for) (?:the |all )?(?:ai|llm|assistant|model|agent|language model|claude|gpt|copilot|ai assistant|ai model|ai agent)s?\b";
    let heads = r"(?:^|\n)\s*#{2,4} *(?:system|instructions?|new instructions?|system prompt|assistant|human|system override)\s*:";
    let system = r"(?:^|[\n.!>] *)(?:system|admin|developer|root) ?(?:override|update|notice|alert|message|instruction|directive|prompt|command)?s? ?: (?:[a-z' ]{0,40} )?(?:you|ignore|disregard|must|always|never|all|the assistant|the model|override|disable|execute|forget)\b";
    let expression = format!(
        r"(?i-u)<\s*/?\s*(?:{tags})\s*(?:[a-z]+=[ -=?-~]{{0,40}})?/?>|{chat}|{brackets}|{notes}|{heads}|{system}|\b(?:begin|start) (?:of )?(?:hidden|system|secret|new) (?:instructions?|prompt)"
    );
    Regex::new(&expression).expect("it is a regular expression")
});

pub(super) fn find(plain: &Plain) -> Option<Said> {
    let text = &plain.text;
    let mut sample = None;
    for found in MARKS.find_iter(text) {
        let (start, end) = plain.original(found.range());
        let reason = "it is marked as if the system, or somebody with authority, spoke";
        let said = Said::new(&MARKUP, reason, start as usize..end as usize);
        if !is_sample(text, &found.range()) {
            return Some(said);
        }
        sample.get_or_insert(said.weakened());
    }
    sample
}

/// Is it within a block of code, or alone between marks of code or quotes?
fn is_sample(text: &str, part: &Range<usize>) -> bool {
    let (before, behind) = (&text[..part.start], &text[part.end..]);
    let is_in_block = before.matches("```").count() % 2 == 1 && behind.contains("```");
    let is_quoted = |quote: char| before.ends_with(quote) && behind.starts_with(quote);
    let is_in_code = before.rsplit('\n').next().is_some_and(|line| line.matches('`').count() % 2 == 1)
        && behind.split('\n').next().is_some_and(|line| line.contains('`'));
    is_in_block || is_in_code || ['"', '\'', '“'].into_iter().any(is_quoted)
}
