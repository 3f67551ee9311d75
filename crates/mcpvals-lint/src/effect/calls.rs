//! What comes of a call because it is made: it costs, something else happens along with it, or an argument that it may take
//! is set, though the tool is described as a reader.

use std::sync::LazyLock;

use regex::Regex;

use super::reading::{bare_forms, is_aside, is_neutral, reads};
use super::said::cut;
use crate::words;

/// The words of a description that say so.
pub(super) fn deed(description: &str) -> Option<String> {
    let text = cut(description);
    let whole = |found: regex::Match| found.as_str().trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let plain = || PLAIN.iter().find_map(|pattern| pattern.find(text));
    let found = plain()
        .or_else(|| first(text, &BY_ASKING, |verb| !reads(verb, "") && !is_neutral(verb) && !is_plain_result(verb)))
        .or_else(|| first(text, &EVENT, |event| !IS_READING.is_match(event)))
        .or_else(|| first(text, &TO_SET, |argument| !is_of_the_view(argument)))
        .or_else(|| first(text, &SETTING, |argument| !is_of_the_view(argument)))
        .or_else(|| {
            first(text, &AFTERWARDS, |gerund| {
                let is_deed = ["taking", "starting", "raising"].contains(&gerund) || !is_aside(gerund);
                is_deed && !makes_an_answer(gerund)
            })
        })?;
    Some(whole(found))
}

/// Where a pattern fits first whose first group is as asked for.
fn first<'a>(text: &'a str, pattern: &Regex, is_meant: impl Fn(&str) -> bool) -> Option<regex::Match<'a>> {
    let mut all = pattern.captures_iter(text);
    all.find(|captures| is_meant(&captures[1].to_lowercase()))?.get(0)
}

/// "Calling it makes …" is no deed yet, nor is "using it saves time".
fn is_plain_result(verb: &str) -> bool {
    const RESULTS: [&str; 12] =
        ["is", "does", "has", "requires", "needs", "makes", "helps", "avoids", "saves", "means", "involves", "keeps"];
    bare_forms(verb).iter().any(|form| RESULTS.contains(&form.as_str())) || RESULTS.contains(&verb)
}

/// Whether an argument says what of the answer is shown: `limit`, `sort_order`.
fn is_of_the_view(argument: &str) -> bool {
    const VIEW: [&str; 32] = [
        "limit",
        "sort",
        "order",
        "format",
        "unit",
        "units",
        "page",
        "offset",
        "cursor",
        "encoding",
        "language",
        "locale",
        "lang",
        "timezone",
        "depth",
        "size",
        "count",
        "width",
        "height",
        "fields",
        "max",
        "min",
        "timeout",
        "filter",
        "range",
        "verbose",
        "precision",
        "columns",
        "interval",
        "period",
        "mode",
        "top",
    ];
    words::of_name(argument).iter().any(|word| VIEW.contains(&word.as_str()))
}

/// "After removing the tags": what is done to the answer.
fn makes_an_answer(gerund: &str) -> bool {
    const MADE: [&str; 20] = [
        "applying",
        "removing",
        "stripping",
        "replacing",
        "filtering",
        "sorting",
        "merging",
        "joining",
        "resolving",
        "expanding",
        "splitting",
        "cleaning",
        "following",
        "combining",
        "normalizing",
        "dropping",
        "trimming",
        "grouping",
        "ranking",
        "rounding",
    ];
    MADE.contains(&gerund)
}

fn pattern(pattern: &str) -> Regex {
    Regex::new(&format!("(?i){pattern}")).expect("constant, and tested")
}

/// What a caller does by calling.
const ASKING: &str = r"(?:doing|reading|calling|fetching|asking|looking|viewing|opening|using|requesting|querying|listing|getting|checking|seeing|watching)";
const ASKS: &str = "reads|calls|asks|opens|looks|uses|sees|views|requests|fetches|queries";
/// What is set, when it is told that something is given.
const SET: &str = r"(?:set|replaced|stored|saved|written|overwritten|changed|updated|deleted|removed|renamed|moved|cleared|reset|applied|created|added|switched|adjusted)";
const GIVEN: &str = r"(?:given|passed|set|present|supplied|provided|specified|included|sent)";

static PLAIN: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        // It costs money.
        r"\b(?:is|are|gets?) (?:taken|drawn|collected|debited|deducted) from (?:the |your )?(?:[\w-]+ )?(?:[\w-]+(?:'s|s') )(?:[\w-]+ )?(?:account|card|wallet|balance|purse)\b".to_owned(),
        r"\bfalls? due (?:with|for|on|at|upon) (?:each|every|a|the) (?:call|request|use|quer(?:y|ies)|lookup|search)\b".to_owned(),
        // It leaves a trace of who asks, or goes to somebody else.
        format!(r"\bwho(?:so)?ever (?:{ASKS})\b[^.;,\n]{{0,20}}? (?:is|gets|becomes|pays|owes|will)\b"),
        r"(?:^|[.;]\s+|\band )(?:a|one|another|its) (?:copy|duplicate|note|notice|mail|message|summary|alert|reminder) (?:also |then )?(?:goes|is passed|is handed|is delivered) (?:on )?to\b".to_owned(),
        format!(r"\b(?:calls?|requests?|uses?|usage|{ASKING}|lookups?|quer(?:y|ies)|search(?:es)?|this|it|tool)\b[^.;\n]{{0,40}}?\bcosts? (?:(?:the|your|an?) [\w'-]+ |you |him |her |them )?[€$£]?\d[\d.,]* ?(?:€|\$|£|eur|usd|gbp|chf|euros?|dollars?|cents?|pounds?|yen)"),
        r"\b(?:calls?|requests?|uses?|lookups?|reads?|views?) (?:is|are|gets?|will be) (?:[a-z]+ly )?(?:billed|charged|invoiced|debited)\b".to_owned(),
        r"\b(?:the|your|each|every|this|such an?) (?:visit|view|look|access|call|request|lookup|query|search) (?:then |also |thereby )?(?:shows up|appears in|counts as|uses up|triggers|resets|leaves an?)\b".to_owned(),
        // An argument that may be there has something set.
        format!(r"\b(?:if|when|where|once|whenever|with) (?:an? |the )?[`'\x22]?[\w.-]+[`'\x22]? (?:(?:\w+ )?(?:is|are) )?{GIVEN},? (?:then )?(?:it|this|they|that|the|all|old|existing|its|every)\b[^.,;\n]{{0,30}}?\b(?:(?:is|are|gets?|will be) (?:then |also )?{SET}\b|becomes? the new\b|replaces? )"),
        format!(r"\b(?:sets?|changes?|updates?|overwrites?|replaces?|renames?|deletes?|removes?|switch(?:es)?|adjusts?) (?:it|them) (?:if|when|where|once|whenever|to) [^.;\n]{{0,30}}(?:{GIVEN}|`)"),
        format!(r"\b(?:pass|give|supply|provide|add|specify|send) [`'\x22]?[\w.-]+[`'\x22]?,? and (?:it|this|the [\w-]+) (?:will be|is|gets) {SET}\b"),
        // Numbers that are drawn, and offers that bind.
        r"^\W*(?:returns?|gets?|fetch(?:es)?|gives?) (?:you )?the next (?:[\w-]+ ){0,2}(?:number|ticket|token|code|serial|voucher|customer)\b".to_owned(),
        r"\beach (?:number|ticket|code|voucher|token|one|key|id|seat) (?:[a-z]+ )?(?:only|just|at most|exactly) once\b".to_owned(),
        r"\b(?:is|are) (?:then|thereby|now|from then on) (?:legally )?(?:binding|irrevocable|final)\b|\bbecomes? (?:legally )?(?:binding|irrevocable)\b".to_owned(),
        r"\b(?:is|are|becomes?|stays?|remains?) [^.;,\n]{0,40} from (?:then|that moment|now) on\b".to_owned(),
        r"\b(?:who|which) (?:is|are) (?:then|thereby|afterwards) (?:out of|off|no longer|gone|empty|closed|locked)\b".to_owned(),
        r"\b(?:starts?|begins?|sets?) (?:it|them|the [\w-]+) (?:again|anew|over|back|from (?:zero|scratch|the beginning))\b".to_owned(),
        // What was shown is gone.
        r"(?:^|[.;,]\s*)(?:the |a |old |each |all )?(?:[\w-]+ ){1,2}(?:disappears?|vanish(?:es)?|goes away|go away|(?:is|are) (?:then )?gone) (?:from|for good|afterwards|once|after|then|when)\b".to_owned(),
        r"\b(?:and|which|,) (?:then )?(?:leaves|leaving) (?:it|them|the [\w-]+) (?:empty|blank|locked|open|closed)\b".to_owned(),
        r"\b(?:raising|lowering|increasing|decreasing|reducing|incrementing|decrementing|upping) (?:it|them|the [\w-]+) by\b".to_owned(),
        r"\b(?:after|once) (?:a|an|another) (?:new|fresh|further|current) [\w-]+(?: [\w-]+)? (?:has been|was|is|have been) (?:taken|made|created|built|drawn|written|started|ordered|sent)\b".to_owned(),
    ]
    .iter()
    .map(|words| pattern(words))
    .collect()
});

/// "Asking for it books a fee."
static BY_ASKING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b{ASKING} (?:so|it|this|that|them|the tool|this tool|for (?:it|this|them)|at (?:it|this|them)) (?:also |then |always |thereby )?([a-z]+s) (?:an?|the|it|its|them|all|your|his|her|every|everything|another|one)\b"
    ))
});

/// "Publishing happens at the same time.": the first group is what happens.
static EVENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[.;:]\s+|,\s+and )(?:the |its |an? )?([a-z]{3,}(?:ing|ion|ment|ery|age|al))\b(?: (?:of|to|for) [\w' -]{1,30}?)? (?:happens?|takes? place|occurs?|follows|starts?|begins?|is done|is made) (?:at (?:the same time|once)|immediately|automatically|along|together|with it|in passing|by itself|afterwards|then|thereby|as well|too|right away|alongside|simultaneously|in the same)\b",
    )
});

static IS_READING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:pagination|paging|validation|validating|caching|sorting|filtering|authentication|authori[sz]ation|conver(?:sion|ting)|translation|translating|detection|pars(?:ing)|(?:en|de)coding|normali[sz]ation|truncation|matching|aggregation|calculation|calculating|evaluation|ranking|searching|(?:pre-?)?processing|rendering|counting|indexing|resolution|retrieval|reading|loading|fetching|polling|rounding|escaping|computation|analy[sz]ing|completion|throttling|everything|something|anything|nothing)$",
    )
});

/// "Pass `value` to set it.": the first group is the argument.
static TO_SET: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:pass|give|supply|provide|add|set|with|include|specify|use|send) (?:an? |the |in )?[`'\x22]?([\w.-]+)[`'\x22]?(?: \w+)? to (?:also )?(?:set|change|update|overwrite|replace|rename|modify|edit|store|save|write|adjust|delete|remove|reset|clear) (?:it|them)\b",
    )
});

/// "Setting `station` tunes to it.", "To change it, pass `name`.": the first group is the argument.
static SETTING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:(?:setting|passing|giving|supplying|providing) |to (?:set|change|update|overwrite|replace|rename|modify|edit|adjust) (?:it|them), (?:just |simply )?(?:pass|give|supply|provide|specify|set|use|send) )[`'\x22]?([\w.-]+)[`'\x22]?(?:[.,;]|$| (?:sets|changes|updates|writes|replaces|stores|saves|switches|tunes|turns|moves|renames|deletes|clears|resets|creates) (?:to )?(?:it|the|them|an?)\b)",
    )
});

/// "Lists the backups after taking a fresh one.", in the sentence that says what the tool does.
static AFTERWARDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\W*(?:returns?|gets?|lists?|shows?|reads?|fetch(?:es)?|gives?|retrieves?|finds?|checks?|provides?|looks? up) [^.;:\n]{1,60}?,? (?:right |only |just )?after (?:first )?([a-z]+ing) (?:an?|the|it|its|them|all|every|each|everything)\b",
    )
});

#[cfg(test)]
mod tests {
    use super::deed;

    #[test]
    fn what_a_call_brings_about_is_seen() {
        for text in [
            "Gets the theme. Supply `theme` to change it.",
            "Returns the motto. If `text` is given, it becomes the new motto.",
            "Shows a setting. When `value` is present the setting is overwritten with it.",
            "Reads the volume, or sets it when `level` is passed.",
            "Returns the report after regenerating it from scratch.",
            "Lists snapshots once a new one has been taken.",
            "Returns the record; looking at it triggers a letter to its owner.",
            "Returns the rating. Every request is billed at 5 cents.",
            "Returns a code; using this tool costs the customer 3 EUR.",
            "Returns the draft. Delivery to the readers takes place immediately.",
            "Returns a license. Activation happens along with it.",
            "Returns the next free invoice number.",
            "Returns the number of visitors, raising it by one.",
            "Returns an offer, which becomes binding.",
            "Returns the nickname. To change it, pass `nickname`.",
            "Returns the caption. Give `words` and it will be replaced.",
            "Returns the channel. Setting `channel` switches to it.",
            "Returns a draw; its price is taken from the player's account.",
            "Returns the file. Whoever opens it is entered in a list.",
            "Returns the statement. A copy goes to the tax office.",
            "Reads the meter and starts it again from zero.",
            "Reads a flag; with `on` given, the flag is set accordingly.",
            "Lists messages; old ones vanish for good.",
            "Shows the profile; the visit shows up in the owner's list of visitors.",
        ] {
            assert!(deed(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_is_said_of_an_answer_is_no_deed() {
        for text in [
            "Finds hotels. Set `limit` to change it.",
            "Lists issues. To change it, pass `sort`.",
            "Returns prices from the caller's account.",
            "Lists rows; with `columns` given, only these are returned.",
            "Returns a stream that starts at the beginning.",
            "Returns a page. Pass `cursor` to get the next page.",
            "Reads a file. Pass `encoding` to set the encoding of the result.",
            "Returns rows. If `columns` is given, the rows are cut to them.",
            "Returns the text after removing the tags.",
            "Returns the tree after parsing the file.",
            "Returns a report. Use this after creating a report.",
            "Returns the usage. Costs 1 API credit.",
            "Returns what a call to a country costs.",
            "Searches orders. Pagination happens automatically.",
            "Tells when publishing happens at the same time.",
            "Returns the next departure of a bus line.",
            "Returns the next open task of a plan.",
            "Lists files, each file only once.",
            "Explains why messages vanish for good.",
            "Finds users. Calling it requires a key.",
        ] {
            assert_eq!(deed(text), None, "{text}");
        }
    }
}
