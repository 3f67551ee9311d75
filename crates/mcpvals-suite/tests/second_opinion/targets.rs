//! Servers that both clients can reach.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcpvals_model::{HttpUrl, Secret, Target};
use mcpvals_testkit::{Flaw, Program};
use serde_json::Value;

/// The testkit's good server over stdio.
pub(crate) fn good(options: &[&str]) -> Target {
    command(&Program::Zoo.path(), &[&[Flaw::None.name()], options].concat())
}

/// The server that is made of `rmcp`, over stdio: `target/PROFILE/examples/rmcp`, built with these tests.
pub(crate) fn rmcp(options: &[&str]) -> Target {
    command(&rmcp_program(), options)
}

/// Where that server is.
pub(crate) fn rmcp_program() -> PathBuf {
    let own = std::env::current_exe().expect("a running test knows its executable");
    let profile = own.parent().and_then(|deps| deps.parent()).expect("tests are in target/PROFILE/deps");
    let program = profile.join("examples/rmcp");
    assert!(program.exists(), "{} is not built: run the tests of the whole package", program.display());
    program
}

/// A server that listens.
pub(crate) fn http(url: &str) -> Target {
    Target::Http { url: HttpUrl::parse(url).expect("it is a URL"), headers: Vec::new() }
}

/// A server as a config names it.
pub(crate) fn configured(config: &Value) -> Target {
    let text = |value: &Value| value.as_str().expect("it is a text").to_owned();
    if let Some(url) = config.get("url") {
        assert_eq!(config["headers"], serde_json::json!({}));
        return http(&text(url));
    }
    let env = config["env"].as_object().expect("variables");
    Target::Stdio {
        command: text(&config["command"]),
        args: config["args"].as_array().expect("words").iter().map(text).collect(),
        env: env.iter().map(|(name, value)| (name.clone(), Secret::new(text(value)))).collect(),
        cwd: text(&config["cwd"]).into(),
    }
}

fn command(program: &Path, args: &[&str]) -> Target {
    Target::Stdio {
        command: program.display().to_string(),
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        env: BTreeMap::new(),
        cwd: std::env::temp_dir(),
    }
}
