//! Deeds in the words of readers, readers in the words of deeds, and both under a hint that says "read-only".

use serde_json::{Value, json};

use super::{EffectKind, effect};
use crate::functionality::rules::NOT_READ_ONLY;

fn tool(name: &str, description: &str, annotations: &Value) -> Value {
    let schema = json!({"type": "object", "properties": {"id": {"type": "string", "description": "which"}}});
    json!({"name": name, "description": description, "inputSchema": schema, "annotations": annotations})
}

fn reads(name: &str, description: &str, annotations: &Value) -> bool {
    effect(&tool(name, description, annotations)).kind == EffectKind::Reads
}

fn is_called_a_lie(name: &str, description: &str) -> bool {
    let findings = crate::tool(&tool(name, description, &json!({"readOnlyHint": true})));
    findings.iter().any(|finding| finding.rule == NOT_READ_ONLY.id)
}

#[test]
fn whoever_is_named_a_reader_and_described_as_a_doer_is_none() {
    for (name, description) in DEEDS {
        assert!(!reads(name, description, &Value::Null), "{name}: {description}");
    }
}

#[test]
fn plain_readers_stay_readers() {
    for (name, description) in READERS {
        assert!(reads(name, description, &Value::Null), "{name}: {description}");
    }
}

#[test]
fn honest_hints_are_believed() {
    for (name, description) in HONEST {
        assert!(reads(name, description, &json!({"readOnlyHint": true})), "{name}: {description}");
        assert!(!is_called_a_lie(name, description), "{name}: {description}");
    }
}

#[test]
fn hints_that_lie_are_found() {
    for (name, description) in LIES {
        assert!(!reads(name, description, &json!({"readOnlyHint": true})), "{name}: {description}");
        assert!(is_called_a_lie(name, description), "{name}: {description}");
    }
}

#[test]
fn without_a_description_only_a_plain_name_reads() {
    for name in ["get_weather", "list_files", "read_file", "count_words"] {
        assert!(reads(name, "", &Value::Null), "{name}");
    }
    for name in [
        "get_token",
        "read_aloud",
        "check_out",
        "resolve_issue",
        "show_banner",
        "get_next_job",
        "find_replace",
        "get_delete_policy",
        "preview_mail",
    ] {
        assert!(!reads(name, "", &Value::Null), "{name}");
    }
}

#[test]
fn what_is_in_no_language_that_is_read_here_is_no_reader() {
    assert!(!reads("get_mail", "\u{5220}\u{9664}\u{90ae}\u{4ef6}", &Value::Null));
}

const DEEDS: [(&str, &str); 64] = [
    ("get_invoice", "Bills the customer and returns the invoice."),
    ("check_seat", "Holds a seat for ten minutes."),
    ("find_slot", "Finds a free slot and reserves it."),
    ("list_alerts", "Lists the open alerts and dismisses them."),
    ("get_voucher", "Returns a voucher; it can only be redeemed once."),
    ("fetch_task", "Pulls the next task from the queue."),
    ("read_inbox", "Reads the inbox and flags every message as seen."),
    ("verify_phone", "Texts a code to the number."),
    ("show_notice", "Displays a notice to every customer in the shop."),
    ("preview_campaign", "Sends the campaign to a few people as a preview."),
    ("get_session", "Opens a session and logs the previous one out."),
    ("resolve_alert", "Resolves the alert."),
    ("scan_badge", "Opens the gate for the holder of the badge."),
    ("check_bag", "Checks the bag in for the flight."),
    ("get_api_key", "Rotates the API key and returns the new one."),
    ("find_and_fix", "Finds broken links and repairs them."),
    ("validate_coupon", "Validates a coupon and uses it up."),
    ("list_house", "Offers a house for sale."),
    ("get_water", "Turns the tap on."),
    ("search_tickets", "Searches tickets, closing those without an answer."),
    ("read_story", "Reads a story aloud in the living room."),
    ("view_offer", "Accepts the offer on behalf of the user."),
    ("get_update", "Installs the latest update."),
    ("describe_photo", "Describes a photo and stores the words in its caption."),
    ("query_robot", "Asks the robot to move one step."),
    ("show_ad", "Plays an advertisement on the big screen in the hall."),
    ("count_stock", "Counts the stock and corrects the numbers in the ledger."),
    ("get_lock", "Acquires the lock; nobody else can get it until it is freed."),
    ("compare_prices", "Compares prices and orders the cheapest one."),
    ("lookup_patient", "Looks up a patient. The visit is then billed."),
    ("list_tokens", "Lists the tokens. Old ones become invalid."),
    ("get_messages", "Get the unread messages and mark each one as read."),
    ("fetch_mail", "Fetch mails and remove them from the server."),
    ("check_card", "Checks a card by charging one cent."),
    ("get_ticket", "Prints a ticket for the visitor."),
    ("list_jobs", "Lists waiting jobs and hands each to a worker."),
    ("check_mail", "Checks for new mail, downloads it and empties the mailbox."),
    ("find_contact", "Find a contact and ring her."),
    ("get_access", "Grants access to the building."),
    ("read_sensor", "Reads the sensor. Doing so resets its counter."),
    ("get_password", "Sets a fresh password and shows it."),
    ("show_message", "Shows a message to other players."),
    ("validate_account", "Validates an account. The account is then locked."),
    ("resolve_conflict", "Resolves a conflict by keeping our side."),
    ("preview_theme", "Applies the theme for an hour."),
    ("get_clean_logs", "Gets rid of the logs."),
    ("describe_issue", "Adds a description to the issue."),
    ("search_index", "Rebuilds the search index."),
    ("query_users", "Queries users and mails them."),
    ("fetch_latest", "Pulls the latest commits into the working copy."),
    ("verify_user", "Marks the user as verified."),
    ("get_number", "Draws the next number; nobody else will get it."),
    ("check_door", "Check that the door is shut and lock it."),
    ("compare_drafts", "Compares drafts and discards the worse one."),
    ("list_devices", "Lists devices while rebooting the idle ones."),
    ("inspect_parcel", "Opens the parcel to look inside."),
    ("get_reply", "Posts the question in the forum and returns the first reply."),
    ("view_invite", "Views an invite, which accepts it."),
    ("read_notification", "Returns a notification. It won't be shown again."),
    ("evaluate_script", "Evaluates JavaScript in the page."),
    ("get_all", "Get and delete all messages."),
    ("find_spam", "Finds spam, moves it to the bin."),
    ("convert_files", "Converts all images of a folder in place."),
    ("extract_zip", "Extracts an archive into a folder."),
];

const READERS: [(&str, &str); 39] = [
    ("get_station", "Returns the name of a station."),
    ("list_routes", "Lists the routes of a bus line."),
    ("search_recipes", "Searches recipes by ingredient."),
    ("find_museum", "Finds museums near a place."),
    ("read_entry", "Reads an entry of the diary."),
    ("describe_table", "Describes the columns of a table and their types."),
    ("count_lines", "Counts the lines of a file."),
    ("calculate_tax", "Calculates the tax on a price."),
    ("convert_time", "Converts a time between zones."),
    ("compare_texts", "Compares two texts and shows where they differ."),
    ("check_spelling", "Checks the spelling of a text and suggests words."),
    ("validate_schema", "Validates JSON against a schema. Returns the errors."),
    ("get_delete_rules", "Explains when accounts are deleted."),
    ("list_sent_mails", "Lists the mails that were sent last week."),
    ("get_changes", "Get the files that were changed, and who changed them."),
    ("fetch_feed", "Fetches a feed and returns its items."),
    ("explain_term", "Explains a term of law."),
    ("parse_date", "Parses a date and returns its parts."),
    ("get_update_log", "Returns the log of updates, newest first."),
    ("lookup_word", "Looks up a word in the dictionary."),
    ("get_status", "Get the current status of the server. Use this before you restart it."),
    ("search_orders", "Search for orders by customer, date, or state. Supports paging."),
    ("resolve_host", "Resolves a host name to an address."),
    ("verify_checksum", "Verifies that a checksum matches."),
    ("get_sum", "Adds two numbers and returns the result."),
    ("summarize_text", "Summarizes a text in three sentences."),
    ("get_route", "Gets the fastest route between two places, and how long it takes."),
    ("list_users", "Retrieves all users and their roles, including those who can create or delete projects."),
    ("find_flights", "This tool allows you to find flights. Requires a date."),
    ("get_weather", "Provides information about the weather of a town."),
    ("inspect_image", "Inspects an image and describes what it shows."),
    ("show_config", "Shows the configuration of the service."),
    ("estimate_cost", "Estimates the cost of a trip."),
    ("get_forecast", "[Weather] Get the forecast for a town."),
    ("convert_units", "Replaces the unit of a quantity and returns it."),
    ("extract_links", "Extracts the links from a page."),
    ("analyze_log", "Analyzes a log and groups the errors by cause."),
    ("weather", "Returns the weather of a town."),
    ("get_pull_request", "Gets a pull request with its commits and comments."),
];

const HONEST: [(&str, &str); 17] = [
    ("get_purge_schedule", "Tells when old backups are purged."),
    ("list_drop_zones", "Lists the drop zones of a warehouse."),
    ("remove_accents", "Removes accents from a string and returns it."),
    ("merge_lists", "Merges two lists passed as arguments and returns the result."),
    ("update_history", "Shows the history of updates."),
    ("delete_preview", "Shows which rows would be deleted; changes nothing."),
    ("insert_check", "Checks whether a row could be inserted."),
    ("get_insert_statement", "Returns an INSERT statement for a row."),
    ("create_summary", "Creates a summary of a text and returns it. Nothing is saved."),
    ("write_haiku_text", "Writes a text of three lines and returns it."),
    ("replace_words", "Replaces words in a text and gives back the new text."),
    ("get_average", "Adds up numbers and returns their mean."),
    ("find_deleted_files", "Finds files that were deleted."),
    ("publish_status", "Returns the status of a publication."),
    ("trim_text", "Trims whitespace from a string and returns the result."),
    ("append_paths", "Joins two strings and returns the result."),
    ("save_rate", "Returns the rate of saves."),
];

const LIES: [(&str, &str); 18] = [
    ("delete_record", "Deletes a record."),
    ("save_draft", "Saves a draft."),
    ("send_invoice", "Sends an invoice to the customer."),
    ("get_summary", "Returns the summary and deletes it afterwards."),
    ("create_user", "Creates a user and returns its id."),
    ("remove_word", "Removes a word from the dictionary and returns it."),
    ("update_price", "Updates the price of a product."),
    ("insert_row", "Inserts a row into a table and returns it."),
    ("publish_post", "Publishes a post."),
    ("list_and_purge", "Lists old files and purges them."),
    ("get_file", "Moves a file to the bin."),
    ("wipe_disk", "Wipes a disk."),
    ("append_line", "Appends a line to a file and returns the file."),
    ("merge_branches", "Merges two branches and returns the result."),
    ("get_refund", "Refunds an order."),
    ("replace_text", "Replaces a text in a file and returns the result."),
    ("add_item", "Adds an item to a list and returns it."),
    ("write_text", "Writes a text to the log and returns it."),
];
