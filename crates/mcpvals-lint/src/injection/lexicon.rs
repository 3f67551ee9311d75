//! Classes of words, which patterns name in braces: `{send}`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A class is verbs in their dictionary form (all forms are meant), or words and phrases as they are.
enum Words {
    Verbs(&'static str),
    AsIs(&'static str),
}
use Words::{AsIs, Verbs};

/// Phrases are joined by underscores.
#[rustfmt::skip]
const CLASSES: &[(&str, Words)] = &[
    ("dont", AsIs("do_not dont don't don´t never must_not mustn't should_not shouldn't shall_not cannot can't avoid refrain_from without not no_need_to under_no_circumstances")),
    ("not", AsIs("not never no cannot can't doesn't does_not don't do_not without nor won't isn't aren't neither nothing only_if prevents prevent avoids")),
    ("tell", Verbs("tell mention inform notify reveal disclose show alert report explain apprise admit hint say display announce discuss acknowledge communicate surface confess warn describe expose indicate")),
    ("user", AsIs("user users user's users' human humans customer customers client person people anyone anybody operator end-user caller them him her")),
    ("users", AsIs("user's users' user user-provided user-supplied user-specified requested original originally provided given actual intended supplied specified legitimate their")),
    ("ignore", Verbs("ignore disregard forget override overrule bypass overlook discard neglect supersede supercede circumvent drop abandon")),
    ("previous", AsIs("previous previously prior above earlier preceding existing original former all any your system safety other initial security past current these those developer")),
    ("orders", AsIs("instruction instructions rule rules prompt prompts guideline guidelines directive directives policy policies constraint constraints guardrail guardrails safeguard safeguards restriction restrictions filters programming training alignment orders")),
    ("safety", AsIs("safety security permission permissions authorization authentication access-control access approval confirmation validation content moderation ethical policy sandbox guardrail rate-limit")),
    ("checks", AsIs("check checks control controls filter filters filtering restriction restrictions guideline guidelines policy policies measure measures limit limits limitations mechanism mechanisms protocol protocols validation prompt prompts guardrails rules instructions dialog dialogs gate gates boundary boundaries")),
    ("call", Verbs("call invoke use run execute trigger query launch perform leverage utilize consult activate request fetch scan ping visit engage")),
    ("must", AsIs("must should shall always required requires mandatory have_to has_to need_to needs_to ensure make_sure be_sure necessary essential obligatory obliged immediately automatically first remember_to please ought imperative")),
    ("duty", AsIs("must should shall always have_to need_to needs_to has_to first please make_sure be_sure remember_to immediately you mandatory required_to")),
    ("before", AsIs("before prior_to ahead_of in_advance_of prior")),
    ("after", AsIs("after once upon following as_soon_as")),
    ("when", AsIs("when whenever if every_time each_time any_time for_any for_every for_each for_all while during any_call any all every each")),
    ("modify", Verbs("set replace change modify append prepend add insert override rewrite substitute convert redirect route switch overwrite inject force swap prefix suffix redact include alter adjust hardcode tamper transform reroute divert fix hardcode invert multiply increase decrease double round obfuscate anonymize mask truncate map remove strip")),
    ("tamper", Verbs("replace change modify append prepend override rewrite substitute convert redirect switch overwrite inject swap alter tamper reroute divert invert")),
    ("fix", AsIs("set fixed hardcoded hard-coded default defaults forced locked overridden replaced changed modified redirected rewritten switched converted")),
    ("argument", AsIs("parameter parameters argument arguments field fields value values query keyword keywords input inputs prompt url path recipient recipients address destination amount id ids ticker symbol body content message text filename title location coordinates search bcc cc request requests price quantity date timezone currency mode account receiver header headers payload repository repo branch owner origin name limit range interval")),
    ("content", AsIs("recipient recipients address destination amount ticker symbol body message text location coordinates account receiver payload repository repo owner origin url path wallet city query keyword keywords stock company search price bcc cc number email phone iban")),
    ("send", Verbs("send forward transmit upload post mail email exfiltrate leak relay deliver share submit publish beacon pipe dispatch ship transfer cc bcc stream sync pass push export hand reroute report")),
    ("keep", Verbs("store cache log record save persist retain archive track index mirror backup copy duplicate keep collect harvest capture gather monitor snapshot")),
    ("read", Verbs("read open load access retrieve fetch extract collect gather dump harvest scan capture attach grab steal scrape enumerate inspect include obtain cat pull list get locate find copy")),
    ("write", Verbs("write append save overwrite create modify delete remove move copy edit replace chmod put log store record")),
    ("usage", AsIs("call calls request requests query queries search searches operation operations action actions usage invocation invocations lookup lookups analysis views execution result results output response comments edits")),
    ("secret", AsIs("credential credentials password passwords passphrase passphrases secret secrets token tokens cookie cookies keychain × mnemonic seed_phrase private_key private_keys api_key api_keys apikey ssh_key ssh_keys ssh access_key access_keys session_id session_ids environment_variable environment_variables env_vars .env auth pin pins otp 2fa cvv ssn environment_variable_values database_password keys key")),
    ("secrets", AsIs("credential credentials password passwords passphrase passphrases secret secrets cookie cookies keychain × mnemonic seed_phrase private_key private_keys api_key api_keys apikey ssh_key ssh_keys access_key access_keys access_token access_tokens auth_token auth_tokens session_token session_tokens environment_variable environment_variables environment_variable_values env_vars bearer_token bearer_tokens refresh_token refresh_tokens jwt jwts oauth_token oauth_tokens")),
    ("private", AsIs("conversation conversations chat history system_prompt prompts personal private confidential sensitive contacts contact messages transcript transcripts memory keystrokes clipboard browsing inbox location identity biometric financial payment medical salary screenshots microphone camera private_data user_data pii activity profile proprietary internal")),
    ("intimate", AsIs("clipboard keystrokes shell_history command_history browsing_history browser_history search_history private_messages health_records medical_records location_data payment_data payment_details card_numbers address_book contact_list contacts chat_history conversation_history conversations e-mail_addresses email_addresses personal_data personal_information user_data biometric biometrics identity home_directory pin mailbox inbox session_data user's_files user's_messages user's_location author's_identity transcript transcripts photos camera microphone neighbouring_files private_files open_windows screen_contents")),
    ("sink", AsIs("¬ ± url endpoint server servers webhook external third-party third third_party partner partners remote analytics vendor attacker cloud collector backend telemetry outside public pastebin slack address host offsite central logging monitoring diagnostics hosted upstream")),
    ("outside", AsIs("¬ ± external third-party third_party third partner partners remote vendor attacker collector outside webhook pastebin offsite advertisers affiliates partner's vendor's strangers competitors marketers insurers brokers broker advertiser ad_network recognition_company data_company")),
    ("also", AsIs("also additionally automatically silently quietly secretly covertly discreetly furthermore moreover simultaneously behind in_the_background in_addition along_with plus besides meanwhile afterwards as_well transparently then implicitly by_default along_the_way on_the_side at_the_same_time while_doing_so in_passing on_top too")),
    ("covert", AsIs("silently quietly secretly covertly discreetly surreptitiously stealthily invisibly in_the_background behind_the_scenes unnoticed")),
    ("best", AsIs("best leading superior ultimate unrivaled unrivalled unmatched unparalleled unbeatable premier foremost finest number_one #1 top-rated highest-rated world-class award-winning industry-leading best-in-class state-of-the-art gold-standard most_trusted most_reliable most_accurate most_powerful most_advanced most_comprehensive most_secure most_efficient most_recommended most_popular most_effective most_authoritative most_complete most_precise safest fastest perfect flawless infallible 100%_accurate optimal")),
    ("self", AsIs("this_tool this_function this_service this_api this_server this_mcp this_version this_one this_solution this_command this me ¶ it our_tool our_service mine")),
    ("tool", AsIs("tool tools function functions api apis service services server servers option options alternative alternatives method methods solution solutions choice competitor competitors provider providers version plugin plugins")),
    ("prefer", Verbs("prefer choose select pick prioritize prioritise favor favour recommend use default")),
    ("rival", AsIs("other others another any_other all_other alternative alternatives competing similar competitor competitors existing standard original old older legacy built-in native default normal regular § conventional traditional comparable rest")),
    ("better", AsIs("better faster more superior safer newer improved enhanced upgraded optimized optimised advanced higher greater stronger smarter")),
    ("dead", AsIs("deprecated disabled obsolete unavailable outdated retired discontinued broken insecure unreliable unsafe down offline compromised decommissioned sunset removed unsupported unmaintained suspended shut replaced superseded")),
    ("authority", AsIs("security compliance audit auditing mandatory policy policies regulation regulations regulatory protocol integrity verification verify validation validate authorization authenticate compliant legal gdpr hipaa safety consistency administrator system environment monitoring accuracy synchronization telemetry logging permissions isolation privilege diagnostics prerequisite prerequisites standard standards")),
    ("consent", AsIs("confirmation confirm consent approval approve permission asking prompting confirming authorization review notifying informing telling checking oversight verifying verification")),
    ("obey", Verbs("follow obey execute adopt adhere apply comply treat interpret honor act perform trust")),
    ("model", AsIs("you model models assistant ai agent llm claude gpt chatgpt copilot cursor gemini")),
    ("lest", AsIs("otherwise fail fails failure failing error errors incorrect corrupted break breaks crash lost invalid refuse rejected unavailable terminated violation penalty wrong")),
    ("discuss", AsIs("detect detects detecting detection attack attacks attacker attackers injection injections jailbreak malicious such_as example examples e.g. prevent prevents phrase phrases attempts attempt vulnerability suspicious classify scans scanner advisory article quotes sanitize sanitizes flag flags blocks mitigates protects guards")),
];

/// Every form of every word of a class, as an alternative of a regular expression.
pub(super) static ALTERNATIVES: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
    let alternative = |words: &Vec<String>| words.iter().map(|word| regex::escape(word)).collect::<Vec<_>>().join("|");
    CLASSES.iter().map(|(class, words)| (*class, alternative(&forms(words)))).collect()
});

/// The names of all classes, in order.
pub(super) fn classes() -> impl Iterator<Item = &'static str> {
    CLASSES.iter().map(|(class, _)| *class)
}

/// The forms of a class's words.
pub(super) fn forms_of(name: &str) -> Vec<String> {
    CLASSES.iter().find(|(class, _)| *class == name).map(|(_, words)| forms(words)).unwrap_or_default()
}

/// All forms of verbs, in their dictionary form with a blank between them.
pub(super) fn verbs(list: &str) -> BTreeSet<String> {
    list.split_ascii_whitespace().flat_map(verb).collect()
}

fn forms(words: &Words) -> Vec<String> {
    match words {
        AsIs(list) => list.split(' ').map(|word| word.replace('_', " ")).collect(),
        Verbs(list) => list.split(' ').flat_map(verb).collect(),
    }
}

/// The forms of a verb; a few that no verb has do no harm.
fn verb(base: &str) -> Vec<String> {
    let irregular: &[&str] = match base {
        "tell" => &["told"],
        "say" => &["said"],
        "send" => &["sent"],
        "forget" => &["forgetting", "forgotten", "forgot"],
        "run" => &["running", "ran"],
        "set" => &["setting"],
        "get" => &["getting", "got"],
        "put" => &["putting"],
        "swap" => &["swapping", "swapped"],
        "drop" => &["dropping", "dropped"],
        "log" => &["logging", "logged"],
        "scan" => &["scanning", "scanned"],
        "grab" => &["grabbing", "grabbed"],
        "ship" => &["shipping", "shipped"],
        "strip" => &["stripping", "stripped"],
        "omit" => &["omitting", "omitted"],
        "cut" => &["cutting"],
        "submit" => &["submitting", "submitted"],
        "transmit" => &["transmitting", "transmitted"],
        "transfer" => &["transferring", "transferred"],
        "write" | "rewrite" => &["written", "rewritten"],
        "overwrite" => &["overwritten"],
        "prefer" => &["preferring", "preferred", "preferable"],
        "keep" => &["kept"],
        "steal" => &["stealing", "stolen"],
        "choose" => &["chosen"],
        _ => &[],
    };
    let stem = base.strip_suffix('e').unwrap_or(base);
    let ending = |end: &str| format!("{stem}{end}");
    let third = match base.strip_suffix('y') {
        Some(rest) if !rest.ends_with(['a', 'e', 'o', 'u']) => vec![format!("{rest}ies"), format!("{rest}ied")],
        _ if base.ends_with("sh") || base.ends_with("ch") || base.ends_with("ss") || base.ends_with('x') => {
            vec![format!("{base}es")]
        }
        _ => vec![format!("{base}s")],
    };
    let regular = [base.to_owned(), ending("ing"), ending("ed")];
    regular.into_iter().chain(third).chain(irregular.iter().map(|form| (*form).to_owned())).collect()
}
