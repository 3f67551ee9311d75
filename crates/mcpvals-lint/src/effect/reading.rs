//! The verbs that only look or compute: a closed list, for whatever is not on it may do anything.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

/// Whether a clause with this verb, in the bare form or the third person, only looks or computes.
pub(super) fn reads(verb: &str, rest: &str) -> bool {
    let bare = bare_forms(verb);
    let has = |list: &BTreeSet<&str>| bare.iter().any(|form| list.contains(form.as_str()));
    let of_certain_objects = || {
        OF_OBJECTS.iter().any(|(verbs, objects)| {
            verbs.split(' ').any(|verb| bare.iter().any(|form| form == verb)) && objects.is_match(sentence(rest))
        })
    };
    has(&READING) && !super::phrases::turns_to_a_deed(&bare, sentence(rest)) || of_certain_objects()
}

/// Whether a clause with this verb tells something about the tool, and no deed: "supports", "requires".
pub(super) fn is_neutral(verb: &str) -> bool {
    bare_forms(verb).iter().any(|form| NEUTRAL.contains(form.as_str()))
}

/// Whether a gerund after a comma tells how it is read, or what: "including", "showing", "using".
pub(super) fn is_aside(gerund: &str) -> bool {
    const OTHERS: [&str; 12] = [
        "regarding",
        "concerning",
        "starting",
        "depending",
        "during",
        "according",
        "considering",
        "representing",
        "preserving",
        "assuming",
        "being",
        "optionally",
    ];
    let Some(stem) = gerund.strip_suffix("ing") else { return false };
    let doubled = stem.get(..stem.len().saturating_sub(1)).unwrap_or_default();
    let forms = [stem.to_owned(), format!("{stem}e"), doubled.to_owned()];
    OTHERS.contains(&gerund)
        || forms.iter().any(|form| READING.contains(form.as_str()) || NEUTRAL.contains(form.as_str()))
}

/// Whether the word is no verb, whatever form it has.
pub(super) fn is_function_word(word: &str) -> bool {
    FUNCTION.contains(word)
}

/// Whether the word opens the object of a verb: "the", "them".
pub(super) fn opens_an_object(word: &str) -> bool {
    OBJECT.contains(word)
}

/// What a verb may be without the ending of the third person, itself among it.
pub(super) fn bare_forms(verb: &str) -> Vec<String> {
    let verb = verb.to_lowercase();
    let stems = [
        verb.strip_suffix("ies").map(|stem| format!("{stem}y")),
        verb.strip_suffix("es").map(str::to_owned),
        verb.strip_suffix('s').filter(|stem| !stem.ends_with('s')).map(str::to_owned),
    ];
    std::iter::once(verb.clone()).chain(stems.into_iter().flatten()).collect()
}

fn sentence(rest: &str) -> &str {
    let end = SENTENCE_END.find(rest).map_or(rest.len(), |found| found.start());
    &rest[..end]
}

fn set(words: &'static str) -> BTreeSet<&'static str> {
    words.split_ascii_whitespace().collect()
}

static SENTENCE_END: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[.!?;](?:\s|$)|\n\s*\n").expect("constant, and tested"));

static READING: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    set("access aggregate analyse analyze assess autocomplete average browse calculate check classify compare compute \
         convert count cross-check decode describe detect determine diff discover display divide echo encode estimate \
         evaluate examine explain explore extract fact-check fetch filter find forecast geocode get grep hash identify \
         inspect introspect list locate lookup measure multiply obtain parse predict preview query read recommend \
         retrieve return scan scrape search show solve subtract suggest sum summarise summarize tokenize translate \
         validate verify view")
});

static NEUTRAL: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    set("accept allow appear apply assume avoid be become begin belong cause combine come concern consider consist \
         contain correspond cost cover default depend do drive enable end ensure exclude exist expect fail fall focus \
         follow give guarantee handle happen have help highlight ignore include indicate integrate involve know lack \
         leverage let limit look make match mean mirror need note offer omit optimize order-by paginate perform prefer \
         prevent produce provide range rank reach reduce reflect rely represent require respect respond reveal see \
         serve skip sort span specify start state support take tell throw traverse try use utilize vary wait want work \
         yield employ group raise error understand correlate wrap balance differ run query")
});

static FUNCTION: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    set(
        "a about above across after against all along also always among an and another any anything around as at based \
         because been before behind below besides between both but by can could did down during each either else etc \
         even ever every everything except few first for from further had has have he hence her here his how if in \
         inside instead into is it its just last later least less like many may minus more most much must my near \
         never next no none nor not nothing now of off often on once one only onto optionally or other otherwise our \
         out over past per perhaps plus rather regardless same several she should since so some something still such \
         than that the their them then there these they this those though through throughout thus to together too \
         toward towards under unless unlike until up upon us versus via vs was we were what whatever when where \
         whereas whether which while who whose why will with within without would yes yet you your args returns \
         parameters params notes examples details results does are default",
    )
});

static OBJECT: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    set(
        "a all an another any both each every everybody everyone everything her him his it its my new old one our some such the their \
         them these this those three two us your yourself",
    )
});

/// Verbs that only read where their object says so.
static OF_OBJECTS: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    let objects = |pattern: &str| Regex::new(pattern).expect("constant, and tested");
    vec![
        ("provide give gain offer", objects(KNOWLEDGE)),
        ("look", objects(r"(?i)^\s+(?:up|for|at|through)\b")),
        ("define recall", objects(r"(?i)^\s+(?:\S+\s+){0,3}?(?:words?|terms?|memor(?:y|ies)|facts?)\b")),
        (
            "ping",
            objects(r"(?i)^\s+(?:\S+\s+){0,3}?(?:servers?|hosts?|address(?:es)?|ip|endpoint|api|service)\b|^\s*$"),
        ),
        ("resolve", objects(NAMES)),
        ("perform do run execute conduct make", objects(QUERIES)),
    ]
});

const KNOWLEDGE: &str = r"(?i)^\s+(?:\S+\s+){0,5}?(?:info|information|insights?|details?|data|access to|list of|overview|summary|summaries|statistics|stats|analys[ie]s|documentation|docs|examples?|guidance|forecasts?|history|breakdown)\b|^\s+back\s+(?:a|the|information|details?|data)\b";

const NAMES: &str = r"(?i)^\s+(?:\S+\s+){0,4}?(?:(?:host|domain|ens|protocol|user|package|library|module)?\s?names?|dns|ids?|identifiers?|hostnames?|urls?|uris?|paths?|handles?|alias(?:es)?|references?|address(?:es)?|redirects?)\b";

const QUERIES: &str = r"(?i)^\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,4}?(?:search(?:es)?|lookups?|retrieval|calculations?|computations?|comparisons?|analys[ie]s|conversions?|(?:read-only|readonly|select|get)\s+(?:\w+\s+){0,2}?(?:quer(?:y|ies)|requests?|statements?))\b";
