//! `secret-in-answer`: what holds a secret, and what only speaks of one.

use mcpvals_model::SourceFile;

/// Is an answer of a tool in Python, with these lines as its body, held to hold a secret?
fn leaks(body: &str) -> bool {
    let lines: Vec<String> = body.lines().map(|line| format!("    {line}\n")).collect();
    let text = format!(
        "import json, os\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP(\"db\")\n\n\
         CONFIG = {{\"host\": \"db\", \"user\": \"app\", \"password\": os.getenv(\"MYSQL_PASSWORD\", \"\")}}\n\n\
         @mcp.tool()\ndef show(table: str) -> str:\n    \"\"\"Show it.\"\"\"\n{}",
        lines.concat()
    );
    found(SourceFile { path: "src/server.py".to_owned(), text })
}

/// The same in TypeScript.
fn leaks_ts(body: &str) -> bool {
    let text = format!(
        "import {{ McpServer }} from \"@modelcontextprotocol/sdk/server/mcp.js\";\n\
         const server = new McpServer({{ name: \"db\", version: \"1.0.0\" }});\n\
         const text = (said: string) => ({{ content: [{{ type: \"text\", text: said }}] }});\n\
         server.tool(\"show\", \"Shows it\", {{}}, async () => {{\n{body}\n}});\n"
    );
    found(SourceFile { path: "src/server.ts".to_owned(), text })
}

fn found(file: SourceFile) -> bool {
    let facts = mcpvals_source::analyse(&[file]);
    assert!(!facts.tools.is_empty(), "no tool is found");
    facts.findings.iter().any(|finding| finding.rule == "secret-in-answer")
}

/// Every one of these bodies is held to leak, or none is.
#[track_caller]
fn check(judge: fn(&str) -> bool, leaks: bool, bodies: &[&str]) {
    let otherwise: Vec<&&str> = bodies.iter().filter(|body| judge(body) != leaks).collect();
    assert!(otherwise.is_empty(), "judged otherwise: {otherwise:#?}");
}

#[test]
fn a_secret_with_its_value_is_found() {
    check(
        leaks,
        true,
        &[
            "return json.dumps({\"user\": \"app\", \"password\": \"hunter2-prod\"})",
            "return json.dumps({\"api_key\": \"k-83af21\"})",
            "return os.environ[\"MYSQL_PASSWORD\"]",
            "return json.dumps({\"password\": os.getenv(\"MYSQL_PASSWORD\")})",
            "return json.dumps(CONFIG)",
        ],
    );
    check(
        leaks_ts,
        true,
        &[
            "return text(JSON.stringify({ token: process.env.DB_TOKEN }));",
            "return text(`the key is ${process.env.API_KEY}`);",
        ],
    );
}

#[test]
fn the_name_of_a_setting_or_column_is_no_secret() {
    check(
        leaks,
        false,
        &[
            "return \"set MYSQL_PASSWORD to connect\"",
            "return json.dumps({\"host\": \"MYSQL_HOST\", \"password\": \"MYSQL_PASSWORD\"})",
            "return json.dumps({\"columns\": [\"id\", \"user\", \"password\", \"api_token\"]})",
            "return json.dumps({\"id\": \"int\", \"password\": \"varchar(64)\", \"api_key\": \"text\"})",
            "return json.dumps({\"password\": \"password_hash\"})",
            "return json.dumps({\"host\": CONFIG[\"host\"], \"user\": CONFIG[\"user\"]})",
            "return f\"connected to {CONFIG['host']} as {CONFIG['user']}\"",
        ],
    );
}

#[test]
fn a_placeholder_or_whether_there_is_one_is_no_secret() {
    check(
        leaks,
        false,
        &[
            "return json.dumps({\"password\": \"YOUR_PASSWORD\"})",
            "return json.dumps({\"api_key\": \"<api-key>\", \"token\": \"xxxx\", \"secret\": \"sk-...\"})",
            "return json.dumps({\"password\": \"********\"})",
            "return json.dumps({\"password\": \"configured\" if os.getenv(\"MYSQL_PASSWORD\") else \"missing\"})",
            "return json.dumps({\"password\": bool(os.getenv(\"MYSQL_PASSWORD\"))})",
            "return json.dumps({\"password\": \"MYSQL_PASSWORD\" in os.environ})",
            "return json.dumps({\"password\": os.getenv(\"MYSQL_PASSWORD\") is not None})",
            "return json.dumps({\"length\": len(os.getenv(\"MYSQL_PASSWORD\", \"\"))})",
            "missing = [name for name in (\"MYSQL_USER\", \"MYSQL_PASSWORD\") if not os.getenv(name)]\nreturn f\"missing: {missing}\"",
        ],
    );
    check(
        leaks_ts,
        false,
        &[
            "return text(JSON.stringify({ token: process.env.DB_TOKEN ? \"set\" : \"unset\" }));",
            "return text(JSON.stringify({ hasPassword: !!process.env.DB_PASSWORD }));",
            "return text(JSON.stringify({ hasPassword: Boolean(process.env.DB_PASSWORD) }));",
            "if (!process.env.DB_PASSWORD) return text(\"DB_PASSWORD is not set\");\nreturn text(\"ready\");",
        ],
    );
}
