//! The four scopes of seed 003.

use std::str::FromStr;

/// What somebody may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// View evaluations.
    Read = 1,
    /// Start and stop evaluations, test tools.
    Write = 2,
    /// Make and download reports.
    Export = 4,
    /// Everything, settings and keys included.
    Admin = 8,
}

/// Several of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scope {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Read, Self::Write, Self::Export, Self::Admin];

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "evaluate:read",
            Self::Write => "evaluate:write",
            Self::Export => "evaluate:export",
            Self::Admin => "evaluate:admin",
        }
    }
}

impl FromStr for Scope {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || Self::ALL.map(Self::as_str).join(", ");
        Self::ALL.into_iter().find(|scope| scope.as_str() == text).ok_or_else(|| format!("there are: {}", known()))
    }
}

impl Scopes {
    /// All of them.
    pub const ALL: Self = Self(Scope::Admin as u8);

    /// Admin implies all.
    pub fn has(self, scope: Scope) -> bool {
        self.0 & (scope as u8 | Scope::Admin as u8) != 0
    }

    /// Those that are known of these names; others are nothing to us.
    pub fn of<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Self {
        names.into_iter().filter_map(|name| name.as_ref().parse().ok()).collect()
    }

    /// As they are written.
    pub fn names(self) -> Vec<&'static str> {
        Scope::ALL.into_iter().filter(|scope| self.0 & *scope as u8 != 0).map(Scope::as_str).collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |all, scope| all | scope as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_admin_implies_others() {
        for held in Scope::ALL {
            for asked in Scope::ALL {
                assert_eq!(
                    Scopes::from_iter([held]).has(asked),
                    held == asked || held == Scope::Admin,
                    "{held:?} {asked:?}"
                );
            }
        }
        assert!(!Scopes::default().has(Scope::Read));
    }

    #[test]
    fn strange_names_are_nothing() {
        assert_eq!(Scopes::of(["evaluate:read", "root", "evaluate:*"]).names(), ["evaluate:read"]);
    }
}
