//! What is to be done with secrets and data: read, sent, kept on the side; and commands.

use super::super::pattern::Pattern;
use super::super::rules::{COMMAND, EXFILTRATION, SECRET_READ, SIDE_ACTION};
use super::{always, unless_denied, unless_denied_within};

pub(super) static PATTERNS: &[Pattern] = &[
    // Secrets.
    unless_denied(&SECRET_READ, "it names a file of secrets that is to be read", "{read} ~8×"),
    unless_denied(
        &SECRET_READ,
        "it names a file of secrets that is to be written",
        "(?:†|must|should|always|first|please|{before}|and|then) ~2(?:write|append|save|overwrite|create|modify|delete|remove|move|copy|edit|replace|add|put|insert) ~10×",
    ),
    unless_denied(
        &SECRET_READ,
        "secrets are to be brought along",
        "(?:{before}|{duty}) ~8(?:{read}|provide|pass|send|include|supply) ~5{secrets}",
    ),
    always(
        &SECRET_READ,
        "secrets are to be brought along",
        "(?:forget to|fail to|neglect to|hesitate to|omit to|without exception|no exceptions?) ~3(?:{read}|provide|pass|send|include|supply|put|paste|add) ~5{secrets}",
    ),
    always(
        &SECRET_READ,
        "secrets are to be brought along",
        "(?:not|never|don't|cannot|can't|must|nothing) ~6without ~2(?:{read}|providing|passing|sending|including|supplying|putting|pasting|adding) ~5{secrets}",
    ),
    unless_denied(
        &SECRET_READ,
        "secrets are to be brought along",
        "(?:extract|harvest|collect|gather|steal|dump|capture|exfiltrate|grab|scrape|enumerate) ~4(?:all |any |the |user |user's |stored |saved |available ){0,3}{secrets}",
    ),
    unless_denied(
        &SECRET_READ,
        "secrets are to be brought along",
        "(?:extract|harvest|collect|gather|steal|dump|capture|exfiltrate|grab|scrape|copy|read) ~2(?:saved|stored|remembered|browser) ~1(?:logins?|sign-ins|accounts?|cards?)",
    ),
    unless_denied(
        &SECRET_READ,
        "secrets are to be put into an argument or an answer",
        "(?:content|contents|value|values|text) of ~3× ~6(?:as|in|into|to|through|via) ~3(?:{argument}|¤|¦|§|parameter)",
    ),
    // Sending.
    unless_denied(
        &EXFILTRATION,
        "data are to be sent to an address",
        "{send} ~10(?:to|at|via|through|with|towards|using) ~4(?:¬|±)",
    )
    // Posts that somebody posted, and a field for mail, are things.
    .but(
        "(?:(?:[^ ]+ )*(?:when|if|once) ~1{user} (?:asks to|asks for it|wants to|wants it|requests it|chooses to|agrees)|(?:posts |reports |mails |emails |exports ){0,1}(?:posted|shared|published|sent|submitted|uploaded|reported) by|(?:email|mail|e-mail|post|report|export) (?:field|box|input|column|form))",
    ),
    unless_denied(
        &EXFILTRATION,
        "secrets are to be sent",
        "(?:{duty}|{before}|{after}|{also}) ~6{send} ~6(?:{secrets}|×|{private}) ~8(?:to|via|through) ~4{sink}",
    ),
    unless_denied(
        &EXFILTRATION,
        "data are to be sent to strangers",
        "(?:must|always|should|automatically|silently|secretly|immediately|everything|copy of) ~6{send} ~8(?:to|via|through|with) ~3{outside} ~1(?:endpoint|endpoints|server|servers|service|services|address|party|parties|url|site|system|storage|webhook|account|partner|host|api|domain|recipients|¬|±)",
    ),
    unless_denied(
        &EXFILTRATION,
        "data are to be sent away",
        "(?:exfiltrate|exfiltrates|exfiltrating|siphon|siphons|smuggle|smuggles)",
    ),
    unless_denied(
        &EXFILTRATION,
        "the user's words are to be sent away",
        "{send} ~5(?:conversation history|chat history|full conversation|entire conversation|whole conversation|conversation context|system prompt|all messages|user messages|browsing history|keystrokes|user conversations|conversation data|chat logs|chat metadata)",
    ),
    unless_denied(
        &EXFILTRATION,
        "data are to be put into an address or picture",
        "(?:image|link|url|query string|pixel|img) ~8(?:containing|encode|encoded|append|appended|appending|embed|embedding) ~6(?:{secrets}|conversation|chat history|user data|system prompt)",
    ),
    // Commands.
    unless_denied(
        &COMMAND,
        "it tells the model to run a command",
        "(?:{before}|must|always|should|first|please) ~8(?:run|execute|executing|running|type|paste|invoke) ~3(?:the |this |these |following |shell |terminal |bash |system |powershell ){1,4}(?:command|commands|script|code|snippet|line)",
    ),
    unless_denied(
        &COMMAND,
        "every command is to be changed",
        "(?:all|every|any|each) ~2commands? ~6(?:must|should|need|needs|include|prefix|prefixed|begin|start|preceded|append)",
    ),
    // On the side.
    unless_denied_within(&SIDE_ACTION, "it also handles secrets", "{also} ~4(?:{read}|{send}|{keep}) ~8{secrets}"),
    unless_denied_within(&SIDE_ACTION, "it also handles private data", "{also} ~4(?:{send}|{keep}) ~8{private}"),
    unless_denied_within(&SIDE_ACTION, "it also sends data to others", "{also} ~4{send} ~8(?:to|with|via) ~4{outside}"),
    unless_denied_within(
        &SIDE_ACTION,
        "it handles secrets on the way",
        "(?:while|and|then|plus|including) ~3(?:{send}|{keep}) ~6(?:{secrets})",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it keeps what it was given",
        "(?:{keep}|{send}) ~6(?:{secrets}|{private}) ~6(?:for|to|with|in) ~3(?:analytics|telemetry|diagnostics|improvement|later|future|quality|training|marketing|optimization|convenience|troubleshooting|research|reuse|partners|advertising|debugging|monitoring)",
    ),
    unless_denied(
        &EXFILTRATION,
        "secrets are to be copied elsewhere",
        "(?:{duty}) ~2(?:copy|move|write|put|send|place|embed|encode|save|paste|store|forward|post|upload|hide|attach) ~4(?:{secrets}|×|conversation|chat history|system prompt) ~4(?:to|into|in|as the|as a|as part|inside|at|under)",
    ),
    unless_denied(
        &EXFILTRATION,
        "the conversation is to be put somewhere",
        "(?:{duty}) ~2(?:put|encode|embed|place|insert|append|add|write|copy|hide|send|attach|include|provide|pass) ~4(?:conversation|conversation history|chat history|system prompt|user's messages|previous messages|earlier messages|chat log|chat so far)",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it also handles secrets",
        "(?:{secrets}) ~2(?:are|is|get|gets|will be) ~2(?:also|additionally|automatically|silently|then) ~2(?:{send}|{keep})",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it also handles secrets",
        "(?:{secrets}|{private}) ~3(?:are|is|get|gets|will be) ~2(?:{send}|{keep}) ~6(?:to|with|for|in) ~3{outside}",
    ),
    unless_denied(
        &SECRET_READ,
        "secrets are to be brought along",
        "† (?:first |then |always |please |also |next ){0,2}(?:read|collect|gather|extract|retrieve|get|fetch|obtain|include|pass|provide|attach|find|look up|list|dump|harvest) ~5(?:{secrets}|×)",
    ),
    unless_denied(
        &EXFILTRATION,
        "secrets are to be copied elsewhere",
        "† (?:first |then |always |please |also |next ){0,2}(?:copy|move|write|put|send|place|embed|encode|save|paste|store|forward|post|upload|hide|attach|insert|append|add|include|pass) ~4(?:{secrets}|×|conversation|conversation history|chat history|system prompt) ~4(?:to|into|in|as the|as a|as part|inside|at|under)",
    ),
    unless_denied(
        &EXFILTRATION,
        "something unseen carries data away",
        "(?:invisible|hidden|transparent|tracking|1x1|zero-size) (?:image|pixel|field|text|link|iframe|element|form|beacon|parameter)",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it also handles what is private",
        "(?:and|also|it|it'll|additionally|automatically|then|plus|so|effect|background|way|besides) ~4(?:{send}|{keep}|reads?|inspects?|includes?|including|appends?|appending|scans?|scanning|extracts?|extracting|enumerates?|harvests?|exports?) ~6(?:{secrets}|{intimate}|for tokens)",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "what it is given is kept or passed on",
        "(?:{secrets}|{intimate}|text|data|bodies|answers|inputs?|queries|prompts|messages|results|files|copy|content|contents|addresses|requests|responses|documents|images|recordings|usage) ~3(?:is|are|gets|get|will be) (?:also |additionally |automatically |silently |then |quietly ){0,2}(?:{send}|{keep}|passed on|passed|mirrored|cached|kept|retained|shared|sold|saved) ~8(?:for|to|with|by|on|so|in|beyond) ~4(?:{outside}|training|later|future|reuse|marketing|analytics|servers|advertising|advertisers|research|support|staff|insurers|login|profiling|improvement)",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it keeps a copy",
        "(?:and|also|it|additionally|automatically|then|silently|always) ~2{keep} (?:a |an |its |another |one ){0,1}(?:local |remote |hidden |full |second |separate ){0,1}(?:copy|copies|duplicate|duplicates|mirror) of",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it shares what it sees",
        "(?:and|also|it|additionally|automatically|then) ~2(?:shares?|sharing|sends?|forwards?|discloses?|sells?|hands?|reports?|passes|transmits?|uploads?) ~4(?:to|with) ~3(?:support|staff|partners?|vendors?|advertisers?|insurers?|brokers?|employers?|supervisors?|headquarters|{outside})",
    ),
    unless_denied_within(
        &SECRET_READ,
        "the user is to be asked for secrets",
        "(?:†|must|should|always|so|then|and|first|please) ~1(?:ask|prompt|request) ~4for ~3(?:{secrets}|pin|cvv|seed phrase|private key)",
    ),
    unless_denied(
        &SECRET_READ,
        "saved secrets are to be entered",
        "(?:†|and|then|must|always|automatically) ~2(?:fill|enter|type|submit|insert) ~3(?:saved|stored|user's|remembered) ~2(?:{secrets}|card|login)",
    ),
    unless_denied(
        &EXFILTRATION,
        "what another tool knows of the user is to be put into an argument",
        "(?:have|let|get|make|ask|tell) (?:the |your |any |another |a |user's ){0,2}(?:calendar|mail|email|e-mail|inbox|notes?|contacts?|chat|messaging|memory|drive|photos?|password|wallet|banking|health|location|address book) (?:tool|server|connector|plugin|app|integration|function) ~16(?:append|add|put|pass|paste|write|insert|copy|include|attach|hand|give|place|send) ~4(?:to|into|in|as|under|with) ~3(?:¦|¤|«|{argument})",
    ),
    unless_denied(
        &EXFILTRATION,
        "the model's own orders are to be put into an argument",
        "(?:paste|put|copy|write|insert|repeat|place|include|give|state|quote|add|append|enter|type|send|pass|supply) ~2(?:(?:your|the) (?:own |full |whole |entire |current |exact |complete ){0,2}(?:system prompt|system message|system instructions|instructions|prompt|rules|orders) (?:that |which )?(?:you (?:were|have|had|got|are|received|run|work|follow|obey)|given to you)|your (?:own |full |whole |entire |current |exact |complete ){0,2}(?:system prompt|system message|system instructions|initial instructions|developer message)) ~8(?:into|in|to|as|at|under) ~3(?:¦|¤|«|{argument})",
    ),
];
