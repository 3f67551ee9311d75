//! Words that name what must not be typed into a form. Words tell; what is found is a guess.

use super::words::{has_phrase, words};

/// Words, or words in a row, that name a secret wherever they stand.
const SECRETS: [&str; 72] = [
    "password",
    "passwd",
    "pass word",
    "passphrase",
    "pass phrase",
    "passcode",
    "secret",
    "api key",
    "apikey",
    "access key",
    "private key",
    "secret key",
    "access token",
    "auth token",
    "bearer token",
    "refresh token",
    "api token",
    "session token",
    "github token",
    "git hub token",
    "gitlab token",
    "git lab token",
    "npm token",
    "slack token",
    "bot token",
    "oauth token",
    "jwt token",
    "login token",
    "session cookie",
    "auth cookie",
    "login credentials",
    "db pass",
    "database pass",
    "user pass",
    "admin pass",
    "root pass",
    "credit card",
    "card number",
    "cvv",
    "cvc",
    "iban",
    "bank account number",
    "bank account details",
    "pin of your bank",
    "pin of your card",
    "pin of your debit",
    "pin of your account",
    "card pin",
    "bank pin",
    "ssn",
    "social security",
    "mother s maiden name",
    "one time code",
    "otp code",
    "mfa code",
    "2fa code",
    "recovery code",
    "recovery codes",
    "backup code",
    "verification code",
    "security code",
    "seed phrase",
    "recovery phrase",
    "mnemonic phrase",
    // German, French, Spanish, Portuguese, Italian.
    "passwort",
    "kennwort",
    "mot de passe",
    "contraseña",
    "contrasena",
    "senha",
    "palavra passe",
    "parola d ordine",
];
/// Words that are a secret when they are the whole name of a field, or "your …" in a sentence.
const WHOLE: [&str; 7] = ["token", "pin", "otp", "credentials", "pwd", "jwt", "bearer"];
/// Words that are a secret when a name ends with them.
const TAILS: [&str; 4] = ["token", "pwd", "jwt", "bank account"];
/// Ends of words that are written together, in German always.
const ENDINGS: [&str; 3] = ["password", "passwort", "kennwort"];
/// Before `token`, these mean a piece of a text, a place in a list, or money.
const PLAIN_TOKENS: [&str; 40] = [
    "page",
    "next",
    "previous",
    "continuation",
    "cursor",
    "pagination",
    "resume",
    "sync",
    "change",
    "delta",
    "progress",
    "cancel",
    "cancellation",
    "design",
    "search",
    "query",
    "filter",
    "word",
    "input",
    "output",
    "unknown",
    "mask",
    "separator",
    "special",
    "start",
    "end",
    "stop",
    "first",
    "last",
    "from",
    "to",
    "buy",
    "sell",
    "base",
    "quote",
    "payment",
    "native",
    "reward",
    "governance",
    "max",
];
/// Behind one of these words, or before it with "of" between, another thing is meant: a password policy, the name of a
/// secret.
const ABOUT: [&str; 36] = [
    "policy",
    "policies",
    "consent",
    "reset",
    "resets",
    "length",
    "manager",
    "strength",
    "expiry",
    "expiration",
    "lifetime",
    "rule",
    "rules",
    "type",
    "kind",
    "count",
    "name",
    "label",
    "alias",
    "description",
    "id",
    "owner",
    "provider",
    "version",
    "status",
    "scope",
    "scopes",
    "format",
    "review",
    "rotation",
    "santa",
    "limit",
    "budget",
    "enabled",
    "required",
    "zurücksetzen",
];
/// Words by which a sentence asks for what follows.
const ASKING: [&str; 31] = [
    "type",
    "enter",
    "provide",
    "give",
    "paste",
    "input",
    "tell",
    "share",
    "submit",
    "supply",
    "send",
    "what",
    "write",
    "confirm",
    "bitte",
    "geben",
    "gib",
    "saisissez",
    "entrez",
    "tapez",
    "indiquez",
    "introduzca",
    "introduce",
    "ingrese",
    "escriba",
    "digite",
    "insira",
    "informe",
    "inserisci",
    "inserisca",
    "digita",
];
const DENYING: [&str; 15] = [
    "not", "never", "don", "dont", "without", "no", "nicht", "nie", "kein", "keine", "pas", "jamais", "nunca", "não",
    "mai",
];
/// Words of a description that say what the field is.
const OPENING_WORDS: usize = 4;
/// How far before a secret a word still says something of it.
const NEARBY_WORDS: usize = 4;

/// The secret that the name, or the title, of a field names.
pub(super) fn in_name(name: &str) -> Option<&'static str> {
    let name = words(name);
    let all: Vec<&str> = name.split(' ').collect();
    let whole = WHOLE.iter().find(|whole| name == **whole).copied();
    whole.or_else(|| first(&name).map(|(_, secret)| secret)).or_else(|| tail(&all))
}

/// The secret that the description of a field names, or asks for.
pub(super) fn in_description(text: &str) -> Option<&'static str> {
    let description = words(text);
    let opens = first(&description).filter(|(at, _)| *at < OPENING_WORDS);
    let owned = || owned(&description);
    let said = opens.map(|(_, secret)| secret).or_else(owned).filter(|_| !denies(&description));
    said.or_else(|| asked_in(text))
}

/// A secret for which one of the sentences asks.
pub(super) fn asked_in(text: &str) -> Option<&'static str> {
    text.split(['.', '!', '?', '\n']).map(words).filter(|sentence| !denies(sentence)).find_map(|sentence| {
        let asks = sentence.split(' ').position(|word| ASKING.contains(&word))?;
        let secret = first(&sentence).filter(|(at, _)| *at > asks).map(|(_, secret)| secret);
        let whole = || WHOLE.iter().find(|whole| has_phrase(&sentence, &format!("your {whole}"))).copied();
        secret.or_else(whole).or_else(|| owned(&sentence))
    })
}

/// The first secret, and which word it is.
fn first(words: &str) -> Option<(usize, &'static str)> {
    let words: Vec<&str> = words.split(' ').collect();
    (0..words.len()).find_map(|at| Some((at, at_word(&words, at)?)))
}

/// The secret that begins at this word.
fn at_word(words: &[&str], at: usize) -> Option<&'static str> {
    let (before, rest) = words.split_at(at);
    let is_here = |secret: &&&str| {
        let length = secret.split(' ').count();
        let said = rest.iter().take(length).copied();
        secret.split(' ').eq(said) && !is_about(before, rest.get(length..).unwrap_or_default())
    };
    let compound = || {
        let ending = ENDINGS.iter().find(|ending| rest[0].ends_with(**ending))?;
        (!is_about(before, &rest[1..])).then_some(*ending)
    };
    SECRETS.iter().find(is_here).copied().or_else(compound)
}

/// Is another thing meant than the secret between these words?
fn is_about(before: &[&str], after: &[&str]) -> bool {
    let nearby = &before[before.len().saturating_sub(NEARBY_WORDS)..];
    let is_named = nearby.windows(2).any(|pair| ABOUT.contains(&pair[0]) && ["of", "for"].contains(&pair[1]));
    let is_chosen = nearby.contains(&"which") && !nearby.contains(&"is");
    let is_conduct = after.starts_with(&["of", "conduct"]);
    is_named || is_chosen || is_conduct || after.first().is_some_and(|next| ABOUT.contains(next))
}

/// A name that ends with a secret.
fn tail(name: &[&str]) -> Option<&'static str> {
    TAILS.iter().find_map(|tail| {
        let before = name.len().checked_sub(tail.split(' ').count())?;
        let (before, end) = name.split_at(before);
        let is_it = tail.split(' ').eq(end.iter().copied()) && !is_plain(before) && !is_about(before, &[]);
        is_it.then_some(*tail)
    })
}

fn is_plain(before: &[&str]) -> bool {
    before.last().is_some_and(|before| PLAIN_TOKENS.contains(before))
}

/// "Your … token"; of an account, more is asked than its number.
fn owned(sentence: &str) -> Option<&'static str> {
    let words: Vec<&str> = sentence.split(' ').collect();
    (1..words.len()).find_map(|at| {
        let (before, rest) = words.split_at(at);
        let is_yours = before[at.saturating_sub(NEARBY_WORDS)..].contains(&"your");
        tail(&words[..=at]).filter(|tail| is_yours && !tail.contains(' ') && !is_about(before, &rest[1..]))
    })
}

fn denies(sentence: &str) -> bool {
    sentence.split(' ').any(|word| DENYING.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::{asked_in, in_description, in_name};

    #[test]
    fn names_of_secrets_are_known() {
        let names =
            ["password", "userPassword", "dbpassword", "api_key", "apiKey", "pwd", "PIN", "token", "cvv", "SSN"];
        let tokens = ["githubToken", "github_token", "NPM_TOKEN", "slack_bot_token", "GitHub token", "jwt", "bearer"];
        let codes = ["mfaCode", "2FA code", "Recovery code", "Verification code", "securityCode", "one-time code"];
        let rest =
            ["db_pwd", "db_pass", "Pass word", "sessionCookie", "Wallet recovery phrase", "PIN of your bank card"];
        let banks = ["Bank account", "bankAccountNumber", "IBAN", "Security code on the back of the card"];
        let abroad =
            ["Passwort", "Datenbankpasswort", "Kennwort", "mot de passe", "contraseña", "senha", "Parola d'ordine"];
        for name in [&names[..], &tokens, &codes, &rest, &banks, &abroad].concat() {
            assert!(in_name(name).is_some(), "{name}");
        }
    }

    #[test]
    fn names_of_other_things_are_harmless() {
        let words = ["maxTokens", "tokenCount", "secretary", "pinned", "passage", "key", "ssntext", "cardinality"];
        let about = ["passwordPolicy", "secret_name", "apiKeyId", "tokenType", "tokenName", "ssn_consent"];
        let named = ["Name of the secret", "Type of your API key", "accept_password_policy", "passport_color"];
        let chosen = ["Which secret in the vault should be rotated?", "Which API key should be revoked", "Which token"];
        let rest = ["nextPageToken", "fromToken", "Boarding pass", "map_pin", "bank", "security code of conduct"];
        let abroad = ["Passwortrichtlinie", "Passage", "Wort", "mot", "Ordine"];
        for name in [&words[..], &about, &named, &chosen, &rest, &abroad].concat() {
            assert_eq!(in_name(name), None, "{name}");
        }
    }

    #[test]
    fn descriptions_open_with_the_secret_or_ask_for_it() {
        let secret = ["Your GitHub password", "Your GitHub token (ghp_...)", "For GitHub. Enter your PIN here."];
        for text in secret.into_iter().chain(["Your personal npm registry token"]) {
            assert!(in_description(text).is_some(), "{text}");
        }
        let harmless = ["Your name. Do not enter your password here.", "The mailbox to which the password is sent"];
        for text in harmless.into_iter().chain(["Your token count", "Your next page token", "Name of the secret"]) {
            assert_eq!(in_description(text), None, "{text}");
        }
    }

    #[test]
    fn messages_ask_for_secrets() {
        let secret = ["Please type in your GitHub password", "Sign in. Enter your PIN!", "What is your API key?"];
        let more =
            ["Enter the PIN of your bank card", "Paste your Slack workspace token", "Enter the verification code"];
        let abroad = ["Bitte Passwort eingeben", "Saisissez votre mot de passe", "Introduzca su contraseña"];
        for text in [&secret[..], &more, &abroad, &["Digite sua senha", "Inserisca la parola d'ordine"]].concat() {
            assert!(asked_in(text).is_some(), "{text}");
        }
        let harmless =
            ["What is your name?", "Send a password reset mail?", "Which secret in the vault should be rotated?"];
        let more = [
            "Your name, please; we never ask for passwords",
            "Give the name of the secret",
            "Geben Sie kein Passwort ein",
        ];
        let rest =
            ["Enter the amount to send from your bank account", "Confirm that the security code of conduct holds"];
        for text in [&harmless[..], &more, &rest].concat() {
            assert_eq!(asked_in(text), None, "{text}");
        }
    }
}
