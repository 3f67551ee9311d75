//! Words that ask for secrets, and words that only look so.

use super::{asked_in, in_description, in_name};

#[test]
fn names_of_secrets_are_known() {
    let names = ["password", "userPassword", "dbpassword", "api_key", "apiKey", "pwd", "PIN", "token", "cvv", "SSN"];
    let tokens = ["githubToken", "github_token", "NPM_TOKEN", "slack_bot_token", "GitHub token", "jwt", "bearer"];
    let codes = ["mfaCode", "2FA code", "Recovery code", "Verification code", "securityCode", "one-time code"];
    let rest = ["db_pwd", "db_pass", "Pass word", "sessionCookie", "Wallet recovery phrase", "PIN of your bank card"];
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
    let more = ["Enter the PIN of your bank card", "Paste your Slack workspace token", "Enter the verification code"];
    let abroad = ["Bitte Passwort eingeben", "Saisissez votre mot de passe", "Introduzca su contraseña"];
    for text in [&secret[..], &more, &abroad, &["Digite sua senha", "Inserisca la parola d'ordine"]].concat() {
        assert!(asked_in(text).is_some(), "{text}");
    }
    let harmless =
        ["What is your name?", "Send a password reset mail?", "Which secret in the vault should be rotated?"];
    let more =
        ["Your name, please; we never ask for passwords", "Give the name of the secret", "Geben Sie kein Passwort ein"];
    let rest = ["Enter the amount to send from your bank account", "Confirm that the security code of conduct holds"];
    for text in [&harmless[..], &more, &rest].concat() {
        assert_eq!(asked_in(text), None, "{text}");
    }
}

/// Names and titles of fields that fresh testers thought of.
#[test]
fn names_of_a_second_list_are_known() {
    let names =
        ["OpenAI key", "openai_key", "githubPat", "cvc2", "totpCode", "mnemonic", "signingKey", "encryptionKey"];
    for name in names.into_iter().chain(["masterKey", "smtp_pass", "パスワード", "密码", "Пароль"]) {
        assert!(in_name(name).is_some(), "{name}");
    }
    let harmless = ["passwordHint", "Month of the credit card statement", "Secret ingredient", "mnemonicName"];
    let more = ["Column with the password hash", "secretsFile", "encryptionKeyId", "公開キー", "密码策略", "skiPass"];
    for name in harmless.into_iter().chain(more) {
        assert_eq!(in_name(name), None, "{name}");
    }
}

#[test]
fn messages_of_a_second_list_are_known() {
    let secret = [
        "Your API key, please (get one at https://platform.openai.com)",
        "Enter the 6-digit code from your authenticator app",
        "Type the code that we sent to your phone",
        "Please paste your OpenAI key",
        "パスワードを入力してください",
        "请输入密码",
    ];
    for text in secret {
        assert!(asked_in(text).is_some(), "{text}");
    }
    let harmless = [
        "Your favorite integer (do not submit your PIN, or your SSN)",
        "Name of the environment variable that holds the API key",
        "What is the secret ingredient?",
        "Your password was changed. How did it go?",
        "Seed phrase of the text generator (first words of the story)",
        "パスワードを変更しました",
    ];
    for text in harmless {
        assert_eq!(asked_in(text), None, "{text}");
    }
    assert_eq!(in_description("e.g. OPENAI_API_KEY"), None);
    assert!(in_description("Your OPENAI_API_KEY").is_some());
}
