//! What was evaluated, as XML.

use std::io;

use mcpvals_model::{EvaluatedServer, FoundStart, Particulars, Said};

use super::some;
use crate::junit::xml::Xml;

pub(super) fn write(xml: &mut Xml<'_>, server: &EvaluatedServer) -> io::Result<()> {
    let attributes = some([
        ("path", Some(server.path.clone())),
        ("name", server.name.clone()),
        ("version", server.version.clone()),
        ("files", Some(server.files.to_string())),
        ("lines", Some(server.lines.to_string())),
        ("toolsFile", server.tools_file.clone()),
    ]);
    xml.open("server", &attributes)?;
    server.languages.iter().try_for_each(|language| xml.text("language", &[], language))?;
    server.start.iter().try_for_each(|start| write_start(xml, start))?;
    for looked in &server.looked {
        xml.empty("looked", &[("file", looked.file.clone()), ("found", looked.found.clone())])?;
    }
    server.particulars.iter().try_for_each(|told| write_particulars(xml, told))?;
    xml.close()
}

fn write_start(xml: &mut Xml<'_>, start: &FoundStart) -> io::Result<()> {
    let attributes = some([
        ("transport", Some(start.transport.clone())),
        ("url", start.url.clone()),
        ("from", Some(start.from.clone())),
        ("why", Some(start.why.clone())),
    ]);
    xml.open("start", &attributes)?;
    start.command.iter().try_for_each(|argument| xml.text("argument", &[], argument))?;
    start.env.iter().try_for_each(|name| xml.empty("env", &[("name", name.clone())]))?;
    xml.close()
}

fn write_particulars(xml: &mut Xml<'_>, told: &Particulars) -> io::Result<()> {
    xml.open("particulars", &[])?;
    let all = [
        ("description", &told.description),
        ("documentation", &told.documentation),
        ("privacyPolicy", &told.privacy_policy),
        ("contact", &told.contact),
        ("licence", &told.licence),
        ("authorization", &told.authorization),
        ("testAccount", &told.test_account),
    ];
    for (name, said) in all {
        said.iter().try_for_each(|said| write_said(xml, name, said))?;
    }
    told.examples.iter().try_for_each(|said| write_said(xml, "example", said))?;
    xml.close()
}

fn write_said(xml: &mut Xml<'_>, name: &'static str, said: &Said) -> io::Result<()> {
    let attributes = some([("from", Some(said.from.clone())), ("line", said.line.map(|line| line.to_string()))]);
    xml.text(name, &attributes, &said.text)
}
