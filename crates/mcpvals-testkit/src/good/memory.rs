//! What a server process remembers between calls and shares between sessions.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// Counter, stored values, and added tools and resources of one server process.
#[derive(Debug, Default)]
pub struct Memory {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    counter: u64,
    values: BTreeMap<String, Value>,
    extra_tools: Vec<String>,
    extra_resources: usize,
    extra_prompts: usize,
    note: String,
}

impl Memory {
    pub(super) fn count(&self) -> u64 {
        let mut state = self.lock();
        state.counter += 1;
        state.counter
    }

    /// Stores `value`; the id under which it can be fetched, too.
    pub(super) fn put(&self, key: &str, value: &Value) -> String {
        let id = format!("id-{key}");
        let mut state = self.lock();
        state.values.insert(key.to_owned(), value.clone());
        state.values.insert(id.clone(), value.clone());
        id
    }

    pub(super) fn get(&self, key: &str) -> Option<Value> {
        self.lock().values.get(key).cloned()
    }

    pub(super) fn add_tool(&self) -> String {
        let mut state = self.lock();
        let name = format!("extra_{}", state.extra_tools.len() + 1);
        state.extra_tools.push(name.clone());
        name
    }

    pub(super) fn extra_tools(&self) -> Vec<String> {
        self.lock().extra_tools.clone()
    }

    pub(super) fn add_resource(&self) -> usize {
        let mut state = self.lock();
        state.extra_resources += 1;
        state.extra_resources
    }

    pub(super) fn extra_resources(&self) -> usize {
        self.lock().extra_resources
    }

    pub(super) fn add_prompt(&self) -> String {
        let mut state = self.lock();
        state.extra_prompts += 1;
        format!("extra_{}", state.extra_prompts)
    }

    pub(super) fn extra_prompts(&self) -> usize {
        self.lock().extra_prompts
    }

    pub(super) fn set_note(&self, text: &str) {
        text.clone_into(&mut self.lock().note);
    }

    pub(super) fn note(&self) -> String {
        self.lock().note.clone()
    }

    /// A panic elsewhere leaves the maps whole, so a poisoned lock is no reason to stop.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
