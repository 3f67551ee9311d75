//! The sections that a directory asks for, links, and what was left to be written.

use std::sync::LazyLock;

use mcpvals_model::Span;
use regex::Regex;

use super::markdown::{Block, BlockKind, MarkdownLink};
use super::place::Page;
use super::{Documents, Unfinished};

/// More links are not kept.
const LINKS_MAX: usize = 1000;
/// A paragraph of so many characters describes something.
const DESCRIPTION_CHARS_MIN: usize = 40;

/// More parts of a section are not looked at.
const SECTION_BLOCKS_MAX: usize = 60;

/// A section that a directory asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// What it is and does.
    Description,
    /// How it is set up.
    Setup,
    /// How its users prove who they are, or that they need not.
    Authentication,
    /// What becomes of the data.
    PrivacyPolicy,
    /// Whom to ask.
    Support,
    /// What to do when it does not work.
    Troubleshooting,
    /// On what terms it may be used.
    Licence,
}

impl Section {
    /// All, in the order of reports.
    pub const ALL: [Self; 7] = [
        Self::Description,
        Self::Setup,
        Self::Authentication,
        Self::PrivacyPolicy,
        Self::Support,
        Self::Troubleshooting,
        Self::Licence,
    ];

    /// What it is called in a sentence.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Description => "a description",
            Self::Setup => "setup",
            Self::Authentication => "authentication",
            Self::PrivacyPolicy => "a privacy policy",
            Self::Support => "support or contact",
            Self::Troubleshooting => "troubleshooting",
            Self::Licence => "a licence",
        }
    }
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Its address, as it stands there.
    pub url: String,
    /// What is shown.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// The sections that a document has, by its headings, and for some by its links and paragraphs.
pub(super) fn find(blocks: &[Block], links: &[MarkdownLink]) -> Vec<Section> {
    let mut found = Vec::new();
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(_) => found.extend(headed(&block.text)),
            BlockKind::Paragraph { quoted: false } => {
                let is_about =
                    block.under.len() <= 1 || block.under.last().is_some_and(|last| ABOUT.is_match(&last.text));
                if is_about && block.text.chars().count() >= DESCRIPTION_CHARS_MIN {
                    found.push(Section::Description);
                }
                if block.under.last().is_some_and(|heading| heading.level == 7 && heading.text == block.text) {
                    found.extend(headed(&block.text));
                }
                if LICENCE.is_match(&block.text) {
                    found.push(Section::Licence);
                }
            }
            _ => {}
        }
    }
    found.extend(
        links
            .iter()
            .filter(|link| PRIVACY.is_match(&link.text) || PRIVACY.is_match(&link.url))
            .map(|_| Section::PrivacyPolicy),
    );
    found.extend(links.iter().filter(|link| CONTACT.is_match(&link.url)).map(|_| Section::Support));
    found
}

fn headed(text: &str) -> impl Iterator<Item = Section> {
    let patterns: [(&Regex, Section); 6] = [
        (&SETUP, Section::Setup),
        (&AUTHENTICATION, Section::Authentication),
        (&PRIVACY, Section::PrivacyPolicy),
        (&SUPPORT, Section::Support),
        (&TROUBLE, Section::Troubleshooting),
        (&LICENCE, Section::Licence),
    ];
    patterns.into_iter().filter(move |(pattern, _)| pattern.is_match(text)).map(|(_, section)| section)
}

/// Addresses that stand there as they are, with the words before them as their text: of the web, and for letters where the
/// words say that somebody answers there.
pub(super) fn addresses(blocks: &[Block], links: &[MarkdownLink], page: &Page<'_>) -> Vec<MarkdownLink> {
    let mut found = Vec::new();
    for block in blocks {
        let texts: Vec<&str> = match &block.kind {
            BlockKind::Code { .. } => continue,
            BlockKind::Row { cells, .. } => cells.iter().map(|cell| cell.text.as_str()).collect(),
            BlockKind::Heading(_) | BlockKind::Paragraph { .. } | BlockKind::Item { .. } => vec![&block.text],
        };
        for text in texts {
            let plain = ADDRESS.find_iter(text).filter(|address| !is_in_code(block, address.as_str()));
            found.extend(plain.take(LINKS_MAX).filter_map(|address| addressed(block, text, &address, page)));
        }
    }
    found.retain(|address| !links.iter().any(|link| link.url == address.url));
    found
}

fn is_in_code(block: &Block, address: &str) -> bool {
    block.marked.code.iter().any(|code| code.contains(address))
}

fn addressed(block: &Block, text: &str, address: &regex::Match<'_>, page: &Page<'_>) -> Option<MarkdownLink> {
    let shown = address.as_str().trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '*', '_']);
    // The words of the same sentence, and not those that another address stands behind.
    let before = &text[..address.start()];
    let start = SENTENCE_END.find_iter(before).last().map_or(0, |end| end.end());
    let words = before[start..].trim();
    let is_of_web = shown.starts_with("http");
    if !is_of_web && !ANSWERS.is_match(words) && !block.under.last().is_some_and(|under| SUPPORT.is_match(&under.text))
    {
        return None;
    }
    let at = page.source(&block.place).find(shown).map(|at| block.place.start + at);
    let place = at.map_or(block.place.clone(), |at| at..at + shown.len());
    let url = if is_of_web { shown.to_owned() } else { format!("mailto:{shown}") };
    Some(MarkdownLink { url, text: words.to_owned(), place })
}

/// Keeps each address once.
pub(super) fn links(links: &[MarkdownLink], page: &Page<'_>, kept: &mut Vec<Link>) {
    for link in links {
        if kept.len() < LINKS_MAX && !kept.iter().any(|other| other.url == link.url) {
            kept.push(Link { url: link.url.clone(), text: link.text.trim().to_owned(), span: page.span(&link.place) });
        }
    }
}

/// Sections about telemetry and what else goes to the makers, where their texts say that something does, or that it can be
/// switched off: "Analytics" may be what a server is for.
pub(super) fn disclosures(blocks: &[Block], page: &Page<'_>) -> Vec<(String, Span)> {
    let of = |(at, heading): (usize, &Block)| {
        let is_headed = heading.under.last().is_some_and(|own| own.text == heading.text);
        let level = match heading.kind {
            BlockKind::Heading(level) => level,
            BlockKind::Paragraph { .. } if is_headed => 7,
            _ => return None,
        };
        let ends = |block: &&Block| !matches!(block.kind, BlockKind::Heading(other) if other <= level);
        let mut inside = blocks[at + 1..].iter().take_while(ends).take(SECTION_BLOCKS_MAX);
        // Of privacy, what a server's own service is given is told, too.
        let is_about = TELEMETRY.is_match(&heading.text);
        let of_privacy = |text: &str| PRIVACY.is_match(&heading.text) && TELEMETRY.is_match(text);
        let is_one = inside.any(|block| (is_about || of_privacy(&block.text)) && says_that_it_collects(&block.text));
        is_one.then(|| (heading.text.clone(), page.span(&heading.place)))
    };
    blocks.iter().enumerate().filter_map(of).collect()
}

/// "Nothing is sent" tells of nothing that is.
fn says_that_it_collects(text: &str) -> bool {
    text.split_inclusive(['.', '!', '?', ';', '。', '\n'])
        .any(|said| COLLECTED.is_match(said) && !NOTHING.is_match(said))
}

/// Texts that were left to be written, and, at the head of a README, words that say that it is not done.
pub(super) fn unfinished(blocks: &[Block], page: &Page<'_>) -> Vec<Unfinished> {
    let path = page.path().to_lowercase();
    let is_readme = path.starts_with("readme") || path.ends_with(".dist-info/metadata");
    let of = |block: &Block| {
        let says = !matches!(block.kind, BlockKind::Code { .. } | BlockKind::Row { .. });
        let headed = block.under.len() <= 1 && is_readme;
        let left = LEFT_OPEN.find(&block.text).filter(|_| says);
        let early = EARLY.find(&block.text).filter(|_| says && headed);
        left.or(early).map(|found| Unfinished { words: found.as_str().to_owned(), span: page.span(&block.place) })
    };
    blocks.iter().filter_map(of).collect()
}

/// Adds a section, where a manifest has it.
pub(super) fn note(documents: &mut Documents, section: Section, is_there: bool) {
    if is_there {
        documents.sections.push(section);
    }
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("constant, and tested")
}

/// Of the web, or for letters; `name@1.2.3` is a version.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    regex(r#"https?://[^\s<>"'`\])|，。）]+|\b[A-Za-z0-9][\w.+-]*@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,24}\b"#)
});
static SENTENCE_END: LazyLock<Regex> =
    LazyLock::new(|| regex(r"[.!?;]\s|[。！？\n]|https?://\S+|\b[\w.+-]+@[\w.-]+\.\w+"));
/// Somebody answers.
static ANSWERS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:e-?mails?|mail|contact|support|help|questions?|feedback|reach|write|maintainers?|authors?|kontakt|hilfe|fragen|soporte|contacto|ayuda|aide|suporte|contato)\b|联系|邮箱|問い合わせ|문의",
    )
});
static ABOUT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^\W*(?:about|overview|introduction|intro|description|summary|what (?:is|it|does)\b.*|features?|why\b.*|概述|简介|介绍|概要|はじめに|소개|개요)",
    )
});
static SETUP: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:install\w*|set ?up|getting started|quick ?start|configur\w+|usage with|running|deploy\w*|add(?:ing)? to|prerequisites|how to use)\b|安装|配置|使用",
    )
});
static AUTHENTICATION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:auth|authenticat\w+|authori[sz]ation|oauth|api[- ]?keys?|(?:access )?tokens?|credentials?|log ?in|sign[- ]?in|permissions?|scopes)\b",
    )
});
static PRIVACY: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)privacy|data[- ](?:policy|protection)|\bgdpr\b"));
static TELEMETRY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:telemetry|telemetrie|télémétrie|telemetría|telemetria|analytics|usage (?:data|statistics|metrics|tracking|information)|data (?:collection|collected|sharing|sent|we collect|usage)|(?:what|which) (?:data |information )?(?:is|we|it) (?:sent|sends?|collect\w*|share\w*)|crash report\w*|error reporting|anonymous (?:usage|data|statistics))\b|телеметри|遥测|数据收集|テレメトリ",
    )
});
static COLLECTED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:collect(?:s|ed|ing)?|sen(?:ds?|t|ding)|transmit\w*|upload\w*|report(?:s|ed) to|shared? with|opt(?:ing)?[- ]?(?:in|out)|opted|disabled?|turn(?:ed)? off|switch(?:ed)? off|consent\w*|gesendet|übertragen|erhoben|deaktivier\w*|envoy\w*|collecté\w*|enviad?\w*)\b|收集|发送|关闭|送信|収集",
    )
});
static NOTHING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:no|not|never|none|nothing|nobody|without|zero|neither|cannot|kein\w*|nichts?|nie|aucune?|rien|ning\w+)\b|n['’]t\b|不|无",
    )
});
static SUPPORT: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?i)\b(?:support|contacts?|help|community|feedback|issues|questions|reporting|maintainers?|get in touch)\b")
});
static CONTACT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^mailto:|/issues/?(?:new|$|\?)|/discussions/?$|discord\.(?:gg|com/invite)|/support/?$|/contact/?$|slack\.com|join\.slack|t\.me/",
    )
});
static TROUBLE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:trouble\s?shoot\w*|faqs?|frequently asked|common (?:issues|problems|errors)|known (?:issues|limitations)|debugging|errors? and)\b|常见问题|故障",
    )
});
static LICENCE: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)\blicen[cs]e[sd]?\b|许可"));
static LEFT_OPEN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        // In pieces, as whoever looks for such words in sources would find these.
        concat!(
            r"\b(?:TO",
            r"DO|FIX",
            r"ME|TBD)\b[:\s]|(?i)\blorem ipsum\b|\b(?:insert|add|write|put) (?:your |a )?(?:description|documentation|text|content) here\b|\bdescription goes here\b|<(?:your|insert)[^>]{0,30} here>",
        ),
    )
});
static EARLY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:in|is|this is(?: an?)?|currently(?: in)?|still in|early|public|\() ?(?:alpha|beta|experimental|early (?:development|preview)|pre-?release|work in progress|under (?:active |heavy )?development)\b|\bnot (?:yet )?(?:ready for production|production[- ]ready)\b",
    )
});
