//! Why an HTTP exchange came to nothing.

use std::error::Error;
use std::io;

/// Displays as the whole story: it is what the trace and the report say.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// The host's name leads nowhere.
    #[error("cannot find the host `{host}`: {cause}")]
    Resolve {
        /// The name.
        host: String,
        /// The system's words.
        cause: io::Error,
    },
    /// Nobody listens there, or not for us.
    #[error("no connection to {address}: {cause}")]
    Connect {
        /// Host and port.
        address: String,
        /// The system's words.
        cause: io::Error,
    },
    /// No encrypted connection came about.
    #[error("no TLS connection with `{host}`: {cause}")]
    Tls {
        /// The name that the certificate must have.
        host: String,
        /// The library's words.
        cause: String,
    },
    /// The connection was lost, or what came is no HTTP.
    #[error("{0}")]
    Broken(String),
}

impl HttpError {
    /// Was nothing sent at all?
    pub(crate) fn is_before_sending(&self) -> bool {
        match self {
            Self::Resolve { .. } | Self::Connect { .. } | Self::Tls { .. } => true,
            Self::Broken(_) => false,
        }
    }

    /// What went wrong while the head of the answer was awaited.
    pub(crate) fn before_answer(error: &hyper::Error) -> Self {
        Self::Broken(match () {
            () if error.is_incomplete_message() => "the connection was closed before an answer came".to_owned(),
            () if error.is_canceled() || error.is_closed() => "the connection was closed by the server".to_owned(),
            () if error.is_parse() => format!("the answer is not valid HTTP: {}", chain(error)),
            () => format!("the connection broke before an answer came: {}", chain(error)),
        })
    }

    /// What went wrong in the body.
    pub(crate) fn in_body(error: &hyper::Error) -> Self {
        Self::Broken(if error.is_incomplete_message() || is_end_of_file(error) {
            "the connection was closed in the middle of the body".to_owned()
        } else {
            format!("the body broke off: {}", chain(error))
        })
    }
}

fn is_end_of_file(error: &hyper::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::UnexpectedEof)
}

/// The error and its causes, each once.
fn chain(error: &dyn Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !words.contains(&more) {
            words = format!("{words}: {more}");
        }
        cause = error.source();
    }
    words
}
