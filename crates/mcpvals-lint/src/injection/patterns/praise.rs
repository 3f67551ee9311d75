//! Praise of oneself and blame of others.

use super::super::pattern::Pattern;
use super::super::rules::PREFERENCE;
use super::unless_denied;

pub(super) static PATTERNS: &[Pattern] = &[
    unless_denied(
        &PREFERENCE,
        "it calls itself the best",
        "(?:this|it|¶|our|this tool|tool|service|function) ~2(?:is|are|provides|offers|delivers|remains|was|represents|being) ~3{best}",
    )
    .but("(?:[^ ]+ )*(?:(?:perfect|ideal|optimal) (?:for|when|if)|best(?: |-)(?:efforts?|practices?|guess|match|matches|case))"),
    unless_denied(
        &PREFERENCE,
        "it calls itself the best",
        "the {best} ~4{tool} ~1(?:for|to|in|of|available|that|on|ever|you|and)",
    )
    .but("(?:[^ ]+ )*(?:(?:perfect|ideal|optimal) (?:for|when|if)|best(?: |-)(?:efforts?|practices?|guess|match|matches|case))"),
    unless_denied(
        &PREFERENCE,
        "it wants to be chosen first",
        "(?:always|must|should|strongly|first|please|highly|you should|only) ~2{prefer} {self} ~6(?:first|over|instead|above|before|rather|default|always|exclusively|whenever|for all|for any|for every)",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be chosen",
        "(?:always|must always|should always|you should|you must) (?:choose|prefer|select|pick|prioritize|favor|favour|recommend) {self}",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be chosen over others",
        "(?:{prefer}|preference|priority|preferred|preferable|prioritized|chosen|selected|favored|used|recommended) ~5(?:over|above|instead of|rather than|before|preference to) (?:(?:all|any|every) ~2{rival}|(?:the )?~1{rival} ~2(?:{tool}|§)|§)",
    ),
    unless_denied(
        &PREFERENCE,
        "it says that it is better than others",
        "(?:{better}|more [a-z]+) ~4than (?:all |any |every |the |most )?~2(?:{rival}) ~1(?:{tool}|§|ones?|there|available|$)",
    ),
    unless_denied(
        &PREFERENCE,
        "it says that it is better than others",
        "(?:enhanced|improved|better|upgraded|optimized|optimised|superior|next-generation|next-gen|advanced|premium|faster|smarter|official|modern|safer|more accurate|more reliable|more secure|newer|newest|latest) (?:version|replacement|alternative|successor|variant|edition|implementation|substitute) (?:of|to|for|over)",
    ),
    unless_denied(
        &PREFERENCE,
        "it says that it is better than others",
        "(?:outperform|outperforms|outperforming|surpass|surpasses|surpassing|beats|supersedes|replaces|superior to|trumps|eclipses) ~3(?:§|(?:every|other|all|any|existing|standard|the) ~1(?:{tool}|alternative|other|translator))",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be the first or only choice",
        "(?:first|default|preferred|only|go-to|top|number one|best|definitive|ideal|primary) (?:choice|option|pick) ~3(?:for|to|when|in|of|over|among)",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be used always",
        "(?:always|exclusively|only) (?:use|call|invoke|choose|rely on) {self} ~6(?:any|all|every|first|whenever|instead|regardless|no matter|before)",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be chosen first",
        "(?:prioritize|prioritise|favor|favour) (?:the use of |using |calling |use of )?{self}",
    ),
    unless_denied(
        &PREFERENCE,
        "it runs others down",
        "(?:other|alternative|competing|similar|all other|any other|existing|standard) {tool} ~2(?:are|is|may|will|can|have|lack|cannot|do) ~4(?:{dead}|inaccurate|slow|slower|inferior|error|errors|unofficial|dangerous|less|limited|incorrect|wrong|malicious|fail|stale|incomplete)",
    ),
    unless_denied(
        &PREFERENCE,
        "others are not to be used",
        "(?:do not|don't|never|must not|should not|avoid|no need to|without) ~1(?:use|using|call|calling|consider|considering|invoke|try|rely on|choose|choosing) ~2(?:any |all )?(?:other|another|alternative|competing|similar|different) ~1{tool}",
    ),
    unless_denied(
        &PREFERENCE,
        "it praises itself by others",
        "(?:trusted|recommended|endorsed|certified|verified|loved|preferred|approved|chosen|rated|used|recognized) by ~3(?:experts?|millions|thousands|professionals|developers|users|leading|fortune|industry|google|microsoft|openai|anthropic|official|authorities|everyone|engineers|companies|enterprises)",
    ),
    unless_denied(
        &PREFERENCE,
        "it praises itself",
        "(?:award-winning|top-rated|highest-rated|world-class|best-in-class|industry-leading|unrivaled|unmatched|unparalleled|gold-standard|gold standard|market-leading|most trusted|world's (?:best|leading|most))",
    ),
    unless_denied(
        &PREFERENCE,
        "it praises itself",
        "(?:the|is|as|your|our|rated|ranked|world's) (?:number one|#1) ~2(?:{tool}|choice|pick|solution|for|in|among|worldwide)",
    ),
    unless_denied(
        &PREFERENCE,
        "it claims to be the official one",
        "(?:official|officially|authoritative|only|certified|verified|trusted|sanctioned|authorized) ~2(?:and |tool |approved |recommended )~3(?:tool|source|choice|version|service|provider|trusted|approved|recommended)",
    ),
    unless_denied(
        &PREFERENCE,
        "it claims never to fail",
        "(?:100%|guaranteed|guarantees|always|never fails|zero errors?|flawless|perfect|infallible) ~1(?:accurate|accuracy|reliable|correct|success|results|uptime|precision|secure|reliability)",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be chosen",
        "(?:if|when|where|whenever|should) ~2(?:several|multiple|many|other|similar|more than one|two|alternative) ~5(?:pick|choose|use|select|prefer|favor|favour|call|take) ~2(?:this|¶)",
    ),
    unless_denied(
        &PREFERENCE,
        "it takes the place of another tool",
        "(?:use|call|invoke|choose|select|prefer) {self} ~3(?:instead of|rather than|in place of|over) ~1§",
    ),
    unless_denied(
        &PREFERENCE,
        "it takes the place of another tool",
        "(?:drop-in replacement|replacement|substitute|superset) ~1(?:for|of) ~2§",
    ),
    unless_denied(
        &PREFERENCE,
        "it takes the place of another tool",
        "(?:in place of|instead of|everything that|everything) ~1§",
    ),
    unless_denied(
        &PREFERENCE,
        "it runs others down",
        "unlike ~1(?:other|all other|any other|most|existing|similar|competing|standard) ~3{tool}",
    ),
    unless_denied(&PREFERENCE, "it praises itself", "(?:ranked|rated|voted) (?:first|#1|number|no|top|best|highest)"),
    unless_denied(
        &PREFERENCE,
        "it wants to be chosen first",
        "(?:choose|select|pick|use|prefer|take|favor|favour) (?:it|this|this tool|¶) ~2(?:by default|first|always|exclusively|above all|whenever possible|without exception)",
    ),
    unless_denied(
        &PREFERENCE,
        "it calls itself the chosen one",
        "the (?:preferred|recommended|go-to|definitive|ultimate|only|right|correct|trusted) ~3(?:tool|choice|option|solution|function|server)",
    ),
];
