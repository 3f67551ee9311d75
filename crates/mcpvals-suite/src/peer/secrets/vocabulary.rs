//! The words by which secrets are told from other things: lists between commas.

/// The entries of a list.
pub(super) fn entries(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split([',', '\n']).map(str::trim).filter(|entry| !entry.is_empty())
}

/// Is it one of the list?
pub(super) fn has(list: &'static str, word: &str) -> bool {
    entries(list).any(|entry| entry == word)
}

/// Words, or words in a row, that name a secret wherever they stand.
pub(super) const SECRETS: &str = "
password, passwd, pass word, passphrase, pass phrase, passcode, secret, api key, apikey, access key,
private key, secret key, access token, auth token, bearer token, refresh token, api token, session token,
github token, git hub token, gitlab token, git lab token, npm token, slack token, bot token, oauth token,
jwt token, login token, session cookie, auth cookie, login credentials, credit card, card number, iban,
bank account number, bank account details, pin of your bank, pin of your card, pin of your debit,
pin of your account, card pin, bank pin, ssn, social security, mother s maiden name, one time code, otp code,
mfa code, 2fa code, recovery code, recovery codes, backup code, verification code, security code,
security question, security answer, connection string, recovery phrase, mnemonic phrase, seed phrase, cvv, cvv2, cvc, cvc2, totp code, totp,
code from your authenticator, code that we sent, code we sent, code that was sent, code sent to your,
signing key, encryption key, decryption key, master key, github pat, git hub pat, gitlab pat, git lab pat,
openai key, open ai key, anthropic key, gemini key, mistral key, groq key, stripe key, sendgrid key,
send grid key, twilio key, datadog key, db pass, database pass, user pass, admin pass, root pass, smtp pass,
imap pass, ftp pass, ssh pass, mail pass, mysql pass, postgres pass, redis pass, login pass, wifi pass,
passwort, kennwort, mot de passe, contraseña, contrasena, senha, palavra passe, parola d ordine, пароль, hasło,
wachtwoord, lösenord, şifre
";

/// Words that are a secret when they are the whole name of a field, or "your …" in a sentence.
pub(super) const WHOLE: &str = "
token, pin, otp, credentials, pwd, jwt, bearer, mnemonic
";

/// Words that are a secret when a name ends with them.
pub(super) const TAILS: &str = "
token, pwd, jwt, bank account, credentials
";

/// Ends of words that are written together, in German always.
pub(super) const ENDINGS: &str = "
password, passwort, kennwort
";

/// Names of secrets in languages that put no blanks between words.
pub(super) const UNSPACED: &str = "
パスワード, 暗証番号, 密码, 密碼, 口令, 비밀번호
";

/// How these ask for something.
pub(super) const UNSPACED_ASKING: &str = "
入力, 输入, 輸入, 填写, 입력
";

/// Before `token`, these mean a piece of a text, a place in a list, or money.
pub(super) const PLAIN_TOKENS: &str = "
page, next, previous, continuation, cursor, pagination, resume, sync, change, delta, progress, cancel,
cancellation, design, search, query, filter, word, input, output, unknown, mask, separator, special, start,
end, stop, first, last, from, to, buy, sell, base, quote, payment, native, reward, governance, max
";

/// Behind one of these words, or before it with "of" between, another thing is meant: a password policy, the name of a
/// secret.
pub(super) const ABOUT: &str = "
policy, policies, consent, reset, resets, length, manager, strength, expiry, expiration, lifetime, rule, rules,
type, kind, count, name, label, alias, description, id, owner, provider, version, status, scope, scopes,
format, review, rotation, santa, limit, budget, enabled, required, zurücksetzen
";

/// Behind the name of a secret, these say the same; before it, they do not: "file for the password".
pub(super) const ABOUT_BEHIND: &str = "
hint, hints, hash, hashes, column, file, path, store, statement, statements, holder, month, fee, fees, brand,
network, variable, digits, ttl, header
";

/// "Secret" is a thing, and no adjective, where nothing or one of these follows it.
pub(super) const AFTER_SECRET: &str = "
key, keys, value, values, access, token, tokens, string, phrase, word, code, for, of, from, to, in, here,
please, and, or, is
";

/// Words by which a sentence asks for what follows.
pub(super) const ASKING: &str = "
type, enter, provide, give, paste, input, tell, share, submit, supply, send, what, write, confirm, bitte,
geben, gib, saisissez, entrez, tapez, indiquez, introduzca, introduce, ingrese, escriba, digite, insira,
informe, inserisci, inserisca, digita
";

/// Words by which a sentence says what not to do.
pub(super) const DENYING: &str = "
not, never, don, dont, without, no, nicht, nie, kein, keine, pas, jamais, nunca, não, mai
";

/// Words behind which an example follows.
pub(super) const EXAMPLES: &str = "
e g, for example, such as, z b, p ej
";
