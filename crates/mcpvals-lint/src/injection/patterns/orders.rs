//! Orders about other orders, about the user, and about consent.

use super::super::pattern::Pattern;
use super::super::rules::{CONSENT, OUTSIDE, OVERRIDE, SAFETY, SECRECY};
use super::{always, unless_denied, unless_denied_within, unless_discussed, unless_forbidden};

pub(super) static PATTERNS: &[Pattern] = &[
    // Overriding.
    unless_discussed(
        &OVERRIDE,
        "it tells the model to ignore other instructions",
        "{ignore} ~2(?:all |any |the |these |those |your |my |every ){0,3}{previous} ~3{orders}",
    ),
    unless_discussed(
        &OVERRIDE,
        "it tells the model to ignore what it was told",
        "{ignore} (?:all |everything |anything |whatever )~3(?:told|said|instructed|before|above|previously|learned)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it tells the model not to follow other instructions",
        "{dont} {obey} ~2{previous} ~2{orders}",
    ),
    unless_discussed(
        &OVERRIDE,
        "it tells the model to ignore what the user asks for",
        "{ignore} (?:the |any |all |whatever )?(?:user's|users|user) ~2(?:request|query|instruction|instructions|intent|preference|preferences|wishes|question|input)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it claims to stand above the user or other instructions",
        "(?:priority|precedence|takes precedence|authority|importance) ~3(?:higher|over|above|greater|precedence|supersede|supersedes) ~3(?:user|user's|users|all|any|other|system|previous|default|your|instructions)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it claims the highest priority",
        "(?:tool|policy|description|rule|instruction|directive|message|notice|step|requirement) ~3(?:has|have|with|takes|carries|holds) ~2(?:highest|top|absolute|maximum|utmost|ultimate) (?:priority|precedence|authority)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it claims to stand above other instructions",
        "(?:supersede|supersedes|superseding|overrides|overriding|override|takes precedence over|take precedence over|outranks) ~3(?:user|user's|system|previous|prior|other|existing|safety|your|all) ~2{orders}",
    ),
    unless_discussed(
        &OVERRIDE,
        "it gives the model new instructions",
        "(?:new|updated|revised|real|actual|true) (?:system )?(?:instruction|instructions|directive|directives|orders|objective|task|prompt) (?:are|is|follow|follows|now|begin|from)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it gives the model another role",
        "you are (?:now|no longer) ~3(?:mode|dan|unrestricted|jailbroken|free|assistant|bound|developer|root|admin|an ai|a different|restricted|evil|hacker)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it gives the model another role",
        "(?:enter|entering|enable|activate|switch to|in) ~1(?:developer|god|dan|debug|jailbreak|unrestricted|unfiltered|sudo) mode",
    ),
    unless_discussed(
        &OVERRIDE,
        "it tells the model to act without limits",
        "(?:act|behave|respond|operate|answer|pretend|roleplay) ~6(?:no restrictions|without restrictions|without any restrictions|without limitations|no limits|no filter|unfiltered|unrestricted|no ethical|without ethical|without filters|no rules|without any filters)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it asks for the system prompt",
        "(?:output|reveal|print|show|display|repeat|disclose|return|leak|dump|give|send|share) ~3(?:system|initial|hidden|developer) (?:prompt|instructions|message)",
    ),
    unless_discussed(
        &SAFETY,
        "it works past checks",
        "(?:bypass|bypasses|bypassing|circumvent|circumvents|circumventing|evade|evades|evading|skip|skips|ignore|ignores|disable|disables|disabling) ~3{safety} ~1{checks}",
    ),
    unless_discussed(
        &SAFETY,
        "it works past checks",
        "(?:bypass|bypasses|bypassing|circumvent|circumvents|circumventing|evade|evades) ~4(?:access controls?|security|permissions?|authorization|authentication|safety|sandbox|restrictions|guardrails|content filters?|content policy|moderation)",
    ),
    unless_discussed(
        &SAFETY,
        "it says that limits do not hold",
        "(?:without|no|disregarding|ignoring) (?:any |all )?(?:safety|security|content|permission|ethical|policy) (?:checks?|filtering|filters?|restrictions?|moderation|review|validation|controls?)",
    ),
    unless_discussed(
        &SAFETY,
        "it acts with rights that the user does not have",
        "(?:with|has|have|runs|run|executes|execute|using|elevated|full|grants|escalate|escalates) ~2(?:full|elevated|unrestricted|root|administrator|admin|system|system-level|privileged|escalated|maximum) (?:system )?(?:privileges|permissions|access rights|rights)",
    ),
    // Secrecy.
    unless_discussed(
        &SECRECY,
        "it tells the model not to tell the user",
        "{dont} (?:ever |explicitly |directly |also |verbally |otherwise )?{tell} ~6(?:{user}|{users})",
    )
    // "Never show the password in full to anyone" keeps a secret, and nothing from its owner that he should know.
    .but("(?:[^ ]+ ){0,4}(?:(?:show|display) (?:up|the raw|raw|json|internal ids)|(?:show|display|expose|reveal|disclose) (?:[^ ]+ ){0,4}(?:{secrets}|key|card|card number|pin|cvv|iban|ssn|token)(?: in full| in clear| in plain| unmasked| to))"),
    unless_discussed(
        &SECRECY,
        "it tells the model not to tell what it does",
        "(?:do not|don't|dont|never|must not|avoid|should not|no need to|without) (?:ever |explicitly |directly )?(?:mention|mentioning|reveal|revealing|disclose|disclosing|acknowledge|acknowledging|announce|announcing|explain|explaining) ~2(?:this|that|these|it|you|your|any|the) ~3(?:instruction|instructions|step|steps|process|action|tool|side|fact|behavior|operation|call|parameter|requirement|addition|access|accessing|reading|using|you're|doing|sent|read|included|modification|change|redirect|purpose|anyone|policy|detail|details|internal|routing)",
    ),
    unless_denied(
        &SECRECY,
        "it wants something kept from the user",
        "(?:hide|hiding|conceal|concealing|keep|keeping|withhold|kept|hidden|invisible|remain) ~5(?:from|to) (?:the )?(?:end )?(?:user|users|human|humans|customer|victim)",
    ),
    unless_denied(
        &SECRECY,
        "it wants it kept quiet",
        "(?:keep|kept|treat) ~3(?:hidden|secret|confidential|quiet|between us|invisible|undisclosed|to yourself)$",
    ),
    unless_denied(
        &SECRECY,
        "the user is not to notice",
        "(?:user|users|human|they) (?:must|should|shall|need|will|does|do|is|are|can) ?(?:not|never|n't)(?: be)?(?: to)? (?:know|notice|see|aware|be aware|told|informed|notified|learn|suspect|find)",
    ),
    unless_denied(
        &SECRECY,
        "the user is not to notice",
        "(?:without|w/o) ~2(?:the )?(?:user|users|user's|their|anyone) ~1(?:knowing|noticing|knowledge|awareness|realizing|seeing|consent|being)",
    ),
    unless_denied(&SECRECY, "something is done out of sight", "{covert} ~2(?:{send}|{read}|{keep})"),
    unless_denied(
        &SECRECY,
        "something is done out of sight",
        "(?:{send}|{keep}|creates|create|adds|add|includes|include|append|modify|register|registers) ~8(?:silently|secretly|covertly|discreetly|surreptitiously|stealthily|without notice|without notification|behind the scenes|unnoticed)",
    ),
    // Consent.
    unless_forbidden(
        &CONSENT,
        "it acts without asking",
        "(?:without|skip|skipping|bypass|bypassing|omit|no need for|do not require|does not require|do not ask for|never ask for|not wait for|don't ask for|do not request|no) ~2(?:user|user's|users|human|human's|explicit|further|manual|owner) {consent}",
    ),
    unless_denied(
        &CONSENT,
        "it acts without asking",
        "(?:do not|don't|never|without|no need to|not necessary to|must not) (?:ask|asking|prompt|prompting|wait|waiting|request|requesting|seek|seeking|confirm|check|confirming) ~2(?:the |any |for )?(?:user|user's|human|confirmation|permission|approval|consent|customer)",
    )
    .but("(?:ask|asking|prompt|prompting|request|requesting) ~6(?:{secrets}|pin|cvv|code|token|tokens|key|keys)"),
    unless_denied(
        &CONSENT,
        "it claims that consent was given",
        "(?:user|users|owner|administrator|administrators|admin|human|consent|approval|access|operation|action|request|actions|permission) ~2(?:has|have|is|are|was|were|been) ~2(?:pre-approved|preapproved|already approved|already consented|already authorized|already agreed|pre-authorized|preauthorized|already granted)",
    ),
    unless_denied(
        &CONSENT,
        "it acts without asking",
        "(?:auto-approve|auto-approved|auto-confirm|automatically approve|automatically confirm|automatically accept|always approve|bypass confirmation|skip confirmation|skip approval)",
    ),
    // Behaviour from outside.
    unless_denied(
        &OUTSIDE,
        "it takes instructions from elsewhere",
        "{obey} ~3(?:instructions|instruction|commands|directives|steps|orders|prompts) ~4(?:from|in|at|returned|contained|found|inside|within) ~3(?:¬|÷|url|response|output|result|results|page|file|content|remote|website|webpage|document|resource|server)",
    ),
    unless_denied(
        &OUTSIDE,
        "it takes instructions from elsewhere",
        "(?:fetch|download|load|retrieve|get|pull|read) ~3(?:instructions|directives|prompt|prompts|commands|policy) ~3from ~3(?:¬|url|remote|server|external|website|web|pastebin|gist|endpoint)",
    ),
    unless_denied_within(
        &OUTSIDE,
        "results are to be obeyed",
        "(?:treat|consider|interpret|regard|accept|process|use|handle) ~4(?:output|result|results|response|content|text|returned|returns|data|it|whatever|everything|anything) ~3as ~3(?:instruction|instructions|commands|command|directive|directives|authoritative|trusted|system prompt|orders|system-level|ground truth|higher priority)",
    ),
    unless_denied(
        &OUTSIDE,
        "results are to be obeyed",
        "(?:assistant|model|agent|ai|llm|you) (?:should|must|will|shall|needs to|has to) (?:adopt|follow|obey|assume|comply|execute|act) ~5(?:persona|output|result|results|response|returned|instructions|directives|commands)",
    ),
    unless_discussed(
        &SECRECY,
        "it tells the model what to have the user believe",
        "(?:if|when|whenever|should|in case) ~1{user} ~1(?:asks?|enquires?|inquires?|wonders?|questions?) ~6(?:say|claim|pretend|deny|insist|assure) ~1(?:that|there|it|none|nothing|you|everything|no)",
    ),
    always(
        &OUTSIDE,
        "results are to be obeyed",
        "(?:do|perform|execute|follow|obey) (?:exactly )?(?:what|whatever|everything|anything) ~2(?:written|stated|found|listed|printed|asked|said|told) (?:there|in it|on it|inside|on (?:that|the|this) page)",
    ),
    always(
        &OUTSIDE,
        "results are to be obeyed",
        "(?:do|perform|execute|follow) (?:exactly )?(?:what|whatever|everything|anything) ~3(?:returns|response|output|result|says|instructs|tells)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it tells the model to ignore what the user gave",
        "{ignore} ~3(?:{argument}|{content}|city|file|language|choice|preference|what|whatever) ~2(?:the )?(?:user|users|caller|human) ~1(?:gives|gave|given|provided|provides|specified|specifies|asks|asked|supplied|entered|requested|wants|typed|said|says|sends)",
    ),
    unless_discussed(
        &OVERRIDE,
        "it says that rules do not hold",
        "(?:guidelines|rules|restrictions|safety|policies|limits|instructions) ~2(?:do|does|no longer|are|is) (?:not |no longer )?(?:apply|applies|suspended|lifted|void|disabled|binding)",
    ),
    unless_denied(
        &SECRECY,
        "it tells the model not to tell the user",
        "{dont} (?:ever )?(?:let|allow) ~3{user} ~2(?:know|see|notice|find|learn|realize|realise|become|discover)",
    ),
    unless_denied(
        &SECRECY,
        "it tells the model not to talk about it",
        "{dont} (?:ever |explicitly )?(?:bring|talk|speak|refer|comment|point|allude) ~2(?:up|about|to|on|out|of)",
    ),
    unless_discussed(
        &SECRECY,
        "it tells the model what to have the user believe",
        "(?:if|when|whenever|should|in case) ~1(?:{user}|somebody|someone|anybody) ~1(?:asks?|enquires?|inquires?|wonders?|questions?|wants to know) ~12(?:answer|reply|respond|say|tell|state) ~3(?:that )?(?:none|nothing|nobody|no one|(?:it|there|you|they) (?:was|were|did|do|had|have|has) (?:not|never|nothing|none|no))",
    ),
    unless_denied(
        &SECRECY,
        "the user is not to notice",
        "(?:user|users|human|humans|customer|person|people|operator|owner) ~4(?:must|should|shall|has to|have to|is to|are to|ought to|needs to) ~1(?:remain|remains|stay|stays|be kept|be left) ~1(?:unaware|uninformed|oblivious|ignorant|in the dark|none the wiser)",
    ),
    unless_denied(
        &SECRECY,
        "the user is not to notice",
        "(?:user|users|human|humans|customer|person|people|operator|owner) (?:needs?|must|should|shall) (?:not|never) (?:ever )?(?:know|hear|learn|notice|find out|be told) $",
    ),
    unless_denied(
        &CONSENT,
        "it claims that consent was given",
        "(?:assume|presume|suppose|take it|take it for granted|take for granted|act as if|act as though|pretend|proceed as if|proceed as though) ~2(?:they|he|she|everyone|everybody|owners?|{user}|permission|approval|consent|confirmation|agreement) ~2(?:agree|agrees|agreed|approve|approves|approved|consent|consents|consented|confirmed|accepts?|accepted|granted|given)",
    )
    .but("(?:[^ ]+ ){1,8}(?:if|unless|until|only)"),
    unless_denied(
        &SECRECY,
        "the user is not to notice",
        "(?:user|users|human|customer|person) ~3(?:unaware|uninformed|oblivious|in the dark|none the wiser|not notice|never notice|not realize)",
    ),
    unless_denied(
        &SAFETY,
        "it unlocks what is closed",
        "(?:unlock|unlocks|enable|enables|activate|activates|grant|grants|open) ~3(?:restricted|hidden|privileged|forbidden|blocked|disabled) (?:functions?|features?|mode|commands?|actions?|access|tools?|areas?)",
    ),
    unless_denied(
        &SAFETY,
        "it takes the identity of somebody else",
        "(?:impersonate|impersonates|impersonating|masquerade|pose as|posing as|identify yourself as|present yourself as|introduce yourself as|identify as)",
    ),
    unless_denied(
        &SAFETY,
        "it takes the rights of somebody else",
        "(?:reuse|reuses|reusing|borrow|borrows|steal|hijack|replay|replays|resend|resends) ~3(?:token|session|credentials?|approved|approval|authorization|cookie|request|signature) ~1(?:of|from|to|with|that|again|belonging|request)",
    ),
    unless_denied(
        &CONSENT,
        "it says that nobody need agree",
        "(?:reviews?|confirmation|approval|permission|consent|authorization) (?:is|are) (?:not|never|no longer) (?:necessary|required|needed)",
    ),
    unless_denied(
        &CONSENT,
        "it has the model agree with itself",
        "(?:approve|confirm|accept|authorize|authorise) ~2(?:yourself|on the user's behalf|on behalf of the user|automatically on)",
    ),
    unless_denied_within(
        &OUTSIDE,
        "what is read is to be obeyed",
        "(?:treat|consider|regard|interpret|handle) ~8as ~1(?:commands?|orders?|instructions?|directives?)",
    ),
    // The user by other names.
    unless_denied(
        &SECRECY,
        "the user is not to notice",
        "(?:human|humans|operator|operators|person|people|whoever|keyboard|screen|caller|principal) ~2(?:need|needs|must|should|may|shall|ought|has|have|is|are|can|will) (?:not|never) (?:to |be |ever |even |made ){0,3}(?:hear|learn|know|find out|told|informed|aware|read) (?:of|about)",
    ),
    unless_denied(
        &SECRECY,
        "the user is not to notice",
        "(?:user|users|human|humans|operator|operators|person|people|whoever|keyboard|screen|caller|principal) ~2(?:need|needs|must|should|may|shall|ought|is|are|can|will) (?:to )?(?:see|hear|learn|know|notice|read|find|be told) (?:nothing|none|no word|not a word) (?:of|about) (?:this|it|that|these|any|what you|your)",
    ),
    unless_denied(
        &SECRECY,
        "nobody is to notice",
        "(?:nobody|no one|no-one) (?:need|needs|must|should|may|shall|is|has) (?:to |ever |be ){0,2}(?:hear|learn|know|find out|told|notice|informed) (?:of|about) (?:this|it|that|these|any)",
    ),
    unless_denied(
        &SECRECY,
        "something is done out of sight",
        "(?:†|please|must|and|then|should|always) (?:do|retry|repeat|proceed|go on) (?:so |this |that |it |again )?(?:quietly|silently|secretly|discreetly|covertly|surreptitiously|unnoticed|on the quiet)",
    ),
    unless_forbidden(
        &CONSENT,
        "it acts without asking",
        "(?:without|do not|don't|never|no need to) (?:asking|ask|waiting|wait|seeking|seek|requesting|request|obtaining|getting) (?:for )?(?:a |an |any |the |anyone's |anybody's |someone's |user's |owner's |human's |operator's |their |his |her |further |prior |explicit ){0,3}(?:go-ahead|leave|permission|yes|ok|okay|nod|blessing|green light|confirmation|approval|consent|agreement|assent|sign-off|say-so)",
    )
    .but("[^ ]+ (?:[^ ]+ ){1,6}(?:leave|yes|ok|okay|nod) (?:of|the|from [0-9])"),
];
