//! What a server offers as a whole: how much of it, and of which kind.

use std::sync::LazyLock;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Subject};
use regex::Regex;
use serde_json::Value;

use super::{quoted, rules, said};

/// More tools than this are many.
const TOOLS_MANY: usize = 40;
/// A list of more tokens is long.
const TOKENS_MANY: usize = 20_000;
/// A token of JSON is about so many bytes.
const TOKEN_BYTES: usize = 4;

pub(super) fn find(metadata: &Metadata) -> Vec<Finding> {
    let mut findings: Vec<Finding> = too_many(metadata).into_iter().collect();
    findings.extend(unsupported(&metadata.tools));
    findings.into_iter().map(|finding| finding.about(Subject::Server(metadata.name.clone()))).collect()
}

fn too_many(metadata: &Metadata) -> Option<Finding> {
    let count = metadata.tools.len();
    let tokens = metadata.tools.iter().map(|tool| tool.to_string().len()).sum::<usize>() / TOKEN_BYTES;
    let message = match (count > TOOLS_MANY, tokens > TOKENS_MANY) {
        (false, false) => return None,
        (true, false) => format!("it has {count} tools"),
        (_, true) => format!("its list of {count} tools has about {tokens} tokens"),
    };
    Some(rules::MANY.found(message))
}

fn unsupported(tools: &[Value]) -> Vec<Finding> {
    let kinds: [(&Regex, &str); 3] = [
        (&MONEY, "move money or assets"),
        (&MEDIA, "make images, video or audio"),
        (&ADVERTISEMENTS, "serve advertisements"),
    ];
    let found = kinds.into_iter().filter_map(|(pattern, what)| {
        let of_kind = tools.iter().map(said).filter(|(name, description)| {
            let first = description.split(['.', '\n']).next().unwrap_or_default();
            pattern.is_match(&crate::words::of_name(name).join(" ")) || pattern.is_match(&first.to_lowercase())
        });
        let names: Vec<&str> = of_kind.map(|(name, _)| name).collect();
        (!names.is_empty()).then(|| rules::UNSUPPORTED.found(format!("{} seem to {what}", quoted(names))))
    });
    found.collect()
}

static MONEY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:\w+ )?(?:transfers?|sends?|swaps?|withdraws?|deposits?|stakes?|trades?|bridges?|pays?|buys?|sells?)(?: \w+){0,3}? (?:money|funds|tokens?|crypto\w*|eth|ether|bitcoins?|btc|sol|usdc|usdt|coins?|payments?|stocks?|shares|nfts?|assets|invoice)\b")
        .expect("constant, and tested")
});
static MEDIA: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:\w+ )?(?:generates?|creates?|makes?|synthesi[sz]es?)(?: (?:an?|the|new|ai|high quality|realistic|your|from text|text to))*? (?:images?|videos?|audio|music|songs?|speech|voice)\b(?: (?:from|with|using|of|based|by|for)\b|$)|^(?:text (?:to|2) (?:speech|image|video|music)|image generation|video generation)\b")
        .expect("constant, and tested")
});
static ADVERTISEMENTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:serves?|shows?|inserts?|displays?) (?:\w+ ){0,2}(?:ads?|advertisements?|sponsored (?:content|links?|results?))\b").expect("constant, and tested")
});
