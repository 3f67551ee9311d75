//! Words and shapes by which prompts are told from other text.

use std::sync::LazyLock;

use regex::Regex;

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("constant, and tested")
}

pub(super) static PROMPTS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:(?:example|sample|suggested|usage|test|try these|useful|user) (?:\w+ )?(?:prompts?|quer(?:y|ies)|questions?|conversations?|requests?|phrases|commands to try)|prompt(?:ing)? examples?|prompts? to try|things (?:to|you can) (?:try|ask|say)|what (?:you can|can you|to) ask|try (?:asking|saying)|ask (?:claude|your|the ai)|natural language (?:\w+ )?(?:examples?|usage|quer(?:y|ies)|support|commands?|requests?)|example (?:uses|use cases)|questions for (?:claude|the)|exemples? de (?:prompts?|requêtes|questions|demandes)|beispiel(?:-?prompts?|fragen|anfragen)|ejemplos? de (?:prompts?|preguntas|consultas|peticiones)|exemplos? de (?:prompts?|perguntas|pedidos)|примеры (?:запросов|вопросов))\b|示例(?:提示|问题|对话|提问)|提示词?示例|提问示例|(?:プロンプト|質問)例|프롬프트 예시|예시 (?:프롬프트|질문)",
    )
});
/// Prompts of the protocol are templates, and nothing that a user says.
pub(super) static TEMPLATES: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)\bsystem prompts?\b|\bmcp prompts?\b|\bprompt templates?\b|\bavailable prompts\b"));
pub(super) static EXAMPLES: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:examples?|usage|use cases?|how to use|quick ?start|getting started|demo|using|try|workflows?|scenarios?|in action|prompts?|exemples?|utilisation|beispiele?|verwendung|benutzung|anwendung|ejemplos?|uso|exemplos?|esempio?|utilizzo|примеры?|использование)\b|示例|例子|用法|使用方法|使用例|使い方|예시|예제|사용법",
    )
});
pub(super) static LEADING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:(?:you can|try|start by|then|simply|just|now) (?:\w+ ){0,3}(?:ask|asking|say|saying|prompts?|prompting)|ask (?:claude|cursor|your|the|copilot|it)|(?:example|sample|following) (?:\w+ )?(?:prompts?|quer(?:y|ies)|questions?)|tell (?:claude|cursor|your|the) (?:ai|llm|agent|assistant|model)?|prompts? (?:like|such as)|questions (?:like|such as)|things like)\b|告诉|对\s*AI|询问|提问|問いかけ|尋ね|물어",
    )
});
pub(super) static QUOTATION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"^(?:[^"“”„«'`:：]{0,60}(?:[:：]|\s[-–—])\s*|[^\p{L}"“„«「『`]{0,12})["“„«「『]\s*([^"“”„«»「」『』]{4,600})["”“»」』](?:\s*[.,;!?。]?\s*(?:[-–—→(=].*)?|\s+(?:runs?|calls?|uses?|invokes?|triggers?|returns?|gives?|shows?|lists?|will)\s.*)$"#,
    )
});
pub(super) static SPOKEN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:ask(?: claude| cursor| your (?:ai )?assistant| the (?:ai|assistant|model))?|you|user|human|prompt|example prompt|user prompt|say|tell claude|try)\s*:\s*(.{8,600})$",
    )
});
/// The head of a column of prompts.
pub(super) static ASKED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:(?:what )?(?:you|i|users?|the user)(?: can| might| could)? (?:ask|say|type|prompt)s?(?: for)?|ask(?: claude| your assistant)?|say|(?:example|sample|user|your|try) ?(?:prompts?|questions?|requests?|quer(?:y|ies))|try (?:this|asking|saying)|natural language(?: \w+)?|prompts?)$",
    )
});
/// What requests to an assistant begin with.
pub(super) static REQUEST: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:show|list|search|find|create|move|mark|get|give|tell|what|what's|how|who|when|which|why|where|is|are|can|could|please|add|delete|remove|update|send|summari[sz]e|compare|plan|help|generate|write|read|check|explain|convert|calculate|draw|open|schedule|book|play|look|analy[sz]e|review|count|translate|remind|describe|suggest|recommend|i|i'd|i'm|let's|do|does|did|turn|make|load|query|use|rename|complete|assign|call|associate|navigate|run|test|switch|rotate|compute|suggest|walk|visit|route|buy|sell|order|track|monitor|deploy|merge|extract)\s",
    )
});
pub(super) static SHELL: LazyLock<Regex> = LazyLock::new(|| regex(r"\s-{1,2}[A-Za-z]|\s[|&>]{1,2}\s|\$\w|=\S"));
/// Someone is told, or asked, in quotes; twice, where "or" stands between.
pub(super) static TOLD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)\b(?:tell|ask|instruct|prompt)(?:ing)? (?:the |your |an? )?(?:ai |coding |llm )*(?:agent|ai|assistant|claude|cursor|copilot|model|llm|chatgpt)\b[^"“\n.]{0,40}["“]([^"”\n]{8,300})["”](?:,? or ["“]([^"”\n]{8,300})["”])?"#,
    )
});
pub(super) static NOTE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^(?:\[!|note|tip|warning|important|caution|info)\b|^\W*(?:note|tip|warning)"));
pub(super) static CODE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^[\w.-]+\s*[({\[=]|[{};]\s*$|^(?:npx|npm|pip|uvx|uv|docker|git|cd|export|curl|node|python)\b|^\W*[\w-]+\s*:\s*$|^[/$~<]",
    )
});
