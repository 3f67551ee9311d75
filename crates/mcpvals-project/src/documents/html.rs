//! What stands in the HTML of a document, in the pieces that Markdown would make of it.

/// A piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// 1 to 6; what sums up a part that can be opened is as good as a line in bold, 7.
    Heading(u8, String),
    Item(String),
    Paragraph(String),
    /// The end of a part that can be opened.
    Leave,
    Link {
        url: String,
        text: String,
    },
}

/// What the text is that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Heading(u8),
    Item,
    Paragraph,
}

/// Reads a block of HTML; what is no HTML is text.
pub(super) fn pieces(html: &str) -> Vec<Piece> {
    let mut reader = Reader { kind: Kind::Paragraph, text: String::new(), pieces: Vec::new(), link: None };
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        reader.text.push_str(&rest[..start]);
        let tag = &rest[start..];
        let end =
            if tag.starts_with("<!--") { tag.find("-->").map(|at| at + 3) } else { tag.find('>').map(|at| at + 1) };
        let Some(end) = end else { return reader.finished() };
        let name = name_of(tag);
        // A program is no text.
        let is_program = ["script", "style"].contains(&name.as_str());
        let closing = is_program.then(|| tag.find(&format!("</{name}"))).flatten().unwrap_or(0);
        reader.tag(&name, &tag[..end]);
        rest = &tag[end.max(closing)..];
    }
    reader.text.push_str(rest);
    reader.finished()
}

/// `li` of `<li class="x">`, `/li` of `</li>`.
fn name_of(tag: &str) -> String {
    let name = tag[1..].chars().enumerate().take_while(|(at, c)| c.is_ascii_alphanumeric() || *at == 0 && *c == '/');
    name.map(|(_, c)| c.to_ascii_lowercase()).collect()
}

struct Reader {
    kind: Kind,
    text: String,
    pieces: Vec<Piece>,
    /// Its address, and where in the text its words begin.
    link: Option<(String, usize)>,
}

impl Reader {
    fn tag(&mut self, name: &str, tag: &str) {
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.begin(Kind::Heading(name[1..].parse().unwrap_or(6)));
            }
            "summary" => self.begin(Kind::Heading(7)),
            "li" | "dd" => self.begin(Kind::Item),
            "br" => {
                let kind = self.kind;
                self.begin(kind);
            }
            "/details" => {
                self.begin(Kind::Paragraph);
                self.pieces.push(Piece::Leave);
            }
            "q" | "/q" => self.text.push('"'),
            "a" => self.link = address(tag).map(|url| (url, self.text.len())),
            "/a" => {
                if let Some((url, start)) = self.link.take() {
                    let text = plain(self.text.get(start..).unwrap_or_default());
                    self.pieces.push(Piece::Link { url, text });
                }
            }
            _ if is_inline(name) => {}
            _ => self.begin(Kind::Paragraph),
        }
    }

    /// What was read so far is a piece; what comes is another.
    fn begin(&mut self, kind: Kind) {
        let text = plain(&std::mem::take(&mut self.text));
        if !text.is_empty() {
            self.pieces.push(match self.kind {
                Kind::Heading(level) => Piece::Heading(level, text),
                Kind::Item => Piece::Item(text),
                Kind::Paragraph => Piece::Paragraph(text),
            });
        }
        self.kind = kind;
    }

    fn finished(mut self) -> Vec<Piece> {
        self.begin(Kind::Paragraph);
        self.pieces
    }
}

fn is_inline(name: &str) -> bool {
    const INLINE: [&str; 18] = [
        "b", "strong", "i", "em", "code", "kbd", "span", "font", "sub", "sup", "u", "s", "small", "mark", "img",
        "picture", "source", "",
    ];
    INLINE.contains(&name.trim_start_matches('/'))
}

/// What `href` says.
pub(super) fn address(tag: &str) -> Option<String> {
    let value = tag[tag.to_ascii_lowercase().find("href=")? + 5..].trim_start_matches(['"', '\'']);
    let end = value.find(['"', '\'', '>', ' ']).unwrap_or(value.len());
    Some(value[..end].to_owned()).filter(|url| !url.is_empty())
}

/// One line, with the signs that have names as they are.
fn plain(text: &str) -> String {
    const SIGNS: [(&str, &str); 7] = [
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    let text = SIGNS.iter().fold(text.to_owned(), |text, (name, sign)| text.replace(name, sign));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
