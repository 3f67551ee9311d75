//! Layouts of prompts as people write them, and what looks like them.

use mcpvals_model::SourceFile;

use super::super::{ExampleKind, read};

/// The layouts of which another number of prompts is found than stands there, with what is found.
fn differ(layouts: &[(&str, usize)]) -> Vec<String> {
    let of = |(text, count): &(&str, usize)| {
        let file =
            SourceFile { path: "README.md".to_owned(), text: format!("# Weather\n\nThe weather of towns.\n\n{text}") };
        let examples = read(&[file]).examples.into_iter();
        let prompts = examples.filter(|example| example.kind == ExampleKind::Prompt);
        let found: Vec<String> = prompts.map(|example| example.text).collect();
        (found.len() != *count).then(|| format!("{count} in {text:?}: {found:?}"))
    };
    layouts.iter().filter_map(of).collect()
}

const BULLETS: &str =
    "- What is the weather in Bern?\n- Show me all towns of the table\n- Please remove Basel from the table\n";

#[test]
fn bullets_under_words_for_examples_are_found() {
    for head in [
        "## Examples",
        "## 💡 Example",
        "## Try it",
        "### Try it out!",
        "## Prompts",
        "# Examples",
        "**Examples:**",
        "Examples:",
        "## Usage\n\nOnce connected, just talk to Claude:",
        "## Usage\n\nYou can now chat with your assistant, for instance like this:",
        "## Demo",
        "<h3>Examples</h3>",
        "<details><summary>Examples</summary>",
        "<details>\n<summary><b>Some example prompts</b></summary>",
        "## Usage\n\n### Things to try",
        "## Setup\n\nStart the client. Here are some things you can ask",
    ] {
        let text = format!("{head}\n\n{BULLETS}");
        assert_eq!(differ(&[(&text, 3)]), [""; 0]);
    }
}

#[test]
fn prompts_are_found_in_layouts_of_all_kinds() {
    let layouts = [
        (
            "<details><summary>Examples</summary>\n\n- \"What is the weather in Bern?\"\n- \"Remove Basel\"\n\n</details>",
            2,
        ),
        (
            "## Examples\n<ul>\n<li>What is the weather in Bern?</li>\n<li>Show me &quot;all&quot; towns</li>\n<li>Remove <b>Basel</b></li>\n</ul>",
            3,
        ),
        (
            "## Usage Examples\n\nBelow are some sample prompts to use with your phones\n```bash\n# Open the app\n\"open my app on a phone\"\n\n# Crash\n\"why did it crash?\"\n```",
            2,
        ),
        (
            "## Tools\n\n- <b>Name:</b> weather\n- <b>Examples:</b>\n  - How warm is it in Bern?\n  - Show me the towns",
            2,
        ),
        ("## Tools\n\nThe limit is optional. Example prompt: `List the last 5 towns` or `Are there any new towns?`", 2),
        ("## Usage examples\n\n> Mount my vault\n\n> Is anything mounted?", 2),
        (
            "## Usage\n\nTry asking \"What is the weather in Bern?\", \"Show me all towns\" or \"Remove Basel from the table\".",
            3,
        ),
        ("Say “Which towns are dry today?” or “Compare Bern and Basel” to your assistant.", 2),
        ("## Examples\n\n1. Search for dry towns\n2. Compare Bern and Basel\n3. Is it warm?\n", 3),
        ("## Examples\n\n* \"Remove Basel\"\n* \"Add Chur\"\n* \"List towns\"\n", 3),
        ("## Examples\n\n- Remove Basel\n- Add Chur\n- List towns\n", 3),
        ("## Examples\n\n*What is the weather in Bern?*\n\n*Can you compare Bern and Basel?*\n", 2),
        ("## Examples\n\n> Compare Bern and Basel\n\n> Remove Basel\n", 2),
        ("## Examples\n\n- **Today**: What is the weather in Bern?\n- **Table** – show me all towns\n", 2),
        ("## Examples\n\n- What is the weather in Bern? (calls `now`)\n- Which towns are dry? → `towns`\n", 2),
        (
            "## Examples\n\n- Weather\n  - What is the weather in Bern?\n  - Show me the wind in Chur\n- Towns\n  - Which towns do you know?\n",
            3,
        ),
        ("## Examples\n\n- Compare Bern and Basel\n  - Use `now` twice\n  - Returns both\n- Remove Basel\n", 2),
        ("## Examples\n\n```\nRemove Basel\nShow me the weather in Bern\n```\n", 2),
        (
            "## Examples\n\n| Example | Tool |\n|---|---|\n| What is the weather in Bern? | `now` |\n| Show me my towns | `towns` |\n",
            2,
        ),
        ("## Examples\n\n🧑 User: What is the weather in Bern?\n\n🤖 Assistant: 12 degrees.\n", 1),
        ("## Chat\n\n- Ask your assistant:\n  - What is the weather in Bern?\n  - Warn me before storms\n", 2),
        ("## Examples\n\n<p>What is the weather in Bern?<br>Can you show me all towns?</p>\n", 2),
        ("## Examples\n\nWhat is the weather in Bern?<br>\nCan you show me all towns?\n", 2),
        ("## Examples\n\n- [ ] What is the weather in Bern?\n- [x] Give me the table\n", 2),
        ("## Examples\n\nHere are some:\n\n1) Plot the rain of this week\n2) Tell me when to water my garden\n", 2),
        (
            "## Examples\n\n### Weather\n\nWith one town:\n\n- What is the weather in Bern?\n\n### Towns\n\n- Drop Basel\n- Which are left?\n",
            2,
        ),
    ];
    assert_eq!(differ(&layouts), [""; 0]);
}

#[test]
fn plain_requests_are_found_in_other_languages() {
    let layouts = [
        ("## Beispiele\n\n- Wie ist das Wetter in Bern?\n- Zeige alle Orte der Tabelle\n- „Lösche Basel“\n", 3),
        ("## 示例\n\n- 北京今天的天气怎么样？\n- 显示表中的所有城市\n- 请从表中删除上海\n", 3),
        ("## 使用例\n\n- 東京の天気を教えてください\n- 表から大阪を削除してください\n", 2),
        (
            "## Ejemplos\n\n- ¿Qué tiempo hace en Berna?\n- Muéstrame todas las ciudades\n- Borra Basilea de la tabla\n",
            3,
        ),
        (
            "## Exemples\n\n- Quel temps fait-il à Berne ?\n- Montre-moi toutes les villes\n- Supprime Bâle du tableau\n",
            3,
        ),
        ("## Exemplos\n\n- Qual é o tempo em Berna?\n- Mostre todas as cidades\n", 2),
        ("## 예시\n\n- 서울 날씨는 어때?\n- 모든 도시를 보여줘\n", 2),
        ("## Примеры\n\n- Какая погода в Берне?\n- Покажи все города таблицы\n", 2),
        ("Fragen Sie „Wie wird das Wetter?“ oder „Zeige mir alle Orte“.", 2),
    ];
    assert_eq!(differ(&layouts), [""; 0]);
}

#[test]
fn what_only_looks_like_prompts_is_left_alone() {
    let layouts = [
        ("## Features\n\n- Supports many towns\n- Search for towns\n- Show the weather\n", 0),
        ("## Examples\n\n- Supports many towns\n- Returns JSON\n- Fast and small\n", 0),
        ("## Examples\n\n1. Create a folder for it\n2. Install the package with npm\n3. Run it\n", 0),
        ("## Examples\n\n- Add the server to your client\n- Set the variables\n- Open the app\n", 0),
        ("## Examples\n\n- See [examples/basic.py](examples/basic.py)\n- Read https://example.com/examples\n", 0),
        ("## Examples\n\n```bash\nnpx weather-mcp\ncurl localhost:3000/mcp\n```\n", 0),
        ("## Example configuration\n\n- Set a town\n- Add a key\n- Open a port\n", 0),
        ("## Examples\n\n### Configuration\n\n- Set a town\n- Add a key\n", 0),
        ("## API examples\n\n- Get the weather of a town\n- List the towns\n", 0),
        ("## Available prompts\n\n- Summarize a day\n- Compare two towns\n", 0),
        ("## Prompts\n\n- summarize_day: Summarize a day\n- compare-towns: Compare two towns\n", 0),
        ("## Prompts\n\n- **Summarize**: Summarize a day\n- **Compare**: Compare two towns\n", 0),
        ("## Examples\n\nNeed help with these? Open an issue. Questions?\n\nWhat does it do?\n", 0),
        ("## Installation\n\n1. Clone the repository\n2. Create a file\n3. Run the server\n", 0),
        ("## FAQ\n\n- What is it?\n- How do I install it?\n", 0),
        ("## FAQ\n\n**Q: Which towns does it know?** A: All of them.\n\nQ: How is it started?\n", 0),
        ("## Example use cases\n\n- Gardens: Water them in time\n- Travel: Plan for the weather of a town\n", 0),
        ("## Usage\n\n- Create a town\n- Delete a town\n", 0),
        ("## Prompts\n\n- Create a new file under prompts/ with your function\n- Call it from prompts/index.ts\n", 0),
        ("## Usage examples\n\n> From then on, you'll get the weather. You can alter the rule to match your use.\n", 0),
        ("## Tools\n\n- Get weather: answers \"Not found\" or \"Could not read the file\"\n", 0),
        ("## Setup\n\nThe program asks \"Do you want to go on?\" and \"Which port is to be used?\".\n", 0),
        (
            "## Examples\n\n- Create a town:\n  ```json\n  {\"town\": \"Bern\"}\n  ```\n- List towns:\n  ```json\n  {}\n  ```\n",
            0,
        ),
        ("<details><summary>Examples</summary>\n\nSee below.\n\n</details>\n\n- Add a town\n- Remove a town\n", 0),
        ("# Try it\n\nIt needs Node 20.\n\n- Node 20\n- A terminal\n", 0),
    ];
    assert_eq!(differ(&layouts), [""; 0]);
}

#[test]
fn what_was_not_made_out_is_told() {
    let told = |text: &str| {
        let text = format!("# Weather\n\n## Tools\n\n- `now_here`: the weather\n\n{text}");
        let documents = read(&[SourceFile { path: "README.md".to_owned(), text }]);
        let found = super::super::findings(&documents, &[], true, &mcpvals_model::mcp::Metadata::default());
        let few = found.into_iter().find(|finding| finding.rule == "examples-too-few");
        few.map(|finding| format!("{}: {}", finding.severity.as_str(), finding.message)).unwrap_or_default()
    };
    assert_eq!(told("## Log\n\n- Look there\n"), "high: no prompt or call was found");
    assert_eq!(
        told("## Examples\n\n- Rainy towns in the south\n- The wind of last week\n"),
        "medium: no prompt or call was found, nor was one made out under `Examples` (README.md:7)"
    );
    assert_eq!(told("## Examples\n\n- Where is it dry?\n"), "high: one prompt or call was found, of three");
    assert_eq!(told(&format!("## Examples\n\n{BULLETS}")), "");
}
