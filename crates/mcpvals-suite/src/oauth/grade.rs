//! What the observations of a trace mean.

use mcpvals_model::{
    Direction, Fault, Graded, Metric, MetricName, Mismatch, MismatchKind, OauthCase, OauthRule, Observation, Relation,
    Score, Seen, SkipReason, Trace, Verdict, Warning, WarningKind,
};
use serde_json::Value;

use crate::excerpt;
use crate::matcher::of_kind;

/// What one observation says of its rule.
enum Finding {
    Kept,
    /// What came instead.
    Broken(String),
    /// Why it is not known.
    Unknown(String),
    /// Why it was not tried.
    NotTried(String),
}

/// An observation, and what it says.
struct Judged {
    observation: Observation,
    finding: Finding,
}

/// Judges what the trace shows of the case.
pub(crate) fn grade(case: &OauthCase, trace: &Trace) -> Graded {
    let own = trace.frames.iter().filter(|frame| frame.direction == Direction::Sent);
    let judged: Vec<Judged> = own.filter_map(|frame| Observation::of_remark(&frame.text())).map(judge).collect();
    let is_answered = trace.frames.iter().any(|frame| frame.direction == Direction::Received);
    let verdict = verdict(case, &judged, is_answered);
    let metrics =
        if matches!(verdict, Verdict::Errored(_) | Verdict::Skipped(_)) { Vec::new() } else { metrics(&judged) };
    Graded { verdict, metrics, warnings: warnings(case, &judged), violations: Vec::new() }
}

/// The times that were measured, in words; `None` where none were.
pub(crate) fn measured(trace: &Trace) -> Option<String> {
    let of_time = |it: Observation| {
        let shown = it.tried.filter(|_| matches!(it.rule, OauthRule::TokenLatency | OauthRule::FlowTime))?;
        Some(format!("{}: {shown}", it.rule.as_str()))
    };
    let times: Vec<String> =
        trace.frames.iter().filter_map(|frame| Observation::of_remark(&frame.text())).filter_map(of_time).collect();
    (!times.is_empty()).then(|| times.join("\n"))
}

/// Where nobody has answered anything, it is the servers that are not there.
fn verdict(case: &OauthCase, judged: &[Judged], is_answered: bool) -> Verdict {
    let mismatches: Vec<Mismatch> =
        judged.iter().filter(|it| case.fails(it.observation.rule)).filter_map(mismatch).collect();
    if !mismatches.is_empty() {
        return Verdict::from_mismatches(mismatches);
    }
    if let Some(reason) = judged.iter().find_map(Judged::unknown) {
        return Verdict::Errored(if is_answered { Fault::SignIn { reason } } else { Fault::Unreachable { reason } });
    }
    let was_tried = judged.iter().any(|it| !matches!(it.finding, Finding::NotTried(_)));
    if was_tried {
        return Verdict::Passed;
    }
    let reason = reasons(judged).unwrap_or_else(|| "nothing was tried".to_owned());
    if case.required {
        let expected = "what the test is about, because it is `required`";
        return Verdict::failed(of_kind(MismatchKind::Oauth, expected, reason));
    }
    Verdict::Skipped(SkipReason::NotOffered { reason })
}

fn judge(observation: Observation) -> Judged {
    let finding = match &observation.seen {
        Seen::NotTried { reason } => Finding::NotTried(reason.clone()),
        Seen::Lost { problem } => Finding::Unknown(problem.clone()),
        Seen::Refused { status, error } => refused(observation.rule, *status, error.as_deref()),
        Seen::Granted { what } => granted(observation.rule, what),
        Seen::Found { wanted, found } => compared(observation.rule, wanted, found),
    };
    Judged { observation, finding }
}

fn refused(rule: OauthRule, status: u16, error: Option<&str>) -> Finding {
    let words = error.map(|error| format!(", {error}")).unwrap_or_default();
    let verb = if (200..300).contains(&status) { "answered" } else { "refused" };
    let shown = format!("it is {verb} with status {status}{words}");
    match rule.relation() {
        Relation::Refused if status == 429 => Finding::Unknown(format!("{shown}: too many requests")),
        Relation::Refused if status >= 500 => {
            Finding::Broken(format!("status {status}: a fault of the server's{words}"))
        }
        // Anything else lets a client believe that a token would not help.
        Relation::Refused if rule == OauthRule::Unauthorized && status != 401 => Finding::Broken(shown),
        Relation::Refused => Finding::Kept,
        _ => Finding::Broken(shown),
    }
}

fn granted(rule: OauthRule, what: &str) -> Finding {
    match rule.relation() {
        Relation::Refused => Finding::Broken(format!("it gives {what}")),
        _ => Finding::Kept,
    }
}

fn compared(rule: OauthRule, wanted: &Value, found: &Value) -> Finding {
    let (all_wanted, all_found) = (list(wanted), list(found));
    let kept = match rule.relation() {
        Relation::Same => wanted == found,
        Relation::Within => all_found.iter().all(|one| all_wanted.contains(one)),
        Relation::Covers => all_wanted.iter().all(|one| all_found.contains(one)),
        Relation::AtMost => found.as_f64().zip(wanted.as_f64()).is_none_or(|(found, wanted)| found <= wanted),
        Relation::Present => !found.is_null(),
        Relation::Absent => found.is_null(),
        Relation::Refused | Relation::Granted => false,
    };
    if kept { Finding::Kept } else { Finding::Broken(difference(rule.relation(), wanted, found)) }
}

fn difference(relation: Relation, wanted: &Value, found: &Value) -> String {
    match relation {
        Relation::Absent => list(found).iter().map(shown).collect::<Vec<_>>().join("; "),
        Relation::Present => "nothing".to_owned(),
        Relation::AtMost => format!("{}, and at most {} is wanted", shown(found), shown(wanted)),
        Relation::Covers => format!("{} without {}", shown(found), lacking(wanted, found)),
        Relation::Within => format!("{}, more than {}", shown(found), shown(wanted)),
        _ => format!("{}, and {} is wanted", shown(found), shown(wanted)),
    }
}

/// What is wanted and not found.
fn lacking(wanted: &Value, found: &Value) -> String {
    let found = list(found);
    list(wanted).iter().filter(|one| !found.contains(one)).map(shown).collect::<Vec<_>>().join(", ")
}

fn list(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(all) => all.clone(),
        Value::Null => Vec::new(),
        one => vec![one.clone()],
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "nothing".to_owned(),
        Value::Array(all) if all.is_empty() => "nothing".to_owned(),
        Value::Array(all) => all.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => excerpt::json(other),
    }
}

fn mismatch(judged: &Judged) -> Option<Mismatch> {
    let Finding::Broken(actual) = &judged.finding else { return None };
    let rule = judged.observation.rule;
    let tried = judged.observation.tried.as_ref().map(|tried| format!(" ({tried})")).unwrap_or_default();
    let expected = format!("{}: {}{tried} [{}]", rule.as_str(), rule.asks(), rule.reference());
    let mismatch = of_kind(MismatchKind::Oauth, expected, actual);
    Some(Mismatch { frame: judged.observation.frame, rule: Some(rule.as_str().to_owned()), ..mismatch })
}

impl Judged {
    fn unknown(&self) -> Option<String> {
        let Finding::Unknown(problem) = &self.finding else { return None };
        Some(format!("{}: {problem}", self.observation.rule.as_str()))
    }
}

fn warnings(case: &OauthCase, judged: &[Judged]) -> Vec<Warning> {
    let light = judged.iter().filter(|it| !case.fails(it.observation.rule)).filter_map(mismatch);
    let broken = light.map(|it| Warning {
        kind: WarningKind::OauthRule,
        message: format!("{}, and what came: {}", it.expected, it.actual),
    });
    let was_tried = judged.iter().any(|it| !matches!(it.finding, Finding::NotTried(_)));
    let not_tried = reasons(judged).filter(|_| was_tried);
    broken
        .chain(
            not_tried.map(|reasons| Warning { kind: WarningKind::NotTried, message: format!("not tried: {reasons}") }),
        )
        .collect()
}

/// Why rules were not tried: each reason once, after the rules that it is of.
fn reasons(judged: &[Judged]) -> Option<String> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for it in judged {
        let Finding::NotTried(reason) = &it.finding else { continue };
        let rule = it.observation.rule.as_str();
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, rules)) => rules.push(rule),
            None => reasons.push((reason, vec![rule])),
        }
    }
    let told: Vec<String> = reasons.iter().map(|(reason, rules)| format!("{} ({reason})", rules.join(", "))).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Of each metric: which part of its rules that were looked at is kept.
fn metrics(judged: &[Judged]) -> Vec<Metric> {
    let of = |name: MetricName| {
        let looks: Vec<&Judged> =
            judged.iter().filter(|it| it.observation.rule.metric() == name && it.is_known()).collect();
        let kept = looks.iter().filter(|it| matches!(it.finding, Finding::Kept)).count();
        let mut metric = Metric { name, score: Some(Score::ratio(kept, looks.len())), frames: Vec::new() };
        let frames: Vec<u64> = looks.iter().filter_map(|it| it.observation.frame).collect();
        metric.add_frames(&frames);
        (!looks.is_empty()).then_some(metric)
    };
    MetricName::ALL.iter().copied().filter_map(of).collect()
}

impl Judged {
    fn is_known(&self) -> bool {
        matches!(self.finding, Finding::Kept | Finding::Broken(_))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mcpvals_model::{Channel, Frame, Graded, OauthRule, Relation, Trace};
    use serde_json::json;

    use super::{Direction, OauthCase, Observation, Seen, Value, Verdict, grade};

    fn trace(observations: &[Observation]) -> Trace {
        let frame = |(seq, observation): (u64, &Observation)| {
            Frame::new(seq, 0, Direction::Sent, Channel::Process, observation.remark().into_bytes())
        };
        Trace { frames: (1..).zip(observations).map(frame).collect(), ..Trace::default() }
    }

    fn looked(rule: OauthRule, seen: Seen) -> Observation {
        Observation { rule, tried: None, seen, frame: Some(1) }
    }

    fn graded(rule: OauthRule, seen: Seen, strict: bool) -> Graded {
        let strict = strict.then_some(rule).into_iter().collect();
        let case = OauthCase { rules: BTreeSet::from([rule]), strict, required: false, setting: None };
        grade(&case, &trace(&[looked(rule, seen)]))
    }

    fn found(wanted: Value, found: Value) -> Seen {
        Seen::Found { wanted, found }
    }

    fn granted() -> Seen {
        Seen::Granted { what: "it".to_owned() }
    }

    fn refused(status: u16) -> Seen {
        Seen::Refused { status, error: None }
    }

    /// What keeps a rule, and what breaks it.
    fn kept_and_broken(relation: Relation) -> (Seen, Seen) {
        match relation {
            Relation::Refused => (refused(401), granted()),
            Relation::Granted => (granted(), refused(400)),
            Relation::Same => (found(json!("a"), json!("a")), found(json!("a"), json!("b"))),
            Relation::Within => (found(json!(["a", "b"]), json!(["a"])), found(json!(["a"]), json!(["a", "b"]))),
            Relation::Covers => (found(json!(["a"]), json!(["a", "b"])), found(json!(["a", "b"]), json!(["a"]))),
            Relation::AtMost => (found(json!(5), json!(5.0)), found(json!(5), json!(5.5))),
            Relation::Present => (found(Value::Null, json!("a")), found(Value::Null, Value::Null)),
            Relation::Absent => (found(Value::Null, Value::Null), found(Value::Null, json!(["a"]))),
        }
    }

    #[test]
    fn each_rule_passes_what_keeps_it_and_fails_what_breaks_it() {
        for rule in OauthRule::ALL.iter().copied() {
            let (kept, broken) = kept_and_broken(rule.relation());
            assert_eq!(graded(rule, kept, true).verdict, Verdict::Passed, "{}", rule.as_str());
            let failed = graded(rule, broken, true);
            let rules: Vec<_> = failed.verdict.mismatches().map(|it| it.rule.as_deref()).collect();
            assert_eq!(rules, [Some(rule.as_str())], "{}", rule.as_str());
            assert_eq!(failed.metrics.len(), 1);
        }
    }

    #[test]
    fn what_should_be_warns_unless_it_is_asked_for() {
        let (_, broken) = kept_and_broken(OauthRule::CodeReplayRevokes.relation());
        let lenient = graded(OauthRule::CodeReplayRevokes, broken, false);
        assert_eq!((lenient.verdict, lenient.warnings.len()), (Verdict::Passed, 1));
    }

    #[test]
    fn faults_and_floods_are_no_refusals() {
        let word = |seen| format!("{:?}", graded(OauthRule::CodeOnce, seen, true).verdict.word());
        assert_eq!(word(refused(500)), "Failed");
        assert_eq!(word(refused(429)), "Errored");
        assert_eq!(word(Seen::Lost { problem: "x".to_owned() }), "Errored");
        assert_eq!(word(Seen::NotTried { reason: "x".to_owned() }), "Skipped");
        let without_token = |status| graded(OauthRule::Unauthorized, refused(status), true).verdict;
        assert_eq!((without_token(401), without_token(403) == Verdict::Passed), (Verdict::Passed, false));
    }

    #[test]
    fn nothing_tried_fails_where_it_is_required() {
        let rule = OauthRule::RevocationWorks;
        let case = OauthCase { rules: BTreeSet::from([rule]), strict: BTreeSet::new(), required: true, setting: None };
        let observed = looked(rule, Seen::NotTried { reason: "no endpoint".to_owned() });
        assert!(matches!(grade(&case, &trace(&[observed])).verdict, Verdict::Failed { .. }));
    }
}
