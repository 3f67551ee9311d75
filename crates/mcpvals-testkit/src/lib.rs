//! Shared fixtures of the tests: scripted and faulty servers.
