//! Mistakes in what scripts compute are shown where it was written.

use mcpvals_config::Scope;

use crate::support::load_files;

const SERVER: &str = r#"server: { transport: "stdio", command: "x" }"#;

/// What is told of the first file: places and messages, one a line.
#[track_caller]
fn check(files: &[(&str, &str)], expected: &[&str]) {
    let files: Vec<(&str, String)> = files.iter().map(|(name, text)| (*name, text.replace("SERVER", SERVER))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let errors = load_files(&files, Scope::RUN).expect_err("it is wrong");
    let told: Vec<String> = errors
        .errors()
        .iter()
        .map(|error| {
            assert_eq!(error.frame().is_some(), error.place.line > 0, "{errors}");
            format!("{}:{}:{} {}", error.place.file, error.place.line, error.place.column, error.message)
        })
        .collect();
    assert_eq!(told, expected, "{errors}");
}

#[test]
fn default_export_by_any_name_is_found() {
    let config =
        "const config = {\n  SERVER, timeouts: 1, toolHealthSuites: [{ name: 's', tests: [{ name: 't' }] }] };\n";
    let told = ["c.ts:2:49 unknown field `timeouts`"];
    check(&[("c.ts", &format!("{config}export {{ config as default }};"))], &told);
    check(&[("c.ts", &format!("{config}export default config as const;"))], &told);
    let told = ["lib/d.ts:2:49 unknown field `timeouts`"];
    let there = format!("{config}export default config;");
    check(&[("c.ts", "export { default } from './lib/d'"), ("lib/d.ts", &there)], &told);
    check(&[("c.js", "import d from './lib/d'; export default () => Promise.resolve(d)"), ("lib/d.ts", &there)], &told);
}

#[test]
fn computed_tests_are_found_where_they_were_written() {
    let config = r#"import { shared } from "./shared";
import suites from "./suites.json";
const tests: object[] = [];
for (let i = 0; i < 2; i++) {
  tests.push({ name: "add", description: `t${i}`,
    argz: { a: i } });
}
const make = (name: string) => ({ name, descriptionn: "x" + name });
const base = { maxLatency: "5" };
export default {
  SERVER,
  toolHealthSuites: [
    { name: "A", tests: [...tests, make("echo"), ...shared, { ...base, name: "b", arg: {} }] },
    ...suites,
  ],
};
"#;
    let shared = "export const shared = [\n  { name: 'add', retires: 3 },\n];\n";
    let suites = r#"[{"name": "B", "tests": [{"name": "add", "expectdResult": 3}]}]"#;
    let told = [
        "c.ts:6:5 unknown field `argz`",
        "c.ts:8:41 unknown field `descriptionn`",
        "c.ts:13:61 expected a number, got a string (at `/toolHealthSuites/0/tests/4/maxLatency`)",
        "c.ts:13:83 unknown field `arg`",
        "shared.ts:2:18 unknown field `retires`",
        "suites.json:1:42 unknown field `expectdResult`",
    ];
    check(&[("c.ts", config), ("shared.ts", shared), ("suites.json", suites)], &told);
}

#[test]
fn all_imports_that_cannot_be_had_are_told() {
    let config = "import a from './nowhere';\nimport b from './bad.json';\nimport fs from 'node:fs';
import { usd } from './lib';\nimport { type T, used } from './lib';\nimport d from './lib';\nimport { join } from 'node:path';
import { joint } from 'node:path';\nimport { from } from './all';\nimport { nothing } from './all';\nimport suites, { s } from './s.json';
export default [a, b, fs, usd, used, d, join, joint, from, nothing, suites, s] as T[];\n";
    let files = [
        ("c.ts", config),
        ("bad.json", "{,}"),
        ("lib.ts", "export type T = unknown;\nexport const used = 1, { a, b: [from] } = {} as any;"),
        ("all.ts", "export * from './lib';\nexport function f() {}\n"),
        ("s.json", "[]"),
    ];
    let told = [
        "c.ts:1:15 cannot import `./nowhere`: there is no file `nowhere`",
        "c.ts:3:16 cannot import `node:fs`: a config must not read or write files (importing local modules and JSON works)",
        "c.ts:4:10 `./lib` exports no `usd`",
        "c.ts:6:8 `./lib` exports no `default`",
        "c.ts:8:10 `node:path` exports no `joint`",
        "c.ts:10:10 `./all` exports no `nothing`",
        "c.ts:11:18 `./s.json` exports no `s`",
        "bad.json:1:2 unexpected token in object",
    ];
    check(&files, &told);
}

#[test]
fn values_that_are_thrown_are_found() {
    let told = ["c.ts:2:3 the config threw: {\"a\":1}"];
    check(&[("c.ts", "if (true) {\n  throw { a: 1 };\n}\nexport default {};")], &told);
    check(&[("c.ts", "throw 'x';\nexport default {};")], &["c.ts:1:1 the config threw: \"x\""]);
    check(&[("c.ts", "export default Promise.reject(1);")], &["c.ts:0:0 the config threw: 1"]);
}

#[test]
fn loops_that_are_stopped_are_found() {
    let there = "let n = 0;\nexport const spin = () => {\n  for (;;) {\n    n = Math.abs(n);\n  }\n};";
    let here = "import { spin } from './d';\nexport default () => spin();";
    let errors = load_files(&[("c.ts", here), ("d.ts", there)], Scope::RUN).unwrap_err();
    // The line is known, the operation in it is a matter of chance.
    assert_eq!((errors.errors()[0].place.file.as_str(), errors.errors()[0].place.line), ("d.ts", 4));
}

#[test]
fn loops_that_the_engine_cannot_place_have_no_place() {
    check(
        &[("c.ts", "export default () => { while (true) {} };")],
        &["c.ts:0:0 the config was stopped: it ran longer than 5 s"],
    );
}
