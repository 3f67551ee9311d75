//! Each rule about what tools are said to do fires on what breaks it, and stays silent on what is near.

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Severity};
use serde_json::{Value, json};

use super::{of_server, of_tool, rules};

/// But for the remarks that a bare fixture has.
fn found(tool: &Value) -> Vec<Finding> {
    let bare = [rules::NO_HINTS.id, rules::NO_OCCASION.id, rules::UNDESCRIBED_PARAMETERS.id];
    of_tool(tool).into_iter().filter(|finding| !bare.contains(&&*finding.rule)).collect()
}

fn ids(tool: &Value) -> Vec<String> {
    found(tool).into_iter().map(|finding| finding.rule.into_owned()).collect()
}

fn all(tool: &Value) -> Vec<String> {
    of_tool(tool).into_iter().map(|finding| finding.rule.into_owned()).collect()
}

fn described(name: &str, description: &str) -> Vec<String> {
    all(
        &json!({"name": name, "description": description, "annotations": {"readOnlyHint": false, "destructiveHint": true}}),
    )
}

#[expect(clippy::needless_pass_by_value, reason = "reads better where it is called")]
fn annotated(name: &str, description: &str, annotations: Value) -> Vec<(String, Severity)> {
    let tool = json!({"name": name, "description": description, "annotations": annotations});
    found(&tool).into_iter().map(|finding| (finding.rule.into_owned(), finding.severity)).collect()
}

fn lies(name: &str, description: &str) -> Vec<(String, Severity)> {
    let found = annotated(name, description, json!({"readOnlyHint": true}));
    found.into_iter().filter(|(rule, _)| rule == rules::NOT_READ_ONLY.id).collect()
}

#[expect(clippy::needless_pass_by_value, reason = "reads better where it is called")]
fn with(description: &str, properties: Value) -> Value {
    json!({"name": "find_orders", "description": description, "inputSchema": {"type": "object", "properties": properties}})
}

#[test]
fn a_description_says_something() {
    assert_eq!(described("get_weather", ""), [rules::UNDESCRIBED.id]);
    assert_eq!(described("get_weather", "None"), [rules::UNDESCRIBED.id]);
    assert_eq!(described("get_weather", "get_weather"), [rules::UNDESCRIBED.id]);
    assert_eq!(described("get_weather", "Weather."), [rules::VAGUE.id]);
    assert_eq!(described("get_user_profile_settings", "Gets the user profile settings."), [rules::VAGUE.id]);
    assert_eq!(described("get_weather", "Returns the forecast of a town."), [rules::NO_OCCASION.id]);
    assert_eq!(described("get_weather", "Returns the forecast of a town. Use it when somebody plans a trip."), [""; 0]);
    assert_eq!(described("get_weather", "获取天气预报"), [""; 0]);
    assert_eq!(all(&json!({"name": "weather", "annotations": {"readOnlyHint": true}})), [""; 0]);
}

#[test]
fn a_reader_by_annotation_that_writes_by_its_words_is_found() {
    let reader = || json!({"readOnlyHint": true});
    let rule = |severity| vec![(rules::NOT_READ_ONLY.id.to_owned(), severity)];
    assert_eq!(annotated("delete_order", "Deletes an order of the shop.", reader()), rule(Severity::High));
    assert_eq!(annotated("start_search", "Starts a search for orders.", reader()), []);
    assert_eq!(annotated("order_sweep", "Deletes old orders of the shop.", reader()), rule(Severity::Medium));
    assert_eq!(annotated("desk", "Refunds the order of a customer.", reader()), rule(Severity::Medium));
    assert_eq!(annotated("get_order", "Gets an order of the shop.", reader()), []);
    assert_eq!(annotated("get_delete_times", "Explains how long orders are kept.", reader()), []);
    assert_eq!(annotated("merge_texts", "Merges two texts given as arguments and returns the result.", reader()), []);
    assert_eq!(annotated("update_status", "Shows how far an update has come.", reader()), []);
    assert_eq!(annotated("get_order", "Gets what is needed to delete or update an order.", reader()), []);
    assert_eq!(annotated("order_history", "Shows who created and who deleted an order.", reader()), []);
    assert_eq!(annotated("delete_order", "Deletes an order of the shop.", json!({"readOnlyHint": false})), []);
}

#[test]
fn deeds_under_a_hint_are_found_by_what_both_say() {
    let rule = |severity| vec![(rules::NOT_READ_ONLY.id.to_owned(), severity)];
    for (name, description) in [
        ("approve", "Approves the request."),
        ("toggle", "Toggle the lamp."),
        ("vote", "Votes for the candidate."),
        ("commit", "Commits."),
        ("mark_read", "Marks a mail as read."),
        ("transfer", "Transfers between accounts."),
        ("archive_box", "Puts a box into the archive."),
        ("print_label", "Prints a label on the office printer."),
        ("refund_order", "Refunds an order."),
    ] {
        assert_eq!(lies(name, description), rule(Severity::High), "{name}");
    }
    for (name, description) in [
        ("get_and_pop", "Gets the top of the stack."),
        ("dequeue", "Returns the first of the queue."),
        ("consume_token", "Reads a token."),
        ("get_task", "Returns a task that is now yours."),
        ("get_slot", "Returns a slot. The slot is then reserved."),
    ] {
        assert_eq!(lies(name, description), rule(Severity::Medium), "{name}");
    }
}

#[test]
fn what_has_the_words_of_deeds_under_a_hint_may_be_honest() {
    for (name, description) in [
        ("get_delete_policy", "Returns the policy by which records are deleted."),
        ("get_drop_rate", "Returns how often packets are dropped."),
        ("list_write_offs", "Lists the debts that were written off."),
        ("merge_json", "Merges two JSON objects and returns the result."),
        ("remove_stopwords", "Removes the stop words from a text and returns the rest."),
        ("insert_statement_preview", "Shows the INSERT statement for a row."),
        ("send_check", "Checks whether a mail could be sent."),
        ("format_json", "Formats a JSON text."),
        ("convert_units", "Converts a quantity from one unit to another."),
        ("start_search", "Starts a search for orders."),
        ("mark_text", "Marks the words of a text that match."),
        ("print_env", "Prints all variables of the environment."),
        ("comment_list", "Comments posted by a user."),
        ("rate", "Rate of exchange between two currencies."),
        ("transfers", "Transfers between accounts of the last month."),
        ("log_search", "Logs that match a pattern."),
        ("vote_count", "Votes for each of the candidates."),
        ("add", "Add two numbers."),
    ] {
        assert_eq!(lies(name, description), [], "{name}");
    }
}

#[test]
fn a_calculator_that_adds_writes_nothing() {
    let numbers = json!({"a": {"type": "number"}, "b": {"type": "number"}});
    let tool = json!({
        "name": "add", "description": "Adds two numbers",
        "inputSchema": {"type": "object", "properties": numbers}, "annotations": {"readOnlyHint": true},
    });
    assert!(!ids(&tool).contains(&rules::NOT_READ_ONLY.id.to_owned()), "{:?}", ids(&tool));
}

#[test]
fn a_deleter_that_is_said_harmless_is_found() {
    let harmless = || json!({"readOnlyHint": false, "destructiveHint": false});
    let rule = |severity| vec![(rules::NOT_HARMLESS.id.to_owned(), severity)];
    assert_eq!(annotated("drop_table", "Drops a table of the database.", harmless()), rule(Severity::High));
    assert_eq!(annotated("clear_form", "Clears the form on the page.", harmless()), rule(Severity::Low));
    assert_eq!(annotated("create_table", "Creates a table in the database.", harmless()), []);
    assert_eq!(
        annotated(
            "drop_table",
            "Drops a table of the database.",
            json!({"readOnlyHint": false, "destructiveHint": true})
        ),
        []
    );
}

#[test]
fn a_tool_of_the_web_is_no_closed_world() {
    let closed = || json!({"readOnlyHint": true, "openWorldHint": false});
    let rule = vec![(rules::NOT_CLOSED.id.to_owned(), Severity::Low)];
    assert_eq!(annotated("web_search", "Looks for pages that match.", closed()), rule);
    assert_eq!(annotated("find_pages", "Searches the web for pages.", closed()), rule);
    assert_eq!(annotated("find_pages", "Searches the notebook for pages.", closed()), []);
    assert_eq!(annotated("web_search", "Looks for pages that match.", json!({"readOnlyHint": true})), []);
}

#[test]
fn hints_are_asked_for() {
    let none = |tool: Value| all(&tool).contains(&rules::NO_HINTS.id.to_owned());
    assert!(none(json!({"name": "get"})));
    assert!(none(json!({"name": "get", "annotations": {"title": "Get", "openWorldHint": true}})));
    assert!(!none(json!({"name": "get", "annotations": {"readOnlyHint": false}})));
}

#[test]
fn an_interface_that_takes_any_request_is_named() {
    let tool = |description: &str| {
        let properties = json!({"endpoint": {"type": "string"}, "body": {"type": "string"}});
        ids(
            &json!({"name": "call_api", "description": description, "inputSchema": {"type": "object", "properties": properties}}),
        )
    };
    assert_eq!(tool("Sends a request to the server and returns its answer"), [rules::UNNAMED_API.id]);
    assert_eq!(tool("Sends a request to the Zendesk API and returns its answer"), [""; 0]);
    assert_eq!(tool("Sends a request, see https://example.com/docs for what it takes"), [""; 0]);
}

#[test]
fn description_and_schema_name_the_same_parameters() {
    let properties = || json!({"city": {"type": "string"}, "days": {"type": "integer"}});
    let says = |arguments: &str| {
        ids(&with(
            &format!("Returns the forecast of a town.\n\nArgs:\n{arguments}\n\nReturns:\n    text: a table"),
            properties(),
        ))
    };
    assert_eq!(says("    city: the town\n    days (int): how many"), [""; 0]);
    assert_eq!(says("    city: the town\n        unit: not a parameter\n    days: how many"), [""; 0]);
    assert_eq!(says("    city: the town\n    units: metric or not"), [rules::MISDOCUMENTED.id]);
}

#[test]
fn parameters_are_described_typed_and_shown() {
    let all_of = |properties: Value| {
        let tool = with("Finds orders of the shop by what is given, the newest of them first.", properties);
        all(&tool).into_iter().filter(|id| id != rules::NO_HINTS.id).collect::<Vec<_>>()
    };
    assert_eq!(all_of(json!({"city": {"type": "string", "description": "the town"}})), [""; 0]);
    assert_eq!(all_of(json!({"city": {"type": "string"}})), [rules::UNDESCRIBED_PARAMETERS.id]);
    assert_eq!(all_of(json!({"city": {"description": "the town"}})), [rules::LOOSE_SCHEMA.id]);
    assert_eq!(
        all_of(json!({"filter": {"type": "object", "description": "what is wanted"}})),
        [rules::LOOSE_SCHEMA.id]
    );
    assert_eq!(
        all_of(json!({"code": {"type": "string", "pattern": "^[A-Z]{3}$", "description": "the currency"}})),
        [rules::NO_EXAMPLE.id]
    );
    assert_eq!(
        all_of(json!({"code": {"type": "string", "pattern": "^[A-Z]{3}$", "description": "the currency, e.g. EUR"}})),
        [""; 0]
    );
}

#[test]
fn a_list_can_be_kept_short() {
    let list = |properties: Value| {
        ids(
            &json!({"name": "list_orders", "description": "Lists all orders of the shop.", "inputSchema": {"type": "object", "properties": properties}}),
        )
    };
    assert_eq!(list(json!({"status": {"type": "string"}})), [rules::UNLIMITED.id]);
    assert_eq!(list(json!({"maxResults": {"type": "integer"}})), [""; 0]);
    assert_eq!(list(json!({"page_token": {"type": "string"}})), [""; 0]);
}

#[test]
fn what_a_server_offers_is_looked_at_as_a_whole() {
    let offer = |tools: Vec<Value>| {
        of_server(&Metadata::of_tools(tools)).into_iter().map(|finding| finding.rule.into_owned()).collect::<Vec<_>>()
    };
    let tools = |count: usize| (0..count).map(|at| json!({"name": format!("get_{at}")})).collect();
    assert_eq!(offer(tools(40)), [""; 0]);
    assert_eq!(offer(tools(41)), [rules::MANY.id]);
    assert_eq!(offer(vec![json!({"name": "get", "description": "x".repeat(90_000)})]), [rules::MANY.id]);
    for (name, description) in [
        ("send_tokens", ""),
        ("wallet_transfer", "Transfers funds to an address."),
        ("draw", "Generates an image from a text"),
        ("text_to_speech", ""),
    ] {
        assert_eq!(offer(vec![json!({"name": name, "description": description})]), [rules::UNSUPPORTED.id], "{name}");
    }
    for (name, description) in [
        ("send_message", "Sends a message"),
        ("generate_chart", "Generates a chart as an image"),
        ("create_image_folder", ""),
        ("get_token_price", "Gets the price of a token"),
        ("list_payments", ""),
    ] {
        assert_eq!(offer(vec![json!({"name": name, "description": description})]), [""; 0], "{name}");
    }
}
