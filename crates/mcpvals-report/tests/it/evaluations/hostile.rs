//! A server that means harm can say what it likes: no format passes mark-up, links, mentions or control characters on.

use mcpvals_model::Evaluation;
use mcpvals_report::Style;
use mcpvals_report::evaluation::{Format, Options, Template};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options as Extensions, Parser, Tag};
use serde_json::{Map, Value};

use super::{by_template, rich, schemas, text};
use crate::properties::any_text;

/// What has been tried against readers of reports.
const ATTACKS: [&str; 16] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "</title></style></textarea><svg onload=alert(1)>",
    "![x](http://evil.example/a.png)",
    "[click](javascript:alert(1)) [ref]: http://evil.example",
    "| a | b |\n|---|---|\n# heading\n- item\n> quote",
    "```\n</details><h1>x</h1>\n~~~",
    "`a` ``b` \\`c\\| d \\\\| e",
    "@someone #12 owner/repo#3 www.evil.example http://evil.example <http://evil.example> a@b.example",
    "\u{1b}[2J\u{1b}]8;;http://evil.example\u{7}link\u{1b}]8;;\u{7}\u{9b}31m\r\u{8}",
    "\u{202e}txet\u{2066}x\u{200b}\u{e0041}\u{feff}\u{fffe}",
    "]]><!-- --> <?xml?> &amp; &#x41; &lt;b&gt; <![CDATA[",
    "{0} {{1}} [a](1) %SRCROOT% ${x} $x$",
    "<!-- mcpvals evaluation --> 1. one\n***\n- [x] done",
    "",
];

/// The rich evaluation, with every text in it replaced by one of these.
fn saying(texts: &[String]) -> Evaluation {
    let mut texts = texts.iter().cycle().cloned();
    let mut value = serde_json::to_value(rich()).unwrap();
    replace(&mut value, &mut || texts.next().unwrap_or_default());
    serde_json::from_value(value).unwrap()
}

fn attacked() -> Evaluation {
    saying(&ATTACKS.map(str::to_owned))
}

fn replace(value: &mut Value, next: &mut impl FnMut() -> String) {
    match value {
        Value::String(text) => *text = next(),
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, next)),
        Value::Object(members) => {
            let is_word = |key: &str| {
                ["requirement", "severity", "status", "priority", "category", "kind", "certification", "level"]
                    .contains(&key)
            };
            members.iter_mut().filter(|(key, _)| !is_word(key)).for_each(|(_, member)| replace(member, next));
            if members.contains_key("Brand rules") {
                // The titles of requirements are keys.
                let titled = std::mem::take(members).into_iter().enumerate();
                *members =
                    titled.map(|(index, (_, value))| (format!("{index} {}", next()), value)).collect::<Map<_, _>>();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Would a terminal obey it, or a reader not see it?
fn is_hidden(c: char) -> bool {
    c != '\n'
        && (c.is_control()
            || matches!(c, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'))
}

#[track_caller]
fn check_visible(page: &str) {
    assert_eq!(page.chars().find(|c| is_hidden(*c)), None, "{page}");
}

/// What a page of Markdown is made of, without its text; links and mentions that readers make of bare text count too.
#[track_caller]
fn check_markdown(page: &str) {
    let extensions = Extensions::ENABLE_TABLES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_FOOTNOTES
        | Extensions::ENABLE_MATH
        | Extensions::ENABLE_GFM;
    let ours = ["<details>", "<details open>", "</details>", "<!-- mcpvals evaluation -->"];
    let mut in_html = false;
    for event in Parser::new_ext(page, extensions) {
        match event {
            Event::Start(
                tag @ (Tag::Link { .. }
                | Tag::Image { .. }
                | Tag::FootnoteDefinition(_)
                | Tag::BlockQuote(_)
                | Tag::Strikethrough
                | Tag::Emphasis
                | Tag::CodeBlock(_)),
            ) => {
                panic!("{tag:?} in {page}")
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let line = html.trim();
                let is_ours = ours.iter().any(|tag| line.starts_with(tag));
                assert!(is_ours && line.matches('<').count() <= 3, "{line} in {page}");
                in_html = true;
            }
            Event::Text(text) if !in_html => {
                for reference in ["@", "://", "www."] {
                    assert!(!text.contains(reference), "{text} in {page}");
                }
            }
            Event::InlineMath(_) | Event::DisplayMath(_) | Event::FootnoteReference(_) => panic!("{event:?} in {page}"),
            _ => in_html = false,
        }
    }
}

/// How often each kind of heading, table, row and task is there.
fn shape(page: &str) -> Vec<usize> {
    let extensions = Extensions::ENABLE_TABLES | Extensions::ENABLE_TASKLISTS;
    let (mut headings, mut tables, mut rows, mut cells, mut tasks, mut rules) = (0, 0, 0, 0, 0, 0);
    for event in Parser::new_ext(page, extensions) {
        match event {
            Event::Start(Tag::Heading { .. }) => headings += 1,
            Event::Start(Tag::Table(_)) => tables += 1,
            Event::Start(Tag::TableRow) => rows += 1,
            Event::Start(Tag::TableCell) => cells += 1,
            Event::TaskListMarker(_) => tasks += 1,
            Event::Rule => rules += 1,
            _ => {}
        }
    }
    vec![headings, tables, rows, cells, tasks, rules]
}

/// The tags and attributes of a page.
fn tags(page: &str) -> (Vec<String>, Vec<String>) {
    let (mut tags, mut attributes) = (Vec::new(), Vec::new());
    for token in html5gum::Tokenizer::new(page).map(Result::unwrap) {
        match token {
            html5gum::Token::StartTag(tag) => {
                tags.push(String::from_utf8_lossy(&tag.name).into_owned());
                attributes.extend(tag.attributes.keys().map(|name| String::from_utf8_lossy(name).into_owned()));
            }
            html5gum::Token::Error(error) => panic!("{error:?} in {page}"),
            html5gum::Token::Comment(comment) => panic!("{comment:?} in {page}"),
            _ => {}
        }
    }
    for names in [&mut tags, &mut attributes] {
        names.sort();
        names.dedup();
    }
    (tags, attributes)
}

#[test]
fn the_console_passes_nothing_on() {
    check_visible(&text(Format::Console, &attacked(), &Options::default()));
    let colour = Options { style: Style { color: true, ..Style::default() }, ..Options::default() };
    let shown = text(Format::Console, &attacked(), &colour);
    for part in shown.split('\u{1b}').skip(1) {
        let code = part.strip_prefix('[').and_then(|part| part.split_once('m')).map(|(code, _)| code);
        assert!(code.is_some_and(|code| code.chars().all(|c| c.is_ascii_digit() || c == ';')), "{part:?}");
    }
}

#[test]
fn markdown_has_no_mark_up_but_ours() {
    for template in Template::ALL {
        let page = text(Format::Markdown, &attacked(), &by_template(template));
        check_visible(&page);
        check_markdown(&page);
    }
}

#[test]
fn html_has_no_tags_and_attributes_but_ours() {
    for template in Template::ALL {
        let page = text(Format::Html, &attacked(), &by_template(template));
        check_visible(&page);
        assert_eq!(tags(&page), tags(&text(Format::Html, &rich(), &by_template(template))));
    }
}

#[test]
fn sarif_says_nothing_that_viewers_make_links_of() {
    let log: Value = serde_json::from_str(&text(Format::Sarif, &attacked(), &Options::default())).unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        let message = result["message"]["text"].as_str().unwrap();
        check_visible(message);
        assert!(!message.contains("]("), "{message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_text_keeps_every_format_in_shape(texts in proptest::collection::vec(any_text(), 1..12)) {
        let evaluation = saying(&texts);
        check_visible(&text(Format::Console, &evaluation, &Options::default()));
        for template in Template::ALL {
            let page = text(Format::Markdown, &evaluation, &by_template(template));
            check_visible(&page);
            check_markdown(&page);
            let page = text(Format::Html, &evaluation, &by_template(template));
            check_visible(&page);
            let (known, _) = tags(&text(Format::Html, &rich(), &by_template(template)));
            let (found, _) = tags(&page);
            prop_assert!(found.iter().all(|tag| known.contains(tag)), "{found:?}");
        }
        let submission = text(Format::Xml, &evaluation, &by_template(Template::Submission));
        prop_assert_eq!(schemas::xml_problems("evaluation.xsd", submission.as_bytes()), "", "{}", submission);
        let junit = text(Format::Junit, &evaluation, &Options::default());
        prop_assert_eq!(schemas::xml_problems("junit.xsd", junit.as_bytes()), "", "{}", junit);
        schemas::check_sarif(&text(Format::Sarif, &evaluation, &Options::default()));
    }

    #[test]
    fn any_text_in_a_rows_place_leaves_the_rows(word in any_text()) {
        // The same text everywhere, so that the same things are grouped; never a blank one, whose columns are left out.
        let word = word + "x";
        let plain = text(Format::Markdown, &saying(&["plain".to_owned()]), &by_template(Template::Ci));
        let page = text(Format::Markdown, &saying(&[word]), &by_template(Template::Ci));
        prop_assert_eq!(shape(&page), shape(&plain), "{}", page);
    }
}
