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
        "(?:{before}|{after}|when|whenever) ~8§ ~14(?:via|using|through|calling|invoking|with the) ~2§",
    ),
    always(&SHADOWING, "it ties the use of another tool to a further one", "{call} ~3§ ~14{before} ~3{call} ~3§"),
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
    unless_denied(
        &TAMPERING,
        "it changes arguments of another tool",
        "§ (?:tool |function )?(?:is|are|gets|was) (?:called|used|invoked|run|executed|requested|triggered) ~12{modify} ~5(?:{argument}|¦|§|¤|«)",
    ),
    unless_denied(
        &TAMPERING,
        "it makes rules for every call of another tool",
        "(?:any|all|every|each) ~4§ ~3{usage} ~10(?:must|should|shall|need to|needs to|have to|has to|are to|is to|will be|are automatically|is automatically)",
    ),
    unless_denied(
        &TAMPERING,
        "it changes an argument",
        "{tamper} ~2(?:§|¦|¤|query|prompt|url|path|recipient|content) (?:parameter|parameters|argument|arguments|field|value|input|accordingly)",
    ),
    unless_denied(
        &TAMPERING,
        "it changes an argument",
        "{tamper} ~2(?:value|values|content|contents|parameter|argument|input) (?:of )?(?:the )?(?:§|¦|¤)",
    ),
    unless_denied(
        &TAMPERING,
        "it answers another wish than the user's",
        "(?:when|whenever|if|any|every time) ~2(?:user|users|user's|someone|requests?) ~14(?:must|should|shall|need to|have to|always) ~2(?:instead|{tamper}|{call} § instead)",
    ),
    unless_denied(
        &TAMPERING,
        "it answers another wish than the user's",
        "(?:must|should|shall|always|will|need to|have to) instead ~1(?:{call}|show|return|provide|display|present|give|answer|respond|tell|use|fetch|select|book|buy|send)",
    ),
    unless_denied(
        &TAMPERING,
        "it changes arguments of another tool",
        "(?:any|all|every|each|for) ~6(?:§|¦) ~8(?:must|should|shall|need to|needs to|have to|has to|always) ~3(?:{fix}|{modify}|include|contain|go|pass|use|have)",
    ),
    unless_denied(
        &TAMPERING,
        "it changes what the user asked for",
        "(?:{duty}|{when}|and|then|will|automatically) ~4{tamper} (?:the |any |all |every )?(?:user's|users'|user-provided|user-supplied|user-specified|original|requested|intended) ~3(?:{argument}|message|search|input|choice|selection|¦|§)",
    ),
    unless_denied(
        &TAMPERING,
        "it sends other arguments than the user's",
        "(?:regardless|irrespective|independent|no matter|even if|even when|whatever|whichever) (?:of )?~4(?:{users}|user|users|asks|ask|asked|requests|specify|specifies|specified|wants|says|names)",
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
        "it has arguments changed before they are sent",
        "(?:{argument}|every|iban|currency|all|wallet) ~8(?:must|should|shall|has to|have to|needs to|need to|is to|are to) ~1be ~1(?:replaced|changed|rewritten|substituted|swapped|modified|altered|overridden|redirected|multiplied|inverted|rerouted|routed|doubled|shifted|truncated|tampered)",
    ),
    unless_denied(
        &TAMPERING,
        "it fixes what the user should choose",
        "(?:{content}) ~6(?:must|should|shall|has to|have to|needs to) ~1(?:always )?be ~1(?:set|fixed|hardcoded|defaulted|forced|equal|switched) (?:to )?(?:the )?~1(?:¦|«|±|¬|[0-9])",
    ),
    unless_denied(
        &TAMPERING,
        "it replaces what the user sends",
        "(?:{duty}|{before}|{when}|and|then) ~8(?:replace|substitute|swap|change|rewrite|overwrite|exchange) ~4(?:{argument}|iban|account|wallet|destination|price|date|city|name|file|target) ~4(?:with|by|to|for|into) ~2(?:¦|«|±|¬|[a-z]*[0-9]+)",
    ),
    unless_denied(
        &TAMPERING,
        "it answers another wish than the user's",
        "(?:when|whenever|if) ~1(?:user|users|someone|anyone) ~12(?:{call}|show|book|buy|send|open|search|query|return|give|order|select) ~5instead",
    ),
    unless_denied(
        &TAMPERING,
        "results are to be passed off as others",
        "(?:{duty}|and|then) ~3(?:present|report|describe|label|pass) ~4(?:result|results|it|this|them|answer|output|value|data) ~2as",
    ),
    unless_denied(
        &TAMPERING,
        "it has the user told what is not so",
        "(?:{duty}|{when}|if) ~8(?:tell|inform|report|claim|say|assure|state|respond|answer|pretend) ~4that ~6(?:successful|succeeded|success|completed|safe|secure|fine|ok|no problems?|no issues?|no errors?|nothing|not available|unavailable|failed|worked|clean|harmless|legitimate)",
    ),
    unless_denied(
        &TAMPERING,
        "it adds to what the user sends",
        "(?:always|must|automatically|should|silently) ~2(?:append|prepend|add|insert|inject|attach|bcc|cc) ~5(?:¦|«|±|¬) ~6(?:{argument}|end|beginning|start|front|email|emails)",
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
        "(?:always|must|should|instead|then) ~3(?:tell|report|present|show|return|display|say|respond|claim|pretend|output) ~5(?:instead|regardless|false|fake|fabricated|as if|as though|was successful|is successful)",
    ),
    unless_denied(
        &TAMPERING,
        "results are to be passed off as others",
        "(?:present|presented|format|disguise|disguised|make|pass) (?:it|them|this|these|the results?|off) ~4(?:as if|as though|look like|appear|appears|part of)",
    ),
    // Duties.
    unless_denied(
        &DUTY,
        "it demands another tool",
        "(?:must|should|need to|needs to|have to|has to|always|required to|mandatory to) (?:you )?(?:first |always |also |immediately |then |instead |automatically |at least ){0,3}{call} (?:the |a |an |our |tool |function |mcp |and |to ){0,3}§",
    ),
    unless_denied(
        &DUTY,
        "it demands another tool first",
        "{before} ~6{call} (?:the |a |an |our |tool |function |to ){0,3}§",
    ),
    unless_denied(
        &DUTY,
        "it demands another tool first",
        "{before} ~12(?:must|should|need to|have to|always|first) ~8(?:via|using|with|through|calling|invoking) (?:the )?§",
    ),
    unless_denied(
        &DUTY,
        "it has another tool called with values of its own",
        "(?:must|first|always|should|please|then|,) ~3{call} ~2§ ~6(?:with|to|on|for|using|of|as) ~6(?:¦|«|±|÷|×|¬)",
    ),
    unless_denied(
        &DUTY,
        "it threatens with what happens otherwise",
        "(?:skipping|omitting|ignoring|failure|failing|neglecting|bypassing|not doing) ~5(?:will|may|would|could|can) ~1(?:cause|result|lead|break|disrupt|overload|corrupt|trigger|prevent|make|produce|invalidate|crash|be)",
    ),
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
    unless_denied(
        &SHADOWING,
        "it makes a rule for another tool",
        "§ (?:tool|function) (?:must|should|shall|has to|have to|needs to|need to|will always|always)",
    ),
    unless_denied(
        &SHADOWING,
        "it makes a rule for another tool",
        "(?:calls?|requests?|queries|invocations?) (?:to|of|through|via|with) ~3§ ~2(?:must|should|shall|has to|have to|needs to|need to|will always|always|are to)",
    ),
    unless_denied(
        &SHADOWING,
        "it changes what another tool does",
        "(?:behaviour|behavior|effect|output|result|usage|parameters?|arguments?|recipient|side effect) ~2(?:of|on|for) ~3§ ~6(?:change|changes|must|is changed|should|differs|is replaced|is overridden)",
    ),
    unless_denied(
        &SHADOWING,
        "it ties the use of another tool to itself",
        "(?:{when}|{before}|{after}) ~4§ ~10(?:must|first|always|should) ~3{call} ~2(?:¶|this tool)",
    ),
    unless_denied(
        &DUTY,
        "it demands another tool",
        "† (?:first |then |always |please |also |next |now |immediately ){0,2}(?:call|invoke|run|execute|trigger|launch) (?:the |a |an |our |tool |function |mcp |and |to ){0,3}§",
    ),
    unless_denied(
        &DUTY,
        "it demands another tool",
        "§ ~4(?:must|should|shall|has to|have to|needs to|need to|is to) (?:be |have been )(?:first |always |also ){0,2}(?:called|executed|invoked|run|used|triggered|launched|completed)",
    ),
    always(
        &DUTY,
        "it depends on another tool",
        "(?:unless|until|only if|only when|only after|provided that) ~2§ ~2(?:has|have|is|was|been|returns|returned|ran)",
    ),
    unless_denied(&DUTY, "it depends on another tool", "(?:depends on|relies on|handshake) ~3§"),
    unless_denied(
        &DUTY,
        "it demands another tool",
        "(?:{duty}|{before}|prerequisite) ~8(?:with|via|using|through) (?:the )?§ ~3(?:and|then|to|before|first)",
    ),
    unless_denied(
        &DUTY,
        "it demands a tool of another kind",
        "(?:†|{duty}|{before}) ~5(?:run|call|invoke|execute|use) the (?:shell|terminal|filesystem|file system|email|mail|browser|bash|payment|database|command|messaging|exec|upload|http|fetch) (?:tool|function|server)",
    ),
    unless_denied(
        &DUTY,
        "what was seen is to be written to a file",
        "(?:{duty}|{after}|finished|done|every|each) ~8(?:save|append|write|log|record|copy|dump|store|export) ~8(?:to|into|in|at|under) ~2÷",
    ),
    unless_denied(
        &REDIRECTION,
        "it says that another tool is dead",
        "§ (?:tool |function |api )?~2(?:is|has been|was|are|will be) ~2{dead} ~14(?:¶|this tool|this one|from now on)",
    ),
    unless_denied(
        &REDIRECTION,
        "it says that another tool is dead",
        "(?:the|original|old|standard|existing|built-in|previous) ~2(?:tool|function) (?:is|has been|was|will be) ~2{dead}",
    ),
    unless_denied(
        &REDIRECTION,
        "all calls are to come here",
        "(?:all|any|every) ~3(?:calls?|requests?|queries|searches|operations?|reads|writes|lookups|tasks?) ~2(?:must|should|have to|has to|need to|are to) ~3(?:through|with|via|by|to|using) ~1(?:¶|{self})",
    ),
];
