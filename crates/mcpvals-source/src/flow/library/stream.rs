//! Streams of bytes of Go and Rust, where no request says what is sent: `net.Dial`, `TcpStream::connect`.

use super::super::asked::is_local;
use super::super::call::Made;
use super::super::{Flow, TAINTED, UNKNOWN, Value};
use crate::facts::Capability;
use crate::knowledge;

impl Flow<'_> {
    /// The connection keeps the address, so that what is written to it is known to go there.
    pub(super) fn dialled(&mut self, made: &Made<'_>, at: usize) -> Value {
        let address = made.argument(at).cloned().unwrap_or_default();
        let answer = self.asked(made, &address, false);
        Value { text: address.text, ..answer }
    }

    pub(super) fn own_send(&mut self, made: &Made<'_>) -> Value {
        let connection = made.receiver.clone().unwrap_or_default();
        self.sent_through(made, &connection);
        Value::default()
    }

    /// `io.Copy(connection, file)`; to anything else it is a text that is written somewhere.
    pub(super) fn write_to(&mut self, made: &Made<'_>, at: usize) -> Value {
        match made.argument(at).cloned() {
            Some(connection) if knowledge::is_stream(connection.called()) => self.sent_through(made, &connection),
            _ => return self.text_call(made),
        }
        Value::default()
    }

    fn sent_through(&mut self, made: &Made<'_>, connection: &Value) {
        let address = connection.text.as_deref().unwrap_or_default();
        let host = address.rsplit_once(':').map_or(address, |(host, _)| host).to_owned();
        if is_local(&host) {
            return;
        }
        self.can(Capability::Send, made.at);
        if !host.is_empty() && !host.contains([UNKNOWN, TAINTED]) {
            self.carried(made, &host, true);
        }
    }
}
