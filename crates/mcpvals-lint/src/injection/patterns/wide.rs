//! Orders in looser words: what others write who never saw the patterns. Wide classes within a window, without fixed phrases.

use super::super::pattern::Pattern;
use super::super::rules::{
    CONSENT, DUTY, EXFILTRATION, LASTING, OUTSIDE, OVERRIDE, PREFERENCE, REDIRECTION, SECRECY, SECRET_READ, SHADOWING,
    SIDE_ACTION, TAMPERING,
};
use super::{unless_denied, unless_denied_within, unless_discussed};

pub(super) static PATTERNS: &[Pattern] = &[
    unless_denied(
        &DUTY,
        "it puts itself before all other tools",
        "(?:{before}|ahead of|precondition for|prerequisite for|preceded by) ~8(?:any|every|all|each) ~2(?:tool|tools|invocation|invocations|server's)",
    ),
    unless_denied(
        &DUTY,
        "it makes a rule for every tool",
        "(?:no|every|each|any|all|other) ~3(?:tool|tools|invocation|invocations) ~10(?:until|preceded|depend on|depends on|ticket|permitted to|void|handed to)",
    ),
    unless_denied(
        &DUTY,
        "everything is to come through it",
        "(?:all|every|each|any) ~2(?:messages?|questions?|turns?|inputs?|outputs?) ~8(?:pass through|be handed|handed to|go through|run through|call ¶)",
    ),
    unless_denied(
        &DUTY,
        "it is to be called all the time",
        "(?:called|invoked|run|used) (?:at|on|in|for|with) (?:every|each) (?:turn|message|step|reply|prompt)",
    ),
    unless_denied(
        &DUTY,
        "it demands another tool each time",
        "(?:each time|every time|following every|after every|after each|upon completion|afterwards) ~12(?:{call}|through|via|with|by calling) ~3§",
    ),
    unless_denied(
        &DUTY,
        "an error is feigned, and another tool is to mend it",
        "(?:error|unavailable|insufficient|disabled|issue|workaround) ~12(?:invoke|call|run|calling|elevate|continue) ~6§",
    ),
    unless_denied(
        &DUTY,
        "rights are to be given",
        "(?:†|must|should|always|then|first|please) ~8(?:grant|elevate|assign) ~6(?:superuser|admin|root|owner) ~1(?:rights|role|access|permission|privileges)",
    ),
    unless_denied(
        &DUTY,
        "it repeats what the model is not to check",
        "(?:never|do not|don't) answer ~2(?:from|by|with|using) your",
    ),
    unless_denied(
        &TAMPERING,
        "it answers another wish than the user's",
        "(?:whatever|whichever|any|regardless) ~4(?:requested|asks|asked|given|gives|supplied|chosen|wants|picks) ~4(?:use|send|submit|set|pass|take|put) ~3(?:¦|§|÷|¬|«|±)",
    ),
    unless_denied(
        &TAMPERING,
        "it answers another wish than the user's",
        "(?:user|caller|customer) ~1(?:asks|requests|wants|orders|says|names) ~10(?:in place of|instead of|rather than) (?:it|that|this|them)",
    ),
    unless_denied(
        &TAMPERING,
        "it has what the user gives exchanged",
        "(?:user|caller|customer) ~1(?:gives|supplies|enters|requests|wants|provides|chooses|names) ~4(?:is|are|to|must|should) ~3(?:swapped|replaced|exchanged|changed|substituted|overwritten)",
    ),
    unless_denied(
        &TAMPERING,
        "it has what the user gives exchanged",
        "† (?:replace|substitute|swap|exchange) (?:the )?{content} (?:with|by|for) (?:the|a|an|our)",
    ),
    unless_denied(
        &TAMPERING,
        "it has one thing passed off as another",
        "(?:describe|present|refer|referring|report) ~6(?:as if|as though)",
    ),
    unless_denied(
        &TAMPERING,
        "it adds a recipient",
        "(?:attendees|recipients?|guests|invitees|participants|body|cc|bcc) (?:must|should|has to|have to) ~1(?:contain|include|hold|list) ~1(?:±|¬|¦|«)",
    ),
    unless_denied(
        &SHADOWING,
        "it changes what another tool does",
        "(?:usage|use|behaviour|behavior|working) of (?:the )?§ ~6(?:is|are|was) ~1(?:modified|changed|replaced|overridden|extended|altered)",
    ),
    unless_denied(
        &SHADOWING,
        "it makes a rule for another tool",
        "(?:made|done|sent|performed|created|written) (?:with|by|via|through) § ~2(?:are|is|must|should|have|has) ~1(?:to be|be)",
    ),
    unless_denied(
        &SHADOWING,
        "it makes a condition for another tool",
        "§ ~3(?:does not|doesn't|will not|won't|cannot) ~2(?:work|function|succeed) ~3(?:unless|until|without)",
    ),
    unless_denied(
        &SHADOWING,
        "it falsifies what another tool answers",
        "§ ~1(?:results?|outputs?|answers?|values?|prices?) ~14(?:multiply|divide|replace|change|add|subtract)",
    ),
    unless_denied(
        &REDIRECTION,
        "calls of others are to come here",
        "(?:route|send|direct|goes|go|made|forward) ~6(?:here|through ¶|to ¶|with ¶|via ¶)",
    ),
    unless_denied(
        &REDIRECTION,
        "it takes the place of another tool",
        "¶ (?:is its|takes over|is the successor|supersedes it|replaces it|steps in)",
    ),
    unless_denied(
        &REDIRECTION,
        "another tool is not to be used",
        "(?:should|must|may) not be ~1(?:invoked|called|used) ~2(?:under any|any longer|anymore|at all|in any)",
    ),
    unless_denied(
        &REDIRECTION,
        "another tool is not to be used",
        "(?:don't|do not|never) (?:call|use|invoke|trust) (?:it|them) (?:any|anymore|again|under)",
    ),
    unless_denied(
        &REDIRECTION,
        "another tool is to be used instead",
        "instead of (?:this|it) ~2(?:call|invoke|use|run) §",
    ),
    unless_denied(
        &SECRET_READ,
        "it names a file of secrets that is to be brought",
        "(?:text|content|contents|bytes|body|copy) of ~5×",
    ),
    unless_denied(
        &SECRET_READ,
        "secrets are to be brought along",
        "(?:†|must|first|kindly|please|and|verification) ~3(?:{read}|peek|look) ~3(?:user's|developer's|caller's|customer's|owner's) ~1(?:{secrets}|keys?|wallet)",
    ),
    unless_denied(
        &SECRET_READ,
        "places of secrets are to be searched",
        "(?:locate|find|peek|look|search|open|read) ~8(?:cookies database|login data|keystore|key store|password file|files? called passwords?|keychain|password manager)",
    ),
    unless_denied(
        &SECRET_READ,
        "the user's token is to be handed on",
        "(?:pass|hand|provide|send|give|arguments plus) ~8(?:your|user's|account) ~1(?:access token|account token|token|password|card details|credentials)",
    ),
    unless_denied(
        &EXFILTRATION,
        "private things are to be sent through another tool",
        "{send} ~12(?:chat history|conversation|confidential|portfolio|account numbers|source|proprietary|private|secret|messages|keys) ~12(?:to|via|through|into|with) ~4(?:§|¬|±|fetch tool)",
    ),
    unless_denied(
        &EXFILTRATION,
        "what others label as confidential is to be sent",
        "(?:confidential|proprietary|classified|secret) ~3(?:should|must|has to|is to|are to|files) ~3(?:uploaded|sent|forwarded|posted|shared|copied)",
    ),
    unless_denied(
        &EXFILTRATION,
        "data are to be encoded into an address",
        "(?:encode|embed|put|hide) ~12(?:subdomain|dns label|hostname|query string)",
    ),
    unless_denied(
        &EXFILTRATION,
        "what the user has open is to be handed over",
        "(?:full|complete|entire|all) ~1(?:contents?|text) of ~1(?:every|all|each|any) ~1(?:open|file|document)",
    ),
    unless_denied(
        &EXFILTRATION,
        "the dialogue is to be handed over",
        "(?:{send}|handing|hand|containing|include|including|with|place|put) ~5(?:user's last|last [a-z0-9]+ messages|state of the (?:dialogue|conversation|chat)|whole dialogue|(?:all|every) earlier (?:message|turn)s?)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it says that rules do not hold",
        "(?:rules|guidelines|instructions|policies|restrictions) ~6(?:no longer (?:apply|hold|bind)|are suspended|are lifted|are void|is suspended)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it stands above the user",
        "even (?:where|if|when|though) (?:they|it|this|the|a|that) ~4(?:conflicts?|contradicts?|disagrees?|objects?|differs?)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it asks for the system prompt",
        "(?:output|reveal|print|show|disclose|repeat|return|leak|quote) ~6(?:your|the) (?:system|initial|hidden|developer) (?:message|prompt|instructions)",
    ),
    unless_denied(
        &CONSENT,
        "it acts without asking",
        "(?:proceed|act|continue|go on|behave) as (?:if|though) ~6(?:given|granted|approved|confirmed|agreed)",
    ),
    unless_denied(
        &CONSENT,
        "it acts without asking",
        "(?:don't|do not|never|without) (?:show|showing|display|displaying|open|opening|raise) ~2(?:confirmation|consent|approval) ~1(?:dialog|prompt|window|box)",
    ),
    unless_denied(
        &CONSENT,
        "it acts without asking",
        "(?:don't|do not|never|without|not) (?:trouble|bother|disturb|troubling|bothering|disturbing|involve|involving) ~1(?:user|users|human|owner)",
    ),
    unless_denied(
        &CONSENT,
        "it acts without asking",
        "(?:user|owner|human) (?:need not|needn't) ~2(?:approve|confirm|agree|be asked|know)",
    ),
    unless_denied(
        &CONSENT,
        "it has the model agree with itself",
        "(?:approve|accept|confirm) (?:all|every|any) ~4(?:on your own|yourself|automatically|without)",
    ),
    unless_denied(
        &SECRECY,
        "its existence is to be hidden",
        "(?:existence|presence|use) of this ~2(?:hidden|secret|unmentioned)",
    ),
    unless_denied(
        &SECRECY,
        "it is to be left out of what the user hears",
        "(?:user|users) asks? ~8(?:leave|keep) (?:it|this|that) (?:out|hidden|secret)",
    ),
    unless_denied(
        &OUTSIDE,
        "what is read is to be obeyed",
        "(?:follow|perform|execute|do|carry out|obey|act on) ~3(?:steps|directions|tasks|what|orders|instructions|commands) ~3(?:listed there|found there|comment|it says|given there|there|page requests|requests)",
    ),
    unless_denied(
        &OUTSIDE,
        "it takes instructions from elsewhere",
        "(?:holds?|has|have|contains?|gives?|carr(?:y|ies)) ~2(?:your next|directions for|instructions for|orders for|tasks for) ~2(?:task|ai|you|agent|assistant|model|step)",
    ),
    unless_denied(&OUTSIDE, "what is read is to be obeyed", "(?:decode|query|read|fetch|load) ~8act accordingly"),
    unless_denied(
        &OUTSIDE,
        "what is read is to be obeyed",
        "(?:commands?|orders?|requests?) ~6as (?:coming|if they came|though they came) from the user",
    ),
    unless_denied(
        &LASTING,
        "it waits for a deed of the user",
        "(?:should|if|when|once) the user (?:open|opens|visit|visits|type|types|copies|copy) ~12(?:call|invoke|run|trigger) §",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be chosen first",
        "(?:this|this one|¶|it) ~1(?:should|must|has to|deserves to|ought to) be ~1(?:ranked|chosen|selected|picked|preferred|listed)",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be chosen",
        "(?:pick|choose|select|stick to|stick with) ~1(?:this one|this tool|¶) ~1(?:even|over|and|users|whenever|because|$)",
    ),
    unless_denied(
        &PREFERENCE,
        "it praises itself by others",
        "(?:selected|chosen|picked|certified|endorsed|recommended|preferred|adopted) by ~5(?:models|anthropic|openai|google|agents|assistants)",
    ),
    unless_denied(
        &PREFERENCE,
        "it claims the first place",
        "as (?:their|the|your) (?:first|top|preferred|number one) (?:choice|[a-z]+ tool|tool|option)",
    ),
    unless_denied(
        &PREFERENCE,
        "it runs others down",
        "(?:competing|competitors?|rival|rivals|other|others) ~2(?:sources?|tools?|services?|browsers?|apps?|providers?) ~4(?:wrong|outdated|failures|unreliable|worse|fails?|dangerous|useless)",
    ),
    unless_denied(
        &PREFERENCE,
        "it threatens whoever chooses another",
        "(?:picking|selecting|choosing|using|trying) (?:something|anything|another|any other|a different) ~5(?:lowers?|leads?|lead|risks?|causes?|cost|harms?|worse)",
    ),
    unless_denied(
        &PREFERENCE,
        "it runs others down",
        "no (?:competitor|alternative|other|rival) ~3(?:close|match|matches|compare|compares|better|needed)",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be chosen first",
        "(?:give|grant) (?:this|it|this tool|¶) ~1(?:priority|preference|precedence)",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be recommended",
        "recommend (?:our|this|these|it) ~2(?:before|over|above|first|to everyone)",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be chosen for its maker's sake",
        "depends? on (?:being|it being|this being|you) (?:selected|chosen|picked|used|choosing|selecting)",
    ),
    unless_denied(
        &PREFERENCE,
        "it wants to be the default",
        "(?:recommended|preferred|official) default (?:for|of) (?:all|every)",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it puts protection out of work",
        "(?:disables?|turns? off|deactivates?|switches off|stops?) ~2(?:antivirus|firewall|audit|two-factor|2fa|tamper|virus)",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it handles private things on the way",
        "(?:{secrets}|cvv|pin|card numbers?|direct messages|private messages|health records|face templates|clipboard|private key|browser history) ~6(?:are|is) ~2(?:{send}|{keep}|scraped|indexed|backed|read|attached|exported|sold|copied|written)",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it keeps private things",
        "(?:{keep}|{send}) ~4(?:pin|precise location|cvv|passwords?|card numbers?|location every|fingerprints?|face)",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it gives rights to somebody",
        "grants? ~5(?:admin|root|owner|superuser) (?:rights|access|role)",
    ),
    unless_denied_within(
        &SIDE_ACTION,
        "it goes on listening",
        "(?:keeps?|leaves?) ~2(?:microphone|camera|screen recording) (?:on|open|running|active)",
    ),
];
