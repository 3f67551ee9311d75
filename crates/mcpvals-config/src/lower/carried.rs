//! `contentTypes` against what an answer can carry: what can never hold is told at once.

use super::Lowering;
use crate::error::Problem;
use crate::file::{CarriedType, Matcher};
use crate::pointer::Pointer;

/// What an answer carries.
#[derive(Clone, Copy)]
pub(super) enum Carried {
    /// Blocks: a tool's content, a prompt's messages.
    Blocks,
    /// The contents of a resource.
    Contents,
    /// Neither: what is completed.
    Nothing,
}

impl Carried {
    fn has(self, kind: CarriedType) -> bool {
        use CarriedType as Type;
        match (self, kind) {
            (Self::Blocks, Type::Text | Type::Image | Type::Audio | Type::Resource | Type::ResourceLink)
            | (Self::Contents, Type::Text | Type::Blob) => true,
            (Self::Blocks, Type::Blob)
            | (Self::Contents, Type::Image | Type::Audio | Type::Resource | Type::ResourceLink)
            | (Self::Nothing, _) => false,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Blocks => {
                "`blob` is of a resource that is read; a block is `text`, `image`, `audio`, `resource` or `resource_link`"
            }
            Self::Contents => "the contents of a resource are `text` or `blob`",
            Self::Nothing => "what is completed has no content",
        }
    }
}

impl Lowering<'_> {
    /// `at` is where the matcher stands. Below a path, anything may be selected.
    pub(super) fn check_carried(&mut self, expect: Option<&Matcher>, carried: Carried, at: &Pointer) {
        let Some(expect) = expect else { return };
        self.check_types(expect.content_types.as_deref(), carried, &at.member("contentTypes"));
        for (name, list) in [("all", &expect.all), ("any", &expect.any)] {
            for (index, inner) in list.iter().flatten().enumerate() {
                self.check_carried(Some(inner), carried, &at.member(name).item(index));
            }
        }
        self.check_carried(expect.not.as_deref(), carried, &at.member("not"));
    }

    fn check_types(&mut self, types: Option<&[CarriedType]>, carried: Carried, at: &Pointer) {
        let Some(types) = types else { return };
        let wrong = types.iter().position(|kind| !carried.has(*kind)).map(|index| at.item(index));
        // No list of types says anything where there is nothing to have one.
        let wrong = wrong.or_else(|| matches!(carried, Carried::Nothing).then(|| at.clone()));
        if let Some(at) = wrong {
            self.report(Problem::new(&at, carried.words()));
        }
    }
}
