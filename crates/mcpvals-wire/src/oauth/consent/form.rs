//! The forms of a page, as a browser without scripts has them.

use html5gum::{StartTag, Token, Tokenizer};
use mcpvals_model::FormStep;

/// A form.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// Where it is sent; empty for the page itself.
    pub(super) action: String,
    /// Is it sent as a body?
    pub(super) is_post: bool,
    /// Names and values, as they stand there.
    pub(super) fields: Vec<(String, String)>,
    buttons: Vec<Button>,
}

/// A button that sends it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Button {
    name: String,
    value: String,
    label: String,
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
    page.forms
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
    is_in_form: bool,
    is_in_button: bool,
    /// The name of the list of choices that is open, and whether one was taken.
    choices: Option<(String, bool)>,
    is_in_area: bool,
}

impl Page {
    fn open(&mut self, tag: &StartTag<()>) {
        let name = &**tag.name;
        if name == b"form" && self.forms.len() < FORMS_MAX {
            let is_post = attribute(tag, "method").eq_ignore_ascii_case("post");
            self.forms.push(Form { action: attribute(tag, "action"), is_post, ..Form::default() });
            self.is_in_form = true;
        }
        if !self.is_in_form {
            return;
        }
        match name {
            b"input" => self.input(tag),
            b"button" if !is_plain_button(tag) => {
                self.is_in_button = true;
                self.button(tag, String::new());
            }
            b"select" => self.choices = Some((attribute(tag, "name"), false)),
            b"option" => self.option(tag),
            b"textarea" => {
                self.is_in_area = true;
                self.field(attribute(tag, "name"), String::new());
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &[u8]) {
        match name {
            b"form" => self.is_in_form = false,
            b"button" => self.is_in_button = false,
            b"select" => self.choices = None,
            b"textarea" => self.is_in_area = false,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let Some(form) = self.forms.last_mut() else { return };
        if self.is_in_button
            && let Some(button) = form.buttons.last_mut()
        {
            button.label.push_str(text);
        }
        if self.is_in_area
            && let Some((_, value)) = form.fields.last_mut()
        {
            value.push_str(text);
        }
    }

    fn input(&mut self, tag: &StartTag<()>) {
        let kind = attribute(tag, "type").to_ascii_lowercase();
        match kind.as_str() {
            "submit" | "image" => self.button(tag, attribute(tag, "value")),
            "button" | "reset" | "file" => {}
            "checkbox" | "radio" if !has(tag, "checked") => {}
            "checkbox" | "radio" if !has(tag, "value") => self.field(attribute(tag, "name"), "on".to_owned()),
            _ => self.field(attribute(tag, "name"), attribute(tag, "value")),
        }
    }

    /// The first choice holds unless another is marked.
    fn option(&mut self, tag: &StartTag<()>) {
        let Some((name, is_taken)) = self.choices.take() else { return };
        let is_marked = has(tag, "selected");
        if is_marked
            && is_taken
            && let Some(form) = self.forms.last_mut()
        {
            form.fields.retain(|(known, _)| *known != name);
        }
        if is_marked || !is_taken {
            self.field(name.clone(), attribute(tag, "value"));
        }
        self.choices = Some((name, true));
    }

    fn button(&mut self, tag: &StartTag<()>, label: String) {
        let (name, value) = (attribute(tag, "name"), attribute(tag, "value"));
        if let Some(form) = self.forms.last_mut() {
            form.buttons.push(Button { name, value, label });
        }
    }

    fn field(&mut self, name: String, value: String) {
        let room = self.forms.last_mut().filter(|form| !name.is_empty() && form.fields.len() < FIELDS_MAX);
        if let Some(form) = room {
            form.fields.push((name, value));
        }
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

impl Form {
    /// Does it have all the fields that the step fills in, and its button?
    pub(super) fn fits(&self, step: &FormStep) -> bool {
        let has = |name: &String| self.fields.iter().any(|(known, _)| known == name);
        step.fill.keys().all(has) && step.submit.as_ref().is_none_or(|wanted| self.button(wanted).is_some())
    }

    /// What is sent when the step is done.
    pub(super) fn filled(&self, step: &FormStep) -> Vec<(String, String)> {
        let value = |(name, value): &(String, String)| {
            let typed = step.fill.get(name).map_or(value.as_str(), |typed| typed.reveal());
            (name.clone(), typed.to_owned())
        };
        let mut pairs: Vec<(String, String)> = self.fields.iter().map(value).collect();
        let button = step.submit.as_ref().map_or(self.buttons.first(), |wanted| self.button(wanted));
        let named = button.filter(|button| !button.name.is_empty());
        pairs.extend(named.map(|button| (button.name.clone(), button.value.clone())));
        pairs
    }

    fn button(&self, wanted: &str) -> Option<&Button> {
        let is = |text: &str| text.trim().eq_ignore_ascii_case(wanted.trim());
        self.buttons.iter().find(|it| is(&it.name) || is(&it.value) || is(&it.label))
    }

    /// Its fields and buttons, for who writes a script.
    pub(super) fn shown(&self) -> String {
        let fields = self.fields.iter().map(|(name, _)| format!("`{name}`"));
        let buttons = self.buttons.iter().map(|button| format!("the button `{}`", button.label.trim()));
        fields.chain(buttons).collect::<Vec<_>>().join(", ")
    }
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
}
