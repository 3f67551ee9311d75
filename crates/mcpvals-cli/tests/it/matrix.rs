//! Models × servers × workflows: every combination is a case, and a difference is one only where a test says so.

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases, zoo};
use crate::workflows::{calls, model};

/// A model that adds with the server's tool and says what came, and two more: one that knows nothing, one that is ill.
struct Models {
    servers: [(&'static str, ModelServer); 3],
}

impl Models {
    fn start() -> Self {
        let text = |text: &str| Said::Text(text.to_owned());
        let good = ModelServer::start(move |body, _| {
            if body["input"].to_string().contains("function_call_output") {
                text("It is 4.")
            } else {
                calls("add", json!({"a": 1, "b": 3}))
            }
        });
        let ill = Said::Error(400, Vec::new(), "no such thing".to_owned());
        let (bad, ill) = (ModelServer::saying(vec![text("I do not know.")]), ModelServer::saying(vec![ill]));
        Self { servers: [("good", good), ("bad", bad), ("ill", ill)] }
    }

    fn of(&self, names: &[&str]) -> Vec<Value> {
        let chosen = self.servers.iter().filter(|(name, _)| names.contains(name));
        let model = |(name, server): &(&str, ModelServer)| {
            let mut model = model("openai", server);
            (model["name"], model["model"]) = (json!(name), json!(format!("{name}-1")));
            model
        };
        chosen.map(model).collect()
    }

    fn asked(&self, name: &str) -> usize {
        self.servers.iter().find(|(own, _)| *own == name).map_or(0, |(_, server)| server.requests().len())
    }
}

fn sum(name: &str, more: &Value) -> Value {
    let mut workflow = json!({"name": name, "steps": [{"user": "Add 1 and 3", "expectedState": "4"}]});
    for (member, value) in more.as_object().unwrap() {
        workflow[member] = value.clone();
    }
    workflow
}

fn config(models: &[Value], matrix: &Value, workflows: &[Value]) -> Value {
    let example = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    let servers = json!({"right": example, "wrong": zoo(&["structured-content-mismatch"])});
    json!({"servers": servers, "models": models, "matrix": matrix, "workflows": workflows})
}

fn ids(report: &Value) -> Vec<String> {
    cases(report).iter().map(|case| case["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_combination_is_a_case_with_what_varies_in_its_name() {
    let models = Models::start();
    let both = models.of(&["good", "bad"]);
    let listed = |matrix: &Value, workflows: &[Value]| {
        let folder = Folder::with_config(&config(&both, matrix, workflows));
        let list: Value = serde_json::from_str(&folder.run(&["list", "--json"]).stdout).unwrap();
        ids(&list)
    };
    let w = || sum("w", &json!({}));
    assert_eq!(listed(&json!(false), &[w()]), ["w/w"]);
    assert_eq!(listed(&json!({"models": "all"}), &[w()]), ["w [model=good]/w", "w [model=bad]/w"]);
    assert_eq!(listed(&json!({"models": ["bad"], "servers": ["wrong"]}), &[w()]), ["w/w"]);
    assert_eq!(listed(&json!({"servers": ["wrong", "right"]}), &[w()]), ["w [server=wrong]/w", "w [server=right]/w"]);
    let all = listed(&json!(true), &[w()]);
    assert_eq!((all.len(), all[1].as_str()), (4, "w [model=good, server=wrong]/w"));
    let own = [
        sum("plain", &json!({"matrix": false})),
        sum("fixed", &json!({"model": "bad"})),
        sum("own", &json!({"matrix": {"models": ["bad", "good"]}})),
        sum("both", &json!({"model": "bad", "server": "wrong"})),
    ];
    assert_eq!(
        listed(&json!(true), &own),
        [
            "plain/plain",
            "fixed [server=right]/fixed",
            "fixed [server=wrong]/fixed",
            "own [model=bad]/own",
            "own [model=good]/own",
            "both/both",
        ]
    );
}

/// Two models, of which one always fails.
fn two_models(repetitions: u32) -> Value {
    let models = Models::start();
    let listed = models.of(&["good", "bad"]);
    let workflow = sum("w", &json!({"repeat": repetitions, "freshServer": false}));
    let (ran, report) = Folder::with_config(&config(&listed, &json!({"models": "all"}), &[workflow])).eval(&[]);
    assert_eq!(ran.code, 1, "{ran:?}");
    report["matrix"].clone()
}

#[test]
fn difference_is_one_only_where_the_test_says_so() {
    let (ten, three) = (two_models(10), two_models(3));
    let difference = |matrix: &Value| {
        let found = &matrix["comparisons"][0];
        (found["difference"].as_str().unwrap().to_owned(), found["pValue"].as_f64().unwrap(), found["onlyA"].as_u64())
    };
    assert_eq!(difference(&ten), ("different".to_owned(), 0.001_953_125, Some(10)), "{ten:#}");
    assert_eq!(difference(&three), ("notShown".to_owned(), 0.25, Some(3)), "{three:#}");
    let cell = &ten["cells"][0];
    assert_eq!((&cell["model"], &cell["passed"], &cell["runs"]), (&json!("good"), &json!(10), &json!(10)), "{cell:#}");
    assert!(cell["medianMs"].as_f64() > Some(0.0) && cell["tokens"].as_u64() > Some(0), "{cell:#}");
    let low = cell["interval"][0].as_f64().unwrap();
    assert!((low - 0.7225).abs() < 1e-3, "{cell:#}");
}

#[test]
fn servers_are_compared_and_shown_in_a_table() {
    let models = Models::start();
    let workflow = sum("w", &json!({"repeat": 6, "freshServer": false}));
    let folder = Folder::with_config(&config(&models.of(&["good"]), &json!({"servers": "all"}), &[workflow]));
    let ran = folder.run(&["eval", "-r", "console", "-r", "markdown=page.md", "-r", "junit=report.xml"]);
    let lines = [
        "matrix of 1 workflow with 1 model on 2 servers",
        "  w         good   right   6 of 6  100 % (61 % to 100 %)",
        "  w         good   wrong   0 of 6  0 % (0 % to 39 %)",
        "servers right and wrong: different, p = 0.0312 (of 6 pairs, only right passed in 6, only wrong in 0)",
        "p by McNemar's exact test of paired repetitions",
    ];
    for line in lines {
        assert!(ran.stdout.contains(line), "{line}: {}", ran.stdout);
    }
    let page = folder.read("page.md");
    assert!(
        page.contains("- `servers right and wrong: different") && page.contains("| `w` | `good` | `wrong` | 0 of 6")
    );
    let xml = folder.read("report.xml");
    assert!(xml.contains("<testsuite name=\"w [server=wrong]\""), "{xml}");
}

#[test]
fn what_errored_is_counted_and_in_no_pair() {
    let models = Models::start();
    let listed = models.of(&["good", "ill"]);
    let workflow = sum("w", &json!({"repeat": 2}));
    let (_, report) = Folder::with_config(&config(&listed, &json!({"models": "all"}), &[workflow])).eval(&[]);
    let (cell, found) = (&report["matrix"]["cells"][1], &report["matrix"]["comparisons"][0]);
    assert_eq!((&cell["runs"], &cell["errored"], &cell["rate"]), (&json!(0), &json!(2), &Value::Null), "{cell:#}");
    assert_eq!(
        (&found["pairs"], &found["leftOut"], &found["pValue"]),
        (&json!(0), &json!(2), &json!(1.0)),
        "{found:#}"
    );
}

#[test]
fn model_of_the_command_line_is_chosen_from_the_matrix_or_takes_its_place() {
    let models = Models::start();
    let listed = models.of(&["good", "bad"]);
    let folder = Folder::with_config(&config(&listed, &json!({"models": "all"}), &[sum("w", &json!({}))]));
    let (ran, report) = folder.eval(&["--model", "good"]);
    assert_eq!((ran.code, ids(&report)), (0, vec!["w [model=good]/w".to_owned()]), "{report:#}");
    assert_eq!(models.asked("bad"), 0);
    folder.write(
        "mcp-eval.config.json",
        &config(&listed, &json!({"models": ["bad"], "servers": "all"}), &[sum("w", &json!({}))]).to_string(),
    );
    let (_, report) = folder.eval(&["--model", "good"]);
    assert_eq!(ids(&report), ["w [server=right]/w", "w [server=wrong]/w"]);
    assert_eq!((models.asked("bad"), &report["matrix"]["models"]), (0, &json!(["good"])));
}

#[test]
fn flag_varies_everything_and_stands_in_the_command_that_shows_it_again() {
    let models = Models::start();
    let folder = Folder::with_config(&config(&models.of(&["good", "bad"]), &json!(false), &[sum("w", &json!({}))]));
    let (ran, report) = folder.eval(&["--matrix"]);
    assert_eq!((ran.code, ids(&report).len()), (1, 4), "{report:#}");
    let rerun = cases(&report)[3]["rerun"].as_str().unwrap().to_owned();
    assert_eq!(rerun, "mcpvals eval mcp-eval.config.json --matrix --filter 'w [model=bad, server=wrong]/w'");
    let (_, again) = folder.eval(&["--matrix", "--filter", "w [model=bad, server=wrong]/w"]);
    assert_eq!(ids(&again), ["w [model=bad, server=wrong]/w"]);
    let (_, failed) = folder.eval(&["--matrix", "--last-failed"]);
    assert_eq!(ids(&failed), ids(&report)[1..]);
}

/// Of which cases the cassette has exchanges.
fn recordings(folder: &Folder) -> Vec<String> {
    let cassette: Value = serde_json::from_str(&folder.read("mcp-eval.config.json.cassette.json")).unwrap();
    let exchanges = cassette["exchanges"].as_array().unwrap().iter();
    let mut cases: Vec<String> = exchanges.map(|exchange| exchange["case"].as_str().unwrap().to_owned()).collect();
    cases.dedup();
    cases
}

#[test]
fn one_cassette_has_all_models() {
    let models = Models::start();
    let listed = models.of(&["good", "bad"]);
    let folder = Folder::with_config(&config(&listed, &json!({"models": "all"}), &[sum("w", &json!({"repeat": 2}))]));
    let (_, recorded) = folder.eval(&["--record"]);
    let asked = [models.asked("good"), models.asked("bad")];
    assert_eq!(recordings(&folder), ["w [model=good]/w", "w [model=bad]/w"]);
    // To record one of them again leaves the others as they were.
    folder.eval(&["--record", "--model", "good"]);
    assert_eq!(recordings(&folder), ["w [model=good]/w", "w [model=bad]/w"]);
    let (_, replayed) = folder.eval(&["--cassette", "replay"]);
    assert_eq!([models.asked("good"), models.asked("bad")], [asked[0] * 2, asked[1]]);
    // Both repetitions were recorded, and are two.
    let pairs = |report: &Value| report["matrix"]["comparisons"][0]["pairs"].clone();
    assert_eq!((pairs(&recorded), pairs(&replayed)), (json!(2), json!(2)), "{:#}", replayed["matrix"]);
    assert_eq!(replayed["summary"], recorded["summary"]);
    // One recording that is replayed twice is one run all the same.
    folder.eval(&["--record", "--repeat", "1"]);
    let (_, once) = folder.eval(&["--cassette", "replay"]);
    assert_eq!(pairs(&once), json!(1), "{:#}", once["matrix"]);
}

#[test]
fn secret_in_the_name_of_a_model_is_in_no_output() {
    let models = Models::start();
    let mut listed = models.of(&["good", "bad"]);
    listed[0]["name"] = json!("planted-secret-1");
    let mut config = config(&listed, &json!({"models": "all"}), &[sum("w", &json!({}))]);
    config["secrets"] = json!(["planted-secret-1"]);
    let folder = Folder::with_config(&config);
    let ran =
        folder.run(&["eval", "-r", "console", "-r", "json=report.json", "-r", "markdown=page.md", "--trace", "out"]);
    assert!(ran.stdout.contains("w [model=[redacted:2]]/w"), "{ran:?}");
    let traces = std::fs::read_dir(folder.path().join("out")).unwrap().map(|file| file.unwrap().path());
    let files = traces.map(|path| std::fs::read_to_string(path).unwrap());
    let outputs = files.chain([ran.stdout, ran.stderr, folder.read("report.json"), folder.read("page.md")]);
    assert!(outputs.into_iter().all(|text| !text.contains("planted-secret-1")));
}

#[test]
fn budget_is_that_of_all_together() {
    let models = Models::start();
    let mut config = config(&models.of(&["good", "bad"]), &json!({"models": "all"}), &[sum("w", &json!({}))]);
    config["budget"] = json!({"maxCalls": 2});
    let (_, report) = Folder::with_config(&config).eval(&[]);
    let verdicts: Vec<Value> = cases(&report).iter().map(|case| case["verdict"].clone()).collect();
    assert_eq!(verdicts, ["passed", "errored"], "{report:#}");
}

#[test]
fn unknown_name_is_shown_in_its_line() {
    let models = Models::start();
    let config = config(&models.of(&["good"]), &json!({"models": ["god"]}), &[sum("w", &json!({}))]);
    let folder = Folder::new();
    folder.write("mcp-eval.config.json", &serde_json::to_string_pretty(&config).unwrap());
    let ran = folder.run(&["eval"]);
    assert!(
        ran.code == 2
            && ran.stderr.contains("mcp-eval.config.json:29:7")
            && ran.stderr.contains("did you mean `good`?"),
        "{ran:?}"
    );
}
