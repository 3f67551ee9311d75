//! A Dockerfile: the command inside its last image, where that is here too.

use super::Site;
use super::candidate::{Candidate, Seen};
use super::launch::judge;
use super::words::plain;

pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    let files = ["Dockerfile", "Containerfile", "docker/Dockerfile"];
    files
        .iter()
        .filter_map(|file| Some((file, site.folder.text(file)?)))
        .map(|(file, text)| in_file(site, file, &text))
        .collect()
}

/// What the last image does.
#[derive(Debug, Default)]
struct Image {
    folder: String,
    entry: Option<Vec<String>>,
    command: Option<Vec<String>>,
}

fn in_file(site: &Site<'_>, file: &str, text: &str) -> Seen {
    let image = image(text);
    let words: Vec<String> = match (image.entry, image.command) {
        (Some(entry), command) => entry.into_iter().chain(command.unwrap_or_default()).collect(),
        (None, Some(command)) => command,
        (None, None) => return Seen::nothing(file, "has neither ENTRYPOINT nor CMD"),
    };
    let inside = |word: &String| {
        let folder = image.folder.trim_end_matches('/');
        let inner = word.strip_prefix(folder).filter(|_| !folder.is_empty()).and_then(|rest| rest.strip_prefix('/'));
        inner.unwrap_or(word).to_owned()
    };
    let words: Vec<String> = words.iter().map(inside).collect();
    let Some((first, rest)) = words.split_first() else {
        return Seen::nothing(file, "starts what only a shell in it can");
    };
    match judge(site, first, rest) {
        Ok(launch) => {
            let because = "it is the command in its image, started here without one";
            Candidate::process(file, launch.readiness, launch.command, because).seen()
        }
        Err(why) => Seen::nothing(file, why),
    }
}

fn image(text: &str) -> Image {
    let mut image = Image::default();
    for line in text.replace("\\\n", " ").lines().map(str::trim) {
        let Some((word, rest)) = line.split_once(char::is_whitespace) else { continue };
        let rest = rest.trim();
        match word.to_ascii_uppercase().as_str() {
            "FROM" => image = Image::default(),
            "WORKDIR" => rest.clone_into(&mut image.folder),
            "ENTRYPOINT" => image.entry = Some(command(rest)),
            "CMD" => image.command = Some(command(rest)),
            _ => {}
        }
    }
    image
}

/// The list, or the words of a plain command; none for what needs a shell.
fn command(text: &str) -> Vec<String> {
    serde_json::from_str(text).ok().or_else(|| plain(text)).unwrap_or_default()
}
