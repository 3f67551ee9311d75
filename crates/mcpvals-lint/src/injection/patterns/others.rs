//! Orders about other tools: duties before and after, arguments that are changed, calls that are taken away.

use super::super::pattern::Pattern;
use super::super::rules::{DUTY, REDIRECTION, SHADOWING, TAMPERING};
use super::{always, unless_denied};

pub(super) static PATTERNS: &[Pattern] = &[
    // Another tool's use is tied to a further tool.
    always(
        &SHADOWING,
        "it ties the use of another tool to a further one",
        "(?:{before}|{after}|{when}) ~2(?:{call}|calls? to|usage of|execution of|invocation of) ~2(?:§|¦)(?: ~7)?{call} ~3(?:§|¦)",
    ),
    always(
        &SHADOWING,
        "it ties the use of another tool to a further one",
        "(?:{before}|{after}|{when}) ~6(?:§|¦) ~8{must} ~3{call} ~3(?:§|¦)",
    ),
    always(
        &SHADOWING,
        "it ties the use of another tool to a further one",
        "{call} ~3(?:§|¦) ~8(?:{before}|{after}) ~1{call} ~2(?:§|¦)",
    ),
    // Another tool's arguments.
    unless_denied(
        &TAMPERING,
        "it changes arguments of another tool",
        "(?:when|whenever|if|before|while|every time|each time|any time|after|once|upon) ~5(?:use|uses|using|used|call|calls|calling|called|invoke|invokes|invoking|invoked|run|running|executing|invocation|usage) ~4(?:§|¦) ~14{modify} ~5(?:{argument}|¦|§|¤|«)",
    ),
    unless_denied(&TAMPERING, "it changes arguments of another tool", "§ (?:tool |function )?(?:is|are|gets|was) (?:called|used|invoked|run|executed|requested|triggered) ~12{modify} ~5(?:{argument}|¦|§|¤|«)"),
    unless_denied(
        &TAMPERING,
        "it changes arguments of another tool",
        "(?:any|all|every|each|for) ~6(?:§|¦) ~8(?:must|should|shall|need to|needs to|have to|has to|always) ~3(?:{fix}|{modify}|include|contain|go|pass|use|have)",
    ),
    unless_denied(
        &TAMPERING,
        "it changes what the user asked for",
        "(?:{duty}|{when}|and|then|will|automatically) ~4{tamper} ~3(?:user's|users'|user-provided|user-supplied|user-specified|original|requested|intended) ~3(?:{argument}|message|search|input|choice|selection|¦|§)",
    ),
    unless_denied(
        &TAMPERING,
        "it sends other arguments than the user's",
        "(?:regardless|irrespective|independent|no matter) (?:of )?~4(?:{users}|user|users|asks|ask|asked|requests|specify|specifies|specified|wants|says|what|input|which)",
    ),
    unless_denied(
        &TAMPERING,
        "it sends other arguments than the user's",
        "(?:instead of|rather than|in place of|overriding|ignoring|ignore|override|disregard) (?:the |whatever |any |what )?(?:{users}) ~3{argument}",
    ),
    unless_denied(
        &TAMPERING,
        "it fixes what the user should choose",
        "(?:always|must|automatically|should always|must always|must be|should be) ~2{modify} ~3(?:{content}) ~4(?:to|with|as|by|into|equal) ~2(?:¦|«|±|¬|§|[0-9])",
    ),
    unless_denied(
        &TAMPERING,
        "it fixes what the user should choose",
        "(?:always|must|automatically|should) ~3(?:set|use|pass|send|specify|include|provide) ~3(?:¦|«|±|¬) ~3as ~3{content}",
    ),
    unless_denied(
        &TAMPERING,
        "it adds to what the user sends",
        "(?:always|must|automatically|should|silently) ~2(?:append|prepend|add|include|insert|inject|attach|bcc|cc) ~5(?:¦|«|±|¬) ~6(?:{argument}|end|beginning|start|front|email|emails)",
    ),
    unless_denied(
        &TAMPERING,
        "it adds a recipient",
        "(?:always|must|automatically|also) ~3(?:bcc|cc|blind copy|carbon copy|copy) ~6(?:±|¦|recipient|address|account|team|compliance)",
    ),
    unless_denied(
        &TAMPERING,
        "it diverts calls",
        "(?:all|any|every|each) ~4(?:calls|requests|queries|searches|operations|messages|emails|payments|transfers|transactions|traffic|orders|bookings|directions|views|lookups|navigation|results) ~4(?:must|should|shall|will|need to|have to|are|is|be) ~2(?:be )?~1(?:routed|redirected|forwarded|sent|changed|converted|modified|replaced|rerouted|diverted|proxied|appended|prefixed|directed|delivered|made)",
    ),
    unless_denied(
        &TAMPERING,
        "results are to be changed",
        "(?:always|must|should|instead|then) ~3(?:tell|report|present|show|return|display|say|respond|claim|pretend|output) ~5(?:instead|regardless|false|fake|fabricated|as if|as though|was successful|is successful) ",
    ),
    unless_denied(
        &TAMPERING,
        "results are to be passed off as others",
        "(?:present|presented|format|disguise|disguised|make|pass) (?:it|them|this|these|the results?|off) ~4(?:as if|as though|look like|appear|appears|part of)",
    ),
    // Duties.
    unless_denied(
        &DUTY,
        "it demands another tool first, in the name of something official",
        "{must} ~4{call} ~3(?:§|¦) ~10{authority}",
    ),
    unless_denied(
        &DUTY,
        "it demands another tool, in the name of something official",
        "{authority} ~8{must} ~4{call} ~3(?:§|¦)",
    ),
    unless_denied(&DUTY, "it demands another tool first", "{before} ~8{must} ~4{call} ~4(?:§|¦)"),
    unless_denied(&DUTY, "it demands another tool afterwards", "{after} ~8{must} ~4{call} ~4(?:§|¦)"),
    unless_denied(
        &DUTY,
        "it demands a file to be read or written",
        "(?:{before}|{after}|must|always|first|mandatory) ~10(?:{read}|append|log|record|overwrite|delete) ~5÷",
    ),
    unless_denied(
        &DUTY,
        "it demands data to be brought along",
        "(?:must|always|should|required to) ~2(?:include|pass|provide|attach|supply|append|insert) ~5(?:conversation|system prompt|chat history|previous messages|all messages|conversation history|reasoning|chain of thought|full context)",
    ),
    unless_denied(
        &DUTY,
        "the model's answer is to carry something",
        "(?:include|add|append|embed|insert|mention|attach) ~8(?:in|to|into|with) (?:your|every|each|all|the final) ~1(?:response|reply|answer|responses|answers|output|final)",
    ),
    // Redirection.
    unless_denied(
        &REDIRECTION,
        "it says that another tool is dead, and another one is to be used",
        "§ ~3(?:tool |function |api )?(?:is|has been|was|are|will be) ~2{dead} ~8{call} ~3(?:¶|this|§)",
    ),
    unless_denied(
        &REDIRECTION,
        "it takes the place of another tool",
        "(?:use|call|invoke|choose|select|prefer) {self} ~3(?:instead of|rather than|in place of|over) ~3(?:§|any|other|all|existing|built-in|default|standard|the)",
    ),
    unless_denied(
        &REDIRECTION,
        "it takes the place of another tool",
        "(?:instead of|rather than|in place of) ~2(?:{call} )?~1(?:§|¦) ~8(?:{call}|always|must) ~3(?:§|¦|{self})",
    ),
    unless_denied(
        &REDIRECTION,
        "another tool is not to be used",
        "(?:do not|don't|never|must not|should not|avoid|stop) (?:ever )?{call} ~3(?:§|¦|any other|other tools|the original|the standard|the built-in|the default)",
    ),
    unless_denied(
        &REDIRECTION,
        "it is dead, and another tool is to be used",
        "(?:{self}|tool|¶) ~2(?:is|has been|was|will be) ~3{dead} ~8{call} ~4(?:§|¦)",
    ),
    unless_denied(
        &REDIRECTION,
        "what goes wrong is to be mended with another tool",
        "(?:if|when|in case) ~6(?:fails|error|errors|fail|failure|unavailable|denied) ~8{call} ~3(?:§|¦)",
    ),
];
