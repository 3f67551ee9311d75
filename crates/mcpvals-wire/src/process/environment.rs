//! The small clean environment of a server.

use std::collections::BTreeMap;

use mcpvals_model::Secret;

/// What a program needs to find its way about a machine: who and where the user is, where programs, temporary and
/// cached files are, language and time zone, and the certificates to trust. No key, no token, no proxy (which may have
/// a password in it): those a config must name.
const HANDED_ON: [&str; 17] = [
    "HOME",
    "LANG",
    "LANGUAGE",
    "LOGNAME",
    "NODE_EXTRA_CA_CERTS",
    "PATH",
    "SHELL",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "TERM",
    "TMPDIR",
    "TZ",
    "USER",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
];

/// Of ours the harmless part, then what the config names.
pub(super) fn of_server(ours: &BTreeMap<String, String>, named: &BTreeMap<String, Secret>) -> BTreeMap<String, String> {
    let handed_on = ours.iter().filter(|(name, _)| is_handed_on(name));
    let mut environment: BTreeMap<String, String> =
        handed_on.map(|(name, value)| (name.clone(), value.clone())).collect();
    environment.extend(named.iter().map(|(name, value)| (name.clone(), value.reveal().to_owned())));
    environment
}

fn is_handed_on(name: &str) -> bool {
    HANDED_ON.contains(&name) || name.starts_with("LC_")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use mcpvals_model::Secret;

    use super::of_server;

    #[test]
    fn keys_of_ours_stay_here_and_named_ones_go() {
        let ours = ["PATH", "HOME", "OPENAI_API_KEY", "AWS_SECRET", "LC_ALL", "HTTPS_PROXY"];
        let ours: BTreeMap<String, String> = ours.map(|name| (name.to_owned(), "ours".to_owned())).into();
        let named =
            BTreeMap::from([("TOKEN".to_owned(), Secret::new("named")), ("HOME".to_owned(), Secret::new("named"))]);
        let got: Vec<String> = of_server(&ours, &named).iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(got, ["HOME=named", "LC_ALL=ours", "PATH=ours", "TOKEN=named"]);
    }
}
