//! Why a trace file could not be read.

use std::io;

use mcpvals_model::TRACE_VERSION;

/// Why a trace file could not be read; lines count from 1.
#[derive(Debug, thiserror::Error)]
pub enum TraceFileError {
    /// The reader failed.
    #[error("cannot read line {line}")]
    Read {
        /// The line.
        line: u64,
        /// The reader's words.
        source: io::Error,
    },
    /// The first line is not the header of a trace file.
    #[error("this is no trace file: its first line is not a header with `\"format\": \"mcpvals-trace\"`")]
    NotATrace,
    /// It was written by a newer mcpvals.
    #[error("the trace file has version {found}, and this mcpvals reads up to version {TRACE_VERSION}")]
    Version {
        /// The version in the header.
        found: u32,
    },
    /// A line is not of the format.
    #[error("line {line}: {problem}")]
    Line {
        /// The line.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// A line is longer than the limit.
    #[error("line {line} is longer than {bytes_max} bytes")]
    LineTooLong {
        /// The line.
        line: u64,
        /// The limit.
        bytes_max: u64,
    },
    /// The file is longer than the limit.
    #[error("line {line}: the file is longer than {bytes_max} bytes")]
    FileTooLong {
        /// The line at which the limit was reached.
        line: u64,
        /// The limit.
        bytes_max: u64,
    },
}
