//! What weighs like an order and is none: how tools of one server work together, and that the user is to be asked.

use std::sync::LazyLock;

use super::super::Context;
use super::super::denial;
use super::super::pattern::{Words, is_denied};
use super::super::symbols::{ADDRESS, FILE, MAIL, OTHER, SECRET, Sentence};

/// Is it help for who calls the tools of this server?
pub(super) fn is_help(sentence: &Sentence, context: &Context) -> bool {
    let reaches_out = sentence.names_a_place() || PRIVATE.is_match(&sentence.words);
    !reaches_out && (is_among_siblings(sentence, context) || keeps_consent(&sentence.words) || advises(sentence))
        || keeps_secrets(sentence)
}

/// "For most, we recommend one page for each", "it is what every other tool takes as `page`": what people are told who read on.
fn advises(sentence: &Sentence) -> bool {
    !sentence.words.contains(OTHER) && ADVICE.is_match(&sentence.words) && !COVERT.is_match(&sentence.words)
}

/// "Send the log, but leave passwords out": all that it says of secrets is that they are to be left out, and it speaks of
/// nobody's talk, of no stranger and of no place.
fn keeps_secrets(sentence: &Sentence) -> bool {
    denial::withholds(sentence, &(0..sentence.words.len()))
        && !sentence.words.contains([SECRET, ADDRESS, MAIL, FILE, OTHER])
        && !GRAVE.is_match(&sentence.words)
}

/// "Always send the current workspace directory": the tool asks for an argument that it has, and for a plain place. Whatever is
/// asked beside that makes it no such help.
pub(super) fn fills_a_place(sentences: &[Sentence], context: &Context) -> bool {
    const PLACES: [&str; 10] =
        ["workspace", "directory", "dir", "folder", "path", "root", "cwd", "project_path", "project_root", "location"];
    let is_more =
        |one: &Sentence| one.words.contains([SECRET, ADDRESS, MAIL, FILE, OTHER]) || MORE.is_match(&one.words);
    sentences.iter().any(|one| PLACE.is_match(&one.words))
        && context.has_parameter_of(&PLACES)
        && !sentences.iter().any(is_more)
}

fn is_among_siblings(sentence: &Sentence, context: &Context) -> bool {
    !sentence.others.is_empty() && sentence.others.iter().all(|(_, name)| context.has_sibling(name))
}

/// "Must not go on without the user's approval", "wait for confirmation"; and not "never wait for confirmation".
fn keeps_consent(words: &str) -> bool {
    let asks_abroad = || ASKS_ABROAD.is_match(words) && !SECRETS_ABROAD.is_match(words);
    NOT_WITHOUT.is_match(words)
        || asks_abroad()
        || WISHED.is_match(words) && !QUIET.is_match(words)
        || ASKS.find(words).is_some_and(|found| !is_denied(&words[..found.start]))
}

static PLACE: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:send|pass|provide|set|supply|include|give|specify|use) ~1(?:the |your |its )?(?:current |absolute |full |user's current )?(?:workspace|working|project|root|repository) ~1(?:directory|folder|path|root|dir)|(?:project|workspace|repository|working|current) (?:root|directory|folder) ~12(?:pass|use|send|provide|give) it ~1as (?:the |its )?¤",
    )
});
static MORE: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:{secrets}|{intimate}|{covert}|contents?|said|says|told|asked|wrote|typed|listing|files|tree|everything|conversation|history|messages|names of|environment|and ~3(?:{call}|upload|post|forward))",
    )
});
static NOT_WITHOUT: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "{not} (?:~12(?:without|until|unless) ~6(?:approval|confirmation|consent|permission|approves?|approved|confirms?|confirmed|agrees?|agreed|instructions? from (?:the )?user|user instructions?)|~1(?:approve|confirm|accept|consent|agree|sign) ~3(?:on|for) ~1(?:user's behalf|behalf of the user))",
    )
});
static ASKS: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:wait for|waits for|waiting for|ask for|asks for|only after|only once|only when) ~4(?:approval|confirmation|consent|permission|approves|approved|confirms|confirmed|agrees|agreed|user instructions?|user's instructions?)",
    )
});
/// "… if the user wants that", "as the user asks": whose wish it is.
static WISHED: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:if|when|only when|only if|as|once|unless) (?:the )?(?:user|users|caller|person) ~1(?:asks|wants|wishes|requests|asked|wanted|requested|agrees|approves|confirms|likes) (?:(?:for |to see )?(?:that|this|it|so|them|to|one|any) )?$",
    )
});
/// So in other languages: the user is to be asked.
static ASKS_ABROAD: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:(?:спросите|спроси|спрашивайте|запросите|уточните) ~2(?:у )?(?:пользователя|разрешение|подтверждение|согласие)|(?:подтверждения|согласия|разрешения) ~1пользователя|(?:frage|fragen|frag) ~3(?:benutzer|nutzer|anwender)|(?:bestätigung|zustimmung|erlaubnis) ~1(?:des|der|vom) (?:benutzers|nutzers|anwenders|benutzer|nutzer)|(?:pregunte|pregunta|consulte|pida|pide) ~3(?:usuario|confirmación|permiso)|(?:demandez|demander|demande) ~3(?:l'utilisateur|confirmation|permission)|(?:pergunte|pergunta|peça) ~3(?:usuário|utilizador|confirmação|permissão)|(?:chiedi|chiedere|chieda) ~2(?:all'utente|utente|conferma|permesso))",
    )
});
static SECRETS_ABROAD: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:пароль|пароли|ключ|ключи|токен|код|карты|passwort|kennwort|schlüssel|pin|tan|contraseña|clave|tarjeta|mot de passe|identifiants|carte|senha|chave|cartão|chiave|carta|no|nunca|не|nicht|nie|ohne|sin|ne|sans|jamais|não|sem|non|mai|senza)",
    )
});
static ADVICE: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:we (?:recommend|suggest|advise|encourage)|(?:is|are) what ~1(?:other|all|every|any|most|each) ~2(?:tools?|calls?|endpoints?) (?:takes?|accepts?|expects?|needs?) as)",
    )
});
static QUIET: LazyLock<Words> = LazyLock::new(|| Words::of("(?:{covert}|{also})"));
static COVERT: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:{covert}|{also}|conversations?|chat|history|transcripts?|system prompt|memory|sensitive|private|personal)",
    )
});
static GRAVE: LazyLock<Words> = LazyLock::new(|| {
    Words::of("(?:{intimate}|{private}|{covert}|{outside}|{user}|everything|whatever|said|told|discussed|asked|quiet)")
});
static PRIVATE: LazyLock<Words> = LazyLock::new(|| Words::of("(?:{secrets}|{intimate})"));
