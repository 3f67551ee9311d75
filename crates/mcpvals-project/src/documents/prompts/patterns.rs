//! Words and shapes by which prompts are told from other text.

use std::sync::LazyLock;

use regex::Regex;

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("constant, and tested")
}

pub(super) static PROMPTS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:(?:example|sample|suggested|usage|test|try these|useful|user) (?:\w+ )?(?:prompts?|quer(?:y|ies)|questions?|conversations?|requests?|phrases|commands to try)|prompt(?:ing)? examples?|prompts? to try|things (?:to|you can) (?:try|ask|say)|what (?:you can|can you|to) ask|try (?:asking|saying)|ask (?:claude|your|the ai)|natural language (?:\w+ )?(?:examples?|usage|quer(?:y|ies)|support|commands?|requests?)|questions for (?:claude|the)|exemples? de (?:prompts?|requêtes|questions|demandes)|beispiel(?:-?prompts?|fragen|anfragen)|ejemplos? de (?:prompts?|preguntas|consultas|peticiones)|exemplos? de (?:prompts?|perguntas|pedidos)|примеры (?:запросов|вопросов))\b|示例(?:提示|问题|对话|提问)|提示词?示例|提问示例|(?:プロンプト|質問)例|프롬프트 예시|예시 (?:프롬프트|질문)",
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
/// Examples, of whatever `OTHERS` does not say.
pub(super) static SHOWN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:examples?|try (?:it|this|these|them|me|out|asking|saying)|prompts?|things to (?:try|ask)|demos?|beispiele?|ausprobieren|ejemplos?|pruébalo|exemples?|essayez|exemplos?|experimente|esemp[io]o?|voorbeelden|przykłady|примеры?|попробуйте)\b|示例|例子|案例|範例|试一试|提示词|使用例|プロンプト|試して|예시|예제|프롬프트",
    )
});
/// Examples of something else than of what to say.
pub(super) static OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:config\w*|install\w*|set ?up|code|api|outputs?|responses?|results?|docker\w*|compose|cli|commands?|curl|json|yaml|requests?|schemas?|environment|env|files?|clients?|deploy\w*|sdk|library|programmatic\w*|development|templates?|workflows?|parameters?|arguments?|features?|adding|creating|writing|testing|debug\w*|modes?|konfiguration|configuración|instalación|configuração|instalação|настройк\w+|установк\w+)\b|配置|安装|安裝|設定|설정|설치|インストール",
    )
});
pub(super) static LEADING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:(?:you can|try|start by|then|simply|just|now) (?:\w+ ){0,3}(?:ask|asking|say|saying|prompts?|prompting)|ask (?:claude|cursor|your|the|copilot|it)|(?:example|sample|following) (?:\w+ )?(?:prompts?|quer(?:y|ies)|questions?)|tell (?:claude|cursor|your|the) (?:ai|llm|agent|assistant|model)?|prompts? (?:like|such as)|questions (?:like|such as)|things like|(?:talk|speak|chat) (?:to|with) (?:claude|cursor|your|the|copilot|it|gemini|chatgpt|an?)|frag(?:e|en)? (?:claude|cursor|dein\w*|einfach|zum)|sag(?:e|en)? (?:claude|dein\w*)|demande[rz]? à|pregunt(?:a|ar|e)\w*|pergunt(?:e|ar)\w*|спросите|попросите)\b|告诉|可以问|可以说|例えば|对\s*AI|询问|提问|問いかけ|尋ね|물어",
    )
});
pub(super) static QUOTATION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"^(?:[^"“”„«'`:：]{0,60}(?:[:：]|\s[-–—])\s*|[^\p{L}"“„«「『`]{0,12})["“„«「『]\s*([^"“”„«»「」『』]{4,600})["”“»」』](?:\s*[.,;!?。]?\s*(?:[-–—→(=].*)?|\s+(?:runs?|calls?|uses?|invokes?|triggers?|returns?|gives?|shows?|lists?|will)\s.*)$"#,
    )
});
pub(super) static SPOKEN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)^[^\p{L}\p{N}"“„«「『`]{0,8}(?:ask(?: claude| cursor| your (?:ai )?assistant| the (?:ai|assistant|model))?|you|me|user|human|(?:example |user )?prompt(?: ?#?\d{1,2})?|say|tell claude|try|nutzer(?:in)?|benutzer|usuario|utilisateur|usuário|пользователь|用户|ユーザー|사용자)\s*[:：]\s*(.{8,600})$"#,
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
/// A prompt at the end of a text about something else, behind a label.
pub(super) static LABELLED: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?i)\b(?:example|sample) (?:prompts?|quer(?:y|ies)|questions?|requests?)\s*[:：]\s*(\S.{7,600})$")
});
/// What quotations stand behind that are for an assistant.
pub(super) static ASKING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)\b(?:try|ask|asking|say|saying|tell|telling|type|prompt|prompts|prompting|questions?|talk|chat|fragen?|frage|sagen?|demande[rz]?|pregunt\w+|pergunt\w+|diga|dis|спросите|скажите)\b[^"“„«「『\n.]{0,60}$|(?:问|说|聞|尋|물어)[^"“„«「『\n。]{0,20}$"#,
    )
});
/// A text in quotes.
pub(super) static QUOTED: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"["“„«「『]\s*([^"“”„«»「」『』\n]{4,300}?)\s*["”“»」』]"#));
/// What stands between two of a row.
pub(super) static BETWEEN: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^[\s,;、，/]*(?:or|and|oder|und|ou|et|o|y|e|или|и|或|或者|和|または|또는)?\s*$"));
pub(super) static NOTE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^(?:\[!|note|tip|warning|important|caution|info)\b|^\W*(?:note|tip|warning)"));
pub(super) static CODE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^[\w.-]+\s*[({\[=]|[{};]\s*$|^(?:npx|npm|pip|uvx|uv|docker|git|cd|export|curl|node|python)\b|^\W*[\w-]+\s*:\s*$|^[/$~<]",
    )
});
