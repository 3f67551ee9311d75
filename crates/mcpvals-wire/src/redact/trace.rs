//! A trace without secrets: every frame, head, list and word of it.

use std::sync::Arc;

use mcpvals_model::mcp::{Malformed, Offer, ServerFacts, Tool};
use mcpvals_model::{Anomaly, Call, CallEnd, Frame, HttpHead, OtherServer, Trace};
use serde_json::Value;

use super::Redactor;

impl Redactor {
    /// The trace as it may be stored and shown. Graded with the case that [`Redactor::case`] gives, it has the verdict
    /// of the original.
    pub fn trace(&self, trace: &Trace) -> Trace {
        if self.is_empty() {
            return trace.clone();
        }
        Trace {
            server: trace.server.as_ref().map(|facts| Arc::new(self.facts(facts))),
            offer: Arc::new(self.offer(&trace.offer)),
            full_client_tools: trace.full_client_tools.as_ref().map(|names| self.texts(names)),
            frames: trace.frames.iter().map(|frame| self.frame(frame)).collect(),
            calls: trace.calls.iter().map(|call| self.call(call)).collect(),
            stderr_tail: self.text(&trace.stderr_tail).into_owned(),
            process_end: trace.process_end.clone(),
            frames_not_kept: trace.frames_not_kept,
            messages_not_kept: trace.messages_not_kept,
            others: trace.others.iter().map(|other| self.other_server(other)).collect(),
        }
    }

    fn other_server(&self, other: &OtherServer) -> OtherServer {
        OtherServer {
            name: self.text(&other.name).into_owned(),
            facts: other.facts.as_ref().map(|facts| Arc::new(self.facts(facts))),
            offer: Arc::new(self.offer(&other.offer)),
        }
    }

    fn texts(&self, texts: &[String]) -> Arc<[String]> {
        texts.iter().map(|text| self.text(text).into_owned()).collect()
    }

    /// What the server said of itself, without secrets.
    pub fn facts(&self, facts: &ServerFacts) -> ServerFacts {
        let mut clean = facts.clone();
        clean.supported_versions.iter_mut().for_each(|version| self.string(version));
        self.string(&mut clean.name);
        self.string(&mut clean.version);
        let mut more = Value::Object(std::mem::take(&mut *clean.more_info));
        self.value(&mut more);
        if let Value::Object(more) = more {
            *clean.more_info = more;
        }
        self.value(&mut clean.capabilities);
        clean.instructions.iter_mut().for_each(|text| self.string(text));
        clean
    }

    /// The lists without secrets.
    pub fn offer(&self, offer: &Offer) -> Offer {
        let mut clean = offer.clone();
        clean.tools.iter_mut().for_each(|tool| self.tool(tool));
        let lists = [&mut clean.resources, &mut clean.resource_templates, &mut clean.prompts];
        lists.into_iter().flatten().for_each(|entry| self.value(entry));
        clean.malformed.iter_mut().for_each(|entry| self.malformed(entry));
        clean.unread.iter_mut().for_each(|(_, why)| self.string(why));
        clean
    }

    fn tool(&self, tool: &mut Arc<Tool>) {
        let mut raw = tool.raw().clone();
        for schema in ["inputSchema", "outputSchema"] {
            raw.get_mut(schema).into_iter().for_each(|schema| self.schema(schema));
        }
        self.value(&mut raw);
        if raw != *tool.raw() {
            *tool = Arc::new(Tool::from(raw));
        }
    }

    /// A JSON Schema: the value of `pattern` is a regular expression, in which the mask must stand as a literal.
    pub(super) fn schema(&self, schema: &mut Value) {
        if self.is_empty() {
            return;
        }
        self.schema_patterns(schema);
        self.value(schema);
    }

    fn schema_patterns(&self, schema: &mut Value) {
        match schema {
            Value::Object(members) => {
                if let Some(Value::String(pattern)) = members.get_mut("pattern") {
                    *pattern = self.pattern(pattern);
                }
                members.values_mut().for_each(|member| self.schema_patterns(member));
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.schema_patterns(item)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn malformed(&self, entry: &mut Malformed) {
        entry.name.iter_mut().for_each(|name| self.string(name));
        self.string(&mut entry.problem);
        self.value(&mut entry.raw);
    }

    fn frame(&self, frame: &Frame) -> Frame {
        // A frame that shows nothing keeps the message that it was parsed to.
        let mut clean = match self.bytes(&frame.bytes) {
            None => frame.clone(),
            Some(bytes) => Frame::new(frame.seq, frame.at_us, frame.direction, frame.channel, bytes),
        };
        clean.server = frame.server;
        clean.anomalies.clone_from(&frame.anomalies);
        clean.http.clone_from(&frame.http);
        clean.anomalies.iter_mut().for_each(|anomaly| self.anomaly(anomaly));
        clean.http.iter_mut().for_each(|head| self.head(head));
        clean
    }

    fn anomaly(&self, anomaly: &mut Anomaly) {
        if let Anomaly::NotJson { problem } | Anomaly::Http { problem } = anomaly {
            self.string(problem);
        }
    }

    fn head(&self, head: &mut HttpHead) {
        head.request.iter_mut().for_each(|line| self.string(line));
        for (name, value) in &mut head.headers {
            self.string(name);
            self.string(value);
        }
    }

    fn call(&self, call: &Call) -> Call {
        let mut clean = call.clone();
        self.string(&mut clean.method);
        if let CallEnd::NotSent { problem } = &mut clean.end {
            self.string(problem);
        }
        clean
    }
}
