//! A server's folder, bundle or package: its files, manifests and documents, and how it is started.

mod project;

pub use project::{Kind, Project, ProjectError, Start, StartTarget};
