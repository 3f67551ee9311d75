//! A tool's code that ends the whole server.

use mcpvals_model::Finding;

use super::hits::words_of;
use super::{Scene, describes, events, static_rules as rule};
use crate::flow::Place;
use crate::form::{Kind, expressions_of};
use crate::language::Language;

pub(super) fn found(scene: &Scene<'_>) -> Vec<(Place, Finding)> {
    let tools = events::tools_of_functions(scene);
    let mut found = Vec::new();
    for id in scene.reached_functions() {
        let tool = tools.get(&id).map(|tool| &tool.registration);
        // One whose job it is says so.
        if tool.is_some_and(|tool| describes::ending(&words_of(tool))) {
            continue;
        }
        let (program, language) = (scene.flow.program, scene.flow.program.language_of(id));
        let function = program.function(id);
        expressions_of(&function.body, &mut |expr| {
            let Kind::Call(call) = &expr.kind else { return };
            let Some(name) = call.callee.dotted().filter(|name| ends(name, language)) else { return };
            let finding = rule::ENDS_PROCESS.found(format!("`{name}` ends the server, and not only the call"));
            let place = Place { unit: function.unit, at: expr.at };
            found.push(scene.at(finding, place, tool.map(|tool| &*tool.name)));
        });
    }
    found
}

fn ends(name: &str, language: Language) -> bool {
    match language {
        Language::TypeScript | Language::Tsx | Language::JavaScript => matches!(name, "process.exit" | "process.abort"),
        Language::Python => matches!(name, "sys.exit" | "os._exit" | "os.abort" | "exit" | "quit"),
        Language::Go => {
            let fatal = matches!(name.rsplit('.').next(), Some("Fatal" | "Fatalf" | "Fatalln"));
            name == "os.Exit" || name.contains('.') && fatal
        }
        Language::Rust => {
            let plain = name.trim_start_matches("std.");
            matches!(plain, "process.exit" | "process.abort" | "exit")
        }
    }
}
