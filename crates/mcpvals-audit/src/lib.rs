//! What a server comes to against its requirements: the static phase over its source and metadata, the runtime phase with
//! the running server, the score of both.
