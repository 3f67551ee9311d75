//! What is read from documents as people write them, and what each rule makes of it.

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Requirement, Severity, SourceFile, Span};
use serde_json::{Value, json};

use super::{Documents, ExampleKind, Section, evidence, read, rules};

fn readme(text: &str) -> Documents {
    read(&[SourceFile { path: "README.md".to_owned(), text: text.to_owned() }])
}

/// What is wrong where all tools are known.
fn findings(documents: &Documents, names: &[String], metadata: &Metadata) -> Vec<Finding> {
    super::findings(documents, names, true, metadata)
}

fn tools(text: &str) -> Vec<String> {
    readme(text).tools.into_iter().map(|tool| tool.name).collect()
}

fn prompts(text: &str) -> Vec<String> {
    let examples = readme(text).examples.into_iter();
    examples.filter(|example| example.kind == ExampleKind::Prompt).map(|example| example.text).collect()
}

fn calls(text: &str) -> Vec<(String, Value)> {
    let call = |kind| match kind {
        ExampleKind::Call { tool, arguments } => Some((tool, arguments)),
        _ => None,
    };
    readme(text).examples.into_iter().filter_map(|example| call(example.kind)).collect()
}

fn weather() -> Metadata {
    let schema = json!({
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city"]
    });
    Metadata::of_tools(vec![
        json!({"name": "get_weather", "inputSchema": schema}),
        json!({"name": "list_cities", "inputSchema": {"type": "object"}}),
    ])
}

fn found(text: &str) -> Vec<String> {
    findings(&readme(text), &[], &weather()).into_iter().map(|finding| finding.rule.into_owned()).collect()
}

/// Nothing is wrong with it.
const GOOD: &str = r#"# Weather

A server that tells the weather of any town, for today and for the days to come.

## Installation

Add this to your client:

```json
{"mcpServers": {"weather": {"command": "npx", "args": ["-y", "weather-mcp"]}}}
```

## Tools

- **get_weather** - The weather of a town
  - `city` (string): the town
  - `days` (integer): how many days
- **list_cities** - All towns that are known

## Example prompts

- "What is the weather in Bern tomorrow?"
- "Which towns do you know in Wales?"

### Calls

```json
{"name": "get_weather", "arguments": {"city": "Bern", "days": 2}}
```

The result:

```json
{"temperature": 21}
```

## Troubleshooting

Look at the log.

## Privacy policy and support

Nothing is kept. Write to [us](mailto:us@example.com).
"#;

#[test]
fn a_good_document_is_read_and_has_nothing_wrong() {
    let documents = readme(GOOD);
    assert_eq!(
        documents.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(),
        ["get_weather", "list_cities"]
    );
    assert_eq!(documents.tools[0].description, "The weather of a town");
    assert_eq!(
        documents.tools[0].span,
        Span::File { file: "README.md".to_owned(), line: 15, column: 1, end_line: 17, end_column: 36 }
    );
    let kinds: Vec<&ExampleKind> = documents.examples.iter().map(|example| &example.kind).collect();
    assert!(
        matches!(
            kinds[..],
            [ExampleKind::Config { .. }, ExampleKind::Prompt, ExampleKind::Prompt, ExampleKind::Call { .. }]
        ),
        "{kinds:?}"
    );
    assert_eq!(documents.examples[3].expected.as_deref(), Some("{\"temperature\": 21}"));
    assert_eq!(found(GOOD), [""; 0]);
    let said: Vec<(Requirement, String)> = evidence(&documents, &[], &weather());
    assert_eq!(said[0].1, "3 examples: 2 prompts, 1 call; beside 1 client configuration");
    assert_eq!(said[1], (Requirement::FunctionalityMatch, "2 of 2 tools are documented in README.md".to_owned()));
}

#[test]
fn tools_are_read_in_every_shape() {
    let under = |body: &str| tools(&format!("# Server\n\n## Available Tools\n\n{body}"));
    for body in [
        "- **get_weather** - The weather",
        "- `get_weather`: The weather",
        "1. `get_weather`\n   - Input: `city` (string)",
        "* get_weather: The weather",
        "### get_weather\n\nThe weather.\n\n- `city` (string): the town\n- `mode`: `short` or `long`",
        "### 1. Weather (`get_weather`)\n\n**Inputs:**\n\n- `city`: the town",
        "#### `get_weather(city, days)`\n\nThe weather.",
        "**get_weather**\n\nThe weather.",
        "| Tool | Description |\n|---|---|\n| `get_weather` | The weather |",
        "| Name | Description |\n|---|---|\n| get_weather | The weather |",
        "<details>\n<summary>Weather</summary>\n\n- **get_weather**\n  - Title: Weather\n  - Parameters:\n    - `forecast_days` (number): days\n\n</details>",
    ] {
        assert_eq!(under(body), ["get_weather"], "{body}");
    }
    assert_eq!(
        under("- **Reading**\n  - `get_weather`: The weather\n- **Writing**\n  - `set_alarm`: An alarm"),
        ["get_weather", "set_alarm"]
    );
}

#[test]
fn parameters_prose_and_other_lists_are_no_tools() {
    for text in [
        "## Tools\n\nUse `get_weather` for the weather.",
        "## Configuration\n\n- `API_KEY`: the key\n- `log_level`: how much",
        "## Tools\n\n### Parameters\n\n- `city_name`: the town",
        "## Removed tools\n\n- `old_weather`: gone",
        "## Roadmap\n\n### Tools\n\n- `next_weather`: later",
        "## Features\n\n- **Fast**: very\n- **Well-known**: no",
        "## Tools\n\n| Parameter | Description |\n|---|---|\n| `city_name` | The town |",
        "## Tools\n\n- Written in Rust\n- Simple",
    ] {
        assert_eq!(tools(text), [""; 0], "{text}");
    }
    let changelog =
        SourceFile { path: "CHANGELOG.md".to_owned(), text: "## Tools\n\n- `old_weather`: added".to_owned() };
    assert_eq!(read(&[changelog]).tools, []);
}

#[test]
fn a_prompt_over_several_lines_is_one() {
    let listed = "## Example prompts\n\n```\nPlan a trip with these details:\n- town: Bern\n- day: Friday\n```";
    assert_eq!(prompts(listed), ["Plan a trip with these details:"]);
    let text = "## Example prompts\n\n```txt\nAlways take the notes server when I ask what I wrote, or when I need a plan,\n\
                steps of it, or what is left. This means that you read my\nnotes without being asked.\n```";
    assert_eq!(prompts(text).len(), 1);
    assert_eq!(prompts("## Example prompts\n\n```\nList my notes\nShow what I wrote yesterday\n```").len(), 2);
}

#[test]
fn prompts_are_read_in_other_languages() {
    for (text, count) in [
        ("## Exemples\n- « Dis bonjour à Marie »\n- « Quelle salutation pour une lettre ? »\n", 2),
        ("## Beispiele\n1. „Sag Anna hallo\"\n2. „Begrüße das Team“\n3. „Ein Gruß für einen Brief“\n", 3),
        ("## Ejemplos de preguntas\n- Saluda a mi equipo\n- Busca mis notas de ayer\n", 2),
        ("## 使用示例\n- \"帮我查一下北京的天气\"\n- 「明天上海会下雨吗？」\n", 2),
        ("## 使い方\n- 「東京の天気を教えてください」\n", 1),
        ("## Beispiele\n- „Ja“\n- Die Datei wird gelesen.\n", 0),
    ] {
        assert_eq!(prompts(text).len(), count, "{text}: {:?}", prompts(text));
    }
}

#[test]
fn each_line_of_a_quotation_is_a_prompt() {
    let text = "## Usage\nAsk Claude:\n> Say hello to me\n> Greet my colleague Anna\n> What is a friendly greeting for a letter?\n";
    assert_eq!(prompts(text).len(), 3);
    let wrapped = "## Example prompts\n> Look for all notes that I have written in the last week, and put them\n> into one list.\n";
    assert_eq!(prompts(wrapped).len(), 1);
}

#[test]
fn prompts_are_read_in_every_shape() {
    for text in [
        "## Example prompts\n\n- What is the weather in Bern?",
        "## Usage\n\n- \"What is the weather in Bern?\"",
        "## Usage examples\n\n> \"What is the weather in Bern?\"",
        "## Usage\n\nAsk Claude: What is the weather in Bern?",
        "## Setup\n\nThen ask your assistant things like:\n\n- What is the weather in Bern?",
        "## Sample queries\n\n```\nWhat is the weather in Bern?\n```",
        "## Examples\n\n1. 🌦 “What is the weather in Bern?” - looks it up",
        "### Examples\n\n1. Say\n\n```text\nWhat is the weather in Bern?\n```",
        "## Example prompts\n\n- `What is the weather in Bern?`",
        "## Setup\n\nRestart the client. Then ask:\n\n> \"What is the weather in Bern?\"",
        "## Usage\n\n- **Now**: \"What is the weather in Bern?\" runs `now`, and then `warnings`.",
        "## Tables\n\n| You ask | You get |\n|---|---|\n| What is the weather in Bern? | `rain` |",
        "## Example queries\n\n```bash\n\"What is the weather in Bern?\"\n```",
        "## Usage examples\n\n```\nWhat is the weather in Bern?\n```",
        "## Usage\n\nOnce it runs, try these example prompts:\n\n### Weather\n\n- What is the weather in Bern?",
        "**Natural Language Support for Assistants:**\n- \"What is the weather in Bern?\"",
        "## Use cases\n\n- **Travel** — \"What is the weather in Bern?\" (forecast)",
        "## Research\n\nSimply tell the Agent \"What is the weather in Bern?\" to begin.",
        "## Setup\n\nTell the assistant of your choice:\n\n> What is the weather in Bern?",
    ] {
        assert_eq!(prompts(text), ["What is the weather in Bern?"], "{text}");
    }
    for text in [
        "## Usage\n\n- Add the server to your client",
        "## Tools\n\n- `prompt`: what is to be drawn, in words",
        "## Usage\n\n> For more of this, see the documentation of your client.",
        "## Usage\n\n```bash\nnpx -y weather-mcp --port 3000\n```",
        "## Prompts\n\n- `diagnose`: a prompt of the server for finding faults",
        "## Usage examples\n\n```\nshow-notes --all --sort date\nlist files in here\n```",
        "## Usage examples\n\n```\nget notes | sort\n```",
        "## Tables\n\n| You get | From |\n|---|---|\n| all of the notes | the server |",
        "## Usage\n\n- `mode`: \"all of the notes\" or \"one of the notes\"",
    ] {
        assert_eq!(prompts(text), [""; 0], "{text}");
    }
}

#[test]
fn calls_are_read_in_every_shape() {
    let bern = ("get_weather".to_owned(), json!({"city": "Bern"}));
    let shown = |code: &str| calls(&format!("## Tools\n\n- `get_weather`: the weather\n\n## Examples\n\n{code}"));
    for code in [
        "```json\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\"}}\n```",
        "```json\n{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\"}}}\n```",
        "```json\n{\"tool\": \"get_weather\", \"args\": {\"city\": \"Bern\"}} // the town\n```",
        "```js\nconst result = await client.callTool({ name: 'get_weather', arguments: { city: 'Bern' } });\n```",
        "```python\nresult = await session.call_tool(\"get_weather\", arguments={\"city\": \"Bern\"})\n```",
        "```bash\ncurl -X POST http://localhost:3000/mcp -d '{\"id\": 2, \"method\": \"tools/call\", \"params\": {\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\"}}}'\n```",
        "```ts\nconst answer = await client.request({ method: 'tools/call', params: { name: 'get_weather', arguments: { city: 'Bern' } } }, Result);\n```",
        "```\nget_weather(city=\"Bern\")\n```",
        "```js\nget_weather({ city: \"Bern\" })\n```",
        "- `get_weather(city=\"Bern\")`",
        "Call `get_weather` with, for example:\n\n```json\n{\"city\": \"Bern\"}\n```",
        "```python\n# the weather of a town\nget_weather(\n    city=\"Bern\"   # in Switzerland\n)\n```",
        "### get_weather\n\nThe weather of a town:\n\n```json\n{\"city\": \"Bern\"}\n```",
    ] {
        assert_eq!(shown(code), std::slice::from_ref(&bern), "{code}");
    }
    for code in [
        "```json\n{\"name\": \"get_weather\", \"description\": \"x\", \"inputSchema\": {\"type\": \"object\"}}\n```",
        "```json\n{\"name\": \"John\", \"parameters\": {\"age\": 3}}\n```",
        "```python\nprint(city=\"Bern\")\nserver.run(transport=\"stdio\")\n```",
        "The answer of `get_weather`:\n\n```json\n{\"city\": \"Bern\"}\n```",
        "### get_weather\n\nThe weather of a town:\n\n```json\n{\"city\": \"string (required)\"}\n```",
        "### get_weather\n\nReturns the town:\n\n```json\n{\"city\": \"Bern\"}\n```",
        "```json\n{broken\n```",
    ] {
        assert_eq!(shown(code), [], "{code}");
    }
}

#[test]
fn configurations_and_commands_are_ready_for_use() {
    let documents = readme(
        "## Setup\n\n```jsonc\n// here\n\"mcpServers\": {\"weather\": {\"url\": \"https://example.com/mcp\"},}\n```\n\n```bash\nnpm install\nAPI_KEY=x npx -y weather-mcp --units 'deg C' # start\nnpx -y weather-mcp | tee log\n```",
    );
    let kinds: Vec<ExampleKind> = documents.examples.into_iter().map(|example| example.kind).collect();
    let argv = ["npx", "-y", "weather-mcp", "--units", "deg C"].map(str::to_owned).to_vec();
    assert_eq!(
        kinds,
        [
            ExampleKind::Config { servers: json!({"weather": {"url": "https://example.com/mcp"}}) },
            ExampleKind::Command { argv }
        ]
    );
}

#[test]
fn manifests_promise_tools_and_name_policies() {
    let manifest = json!({"manifest_version": "0.3", "description": "Weather", "privacy_policies": ["https://example.com/p"], "tools": [{"name": "get_weather", "description": "The weather"}]});
    let documents = read(&[SourceFile { path: "manifest.json".to_owned(), text: manifest.to_string() }]);
    assert_eq!(documents.tools[0].name, "get_weather");
    assert_eq!(documents.sections, [Section::Description, Section::PrivacyPolicy]);
    let package = SourceFile {
        path: "pyproject.toml".to_owned(),
        text: "[project]\nname = \"w\"\nlicense = \"MIT\"\n[project.urls]\nIssues = \"https://example.com\"\n"
            .to_owned(),
    };
    assert_eq!(read(&[package]).sections, [Section::Support, Section::Licence]);
}

#[test]
fn programs_and_files_of_examples_are_read_as_such() {
    let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
    let documents = read(&[
        file(
            "examples/client.py",
            "async with client:\n    await session.call_tool(\"get_weather\", {\"city\": \"Bern\"})\n",
        ),
        file("examples/mcp.json", r#"{"mcpServers": {"weather": {"command": "weather-mcp"}}}"#),
        file("examples/again.json", r#"{"mcpServers": {"weather": {"command": "weather-mcp"}}}"#),
    ]);
    let kinds: Vec<&ExampleKind> = documents.examples.iter().map(|example| &example.kind).collect();
    assert!(matches!(kinds[..], [ExampleKind::Call { .. }, ExampleKind::Config { .. }]), "{kinds:?}");
}

#[test]
fn a_python_package_has_its_readme_in_its_metadata() {
    let text = "\n\n\n## Tools\n\n- `get_weather`: the weather\n".to_owned();
    let documents = read(&[SourceFile { path: "w.dist-info/METADATA".to_owned(), text }]);
    assert!(matches!(documents.tools[0].span, Span::File { line: 6, .. }));
}

#[test]
fn restructured_text_is_read_too() {
    let text = "Weather\n=======\n\nTools\n~~~~~\n\n* ``get_weather`` - the weather\n";
    let documents = read(&[SourceFile { path: "README.rst".to_owned(), text: text.to_owned() }]);
    assert_eq!(documents.tools[0].name, "get_weather");
}

#[test]
fn what_is_promised_and_absent_is_found_with_its_place() {
    let text = GOOD.replace("- **list_cities**", "- **predict_quakes** - Soon\n- **list_cities**");
    let found = findings(&readme(&text), &[], &weather());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message, "`predict_quakes` is documented, and no tool is called so");
    assert!(matches!(&found[0].span, Some(Span::File { line: 18, .. })), "{:?}", found[0].span);
    // A list of useful tools links to those of others.
    let linked = text.replace("**predict_quakes**", "**[predict_quakes](https://github.com/a/quakes)**");
    assert_eq!(findings(&readme(&linked), &[], &weather()), []);
    // A server that gives its tools a prefix, or a README of something else, breaks no promise.
    let prefixed = |name: &str| json!({"name": format!("weather-{}", name.replace('_', "-")), "inputSchema": {}});
    let metadata =
        Metadata::of_tools(vec![prefixed("get_weather"), prefixed("list_cities"), prefixed("predict_quakes")]);
    assert_eq!(findings(&readme(&text), &[], &metadata), []);
    let other = Metadata::of_tools(vec![json!({"name": "echo"})]);
    assert!(findings(&readme(GOOD), &[], &other).iter().all(|finding| finding.rule != "documented-but-absent"));
}

#[test]
fn what_the_source_has_and_the_running_server_does_not_list_is_told() {
    let names = ["get_weather", "list_cities"].map(str::to_owned);
    let listed = Metadata::of_tools(vec![json!({"name": "get_weather", "inputSchema": {}})]);
    let found = findings(&readme(GOOD), &names, &listed);
    let absent: Vec<_> = found.iter().filter(|finding| finding.rule == "documented-but-absent").collect();
    assert_eq!(absent.len(), 1, "{found:#?}");
    assert!(absent[0].message.contains("`list_cities`") && absent[0].severity == Severity::Medium, "{absent:#?}");
    assert!(findings(&readme(GOOD), &names, &weather()).iter().all(|finding| finding.rule != "documented-but-absent"));
    let nothing = findings(&readme(GOOD), &names, &Metadata::default());
    assert!(nothing.iter().all(|finding| finding.rule != "documented-but-absent"));
}

#[test]
fn what_may_be_registered_under_a_name_that_was_not_read_is_not_said_to_be_absent() {
    let text = GOOD.replace("- **list_cities**", "- **predict_quakes** - Soon\n- **list_cities**");
    let found = super::findings(&readme(&text), &[], false, &weather());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].severity, Severity::Low);
    let words = "documented, and not there: `predict_quakes`; some tools get their names at run time";
    assert_eq!(found[0].message, words);
}

#[test]
fn what_has_to_be_switched_on_breaks_no_promise_by_being_absent() {
    let with = |note: &str| {
        let tools = "- **predict_quakes** - Soon\n- **predict_floods** - Soon\n- **list_cities**";
        GOOD.replace("- **list_cities**", tools) + note
    };
    let found = |note: &str| findings(&readme(&with(note)), &[], &weather());
    assert_eq!(found("").len(), 2);
    assert_eq!(found("\nTelemetry is disabled by default.\n").len(), 2, "that is not about tools");
    for note in [
        "\nForecast tools are **disabled by default**; add `forecast` to `--enable`.\n",
        "\n### More (opt-in via --caps=forecast)\n",
        "\nThese tools are only available when `FORECAST=1` is set.\n",
    ] {
        let found = found(note);
        assert_eq!(found.len(), 1, "{note}: {found:?}");
        assert_eq!(found[0].severity, Severity::Low);
        assert!(found[0].message.contains("`predict_quakes`, `predict_floods`"), "{}", found[0].message);
    }
}

#[test]
fn a_product_in_a_heading_is_no_tool() {
    assert_eq!(tools("## Tools\n\n### ApplicationSets\n\n- `list_sets`: all\n\n### TicketBAI\n"), ["list_sets"]);
    assert_eq!(tools("## Tools\n\n### listSets\n\nAll of them.\n"), ["listSets"]);
}

#[test]
fn a_kind_of_tools_is_no_tool() {
    let text = GOOD.replace(
        "- **list_cities**",
        "- `hash` tools to keep pairs\n- `pub/sub` functionality to listen\n- **list_cities**",
    );
    assert_eq!(found(&text), [""; 0]);
}

#[test]
fn what_is_there_and_documented_nowhere_is_found() {
    assert_eq!(
        found(&GOOD.replace("- **list_cities** - All towns that are known\n", "")),
        ["present-but-undocumented"]
    );
    let in_prose = GOOD.replace("- **list_cities** - All towns that are known\n", "\nSee also list_cities.\n");
    assert_eq!(found(&in_prose), [""; 0]);
}

#[test]
fn examples_are_counted_and_compared() {
    let fewer = GOOD.replace("- \"Which towns do you know in Wales?\"\n", "");
    assert_eq!(found(&fewer), ["examples-too-few"]);
    assert_eq!(
        found(&GOOD.replace("{\"city\": \"Bern\", \"days\": 2}", "{\"town\": \"Bern\"}")),
        ["example-does-not-fit"]
    );
    assert_eq!(
        found(&GOOD.replace("{\"name\": \"get_weather\"", "{\"name\": \"get_wether\"")),
        ["example-does-not-fit"]
    );
    let names: Vec<String> = (0..20).map(|at| format!("tool_{at}")).collect();
    let narrow = findings(&readme(GOOD), &names, &weather());
    assert!(narrow.iter().any(|finding| finding.rule == "examples-too-narrow"));
}

#[test]
fn missing_sections_and_loose_ends_are_found() {
    assert_eq!(found(&GOOD.replace("## Troubleshooting", "## Log")), ["documentation-incomplete"]);
    assert_eq!(found(&GOOD.replace("Look at the log.", concat!("TO", "DO: write this"))), ["documentation-unfinished"]);
    assert_eq!(found(&GOOD.replace("A server", "This server is in beta. A server")), ["documentation-unfinished"]);
    assert_eq!(found(&GOOD.replace("Look at the log.", "It works with beta versions of clients too.")), [""; 0]);
    let package = SourceFile { path: "package.json".to_owned(), text: "{}".to_owned() };
    assert_eq!(findings(&read(&[package]), &[], &weather())[0].rule, "documentation-missing");
}

#[test]
fn every_rule_is_listed_once() {
    let mut ids: Vec<&str> = rules().into_iter().map(|rule| rule.id).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]
    #[test]
    fn no_text_makes_it_fall(text in "[#\\-*`|\\[\\]()>\"'{}:=~_a-z0-9 \\n\\u{e4}\\u{1f327}]{0,400}") {
        for path in ["README.md", "README.rst", "manifest.json", "pyproject.toml", "docs/a.json", "docs/a.py"] {
            let file = SourceFile { path: path.to_owned(), text: text.clone() };
            let documents = read(&[file]);
            let _ = findings(&documents, &[], &weather());
            let _ = evidence(&documents, &[], &weather());
        }
    }
}

#[test]
fn a_manifest_promises_tools_where_there_is_no_readme() {
    let manifest = r#"{"manifest_version": "0.3", "tools": [{"name": "get_weather"}, {"name": "not_there"}]}"#;
    let documents = read(&[SourceFile { path: "manifest.json".to_owned(), text: manifest.to_owned() }]);
    let found: Vec<(String, String)> = findings(&documents, &[], &weather())
        .into_iter()
        .map(|finding| (finding.rule.into_owned(), finding.message))
        .collect();
    assert!(
        found.iter().any(|(rule, words)| rule == "documented-but-absent" && words.contains("`not_there`")),
        "{found:?}"
    );
    assert!(found.iter().any(|(rule, _)| rule == "documentation-missing"), "{found:?}");
    let said = evidence(&documents, &[], &weather());
    assert_eq!(said, [(Requirement::FunctionalityMatch, "1 of 2 tools are documented in manifest.json".to_owned())]);
    let bare = read(&[SourceFile { path: "manifest.json".to_owned(), text: "{}".to_owned() }]);
    assert_eq!(findings(&bare, &[], &weather()).len(), 1, "nothing is promised, and nothing compared");
}

/// The addresses of the links of a text, each with its words.
fn linked(text: &str) -> Vec<(String, String)> {
    readme(text).links.into_iter().map(|link| (link.url, link.text)).collect()
}

#[test]
fn plain_addresses_are_links_with_the_words_before_them() {
    let policy = "https://weather.example/privacy";
    for (text, words) in [
        ("See our privacy policy: https://weather.example/privacy", "See our privacy policy:"),
        ("It is small. Our privacy policy is at https://weather.example/privacy.", "Our privacy policy is at"),
        ("**Privacy Policy**: https://weather.example/privacy", "Privacy Policy:"),
        ("- Policy: https://weather.example/privacy", "Policy:"),
        ("| Policy | https://weather.example/privacy |\n|---|---|\n| Policy | https://weather.example/privacy |", ""),
        ("<p>Policy: <a href=\"https://weather.example/privacy\">here</a></p>", "here"),
    ] {
        assert_eq!(linked(text), [(policy.to_owned(), words.to_owned())], "{text}");
        assert!(readme(text).sections.contains(&Section::PrivacyPolicy), "{text}");
    }
    let two = linked("Home: https://weather.example, policy: https://weather.example/p");
    assert_eq!(two[1], ("https://weather.example/p".to_owned(), "policy:".to_owned()));
    let placed = readme("# W\n\nSee\nhttps://weather.example/p\n").links.remove(0).span;
    assert!(matches!(placed, Span::File { line: 4, column: 1, .. }), "{placed:?}");
}

#[test]
fn addresses_for_letters_are_contacts_where_somebody_answers() {
    for text in [
        "Support: mail us@weather.example",
        "Questions? Write to us@weather.example.",
        "## Contact\n\nus@weather.example",
    ] {
        assert_eq!(linked(text)[0].0, "mailto:us@weather.example", "{text}");
        assert!(readme(text).sections.contains(&Section::Support), "{text}");
    }
    for text in [
        "Adds anna@weather.example to the list",
        "Install weather@1.2.3 for support",
        "`write to us@weather.example`",
        "```\nsupport: us@weather.example https://weather.example\n```",
    ] {
        assert_eq!(linked(text), [], "{text}");
    }
}
