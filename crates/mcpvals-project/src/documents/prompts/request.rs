//! Is a text that stands in no quotes one that somebody says to an assistant?

use std::sync::LazyLock;

use regex::Regex;

use super::patterns::{REQUEST, SHELL};

/// How plainly it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Plainly {
    /// An order, which what is to be installed and what can be done begin with, too.
    Ordered,
    /// A question, or an order for the speaker's sake.
    Spoken,
}

/// The request that a text is, without the label before it.
pub(super) fn request(text: &str) -> Option<(&str, Plainly)> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !"¿¡".contains(c)).trim();
    if text.chars().count() > CHARACTERS_MAX || super::is_call(text) || SETUP.is_match(text) || ABOUT_IT.is_match(text)
    {
        return None;
    }
    if is_spoken(text) {
        return Some((text, Plainly::Spoken));
    }
    // "Search: finds notes" says what it does: behind a label, only what is plain is taken.
    let said = LABEL.captures(text).and_then(|captures| captures.get(1)).map(|said| said.as_str().trim());
    if let Some(said) = said {
        return is_spoken(said).then_some((said, Plainly::Spoken));
    }
    (is_order(text) && !text.ends_with([':', '：']) && !OF_CODE.is_match(text)).then_some((text, Plainly::Ordered))
}

/// Is it a step on the way to a server that runs?
pub(super) fn sets_up(text: &str) -> bool {
    SETUP.is_match(text)
}

fn is_spoken(text: &str) -> bool {
    QUESTION.is_match(text) || is_order(text) && OWN.is_match(text) || POLITE.is_match(text)
}

fn is_order(text: &str) -> bool {
    let has_verb = REQUEST.is_match(text) || ORDER.is_match(text) || FOREIGN.is_match(text);
    has_verb && !SHELL.is_match(text)
}

/// Longer texts explain something.
const CHARACTERS_MAX: usize = 400;

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("constant, and tested")
}

/// It ends like one; what stands behind it in brackets or behind an arrow says what comes of it.
static QUESTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?:[?？؟]|(?:です|ます|でしょう)か[。]?|(?:吗|呢)[。]?)(?:\s*(?:\(.*\)|（.*）|(?:->|=>|→|[–—-]\s).*))?$")
});
/// For the speaker's sake.
static OWN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:me|my|mine|our|us|please|i|mir|mein\w*|unser\w*|bitte|mon|ma|mes|moi|mis?|mí|meus?|minhas?|мне|мой|мои|моих|пожалуйста)\b",
    )
});
static POLITE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:请|請|帮|幫|麻烦|给我|告诉我)|(?:ください|下さい|教えて|見せて|調べて|お願いします|해\s?줘|주세요|알려\s?줘|보여\s?줘|찾아\s?줘)[。.!！]?$",
    )
});
/// More of what orders begin with; within code, these are commands.
static ORDER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:retrieve|fetch|save|store|set|start|stop|pause|resume|close|change|edit|sort|filter|group|cancel|approve|reply|draft|post|publish|upload|download|export|import|copy|insert|append|execute|browse|take|capture|record|research|investigate|debug|fix|refactor|design|build|implement|validate|verify|estimate|predict|forecast|rank|pick|choose|tag|archive|restore|share|invite|notify|increase|decrease|measure|identify|detect|highlight|extract|parse|format|render|visuali[sz]e|plot|chart|simulate|solve|evaluate|transcribe|rewrite|remember|recall|forget|note|log|define|grab|combine|split|put|bring|dim|clear|reset|reserve|walk|say|tell|print|display|lookup|scan|crawl|scrape|organi[sz]e|prepare|answer|collect|gather|discuss|ask|fill|cook|paint|sing|reboot|restart|lock|unlock|clean|empty|wake|warn|wait)\s",
    )
});
static FOREIGN: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)^(?:",
        // German.
        r"(?:zeig|such|find|lösch|erstell|leg|gib|nenn|list|füg|schreib|sag|fass|übersetz|öffn|entfern|änder|plan|vergleich|erklär|hilf|sende|schick|speicher|berechne|hol|lies|mach|bitte|kannst|wie|was|welche[rsn]?|wann|wo|wer)(?:e|e?re|ste)?\s",
        // French.
        r"|(?:montre|affiche|cherche|recherche|trouve|crée|supprime|dis|donne|liste|résume|traduis|explique|ajoute|compare|génère|écris|envoie|ouvre|lis|calcule|rappelle|quel(?:le)?s?|comment|quand|peux)(?:z|-(?:moi|nous|tu))?\s",
        // Spanish and Portuguese.
        r"|(?:mu[eé]stra(?:me)?|busca|encuentra|crea|borra|elimina|d[ií](?:me|ga)|da(?:me)?|lista|resume|traduce|explica|añade|agrega|actualiza|genera|compara|escribe|envía|abre|calcula|saluda|lee|mostre|mostra|busque|procure|crie|apague|remova|exclua|resuma|traduza|explique|adicione|encontre|envie|escreva|gere|abra|liste|por favor|qu[eé]|cu[aá]l|c[oó]mo|cu[aá]ndo|d[oó]nde|qual|quando|onde)\s",
        // Italian.
        r"|(?:mostra(?:mi)?|cerca|trova|crea|cancella|dimmi|dammi|elenca|riassumi|traduci|spiega|aggiungi|scrivi|apri)\s",
        // Russian.
        r"|(?:покажи|найди|создай|удали|скажи|дай|переведи|объясни|добавь|напиши|открой|сравни|помоги|расскажи|составь|какой|какая|какие|что|как|где|когда)(?:те)?\s",
        // Chinese: no blanks stand between words.
        r"|(?:查|搜索|显示|顯示|列出|删除|刪除|创建|創建|告诉|把|将|翻译|总结|生成|打开|添加|更新|分析|比较|读取|发送|找|移除|写|画)",
        r")",
    ))
});
/// What is to be done so that it runs, or to be read, and is nothing to say to an assistant.
static SETUP: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:install|clone|configure|see|refer|click|navigate to (?:the|your) (?:folder|directory|project|settings)|sign up|make sure|ensure|check out|read more|replace)\b|\b(?:npm|npx|pnpm|yarn|pip3?|pipx|uvx|docker|brew|git clone|node_modules|\.env|env(?:ironment)? (?:vars?|variables?)|api[ _-]?keys?|config(?:uration)? files?|dependencies|virtual ?env\w*|mcp[ -]servers?|readme|claude desktop|localhost|(?:the|this|your) (?:server|mcp|client|config\w*|example|documentation|docs|package|library|sdk|terminal|inspector))\b|https?://|\.jsonc?\b",
    )
});
/// An order to a programmer: functions, folders, files of source.
static OF_CODE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\w\([^)]*\)|\b[\w.-]+/(?:\s|$)|\b[\w./-]+\.(?:[cm]?[jt]sx?|py|rs|go)\b"));
/// Rhetorical, or asked of the reader.
static ABOUT_IT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:(?:any |have |got |more )?questions\b|(?:need|want|looking for|having|still|found) .*\?$|why (?:use|choose)\b|how (?:it|this|does it|does this) works?\b|what is this\b|what'?s (?:new|next|included)\b|what (?:it|this|(?:does|can) (?:it|this)) (?:does|do)\b)",
    )
});
/// A short label and what stands behind it.
static LABEL: LazyLock<Regex> = LazyLock::new(|| regex(r"^[^:：?？.!]{1,40}(?:[:：]\s*|\s+[–—-]\s+)(.+)$"));
