//! Commands of a shell that no description needs: what fetches and runs, opens rights, deletes, or stays.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use regex::Regex;

use super::Said;
use super::plain::Plain;
use super::rules::COMMAND;

static COMMANDS: LazyLock<Regex> = LazyLock::new(|| {
    let commands = [
        r"(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,160}\| *(?:sudo +)?(?:ba|z|da|k)?sh\b",
        r"(?:ba)?sh +(?:-c +)?.{0,4}(?:<\(|\$\() *(?:curl|wget)\b",
        r"\bchmod +(?:-r +)?(?:[0-7]{3,4}|[augo]*\+[rwxs]+) ",
        r"\brm +-[rf]{1,2} ",
        r">> *(?:~|\$home|/etc|/home|/root)[/.][^\n ]{1,80}",
        r"\b(?:nc|ncat) +(?:-[a-z]+ +){0,3}[a-z0-9.-]+ +[0-9]{2,5}\b",
        r"/dev/tcp/[^ \n]{3,}",
        r"base64 +(?:-d|--decode)[^\n]{0,40}\| *(?:ba)?sh",
        r"\beval +.{0,2}\$\(",
        r"\bcrontab +-",
        r"\b(?:curl|wget)\b[^\n]{0,120}(?:-d|--data[a-z-]*|-f|--form|-t|--upload-file|--post-file|--post-data)[ =]+[^\n]{0,8}(?:@|\$|`|~)",
        r"\bcat +(?:~|/etc|/root|/home|\$home)[^\n ]{2,}",
        r"\bbash +-i\b",
        r"\bdocker +run\b[^\n]{0,80}--privileged",
        r"\bpowershell\b[^\n]{0,20} -e(?:nc|ncodedcommand)\b",
        r"\bpython3? +-c\b[^\n]{0,80}(?:exec\(|urlopen|socket)",
        r"\bsudo +(?:spctl|visudo|tee|chown)\b",
        r"\biex *\(|downloadstring\(",
        r"\b(?:npx|uvx|bunx) +(?:-y +)?@?[a-z0-9-]+/[a-z0-9-]+ +(?:before|to continue)",
    ];
    Regex::new(&format!("(?i){}", commands.join("|"))).expect("it is a regular expression")
});

/// What every one of them holds: most texts have none, and need no closer look.
static SIGNS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let signs = [
        "curl",
        "wget",
        "chmod",
        "rm -",
        ">>",
        "nc ",
        "ncat",
        "/dev/tcp",
        "base64",
        "$(",
        "crontab",
        "cat ",
        "bash ",
        "docker ",
        "powershell",
        "python",
        "sudo ",
        "invoke-webrequest",
        "iwr",
        "iex",
        "downloadstring",
        "npx",
        "uvx",
        "bunx",
    ];
    AhoCorasick::builder().ascii_case_insensitive(true).build(signs).expect("they are words")
});

pub(super) fn find(plain: &Plain) -> Option<Said> {
    let found = SIGNS.is_match(&plain.text).then(|| COMMANDS.find(&plain.text))??;
    let (start, end) = plain.original(found.range());
    Some(Said::new(&COMMAND, "it holds a command that fetches, opens, deletes or sends", start as usize..end as usize))
}
