//! Every way to be wrong that the testkit knows: the right verdict, the right words, within its deadline.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::mcpvals::{Folder, zoo};

#[test]
fn a_good_server_passes() {
    let folder = Folder::with_config(&json!({
        "server": zoo(&["none"]),
        "toolHealthSuites": [{"name": "calls", "tests": [{"name": "echo", "args": {"message": "hi"}, "expectedResult": "hi"}]}],
    }));
    let began = Instant::now();
    assert_eq!(folder.run(&["eval"]).code, 0);
    assert!(began.elapsed() < Duration::from_secs(10));
}
