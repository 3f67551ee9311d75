//! Toxic flows: tools of one server that are harmless alone, and that together let a stranger's text send private data out.
//!
//! Each tool is labelled by its words, its hints and its parameters. What is needed is one of each kind; a tool may be of two.

use std::sync::LazyLock;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Subject};
use regex::Regex;
use serde_json::Value;

use crate::effect::{EffectKind, effect};
use crate::functionality::rules;
use crate::words;

/// The flow of a server, where there is one: the first tool of each kind is named.
pub(crate) fn find(metadata: &Metadata) -> Option<Finding> {
    let tools: Vec<Labelled<'_>> = metadata.tools.iter().map(label).collect();
    let private = tools.iter().find(|tool| tool.private)?;
    // Three tools tell the story better than one that does it all; but one that does two of the three is as bad.
    let other = |wanted: fn(&Labelled<'_>) -> bool| {
        tools
            .iter()
            .find(|tool| wanted(tool) && tool.name != private.name)
            .or_else(|| tools.iter().find(|tool| wanted(tool)))
    };
    let foreign = other(|tool| tool.foreign)?;
    let sends = tools
        .iter()
        .find(|tool| tool.sends && tool.name != private.name && tool.name != foreign.name)
        .or_else(|| other(|tool| tool.sends))?;
    if private.name == foreign.name && foreign.name == sends.name {
        return None;
    }
    let message = format!(
        "`{}` reads private data, `{}` reads what strangers write, and `{}` sends out",
        crate::excerpt(private.name),
        crate::excerpt(foreign.name),
        crate::excerpt(sends.name)
    );
    Some(rules::FLOW.found(message).about(Subject::Server(metadata.name.clone())))
}

/// A tool, and what it can do in a flow.
struct Labelled<'a> {
    name: &'a str,
    /// It reads what is its user's own.
    private: bool,
    /// It reads what anybody may have written.
    foreign: bool,
    /// It makes something known to others, or asks an address that the caller chooses.
    sends: bool,
}

fn label(tool: &Value) -> Labelled<'_> {
    let name = tool["name"].as_str().unwrap_or_default();
    let description = tool["description"].as_str().unwrap_or_default();
    let first = description.split(['.', '\n']).next().unwrap_or_default().to_lowercase();
    let text = format!("{} {first}", words::of_name(name).join(" "));
    let kind = effect(tool).kind;
    let takes_address = takes(tool, &["url", "urls", "uri", "webhook", "webhook_url"]);
    let reads = kind == EffectKind::Reads;
    let of_itself = is_about_itself(name);
    // `list_webhooks` sends nothing, whatever its words are.
    let is_called_reading = words::of_name(name).first().is_some_and(|first| words::is_read(first));
    let acts = kind == EffectKind::Writes || kind == EffectKind::Unknown && !is_called_reading;
    let local = tool["annotations"]["openWorldHint"] == false;
    Labelled {
        name,
        // What is read at an address is no more its user's than anybody's.
        private: reads && !of_itself && !takes_address && PRIVATE.is_match(&text) && !PUBLIC.is_match(&text),
        foreign: reads && !of_itself && !local && (FOREIGN.is_match(&text) || takes_address)
            || NAVIGATES.is_match(&text),
        sends: !local
            && (acts && SENDS.is_match(&text) && !NO_REQUEST.is_match(&text) && !STEERS.is_match(&text)
                || takes_address && FETCHES.is_match(&text) && !NO_REQUEST.is_match(&text)
                || NAVIGATES.is_match(&text)),
    }
}

/// Is it what a service says of itself, `message_quota` or `remote_status`, or where a thing lies, `get_log_folder`?
fn is_about_itself(name: &str) -> bool {
    const NUMBERS: [&str; 12] = [
        "quota",
        "quotas",
        "limit",
        "limits",
        "usage",
        "count",
        "status",
        "stats",
        "statistics",
        "version",
        "health",
        "settings",
    ];
    const PLACES: [&str; 6] = ["directory", "folder", "dir", "path", "cwd", "location"];
    let words = words::of_name(name);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    is(last, &NUMBERS) || is(last, &PLACES) && is(first, &["get", "show", "current", "which", "default"])
}

fn takes(tool: &Value, names: &[&str]) -> bool {
    let properties = tool["inputSchema"]["properties"].as_object();
    properties.is_some_and(|properties| {
        properties.keys().any(|name| names.contains(&words::of_name(name).join("_").as_str()))
    })
}

/// What is the user's own: mail, files, messages, calendars, notes, contacts, tables, secrets, private code.
static PRIVATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:e?mails?|inbox|gmail|messages?|chats?|conversations?|calendars?|notes?|memor(?:y|ies)|contacts?|files?|documents?|drive|folders?|directory|database|tables?|sql|secrets?|credentials?|passwords?|clipboard|private|customers?|invoices?|patients?|payroll|medical|bank accounts?)\b")
        .expect("constant, and tested")
});
static PUBLIC: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\bpublic(?:ly)?\b|\bweb(?:site|page)?s?\b|\bwikipedia\b|\barxiv\b|\bdocumentation\b")
        .expect("constant, and tested")
});
/// What strangers write: pages, mail that came in, issues, comments, reviews, tickets, feeds, posts.
static FOREIGN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:web|internet|websites?|webpages?|web pages?|(?:from|at|behind|of) (?:(?:an?|the|any|given|specified|this|some) )*urls?|crawl|scrape|browse|inbox|read e?mails?|issues?|comments?|reviews?|tickets?|rss|feeds?|posts?|tweets?|reddit|news|pull requests?|incoming|search results)\b")
        .expect("constant, and tested")
});
static SENDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:send|sends|forward|reply|post|posts|publish|share|upload|tweet|email|notify|webhook|request|http|create (?:an? )?(?:new )?(?:issue|comment|gist|pull request|post)|add (?:issue )?comment|push|invite)\b")
        .expect("constant, and tested")
});
static NAVIGATES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\bnavigates?\b.*\b(?:url|page|browser)\b|\bbrowser navigate\b").expect("constant, and tested")
});
/// What asks the address that it is given, whatever it is.
static FETCHES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:urls?|web|webpages?|websites?|pages?|https?|fetch|fetches|scrapes?|crawls?|downloads?|webhooks?|requests?)\b").expect("constant, and tested")
});
/// What is sent to a process of one's own to steer it.
static STEERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\bsends? (?:\w+ ){0,3}(?:signals?|interrupts?|keys?|keystrokes?|key ?press(?:es)?|clicks?|commands? to)\b",
    )
    .expect("constant, and tested")
});
/// An address that is given and not asked, and what looks for something under a name that sounds like sending.
static NO_REQUEST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:parse|validate|encode|decode|shorten|qr|search)\b").expect("constant, and tested")
});

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Metadata;
    use serde_json::{Value, json};

    use super::find;

    fn flow(tools: &[(&str, &str, Value)]) -> Option<String> {
        let tools = tools.iter().map(|(name, description, properties)| {
            json!({"name": name, "description": description, "inputSchema": {"type": "object", "properties": properties}})
        });
        let found = find(&Metadata::of_tools(tools.collect()))?;
        assert_eq!(found.rule, "toxic-flow");
        Some(found.message)
    }

    const FILES: &str = "Reads a file of the user's.";

    #[test]
    fn three_harmless_tools_are_a_flow_together() {
        let none = || json!({});
        let found = flow(&[
            ("read_file", FILES, none()),
            ("fetch_page", "Fetches a web page.", json!({"url": {}})),
            ("send_mail", "Sends a mail to anybody.", none()),
        ]);
        assert_eq!(
            found.unwrap(),
            "`read_file` reads private data, `fetch_page` reads what strangers write, and `send_mail` sends out"
        );
    }

    #[test]
    fn an_address_that_the_caller_chooses_sends_too() {
        let found = flow(&[("read_file", FILES, json!({})), ("fetch_page", "Fetches a web page.", json!({"url": {}}))]);
        assert!(found.unwrap().ends_with("and `fetch_page` sends out"));
    }

    #[test]
    fn where_one_of_the_three_is_missing_there_is_no_flow() {
        let none = || json!({});
        assert_eq!(flow(&[("read_file", FILES, none()), ("write_file", "Writes a file.", none())]), None);
        assert_eq!(flow(&[("web_search", "Searches the web.", none()), ("send_mail", "Sends a mail.", none())]), None);
        assert_eq!(flow(&[("read_file", FILES, none()), ("web_search", "Searches the web.", none())]), None);
        assert_eq!(flow(&[]), None);
        let pages = |name: &'static str| (name, "Reads tables of documentation.", json!({"url": {}}));
        assert_eq!(flow(&[pages("read_tables"), pages("fetch_documents"), pages("read_notes")]), None);
    }

    #[test]
    fn what_customers_write_and_what_is_theirs_is_a_flow() {
        let none = || json!({});
        let found = flow(&[
            ("get_client_file", "Finds a customer with phone number and invoices.", none()),
            ("read_tickets", "Reads the tickets that buyers wrote.", none()),
            ("post_webhook", "Posts JSON to a URL.", none()),
        ]);
        assert!(found.is_some());
    }

    #[test]
    fn what_a_service_says_of_itself_is_nobodys_text() {
        let none = || json!({});
        let tools = [
            ("get_log_folder", "Get the current folder of the files.", none()),
            ("link_status", "Shows which URL is used.", none()),
            ("worker_interrupt", "Send an interrupt signal to the running worker.", none()),
        ];
        assert_eq!(flow(&tools), None);
        let tools = [
            ("get_mail_quota", "Get the message quota of the account.", none()),
            ("list_webhook_deliveries", "Webhook delivery history: what each one answered.", none()),
            ("get_profile", "Get the profile with the picture URL of a user.", none()),
            ("list_subscriptions", "List Web Push subscriptions of files.", none()),
        ];
        assert_eq!(flow(&tools), None);
    }
}
