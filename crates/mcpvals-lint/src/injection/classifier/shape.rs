//! Has what weighs like an order the shape of one? Weights tell what words are near; whom they speak to, and of what, they
//! do not tell: firm words about a tool's own arguments weigh much, and are documentation.

use std::sync::LazyLock;

use super::super::Context;
use super::super::pattern::Words;
use super::super::symbols::{FILE, MAIL, SECRET, Sentence};
use super::Field;
use super::tongue::{self, Tongue};

/// What a window says, by its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// No sentence of a language that the weights know: they say nothing of it.
    Nothing,
    /// Something is said.
    Said,
    /// The reader is to do something with what is not the tool's own.
    Order,
}

pub(super) fn of(sentences: &[Sentence], context: &Context) -> Shape {
    let names = |symbols: [char; 3]| sentences.iter().any(|one| one.words.contains(symbols));
    let has_stranger = || sentences.iter().any(|one| one.others.iter().any(|(_, name)| !context.has_sibling(name)));
    let speaks = |words: &Words| sentences.iter().any(|one| words.is_match(&one.words));
    let reaches_out = || sentences.iter().any(Sentence::names_a_place) || has_stranger();
    let is_note = || sentences.iter().any(|one| INSTALLS.is_match(&one.words)) && !names([FILE, MAIL, SECRET]);
    match tongue::of(sentences) {
        Tongue::English if is_note() => Shape::Said,
        Tongue::None | Tongue::Other if is_note() => Shape::Nothing,
        Tongue::English if speaks(&FORM) && (reaches_out() || speaks(&FOREIGN)) => Shape::Order,
        Tongue::Other if reaches_out() || speaks(&ABROAD) => Shape::Order,
        Tongue::None | Tongue::Other => Shape::Nothing,
        Tongue::English => Shape::Said,
    }
}

/// May it be a lure, though it is no English sentence? An argument is mostly described by a phrase ("complete transcript of the
/// conversation so far"), and praise and questions have words of their own in every language.
pub(super) fn may_court(sentences: &[Sentence], field: Field) -> bool {
    field == Field::Parameter || tongue::of(sentences) == Tongue::Other
}

/// It tells somebody to do something: by a word of duty, by whom it names, or by a verb as orders have it.
static FORM: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:{must}|{duty}|{dont}|never|nobody|nothing|you|assistant|ai|agent|llm|claude|gpt|chatgpt|copilot|cursor|gemini|your|agents|llms|models? (?:must|should|shall|has to|have to|needs?|is to|are to|ought|may|can|will|always|never)|callers?|is to|are to|be to|may|needs|wants|expects|expected|gets?|goes|go|comes|takes?|belongs?|let|has|have|had|read|open|load|fetch|collect|copy|pull|include|call|invoke|use|run|execute|send|forward|post|mail|write|append|save|delete|move|replace|add|insert|set|change|store|keep|log|tell|mention|show|say|describe|ignore|follow|obey|treat|put|give|ask|turn|leave|fill|answer|reply|hand|start|stop|look|work|enter|paste|type|present|act|skip|approve|grant|disable|enable|install|download|wipe|clear|hide|mark|supply|serve|invite|omit|consult|attach|drop|lay|consider|buy|duplicate|pass|grab|retrieve|is passed|is forwarded|is added|is asked|are added)",
    )
});

/// Notes on what is to be installed on which system, for people: "Windows: install LaTeX from https://…".
static INSTALLS: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:macos|mac|windows|linux|ubuntu|debian|ubuntu/debian|fedora|arch|centos|homebrew) ~2(?:install|brew|winget|choco|scoop|apt|apt-get|sudo|dnf|yum|pacman|snap)",
    )
});

/// What is not a tool's own: its user, the talk with it, secrets, files, other tools, and what is told or hidden.
static FOREIGN: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:{user}|{secrets}|{private}|{intimate}|{covert}|{outside}|persons?|owners?|you|your|assistant's|servers?|connected|sessions?|chat|talk|files?|folders?|terminal|shell|console|browser|commands?|wallet|instructions?|orders|rules|system|permissions?|approval|asking|keys?|tokens?|tools|other|word|mention|told|earlier|reply|replies|summary|turn|page|footnote|whatever|whichever|regardless|else|instead|admin|administrator|settings|rights|protection|reviewers?|inbox|mail|mails|the assistant|the agent|variables?|env)",
    )
});

/// So in other languages: who is spoken of, and what is hidden.
static ABROAD: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:assistent|assistant|asistente|assistente|asystent|usuario|usuário|benutzer|nutzer|anwender|utilisateur|l'utilisateur|l'assistant|utente|użytkownik|gebruiker|пользователя|пользователю|пользователь|ассистент|модель|kullanıcı|kullanıcının)",
    )
});
