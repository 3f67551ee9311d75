//! The forms of the secrets that providers give, as their documents state them.

use super::checks::{Check, azure_client, basic_login, github, jwt, password_in_address};

/// One form.
#[derive(Debug)]
pub(super) struct Form {
    /// Whose, for people.
    pub(super) name: &'static str,
    /// One of these stands in every text that has it, in lower case: the quick way to see that there is none.
    pub(super) words: &'static [&'static str],
    /// The form; the first group is the secret, where there is one.
    pub(super) pattern: &'static str,
    /// What the form alone does not tell.
    pub(super) check: Option<Check>,
}

const fn form(name: &'static str, words: &'static [&'static str], pattern: &'static str) -> Form {
    Form { name, words, pattern, check: None }
}

const fn checked(name: &'static str, words: &'static [&'static str], pattern: &'static str, check: Check) -> Form {
    Form { name, words, pattern, check: Some(check) }
}

/// Where two forms fit the same place, the first counts.
pub(super) const FORMS: &[Form] = &[
    form("Age key", &["age-secret-key-1"], r"\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}\b"),
    form("Airtable token", &["pat"], r"\b(pat[A-Za-z0-9]{14}\.[a-f0-9]{64})\b"),
    form("Alibaba Cloud key", &["ltai"], r"\bLTAI[A-Za-z0-9]{17,21}\b"),
    form("Anthropic key", &["sk-ant-"], r"\bsk-ant-(?:api|admin|oat|ort)\d{2}-[A-Za-z0-9_-]{32,}"),
    form("Atlassian token", &["atatt3", "atctt3"], r"\bAT(?:A|C)TT3[A-Za-z0-9_=-]{60,}"),
    form("AWS access key", &["akia", "asia", "abia", "acca"], r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b"),
    form(
        "AWS secret key",
        &["secret_access_key", "secretaccesskey", "secret-access-key", "aws_secret"],
        r#"(?i)(?:secret[_-]?access[_-]?key|aws_secret(?:_key)?)["']?\s*[:=]\s*["']?([A-Za-z0-9/+=]{40})(?:[^A-Za-z0-9/+=]|$)"#,
    ),
    form("Azure DevOps token", &["azdo"], r"\b[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}\b"),
    form("Azure storage key", &["accountkey="], r"(?i)AccountKey=([A-Za-z0-9+/]{86}==)"),
    checked(
        "Azure client secret",
        &["q~"],
        r#"(?:^|['"=:\s])([A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34})(?:['"\s]|$)"#,
        azure_client,
    ),
    form("Bitbucket app password", &["atbb"], r"\bATBB[A-Za-z0-9]{32}\b"),
    form("Brave Search key", &["bsa"], r"\bBSA[A-Za-z0-9_-]{27,28}\b"),
    form("ClickUp token", &["pk_"], r"\bpk_\d{6,9}_[A-Z0-9]{32}\b"),
    form("Cloudflare origin key", &["v1.0-"], r"\bv1\.0-[0-9a-f]{24}-[0-9a-f]{146}\b"),
    form("Contentful token", &["cfpat-"], r"\bCFPAT-[A-Za-z0-9_-]{43}\b"),
    form("crates.io token", &["cio"], r"\bcio[A-Za-z0-9]{32}\b"),
    form("Databricks token", &["dapi"], r"\bdapi[a-f0-9]{32}(?:-\d)?\b"),
    form("DigitalOcean token", &["dop_v1_", "doo_v1_", "dor_v1_"], r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
    form(
        "Discord bot token",
        &["discord"],
        r#"['"=\s]([MNO][A-Za-z\d_-]{23,25}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,40})(?:['"\s]|$)"#,
    ),
    form(
        "Discord webhook",
        &["/api/webhooks/"],
        r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d{17,20}/[\w-]{60,}",
    ),
    form("Docker Hub token", &["dckr_"], r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}"),
    form("Doppler token", &["dp."], r"\bdp\.(?:pt|st|ct|scim|audit)\.(?:[a-z0-9_-]+\.)?[A-Za-z0-9]{40,44}\b"),
    form("Dropbox token", &["sl."], r"\bsl\.(?:u\.)?[A-Za-z0-9_-]{130,}"),
    form("Dynatrace token", &["dt0c01."], r"\bdt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b"),
    form("E2B key", &["e2b_"], r"\be2b_[a-f0-9]{40}\b"),
    form("Figma token", &["figd_"], r"\bfigd_[A-Za-z0-9_-]{38,}"),
    form("Firecrawl key", &["fc-"], r"\bfc-[a-f0-9]{32}\b"),
    form("Fly.io token", &["flyv1", "fo1_"], r"\b(?:FlyV1 fm[12][ar]?_[A-Za-z0-9+/=,_-]{100,}|fo1_[A-Za-z0-9_-]{43})"),
    checked("GitHub token", &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], r"\b(gh[pousr]_[A-Za-z0-9]{36,251})\b", github),
    form("GitHub token", &["github_pat_"], r"\bgithub_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}\b"),
    form(
        "GitLab token",
        &["glpat-", "glptt-", "gldt-", "glrt-", "glsoat-", "glcbt-", "glft-", "glimt-", "glagent-", "gloas-"],
        r"\bgl(?:pat|ptt|dt|rt|soat|cbt|ft|imt|agent|oas)-[0-9A-Za-z_=-]{20,}(?:\.[0-9a-z]{2}\.[0-9a-z]{9})?",
    ),
    form("Google API key", &["aiza"], r"\b(AIza[0-9A-Za-z_-]{35})(?:[^0-9A-Za-z_-]|$)"),
    form("Google OAuth client secret", &["gocspx-"], r"\bGOCSPX-[A-Za-z0-9_-]{28}"),
    form(
        "Grafana token",
        &["glsa_", "glc_"],
        r"\b(?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}\b|glc_[A-Za-z0-9+/]{60,400}={0,2})",
    ),
    form("Groq key", &["gsk_"], r"\bgsk_[A-Za-z0-9]{48,52}\b"),
    form("Heroku key", &["hrku-"], r"\bHRKU-AA[A-Za-z0-9_-]{58}\b"),
    form("Hugging Face token", &["hf_", "api_org_"], r"\b(?:hf_|api_org_)[A-Za-z0-9]{34,}\b"),
    form("LangSmith key", &["lsv2_"], r"\blsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}\b"),
    form("Linear key", &["lin_"], r"\blin_(?:api_[A-Za-z0-9]{40}|oauth_[a-f0-9]{64})\b"),
    form("Mailchimp key", &["-us"], r"\b[0-9a-f]{32}-us\d{1,2}\b"),
    form("Mailgun key", &["key-"], r"\bkey-[0-9a-f]{32}\b"),
    form("Netlify token", &["nfp_"], r"\bnfp_[A-Za-z0-9_]{36,}\b"),
    form("New Relic key", &["nrak-"], r"\bNRAK-[A-Z0-9]{27}\b"),
    form("Notion token", &["ntn_", "secret_"], r"\b(?:ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})\b"),
    checked("npm token", &["npm_"], r"\b(npm_[A-Za-z0-9]{36})\b", github),
    form("OpenRouter key", &["sk-or-"], r"\bsk-or-v1-[a-f0-9]{64}\b"),
    form(
        "OpenAI key",
        &["sk-"],
        r"\bsk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b|[A-Za-z0-9]{48}\b)",
    ),
    form("Perplexity key", &["pplx-"], r"\bpplx-[A-Za-z0-9]{40,}\b"),
    form("Pinecone key", &["pcsk_"], r"\bpcsk_[A-Za-z0-9_]{60,}\b"),
    form("PlanetScale token", &["pscale_"], r"\bpscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}"),
    form("PostHog personal key", &["phx_"], r"\bphx_[A-Za-z0-9]{43,}\b"),
    form("Postman key", &["pmak-"], r"\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b"),
    form("Pulumi token", &["pul-"], r"\bpul-[a-f0-9]{40}\b"),
    form("PyPI token", &["pypi-age"], r"\bpypi-AgE[A-Za-z0-9_-]{60,}"),
    form("Replicate token", &["r8_"], r"\br8_[A-Za-z0-9]{37}\b"),
    form("Resend key", &["re_"], r"\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}\b"),
    form("RubyGems key", &["rubygems_"], r"\brubygems_[a-f0-9]{48}\b"),
    form("SendGrid key", &["sg."], r"\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    form("Sentry token", &["sntry"], r"\bsntry[us]_[A-Za-z0-9_+=/-]{60,}"),
    form("Shopify token", &["shpat_", "shpca_", "shppa_", "shpss_"], r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b"),
    form("Slack token", &["xox"], r"\bxox[baprse]-(?:\d-)?\d{8,14}-[0-9A-Za-z-]{10,}"),
    form("Slack app token", &["xapp-"], r"\bxapp-\d-[A-Z0-9]{6,}-\d{6,}-[a-z0-9]{30,}\b"),
    form(
        "Slack webhook",
        &["hooks.slack.com/"],
        r"https://hooks\.slack\.com/(?:services|workflows|triggers)/T[A-Z0-9]{7,}/[A-Z0-9]{7,}/[A-Za-z0-9]{20,}",
    ),
    form(
        "Square token",
        &["sq0atp-", "sq0csp-", "eaaa"],
        r"\b(?:sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{60})",
    ),
    form(
        "Stripe key",
        &["sk_live_", "rk_live_", "sk_test_", "rk_test_"],
        r"\b((?:sk|rk)_(?:live|test)_[0-9A-Za-z]{24,})\b",
    ),
    form("Stripe webhook secret", &["whsec_"], r"\bwhsec_[A-Za-z0-9+/]{32,}=?"),
    form("Supabase key", &["sbp_", "sb_secret_"], r"\b(?:sbp_[a-f0-9]{40}\b|sb_secret_[A-Za-z0-9_-]{31,})"),
    form("Tavily key", &["tvly-"], r"\btvly-(?:dev-|prod-)?[A-Za-z0-9_-]{30,}"),
    form("Telegram bot token", &[":aa"], r"\b(\d{8,10}:AA[A-Za-z0-9_-]{33})(?:[^A-Za-z0-9_-]|$)"),
    form("Tencent Cloud key", &["akid"], r"\bAKID[A-Za-z0-9]{32}\b"),
    form("Terraform token", &[".atlasv1."], r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}"),
    form("Twilio key", &["twilio"], r"\b(SK[0-9a-f]{32})\b"),
    form("Twilio token", &["twilio"], r#"(?i)twilio[a-z_]*(?:auth)?_?token["']?\s*[:=]\s*["']?([0-9a-f]{32})\b"#),
    form("Vault token", &["hvs.", "hvb."], r"\bhv[sb]\.[A-Za-z0-9_-]{60,}"),
    form("xAI key", &["xai-"], r"\bxai-[A-Za-z0-9]{70,}\b"),
    checked("JSON web token", &["eyj"], r"\b(eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,})", jwt),
    checked(
        "login",
        &["basic "],
        r#"(?i)['"]?authorization['"]?\s*[:=,]\s*['"`]?basic ([A-Za-z0-9+/]{12,}={0,2})"#,
        basic_login,
    ),
    checked(
        "password in an address",
        &["://"],
        r#"\b((?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|s?ftp|ssh|ldaps?|smtps?|https?)(?:\+\w+)?://[^\s:@/'"`<>{}$\\]{0,80}:[^\s:@/'"`<>{}$\\]{3,120}@[^\s/'"`<>]{1,200})"#,
        password_in_address,
    ),
];
