//! `setup.cfg` and `setup.py`: console scripts, read leniently; nothing of it is run.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use super::Site;
use super::candidate::Seen;
use super::python::{chosen, of_script};

/// `"name = module:function"` in a list of them.
static SCRIPT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"['"]\s*([A-Za-z0-9][\w.-]*)\s*=\s*([A-Za-z_][\w.]*:[A-Za-z_][\w.]*)\s*['"]"#).expect("it is one")
});

pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    let cfg = site.folder.text("setup.cfg").map(|text| seen(site, "setup.cfg", &of_cfg(&text)));
    let program = site.folder.text("setup.py").map(|text| seen(site, "setup.py", &of_py(&text)));
    cfg.into_iter().chain(program).collect()
}

fn seen(site: &Site<'_>, file: &str, scripts: &BTreeMap<String, String>) -> Seen {
    match chosen(site, scripts) {
        Some((name, target)) => of_script(site, file, name, target).seen(),
        None => Seen::nothing(file, "has no console script"),
    }
}

/// The lines below `console_scripts =` in `[options.entry_points]`.
fn of_cfg(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().skip_while(|line| line.trim() != "[options.entry_points]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let scripts = lines.skip_while(|line| !line.trim_start().starts_with("console_scripts")).skip(1);
    let is_below = |line: &&str| line.starts_with([' ', '\t']);
    let pair = |line: &str| {
        let (name, target) = line.split_once('=')?;
        Some((name.trim().to_owned(), target.trim().to_owned()))
    };
    scripts.take_while(is_below).filter_map(pair).collect()
}

fn of_py(text: &str) -> BTreeMap<String, String> {
    let Some(at) = text.find("console_scripts") else { return BTreeMap::new() };
    SCRIPT.captures_iter(&text[at..]).map(|found| (found[1].to_owned(), found[2].to_owned())).collect()
}
