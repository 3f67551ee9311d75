//! What an evaluation says of the sandbox, and of what was seen in it.

use serde_json::{Value, json};

use super::Home;
use crate::mcpvals::{Folder, Ran};

fn document(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("no JSON: {error}\n{ran:?}"))
}

/// The findings of these rules, as `rule severity: message`.
fn found(document: &Value) -> Vec<String> {
    let of_tools = document["tools"].as_array().unwrap().iter().flat_map(|tool| tool["findings"].as_array().unwrap());
    let all = of_tools.chain(document["findings"].as_array().unwrap());
    let ours = ["reads-credentials", "sends-credentials", "phones-home"];
    let ours = all.filter(|finding| ours.contains(&finding["rule"].as_str().unwrap()));
    let text = |finding: &Value, name: &str| finding[name].as_str().unwrap().to_owned();
    let mut lines: Vec<String> =
        ours.map(|one| format!("{} {}: {}", text(one, "rule"), text(one, "severity"), text(one, "message"))).collect();
    lines.sort();
    lines
}

#[test]
fn a_good_server_has_a_sandbox_that_holds_and_nothing_is_found() {
    let folder = Folder::new();
    let words = |level| ["evaluate", "--json", "--runtime-only", "--sandbox", level, "--", "mcpvals", "example-server"];
    let without = document(&folder.run(&["evaluate", "--json", "--runtime-only", "--", "mcpvals", "example-server"]));
    assert_eq!(without["sandbox"], Value::Null);
    let ran = folder.run(&words("auto"));
    let within = document(&ran);
    let sandbox = &within["sandbox"];
    assert_eq!((&sandbox["requested"], &sandbox["level"]), (&json!("auto"), &json!("L3")), "{sandbox:#}");
    let guarantees = sandbox["guarantees"].as_array().unwrap();
    assert_eq!(guarantees.iter().filter(|one| one["held"] == true).count(), 8, "{sandbox:#}");
    assert_eq!((&sandbox["baits"], &sandbox["egress"]), (&Value::Null, &Value::Null));
    assert_eq!(found(&within), [] as [&str; 0]);
    assert_eq!(without["score"], within["score"]);
    assert!(within["rerun"].as_str().unwrap().contains("--sandbox auto"), "{}", within["rerun"]);
    let tests = within["results"]["runtime"]["securityTests"].to_string();
    assert!(tests.contains("leaves-credentials-alone") && tests.contains("stays-where-it-is"));
    for level in ["l2", "l1"] {
        let weaker = document(&folder.run(&words(level)));
        assert_eq!((&weaker["sandbox"]["level"], &weaker["score"]), (&json!(level.to_uppercase()), &without["score"]));
    }
}

#[test]
fn credentials_that_are_read_and_sent_are_found_with_the_tool_that_did_it() {
    let home = Home::new();
    let words = ["evaluate", "--json", "--runtime-only", "--sandbox", "l3"];
    let ran = home.run(&words, &["start=metadata", "call=own-key,exfiltrate"]);
    let document = document(&ran);
    let during = "during `tools/call` of `list_deeds`";
    let found = found(&document);
    for expected in [
        "phones-home high: during the start, the credentials of the machine were asked for at 169.254.169.254"
            .to_owned(),
        "phones-home high: `list_deeds` declares `openWorldHint: false`, and connects to ".to_owned(),
        "reads-credentials critical: `~/.ssh/id_rsa` was opened during `tools/call` of `list_deeds`".to_owned(),
        "reads-credentials high: `~/.npmrc` was opened during `tools/call` of `list_deeds`".to_owned(),
        format!("sends-credentials critical: {during}, what stands in `~/.ssh/id_rsa` came back to the client"),
        format!("sends-credentials critical: {during}, what stands in `~/.npmrc` was sent to "),
    ] {
        assert!(found.iter().any(|line| line.starts_with(&expected)), "no `{expected}` in {found:#?}");
    }
    assert_eq!(document["status"], "fail");
    let baits = &document["sandbox"]["baits"];
    assert!(
        baits.as_array().unwrap().contains(&json!({
            "bait": "~/.ssh/id_rsa", "during": "`tools/call` of `list_deeds`",
        })),
        "{baits:#}"
    );
    let egress = document["sandbox"]["egress"].to_string();
    assert!(
        egress.contains(r#""to":"169.254.169.254","port":80,"said":"GET /hostile HTTP/1.1","during":"the start""#),
        "{egress}"
    );
}

#[test]
fn a_server_that_does_nothing_of_the_kind_is_left_in_peace() {
    let home = Home::new();
    let ran = home.run(&["evaluate", "--json", "--runtime-only", "--sandbox", "l3"], &["call=scratch,project"]);
    assert_eq!(found(&document(&ran)), [] as [&str; 0]);
}

#[test]
fn every_format_tells_of_it() {
    let home = Home::new();
    for format in ["console", "markdown", "html", "xml", "sarif", "junit"] {
        let words = ["evaluate", "--runtime-only", "--sandbox", "l3", "--format", format];
        let ran = home.run(&words, &["call=own-key,metadata"]);
        let told = ran.stdout.to_lowercase();
        for word in ["id_rsa", "169.254.169.254", "sandbox", "l3"] {
            assert!(told.contains(word), "{format} says nothing of `{word}`:\n{}", ran.stdout);
        }
    }
}

#[test]
fn the_report_of_a_run_has_its_sandbox() {
    let home = Home::new();
    let words = home.server(&["call=own-key,metadata"]);
    let config = json!({
        "server": { "transport": "stdio", "command": words[0], "args": words[1..] },
        "toolHealthSuites": [{ "name": "Deeds", "tests": [{ "name": "list_deeds", "args": {} }] }],
    });
    home.folder.write("project/mcp-eval.config.json", &config.to_string());
    let run = |flags: &[&str]| {
        let mut command = home.folder.command(&["eval", "mcp-eval.config.json"]);
        command.args(flags).args(["-r", "json", "-r", "html=page.html", "-r", "markdown=page.md"]);
        Ran::of(&command.current_dir(home.project()).output().unwrap())
    };
    assert_eq!(document(&run(&[]))["sandbox"], Value::Null);
    let ran = run(&["--sandbox", "l3"]);
    let sandbox = &document(&ran)["sandbox"];
    assert_eq!((&sandbox["level"], sandbox["guarantees"].as_array().unwrap().len()), (&json!("L3"), 8));
    let bait = json!({ "bait": "~/.ssh/id_rsa", "during": "the run" });
    assert!(sandbox["baits"].as_array().unwrap().contains(&bait), "{sandbox:#}");
    let asked = |one: &Value| one["to"] == "169.254.169.254" && one["port"] == 80;
    assert!(sandbox["egress"].as_array().unwrap().iter().any(asked), "{sandbox:#}");
    assert!(ran.stderr.contains("`~/.ssh/id_rsa`, a bait, was opened"), "{}", ran.stderr);
    for (page, words) in [("page.html", ["id_rsa", "169.254.169.254"]), ("page.md", ["Level L3", "seen: "])] {
        let text = home.folder.read(&format!("project/{page}"));
        assert!(words.iter().all(|word| text.contains(word)), "{page}: {text}");
    }
}
