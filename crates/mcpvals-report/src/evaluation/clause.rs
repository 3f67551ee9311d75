//! The clauses of the directory's policy that a submission answers, in our words.
//!
//! Source: Anthropic Software Directory Policy, as updated on 2026-04-15. Rules name a clause as `ASDP-2.G`.

use mcpvals_model::Requirement;

/// A clause, and who can tell whether it is met.
pub(super) struct Clause {
    /// Its number, for example `2G`.
    pub(super) id: &'static str,
    /// The requirement that it stands under; absent where under none of the five.
    pub(super) requirement: Option<Requirement>,
    /// What it asks for.
    pub(super) asks: &'static str,
    pub(super) judge: Judge,
    /// What has to have been seen for our rules to say anything of it.
    pub(super) judged_by: JudgedBy,
}

/// What a clause is judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JudgedBy {
    /// What this requirement is judged by.
    Requirement(Requirement),
    /// What the tools say of themselves.
    Tools,
    /// What tools gave when they were called.
    Calls,
    /// How the server is started or reached.
    Start,
    /// What of documents, manifests and settings there is: that nothing is said is an answer, too.
    Documents,
}

/// Who can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judge {
    /// Our rules and tests can.
    Rules,
    /// Our rules see some of it; a person has to see the rest.
    Both,
    /// Only a person can.
    Person,
}

/// The reference of a rule to this clause.
impl Clause {
    pub(super) fn reference(&self) -> String {
        let (section, letter) = self.id.split_at(1);
        format!("ASDP-{section}.{letter}")
    }
}

const fn clause(id: &'static str, requirement: Option<Requirement>, judge: Judge, asks: &'static str) -> Clause {
    let judged_by = match requirement {
        Some(requirement) => JudgedBy::Requirement(requirement),
        None => JudgedBy::Documents,
    };
    Clause { id, requirement, asks, judge, judged_by }
}

/// A clause that stands under none of the five requirements, and what our rules judge it by.
const fn other(id: &'static str, judged_by: JudgedBy, judge: Judge, asks: &'static str) -> Clause {
    Clause { id, requirement: None, asks, judge, judged_by }
}

use Judge::{Both, Person, Rules};
use Requirement::{ErrorHandling, FunctionalityMatch, PromptInjection, ToolNaming, WorkingExamples};

/// All that a submission answers, in the order of the policy.
pub(super) static CLAUSES: [Clause; 25] = [
    clause(
        "2A",
        Some(FunctionalityMatch),
        Rules,
        "Each description says narrowly what the tool does and when to call it.",
    ),
    clause(
        "2B",
        Some(FunctionalityMatch),
        Both,
        "Descriptions match what the tools do: nothing unexpected, nothing promised that is missing.",
    ),
    clause(
        "2C",
        Some(ToolNaming),
        Both,
        "Names and descriptions are not confused with, and do not conflict with, other listed software.",
    ),
    clause(
        "2D",
        Some(PromptInjection),
        Rules,
        "Nothing makes the model call other software that the user did not ask for.",
    ),
    clause("2E", Some(PromptInjection), Rules, "Nothing interferes with the calling of other servers' tools."),
    clause(
        "2F",
        Some(PromptInjection),
        Rules,
        "Nothing makes the model fetch instructions for its behaviour from outside.",
    ),
    clause(
        "2G",
        Some(PromptInjection),
        Rules,
        "No instruction is hidden, obfuscated or encoded; a person can read all guidance.",
    ),
    clause("3A", None, Both, "There is a clear privacy policy, linked from the submission."),
    clause("3B", None, Both, "There is a verified contact and a way to get support."),
    clause(
        "3C",
        Some(WorkingExamples),
        Both,
        "It is documented how the server works, what it is for and what to do when it does not work.",
    ),
    clause("3D", Some(WorkingExamples), Person, "Reviewers get a test account with sample data where one is needed."),
    clause(
        "3E",
        Some(WorkingExamples),
        Both,
        "At least three working examples of prompts or uses show the core functions.",
    ),
    clause("3F", None, Person, "The makers control, or are entitled to use, every endpoint that the server reaches."),
    clause("3G", None, Person, "The server is maintained, and faults are mended within reasonable time."),
    clause("3H", None, Person, "The makers agree to the directory's terms."),
    other(
        "4A",
        JudgedBy::Tools,
        Both,
        "It moves no money, cryptocurrency or other assets, and makes no payments for users.",
    ),
    other("4B", JudgedBy::Tools, Both, "It does not generate images, video or audio by AI, but for aids to design."),
    other("4C", JudgedBy::Tools, Both, "It carries no advertising, sponsored content or promotion."),
    clause(
        "5A",
        Some(ErrorHandling),
        Rules,
        "Errors are handled, and told in words that help instead of generic ones.",
    ),
    other("5B", JudgedBy::Calls, Both, "Results take no more tokens than the task needs, and text can be left out."),
    clause("5C", Some(ToolNaming), Rules, "No tool name is longer than 64 characters."),
    other(
        "5D",
        JudgedBy::Start,
        Both,
        "A remote server that needs authorization uses OAuth 2.0 with certificates of recognised authorities.",
    ),
    other(
        "5E",
        JudgedBy::Tools,
        Rules,
        "Each tool has its annotations: `title`, and `readOnlyHint` or `destructiveHint`.",
    ),
    other("5F", JudgedBy::Start, Rules, "A remote server speaks Streamable HTTP; SSE is tolerated for now."),
    other(
        "5G",
        JudgedBy::Requirement(Requirement::SupplyChain),
        Rules,
        "A local server's dependencies are reasonably current.",
    ),
];

/// Those that stand under none of the five.
pub(super) fn others() -> impl Iterator<Item = &'static Clause> {
    CLAUSES.iter().filter(|clause| clause.requirement.is_none())
}

#[cfg(test)]
mod tests {
    use super::CLAUSES;

    #[test]
    fn every_clause_of_the_four_sections_is_there_once() {
        let ids = CLAUSES.each_ref().map(|clause| clause.id).join(" ");
        assert_eq!(ids, "2A 2B 2C 2D 2E 2F 2G 3A 3B 3C 3D 3E 3F 3G 3H 4A 4B 4C 5A 5B 5C 5D 5E 5F 5G");
    }

    #[test]
    fn a_clause_is_referred_to_as_rules_do() {
        assert_eq!(CLAUSES[6].reference(), "ASDP-2.G");
    }
}
