//! The forms of a page, as a browser without scripts has them.

use html5gum::{StartTag, Token, Tokenizer};
use mcpvals_model::{FormStep, Secret};

/// A form.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// Where it is sent; empty for the page itself.
    pub(super) action: String,
    /// Is it sent as a body?
    pub(super) is_post: bool,
    /// By this, controls elsewhere belong to it.
    id: String,
    fields: Vec<Field>,
    buttons: Vec<Button>,
}

/// What a form asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Field {
    name: String,
    value: String,
    kind: Kind,
    /// Is it sent where nobody touches it?
    is_sent: bool,
}

/// How a field is filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Typed, or chosen from a list.
    Text,
    /// Ticked, or not.
    Box,
    /// Ticked, and then no other of its name is.
    Radio,
}

/// A button that sends it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Button {
    name: String,
    value: String,
    label: String,
}

/// A part of a page that belongs to a form: that with this index, or with this id.
enum Owner {
    Form(usize),
    Id(String),
}

enum Control {
    Field(Field),
    Button(Button),
}

/// More forms, or fields of one, are not read.
const FORMS_MAX: usize = 50;
const FIELDS_MAX: usize = 500;

/// All forms of a page, in order.
pub(super) fn forms(html: &[u8]) -> Vec<Form> {
    let mut page = Page::default();
    for Ok(token) in Tokenizer::new(html) {
        match token {
            Token::StartTag(tag) => page.open(&tag),
            Token::EndTag(tag) => page.close(&tag.name),
            Token::String(text) => page.text(&String::from_utf8_lossy(&text)),
            _ => {}
        }
    }
    page.finish()
}

/// What the title of a page says.
pub(super) fn title(html: &[u8]) -> Option<String> {
    let mut inside = false;
    for Ok(token) in Tokenizer::new(html) {
        match token {
            Token::StartTag(tag) => inside = &**tag.name == b"title",
            Token::String(text) if inside => return Some(String::from_utf8_lossy(&text).trim().to_owned()),
            _ => {}
        }
    }
    None
}

#[derive(Default)]
struct Page {
    forms: Vec<Form>,
    controls: Vec<(Owner, Control)>,
    is_in_form: bool,
    is_in_button: bool,
    is_in_area: bool,
    /// The list of choices that is open: its control, and whether a choice was taken.
    choices: Option<(usize, bool)>,
    /// The choice that is open, where what it says is its value.
    choice: Option<usize>,
}

impl Page {
    fn open(&mut self, tag: &StartTag<()>) {
        match &**tag.name {
            b"form" if self.forms.len() < FORMS_MAX => {
                let is_post = attribute(tag, "method").eq_ignore_ascii_case("post");
                let (action, id) = (attribute(tag, "action"), attribute(tag, "id"));
                self.forms.push(Form { action, is_post, id, ..Form::default() });
                self.is_in_form = true;
            }
            b"input" => self.input(tag),
            b"button" if !is_plain_button(tag) => self.is_in_button = self.button(tag, String::new()),
            b"select" => {
                let added = self.field(tag, String::new(), Kind::Text, true);
                self.choices = added.then(|| (self.controls.len() - 1, false));
            }
            b"option" => self.option(tag),
            b"textarea" => self.is_in_area = self.field(tag, String::new(), Kind::Text, true),
            _ => {}
        }
    }

    fn close(&mut self, name: &[u8]) {
        match name {
            b"form" => self.is_in_form = false,
            b"button" => self.is_in_button = false,
            b"select" => (self.choices, self.choice) = (None, None),
            b"option" => self.choice = None,
            b"textarea" => self.is_in_area = false,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(Control::Field(field)) = self.choice.and_then(|at| self.controls.get_mut(at)).map(|(_, it)| it) {
            field.value.push_str(text.trim());
        }
        match self.controls.last_mut().map(|(_, control)| control) {
            Some(Control::Button(button)) if self.is_in_button => button.label.push_str(text),
            Some(Control::Field(field)) if self.is_in_area => field.value.push_str(text),
            _ => {}
        }
    }

    fn input(&mut self, tag: &StartTag<()>) {
        let value = attribute(tag, "value");
        let ticked = || if has(tag, "value") { value.clone() } else { "on".to_owned() };
        match attribute(tag, "type").to_ascii_lowercase().as_str() {
            "submit" | "image" => self.button(tag, value),
            "button" | "reset" | "file" => false,
            "checkbox" => self.field(tag, ticked(), Kind::Box, has(tag, "checked")),
            "radio" => self.field(tag, ticked(), Kind::Radio, has(tag, "checked")),
            _ => self.field(tag, value, Kind::Text, true),
        };
    }

    /// The first choice holds unless another is marked.
    fn option(&mut self, tag: &StartTag<()>) {
        let Some((at, is_taken)) = self.choices else { return };
        if !is_taken || has(tag, "selected") {
            if let Some((_, Control::Field(field))) = self.controls.get_mut(at) {
                field.value = attribute(tag, "value");
            }
            self.choice = (!has(tag, "value")).then_some(at);
        }
        self.choices = Some((at, true));
    }

    fn button(&mut self, tag: &StartTag<()>, label: String) -> bool {
        let (name, value) = (attribute(tag, "name"), attribute(tag, "value"));
        self.add(tag, Control::Button(Button { name, value, label }))
    }

    fn field(&mut self, tag: &StartTag<()>, value: String, kind: Kind, is_sent: bool) -> bool {
        let name = attribute(tag, "name");
        !name.is_empty() && self.add(tag, Control::Field(Field { name, value, kind, is_sent }))
    }

    /// Was it added?
    fn add(&mut self, tag: &StartTag<()>, control: Control) -> bool {
        let owner = match (has(tag, "form"), self.forms.len().checked_sub(1)) {
            (true, _) => Owner::Id(attribute(tag, "form")),
            (false, Some(last)) if self.is_in_form => Owner::Form(last),
            (false, _) => return false,
        };
        let has_room = self.controls.len() < FIELDS_MAX;
        if has_room {
            self.controls.push((owner, control));
        }
        has_room
    }

    fn finish(mut self) -> Vec<Form> {
        for (owner, control) in self.controls {
            let form = match owner {
                Owner::Form(at) => self.forms.get_mut(at),
                Owner::Id(id) => self.forms.iter_mut().find(|form| form.id == id),
            };
            match (form, control) {
                (Some(form), Control::Field(field)) => form.fields.push(field),
                (Some(form), Control::Button(button)) => form.buttons.push(button),
                (None, _) => {}
            }
        }
        self.forms
    }
}

fn attribute(tag: &StartTag<()>, name: &str) -> String {
    let value = tag.attributes.iter().find(|(known, _)| ***known == *name.as_bytes());
    value.map(|(_, value)| String::from_utf8_lossy(value).into_owned()).unwrap_or_default()
}

fn has(tag: &StartTag<()>, name: &str) -> bool {
    tag.attributes.iter().any(|(known, _)| ***known == *name.as_bytes())
}

/// A button that sends nothing.
fn is_plain_button(tag: &StartTag<()>) -> bool {
    matches!(attribute(tag, "type").to_ascii_lowercase().as_str(), "button" | "reset")
}

impl Field {
    /// What is sent of it where this is typed; of what is ticked, its value.
    fn filled(&self, typed: Option<&str>) -> Option<String> {
        match (typed, self.kind) {
            (None, _) => self.is_sent.then(|| self.value.clone()),
            (Some(typed), Kind::Text) => Some(typed.to_owned()),
            (Some(typed), Kind::Box | Kind::Radio) => self.is_ticked_by(typed).then(|| self.value.clone()),
        }
    }

    fn is_ticked_by(&self, typed: &str) -> bool {
        typed == self.value || self.kind == Kind::Box && ["on", "true"].contains(&typed)
    }

    /// Can this be typed here, or this be ticked, or no more be ticked?
    fn takes(&self, typed: &str) -> bool {
        let unticks = self.kind == Kind::Box && ["", "off", "false"].contains(&typed);
        self.kind == Kind::Text || unticks || self.is_ticked_by(typed)
    }
}

impl Form {
    /// Does it have all the fields that the step fills in, and its button?
    pub(super) fn fits(&self, step: &FormStep) -> bool {
        let has = |(name, typed): (&String, &Secret)| {
            self.fields.iter().any(|field| field.name == *name && field.takes(typed.reveal()))
        };
        step.fill.iter().all(has) && step.submit.as_ref().is_none_or(|wanted| self.button(wanted).is_some())
    }

    /// What is sent when the step is done.
    pub(super) fn filled(&self, step: &FormStep) -> Vec<(String, String)> {
        let pair = |field: &Field| {
            let value = field.filled(step.fill.get(&field.name).map(Secret::reveal))?;
            Some((field.name.clone(), value))
        };
        let mut pairs: Vec<(String, String)> = self.fields.iter().filter_map(pair).collect();
        let button = step.submit.as_ref().map_or(self.buttons.first(), |wanted| self.button(wanted));
        let named = button.filter(|button| !button.name.is_empty());
        pairs.extend(named.map(|button| (button.name.clone(), button.value.clone())));
        pairs
    }

    fn button(&self, wanted: &str) -> Option<&Button> {
        let is = |text: &str| one_line(text).eq_ignore_ascii_case(&one_line(wanted));
        self.buttons.iter().find(|it| is(&it.name) || is(&it.value) || is(&it.label))
    }

    /// Its fields and buttons, for who writes a script.
    pub(super) fn shown(&self) -> String {
        let field = |field: &Field| match field.kind {
            Kind::Text => format!("`{}`", field.name),
            Kind::Box | Kind::Radio => format!("`{}` (`{}`)", field.name, field.value),
        };
        let buttons = self.buttons.iter().map(|button| format!("the button `{}`", one_line(&button.label)));
        self.fields.iter().map(field).chain(buttons).collect::<Vec<_>>().join(", ")
    }
}

/// As browsers show it: white space is one blank.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use mcpvals_model::{FormStep, Secret};

    use super::{forms, title};

    const PAGE: &[u8] = br#"<!doctype html><title> Sign in </title>
        <form action="/login?x=1&amp;y=2" method="POST">
        <input type=hidden name=csrf value="a&quot;b"><input name="user"><input type="password" name=pass>
        <input type=checkbox name=stay><input type=checkbox name=news checked>
        <select name=role><option value=a>A<option value=b selected>B</select><textarea name=note>hello</textarea>
        <button type=button>Help</button><button name=act value=no>Cancel</button><button name=act value=yes><b>Sign</b> in</button>
        </form><form><input type=submit value=Go></form>"#;

    #[test]
    fn forms_are_as_a_browser_has_them() {
        let forms = forms(PAGE);
        assert_eq!(title(PAGE).as_deref(), Some("Sign in"));
        assert_eq!((forms.len(), forms[0].action.as_str(), forms[0].is_post), (2, "/login?x=1&y=2", true));
        let fill = [("user", "ann"), ("pass", "pw")].map(|(name, value)| (name.to_owned(), Secret::new(value))).into();
        let step = FormStep { fill, submit: Some("sign in".to_owned()) };
        assert!(forms[0].fits(&step) && !forms[1].fits(&step), "{forms:?}");
        let sent = forms[0].filled(&step);
        let sent: Vec<(&str, &str)> = sent.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let want = [
            ("csrf", "a\"b"),
            ("user", "ann"),
            ("pass", "pw"),
            ("news", "on"),
            ("role", "b"),
            ("note", "hello"),
            ("act", "yes"),
        ];
        assert_eq!(sent, want);
        assert!(!forms[1].is_post && forms[1].filled(&FormStep::default()).is_empty());
    }

    /// What is sent of this form after these were filled in; `None` where they do not fit.
    fn sent(form: &str, fill: &[(&str, &str)], submit: &str) -> Option<String> {
        let fill = fill.iter().map(|(name, value)| ((*name).to_owned(), Secret::new(*value))).collect();
        let step = FormStep { fill, submit: Some(submit.to_owned()) };
        let forms = forms(form.as_bytes());
        let pairs = forms[0].fits(&step).then(|| forms[0].filled(&step))?;
        Some(pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&"))
    }

    #[test]
    fn boxes_are_ticked() {
        let form = "<form><input type=checkbox name=agree value=1><input type=checkbox name=stay checked>
            <input type=radio name=who value=a checked><input type=radio name=who value=b><button>Go</button></form>";
        let check = |fill: &[(&str, &str)], want: Option<&str>| assert_eq!(sent(form, fill, "go").as_deref(), want);
        check(&[], Some("stay=on&who=a"));
        check(&[("agree", "1"), ("who", "b")], Some("agree=1&stay=on&who=b"));
        check(&[("agree", "true"), ("stay", "off")], Some("agree=1&who=a"));
        check(&[("who", "c")], None);
        check(&[("other", "1")], None);
    }

    #[test]
    fn controls_elsewhere_and_blanks_are_as_browsers_have_them() {
        let form = "<input name=user form=f><form id=f action=/x><select name=role><option>Admin <option selected>User</select>
            </form><button form=f>Sign\n  in&nbsp;now</button><input name=stray>";
        assert_eq!(sent(form, &[("user", "ann")], "Sign in now").as_deref(), Some("user=ann&role=User"));
    }
}
