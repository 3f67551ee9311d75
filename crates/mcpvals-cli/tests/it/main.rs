//! The binary as a user meets it: exit code, stdout and stderr, against real and faulty servers.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod baseline;
mod budget;
mod calibration;
mod captures;
mod cassettes;
mod command_line;
mod conversations;
mod corpus;
mod coverage;
mod documents;
mod examples;
mod golden;
mod handed;
mod init;
mod inspect;
mod installed;
mod judge;
mod matrix;
mod mcpvals;
mod mock;
mod npx;
mod oauth;
mod oauth_suites;
mod peers;
mod processes;
mod prompts;
mod recordings;
mod remote;
mod repetitions;
mod resources;
mod sampled_by_model;
mod sdk;
mod secrets;
mod served;
mod setup;
mod several_servers;
mod subscriptions;
mod tasks;
mod traces;
mod unreachable;
mod utilities;
mod workflow_ends;
mod workflows;
mod zoo;
