//! Deeds that stand beside the verb of a sentence: in the passive ("The slot is reserved for ten minutes."), in a relative
//! clause ("a user, who gets a mail about it"), in a gerund ("by calling it"). Whoever reads verbs alone sees none of them.

use std::sync::LazyLock;

use regex::Regex;

use super::said::cut;

/// The words of a text that tell of a deed on the side; none where they are about others, or are denied.
pub(super) fn deed(text: &str) -> Option<String> {
    let text = cut(text);
    let passive = PASSIVE.captures_iter(text).find(is_told).and_then(|captures| captures.get(1));
    let found = passive.or_else(|| OTHERS.iter().find_map(|pattern| pattern.find(text)))?;
    Some(found.as_str().trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
}

/// Whether a passive tells what a call does: "when accounts are deleted" deletes none, and "nothing is stored" stores nothing.
/// "No code is handed out twice" hands out each once.
fn is_told(captures: &regex::Captures) -> bool {
    let (said, behind) = (&captures[1], captures.get(2).map_or("", |rest| rest.as_str()));
    !SUBORDINATE.is_match(said) && !ELSEWHERE.is_match(behind) && (!DENIED.is_match(said) || AGAIN.is_match(behind))
}

fn pattern(pattern: &str) -> Regex {
    Regex::new(&format!("(?i){pattern}")).expect("constant, and tested")
}

/// What is done to a thing, as a participle. Data that are stored, sorted or accepted tell of no call.
const DONE: &str = r"(?:reserved|notified|informed|alerted|warned|told|e-?mailed|mailed|texted|dropped|paid|marked|booked|rebuilt|archived|reset|revoked|posted|submitted|signed|restarted|rebooted|shut down|stopped|closed|opened|ordered|bought|sold|refunded|withdrawn|transferred|printed|handed (?:out|over)|given (?:out|away)|assigned|claimed|unlocked|released|acquired|granted|deducted|debited|credited|enrolled|subscribed|moved|changed|overwritten|launched|installed|deployed|uploaded|cleared|emptied|flushed|purged|rotated|burned|burnt|consumed|drawn|redeemed|approved|confirmed|cancell?ed|invited|blocked|banned|suspended|disabled|switched (?:on|off)|turned (?:on|off)|incremented|decremented|raised|lowered|queued|committed|pushed|forwarded|published|deleted|removed|erased|wiped|destroyed|discarded|sent|charged|billed|locked|rung|called up|checked (?:in|out)|taken (?:off|out|away)|used up|put (?:on|off|aside|away)|counted down|recorded as|held (?:for|until)|acknowledged|renewed|extended by|prolonged|counted as|logged (?:in|out)|merged into)";

/// A subject of at most six words, and what is done to it.
static PASSIVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:^|[.;,:\n(]\s*|\b(?:and|but|then|while|so)\s+)((?:[\w'`=-]+ ){{1,6}}?(?:is|are|gets|get|will be|being) (?:[a-z]+ly |then |also |afterwards |thereby |now |at once )*{DONE}\b)([^.;\n]{{0,40}})",
    ))
});

static SUBORDINATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:when|if|that|whether|until|which|who|how|what|why|where|unless|because|once|after|before|whose|as|needs?|should|must|results?|than)\b|^(?:gets?|lists?|identif(?:y|ies)|finds?|returns?|shows?|checks?|searche?s?) ",
    )
});

/// "Is marked by an asterisk" and "is moved by the wind" are about the thing.
static ELSEWHERE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s+(?:by|in the (?:response|output|result|list|reply|answer)|daily|hourly|weekly|monthly|yearly|every|with)\b",
    )
});

static DENIED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:no|nothing|none|neither|nobody|not|never)\b"));
static AGAIN: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:twice|again|a second time|any ?more)\b"));

static OTHERS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let news = r"(?:e-?mails?|mails?|messages?|notifications?|notice|sms|texts?|calls?|bills?|invoices?|receipts?|alerts?|reminders?|invitations?)";
    [
        // Somebody is told.
        format!(r"(?:, who|, which|\b(?:he|she|they|everybody|everyone)|\bthe [\w-]+) (?:then |also |thereby |will )*(?:gets?|receives?|is sent|are sent) (?:an?|the|our|your|its) (?:[\w-]+ )?{news}\b"),
        // Somebody or something in a clause of its own.
        format!(r", (?:who|whom|which) (?:then |also |thereby )*(?:is|are|gets?) (?:then |also |thereby )*{DONE}\b"),
        format!(r"\b(?:after|upon|by) which (?:[\w-]+ ){{1,4}}(?:is|are|gets?) (?:then |also )*{DONE}\b"),
        format!(r"\b(?:has|have|having) (?:it|them|him|her|each) {DONE}\b"),
        r"\blet(?:s|ting)? (?:him|her|them|everybody|everyone|the (?:user|owner|author|customer|sender|team)) know\b".to_owned(),
        r"\b(?:goes|moves|counts) (?:up|down|on) by (?:one|two|1)\b".to_owned(),
        // A deed that the reading is done by.
        r"\bby (?:re)?(?:calling|ringing|phoning|texting|mailing|e-?mailing|messaging|opening|booting|pushing|deploying|buying|paying|publishing|switching|turning|pressing|clicking|unlocking|consuming|ordering) (?:it|them|him|her|up|on|off|the (?:number|owner|user|person|customer|device|door|holder))\b".to_owned(),
        // It is the caller's from now on.
        r"\b(?:is|are|becomes?) (?:now |then |from now on )?yours\b|\bnobody else (?:can|gets?|will|may)\b|\bon behalf of (?:a |the )?consumer\b|\bconsumer groups? and (?:consumer|acknowledge)".to_owned(),
    ]
    .iter()
    .map(|words| pattern(words))
    .collect()
});

#[cfg(test)]
mod tests {
    use super::deed;

    #[test]
    fn deeds_on_the_side_are_seen() {
        for text in [
            "Finds a free slot. It is reserved for ten minutes.",
            "Looks up a user, who gets a mail about it.",
            "Returns the ticket; the reporter is notified that somebody looked.",
            "Searches the index. With `rebuild` true the index is dropped and built anew.",
            "Shows the cart. With checkout=true it is paid for.",
            "Looks up the owner of a phone number by calling it.",
            "Returns a gift code. No code is handed out twice.",
            "Returns a seat. The seat is then locked.",
            "Shows the door, which is thereby unlocked.",
            "Gets a draft, and the author receives a message.",
            "Returns a task that is now yours.",
            "Reads the shelf. If `take` is set, the book is checked out.",
            "Finds a room. It is held for an hour.",
            "Returns the PIN, after which the card is blocked.",
            "Returns the state of a parcel and has it forwarded.",
            "Finds a driver and lets her know.",
            "Returns the parcel, while its sender gets informed.",
        ] {
            assert!(deed(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_is_said_of_things_is_no_deed() {
        for text in [
            "Explains when accounts are deleted.",
            "Lists who is notified of an incident.",
            "Returns seats, and which are reserved.",
            "Nothing is deleted. No message is sent.",
            "Get recently added items of a library.",
            "Shows whether the door is locked.",
            "Returns prices. Data is updated daily.",
            "Positive integers are accepted.",
            "The account is taken from the environment.",
            "Returns a list of the mails that were sent.",
            "Finds an owner by calling the API.",
            "A star is marked by an asterisk.",
            "Returns the date by which it must be paid.",
            "Lets you know whether a room is held for somebody.",
            "Returns the hour after which the gate is shut.",
            "Returns the calendar of the user who gets the mail.",
        ] {
            assert_eq!(deed(text), None, "{text}");
        }
    }
}
