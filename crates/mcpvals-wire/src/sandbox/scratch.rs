//! The folders of a sandbox on our side: for each server that runs at the same time a slot with HOME, TMPDIR, baits, and what is
//! written over its own folders. A server that is started again has the slot that it had.

use std::fs::{self, DirBuilder};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::BAITS;
use crate::oauth::random;

/// The name servers of a sandbox: whoever is asked, the sinkhole answers.
const RESOLVER: &str = "nameserver 198.51.100.53\noptions timeout:2 attempts:1\n";

/// All slots.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: PathBuf,
    /// One text for each of [`BAITS`].
    tokens: Vec<String>,
    slots: Arc<Mutex<Vec<Slot>>>,
}

#[derive(Debug)]
struct Slot {
    /// For which server.
    key: String,
    is_free: bool,
}

/// A slot that a server has until this is dropped.
#[derive(Debug)]
pub(crate) struct Lease {
    folder: PathBuf,
    index: usize,
    slots: Arc<Mutex<Vec<Slot>>>,
}

impl Scratch {
    /// Makes a folder that only we can enter.
    pub(super) fn new(parent: &Path) -> io::Result<Self> {
        let folder = parent.join(format!("mcpvals-sandbox-{}", &random::text()[..16]));
        private(&folder)?;
        let tokens = BAITS.iter().map(|_| random::text().replace(['-', '_'], "x")).collect();
        Ok(Self { folder, tokens, slots: Arc::default() })
    }

    /// A file that no server is granted, for trials.
    pub(super) fn outside(&self) -> io::Result<PathBuf> {
        let path = self.folder.join("outside");
        fs::write(&path, "not granted\n").map(|()| path)
    }

    /// The slot that a server like this had before, or a new one.
    pub(super) fn lease(&self, key: &str) -> io::Result<Lease> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let free = slots.iter().position(|slot| slot.is_free && slot.key == key);
        let index = free.unwrap_or(slots.len());
        let folder = self.folder.join(index.to_string());
        if free.is_none() {
            self.lay_out(&folder)?;
            slots.push(Slot { key: key.to_owned(), is_free: false });
        }
        slots[index].is_free = false;
        Ok(Lease { folder, index, slots: Arc::clone(&self.slots) })
    }

    fn lay_out(&self, slot: &Path) -> io::Result<()> {
        for name in ["", "home", "tmp", "baits", "over", "root"] {
            private(&slot.join(name))?;
        }
        fs::write(slot.join("resolv.conf"), RESOLVER)?;
        fs::write(slot.join("seen.jsonl"), "")?;
        for folder in [slot.join("home"), slot.join("baits")] {
            for (name, token) in BAITS.iter().zip(&self.tokens) {
                let path = folder.join(name);
                fs::create_dir_all(path.parent().unwrap_or(&folder))?;
                let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
                file.write_all(bait(name, token).as_bytes())?;
            }
        }
        Ok(())
    }

    /// The bait whose token is in there.
    pub(super) fn bait_in(&self, text: &[u8]) -> Option<&'static str> {
        let holds = |token: &str| {
            // Half of it is enough: names in DNS are short, and nobody guesses so many characters.
            let half = &token.as_bytes()[..token.len() / 2];
            text.windows(half.len()).any(|window| window.eq_ignore_ascii_case(half))
        };
        let mut pairs = BAITS.iter().zip(&self.tokens);
        pairs.find(|(_, token)| holds(token)).map(|(name, _)| *name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove(&self.folder);
    }
}

impl Lease {
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get_mut(self.index) {
            slot.is_free = true;
        }
    }
}

fn private(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Looks like what it stands for, so that whoever looks for such a thing takes it.
fn bait(name: &str, token: &str) -> String {
    match name {
        ".ssh/id_rsa" => format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{token}\n-----END OPENSSH PRIVATE KEY-----\n"),
        ".aws/credentials" => format!(
            "[default]\naws_access_key_id = AKIA{}\naws_secret_access_key = {token}\n",
            token[..16].to_uppercase()
        ),
        ".env" => format!("DATABASE_PASSWORD={token}\nSECRET_KEY={token}\n"),
        ".npmrc" => format!("//registry.example.invalid/:_authToken={token}\n"),
        _ => format!(
            "{{\"mcpServers\":{{\"internal\":{{\"command\":\"internal\",\"env\":{{\"API_KEY\":\"{token}\"}}}}}}}}\n"
        ),
    }
}

/// Removes a sandbox's folder, the kernel's own folders of overlays included, which nobody may enter. Links are not followed.
pub(crate) fn remove(folder: &Path) {
    let is_ours = folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("mcpvals-sandbox-"));
    if !is_ours {
        return;
    }
    let slots = fs::read_dir(folder).into_iter().flatten().flatten();
    let layers = slots.filter_map(|slot| fs::read_dir(slot.path().join("over")).ok()).flatten().flatten();
    for layer in layers {
        let work = layer.path().join("work").join("work");
        if work.symlink_metadata().is_ok_and(|there| there.is_dir()) {
            let _ = fs::set_permissions(&work, fs::Permissions::from_mode(0o700));
        }
    }
    // What a server has locked away from itself stays; there is nobody to tell.
    let _ = fs::remove_dir_all(folder);
}

#[cfg(test)]
mod tests {
    use super::Scratch;

    #[test]
    fn a_server_finds_its_folders_again_and_another_has_its_own() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(parent.path()).unwrap();
        let first = scratch.lease("a").unwrap();
        let second = scratch.lease("a").unwrap();
        assert_ne!(first.folder(), second.folder(), "both run");
        let folder = first.folder().to_owned();
        drop(first);
        assert_ne!(scratch.lease("b").unwrap().folder(), folder, "another server");
        assert_eq!(scratch.lease("a").unwrap().folder(), folder);
        let words = std::fs::read(folder.join("home/.npmrc")).unwrap();
        assert_eq!(scratch.bait_in(&words), Some(".npmrc"));
        assert_eq!(scratch.bait_in(b"nothing"), None);
        drop((second, scratch));
        assert_eq!(std::fs::read_dir(parent.path()).unwrap().count(), 0, "nothing is left");
    }
}
