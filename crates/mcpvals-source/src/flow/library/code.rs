//! Code and data that become more than data: evaluation, templates, patterns, stored objects.

use std::rc::Rc;

use super::super::call::{Made, made_of};
use super::super::{EventKind, Flow, Form, HitKind, Label, Value, bit};
use crate::facts::Capability;
use crate::form::Kind;
use crate::knowledge;

impl Flow<'_> {
    pub(super) fn evaluate(&mut self, made: &Made<'_>, at: usize) -> Value {
        // `new Function("a", "b", code)`: the last one.
        let code = if made.name.as_ref() == "Function" {
            made.arguments.last().map(|(_, value)| value)
        } else {
            made.argument(at)
        };
        let Some(code) = code.cloned() else { return Value::default() };
        self.can(Capability::Evaluate, made.at);
        self.reach_all(HitKind::Code, &code, made.at, &made.path);
        Value::default()
    }

    pub(super) fn deserialize(&mut self, made: &Made<'_>) -> Value {
        if knowledge::is_yaml(&made.path) {
            let loader = made.named("Loader").or_else(|| made.argument(1)).map(|loader| loader.called().to_owned());
            if loader.is_some_and(|loader| loader.contains("Safe") || loader.contains("Base")) {
                return made_of(&made.given());
            }
        }
        let data = made.argument(0).cloned().unwrap_or_default();
        if data.is_tainted() {
            self.reach_all(HitKind::Deserialize, &data, made.at, &made.path);
        }
        made_of(&made.given())
    }

    pub(super) fn template(&mut self, made: &Made<'_>, at: usize) -> Value {
        if let Some(template) = made.argument(at).cloned() {
            self.reach_all(HitKind::Template, &template, made.at, &made.path);
        }
        made_of(&made.given())
    }

    /// A pattern is made; one of ours is kept, so that what fits it is known.
    pub(super) fn pattern_made(&mut self, made: &Made<'_>, at: usize) -> Value {
        let pattern = made.argument(at).cloned().unwrap_or_default();
        self.reach_all(HitKind::Regex, &pattern, made.at, &made.path);
        let (text, choices) = (pattern.text, pattern.choices);
        Value { text, choices, form: Form::Regex, path: Some(made.path.clone()), ..Value::default() }
    }

    /// What was hidden in a code and is text again.
    pub(super) fn decoded(&mut self, made: &Made<'_>) -> Value {
        let given = made.given();
        let mut value = made_of(&given);
        if made.argument(0).is_some_and(|text| text.constant().is_some_and(|text| text.len() > 7)) {
            let decoded = self.source(Label::Decoded);
            value.add_taints(&decoded.taints);
        }
        value.path = Some(made.path.clone());
        value
    }

    pub(super) fn environment(&mut self, made: &Made<'_>) -> Value {
        match made.argument(0).and_then(Value::constant).map(str::to_owned) {
            Some(name) => self.environment_variable(&name),
            None if made.arguments.is_empty() => {
                self.can(Capability::ReadEnvironment, made.at);
                self.source(Label::Environment)
            }
            None => Value::default(),
        }
    }

    /// A line of a log.
    pub(super) fn log(&mut self, made: &Made<'_>) -> Value {
        if knowledge::prints(&made.path) {
            let elsewhere = made.named("file").is_some();
            if !elsewhere {
                self.event(EventKind::PrintToStdout, made.at, &*made.path);
            }
        }
        for (_, value) in &made.arguments {
            let secret = value.taints.iter().find_map(|taint| match self.label_of(taint.label) {
                Label::Secret(name) if taint.bits & bit::DATA != 0 => Some(name.to_string()),
                Label::Environment => Some("the environment".to_owned()),
                Label::Parameter(_, _, Some(field))
                    if value.exact == Some(taint.label) && knowledge::is_secret_name(field) =>
                {
                    Some(field.to_string())
                }
                _ => None,
            });
            if let Some(secret) = secret {
                self.event(EventKind::SecretLogged, made.at, secret);
            }
        }
        Value::default()
    }

    /// What every call is looked at for, whatever it does.
    pub(super) fn called_with(&mut self, made: &Made<'_>) {
        if let Some(verify) =
            made.option("verify").or_else(|| made.option("rejectUnauthorized")).or_else(|| made.option("verify_ssl"))
            && verify.truth == Some(false)
        {
            self.event(EventKind::CertificateUnchecked, made.at, &*made.path);
        }
        let insecure = matches!(&*made.path, "ssl._create_unverified_context")
            || (&*made.name == "danger_accept_invalid_certs"
                && made.argument(0).is_some_and(|on| on.truth == Some(true)));
        if insecure {
            self.event(EventKind::CertificateUnchecked, made.at, &*made.path);
        }
        self.hashed(made);
        self.served(made);
        self.where_script(made);
    }

    fn hashed(&mut self, made: &Made<'_>) {
        if !is_weak_hash(made) {
            return;
        }
        let secret = made.given().taints.iter().any(|taint| match self.label_of(taint.label) {
            Label::Secret(_) => true,
            Label::Parameter(_, _, Some(field)) => knowledge::is_secret_name(field),
            Label::Parameter(function, index, None) => {
                self.parameter_name(*function, *index).is_some_and(|name| knowledge::is_secret_name(&name))
            }
            _ => false,
        });
        let named =
            made.arguments.iter().any(|(_, value)| value.path.as_deref().is_some_and(knowledge::is_secret_name));
        if secret || named {
            self.event(EventKind::WeakHash, made.at, &*made.path);
        }
    }

    /// Where a server listens, and whom it answers.
    fn served(&mut self, made: &Made<'_>) {
        let listens = matches!(
            &*made.name,
            "run"
                | "listen"
                | "serve"
                | "run_server"
                | "FastMCP"
                | "bind"
                | "TCPServer"
                | "HTTPServer"
                | "ListenAndServe"
                | "Listen"
                | "start"
        );
        if listens {
            let all = made.arguments.iter().flat_map(|(_, value)| {
                value
                    .items
                    .iter()
                    .flat_map(|items| items.iter())
                    .chain(value.field("host"))
                    .chain(value.field("hostname"))
                    .chain([value])
            });
            let open = all
                .filter_map(Value::constant)
                .any(|text| matches!(text, "0.0.0.0" | "::") || text.starts_with("0.0.0.0:"));
            if open {
                self.event(EventKind::AllInterfaces, made.at, &*made.path);
            }
        }
        let cors = made.path.ends_with("cors")
            || made.path.ends_with("CORSMiddleware")
            || &*made.name == "add_middleware"
            || made.path.ends_with("CORS");
        if cors {
            let origin =
                made.option("origin").or_else(|| made.option("allow_origins")).or_else(|| made.option("origins"));
            let star = |value: &Value| {
                value.constant() == Some("*")
                    || value.items.iter().flat_map(|items| items.iter()).any(|item| item.constant() == Some("*"))
            };
            let any = match origin {
                Some(origin) => star(origin),
                None => made.path.ends_with("cors") && made.arguments.is_empty(),
            };
            if any {
                self.event(EventKind::AnyOrigin, made.at, &*made.path);
            }
        }
        let header = made
            .argument(0)
            .and_then(Value::constant)
            .is_some_and(|name| name.eq_ignore_ascii_case("access-control-allow-origin"));
        if header && made.argument(1).and_then(Value::constant) == Some("*") {
            self.event(EventKind::AnyOrigin, made.at, &*made.path);
        }
    }

    /// Objects of settings.
    pub(in crate::flow) fn settings(&mut self, object: &Value, at: crate::form::Range) {
        if object.field("rejectUnauthorized").is_some_and(|value| value.truth == Some(false)) {
            self.event(EventKind::CertificateUnchecked, at, "rejectUnauthorized: false");
        }
        if object.field("InsecureSkipVerify").is_some_and(|value| value.truth == Some(true)) {
            self.event(EventKind::CertificateUnchecked, at, "InsecureSkipVerify: true");
        }
        let copied =
            object.field("bcc").or_else(|| object.field("Bcc")).and_then(Value::constant).filter(|to| to.contains('@'));
        if let Some(to) = copied.map(str::to_owned) {
            self.event(EventKind::BlindCopy, at, to);
        }
    }

    /// What is written to a member: `os.environ["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"`, `message["Bcc"] = "x@y"`.
    pub(in crate::flow) fn told(
        &mut self,
        object: &crate::form::Expr,
        member: &str,
        value: &Value,
        at: crate::form::Range,
    ) {
        if member == "NODE_TLS_REJECT_UNAUTHORIZED" && value.constant() == Some("0") {
            self.event(EventKind::CertificateUnchecked, at, member);
        }
        if member.eq_ignore_ascii_case("bcc")
            && let Some(to) = value.constant().filter(|to| to.contains('@')).map(str::to_owned)
        {
            self.event(EventKind::BlindCopy, at, to);
        }
        if member == "log" && object.dotted().as_deref() == Some("console") {
            self.event(EventKind::ConsoleReplaced, at, member);
        }
        if matches!(member, "description" | "__doc__") && self.moves(value) && self.is_offered(object) {
            self.event(EventKind::MovedDescription, at, object.dotted().unwrap_or_default());
        }
    }

    /// Is it a tool, or what a registration answers: something that is offered to callers?
    fn is_offered(&mut self, object: &crate::form::Expr) -> bool {
        // One of a list is what the list is of.
        let list = if let Kind::Index(list, _) = &object.kind { list } else { object };
        let named = list.dotted().is_some_and(|written| knowledge::is_offer_name(&written));
        let value = self.without_doing(|flow| flow.expression(object));
        let defined =
            ["inputSchema", "input_schema", "handler", "execute"].iter().any(|key| value.field(key).is_some());
        named || defined || value.function.is_some() || knowledge::is_offer_name(value.called())
    }

    /// Does it depend on the clock, on a count, or on what another machine says?
    pub(crate) fn moves(&self, value: &Value) -> bool {
        value.taints.iter().any(|taint| {
            matches!(self.label_of(taint.label), Label::Time | Label::Counter | Label::Random | Label::Network)
        })
    }

    #[expect(clippy::unused_self, reason = "called like those beside it, which need it")]
    pub(super) fn of_pattern(&self, value: &Value) -> Option<Rc<str>> {
        (value.form == Form::Regex).then(|| value.text.clone()).flatten()
    }
}

/// Does it hash what it is given with MD5 or SHA-1?
fn is_weak_hash(made: &Made<'_>) -> bool {
    let is_weak = |algorithm: &str| matches!(algorithm, "md5" | "sha1" | "MD5" | "SHA1");
    match &*made.path {
        "hashlib.md5" | "hashlib.sha1" | "crypto.md5.Sum" | "crypto.sha1.Sum" | "md5.compute" => true,
        "hashlib.new" => made.argument(0).and_then(Value::constant).is_some_and(is_weak),
        // `createHash("md5").update(text)`.
        "crypto.createHash.update" => match made.receiver_expr().map(|receiver| &receiver.kind) {
            Some(Kind::Call(hash)) => {
                hash.arguments.first().and_then(|algorithm| algorithm.value.text()).is_some_and(|name| is_weak(name))
            }
            _ => false,
        },
        _ => false,
    }
}
