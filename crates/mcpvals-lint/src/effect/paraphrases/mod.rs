//! Deeds in the words of readers, readers in the words of deeds, and both under a hint that says "read-only".

use serde_json::{Value, json};

mod said;

use said::{DEEDS, HONEST, LIES, READERS};

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

/// Of Redis: what is read is moved on, or gone.
#[test]
fn commands_that_use_up_what_they_read_are_no_readers() {
    for name in ["xreadgroup", "lpop", "redis_getdel"] {
        assert!(!reads(name, "Reads entries of a stream or list.", &Value::Null), "{name}");
    }
    assert!(reads("xread", "Reads entries of a stream or list.", &Value::Null));
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
