//! What is read from documents as people write them, and what each rule makes of it.
