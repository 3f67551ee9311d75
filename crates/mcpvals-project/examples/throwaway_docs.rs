//! Throw-away.
use mcpvals_project::documents::{self, ExampleKind};
fn main() {
    let full = std::env::args().nth(1).as_deref() == Some("-v");
    for path in std::env::args().skip(if full { 2 } else { 1 }) {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.rsplit('/').next().unwrap().replace("METADATA", "README.md");
        let docs = documents::read(&[mcpvals_model::SourceFile { path: name, text }]);
        println!("######## {path}");
        println!("  tools: {}", docs.tools.iter().map(|t| t.name.as_str()).collect::<Vec<_>>().join(", "));
        if full {
            for t in &docs.tools {
                println!("     {} | {}", t.name, t.description.chars().take(80).collect::<String>());
            }
        }
        let mut c = [0; 4];
        for e in &docs.examples {
            match &e.kind {
                ExampleKind::Prompt => {
                    c[0] += 1;
                    if c[0] <= 12 || full {
                        println!("  prompt: {}", e.text.chars().take(140).collect::<String>().replace('\n', "\\n"))
                    }
                }
                ExampleKind::Call { tool, arguments } => {
                    c[1] += 1;
                    if c[1] <= 12 || full {
                        println!(
                            "  call: {tool} {} => {}",
                            arguments.to_string().chars().take(140).collect::<String>(),
                            e.expected
                                .as_deref()
                                .unwrap_or("-")
                                .chars()
                                .take(60)
                                .collect::<String>()
                                .replace('\n', " ")
                        )
                    }
                }
                ExampleKind::Config { servers } => {
                    c[2] += 1;
                    if full {
                        println!("  config: {servers}")
                    }
                }
                ExampleKind::Command { argv } => {
                    c[3] += 1;
                    if c[3] <= 6 {
                        println!("  command: {}", argv.join(" "))
                    }
                }
            }
        }
        println!(
            "  {c:?} {:?} unfinished {:?}",
            docs.sections,
            docs.unfinished.iter().map(|u| u.words.as_str()).collect::<Vec<_>>()
        );
    }
}
