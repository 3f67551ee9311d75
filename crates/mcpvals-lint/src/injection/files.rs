//! Files and folders, and those of them that hold secrets.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

/// Parts of paths that hold keys, passwords and settings of accounts, on any system.
const SECRETS: &[&str] = &[
    ".bashrc",
    ".zshrc",
    ".bash_profile",
    ".profile",
    "/etc/hosts",
    "/etc/cron",
    ".config/autostart",
    "launchagents/",
    ".ssh/",
    "/.ssh",
    "id_rsa",
    "id_ed25519",
    "id_ecdsa",
    "id_dsa",
    "authorized_keys",
    ".aws/",
    "/.aws",
    ".azure/",
    ".gcloud",
    "gcloud/credentials",
    ".kube/config",
    ".docker/config",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".git-credentials",
    ".gnupg",
    "/etc/passwd",
    "/etc/shadow",
    "/etc/sudoers",
    "mcp.json",
    "claude_desktop_config",
    ".vault-token",
    "credentials.json",
    "secrets.json",
    "secrets.yaml",
    "secrets.yml",
    ".bash_history",
    ".zsh_history",
    "keychain-db",
    "login.keychain",
    "wallet.dat",
    "/proc/self/environ",
    "private.key",
    "private_key.pem",
    "known_hosts",
    ".pem",
];

static PARTS: LazyLock<AhoCorasick> = LazyLock::new(|| AhoCorasick::new(SECRETS).expect("they are words"));

/// Whole names that do.
const NAMES: [&str; 6] = [".env", ".env.local", ".env.production", "server.key", "credentials", ".htpasswd"];

pub(super) fn is_secret(lower: &str) -> bool {
    let is_path = lower.contains(['/', '.', '\\', '_']);
    // Names of hosts stand there, and which key is whose; none of the keys.
    let is_list_of_hosts = lower.ends_with(".ssh/config");
    is_path
        && !is_list_of_hosts
        && (PARTS.is_match(lower)
            || lower
                .rsplit(['/', '\\'])
                .next()
                .is_some_and(|name| NAMES[..4].contains(&name) || lower.contains('/') && NAMES.contains(&name)))
}

/// With a root, a home or a drive before it.
pub(super) fn is_file(lower: &str) -> bool {
    let bytes = lower.as_bytes();
    let is_rooted =
        lower.starts_with("~/") || lower.starts_with("./") || lower.starts_with("../") || lower.starts_with("$home");
    let is_absolute = bytes.len() > 3 && bytes[0] == b'/' && bytes[1].is_ascii_alphabetic() && lower[1..].contains('/');
    let is_drive = bytes.len() > 3 && bytes[1] == b':' && bytes[2] == b'\\';
    is_rooted || is_absolute || is_drive
}
