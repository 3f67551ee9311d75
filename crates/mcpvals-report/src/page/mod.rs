//! Pages: made on the server or written to a file, from the same templates. Whole without a script, and without the
//! network; small scripts of our own make them quicker to use.
//!
//! Text goes into a template as it is, and comes out visible and escaped ([`Visible`]); what is mark-up already has the
//! type [`Markup`].

mod asset;
pub(crate) mod blocks;
pub mod chart;
mod escape;
mod hero;
mod ids;
mod layout;
mod markup;
pub mod replay;
pub mod run;
mod snippet;

pub use asset::{ASSETS, Asset};
pub(crate) use escape::line;
pub use escape::{Visible, badge, block, code, prose, text};
pub use hero::Hero;
pub use ids::Ids;
pub use layout::{Assets, Layout, Link};
pub use markup::Markup;
