//! What a module imports and exports, as it is run: types are gone.

use std::collections::BTreeSet;

use oxc::ast::ast::{
    Declaration, ExportSpecifier, ImportDeclarationSpecifier, ModuleExportName, Program, Statement, StringLiteral,
};
use oxc::span::GetSpan;

use super::literal::bytes;
use crate::source::Span;

/// The links of a module.
#[derive(Debug, Clone, Default)]
pub(super) struct Links {
    /// What it imports, in order, with what it hands on.
    pub(super) imports: Vec<Import>,
    /// The names that it exports.
    pub(super) exports: BTreeSet<String>,
    /// Where its default export stands.
    pub(super) default: Option<Span>,
}

/// One `import … from` or `export … from`.
#[derive(Debug, Clone)]
pub(super) struct Import {
    /// What is written.
    pub(super) specifier: String,
    /// Where.
    pub(super) span: Span,
    /// The names that are taken from there, with their places.
    pub(super) names: Vec<(String, Span)>,
    /// Is it `export * from`, so that what is exported there is exported here?
    pub(super) hands_on_all: bool,
}

impl Links {
    /// The links of a module of data.
    pub(super) fn of_data() -> Self {
        Self { exports: BTreeSet::from(["default".to_owned()]), ..Self::default() }
    }

    /// The links of a module.
    pub(super) fn of(program: &Program<'_>) -> Self {
        let mut links = Self::default();
        for statement in &program.body {
            links.add(statement);
        }
        links
    }

    fn add(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::ImportDeclaration(import) => {
                let names = import.specifiers.iter().flatten().filter_map(imported).collect();
                self.import(&import.source, names, false);
            }
            Statement::ExportFromDeclaration(export) => {
                let names = export.specifiers.iter().map(|one| (text(&one.local), bytes(one.span))).collect();
                self.import(&export.source, names, false);
                self.export(&export.specifiers);
            }
            Statement::ExportAllDeclaration(export) => {
                self.import(&export.source, Vec::new(), export.exported.is_none());
                self.exports.extend(export.exported.as_ref().map(text));
            }
            Statement::ExportNamedDeclaration(export) => self.export(&export.specifiers),
            Statement::ExportDeclaration(export) => self.exports.extend(declared(&export.declaration)),
            Statement::ExportDefaultDeclaration(export) => {
                self.exports.insert("default".to_owned());
                self.default = Some(bytes(export.span));
            }
            _ => {}
        }
    }

    fn import(&mut self, source: &StringLiteral<'_>, names: Vec<(String, Span)>, hands_on_all: bool) {
        let (specifier, span) = (source.value.to_string(), bytes(source.span));
        self.imports.push(Import { specifier, span, names, hands_on_all });
    }

    fn export(&mut self, specifiers: &[ExportSpecifier<'_>]) {
        for one in specifiers {
            let name = text(&one.exported);
            if name == "default" {
                self.default = Some(bytes(one.span));
            }
            self.exports.insert(name);
        }
    }
}

fn imported(specifier: &ImportDeclarationSpecifier<'_>) -> Option<(String, Span)> {
    match specifier {
        ImportDeclarationSpecifier::ImportSpecifier(one) => Some((text(&one.imported), bytes(one.imported.span()))),
        ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => Some(("default".to_owned(), bytes(one.span))),
        ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => None,
    }
}

fn text(name: &ModuleExportName<'_>) -> String {
    name.name().to_string()
}

fn declared(declaration: &Declaration<'_>) -> Vec<String> {
    match declaration {
        Declaration::VariableDeclaration(variables) => {
            let names = variables.declarations.iter().flat_map(|one| one.id.get_binding_identifiers());
            names.map(|name| name.name.to_string()).collect()
        }
        Declaration::FunctionDeclaration(function) => {
            function.name().map(|name| name.to_string()).into_iter().collect()
        }
        Declaration::ClassDeclaration(class) => class.name().map(|name| name.to_string()).into_iter().collect(),
        // Types: gone by now.
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSEnumDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSNamespaceDeclaration(_)
        | Declaration::TSGlobalDeclaration(_)
        | Declaration::TSImportEqualsDeclaration(_) => Vec::new(),
    }
}
