//! What a server's source code registers, and does: pure, and the same for the same input, byte by byte.

mod analysis;
mod facts;
mod flow;
mod form;
mod knowledge;
mod language;
mod program;
mod register;
mod rules;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Rule, SourceFile};

pub use facts::{Capability, Registered, RegisteredTool, SourceFacts};
pub use language::is_read_deeply;

/// Every rule of this crate.
pub fn rules() -> Vec<&'static Rule> {
    rules::all()
}

/// Reads the files: which tools, prompts and resources they register, what each tool's handler can do, and what is wrong.
/// Files of languages that we do not know are named in `left_out` by language, not one by one.
pub fn analyse(files: &[SourceFile]) -> SourceFacts {
    analysis::analyse(files, &[])
}

/// The same, of a server that is known by these names: its package's, and the titles of its documents. The service that it
/// is named after is the one that it is for.
pub fn analyse_named(files: &[SourceFile], names: &[String]) -> SourceFacts {
    analysis::analyse(files, names)
}

/// Where what a server says of its tools is other than what their code does.
pub fn compare(facts: &SourceFacts, metadata: &Metadata) -> Vec<Finding> {
    rules::compare(facts, metadata)
}

/// Does a finding say that something goes to another machine, of which the tool's words say nothing? Documents may.
pub fn tells_of_sending(finding: &Finding) -> bool {
    rules::tells_of_sending(finding)
}
