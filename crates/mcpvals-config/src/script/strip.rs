//! Takes the types out of a module, and remembers where everything stood.

use std::path::Path;
use std::sync::Arc;

use oxc::allocator::Allocator;
use oxc::codegen::{Codegen, CodegenOptions, CodegenReturn};
use oxc::diagnostics::OxcDiagnostic;
use oxc::parser::Parser;
use oxc::semantic::SemanticBuilder;
use oxc::span::SourceType;
use oxc::transformer::{TransformOptions, Transformer};

use super::graph::Origins;
use super::links::Links;
use super::literal::mark;
use crate::error::{ConfigError, ConfigErrors};
use crate::pointer::Pointer;
use crate::source::Source;

/// A module that the engine can run.
pub(super) struct Module {
    /// The config itself is 0, the others as they come in.
    pub(super) number: usize,
    /// As it was written.
    pub(super) source: Arc<Source>,
    /// As it is run.
    pub(super) code: String,
    /// Where its objects and arrays stand.
    pub(super) origins: Origins,
    /// What it imports and exports.
    pub(super) links: Links,
    pub(super) positions: Positions,
}

/// From places of the code to places of the source: (code line, code column, source line, source column), all from 0.
#[derive(Default)]
pub(super) struct Positions(Vec<[u32; 4]>);

/// Parsers recurse: this much nesting is more than anyone writes, and far less than overflows the stack.
const NESTING_MAX: usize = 2_000;

/// Takes the types out, and makes the literals tell where they stand.
pub(super) fn strip(source: &Arc<Source>, path: &Path, number: usize) -> Result<Module, ConfigErrors> {
    check_nesting(source)?;
    let kind = SourceType::from_path(path).unwrap_or_else(|_| SourceType::mjs()).with_module(true);
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &source.text, kind).parse();
    check(source, &parsed.diagnostics)?;
    let mut program = parsed.program;
    let semantic = SemanticBuilder::new().with_check_syntax_error(true).with_enum_eval(true).build(&program);
    check(source, &semantic.diagnostics)?;
    if kind.is_typescript() {
        let scoping = semantic.semantic.into_scoping();
        let options = TransformOptions::default();
        let transformed = Transformer::new(&allocator, path, &options).build_with_scoping(scoping, &mut program);
        check(source, &transformed.diagnostics)?;
    }
    let links = Links::of(&program);
    let origins = Origins::Literals(mark(&mut program, &allocator, number));
    let options = CodegenOptions { source_map_path: Some(path.to_path_buf()), ..CodegenOptions::default() };
    let CodegenReturn { code, map, .. } = Codegen::new().with_options(options).build(&program);
    let tokens = map.into_iter().flat_map(|map| map.get_tokens().collect::<Vec<_>>());
    let positions =
        tokens.map(|token| [token.get_dst_line(), token.get_dst_col(), token.get_src_line(), token.get_src_col()]);
    let positions = Positions(positions.collect());
    Ok(Module { number, source: Arc::clone(source), code, origins, links, positions })
}

/// A rough bound, from the bytes alone: what stands in strings and comments counts, too, and the bound is far enough
/// away for that.
fn check_nesting(source: &Arc<Source>) -> Result<(), ConfigErrors> {
    let mut depth = 0_usize;
    // Operators and calls nest without brackets around them; an expression ends at a comma, a semicolon, or a line
    // that neither ends with an operator nor is followed by one.
    let mut run = 0_usize;
    let mut last = b';';
    let mut line_ended = false;
    for (at, byte) in source.text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'\n' => line_ended = true,
            _ => {}
        }
        if byte.is_ascii_whitespace() {
            continue;
        }
        let ends = matches!(byte, b',' | b';') || (line_ended && !is_operator(last) && !is_operator(byte));
        run = if ends { 0 } else { run + usize::from(is_operator(byte) || byte == b'(') };
        (last, line_ended) = (byte, false);
        if depth > NESTING_MAX || run > 4 * NESTING_MAX {
            let message = "nested too deeply".to_owned();
            return Err(ConfigErrors::one(ConfigError::new(source, Some(at..at + 1), &Pointer::root(), message, None)));
        }
    }
    Ok(())
}

fn is_operator(byte: u8) -> bool {
    b"!~+-*/%<>=?:&|^.`$".contains(&byte)
}

fn check(source: &Arc<Source>, diagnostics: &[OxcDiagnostic]) -> Result<(), ConfigErrors> {
    let errors = diagnostics.iter().map(|diagnostic| error(source, diagnostic)).collect();
    ConfigErrors::new(errors).map_or(Ok(()), Err)
}

fn error(source: &Arc<Source>, diagnostic: &OxcDiagnostic) -> ConfigError {
    let span = diagnostic.labels.first().map(|label| {
        let start = label.offset() as usize;
        start..start + label.len() as usize
    });
    let help = diagnostic.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
    let message = format!("syntax: {}{help}", diagnostic.message);
    ConfigError::new(source, span, &Pointer::root(), message, None)
}

impl Module {
    /// The byte of the source for a line and column (from 1) of the code.
    pub(super) fn offset_in_source(&self, line: usize, column: usize) -> usize {
        let (line, column) = self.positions.source_of(line, column).unwrap_or((line, column));
        self.source.offset(line, column)
    }
}

impl Positions {
    /// The place of the source that the last mark at or before a place of the code stands for; lines and columns
    /// from 1.
    fn source_of(&self, line: usize, column: usize) -> Option<(usize, usize)> {
        let place = (u32::try_from(line).ok()?.checked_sub(1)?, u32::try_from(column).ok()?.saturating_sub(1));
        let after = self.0.partition_point(|[line, column, ..]| (*line, *column) <= place);
        let [_, _, source_line, source_column] = *self.0.get(after.checked_sub(1)?)?;
        Some((source_line as usize + 1, source_column as usize + 1))
    }
}
