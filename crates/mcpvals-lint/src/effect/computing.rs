//! What is done to a value that came as an argument and is returned: computing, whatever its verb.

use std::sync::LazyLock;

use regex::Regex;

use super::said::cut;

/// Whether the first sentence says that a value is made or changed and handed back, and nothing that anybody keeps.
///
/// "Removes the stop words from a text and returns the rest" computes. "Creates a user and returns its id" does not, for
/// users are kept; nor does "Removes a word from the dictionary and returns it", for *the* dictionary is kept too.
pub(crate) fn computes(description: &str) -> bool {
    let description = cut(description);
    let end = END.find(description).map_or(description.len(), |found| found.start());
    let sentence = GIVEN.replace_all(&description[..end], " a text ");
    let back = RETURNED.find(&sentence);
    let (deed, more) = back.map_or((&*sentence, ""), |found| (&sentence[..found.start()], &sentence[found.end()..]));
    let told = back.is_some() || ARGUMENT.is_match(&sentence) || makes_nothing_last(description);
    let of_a_value = VALUE.is_match(deed) && !KEPT.is_match(deed) && (!DEFINITE.is_match(deed) || OF_A.is_match(deed));
    ARITHMETIC.is_match(deed) && !MORE.is_match(more)
        || told && MADE.is_match(deed) && of_a_value && !MORE.is_match(more)
}

/// Whether it says that nothing comes of it but its answer: "Nothing is stored.", "Runs nothing."
pub(crate) fn makes_nothing_last(description: &str) -> bool {
    NOTHING.is_match(cut(description))
}

static END: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[.!?](?:\s|$)|\n").expect("constant, and tested"));

/// Numbers that are added up.
static ARITHMETIC: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:this tool |the tool |it )?(?:(?:adds?|sums?|totals?)\s+(?:up\s+)?(?:two|three|2|3|multiple|several|both|the two|an?\s+(?:list|array)\s+of|together)?\s*(?:[a-z]+\s+)?(?:numbers|integers|floats|decimals|vectors|matrices|fractions)\b|raises?\s+an?\s+number\s+to\s+a\s+power)")
        .expect("constant, and tested")
});

/// What is made, and not sent or bought.
static MADE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:this tool |the tool |it )?(?:adds?|builds?|capitali[sz]es?|cleans?|combines?|composes?|concatenates?|creates?|cuts?|encrypts?|formats?|generates?|inserts?|joins?|makes?|merges?|multiplies|normali[sz]es?|puts?|removes?|renders?|replaces?|reverses?|rewrites?|rounds?|shortens?|shuffles?|sorts?|splits?|strips?|swaps?|transforms?|trims?|truncates?|turns?|wraps?|writes?)\b")
        .expect("constant, and tested")
});

/// What has no place of its own.
static VALUE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:texts?|strings?|words?|sentences?|paragraphs?|letters?|characters|whitespace|spaces?|numbers?|integers?|digits?|values?|quantit(?:y|ies)|units?|json|yaml|xml|csv|toml|markdown|html|sql|dates?|times?|timestamps?|durations?|lists?|arrays?|vectors?|matri(?:x|ces)|palettes?|colou?rs?|hex codes?|hash(?:es)?|uuids?|expressions?|equations?|polynomials?|fractions?|coordinates|angles?|summar(?:y|ies)|sequences?|sets|objects? given|documents? given|urls?|patterns?)\b")
        .expect("constant, and tested")
});

/// What is kept somewhere: a definite place, or a thing that only exists when it is kept.
static KEPT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:to|from|in|into|on|onto|at|of) (?:the|your|my|our|his|her|their|all|every)\b|\b(?:to|into|in|on) an? (?:[a-z]+ )?(?:lists?|sets?|sequences?)\b|\b(?:files?|folders?|director(?:y|ies)|databases?|tables?|rows?|records?|accounts?|users?|repositor(?:y|ies)|repo|issues?|tickets?|calendars?|logs?|servers?|carts?|projects?|dictionar(?:y|ies)|notes?|mails?|e-mails?|messages?|orders? for|contacts?|keys?|tokens?|webhooks?|pages?|wikis?|sheets?|spreadsheets?|channels?|disk|memory|store|cells?|boards?)\b")
        .expect("constant, and tested")
});

/// What the caller hands over is a value, though "the" stands before it.
static GIVEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:the|its|your) (?:given |provided |supplied |passed |input )?(?:text|string|sentence|input|argument|numbers?)\b|\bthe (?:given|provided|supplied|passed) [a-z]+\b|\bthe (?:start|end|beginning|middle) of\b")
        .expect("constant, and tested")
});

static DEFINITE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:this tool |the tool |it )?[a-z]+ (?:the|its|your|my|our)\b").expect("constant, and tested")
});

static OF_A: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:of|in|from) (?:an?|two|several|some)\b").expect("constant, and tested"));

static RETURNED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:,|\band|\bthen)\s+(?:then\s+)?(?:returns?|gives? back|hands? back|outputs?|yields?)\s+(?:it|them|the|their|its|what|a|an|both|all)\b")
        .expect("constant, and tested")
});

static ARGUMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:given|passed|supplied|provided) (?:as|in|by) (?:an? |the )?(?:arguments?|parameters?|input|caller)\b")
        .expect("constant, and tested")
});

/// Another deed after what is returned.
static MORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:,|\band|\bthen|\bafter|\bbefore)\s+(?:also\s+|then\s+)?(?:saves?|stores?|sends?|deletes?|removes?|writes?|posts?|puts?|logs?|keeps?|mails?|adds?|appends?|[a-z]+ing)\b|\b(?:of|to|in) (?:the )?(?:file|database)\b")
        .expect("constant, and tested")
});

static NOTHING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bnothing (?:is|gets|will be) (?:ever )?(?:stored|saved|kept|written|changed|modified|run|executed|persisted)\b|\b(?:stores?|saves?|keeps?|writes?|changes?|modif(?:y|ies)|runs?|executes?|touches) nothing\b|\bno(?:thing)? (?:changes|side effects?)\b")
        .expect("constant, and tested")
});
