//! `mcpvals judge calibrate`: agreement and kappa, what counts and what does not, and what is wrong with the examples.

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, Ran};
use crate::workflows::model;

/// A judge that passes what says "right", and says nothing of what says "silent".
fn judge() -> ModelServer {
    ModelServer::start(|body, _| {
        let asked = body.to_string();
        let score = if asked.contains("so right") { 0.9 } else { 0.2 };
        if asked.contains("so silent") {
            return Said::Refusal;
        }
        Said::Text(json!({"reason": "as it says", "score": score}).to_string())
    })
}

fn folder(server: &ModelServer) -> Folder {
    let mut judge = model("openai", server);
    judge["name"] = json!("judge");
    let example = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    let workflow = json!({"name": "w", "steps": [{"user": "so right"}]});
    Folder::with_config(&json!({
        "server": example, "models": [judge], "llmJudge": true, "judgeModel": "judge", "workflows": [workflow],
    }))
}

fn example(words: &str, label: &str) -> String {
    let said = json!([{"role": "user", "text": "Go"}, {"role": "assistant", "text": format!("so {words}")}]);
    json!({"label": label, "conversation": said}).to_string()
}

fn calibrate(examples: &[String], flags: &[&str]) -> (Ran, Folder) {
    let server = judge();
    let folder = folder(&server);
    folder.write("examples.jsonl", &examples.join("\n"));
    let ran = folder.run(&[&["judge", "calibrate", "examples.jsonl"], flags].concat());
    (ran, folder)
}

fn as_json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

#[test]
fn agreement_and_kappa_are_those_of_the_table() {
    let of = |words, label, count| std::iter::repeat_n(example(words, label), count);
    let all: Vec<String> = of("right", "pass", 4).chain(of("wrong", "fail", 3)).chain(of("right", "fail", 1)).collect();
    let (ran, _) = calibrate(&all, &["--json", "--concurrency", "4"]);
    let measured = as_json(&ran);
    let agreement = &measured["agreement"];
    assert_eq!(
        (ran.code, &agreement["bothPass"], &agreement["bothFail"], &agreement["onlyJudge"]),
        (0, &json!(4), &json!(3), &json!(1))
    );
    assert_eq!((&agreement["rate"], &measured["errored"]), (&json!(0.875), &json!(0)));
    assert!((agreement["kappa"].as_f64().unwrap() - 0.75).abs() < 1e-9, "{measured:#}");
    let (ran, _) = calibrate(&all, &["--min-kappa", "0.8"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("7 of 8 examples, 87.5 %") && ran.stdout.contains("0.75, substantial"), "{ran:?}");
    assert!(ran.stdout.contains("8: labelled fail, the judge gives 0.90\n  as it says"), "{ran:?}");
}

#[test]
fn judge_that_gives_no_score_agrees_with_nobody() {
    let all = [example("right", "pass"), example("wrong", "fail"), example("silent", "pass")];
    let (ran, _) = calibrate(&all, &["--json"]);
    let measured = as_json(&ran);
    assert_eq!((ran.code, &measured["errored"], &measured["agreement"]["rate"]), (1, &json!(1), &json!(1.0)));
    let (ran, _) = calibrate(&all, &["--min-agreement", "0.5"]);
    assert!(ran.code == 1 && ran.stdout.contains("no score    of 1 example"), "{ran:?}");
    let (ran, _) = calibrate(&[example("right", "pass"), example("right", "pass")], &["--min-kappa", "0"]);
    assert!(ran.code == 1 && ran.stdout.contains("kappa       not defined"), "{ran:?}");
}

#[test]
fn workflow_of_a_trace_is_an_example() {
    let server = judge();
    let folder = folder(&server);
    folder.run(&["eval", "--trace", "traces"]);
    folder.write("examples.json", &json!([{"trace": "traces/w.jsonl", "score": 0.8}]).to_string());
    let ran = folder.run(&["judge", "calibrate", "examples.json", "--json"]);
    let measured = as_json(&ran);
    assert_eq!((ran.code, &measured["agreement"]["bothPass"]), (0, &json!(1)), "{measured:#}");
    assert!((measured["meanAbsoluteError"].as_f64().unwrap() - 0.1).abs() < 1e-9, "{measured:#}");
    let shown = server.requests().last().unwrap().body.to_string();
    assert!(shown.contains("so right") && shown.contains("multiply"), "{shown}");
}

#[test]
fn what_is_wrong_with_examples_is_told_with_its_line() {
    let check = |lines: &[&str], code: i32, words: &str| {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let (ran, _) = calibrate(&lines, &[]);
        assert!(ran.code == code && ran.stderr.contains(words), "{words}: {ran:?}");
    };
    check(&[&example("right", "pass"), "{"], 2, "line 2: EOF");
    check(&[r#"{"conversation": []}"#], 2, "line 1: it has neither a `label`");
    check(&[r#"{"label": "pass"}"#], 2, "line 1: it has a `conversation`, or a `trace`");
    check(&[r#"{"label": "maybe", "conversation": []}"#], 2, "unknown variant `maybe`");
    check(&[r#"{"label": "pass", "trace": "none.jsonl"}"#], 2, "cannot read");
    check(&[r#"{"score": 2, "conversation": []}"#], 2, "`score` is no number from 0 to 1");
    check(&["", ""], 4, "has no examples");
}

#[test]
fn config_needs_a_judge() {
    let folder = Folder::with_config(&json!({
        "server": {"transport": "stdio", "command": "mcpvals", "args": ["example-server"]},
        "workflows": [{"name": "w", "steps": [{"user": "Go"}]}],
    }));
    folder.write("e.jsonl", &example("right", "pass"));
    let ran = folder.run(&["judge", "calibrate", "e.jsonl"]);
    assert!(ran.code == 2 && ran.stderr.contains("the config has no judge: set `llmJudge: true`"), "{ran:?}");
}

fn score(examples: &[String], flags: &[&str]) -> Ran {
    let server = judge();
    let folder = folder(&server);
    folder.write("examples.jsonl", &examples.join("\n"));
    folder.run(&[&["judge", "score", "examples.jsonl"], flags].concat())
}

#[test]
fn conversations_are_scored_in_their_order() {
    let unlabelled = json!({"id": "mine", "conversation": [{"role": "assistant", "text": "so right"}]}).to_string();
    let ran =
        score(&[unlabelled.clone(), example("wrong", "pass"), example("silent", "pass")], &["--concurrency", "3"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[0],
        json!({"id": "mine", "passed": true, "score": 0.9, "spread": [0.9, 0.9], "reason": "as it says"})
    );
    assert_eq!((&lines[1]["passed"], &lines[1]["score"]), (&json!(false), &json!(0.2)));
    assert_eq!((&lines[2]["passed"], &lines[2]["score"]), (&json!(false), &Value::Null));
    assert!(!lines[2]["reason"].as_str().unwrap().is_empty(), "{lines:?}");
    assert_eq!(score(&[unlabelled], &[]).code, 0);
    assert_eq!(score(&[], &[]).code, 4);
    assert_eq!(score(&["{}".to_owned()], &[]).code, 2);
}
