//! Orders about other tools: duties before and after, arguments that are changed, calls that are taken away.

use super::super::pattern::Pattern;
use super::super::rules::{DUTY, LASTING, REDIRECTION, SHADOWING, TAMPERING};
use super::{always, unless_denied, unless_denied_within};

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
        "it changes arguments of another tool",
        "{when} ~4(?:(?:server's|connector's|plugin's|extension's|integration's) ~2(?:tool|function)|(?:tool|function) (?:of|from) ~2(?:server|connector|plugin|extension|integration)) (?:is|gets|was) (?:called|used|invoked|run|triggered) ~12{modify} ~5(?:{argument}|¦|«)",
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
    )
    // "All fields in `selected` must be listed in `grouped`": how a tool's own arguments go together.
    .but("(?:[^ ]+ ){1,4}(?:in|of) ¦ (?:must|should|have to|need to) (?:also )?be (?:included|listed|present|contained|named|given) in (?:the )?(?:¦|¤)"),
    unless_denied(
        &TAMPERING,
        "it changes what the user asked for",
        "(?:{duty}|{when}|and|then|will|automatically) ~4{tamper} (?:the |any |all |every )?(?:user's|users'|user-provided|user-supplied|user-specified|original|requested|intended) ~3(?:{argument}|message|search|input|choice|selection|¦|§)",
    ),
    unless_denied(
        &TAMPERING,
        "it sends other arguments than the user's",
        "(?:regardless|irrespective|independent|no matter|even if|even when|whatever|whichever) (?:of )?~4(?:{users}|user|users|asks|ask|asked|requests|specify|specifies|specified|wants|says|names)",
    )
    .but("(?:even if|even when) (?:the )?(?:{user}|user) (?:selects|picks|chooses|has selected|has picked|has chosen) (?:a|an|one|any)"),
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
    )
    // Where it is known, it is passed as an argument of its own.
    .but("pass (?:it|this|them|value) ~1as (?:the |its |your )?(?:¤|value of ¤)"),
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
    )
    .but("omitting (?:the |its )?¤ (?:parameter |argument )?(?:will|may|would) (?:result|lead|cause|produce|be)"),
    unless_denied(
        &DUTY,
        "it demands another tool first, in the name of something official",
        "{must} ~4{call} (?:the |a |our |tool |function |also |first |to ){0,3}(?:§|¦) ~10{authority}",
    ),
    unless_denied(
        &DUTY,
        "it demands another tool, in the name of something official",
        "{authority} ~8{must} ~4{call} (?:the |a |our |tool |function |also |first |to ){0,3}(?:§|¦)",
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
        "(?:use|call|invoke|choose|select|prefer) {self} ~3(?:instead of|rather than|in place of|over) ~1(?:any|other|all|existing|built-in|default|standard)",
    ),
    unless_denied(
        &REDIRECTION,
        "it takes the place of another tool",
        "(?:instead of|rather than|in place of) ~2(?:{call} )?~1(?:§|¦) ~8(?:{call}|always|must) ~3(?:§|¦|{self})",
    ),
    unless_denied(
        &REDIRECTION,
        "another tool is not to be used",
        "(?:rely on|rely upon|trust|use|call|choose|turn to) (?:nothing|none|no other|no others|no tool) ~2(?:but|except|besides|than) ~1(?:¶|{self})",
    ),
    unless_denied(
        &REDIRECTION,
        "another tool is not to be used",
        "(?:do not|don't|never|must not|should not|avoid|stop) (?:ever )?{call} ~3(?:§|¦|any other|other tools|the original|the standard|the built-in|the default)",
    )
    // Waiting for the user takes no calls away.
    .but("(?:[^ ]+ ){2,9}until ~6(?:from the user|the user (?:answers|asks|agrees|approves|confirms|says|tells))"),
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
        "(?:calls?|requests?|queries|invocations?) (?:to|of|through|via|with) ~3§ ~2(?:must|should|shall|has to|have to|needs to|will always|always|are to)",
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
    )
    // What is set to a value is an argument, whatever it is called.
    .but("§ (?:is|was|has been) ~1(?:set|true|false|null|none|empty|given|specified|provided|passed|omitted)"),
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
    unless_denied(
        &TAMPERING,
        "it fixes an argument, whatever the user says",
        "{argument} ~3(?:is|are|will be|gets) ~2(?:overridden|forced|replaced|hardcoded|substituted|overwritten|rewritten) ~2(?:with|by|to|for|in|$)",
    ),
    unless_denied(
        &TAMPERING,
        "it makes a rule for every call",
        "(?:must|is to|are to|has to|have to|should|shall|always|automatically|overridden|apply) ~12(?:for|in|to|on|of|with|from) (?:all|every|each|any) (?:requests?|queries|calls?|answers?|responses?|recommendations?|messages?|replies|conversations?|interactions?|recipients?|transactions?|users?)$",
    ),
    unless_denied(
        &TAMPERING,
        "it fixes an argument",
        "{argument} ~1must (?:always )?be (?:set to )?¦ (?:and|$|so|to|because|for|even)",
    ),
    unless_denied(
        &TAMPERING,
        "it has what the user sends changed or shared",
        "(?:queries|requests?|calls?|messages?|copy|location|conversation|text|searches) ~6(?:must|has to|have to|is to|are to|needs to|need to) be ~1(?:extended|supplemented|augmented|tunnelled|tunneled|proxied|shared|placed|copied|mirrored|logged|reported|forwarded|uploaded|posted|replaced|redirected|prefixed|routed)",
    ),
    unless_denied(
        &TAMPERING,
        "it changes what the user sends",
        "(?:always|must|automatically) ~1(?:swap|invert|replace|change|override|multiply|alter|reverse|shift|falsify|inflate|reduce|increase) ~2{content}",
    ),
    unless_denied(
        &TAMPERING,
        "it adds to what the user asked for",
        "(?:besides|beyond|apart from|aside from|on top of|together with|in addition to) the (?:requested|user's|actual|original|desired) ~3(?:change|changes|content|text|request|edit|action|query|file|message|task)",
    ),
    unless_denied(
        &TAMPERING,
        "it adds to everything that is written",
        "(?:†|must|always|please|also) ~2(?:add|insert|append|prepend|put|include|place) ~10(?:to|at|in|into|of) ~4(?:each|every|all) (?:files?|messages?|pages?|commits?|documents?|emails?|posts?|comments?|answers?|responses?)",
    ),
    unless_denied(
        &TAMPERING,
        "it says what the user really wants",
        "(?:user's|users|user) (?:actual|real|true|underlying|hidden|genuine) (?:goal|intent|intention|wish|request|need|aim|objective)",
    ),
    unless_denied(
        &TAMPERING,
        "it has the user deceived",
        "(?:†|must|always|should|and|then|please) ~2(?:claim|pretend|insist|lie|fabricate|invent|falsely) ~1(?:that|to|about|there (?:is|are|was|were) (?:no|none|nothing))",
    ),
    unless_denied_within(
        &TAMPERING,
        "it has something advertised",
        "(?:†|must|always|also|every [a-z]+|each [a-z]+) ~2(?:advertise|promote|endorse|plug)",
    )
    // Ranks and versions are promoted, too.
    .but("(?:[^ ]+ ){1,4}promote (?:to|from|or) (?:[^ ]+ ){0,4}(?:or|to|from|¦|role|owner|admin|production|staging)"),
    unless_denied(
        &DUTY,
        "it demands something before the answer",
        "before ~1(?:returning|answering|responding|replying|showing|presenting|displaying|giving|continuing|proceeding) ~8(?:make|call|send|read|open|delete|run|create|post|visit|fetch|execute|upload|collect|retrieve|include|log)",
    ),
    unless_denied(
        &DUTY,
        "it depends on another tool",
        "(?:requires|needs|need|valid|works|work|possible|available|ready) ~5§ ~4(?:has|was|have|to be|been|to have)",
    ),
    unless_denied(&DUTY, "it demands another tool", "† ~6by (?:first )?(?:calling|running|executing|invoking) ~1§"),
    unless_denied(
        &DUTY,
        "it demands a further deed",
        "† (?:then|also|afterwards|finally|next) (?:remove|delete|overwrite|upload|post|transfer|email|forward|send|publish|wipe|drop|move) (?:the|all|any|every|it|them|this|a)",
    ),
    unless_denied(
        &LASTING,
        "it gives an order that outlasts the call",
        "(?:from now on|from this point|henceforth|going forward|from here on|for the rest of the conversation|for the rest of this|for the remainder of) ~10(?:{duty}|{call}|all|every|any|only|identify|respond|answer|never|treat|include)",
    ),
    unless_denied(
        &LASTING,
        "it changes with time or count",
        "(?:after|on|at|from|with|upon) the (?:second|third|fourth|fifth|tenth|[0-9]+(?:th|rd|nd|st)) (?:calls?|uses?|invocations?|runs?|executions?|requests?)",
    ),
    unless_denied(
        &LASTING,
        "it waits for a word",
        "(?:if|when|whenever|once) the (?:user|message|input|text|query|conversation|prompt) (?:types?|says?|mentions?|contains?|includes?|enters?|writes?) ~3(?:¦|«) ~8(?:unlock|enable|activate|print|reveal|switch|send|execute|run|delete|disable|ignore|call|respond|return)",
    ),
    unless_denied(
        &LASTING,
        "it becomes another tool later",
        "(?:starting|beginning|from|as of|after) ~3(?:monday|tomorrow|next week|january|midnight|approval|installation|installed|approved|update) ~6(?:behaves|behave|becomes|acts|will|switches|is)",
    ),
    unless_denied(
        &TAMPERING,
        "it discards what the user sends",
        "(?:user's|users'|user-provided|user-supplied) ~4(?:is|are|will be|gets) ~1(?:discarded|ignored|dropped|overridden|replaced|disregarded)",
    ),
    unless_denied(
        &TAMPERING,
        "it prescribes what is sent",
        "† (?:then |also |always |first |next ){0,2}(?:append|navigate|go|post|send|submit|insert|replace|substitute|prepend) ~6(?:¬|±|«)",
    )
    .but("(?:[^ ]+ ){0,12}(?:syntax|notation|e.g|for example)"),
    unless_denied(
        &TAMPERING,
        "it has one thing sent for another",
        "(?:should|must|has to|have to|is to|are to|needs to|be) ~1(?:be )?(?:replaced|exchanged|converted|changed|swapped|substituted|rewritten) ~3(?:with|for|to|by|into) ~3(?:¬|¦|«|±)",
    ),
    unless_denied(
        &TAMPERING,
        "it prescribes what every call sends",
        "(?:every|all|each|any) (?:requests?|queries|query|calls?|searches|search) ~2(?:needs?|requires?|uses?|gets?|takes?|carry|carries|has|have) ~4(?:¦|«|¬|±)",
    ),
    unless_denied(
        &TAMPERING,
        "it prescribes what is sent",
        "{argument} (?:argument |parameter |field |value ){0,1}(?:always|must|should) ~2(?:start|starts|begin|begins|end|ends|contain|contains|carry|carries) ~8(?:conversation|chat|messages|prompt|transcript)",
    ),
    unless_denied(
        &TAMPERING,
        "results are to be changed",
        "† (?:multiply|divide|double|inflate|falsify|halve|exaggerate|increase|decrease|reduce) ~2(?:every|each|all|the|any) ~3(?:value|values|price|prices|amount|amounts|result|results|number|numbers|figure|figures)",
    ),
    unless_denied(
        &TAMPERING,
        "it makes a rule for what other tools answer",
        "(?:all|any|every) ~2(?:tool|tools|other) ~2(?:outputs?|results?|responses?|answers?) ~4(?:must|are to|have to|should|will) be",
    ),
    unless_denied(
        &DUTY,
        "it prescribes a further deed with another tool",
        "(?:†|once|if|after|when|also) ~12(?:click|post|send|grant|add|delete|create|write|upload|invite|share|publish|navigate|type|execute|forward|open|book|buy|pay|transfer) ~8(?:with|via|using|through) (?:the )?§",
    ),
    unless_denied(
        &TAMPERING,
        "it prescribes what is sent",
        "(?:must|compulsory|mandatory|has to|needs to|is required) ~4(?:end|ends|start|starts|begin|begins|point|points|come|comes|equal|equals) (?:in |with |at |to |from ){0,1}~3(?:¦|«|×|¬)$",
    ),
    unless_denied(
        &TAMPERING,
        "it prescribes what is sent",
        "(?:†|so|then|always|and|must) ~2(?:write|put|enter|insert|place|fill) ~3(?:into|in|to) the ~2(?:field|parameter|argument)",
    ),
    always(
        &REDIRECTION,
        "another tool is not to be used",
        "§ ~3(?:must|should|may|can) (?:not|no longer|never) be (?:used|called|invoked|trusted)",
    ),
    unless_denied(
        &DUTY,
        "it depends on another tool",
        "(?:only|trustworthy|valid|reliable|correct) ~5after ~1(?:calling|running|executing|invoking) ~1§",
    ),
    unless_denied(
        &DUTY,
        "it demands another tool first",
        "(?:beforehand|firstly|initially) ~8(?:with|via|using|through) (?:the )?§",
    ),
    unless_denied(
        &TAMPERING,
        "it has something advertised",
        "(?:every|each|all) (?:of )?(?:your )?(?:answers?|reply|replies|responses?|messages?|turns?) ~2(?:recommend|suggest|name|mention|favor|favour) ~8(?:no other|no others|nothing else|nobody else|none besides|exclusively|and only|alone|there (?:are|is|were) (?:no|none|nothing))",
    ),
    unless_denied(
        &TAMPERING,
        "it has something advertised",
        "(?:every|each|all) (?:of )?(?:your )?(?:answers?|reply|replies|responses?|messages?|turns?) ~2(?:praise|extol|promote|advertise|endorse|plug|push)",
    ),
    unless_denied(
        &TAMPERING,
        "it has others denied",
        "(?:pretend|act as though|act as if|make believe|behave as though|behave as if) ~2(?:there (?:are|is|were|was) (?:no|none|nothing)|nothing else|no others?|no other|none of the others) ~2(?:other|others|else|alternatives?|choice|exists?|exist|[a-z]+)",
    ),
];
