//! Configs that are right, and what becomes of them.

use std::path::Path;
use std::time::Duration;

use mcpvals_config::{Context, Scope, find, load};
use mcpvals_model::mcp::Revision;
use mcpvals_model::profile::PeerReply;
use mcpvals_model::{
    Bounds, CaseKind, Expectation, Isolate, Matcher, Plan, RevisionChoice, SourcePlace, SuiteKind, Target, ToolCase,
};
use serde_json::{Value, json};

use crate::support::{context, env, fixtures, load_files, load_text};

const SERVER: &str = r#""server": { "transport": "stdio", "command": "server" }"#;

/// The plan of a config with these tests.
fn plan_of(tests: &Value) -> Plan {
    let text = format!(r#"{{ {SERVER}, "toolHealthSuites": [{{ "name": "s", "tests": {tests} }}] }}"#);
    load_text("c.json", &text).unwrap_or_else(|errors| panic!("{errors}"))
}

fn tool(plan: &Plan, index: usize) -> &ToolCase {
    match &plan.suites[0].cases[index].kind {
        CaseKind::Tool(tool) => tool,
        other => panic!("a tool case: {other:?}"),
    }
}

/// What `expect` becomes.
fn matchers(expect: &Value) -> Vec<Matcher> {
    let plan = plan_of(&json!([{ "name": "t", "expect": expect }]));
    let matcher = |expectation: &Expectation| match expectation {
        Expectation::Match(matcher) => matcher.clone(),
        other => panic!("{other:?}"),
    };
    tool(&plan, 0).expect.iter().map(matcher).collect()
}

/// A plan without what depends on the format of the file.
fn without_places(mut plan: Plan) -> Plan {
    plan.source.clear();
    plan.arguments.clear();
    for suite in &mut plan.suites {
        suite.place = SourcePlace::default();
        suite.cases.iter_mut().for_each(|case| case.place = SourcePlace::default());
    }
    plan
}

#[test]
fn every_format_gives_the_same_plan() {
    let folder = fixtures("good");
    let plan = |name: &str| {
        let plan = load(Path::new(name), &context(&folder)).unwrap_or_else(|errors| panic!("{errors}"));
        (plan.suites[0].cases[1].place.line, without_places(plan))
    };
    let (line, from_json) = plan("same.json");
    assert_eq!(line, 11);
    for (name, line) in [("same.yaml", 11), ("same.toml", 17), ("same.ts", 11), ("same.mjs", 8)] {
        assert_eq!(plan(name), (line, from_json.clone()), "{name}");
    }
}

#[test]
fn defaults_are_filled_in() {
    let plan = plan_of(&json!([{ "name": "t" }]));
    let case = &plan.suites[0].cases[0];
    assert_eq!((case.timeout, case.retries, case.repeat), (Duration::from_secs(30), 0, 1));
    assert_eq!((plan.isolate, plan.workers, plan.judge.is_none()), (Isolate::File, 1, true));
    assert_eq!(plan.servers[0].startup_timeout, Duration::from_secs(30));
    assert_eq!(plan.servers[0].client.profile, "full");
    assert!(tool(&plan, 0).expect.is_empty());
}

#[test]
fn null_is_a_value_to_expect() {
    let plan = plan_of(&json!([{ "name": "t", "expectedResult": null }, { "name": "t", "expectedError": -32602 }]));
    assert_eq!(tool(&plan, 0).expect, [Expectation::Result(Value::Null)]);
    assert_eq!(tool(&plan, 1).expect, [Expectation::Match(Matcher::ErrorCode(-32602))]);
    assert_eq!(matchers(&json!({ "equals": null })), [Matcher::Equals(Value::Null)]);
}

#[test]
fn matchers_take_short_and_long_forms() {
    assert_eq!(matchers(&json!({ "contains": "a" })), [Matcher::Contains(vec!["a".to_owned()])]);
    assert_eq!(matchers(&json!({ "approx": 2 })), [Matcher::Approx { value: 2.0, tolerance: 0.0001 }]);
    let approx = json!({ "approx": { "value": 2, "tolerance": 1 } });
    assert_eq!(matchers(&approx), [Matcher::Approx { value: 2.0, tolerance: 1.0 }]);
    assert_eq!(matchers(&json!({ "length": 3 })), [Matcher::Length(Bounds::exactly(3))]);
    assert_eq!(matchers(&json!({ "length": { "min": 1 } })), [Matcher::Length(Bounds { min: Some(1), max: None })]);
    let both = json!({ "not": { "contains": "a", "isError": true } });
    let all = Matcher::All(vec![Matcher::Contains(vec!["a".to_owned()]), Matcher::IsError(true)]);
    assert_eq!(matchers(&both), [Matcher::Not(Box::new(all))]);
}

#[test]
fn paths_take_matchers_and_plain_values() {
    let expect = json!({ "jsonPath": { "$.a": { "length": 2 }, "$.b": { "x": 1 }, "$.c": 1.5, "$.d": {} } });
    let found = matchers(&expect);
    let [Matcher::JsonPath(paths)] = found.as_slice() else { panic!("paths") };
    assert_eq!(paths["$.a"], Matcher::Length(Bounds::exactly(2)));
    assert_eq!(paths["$.b"], Matcher::Equals(json!({ "x": 1 })));
    assert_eq!(paths["$.c"], Matcher::Equals(json!(1.5)));
    assert_eq!(paths["$.d"], Matcher::Equals(json!({})));
}

#[test]
fn snapshots_have_names() {
    let test = json!({ "name": "t", "expect": { "snapshot": true } });
    let named = json!({ "name": "t", "expect": { "snapshot": { "name": "n", "redact": ["$.id"] } } });
    let plan = plan_of(&json!([test, test, named]));
    let snapshot = |index: usize| match &tool(&plan, index).expect[0] {
        Expectation::Match(Matcher::Snapshot(snapshot)) => snapshot.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(snapshot(0).name, "s/t");
    assert_eq!(snapshot(1).name, "s/t (2)");
    assert_eq!((snapshot(2).name.as_str(), snapshot(2).redact["$.id"].as_str()), ("n", "[redacted]"));
}

#[test]
fn rows_of_a_table_become_cases() {
    let rows = "a,b,sum\n1,2,3\n-1,1,0\n";
    let text = format!(
        r#"{{ {SERVER}, "toolHealthSuites": [{{ "name": "s", "tests": [
            {{ "name": "add", "description": "{{{{a}}}} + {{{{b}}}}", "args": {{ "a": "{{{{a}}}}", "b": "{{{{b}}}}" }},
               "expectedResult": "{{{{sum}}}}", "cases": {{ "file": "data/rows.csv" }} }},
            {{ "name": "add", "description": "same", "cases": [{{}}, {{}}] }},
            {{ "name": "echo", "cases": [{{ "x": 1 }}] }}
        ] }}] }}"#
    );
    let plan = load_files(&[("c.json", &text), ("data/rows.csv", rows)], Scope::RUN).unwrap();
    let titles: Vec<&str> = plan.cases().map(|case| case.title.as_str()).collect();
    assert_eq!(titles, ["1 + 2", "-1 + 1", "same [1]", "same [2]", "echo [1]"]);
    assert_eq!(Value::Object(tool(&plan, 1).call.args.clone()), json!({ "a": -1, "b": 1 }));
    assert_eq!(tool(&plan, 1).expect, [Expectation::Result(json!(0))]);
}

#[test]
fn captures_verifications_and_setup_are_kept() {
    let text = format!(
        r#"{{ {SERVER}, "toolHealthSuites": [{{
            "name": "s", "tags": ["slow"], "timeout": 5,
            "setup": [{{ "name": "create", "capture": {{ "id": "$.structuredContent.id" }} }}],
            "teardown": [{{ "name": "delete", "args": {{ "id": "${{{{id}}}}" }} }}],
            "tests": [{{ "name": "update", "args": {{ "id": "${{{{id}}}}" }}, "tags": ["x", "slow"], "timeout": 7.5,
                "verify": [{{ "name": "read", "expect": {{ "contains": "new" }} }}] }}]
        }}] }}"#
    );
    let plan = load_text("c.json", &text).unwrap_or_else(|errors| panic!("{errors}"));
    let suite = &plan.suites[0];
    assert_eq!(suite.setup[0].capture["id"], "$.structuredContent.id");
    assert_eq!(suite.teardown[0].call.args["id"], "${{id}}");
    assert_eq!(suite.cases[0].tags, ["slow", "x"]);
    assert_eq!(suite.cases[0].timeout, Duration::from_micros(7_500));
    assert_eq!(tool(&plan, 0).verify[0].expect, [Expectation::Match(Matcher::Contains(vec!["new".to_owned()]))]);
}

#[test]
fn servers_have_names_transports_and_clients() {
    let text = r#"
isolate: suite
servers:
  zebra:
    transport: sse
    url: http://localhost:1/sse
    maxReconnectAttempts: 0
    protocolVersion: "2024-11-05"
    rateLimit: { perSecond: 2.5 }
  alpha:
    transport: streamable-http
    url: "http://localhost:${PORT}/mcp"
    client: { name: me, roots: [work, { uri: "file:///x", name: X }], sampling: false, elicitation: { ok: true } }
toolHealthSuites:
  - { name: a, tests: [{ name: t }] }
  - { name: b, server: alpha, isolate: test, tests: [{ name: t }] }
"#;
    let plan = load_text("c.yaml", text).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(plan.suites.iter().map(|suite| suite.server).collect::<Vec<_>>(), [0, 1]);
    assert_eq!((plan.suites[0].isolate, plan.suites[1].isolate), (Isolate::Suite, Isolate::Test));
    let [zebra, alpha] = plan.servers.as_slice() else { panic!("two servers") };
    assert_eq!((zebra.name.as_str(), zebra.revision), ("zebra", RevisionChoice::Forced(Revision::V2024_11_05)));
    assert_eq!(zebra.rate_limit.map(|limit| (limit.per_second, limit.burst)), Some((2.5, 1)));
    let Target::Sse { reconnect, .. } = &zebra.target else { panic!("sse") };
    assert_eq!((reconnect.enabled, reconnect.interval.as_millis(), reconnect.attempts_max), (true, 5000, 0));
    let Target::Http { url, .. } = &alpha.target else { panic!("http") };
    assert_eq!(url.as_str(), "http://localhost:8080/mcp");
    assert_eq!((alpha.client.profile.as_str(), alpha.client.name.as_str()), ("custom", "me"));
    assert_eq!(alpha.client.answers.sampling, [PeerReply::rejected().into()]);
    assert!(
        alpha.client.answers.roots[0].uri.starts_with("file:///")
            && alpha.client.answers.roots[0].uri.ends_with("/work")
    );
    assert!(matches!(&alpha.client.answers.elicitation[0].reply, PeerReply::Form(form) if form["ok"] == true));
}

#[test]
fn unset_variables_matter_only_where_they_are_used() {
    let text = r#"{
        "server": { "transport": "http", "url": "${UNSET_URL}", "protocolVersion": "${UNSET}" },
        "toolHealthSuites": [{ "name": "s", "tests": [{ "name": "t", "args": { "a": "${UNSET}" } }] }],
        "workflows": [{ "name": "w", "steps": [{ "user": "${UNSET}" }] }],
        "llmJudge": true, "openaiKey": "${UNSET}"
    }"#;
    let unset = |scope: Scope| load_files(&[("c.json", text)], scope).map_err(|errors| errors.errors().len());
    assert_eq!(unset(Scope::ALL).unwrap_err(), 4);
    assert_eq!(unset(Scope::RUN).unwrap_err(), 4);
    assert_eq!(unset(Scope::only([SuiteKind::ToolHealth])).unwrap_err(), 3);
    assert_eq!(unset(Scope::LIST).map(|plan| (plan.suites.len(), plan.judge.unwrap().model.api_key)), Ok((2, None)));
}

#[test]
fn secrets_are_gathered_from_everywhere() {
    let text = r#"
        export default {
            server: {
                transport: "stdio",
                command: "server",
                args: ["--api-key", "argument-secret", "--port", process.env.PORT],
                env: { DB_PASSWORD: "hunter-2222", TZ: "Europe/Berlin", MARKED: "marked-value", TOKEN: "1" },
            },
            toolHealthSuites: [{ name: "s", tests: [{ name: "t", args: { a: process.env.API_KEY } }] }],
            secrets: ["MARKED", "literal-secret", "PORT"],
        };"#;
    let plan = load_text("c.js", text).unwrap_or_else(|errors| panic!("{errors}"));
    let secrets: Vec<&str> = plan.secrets.iter().map(|secret| secret.value.reveal()).collect();
    assert_eq!(secrets, ["key-123456", "argument-secret", "hunter-2222", "marked-value", "literal-secret"]);
}

#[test]
fn servers_start_where_the_user_is_or_where_the_config_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let text = r#"{ "server": { "transport": "stdio", "command": "x", "cwd": "./sub/" },
        "toolHealthSuites": [{ "name": "s", "tests": [{ "name": "t" }] }] }"#;
    std::fs::write(folder.path().join("mcpvals.config.json"), text).unwrap();
    let cwd = |context: &Context| {
        let path = find(&inner).unwrap();
        match load(&path, context).unwrap().servers[0].target.clone() {
            Target::Stdio { cwd, .. } => cwd,
            other => panic!("{other:?}"),
        }
    };
    let named = Context { env: env(), cwd: inner.clone(), named: true, scope: Scope::RUN };
    assert_eq!(cwd(&named), inner.join("sub"));
    assert_eq!(cwd(&Context { named: false, ..named }), folder.path().join("sub"));
}

#[test]
fn scripts_compute_their_data() {
    let config = r#"
        import { defineConfig, type Config } from "@mcpvals";
        import { fileURLToPath } from "node:url";
        import path from "node:path";
        import shared, { rows } from "./shared.js";
        import data from "./data.json" with { type: "json" };
        import { kind } from "./lib";

        enum Level { Low = 1, High = Low * 2 }
        namespace Names { export const suite = `made of ${Level[Level.High]}`; }
        class Builder { constructor(private readonly name: string) {} build() { return { name: this.name }; } }

        const here = fileURLToPath(new URL("./server.js", import.meta.url));
        const extra = await Promise.resolve(data.tests);

        export default defineConfig(async () => ({
            ...shared,
            server: { ...shared.server, args: [path.basename(here), kind, String(import.meta.dirname === path.dirname(here))] },
            toolHealthSuites: [
                { name: Names.suite, tests: [...rows.map(([a, b]) => ({ name: "add", args: { a, b }, expectedResult: a! + b })), ...extra] },
                { name: "built", tests: [new Builder("t").build()] },
            ],
            workflows: [{ name: "w", steps: [{ user: "u", expectedState: /^done\.$/i }] }],
            timeout: undefined,
        } as Config));"#;
    let shared = r#"
        export const rows: [number, number][] = [[1, 2], [3, 4]];
        console.log("not heard");
        export default { server: { transport: "stdio" as const, command: process.platform } };"#;
    let files = [
        ("c.ts", config),
        ("shared.ts", shared),
        ("data.json", r#"{ "tests": [{ "name": "from json", "__proto__": { "x": 1 } }] }"#),
        ("lib/index.ts", "export const kind: string = 'index';"),
    ];
    let errors = load_files(&files, Scope::RUN).unwrap_err();
    assert_eq!(errors.errors()[0].message, "unknown field `__proto__`");
    assert_eq!((errors.errors()[0].place.file.as_str(), errors.errors()[0].place.column), ("data.json", 36));
    let files = [files[0], files[1], ("data.json", r#"{ "tests": [{ "name": "from json" }] }"#), files[3]];
    let plan = load_files(&files, Scope::RUN).unwrap_or_else(|errors| panic!("{errors}"));
    let Target::Stdio { args, .. } = &plan.servers[0].target else { panic!("stdio") };
    assert_eq!(args, &["server.js", "index", "true"]);
    assert_eq!(plan.suites[0].name.as_str(), "made of High");
    assert_eq!(tool(&plan, 1).expect, [Expectation::Result(json!(7))]);
    let CaseKind::Workflow(workflow) = &plan.suites[2].cases[0].kind else { panic!("a workflow") };
    let state = workflow.steps[0].expected_state.as_ref().map(|state| &state.matcher);
    assert_eq!(state, Some(&Matcher::Matches(vec![r"(?i)^done\.$".to_owned()])));
}

#[test]
fn the_published_declarations_are_typescript() {
    let config = "import type { Config } from './types';\nexport default {\n  server: { transport: 'stdio', command: 'x' },\n  \
                  toolHealthSuites: [{ name: 's', tests: [{ name: 't' }] }],\n} satisfies Config;";
    let types = mcpvals_config::typescript();
    let types = types.replace("export declare function", "declare function");
    load_files(&[("c.ts", config), ("types.ts", &types)], Scope::RUN).unwrap_or_else(|errors| panic!("{errors}"));
    for name in ["Config", "Server", "ToolHealthSuite", "ToolTest", "Workflow", "WorkflowStep", "Matcher"] {
        assert!(types.contains(&format!("export interface {name} {{")), "{name}");
    }
    // A module that only declares types is parsed only where something of it is used.
    let using = format!("{types}\nexport default {{}};");
    let message = load_text("types.ts", &using).unwrap_err().to_string();
    assert!(!message.contains("syntax"), "{message}");
}

#[test]
fn a_suite_of_changes_needs_no_other_tests() {
    let load = |members: &str| {
        let suite = format!(r#"{{"name": "s"{members}}}"#);
        load_text(
            "c.json",
            &format!(r#"{{"server": {{"transport": "stdio", "command": "x"}}, "toolHealthSuites": [{suite}]}}"#),
        )
    };
    let missing = "suite \"s\" has no tests (at `/toolHealthSuites/0/tests`)";
    for (tests, no_tests) in [("", missing), (r#", "tests": []"#, "suite \"s\" has no tests")] {
        let plan = load(&format!(r#"{tests}, "listChangedTests": [{{"trigger": {{"tool": "t"}}}}]"#));
        assert_eq!(plan.unwrap_or_else(|errors| panic!("{errors}")).suites[0].cases.len(), 1);
        assert_eq!(load(tests).unwrap_err().errors()[0].message, no_tests);
    }
}

/// How often a client is asked, by what the test says of it.
#[test]
fn large_messages_are_not_made_when_the_config_is_read() {
    let test = json!({"name": "many", "concurrentRequests": 1000, "messageSize": "large"});
    let suite = json!({"name": "S", "trigger": {"tool": "t"}, "performanceTests": [test]});
    let plan = load_text(
        "c.json",
        &json!({"server": {"transport": "stdio", "command": "x"}, "samplingSuites": [suite]}).to_string(),
    );
    let plan = plan.unwrap_or_else(|errors| panic!("{errors}"));
    let CaseKind::Peer(case) = &plan.suites[0].cases[0].kind else { panic!("a test of what is asked") };
    let script = &case.client.answers.sampling;
    assert_eq!(script.len(), 1000);
    let is_told_apart = |reply: &PeerReply| matches!(reply, PeerReply::Long { start, length: 1_000_000 } if start.starts_with("answer-"));
    assert!(script.iter().all(|answer| is_told_apart(&answer.reply)));
}

#[test]
fn a_list_of_expected_requests_is_the_whole_list() {
    let counted = |kind: &str, test: &str| {
        let text = format!(
            r#"{{ {SERVER}, "{kind}": [{{ "name": "s", "trigger": {{ "tool": "t" }}, "tests": [{{ "name": "x"{test} }}] }}] }}"#
        );
        let plan = load_text("c.json", &text).unwrap_or_else(|errors| panic!("{errors}"));
        let CaseKind::Peer(case) = &plan.suites[0].cases[0].kind else { panic!("a test of what is asked") };
        case.requests.count
    };
    for kind in ["samplingSuites", "elicitationSuites"] {
        let check = |test: &str, want: Bounds| assert_eq!(counted(kind, test), want, "{kind} {test}");
        let some = Bounds { min: Some(1), max: None };
        check("", some);
        check(r#", "expectRequest": {}"#, some);
        check(r#", "expectRequests": [{}]"#, Bounds::exactly(1));
        check(r#", "expectRequests": [{}, {}]"#, Bounds::exactly(2));
        check(r#", "expectRequests": []"#, Bounds::exactly(0));
        check(r#", "expectRequests": [{}], "requests": {"min": 1}"#, some);
        check(r#", "expectRequests": [{}], "capabilities": {}"#, Bounds::exactly(0));
    }
}

#[test]
fn nothing_is_planted_in_an_environment_that_is_not_ours() {
    let text = |server: &str| {
        format!(
            r#"{{"server": {server}, "samplingSuites": [{{"name": "S", "trigger": {{"tool": "t"}}, "securityTests": [
                {{"name": "env", "canaries": {{"env": ["X"]}}}}, {{"name": "file", "canaries": {{"files": ["x"]}}}},
                {{"name": "person", "privacyTests": [{{"includePersonalData": true}}, {{"description": "any"}}]}}
            ]}}]}}"#
        )
    };
    let skipped = |server: &str| {
        let plan = load_files(&[("c.json", &text(server))], Scope::RUN).unwrap_or_else(|errors| panic!("{errors}"));
        plan.cases().map(|case| case.skip.is_some()).collect::<Vec<bool>>()
    };
    assert_eq!(skipped(r#"{"transport": "stdio", "command": "s"}"#), [false; 4]);
    assert_eq!(skipped(r#"{"transport": "shttp", "url": "http://127.0.0.1:1"}"#), [true, false, true, false]);
}
