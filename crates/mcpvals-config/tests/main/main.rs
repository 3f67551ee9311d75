//! Configs in, plans or messages out.

// `cfg(test)` marks the helpers as tests, too, for the lints.
#[cfg(test)]
mod bad;
#[cfg(test)]
mod good;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod matrix;
#[cfg(test)]
mod oauth;
#[cfg(test)]
mod panics;
mod places;
#[cfg(test)]
mod prompts;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod seeds;
#[cfg(test)]
mod support;
