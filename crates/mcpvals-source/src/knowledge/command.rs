//! Programs that are run: which are shells, and which take options where operands stand.

pub(crate) fn is_shell(program: &str) -> bool {
    let plain = program.trim_end_matches(".exe").to_ascii_lowercase();
    matches!(plain.as_str(), "sh" | "bash" | "zsh" | "dash" | "ksh" | "fish" | "cmd" | "powershell" | "pwsh")
}

/// Libraries that run commands on other machines.
pub(crate) fn is_remote(module: &str) -> bool {
    const REMOTE: [&str; 9] =
        ["paramiko", "asyncssh", "fabric", "netmiko", "scrapli", "ssh2", "node-ssh", "simple-ssh", "parallel_ssh"];
    REMOTE.contains(&module.split(['.', '/']).next().unwrap_or(module))
}

pub(crate) fn is_command_flag(flag: &str) -> bool {
    matches!(
        flag,
        "-c" | "-lc" | "-ic" | "-ec" | "/c" | "/C" | "/s" | "/k" | "-Command" | "-command" | "-EncodedCommand"
    )
}

pub(crate) fn is_interpreter(program: &str) -> bool {
    program.starts_with("python") || matches!(program, "node" | "deno" | "ruby" | "perl" | "php" | "bun" | "osascript")
}

/// `curl -s https://… | sh`: what another machine answers is run.
pub(crate) fn fetches_and_runs(command: &str) -> bool {
    let Some((fetch, run)) = command.split_once('|') else { return false };
    let word = |text: &str| text.split_whitespace().find(|word| *word != "sudo").unwrap_or_default().to_owned();
    let fetches = ["curl", "wget"].iter().any(|program| fetch.split_whitespace().any(|word| word == *program));
    fetches && (is_shell(&word(run)) || is_interpreter(&word(run)))
}

/// Programs with an option that runs or writes something else: `--upload-pack`, `-o`, `--exec`, `-F`.
const WITH_DANGEROUS_OPTIONS: [&str; 32] = [
    "git", "curl", "wget", "ssh", "scp", "rsync", "tar", "find", "ffmpeg", "zip", "unzip", "7z", "docker", "kubectl",
    "npm", "npx", "pip", "grep", "rg", "sed", "awk", "gh", "hg", "svn", "pandoc", "convert", "magick", "helm", "go",
    "cargo", "mysql", "psql",
];

pub(crate) fn takes_options(program: &str) -> bool {
    WITH_DANGEROUS_OPTIONS.contains(&program)
}

/// Long options that take a value in whatever program has them.
const LONG_WITH_VALUE: [&str; 45] = [
    "--encoding",
    "--max-count",
    "--max-depth",
    "--depth",
    "--exclude",
    "--glob",
    "--iglob",
    "--regexp",
    "--type",
    "--type-not",
    "--message",
    "--author",
    "--since",
    "--until",
    "--after",
    "--before",
    "--branch",
    "--name",
    "--title",
    "--body",
    "--label",
    "--repo",
    "--base",
    "--limit",
    "--password",
    "--host",
    "--port",
    "--token",
    "--region",
    "--namespace",
    "--filter",
    "--env",
    "--volume",
    "--network",
    "--context",
    "--width",
    "--height",
    "--lang",
    "--language",
    "--timeout",
    "--url",
    "--data",
    "--header",
    "--before-context",
    "--after-context",
];

/// Options whose value comes next: what follows them is no option.
pub(crate) fn takes_value(program: &str, option: &str) -> bool {
    if !option.starts_with('-') || option.contains('=') {
        return false;
    }
    if LONG_WITH_VALUE.contains(&option) {
        return true;
    }
    match program {
        "git" => matches!(
            option,
            "-m" | "--message" | "-C" | "-b" | "-n" | "--author" | "--format" | "--since" | "--until" | "-B"
        ),
        "kubectl" | "helm" => matches!(
            option,
            "-n" | "--namespace"
                | "-f"
                | "-l"
                | "--selector"
                | "-o"
                | "--context"
                | "-c"
                | "--kubeconfig"
                | "--version"
                | "--tail"
                | "--since"
                | "-p"
                | "--image"
                | "--type"
                | "--patch"
        ),
        "curl" | "wget" => matches!(option, "-X" | "-d" | "-H" | "-u" | "--data" | "--header" | "--url" | "-A"),
        "grep" | "rg" => {
            matches!(option, "-e" | "--regexp" | "-g" | "--glob" | "-A" | "-B" | "-C" | "-m" | "-t" | "--type")
        }
        "docker" => matches!(option, "-e" | "--name" | "-f" | "--filter" | "--format" | "-t" | "--tag"),
        _ => option.len() > 1,
    }
}
