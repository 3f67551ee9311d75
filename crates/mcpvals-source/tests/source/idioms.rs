//! How SDKs have their tools: beside the handler, in a list, as a struct, in a table, as a file, behind a wrapper.

use mcpvals_model::SourceFile;
use mcpvals_source::{SourceFacts, analyse};

fn read(path: &str, text: &str) -> SourceFacts {
    analyse(&[SourceFile { path: path.to_owned(), text: text.to_owned() }])
}

/// Every tool as `name(parameters)`, each with its handler.
fn tools(facts: &SourceFacts) -> Vec<String> {
    assert!(facts.tools.iter().all(|tool| tool.has_handler), "{:?}", facts.tools);
    facts.tools.iter().map(|tool| format!("{}({})", tool.name, tool.parameters.join(", "))).collect()
}

#[test]
fn tools_of_go_that_stand_beside_their_handler_are_found() {
    let facts = read(
        "main.go",
        r#"package main
type zone struct { Name string `json:"name"` }
func now() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("now", mcp.WithDescription("The time")), answer
}
func main() {
	s.AddTool(now())
	s.AddTools(server.ServerTool{Tool: mcp.NewTool("day", mcp.WithString("zone")), Handler: answer})
	s.AddTool(mcp.NewTool("year"), mcp.NewTypedToolHandler(typed))
	mcp.AddTool(s, &mcp.Tool{Name: "week", Description: "The week"}, week)
}
func answer(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }
func typed(ctx context.Context, r mcp.CallToolRequest, in zone) (*mcp.CallToolResult, error) { return nil, nil }
func week(ctx context.Context, r *mcp.CallToolRequest, in zone) (*mcp.CallToolResult, any, error) { return nil, nil, nil }
"#,
    );
    let found = tools(&facts);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.contains(&"day(zone)".to_owned()), "{found:?}");
    assert!(facts.tools.iter().any(|tool| tool.name == "now" && tool.description.as_deref() == Some("The time")));
}

#[test]
fn a_struct_of_rust_that_is_a_tool_has_its_fields_for_arguments() {
    let facts = read(
        "main.rs",
        r#"
#[mcp_tool(name = "now", title = "Now", description = concat!("The time ", "there"), read_only_hint = true)]
#[derive(Debug, serde::Deserialize, JsonSchema)]
pub struct Now { pub zone: String, pub precise: bool }
impl Now {
    pub fn call_tool(&self) -> Result<CallToolResult, CallToolError> { Ok(said(&self.zone)) }
}
"#,
    );
    assert_eq!(tools(&facts), ["now(zone, precise)"]);
    let now = &facts.tools[0];
    assert_eq!((now.title.as_deref(), now.description.as_deref()), (Some("Now"), Some("The time there")));
    assert_eq!(now.hints, [("readOnlyHint".to_owned(), true)]);
}

#[test]
fn a_type_of_a_library_has_none_of_the_functions_of_the_programs_types() {
    let found = |extra: &str| {
        let text = format!(
            "#[derive(Deserialize)] struct Wanted {{ unit: String }}\nstruct S;\nimpl S {{ {extra}\n#[tool(description = \"Says\")] fn say(&self, Parameters(wanted): Parameters<Wanted>) -> String {{ std::process::Command::new(\"sh\").arg(\"-c\").arg(format!(\"say {{}}\", wanted.unit)).output(); String::new() }} }}"
        );
        read("src/main.rs", &text).findings.iter().any(|finding| finding.rule == "command-injection")
    };
    assert!(found(""));
    assert!(found("pub fn new() -> Self { S }"));
}

#[test]
fn what_is_said_under_a_name_is_a_tool_where_no_other_is_known() {
    let table = r#"const said = { readFile: { description: "Reads a file", inputSchema: { type: "object", properties: { path: { type: "string" } } } } };
server.setRequestHandler(CallToolRequestSchema, async (request) => { if (request.params.name === "readFile") return answer(request.params.arguments); });
function answer(given) { return given; }
"#;
    assert_eq!(tools(&read("src/server.ts", table)), ["readFile(path)"]);
    let registered = format!("{table}server.registerTool(\"read_file\", said.readFile, answer);\n");
    assert_eq!(tools(&read("src/server.ts", &registered)), ["read_file(path)"]);
    let settings = "const said = { readFile: { description: \"Whether files are read\", type: \"boolean\" } };\n";
    assert!(read("src/server.ts", settings).tools.is_empty());
}

#[test]
fn a_file_with_metadata_and_a_default_function_is_a_tool() {
    let file = |head: &str| {
        let text = format!(
            "{head}\nexport const metadata = {{ name: \"now\", description: \"The time\", annotations: {{ readOnlyHint: true }} }};\nexport default async function now({{ zone }}) {{ return zone; }}\n"
        );
        read("src/tools/now.ts", &text)
    };
    let facts = file("export const schema = { zone: z.string() };");
    assert_eq!(tools(&facts), ["now(zone)"]);
    assert_eq!(facts.tools[0].hints, [("readOnlyHint".to_owned(), true)]);
    // A page of a web site has such metadata as well.
    assert!(file("").tools.is_empty());
}

#[test]
fn a_wrapper_hands_on_what_it_is_given_and_a_formatter_is_no_handler() {
    let found = |call: &str| {
        let text = format!(
            "import {{ execSync }} from \"node:child_process\";\nconst wrap = (work) => async (given, extra) => {{ try {{ return await {call}; }} catch (error) {{ return failed(error); }} }};\nserver.registerTool(\"pack\", {{ description: \"Packs\", inputSchema: {{ folder: z.string() }} }}, wrap(({{ folder }}) => execSync(`tar cf o ${{folder}}`)));\n"
        );
        read("src/server.ts", &text).findings.iter().any(|finding| finding.rule == "command-injection")
    };
    assert!(found("work(given, extra)"));
    assert!(found("traced(() => work.call(null, { ...given }))"));
    assert!(!found("work({ folder: \"notes\" })"));
}
