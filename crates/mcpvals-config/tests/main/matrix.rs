//! `matrix`: its mistakes, each with its place, and its bounds.

use mcpvals_config::Scope;
use mcpvals_model::{CaseKind, Plan};

use crate::support::{load_files, load_text};

/// Two models, two servers, and a workflow.
fn config(matrix: &str, workflow: &str) -> String {
    format!(
        "servers:\n  a: {{ transport: stdio, command: node }}\n  b: {{ transport: stdio, command: node }}\n\
         models:\n  - {{ name: one, provider: openai, model: m, price: {{ input: 1, output: 2 }} }}\n  \
         - {{ name: two, provider: openai, model: n }}\n\
         matrix: {matrix}\n\
         workflows:\n  - {{ name: w, steps: [{{ user: Go }}]{workflow} }}\n  - {{ name: \"w [model=two]\", matrix: false, steps: [{{ user: Go }}] }}\n"
    )
}

/// `line pointer message`.
#[track_caller]
fn check(matrix: &str, workflow: &str, expected: &str) {
    let errors = load_text("c.yaml", &config(matrix, workflow)).expect_err("it is wrong");
    let errors = errors.to_json();
    let told = |error: &serde_json::Value| {
        format!("{} {} {}", error["line"], error["pointer"].as_str().unwrap(), error["message"].as_str().unwrap())
    };
    let told: Vec<String> = errors.as_array().unwrap().iter().map(told).collect();
    assert_eq!(told.join("\n"), expected);
}

#[test]
fn what_is_unknown_or_twice_is_told_with_its_place() {
    check("{ models: [one, tow] }", "", "7 /matrix/models/1 no model is called \"tow\"; there are: one, two");
    check("{ servers: [c] }", "", "7 /matrix/servers/0 no server is called \"c\"; there are: a, b");
    check("{ servers: [a, a] }", "", "7 /matrix/servers/1 the server \"a\" is in the matrix already");
    let own = ", matrix: { models: [x] }";
    check("true", own, "9 /workflows/0/matrix/models/0 no model is called \"x\"; there are: one, two");
}

#[test]
fn what_a_workflow_names_cannot_be_varied_by_its_own_matrix() {
    let fixed = |what| format!("the workflow names its `{what}`, so its matrix cannot vary it: leave one out");
    let model = ", model: one, matrix: { models: all }";
    check("false", model, &format!("9 /workflows/0/matrix/models {}", fixed("model")));
    let server = ", server: a, matrix: { servers: [b] }";
    check("false", server, &format!("9 /workflows/0/matrix/servers {}", fixed("server")));
}

#[test]
fn name_of_a_combination_may_not_be_that_of_another_workflow() {
    let words = "the matrix makes a second suite or workflow \"w [model=two]\" of it";
    check("{ models: all }", "", &format!("9 /workflows/0/name {words}"));
}

#[test]
fn what_is_no_matrix_is_told_in_the_words_of_the_schema() {
    check("{ models: al }", "", "7 /matrix/models `al` is not known here: expected `all`");
    check("{ servers: [] }", "", "7 /matrix/servers no server is named here: name some, or leave it out");
    check("{ model: all }", "", "7 /matrix/model unknown field `model`");
}

#[test]
fn matrix_has_bounds() {
    let models: Vec<String> = (0..51).map(|n| format!("{{name: m{n}, provider: openai, model: m}}")).collect();
    let text = |workflows: &str| {
        format!(
            "server: {{transport: stdio, command: node}}\nmodels: [{}]\nmatrix: {{models: all}}\nworkflows: {workflows}\n",
            models.join(", ")
        )
    };
    let errors = load_text("c.yaml", &text("[{name: w, steps: [{user: Go}]}]")).unwrap_err().to_string();
    assert!(errors.contains("a matrix has at most 50 models, and the file has 51: name some"), "{errors}");
    let names: Vec<String> = (0..50).map(|n| format!("m{n}")).collect();
    let workflows: Vec<String> = (0..201).map(|n| format!("{{name: w{n}, steps: [{{user: Go}}]}}")).collect();
    let many = text(&format!("[{}]", workflows.join(", "))).replace("all", &format!("[{}]", names.join(", ")));
    let errors = load_text("c.yaml", &many).unwrap_err();
    assert!(errors.to_string().contains("with this workflow the matrix has more than 10000 combinations"), "{errors}");
    assert_eq!(errors.errors().len(), 1);
}

/// `suite: model on server, price known?`.
fn combinations(plan: &Plan) -> Vec<String> {
    let suites = plan.suites.iter().filter_map(|suite| Some((suite, suite.combination.as_ref()?)));
    let line = |(suite, of): (&mcpvals_model::Suite, &mcpvals_model::Combination)| {
        let CaseKind::Workflow(case) = &suite.cases[0].kind else { return String::new() };
        let server = &plan.server_of(suite).name;
        assert_eq!((&of.model, &of.server), (&case.model, server));
        format!("{}: {} on {server}, {}", suite.name, case.model, case.price.is_some())
    };
    suites.map(line).collect()
}

#[test]
fn each_combination_has_its_model_its_server_and_its_price() {
    let plan = load_text("c.yaml", &config("true", "")).unwrap();
    let expected = [
        "w [model=one, server=a]: one on a, true",
        "w [model=one, server=b]: one on b, true",
        "w [model=two, server=a]: two on a, false",
        "w [model=two, server=b]: two on b, false",
    ];
    assert_eq!(combinations(&plan), expected);
}

#[test]
fn flags_of_the_command_line_are_kept_for_the_command_that_shows_it_again() {
    let scope = Scope { model: Some("two".to_owned()), matrix: true, ..Scope::RUN };
    let plan = load_files(&[("c.yaml", &config("false", ""))], scope).unwrap();
    assert_eq!(plan.workflow_flags, ["--model", "two", "--matrix"]);
    // `--model` selects when the matrix is played: the plan has all, in the order of the file.
    assert_eq!(combinations(&plan)[0], "w [model=one, server=a]: one on a, true");
    assert_eq!(combinations(&plan).len(), 4);
}
