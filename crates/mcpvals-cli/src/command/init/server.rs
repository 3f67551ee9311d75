//! The server as a config names it. Secrets become `${NAME}`, to be set in the environment. Pure.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mcpvals_model::{Secret, SecretValue, Target, looks_secret};
use serde_json::{Map, Value, json};

use crate::args::{SignInKind, TargetArgs};

/// The default of `--timeout`, which is also that of a config.
const TIMEOUT_MS: u64 = 30_000;

/// What a config says of the server.
pub(super) struct Server {
    pub(super) value: Value,
    /// The variables that it needs.
    pub(super) variables: BTreeSet<String>,
}

/// Takes the secrets out of texts.
struct Hiding<'a> {
    /// The longest first, since one may be the beginning of another.
    secrets: Vec<&'a SecretValue>,
    variables: BTreeSet<String>,
}

/// Where the config will be, and where we are.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) file: &'a Path,
    pub(super) here: &'a Path,
}

/// The server, and how the command line says that it is to be spoken to.
pub(super) fn server(target: &Target, secrets: &[SecretValue], args: &TargetArgs, place: Place<'_>) -> Server {
    let mut hiding = Hiding::new(secrets);
    let mut value = match target {
        Target::Stdio { command, args: words, env, cwd } => {
            let words: Vec<String> = words.iter().map(|word| hiding.text(word)).collect();
            let mut server = json!({"transport": "stdio", "command": hiding.text(command), "args": words});
            add(&mut server, "env", hiding.named(env.iter()));
            if let Some(cwd) = place.folder(args.process.cwd.as_deref(), cwd) {
                server["cwd"] = json!(hiding.text(&cwd.to_string_lossy()));
            }
            server
        }
        Target::Http { url, headers } => http("shttp", url.as_str(), headers, &mut hiding),
        Target::Sse { url, headers, .. } => http("sse", url.as_str(), headers, &mut hiding),
    };
    if let Some(auth) = auth(args, &mut hiding.variables) {
        value["auth"] = auth;
    }
    if args.timeout != TIMEOUT_MS {
        value["startupTimeout"] = json!(args.timeout);
    }
    if let Some(revision) = args.protocol_version {
        value["protocolVersion"] = json!(revision);
    }
    Server { value, variables: hiding.variables }
}

/// How the client signs in, as a config says it.
fn auth(args: &TargetArgs, variables: &mut BTreeSet<String>) -> Option<Value> {
    let args = &args.sign_in;
    let kind = match args.auth? {
        SignInKind::Browser if args.client_id.is_none() && args.scope.is_none() => return Some(json!(true)),
        SignInKind::Browser => "authorizationCode",
        SignInKind::Device => "deviceCode",
        SignInKind::Client => "clientCredentials",
    };
    let mut auth = json!({"type": kind});
    let secret = args.client_secret_env.as_ref().map(|name| format!("${{{name}}}"));
    variables.extend(args.client_secret_env.clone());
    let members = [("clientId", args.client_id.clone()), ("clientSecret", secret), ("scope", args.scope.clone())];
    for (name, text) in members.into_iter().filter_map(|(name, text)| Some((name, text?))) {
        auth[name] = json!(text);
    }
    Some(auth)
}

fn http(transport: &str, url: &str, headers: &[(String, Secret)], hiding: &mut Hiding<'_>) -> Value {
    let mut server = json!({"transport": transport, "url": hiding.text(url)});
    add(&mut server, "headers", hiding.named(headers.iter().map(|(name, value)| (name, value))));
    server
}

impl Place<'_> {
    /// The working directory, where a config does not mean it by itself: in a config of the current folder the current
    /// folder.
    fn folder(self, typed: Option<&Path>, cwd: &Path) -> Option<PathBuf> {
        let beside = self.file.parent().is_none_or(|parent| parent.as_os_str().is_empty());
        match typed {
            Some(typed) if beside => Some(typed.to_owned()),
            None if beside && cwd == self.here => None,
            Some(_) | None => Some(cwd.to_owned()),
        }
    }
}

fn add(server: &mut Value, member: &str, values: Map<String, Value>) {
    if !values.is_empty() {
        server[member] = values.into();
    }
}

impl<'a> Hiding<'a> {
    fn new(secrets: &'a [SecretValue]) -> Self {
        // Of `Bearer abc`, only `abc` is to go.
        let has_scheme = |value: &str| {
            let bare = value.split_once(' ').map(|(_, bare)| bare);
            bare.is_some_and(|bare| secrets.iter().any(|other| other.value.reveal() == bare))
        };
        let mut secrets: Vec<&SecretValue> =
            secrets.iter().filter(|secret| !has_scheme(secret.value.reveal())).collect();
        secrets.sort_by_key(|secret| Reverse(secret.value.reveal().len()));
        Self { secrets, variables: BTreeSet::new() }
    }

    /// The text as a config says it.
    fn text(&mut self, text: &str) -> String {
        let mut text = text.replace("${", "$${");
        for secret in &self.secrets {
            let hidden = secret.value.reveal().replace("${", "$${");
            if text.contains(&hidden) {
                let variable = variable(&secret.name);
                text = text.replace(&hidden, &format!("${{{variable}}}"));
                self.variables.insert(variable);
            }
        }
        text
    }

    /// Variables or headers: a value whose name says secret goes, also where it is too short to be looked for.
    fn named<'b>(&mut self, values: impl Iterator<Item = (&'b String, &'b Secret)>) -> Map<String, Value> {
        let mut shown = Map::new();
        for (name, value) in values {
            let mut text = self.text(value.reveal());
            if looks_secret(name) && !text.contains("${") {
                let variable = variable(name);
                text = format!("${{{variable}}}");
                self.variables.insert(variable);
            }
            shown.insert(name.clone(), text.into());
        }
        shown
    }
}

/// `x-api-key` → `X_API_KEY`.
fn variable(name: &str) -> String {
    let upper = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    name.trim_start_matches('-').chars().map(upper).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use mcpvals_config::secrets_in;
    use mcpvals_model::{HttpUrl, Secret, Target};
    use serde_json::{Value, json};

    use super::{Place, server};
    use crate::args::{ProcessArgs, SignInArgs, SignInKind, TargetArgs};

    fn args(cwd: Option<&str>) -> TargetArgs {
        TargetArgs {
            url: None,
            transport: None,
            headers: Vec::new(),
            sign_in: SignInArgs::default(),
            process: ProcessArgs { cwd: cwd.map(Into::into), ..ProcessArgs::default() },
            server: None,
            protocol_version: None,
            timeout: 30_000,
            command: Vec::new(),
        }
    }

    #[track_caller]
    fn check(target: &Target, args: &TargetArgs, file: &str, expected: &Value, variables: &[&str]) {
        let place = Place { file: Path::new(file), here: Path::new("/now") };
        let written = server(target, &secrets_in(target), args, place);
        assert_eq!(&written.value, expected);
        assert_eq!(written.variables.iter().collect::<Vec<_>>(), variables);
    }

    #[test]
    fn sign_in_is_written_without_its_secret() {
        let target = Target::Http { url: HttpUrl::parse("https://h/mcp").unwrap(), headers: Vec::new() };
        let by = |sign_in| TargetArgs { sign_in, ..args(None) };
        let browser = by(SignInArgs { auth: Some(SignInKind::Browser), ..SignInArgs::default() });
        let server = |auth: Value| json!({"transport": "shttp", "url": "https://h/mcp", "auth": auth});
        check(&target, &browser, "c.yaml", &server(json!(true)), &[]);
        let client = by(SignInArgs {
            auth: Some(SignInKind::Client),
            client_id: Some("me".to_owned()),
            client_secret_env: Some("MY_SECRET".to_owned()),
            scope: None,
        });
        let written = json!({"type": "clientCredentials", "clientId": "me", "clientSecret": "${MY_SECRET}"});
        check(&target, &client, "c.yaml", &server(written), &["MY_SECRET"]);
    }

    #[test]
    fn secrets_of_a_process_become_variables() {
        let target = Target::Stdio {
            command: "node".to_owned(),
            args: ["--api-key=k-12345", "${HOME}"].map(str::to_owned).to_vec(),
            env: [("TOKEN".to_owned(), Secret::new("abc")), ("MODE".to_owned(), Secret::new("k-12345"))].into(),
            cwd: "/now".into(),
        };
        let expected = json!({
            "transport": "stdio", "command": "node", "args": ["--api-key=${API_KEY}", "$${HOME}"],
            "env": {"TOKEN": "${TOKEN}", "MODE": "${API_KEY}"},
        });
        check(&target, &args(None), "x.yaml", &expected, &["API_KEY", "TOKEN"]);
    }

    #[test]
    fn secrets_of_a_request_become_variables_and_harmless_headers_stay() {
        let headers = [("Authorization", "Bearer abcdef"), ("Host", "localhost:80")]
            .map(|(name, value)| (name.to_owned(), Secret::new(value)));
        let url = HttpUrl::parse("http://localhost:80/mcp?key=abcdefg").unwrap();
        let expected = json!({
            "transport": "shttp", "url": "http://localhost:80/mcp?key=${KEY}",
            "headers": {"Authorization": "Bearer ${AUTHORIZATION}", "Host": "localhost:80"},
        });
        let target = Target::Http { url, headers: headers.to_vec() };
        check(&target, &args(None), "x.yaml", &expected, &["AUTHORIZATION", "KEY"]);
    }

    #[test]
    fn working_directory_is_said_where_the_config_does_not_mean_it() {
        let target =
            Target::Stdio { command: "x".to_owned(), args: Vec::new(), env: [].into(), cwd: "/now/data".into() };
        let with = |cwd: &str| json!({"transport": "stdio", "command": "x", "args": [], "cwd": cwd});
        check(&target, &args(Some("data")), "x.yaml", &with("data"), &[]);
        check(&target, &args(Some("data")), "sub/x.yaml", &with("/now/data"), &[]);
        check(&target, &args(None), "sub/x.yaml", &with("/now/data"), &[]);
        // As a client's own file may say.
        check(&target, &args(None), "x.yaml", &with("/now/data"), &[]);
    }
}
