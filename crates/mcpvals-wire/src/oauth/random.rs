//! Texts that nobody can guess: verifiers, states, ids of assertions.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom, SystemRandom};

/// 256 bits in 43 characters that need no escape anywhere.
pub(crate) fn text() -> String {
    let mut bytes = [0; 32];
    // It fails where the system has no source of randomness at all; nothing may be sent then that rests on it.
    SystemRandom::new().fill(&mut bytes).expect("the system gives random bytes");
    URL_SAFE_NO_PAD.encode(bytes)
}
