//! Which folders of the system a program needs, and which of their files are nobody's business.

use std::fs;
use std::path::{Path, PathBuf};

/// Programs, libraries, settings.
const SYSTEM: [&str; 12] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/gnu", "/snap"];
/// In `/etc`: keys, passwords, and who has which rights.
const SECRET: [&str; 22] = [
    "shadow",
    "shadow-",
    "gshadow",
    "gshadow-",
    "passwd-",
    "group-",
    "sudoers",
    "sudoers.d",
    "ssh",
    "ssl/private",
    "pki/tls/private",
    "krb5.keytab",
    "kubernetes",
    "rancher",
    "docker",
    "wireguard",
    "openvpn",
    "NetworkManager",
    "netplan",
    "cron.d",
    "credstore",
    "credstore.encrypted",
];

/// The system's folders that are there.
pub(super) fn system() -> impl Iterator<Item = PathBuf> {
    SYSTEM.into_iter().map(PathBuf::from).filter(|path| path.symlink_metadata().is_ok())
}

/// What of `/etc` the server must not see, as far as it is there.
pub(super) fn secret_settings() -> impl Iterator<Item = PathBuf> {
    SECRET.into_iter().map(|name| Path::new("/etc").join(name)).filter(|path| path.exists())
}

/// The entries of `/etc` without those: Landlock allows, and cannot forbid again below.
pub(super) fn harmless_settings() -> Vec<PathBuf> {
    let is_secret = |path: &PathBuf| {
        let name = path.strip_prefix("/etc").unwrap_or(path);
        SECRET.iter().any(|secret| Path::new(secret) == name)
    };
    let has_secret = |path: &PathBuf| ["/etc/ssl", "/etc/pki", "/etc/pki/tls"].iter().any(|it| Path::new(it) == path);
    let mut open = entries(Path::new("/etc"));
    let mut harmless = Vec::new();
    while let Some(path) = open.pop() {
        if is_secret(&path) {
            continue;
        }
        if has_secret(&path) { open.extend(entries(&path)) } else { harmless.push(path) }
    }
    harmless
}

/// A folder without what is hidden in it, as Landlock takes it: the folder itself, or what is beside the hidden in it.
pub(super) fn without(folder: PathBuf, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let (mut open, mut shown) = (vec![folder], Vec::new());
    while let Some(path) = open.pop() {
        if hidden.contains(&path) {
            continue;
        }
        if hidden.iter().any(|hidden| hidden.starts_with(&path)) {
            open.extend(entries(&path));
        } else {
            shown.push(path);
        }
    }
    shown
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Where the addresses of name servers stand, which is often behind a link to somewhere else.
pub(super) fn name_servers() -> Option<PathBuf> {
    fs::canonicalize("/etc/resolv.conf").ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_left_out_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        for name in ["a", "b/c", "b/data/work"] {
            fs::create_dir_all(inside(name)).unwrap();
        }
        let shown = |hidden: &[PathBuf]| {
            let mut shown = without(folder.path().to_owned(), hidden);
            shown.sort();
            shown
        };
        assert_eq!(shown(&[]), [folder.path().to_owned()]);
        assert_eq!(shown(&[inside("b/data")]), [inside("a"), inside("b/c")]);
        assert_eq!(shown(&[inside("b")]), [inside("a")]);
        assert_eq!(shown(&[folder.path().to_owned()]), Vec::<PathBuf>::new());
    }
}
