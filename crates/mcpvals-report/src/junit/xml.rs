//! Writes XML 1.0: elements, attributes and text, indented, with nothing in them that XML cannot carry.
//!
//! Own, because the crate for JUnit at hand writes a `skipped` attribute on `<testsuites>`, which the schema of
//! Jenkins' xUnit plugin refuses, and drops control characters where we show them.

use std::io::{self, Write};

/// A document that is being written.
pub(crate) struct Xml<'w> {
    out: &'w mut dyn Write,
    open: Vec<&'static str>,
}

impl<'w> Xml<'w> {
    pub(crate) fn begin(out: &'w mut dyn Write) -> io::Result<Self> {
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        Ok(Self { out, open: Vec::new() })
    }

    /// An element with children, until [`Xml::close`].
    pub(crate) fn open(&mut self, name: &'static str, attributes: &[(&str, String)]) -> io::Result<()> {
        self.start(name, attributes)?;
        self.out.write_all(b">\n")?;
        self.open.push(name);
        Ok(())
    }

    /// Ends the element that was opened last.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        let Some(name) = self.open.pop() else { return Ok(()) };
        self.indent()?;
        writeln!(self.out, "</{name}>")
    }

    /// An element without children.
    pub(crate) fn empty(&mut self, name: &'static str, attributes: &[(&str, String)]) -> io::Result<()> {
        self.start(name, attributes)?;
        self.out.write_all(b"/>\n")
    }

    /// An element with text only.
    pub(crate) fn text(&mut self, name: &'static str, attributes: &[(&str, String)], text: &str) -> io::Result<()> {
        self.start(name, attributes)?;
        writeln!(self.out, ">{}</{name}>", escape(text))
    }

    fn start(&mut self, name: &'static str, attributes: &[(&str, String)]) -> io::Result<()> {
        self.indent()?;
        write!(self.out, "<{name}")?;
        for (key, value) in attributes {
            // A reader turns line breaks in attributes into spaces, unless they are written as references.
            let value = escape(value).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;");
            write!(self.out, " {key}=\"{value}\"")?;
        }
        Ok(())
    }

    fn indent(&mut self) -> io::Result<()> {
        write!(self.out, "{:1$}", "", self.open.len() * 2)
    }
}

/// Marks of XML as references; what XML 1.0 forbids (and what is hidden) was made visible.
fn escape(text: &str) -> String {
    crate::visible::block(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::Xml;

    fn check(text: &str, expected: &str) {
        let mut out = Vec::new();
        Xml::begin(&mut out).unwrap().text("a", &[("b", text.to_owned())], text).unwrap();
        let xml = String::from_utf8(out).unwrap();
        assert_eq!(xml.lines().skip(1).collect::<Vec<_>>().join("\n"), expected);
    }

    #[test]
    fn marks_are_escaped() {
        check("<\"&'>", "<a b=\"&lt;&quot;&amp;'&gt;\">&lt;\"&amp;'&gt;</a>");
    }

    #[test]
    fn what_xml_cannot_carry_is_made_visible() {
        check("\u{0}\u{1b}\u{ffff}", "<a b=\"\\x00\\x1b\\u{ffff}\">\\x00\\x1b\\u{ffff}</a>");
    }

    #[test]
    fn line_breaks_stay_in_attributes() {
        check("a\nb", "<a b=\"a&#10;b\">a\nb</a>");
    }

    #[test]
    fn a_section_end_is_no_mark() {
        check("]]>", "<a b=\"]]&gt;\">]]&gt;</a>");
    }
}
