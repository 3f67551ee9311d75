//! The same orders in other languages than English.

use std::sync::LazyLock;

use regex::bytes::Regex;

use super::Said;
use super::plain::Plain;
use super::rules::LANGUAGE;

/// What it does, and how that is said.
const ORDERS: [(&str, &[&str]); 3] = [
    (
        "it tells the model to ignore other instructions",
        &[
            "(?:忽略|无视|無視|忘记|忘記|不要遵循|覆盖|绕过)[^。\\n]{0,12}(?:指令|指示|提示|规则|規則|设定|限制|命令)",
            "(?:系统覆盖|新指令)",
            "(?:指示|命令|ルール|プロンプト|制約)を?[^。\\n]{0,8}(?:無視|忘れ|上書き|従わない)",
            "(?:ignora|ignore|olvida|omite|descarta|desobedece|anula)\\w* (?:\\w+ ){0,4}(?:instrucciones|indicaciones|reglas|órdenes|directrices)",
            "(?:ignore[zr]?|oublie[zr]?|contourne[zr]?|néglige[zr]?) (?:\\w+ ){0,4}(?:instructions|consignes|règles|directives)",
            "(?:ignorier|vergiss|missachte|umgeh|vergess)\\w* (?:\\w+ ){0,4}(?:anweisung|regel|vorgabe|instruktion|befehl|richtlinie)\\w*",
            "(?:игнорируй|забудь|не обращай внимания|отмени|обойди)\\w* (?:\\w+ ){0,4}(?:инструкци|указани|правил|запрет|ограничени|команд)\\w*",
            "(?:ignore|esqueça|desconsidere|ignora|contorne) (?:\\w+ ){0,4}(?:instruções|regras|diretrizes|ordens)",
            "(?:이전|위의|모든)[^.\\n]{0,12}(?:지시|명령|규칙|프롬프트)[^.\\n]{0,8}(?:무시|잊)",
        ],
    ),
    (
        "it tells the model to keep something from the user",
        &[
            "(?:不要|请勿|請勿|别|切勿|不得|禁止|无需|不能)[^。\\n]{0,8}(?:告诉|告訴|告知|通知|提及|透露|让)[^。\\n]{0,8}(?:用户|用戶|使用者|客户|任何人|此)",
            "(?:ユーザー|利用者)[^。\\n]{0,12}(?:知らせない|伝えない|言わない|通知しない|教えない|隠)",
            "(?:no|nunca|sin) (?:le |les |se lo )?(?:diga|digas|dígale|informe|informes|menciones|mencione|reveles|revele|avises|avise|notifiques|decir|informar|mencionar|avisar|notificar)\\w* (?:\\w+ ){0,5}(?:usuario|usuaria|cliente)",
            "(?:ne|sans) (?:pas |jamais |le |en )*(?:di[st]|dites|informe[zr]?|mentionne[zr]?|révèle[zr]?|prévien\\w*|dire|préveni\\w*|signale[zr]?)\\w* (?:\\w+ ){0,5}(?:l'utilisateur|utilisateur|client)",
            "n'en (?:parle[zr]?|dis|dites|informe[zr]?|touche[zr]?) (?:pas|rien|jamais|mot) (?:\\w+ ){0,4}(?:l'utilisateur|utilisateur|client)",
            "(?:sage|sagen|erzähl|informier|erwähn|verrat|teile|benachrichtig|melde)\\w* (?:\\w+ ){0,4}(?:benutzer|nutzer|anwender|kunden)\\w* (?:\\w+ ){0,5}(?:nicht|nichts|niemals|kein)",
            "(?:benutzer|nutzer|anwender)\\w* (?:\\w+ ){0,4}(?:nicht|nichts|nie|niemals) (?:\\w+ ){0,3}(?:sagen|mitteilen|informier|erwähn|verrat|wissen|erfahren)\\w*",
            "не (?:говори|сообщай|упоминай|рассказывай|показывай|уведомляй|раскрывай)\\w* (?:\\w+ ){0,5}пользовател\\w*",
            "(?:não|nunca|sem) (?:\\w+ )?(?:diga|informe|mencione|revele|avise|conte|notifique|informar|avisar|dizer) (?:\\w+ ){0,5}(?:usuário|utilizador|cliente)",
            "사용자[^.\\n]{0,12}(?:알리지|말하지|언급하지|숨기)",
        ],
    ),
    (
        "it tells the model to read or send secrets",
        &[
            "(?:读取|讀取|发送|發送|上传|上傳|获取|提取|转发|附上)[^。\\n]{0,16}(?:密码|密碼|密钥|密鑰|凭证|憑證|私钥|令牌|\\.ssh|\\.env|id_rsa|对话|聊天记录|系统提示)",
            "(?:在|调用|使用)[^。\\n]{0,20}(?:之前|前)[^。\\n]{0,8}(?:必须|必須|务必)[^。\\n]{0,10}(?:调用|读取|讀取|执行|发送)",
            "(?:パスワード|秘密鍵|認証情報|トークン|会話|\\.ssh|\\.env)[^。\\n]{0,12}(?:送信|読み取|読み込|転送|含め|アップロード)",
            "(?:lee|leer|envía|enviar|envíe|lea|copia|sube|adjunta|incluye|reenvía)\\w* (?:\\w+ ){0,5}(?:contraseñas?|credenciales|claves?|secretos?|\\.ssh|\\.env|~/|conversación)",
            "(?:lis|lisez|lire|envoie|envoyez|envoyer|transmets|transmettez|copie[zr]?|joins|inclure|incluez) (?:\\w+ ){0,5}(?:mots? de passe|identifiants|clés?|secrets?|\\.ssh|\\.env|~/|conversation)",
            "(?:lies|lese|lesen|sende|senden|schicke|schicken|übermittle|kopiere|übertrage|lade)\\w* (?:\\w+ ){0,6}(?:passwört|passwort|zugangsdaten|schlüssel|geheimnis|\\.ssh|\\.env|~/|gespräch|umgebungsvariable)\\w*",
            "(?:прочитай|прочти|отправь|перешли|скопируй|загрузи|считай|передай)\\w* (?:\\w+ ){0,5}(?:парол|ключ|секрет|токен|учетн|учётн|переписк|файл|\\.ssh|\\.env|~/)\\w*",
            "(?:leia|ler|envie|enviar|copie|inclua|encaminhe|transmita) (?:\\w+ ){0,5}(?:senhas?|credenciais|chaves?|segredos?|\\.ssh|\\.env|~/|conversa)",
        ],
    ),
];

static COMPILED: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    // What is beyond ASCII is a letter here: a class of all letters takes a hundred times the states.
    let compile = |(reason, words): &(&'static str, &[&str])| {
        let words = words.join("|").replace("\\w", "(?-u:[\\w\\x80-\\xff])");
        (*reason, Regex::new(&format!("(?i){words}")).expect("it is a regular expression"))
    };
    ORDERS.iter().map(compile).collect()
});

/// Words that such orders have in languages that are written with plain letters.
const WORDS: [&str; 22] = [
    "instrucciones",
    "usuario",
    "contraseñas",
    "credenciales",
    "claves",
    "utilisateur",
    "l'utilisateur",
    "consignes",
    "benutzer",
    "nutzer",
    "anweisungen",
    "zugangsdaten",
    "passwort",
    "anwender",
    "identifiants",
    "usuário",
    "credenciais",
    "senhas",
    "directrices",
    "reglas",
    "regeln",
    "indicaciones",
];

/// Does it have letters that English has not? Dashes, arrows and emoji are none.
pub(super) fn has_letters(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|c| !c.is_ascii() && c.is_alphabetic())
}

/// Is one of them among the words of a sentence?
pub(super) fn may_be_in(words: &str) -> bool {
    words.split(' ').any(|word| word.len() > 5 && WORDS.contains(&word))
}

pub(super) fn find(plain: &Plain) -> Vec<Said> {
    let find = |(reason, regex): &(&'static str, Regex)| {
        let (start, end) = plain.original(regex.find(plain.text.as_bytes())?.range());
        Some(Said::new(&LANGUAGE, reason, start as usize..end as usize))
    };
    COMPILED.iter().filter_map(find).collect()
}
