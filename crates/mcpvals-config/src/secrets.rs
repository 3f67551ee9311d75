//! Which values are secrets: by the name of their variable, header or flag, by their form, or because the file says so.

use std::collections::BTreeMap;

use mcpvals_model::{Secret, SecretValue, Target, looks_secret};
use percent_encoding::percent_decode_str;

/// The secrets in what reaches a server: variables, headers, flags and parameters whose names say so.
pub fn secrets_in(target: &Target) -> Vec<SecretValue> {
    let of_variable = |(name, value): (&String, &Secret)| {
        let named = from_named(name, value.reveal()).into_iter().chain(from_url(value.reveal()));
        named.chain(from_form(value.reveal())).collect::<Vec<_>>()
    };
    match target {
        Target::Stdio { command, args, env, .. } => {
            env.iter().flat_map(of_variable).chain(from_command(command, args)).collect()
        }
        Target::Http { url, headers } | Target::Sse { url, headers, .. } => {
            let headers = headers.iter().map(|(name, value)| (name, value));
            let headers = headers.flat_map(|(name, value)| from_header(name, value.reveal()));
            headers.chain(from_url(url.as_str())).collect()
        }
    }
}

/// The value of a variable whose name says that it is a secret.
pub(crate) fn from_variable(name: &str, env: &BTreeMap<String, String>) -> Option<SecretValue> {
    looks_secret(name).then(|| env.get(name)).flatten().and_then(|value| SecretValue::new(name, value))
}

/// The secrets in named values such as headers: those whose names say so.
///
/// `Bearer abc` is a secret, and so is `abc`: a server that echoes it may leave out the scheme.
pub(crate) fn from_named(name: &str, value: &str) -> Vec<SecretValue> {
    if !looks_secret(name) {
        return Vec::new();
    }
    with_and_without_scheme(value).filter_map(|value| SecretValue::new(name, value)).collect()
}

fn with_and_without_scheme(value: &str) -> impl Iterator<Item = &str> {
    let bare = value.split_once(' ').filter(|(scheme, _)| is_scheme(scheme)).map(|(_, rest)| rest);
    std::iter::once(value).chain(bare)
}

/// Headers whose values are no secrets, whatever they are.
const PUBLIC_HEADERS: [&str; 14] = [
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "content-length",
    "content-type",
    "date",
    "host",
    "origin",
    "pragma",
    "referer",
    "user-agent",
];

/// The secrets in a header: its value, without its scheme too, and each value of a cookie.
pub(crate) fn from_header(name: &str, value: &str) -> Vec<SecretValue> {
    let lower_case = name.to_ascii_lowercase();
    if PUBLIC_HEADERS.contains(&&*lower_case) || lower_case.starts_with("mcp-") {
        return from_named(name, value);
    }
    let cookies = value.split(';').filter(|_| lower_case == "cookie").filter_map(|pair| pair.split_once('='));
    let values = with_and_without_scheme(value).chain(cookies.map(|(_, value)| value.trim()));
    values.filter_map(|value| SecretValue::new(name, value)).collect()
}

/// The secrets in a command's words: `--token=abc`, what follows `--api-key`, `API_TOKEN=abc`, `Authorization: Bearer abc`,
/// passwords and keys in addresses, and whatever has the form of a provider's key.
pub fn secrets_in_words(words: &[String]) -> Vec<SecretValue> {
    distinct(from_arguments(words))
}

/// How the keys of providers begin, and what they are called where they stand without a name.
const FORMS: [(&str, &str); 34] = [
    ("ghp_", "github-token"),
    ("gho_", "github-token"),
    ("ghu_", "github-token"),
    ("ghs_", "github-token"),
    ("ghr_", "github-token"),
    ("github_pat_", "github-token"),
    ("glpat-", "gitlab-token"),
    ("sk-", "api-key"),
    ("sk_live_", "stripe-key"),
    ("sk_test_", "stripe-key"),
    ("rk_live_", "stripe-key"),
    ("rk_test_", "stripe-key"),
    ("xoxb-", "slack-token"),
    ("xoxp-", "slack-token"),
    ("xoxa-", "slack-token"),
    ("xoxe-", "slack-token"),
    ("xapp-", "slack-token"),
    ("AKIA", "aws-key"),
    ("ASIA", "aws-key"),
    ("AIza", "google-key"),
    ("GOCSPX-", "google-secret"),
    ("npm_", "npm-token"),
    ("pypi-AgE", "pypi-token"),
    ("hf_", "hugging-face-token"),
    ("gsk_", "groq-key"),
    ("xai-", "xai-key"),
    ("pplx-", "perplexity-key"),
    ("tvly-", "tavily-key"),
    ("ntn_", "notion-token"),
    ("lin_api_", "linear-key"),
    ("figd_", "figma-token"),
    ("dop_v1_", "digitalocean-token"),
    ("SG.", "sendgrid-key"),
    ("eyJ", "token"),
];

/// What has the form of a provider's key: its beginning, and at least sixteen characters of a key behind it, some of them
/// digits or capitals, since `sk-learn-based-something` is a name.
fn from_form(text: &str) -> Vec<SecretValue> {
    const BODY_MIN: usize = 16;
    let of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let of_piece = |piece: &str| {
        let (prefix, name) = FORMS.iter().find(|(prefix, _)| piece.starts_with(prefix))?;
        let body = &piece[prefix.len()..];
        let is_drawn = body.chars().any(|c| c.is_ascii_digit() || c.is_ascii_uppercase());
        (body.len() >= BODY_MIN && is_drawn).then(|| SecretValue::new(*name, piece)).flatten()
    };
    text.split(|c| !of_key(c)).filter_map(of_piece).collect()
}

/// Those in the words of a program's call: whole calls are written as `command`, too.
pub(crate) fn from_command(command: &str, args: &[String]) -> Vec<SecretValue> {
    let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
    [from_arguments(&words), from_arguments(args)].concat()
}

fn from_arguments(args: &[String]) -> Vec<SecretValue> {
    let mut found = Vec::new();
    for (index, arg) in args.iter().enumerate() {
        found.extend(from_url(arg));
        found.extend(from_form(arg));
        let Some(flag) = arg.strip_prefix('-') else {
            let is_name = |(name, _): &(&str, &str)| !name.contains(char::is_whitespace);
            let named = arg.split_once(':').filter(is_name).or_else(|| arg.split_once('=').filter(is_name));
            found.extend(named.into_iter().flat_map(|(name, value)| from_named(name, value.trim_start())));
            continue;
        };
        let flag = flag.trim_start_matches('-');
        match flag.split_once('=') {
            Some((name, value)) => found.extend(from_named(name, value)),
            None => found.extend(args.get(index + 1).into_iter().flat_map(|value| from_named(flag, value))),
        }
    }
    found
}

/// The secrets in an address: its password, and parameters whose names say so.
pub(crate) fn from_url(url: &str) -> Vec<SecretValue> {
    let authority = url.split("://").nth(1).and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
    let user = authority.rsplit_once('@').map_or("", |(user, _)| user);
    let password = user.split_once(':').and_then(|(_, password)| SecretValue::new("password", password));
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    let parameters = query.split('&').filter_map(|pair| pair.split_once('='));
    let decoded = password.iter().filter_map(decoded).collect::<Vec<_>>();
    password.into_iter().chain(decoded).chain(parameters.flat_map(|(name, value)| from_named(name, value))).collect()
}

/// Every value of an address's query, and what stands there without a name: for whoever cannot know which of them lets them in.
/// As it is written, and as a server reads it (WHATWG URL, 5.1).
pub fn secrets_in_query(url: &str) -> Vec<SecretValue> {
    const NO_NAME: &str = "query";
    let behind = url.find(['?', '#']).map_or("", |at| &url[at + 1..]);
    let of_pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((NO_NAME, pair));
        let name = if name.is_empty() { NO_NAME } else { name };
        let spaced = value.replace('+', " ");
        let read = percent_decode_str(&spaced).decode_utf8_lossy();
        [value, &*read].map(|value| SecretValue::new(name, value))
    };
    distinct(behind.split(['&', ';', '#', '?']).flat_map(of_pair).flatten().collect())
}

/// The password as whoever is asked for it gets it (RFC 3986, 2.1), where it is written otherwise in the address.
fn decoded(password: &SecretValue) -> Option<SecretValue> {
    let written = password.value.reveal();
    let decoded = percent_decode_str(written).decode_utf8().ok()?;
    (decoded != written).then(|| SecretValue::new(&password.name, decoded)).flatten()
}

/// The secrets in a line of a file that could not be read: what stands behind a name that says so, in any format.
pub(crate) fn from_line(line: &str) -> Vec<SecretValue> {
    let of_sign = |(at, _): (usize, &str)| {
        let name = line[..at].trim_end().trim_end_matches(QUOTES);
        let name = name.rsplit(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-')).next()?;
        let rest = line[at + 1..].trim_start();
        let value = match rest.chars().next().filter(|first| QUOTES.contains(first)) {
            Some(quote) => rest[1..].split(quote).next()?,
            None => rest.split([',', '}', ']', '#']).next()?.trim_end(),
        };
        // `${API_KEY}` is no secret yet.
        let is_text = !value.starts_with(['{', '[']) && !value.contains("${");
        (is_text && looks_secret(name)).then(|| SecretValue::new(name, value)).flatten()
    };
    let quoted: Vec<String> = line.split(QUOTES).skip(1).step_by(2).map(str::to_owned).collect();
    let of_signs = line.match_indices([':', '=']).filter_map(of_sign);
    distinct(of_signs.chain(from_form(line)).chain(from_arguments(&quoted)).collect())
}

const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Puts secrets together, each value once, in the order in which they were found.
pub(crate) fn distinct(secrets: Vec<SecretValue>) -> Vec<SecretValue> {
    let mut distinct: Vec<SecretValue> = Vec::new();
    for secret in secrets {
        if !distinct.iter().any(|other| other.value == secret.value) {
            distinct.push(secret);
        }
    }
    distinct
}

fn is_scheme(word: &str) -> bool {
    ["bearer", "basic", "token"].contains(&word.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use mcpvals_model::SecretValue;

    use super::{from_arguments, from_header, from_line, from_named, from_url, secrets_in_query};

    #[track_caller]
    fn check(found: &[SecretValue], expected: &[&str]) {
        assert_eq!(found.iter().map(|secret| secret.value.reveal()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn tokens_are_found_with_and_without_their_scheme() {
        check(&from_named("Authorization", "Bearer abcdef"), &["Bearer abcdef", "abcdef"]);
        check(&from_named("Accept", "text/plain"), &[]);
    }

    #[test]
    fn headers_are_secrets_unless_everybody_sends_them() {
        check(&from_header("X-Foo", "abcdef"), &["abcdef"]);
        check(&from_header("Cookie", "a=b; sid=abcdef"), &["a=b; sid=abcdef", "abcdef"]);
        check(&from_header("Accept", "text/plain"), &[]);
        check(&from_header("Mcp-Method", "tools/call"), &[]);
    }

    #[test]
    fn every_value_of_a_query_is_found_and_so_is_one_without_a_name() {
        check(
            &secrets_in_query("https://h/mcp?k=s%2D12345&b=a+value&c=1&=nameless#fragment"),
            &["s%2D12345", "s-12345", "a+value", "a value", "nameless", "fragment"],
        );
        check(&secrets_in_query("https://h/mcp?bare-1"), &["bare-1"]);
        check(&secrets_in_query("https://h/mcp-server"), &[]);
    }

    #[test]
    fn lines_that_cannot_be_read_are_searched() {
        check(&from_line(r#"  "clientSecret": "s-12345" "x": 1"#), &["s-12345"]);
        check(&from_line("  clientSecret: s-12345 # mine"), &["s-12345"]);
        check(&from_line("client_secret = 's-12345"), &["s-12345"]);
        check(&from_line("auth: {type: bearer, token: `s-12345`, x: y}"), &["s-12345"]);
        check(&from_line(r#"  "whatever" "sk-abcdefgh12345678" "#), &["sk-abcdefgh12345678"]);
        check(
            &from_line(r#""args": ["-y", "--token", "s-12345", "postgres://u:hunter2@h/d"] "env""#),
            &["s-12345", "hunter2"],
        );
        check(&from_line("command: node"), &[]);
        check(&from_line("apiKey: '${API_KEY}'"), &[]);
    }

    #[test]
    fn keys_of_providers_are_known_by_their_form_where_no_name_says_so() {
        let args = [
            "serve",
            "ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX",
            "--x=sk-proj-0aB1cD2eF3gH4iJ5kL6m",
            "sk-learn-based-something",
        ];
        check(
            &from_arguments(&args.map(str::to_owned)),
            &["ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX", "sk-proj-0aB1cD2eF3gH4iJ5kL6m"],
        );
    }

    #[test]
    fn flags_and_addresses_are_searched() {
        let args = ["--port", "80800", "--api-key", "k-12345", "--token=t-12345"].map(str::to_owned);
        check(&from_arguments(&args), &["k-12345", "t-12345"]);
        let args = [
            "--header",
            "Authorization: Bearer abcdef",
            "-e",
            "API_TOKEN=ghijkl",
            "x=y",
            "a b: c",
            "db://u:hunter22@h",
        ];
        check(&from_arguments(&args.map(str::to_owned)), &["Bearer abcdef", "abcdef", "ghijkl", "hunter22"]);
        check(&from_url("db://u:p%40ss%21word@h/d"), &["p%40ss%21word", "p@ss!word"]);
        check(&from_url("https://u:hunter22@h/p?api_key=k-12345&q=harmless#f"), &["hunter22", "k-12345"]);
    }
}
