//! Scripts that would run for ever, take all memory, or nest without end are stopped, in words.

use std::time::{Duration, Instant};

use crate::support::load_text;

#[track_caller]
fn check(name: &str, text: &str, expected: &str) {
    let start = Instant::now();
    let errors = load_text(name, text).unwrap_err();
    assert!(errors.errors().iter().any(|error| error.message.contains(expected)), "{errors}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn endless_loops_are_stopped() {
    check("c.ts", "while (true) {}\nexport default {};", "ran longer than 5 s");
}

#[test]
fn endless_regular_expressions_are_stopped() {
    check("c.js", "/^(a+)+$/.test('a'.repeat(60) + 'b');\nexport default {};", "ran longer than 5 s");
}

#[test]
fn endless_promises_are_stopped() {
    let text = "const spin = async () => { for (;;) await null; };\nexport default spin();";
    check("c.js", text, "ran longer than 5 s");
}

#[test]
fn endless_catching_is_stopped() {
    check("c.js", "for (;;) { try { for (;;) {} } catch {} }\nexport default {};", "ran longer than 5 s");
}

#[test]
fn too_much_memory_is_stopped() {
    let text = "const all = [];\nfor (;;) all.push(new Uint8Array(1 << 20).fill(1));\nexport default all;";
    check("c.ts", text, "out of memory, it may take 256 MB");
    check("c.ts", "let t = 'x'.repeat(1000);\nfor (;;) t += t;\nexport default t;", "");
}

#[test]
fn endless_recursion_is_stopped() {
    check(
        "c.ts",
        "const f = (n: number): number => 1 + f(n);\nexport default f(1);",
        "Maximum call stack size exceeded",
    );
}

#[test]
fn data_that_contains_itself_is_told() {
    check("c.js", "const a = {}; a.a = a; export default { server: a };", "the value contains itself");
    check("c.js", "let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; export default a;", "nested deeper than 100");
}

#[test]
fn deep_nesting_is_told_in_every_format() {
    check("c.json", &"[".repeat(100_000), "nesting depth");
    check("c.json", &format!("{}1{}", "[".repeat(200), "]".repeat(200)), "nested deeper than 100");
    check("c.yaml", &"[".repeat(100_000), "");
    check("c.yaml", &"- ".repeat(10_000), "");
    check("c.toml", &format!("a = {}", "[".repeat(100_000)), "");
    check("c.ts", &format!("export default {}", "[".repeat(100_000)), "nested too deeply");
    check("c.ts", &format!("export default {}1", "!".repeat(1_000_000)), "nested too deeply");
    check("c.js", &format!("export default 1{}", "\n+1".repeat(100_000)), "nested too deeply");
}

#[test]
fn bombs_of_aliases_are_told() {
    let level = |level: usize| format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 9].join(", "));
    let text = format!("a0: &a0 [x, x, x, x, x, x, x, x, x]\n{}", (1..12).map(level).collect::<String>());
    check("c.yaml", &text, "");
}

#[test]
fn bombs_of_constants_are_told() {
    let level = |level: usize| format!("const a{level} = [{}];\n", vec![format!("a{}", level - 1); 9].join(", "));
    let text = format!("const a0 = 1;\n{}export default {{a: a30}};\n", (1..=30).map(level).collect::<String>());
    check("c.js", &text, "");
}
