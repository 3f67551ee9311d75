//! Phrases that tell of a deed though no verb of the sentence need be one of doing.

use std::sync::LazyLock;

use regex::Regex;

use super::said::cut;

/// The words of a description that tell of a deed: what was there is used up, marked, passed on, or told to everybody.
pub(super) fn deed(description: &str) -> Option<String> {
    let description = cut(description);
    let found = DEEDS
        .iter()
        .find_map(|pattern| pattern.find_iter(description).find(|found| !SUBORDINATE.is_match(found.as_str())))?;
    Some(found.as_str().trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
}

/// Whether what follows a verb of reading makes it one of doing: "checks … out", "shows … to all visitors".
pub(super) fn turns_to_a_deed(bare_forms: &[String], rest: &str) -> bool {
    TURNS.iter().any(|(verbs, pattern)| {
        (*verbs == "*" || verbs.split(' ').any(|verb| bare_forms.iter().any(|form| form == verb)))
            && pattern.is_match(rest)
    })
}

/// "when accounts are deleted" deletes none.
static SUBORDINATE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:when|if|that|whether|until|which|who|how|what|why|where|unless|because)\b"));

fn pattern(pattern: &str) -> Regex {
    Regex::new(&format!("(?i){pattern}")).expect("constant, and tested")
}

static DEEDS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        // What was valid is so no more.
        r"\b(?:one[- ]time|single-use|one-use)\b",
        r"\b(?:is|are|become|becomes|will be|was|were)\s+(?:then\s+|thereby\s+)?(?:no longer (?:valid|usable|accepted)|invalidated|voided|used up|spent|revoked|consumed)\b",
        r"\b(?:cannot|can't|can not|may not|must not) (?:be )?(?:used?|redeemed?|opened|claimed|fetch(?:ed)?|retrieved?|read|seen|viewed) (?:again|twice|a second time|any ?more)\b",
        r"\b(?:becomes?|turns?|is then|are then|is thereby) (?:invalid|void|unusable)\b|\b(?:stops?|ceases?) (?:working|to work|being valid|to be valid)\b",
        r"\binvalidat(?:es|ing) (?:the|all|any|every|old|previous|its)\b",
        r"\b(?:can|may) (?:only )?be (?:used|redeemed|read|fetched|retrieved|opened|seen|viewed) (?:only |just )?once\b",
        r"\b(?:won't|will not|cannot|can't|never) be (?:shown|given|returned|sent|seen) again\b|\bas a side[- ]effect\b|\b(?:doing|reading|calling|fetching) (?:so|it|this) (?:also )?[a-z]+s (?:the|it|its|them|all)\b|\bby having\b",
        // What was new is seen, what waited is taken.
        r"\bmark(?:s|ed|ing)? (?:it|them|this|these|the \w+|each|each \w+|all|all \w+|every \w+|messages|e?-?mails|notifications|items) as\b",
        r"\b(?:is|are|gets?|will be) (?:then |automatically |also |thereby )*marked (?:as )?\w+",
        r"\backnowledges?\b(?: (?:it|them|the|each|all|every|receipt)\b)",
        r"\b(?:off|from the (?:head|front|top) of) (?:the|a|its|your) (?:[\w-]+ )?(?:queue|stack|list|backlog)\b",
        r"\b(?:dequeues?|pops?|consumes?) (?:it|them|the|a|an|one|each|every|all|messages?|jobs?|items?)\b",
        r"\bkeep(?:s|ing)? (?:only|just) (?:one|the|a)\b",
        r"\bus(?:es|ing) (?:it|them|the [a-z]+) up\b|\bus(?:es|ing) up\b",
        // A file is written, or a parameter has something done.
        r"\b(?:where|paths?|directory|folder|file ?names?|files?|location) (?:\w+ ){0,3}?(?:to|for) (?:save|write|store|saving|writing|storing|export)\b",
        r"\bwhether to (?:also |automatically )?(?:save|store|write|update|open|send|delete|remove|create|mark|overwrite|install|execute|run)\b",
        // Everybody is told.
        r"\bto (?:all|every|the (?:whole|entire|full)) (?:of )?(?:the |its |your |our )?(?:[\w-]+ ){0,2}?(?:lists?|visitors?|subscribers?|members?|customers?|guests?|recipients?|audience|team|staff|followers?|contacts?|participants?|attendees|class|channel|mailing list|group|crew)\b",
        r"\b(?:read|reads|say|says|play|plays) [^.;\n]{0,60}\b(?:aloud|out loud)\b",
        // A passive of a deed that the sentence itself tells.
        r"(?:^|[.;,\n]\s*|\band )(?:the |its |each |every |all |old |previous |(?:the )?(?:other|original|old) )?(?:[\w-]+ ){0,3}?(?:is|are|gets|will be) (?:then |also |automatically |immediately |afterwards |thereby )*(?:deleted|removed|erased|wiped|destroyed|discarded|sent|charged|billed|locked|cancelled|canceled|overwritten|dismissed)\b(?: |[.,;]|$)",
    ]
    .into_iter()
    .map(pattern)
    .collect()
});

/// Money that is taken from somebody.
const MONEY: &str = r"\b(?:amounts?|sums?|money|rent|deposit|fees?|fines?|instal?lments?|dues|fare|payment|price)\b[^.;\n]{0,20}? from (?:the |an? |your |his |her |their )?(?:[\w-]+(?:'s|s') )?(?:[\w-]+ )?(?:card|account|wallet|purse)\b";

static TURNS: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    [
        ("*", r"\bto (?:everyone|everybody|others)\b|\bto all (?:[\w-]+ )?(?:users|people|visitors)\b"),
        (
            "show display preview read recommend suggest return view",
            r"\bto (?:the |an? |your |its |their |other )?(?:[\w-]+ )?(?:visitors?|customers?|guests?|subscribers?|audience|members?|recipients?|players?|viewers?|people|public|author|owner|callers|shelf|shop|store|sender|seller|warehouse|pool|stock)\b",
        ),
        ("show display preview", r"\bto (?:the |an? |other )?users?\b"),
        (
            "show display preview read scan view return find search echo",
            r"\b(?:on|over|at|through) (?:the|an?|all|every|your|their|its) (?:[\w-]+ ){0,2}?(?:scanner|speakers?|loudspeakers?|screens?|billboards?|projector|board|tv|monitors?|banner|headset|display)\b",
        ),
        ("check", r"(?:^|\s)(?:out|off)\b|^\s+in\b|\bin\s*$|\bin (?:at|for|to) "),
        ("count", r"^\s+down\b|\bdown(?: by\b|\s*$)|^\s+up\b.*\b(?:counter|tally|by)\b"),
        ("fetch retrieve get collect obtain", MONEY),
        ("get", r"^\s+(?:rid|ready|started|going|done|off|out|back in)\b|\b(?:ready|started|rid of|going|moving|fixed|done|delivered|approved)\s*$"),
        ("list", r"\bfor (?:sale|rent|auction)\s*$|\bon (?:the|an?) (?:[\w-]+ )?(?:market(?:place)?|exchange|auction|shop|store)\s*$"),
        ("convert", r"^\s+(?:an? |the |all )?(?:[\w-]+ )?(?:leads?|prospects?|trials?|quotes?|carts?|drafts?|opportunit(?:y|ies))\b"),
        ("evaluate", r"\b(?:javascript|js|python|scripts?|code|snippets?|function|lua|in the (?:page|browser|console))\b"),
        ("validate verify", r"\bby (?:sending|calling|texting|mailing)\b"),
        ("find search", r"\bputs?\b"),
        ("*", r"\bin[- ]place\b|\b(?:on|to) (?:the )?(?:disk|clipboard)\b"),
        (
            "*",
            r"\binto (?:the|your|its|an?|our) (?:[\w-]+ )?(?:folder|directory|table|cache|clipboard|archive|queue|store|library|workspace|database|basket|cart|calendar|log)\b",
        ),
        (
            "*",
            r"\bby (?:sending|creating|deleting|removing|charging|posting|placing|moving|booking|paying|restarting|writing|inserting|updating|locking|signing|submitting|resetting)\b|, (?:[a-z]+ly )?(?:deleting|removing|sending|charging|marking|creating|updating|moving|overwriting|locking|saving|storing|replacing|acknowledging|resetting|clearing|closing|archiving|posting)\b",
        ),
    ]
    .into_iter()
    .map(|(verbs, words)| (verbs, pattern(words)))
    .collect()
});
