//! A text file of a server's.

/// A text file of a server's, already read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The path in the server's folder, with `/`.
    pub path: String,
    /// What stands in it.
    pub text: String,
}
