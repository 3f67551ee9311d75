//! Parameters that ask for what the model knows.

use std::cell::LazyCell;
use std::ops::Deref;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use mcpvals_model::{Finding, Severity};
use regex::RegexSet;
use serde_json::Value;

use super::context::words_of;
use super::pattern::Words;
use super::rules::PARAMETER;
use super::symbols;
use super::{Context, Plain, Said};
use crate::judge;

/// Deeper schemas are not read.
const DEPTH_MAX: usize = 12;

/// A parameter, with the pointer to its schema.
pub(crate) struct InParameter {
    pub(crate) pointer: String,
    pub(crate) name: String,
    pub(crate) said: Said,
}

impl InParameter {
    /// At the description where that asks for it, and else at the name.
    pub(crate) fn into_finding(self, tool: &Value) -> Finding {
        let Self { pointer, name, said } = self;
        let description = tool.pointer(&pointer).and_then(|schema| schema["description"].as_str()).unwrap_or_default();
        let (pointer, text, place) = if said.place.is_empty() {
            (pointer, &*name, 0..name.len())
        } else {
            (format!("{pointer}/description"), description, said.place.clone())
        };
        let finding = judge::said_finding(&pointer, text, &Said { place, ..said });
        Finding { message: format!("parameter `{name}`: {}", finding.message), ..finding }
    }
}

/// In the schema of a tool's arguments.
pub(crate) fn find(tool: &Value, context: &Context) -> Vec<InParameter> {
    let mut found = Vec::new();
    let about = LazyCell::new(|| About::of(tool));
    walk(&tool["inputSchema"], "/inputSchema", 0, &mut |pointer, name, schema| {
        if let Some(said) = judge(name, schema, &about, context) {
            found.push(InParameter { pointer: pointer.to_owned(), name: name.to_owned(), said });
        }
    });
    found
}

/// In the arguments of a prompt; each finding stands at its place in the prompt.
pub(crate) fn in_prompt(prompt: &Value, context: &Context) -> Vec<Finding> {
    let about = LazyCell::new(|| About::of(prompt));
    let arguments = prompt["arguments"].as_array().into_iter().flatten().enumerate();
    let found = arguments.filter_map(|(index, argument)| {
        let name = argument["name"].as_str()?.to_owned();
        let said = judge(&name, argument, &about, context)?;
        Some(InParameter { pointer: format!("/arguments/{index}"), name, said }.into_finding(prompt))
    });
    found.collect()
}

/// What a tool is about: the words of its name and description, and of each of its parameters' names.
struct About {
    tool: String,
    parameters: Vec<(String, String)>,
}

impl About {
    fn of(tool: &Value) -> Self {
        let texts = [&tool["name"], &tool["description"]].into_iter().filter_map(Value::as_str);
        let names = tool["inputSchema"]["properties"].as_object().into_iter().flat_map(serde_json::Map::keys);
        let parameters = names.map(|name| (name.clone(), joined(words_of(name)))).collect();
        Self { tool: joined(texts.flat_map(words_of)), parameters }
    }

    /// Does the rest of the tool speak of such things, so that a parameter of this name belongs to it?
    fn speaks_of(&self, words: &[&str], name: &str) -> bool {
        let others = self.parameters.iter().filter(|(other, _)| other != name).map(|(_, words)| words);
        let mut texts = std::iter::once(&self.tool).chain(others);
        texts.any(|text| words.iter().any(|word| text.match_indices(word).any(|(at, _)| text[..at].ends_with(' '))))
    }
}

/// With a blank before each.
fn joined(words: impl Iterator<Item = String>) -> String {
    words.fold(String::new(), |all, word| all + " " + &word)
}

/// Every property of a schema, with its pointer and name.
pub(super) fn walk<'a>(schema: &'a Value, pointer: &str, depth: usize, see: &mut impl FnMut(&str, &'a str, &'a Value)) {
    if depth > DEPTH_MAX {
        return;
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let pointer = format!("{pointer}/properties/{}", name.replace('~', "~0").replace('/', "~1"));
        see(&pointer, name, property);
        walk(property, &pointer, depth + 1, see);
    }
    if schema["items"].is_object() {
        walk(&schema["items"], &format!("{pointer}/items"), depth + 1, see);
    }
}

/// Names that mean what a model knows, with what a tool that honestly takes them is about.
const NAMES: [(&str, &str, &str); 17] = [
    (
        "^(?:full )?(?:system|initial|developer|hidden) ?prompts?(?: text)?$",
        "llm model agent prompt completion chat assistant generat inference ai persona",
        "the system prompt",
    ),
    (
        "(?:conversation|chat|dialog|dialogue|message|session) (?:histor|transcript|log|context|so far)",
        "chat conversation message thread history agent llm dialog session",
        "the conversation",
    ),
    (
        "^(?:entire|full|whole|complete|current|previous) (?:conversation|chat|context|history|dialog)s?",
        "chat conversation message thread history",
        "the conversation",
    ),
    (
        "^(?:llm|model|ai model|assistant|agent|ai|your|current model) (?:name|id|version|identity|type)$",
        "llm model agent assistant ai inference predict train generat embed deploy gpt image speech voice",
        MODEL_NAME,
    ),
    (
        "(?:chain of thought|\\bcot\\b|reasoning trace|internal reasoning|thought process|hidden reasoning|scratchpad|inner monologue)",
        "think thought reason chain",
        "the model's reasoning",
    ),
    (
        "^(?:available |all |other |current )?(?:tool|function|mcp tool)s? ?(?:list|names|available|definitions|schemas|inventory|descriptions|set)$",
        "tool function plugin mcp registr",
        "the list of the model's tools",
    ),
    (
        "(?:available|all|other|installed|connected|current) (?:tools|functions|mcp|plugins)",
        "tool function plugin mcp registr",
        "the list of the model's tools",
    ),
    (
        "(?:tool|function) call (?:histor|log|trace)|(?:previous|recent|last|prior) (?:tool|function|call)",
        "tool call trace log",
        "the calls of other tools",
    ),
    (
        "(?:user|your|users?) (?:memor|secret|password|credential)",
        "user memor account auth login password regist",
        "the user's memory or secrets",
    ),
    (
        "(?:id rsa|ssh|private) ?(?:key)? ?(?:content|contents|file)|content from reading",
        "ssh key deploy server",
        "the contents of a file of keys",
    ),
    (
        "^(?:env|environ|environment) ?(?:var|variable|dump|values|contents)s?(?: dump| values)?$",
        "env deploy container process function lambda config build run docker service",
        "the environment",
    ),
    (
        "^(?:context window|model context|llm context|agent context|full context|session context|internal context)$",
        "context",
        "the model's context",
    ),
    (
        "^(?:model|system|agent|assistant|internal|hidden) (?:instruction|config|configuration|setting|state|memor)s?$",
        "agent assistant model system config setting instruct state memor",
        "the model's instructions",
    ),
    (
        "^(?:user|original|raw|full|last|complete) (?:prompt|message|query|request|input|utterance)s?(?: history| text| verbatim)?$",
        "prompt query message chat request search generat ask question answer input respons llm ai agent",
        "the user's own words",
    ),
    (
        "^(?:all|previous|prior|past|other) (?:messages|results|outputs|responses|conversations|interactions)$",
        "message conversation chat result output",
        "what was said before",
    ),
    ("^(?:side ?note|sidenote)s?$", "note", "a side note"),
    ("^(?:browser|browsing|search) (?:histor|cookie)", "brows histor search cookie", "the user's browsing"),
];

/// What a description asks for.
static ASKS: LazyLock<Vec<Words>> = LazyLock::new(|| {
    [
        "(?:your|the model's|the assistant's|the agent's|the llm's|the ai's|model's|assistant's|agent's) ~2(?:system prompt|system message|instructions|reasoning|chain of thought|thought process|internal|model name|name and version|identity|context|conversation|memory|previous messages|tool list|tools|available tools|other tools|configuration|hidden)",
        "(?:entire|full|whole|complete|all|current|previous|prior|verbatim|exact|ongoing|recent) ~2(?:conversation|chat|dialogue|conversation history|chat history|system prompt|message history|context window|session history)(?: ~1(?:history|so far|transcript|log|with the user|context|between))?",
        "(?:system prompt|chain of thought|internal reasoning|reasoning trace|hidden instructions|context window)",
        "(?:list|names|descriptions|definitions|schemas) ~5(?:tools|functions|servers) ~1(?:that |which )?you (?:can|could|may|have|are able)",
        "(?:taken|copied|collected|extracted|drawn|gathered|known) ~2from ~2(?:earlier|previous|prior|past|preceding) ~1(?:messages|turns|conversations?|chats?)",
        "(?:list|names|all|descriptions|definitions|schemas) ~3(?:other |available |installed |connected |accessible |your ){1,2}(?:mcp |llm |agent )?(?:tools|functions|servers)",
        "(?:name|version|identity|identifier) ~2(?:of|for) ~2(?:the |your |current |this |underlying |ai |llm |language |calling ){1,4}(?:model|llm|assistant|agent|client) ~4(?:you|being used|in use|calling|running|making|using|invoking|generating|currently)",
        "(?:content|contents|output|result|results) (?:of|from) ~3(?:×|other tools|previous tool calls|reading ~2×|environment variables|all previous)",
        "(?:everything|anything|all|whatever|information|details) ~3(?:you know|you remember|said so far|discussed|you have learned|about the user|from the conversation|in your context|in context|from your memory)",
        "(?:user's|users|user) ~2(?:memory|memories|passwords?|credentials|secrets|private keys?|personal details|chat history|conversation history)",
        "(?:instructions|rules|orders) ~2you (?:were|have been|got|received)",
        "which (?:llm|model|ai|assistant) ~2(?:are you|you are|is calling)",
        "results? of ~3(?:tool|function) calls?",
        "(?:every|all|each|entire|full|whole|last|latest|recent|previous|earlier|preceding) ~3(?:messages?|turns?|exchanges|replies) ~3(?:chat|conversation|dialog|dialogue)",
        "(?:other|connected|installed) ~1(?:mcp )?servers ~3(?:connected|tools|installed|available)",
        "(?:facts|memories|knowledge) ~3(?:stored|saved|kept|remembered) (?:on|about|of) ~1(?:user|person|human)",
        "(?:all|everything|full) ~2your reasoning",
        "(?:internal|inner) (?:deliberation|reasoning|monologue|thoughts)",
        "user's (?:original|initial|exact) (?:prompt|request|message|words)",
        "definitions of ~2tools",
        "(?:bisherige|gesamte|ganze|vollständige) (?:gesprächsverlauf|unterhaltung|gespräch)",
        "(?:step-by-step|detailed|full|internal|private) ~1(?:reasoning|thoughts|thinking) ~4(?:behind|for|that led|why you|of the model|you used)",
    ]
    .into_iter()
    .map(Words::of)
    .collect()
});

/// Words without which a description asks for nothing of the kind.
static SIGNS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let words = [
        "conversation",
        "chat",
        "dialogue",
        "prompt",
        "reasoning",
        "thought",
        "thinking",
        "tools",
        "functions",
        "servers",
        "model",
        "llm",
        "assistant",
        "agent",
        "memory",
        "memories",
        "context",
        "password",
        "credential",
        "secret",
        "private key",
        "you know",
        "you remember",
        "discussed",
        "contents of",
        "content of",
        "output of",
        "your ",
        "history",
        "facts",
        "deliberation",
        "monologue",
        "instructions you",
        "message",
        "rules you",
        "verlauf",
        "gespräch",
        "unterhaltung",
        "definitions of",
    ];
    AhoCorasick::builder().ascii_case_insensitive(true).build(words).expect("they are words")
});

static ANY_NAME: LazyLock<RegexSet> =
    LazyLock::new(|| RegexSet::new(NAMES.iter().map(|(name, _, _)| *name)).expect("they are regular expressions"));

/// What a tool is about that honestly takes what a model says or knows.
const TALK: [&str; 14] = [
    "chat",
    "conversation",
    "agent",
    "llm",
    "prompt",
    "assistant",
    "message",
    "thread",
    "thought",
    "reason",
    "tool",
    "context",
    "memor",
    "model",
];

/// Does the rest of the tool speak of talk, so that an argument which takes some belongs to it?
pub(super) fn is_about_talk(tool: &Value, name: &str) -> bool {
    About::of(tool).speaks_of(&TALK, name)
}

fn judge(name: &str, schema: &Value, about: &impl Deref<Target = About>, context: &Context) -> Option<Said> {
    let spoken = spoken(name);
    let is_honest = |words: &[&str]| about.speaks_of(words, name);
    let description = schema["description"].as_str().unwrap_or_default();
    for index in ANY_NAME.matches(&spoken) {
        let (_, honest, what) = NAMES[index];
        if !is_honest(&honest.split(' ').collect::<Vec<_>>()) {
            let said = Said::new(&PARAMETER, what, 0..0);
            return Some(if what == MODEL_NAME { of_model(said, description) } else { said });
        }
    }
    let plain = SIGNS.is_match(description).then(|| Plain::of(description))?;
    for sentence in symbols::sentences(&plain, context) {
        if let Some(found) = ASKS.iter().find_map(|asks| asks.find(&sentence.words)) {
            let said = Said::new(&PARAMETER, "what the model was told, said or knows", sentence.place(found));
            return Some(if is_honest(&TALK) { said.weakened() } else { said });
        }
    }
    None
}

const MODEL_NAME: &str = "the name of the model";

/// Cars and note types have models, too.
fn of_model(said: Said, description: &str) -> Said {
    let lower = description.to_ascii_lowercase();
    let is_of_language = ["you", "calling", "llm", "language model", "assistant", "agent", "current", "used", "ai "]
        .iter()
        .any(|word| lower.contains(word));
    match (is_of_language, lower.is_empty()) {
        (true, _) => said,
        (false, true) => Said { severity: Severity::Medium, confidence: 60, ..said },
        (false, false) => said.weakened(),
    }
}

/// `conversationHistory` as `conversation history`.
pub(super) fn spoken(name: &str) -> String {
    let mut spoken = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && spoken.ends_with(|c: char| c.is_ascii_lowercase()) {
            spoken.push(' ');
        }
        spoken.push(if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' });
    }
    spoken.split_whitespace().collect::<Vec<_>>().join(" ")
}
