//! `oauth2Suites` on a real authorization server (oidc-provider) and an MCP server of the official SDK behind it: the good
//! ones pass, and each that is broken in one way is caught by the rule that is meant, and by no other.

mod broken;
mod good;
mod other_make;
mod parts;
mod place;
mod secrets;
