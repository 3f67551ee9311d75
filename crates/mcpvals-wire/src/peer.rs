//! Answers what the server asks of us, as the client profile says.
