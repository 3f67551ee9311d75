//! Descriptions in Chinese, Japanese and Korean: a word of reading, and no word of doing.
//!
//! No clauses are read here as in English. In these languages the same word is a noun and a verb: what stands behind or before
//! it tells which.

use std::sync::LazyLock;

use regex::Regex;

use super::account::Account;
use super::said::cut;
use crate::words::{self, Verb};

/// What it says, where most of its letters are Chinese, Japanese or Korean; none elsewhere.
pub(super) fn account(description: &str) -> Option<Account> {
    if description.is_ascii() {
        return None;
    }
    let text = cut(description);
    let tongue = Tongue::of(text)?;
    if let Some(word) = tongue.deed(text).or_else(|| latin_deed(text)) {
        return Some(Account::Does(word));
    }
    let reads = tongue.words().reading.find(text).map(|found| found.as_str().to_owned());
    Some(reads.map_or(Account::Does(String::new()), Account::Reads))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tongue {
    Chinese,
    Japanese,
    Korean,
}

/// The words of one language.
struct Words {
    reading: Regex,
    /// A word of doing where it is a verb; the first group is the word.
    doing: Regex,
    /// What holds such a word, and does nothing.
    harmless: Regex,
}

impl Tongue {
    fn of(text: &str) -> Option<Self> {
        let (mut letters, mut han, mut kana, mut hangul) = (0, 0, 0, 0);
        for c in text.chars().filter(|c| c.is_alphabetic()) {
            letters += 1;
            han += usize::from(('\u{3400}'..='\u{9fff}').contains(&c));
            kana += usize::from(('\u{3040}'..='\u{30ff}').contains(&c));
            hangul += usize::from(('\u{ac00}'..='\u{d7af}').contains(&c));
        }
        match () {
            () if (han + kana + hangul) * 2 <= letters => None,
            () if hangul > han + kana => Some(Self::Korean),
            () if kana > 0 => Some(Self::Japanese),
            () => Some(Self::Chinese),
        }
    }

    fn words(self) -> &'static Words {
        match self {
            Self::Chinese => &CHINESE,
            Self::Japanese => &JAPANESE,
            Self::Korean => &KOREAN,
        }
    }

    fn deed(self, text: &str) -> Option<String> {
        let words = self.words();
        let text = words.harmless.replace_all(text, " ");
        let mut clauses = CLAUSE_END.split(&text);
        clauses.find_map(|clause| {
            let found = words.doing.captures(clause)?.get(1)?;
            // "Gets the comments": whatever a verb of reading stands before in Chinese is its object.
            let before = &clause[..found.start()];
            let is_object =
                self == Self::Chinese && OBJECTS.contains(&found.as_str()) && words.reading.is_match(before);
            (!is_object).then(|| found.as_str().to_owned())
        })
    }
}

/// A verb of doing in English among them.
fn latin_deed(text: &str) -> Option<String> {
    let mut latin = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 2);
    let is_deed = |word: &str| {
        matches!(words::verb(word), Some(Verb::Write | Verb::Delete))
            && !words::names_a_thing(word.trim_end_matches('s'))
    };
    latin.find(|word| is_deed(word)).map(str::to_lowercase)
}

/// Words that are things as often.
const OBJECTS: [&str; 16] = [
    "评论", "点赞", "设置", "收藏", "关注", "回复", "登录", "注册", "订阅", "通知", "播放", "部署", "发布", "更新",
    "订单", "支付",
];

fn words(reading: &str, doing: &str, harmless: &str) -> Words {
    let pattern = |pattern: &str| Regex::new(pattern).expect("constant, and tested");
    Words { reading: pattern(reading), doing: pattern(doing), harmless: pattern(harmless) }
}

static CLAUSE_END: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[，。,.;；:：!！?？\n]|并且|并|然后|同时|之后|后|再").expect("constant, and tested"));

static CHINESE: LazyLock<Words> = LazyLock::new(|| {
    let doing = "创建|新建|新增|删除|移除|更新|修改|编辑|发送|写入|保存|上传|提交|设置|添加|插入|执行|运行|标记|购买|支付|取消|启动|停止|重启|清空|清除|发布|评论|点赞|收藏|关注|转发|回复|登录|注册|订阅|通知|播放|部署|下单|预订|预约|预留|扣款|扣除|转账|退款|充值|锁定|解锁|重置|归档|安装|卸载|领取|审批|授权|撤销|回滚|备份|绑定|解绑|打印|点击|开启|关闭|移动|替换|覆盖|触发|导入|开关|切换|消费|作废|失效|寄";
    let kept = "的|历史|记录|时间|日期|状态|结果|日志|次数|数量|者";
    words(
        "获取|查询|查找|搜索|列出|读取|查看|检索|返回|统计|计算|浏览|检查|分析|解析|显示|展示",
        &format!("({doing})"),
        &format!(
            "(?:已|被|最近|最新|不会?|未|无需|无法|不能|从不)(?:{doing})|(?:{doing})(?:{kept})(?:[^,，。;；]{{0,6}}(?:记录|数据)$)?"
        ),
    )
});

static JAPANESE: LazyLock<Words> = LazyLock::new(|| {
    let doing = "作成|削除|更新|送信|保存|追加|変更|設定|実行|投稿|登録|編集|挿入|購入|予約|注文|支払|停止|開始|起動|再起動|移動|通知|公開|書き込|上書き|キャンセル|リセット|クリア|アップロード|インストール|コピー|既読|消去|破棄|取り消|確定|承認|ロック|印刷|返信|共有";
    words(
        "取得|検索|一覧|表示|確認|返|計算|計測|分析|解析|読み|調べ|参照",
        &format!("({doing})(?:$|[^をのがは日時者中数済履内情結状リ]|を(?:行|実|す))"),
        &format!(
            "(?:{doing})(?:は)?し(?:ません|ない)|(?:{doing})され(?:た|ている)|(?:{doing})(?:し(?:た|ている)|する)(?:\\p{{Han}}|もの|ユ)"
        ),
    )
});

static KOREAN: LazyLock<Words> = LazyLock::new(|| {
    let doing = "생성|작성|삭제|제거|수정|업데이트|전송|발송|저장|추가|변경|설정|실행|등록|게시|편집|구매|결제|예약|주문|취소|시작|중지|재시작|이동|알림|공개|초기화|업로드|설치|복사|잠금|해제|승인|인쇄|공유|표시|처리";
    words(
        "조회|검색|가져|가져오|반환|목록|확인|계산|분석|읽|불러|보여",
        &format!("({doing})(?:$|[하합해했됩]|할|되[어며고]|\\s*(?:및|와|과|[.,)])|[을를] (?:수행|실행|진행))"),
        &format!("(?:{doing})하지 않|(?:{doing})(?:된|한|되지 않은) "),
    )
});

#[cfg(test)]
mod tests {
    use super::{Account, account};

    fn reads(text: &str) -> bool {
        matches!(account(text), Some(Account::Reads(_)))
    }

    #[test]
    fn readers() {
        for text in [
            "获取IT资讯热搜榜单，返回包含热点内容的实时数据。",
            "根据公司名称查询公司的相关风险信息",
            "获取笔记的所有评论（包括一级和二级评论）",
            "列出用户创建的项目。",
            "读取已删除的邮件，不会修改任何数据",
            "查询订单的更新时间",
            "指定した都市の天気を取得します。",
            "削除されたメールの一覧を返します",
            "設定を取得して表示する",
            "ファイルを検索します。何も変更しません。",
            "특정 페이지 정보를 가져옵니다.",
            "삭제된 항목의 목록을 조회합니다",
            "설정을 확인합니다. 아무것도 수정하지 않습니다.",
        ] {
            assert!(reads(text), "{text}: {:?}", account(text));
        }
    }

    #[test]
    fn writers() {
        for text in [
            "在指定知识库中创建新的文档",
            "获取邮件并标记为已读",
            "获取消息，然后删除",
            "查询后更新数据库",
            "返回报告并评论",
            "启动实例，返回状态",
            "从数据库中获取一条完整的记录，返回内容 and deletes it",
            "メッセージを取得して削除します。",
            "一覧を取得し、既読に設定します",
            "ユーザー情報の更新",
            "予約を行い、番号を返します",
            "메일을 가져오고 삭제합니다.",
            "목록을 조회하고 상태를 변경합니다",
            "파일 삭제 및 목록 반환",
        ] {
            assert!(matches!(account(text), Some(Account::Does(_))), "{text}: {:?}", account(text));
        }
    }

    #[test]
    fn others_are_read_elsewhere() {
        for text in ["", "Gets a report.", "Gets the word 天気 of a report.", "Löscht den Bericht."] {
            assert_eq!(account(text), None, "{text}");
        }
    }
}
