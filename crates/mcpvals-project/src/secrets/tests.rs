//! A secret of every form is found and masked, and what only looks like one is left alone.

use mcpvals_model::{Finding, Severity, SourceFile};

use super::providers::FORMS;
use crate::fixture::{drawn, project};

fn secrets(path: &str, text: &str) -> Vec<Finding> {
    let mut project = project(&[]);
    let file = SourceFile { path: path.to_owned(), text: text.to_owned() };
    match path {
        _ if path.starts_with("tests/") => project.tests.push(file),
        _ if path == "README.md" => project.documents.push(file),
        _ => project.source.push(file),
    }
    super::find(&project)
}

/// A secret of each form, drawn. Sums and insides that a form's check asks for are made below.
fn samples() -> Vec<(&'static str, String)> {
    let simple = [
        ("Age key", "AGE-SECRET-KEY-1{x58}"),
        ("Airtable token", "pat{n14}.{h64}"),
        ("Alibaba Cloud key", "LTAI{n20}"),
        ("Anthropic key", "sk-ant-api03-{n93}AA"),
        ("Atlassian token", "ATATT3{n180}"),
        ("AWS access key", "AKIA{u16}"),
        ("Azure DevOps token", "{n76}AZDO{n4}"),
        ("Azure storage key", "AccountKey={n86}=="),
        ("Azure client secret", "'{n3}8Q~{n34}'"),
        ("Bitbucket app password", "ATBB{n32}"),
        ("Brave Search key", "BSA{n27}"),
        ("ClickUp token", "pk_{d8}_{u32}"),
        ("Cloudflare origin key", "v1.0-{h24}-{h146}"),
        ("Contentful token", "CFPAT-{n43}"),
        ("crates.io token", "cio{n32}"),
        ("Databricks token", "dapi{h32}"),
        ("DigitalOcean token", "dop_v1_{h64}"),
        ("Discord bot token", "discord = 'M{n23}.{n6}.{n38}'"),
        ("Discord webhook", "https://discord.com/api/webhooks/{d18}/{n68}"),
        ("Docker Hub token", "dckr_pat_{n27}"),
        ("Doppler token", "dp.pt.{n43}"),
        ("Dropbox token", "sl.{n140}"),
        ("Dynatrace token", "dt0c01.{u24}.{u64}"),
        ("E2B key", "e2b_{h40}"),
        ("Figma token", "figd_{n40}"),
        ("Firecrawl key", "fc-{h32}"),
        ("Fly.io token", "fo1_{n43}"),
        ("GitHub token", "github_pat_{n22}_{n59}"),
        ("GitLab token", "glpat-{n20}"),
        ("Google API key", "AIza{n35}"),
        ("Google OAuth client secret", "GOCSPX-{n28}"),
        ("Grafana token", "glsa_{n32}_{h8}"),
        ("Groq key", "gsk_{n52}"),
        ("Heroku key", "HRKU-AA{n58}"),
        ("Hugging Face token", "hf_{n34}"),
        ("LangSmith key", "lsv2_pt_{h32}_{h10}"),
        ("Linear key", "lin_api_{n40}"),
        ("Mailchimp key", "{h32}-us12"),
        ("Mailgun key", "key-{h32}"),
        ("Netlify token", "nfp_{n36}"),
        ("New Relic key", "NRAK-{u27}"),
        ("Notion token", "ntn_{d11}{n35}"),
        ("OpenRouter key", "sk-or-v1-{h64}"),
        ("OpenAI key", "sk-proj-{n74}"),
        ("Perplexity key", "pplx-{n48}"),
        ("Pinecone key", "pcsk_{n66}"),
        ("PlanetScale token", "pscale_tkn_{n43}"),
        ("PostHog personal key", "phx_{n43}"),
        ("Postman key", "PMAK-{h24}-{h34}"),
        ("Pulumi token", "pul-{h40}"),
        ("PyPI token", "pypi-AgEIcHlwaS5vcmc{n100}"),
        ("Replicate token", "r8_{n37}"),
        ("Resend key", "re_{n8}_{n24}"),
        ("RubyGems key", "rubygems_{h48}"),
        ("SendGrid key", "SG.{n22}.{n43}"),
        ("Sentry token", "sntrys_{n64}"),
        ("Shopify token", "shpat_{h32}"),
        ("Slack token", "xoxb-{d12}-{d12}-{n24}"),
        ("Slack app token", "xapp-1-A{u10}-{d13}-{h64}"),
        ("Slack webhook", "https://hooks.slack.com/services/T{u10}/B{u10}/{n24}"),
        ("Square token", "sq0atp-{n22}"),
        ("Stripe key", "sk_live_{n24}"),
        ("Stripe webhook secret", "whsec_{n32}"),
        ("Supabase key", "sbp_{h40}"),
        ("Tavily key", "tvly-dev-{n32}"),
        ("Telegram bot token", "{d10}:AA{n33}"),
        ("Tencent Cloud key", "AKID{n32}"),
        ("Terraform token", "{n14}.atlasv1.{n67}"),
        ("Twilio key", "twilio SK{h32}"),
        ("Twilio token", "TWILIO_AUTH_TOKEN={h32}"),
        ("Vault token", "hvs.{n90}"),
        ("xAI key", "xai-{n80}"),
        ("AWS secret key", "aws_secret_access_key = {n40}"),
        ("npm token", "npm_{n36}"),
        ("password in an address", "postgres://app:{n16}@db.acme-corp.io:5432/main"),
    ];
    let mut samples: Vec<(&str, String)> = simple.map(|(name, template)| (name, drawn(template))).into();
    // `{"alg":"HS256","typ":"JWT"}` and `{"role":"service_role","iss":"supabase"}`.
    let token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIiwiaXNzIjoic3VwYWJhc2UifQ";
    samples.push(("JSON web token", format!("{token}.{}", drawn("{n43}"))));
    // `admin:q7Zp2LwX9v`.
    samples.push(("login", ["Authorization: 'Basic YWRt", "aW46cTdacDJMd1g5dg=='"].concat()));
    samples
}

#[test]
fn a_secret_of_each_form_is_found_and_masked() {
    let samples = samples();
    for form in FORMS {
        let (_, sample) =
            samples.iter().find(|(name, _)| *name == form.name).unwrap_or_else(|| panic!("{}", form.name));
        let found = secrets("src/a.py", &format!("x = 1\nvalue: {sample} \n"));
        let named = found.iter().find(|finding| finding.message.contains(form.name));
        let named = named.unwrap_or_else(|| panic!("{}: {sample}: {found:?}", form.name));
        assert_eq!(named.rule, "hard-coded-secret", "{}", form.name);
        let shown = named.evidence.as_deref().unwrap();
        assert!(shown.chars().count() <= 5 && shown.ends_with('…'), "{shown}");
        assert!(named.severity >= Severity::High, "{}", form.name);
    }
}

#[test]
fn no_finding_has_the_secret_in_it() {
    let secret = drawn("gsk_{n52}");
    let password = drawn("{n9}!Aa1");
    let text = format!("key = '{secret}'\npassword = '{password}'\n");
    let told = format!("{:?}", secrets("src/a.py", &text));
    assert!(!told.contains(&secret[4..]) && !told.contains(&password), "{told}");
    assert_eq!(secrets("src/a.py", &text).len(), 2, "{told}");
}

#[test]
fn a_password_in_an_address_is_found_without_a_user_too() {
    let password = drawn("{n16}");
    for host in ["redis://:PASS@cache.acme.io:6379", "postgres://admin:PASS@db.internal.corp:5432/prod"] {
        let text = format!("url = '{}'\n", host.replace("PASS", &password));
        assert_eq!(secrets("src/a.py", &text).len(), 1, "{host}");
    }
    for host in ["redis://:PASS@cache:6379", "postgres://admin:PASS@db.internal/prod", "redis://@cache.acme.io"] {
        let text = format!("url = '{}'\n", host.replace("PASS", &password));
        assert_eq!(secrets("src/a.py", &text).len(), 0, "{host}");
    }
}

#[test]
fn what_has_the_form_and_is_an_example_is_left_alone() {
    let texts = [
        "AKIAIOSFODNN7EXAMPLE",
        "Authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "ghp_1234567890abcdefghijklmnopqrstuvwxyz",
        "sk-your-api-key-here-your-api-key-here-your-api-key",
        "sk-proj-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        "xoxb-your-token",
        "postgres://user:password@db.company.io/x",
        "postgres://postgres:s3cr3tP4ss@localhost:5432/x",
        "postgres://app:${DB_PASSWORD}@db.company.io/x",
        "https://user:q7Zp2LwX9v@example.com/",
        "redis://cache:q7Zp2LwX9v@redis:6379",
        "API_KEY = 'your-api-key-0123456789'",
        "token = 'get-token-from-page-2'",
        "apiKey: process.env.API_KEY_2",
        "secretName: 'projects/a1/secrets/b2/versions/3'",
        "const PUBLIC_KEY = 'q7Zp2LwX9vKd4RtBq7Zp2LwX9vKd4RtB'",
        "password: 'Password123!'",
        "max_tokens = '4096-tokens-or-less'",
        // jwt.io's own.
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEq7Zp2LwX9vKd4RtBq7Zp2LwX9vKd4RtBq7Zp2LwX9vKd4RtB\n",
    ];
    for text in texts {
        let found = secrets("src/a.py", text);
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

#[test]
fn a_sum_that_is_right_makes_sure_and_one_that_is_wrong_makes_doubt() {
    // Thirty letters, and the CRC-32 of them in base 62; from a description of how the sums are checked.
    let right = ["ghp", "_zQWBuTSOoRi4A9sp", "HcVY5ncnsDkxkJ0mLq17"].concat();
    let found = secrets("a.py", &right);
    assert_eq!((found[0].severity, found[0].confidence > 0.8), (Severity::Critical, true));
    let wrong = secrets("a.py", &right.replace("0mLq17", "0mLq18"));
    assert_eq!((wrong[0].severity, wrong[0].confidence < 0.8), (Severity::High, true));
}

#[test]
fn a_private_key_is_found_by_its_head_alone() {
    let code = drawn("{n64}\n{n64}\n{n20}");
    let found = secrets(
        "src/key.py",
        &format!("KEY = '''-----BEGIN RSA PRIVATE KEY-----\n{code}\n-----END RSA PRIVATE KEY-----'''"),
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].evidence.as_deref(), Some("-----BEGIN RSA PRIVATE KEY-----…"));
    assert_eq!((found[0].rule.as_ref(), found[0].severity), ("private-key", Severity::Critical));
}

#[test]
fn a_value_that_is_called_a_secret_and_drawn_is_likely_one() {
    let value = drawn("{n32}");
    let texts = [
        format!("API_KEY = \"{value}\""),
        format!("const clientSecret: string = '{value}';"),
        format!("  \"accessToken\": \"{value}\","),
        format!("let signing_key = \"{value}\";"),
        format!("apiSecret := \"{value}\""),
        "db_password = 'hT5!pQ2x'".to_owned(),
    ];
    for text in texts {
        let found = secrets("src/a.ts", &text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!((found[0].rule.as_ref(), found[0].severity), ("likely-secret", Severity::Medium));
    }
    assert_eq!(secrets(".env", &format!("SESSION_SECRET={value}\n")).len(), 1);
}

#[test]
fn what_stands_in_tests_weighs_little_and_in_documents_less() {
    let text = format!("token: {}", drawn("gsk_{n52}"));
    let severity = |path: &str, text: &str| secrets(path, text)[0].severity;
    assert_eq!(severity("src/a.py", &text), Severity::Critical);
    assert_eq!(severity("README.md", &text), Severity::High);
    assert_eq!(severity("tests/a.py", &text), Severity::Low);
    assert_eq!(severity("src/a.rs", &format!("fn a() {{}}\n#[cfg(test)]\nmod tests {{\n{text}\n}}")), Severity::Low);
}

#[test]
fn files_of_sums_are_not_looked_through() {
    let text = format!("integrity token = '{}'", drawn("{n44}"));
    assert!(secrets("yarn.lock", &text).is_empty() && secrets("a/go.sum", &text).is_empty());
}

#[test]
fn the_rules_themselves_are_no_secrets() {
    let sources = [
        include_str!("providers.rs"),
        include_str!("checks.rs"),
        include_str!("placeholder.rs"),
        include_str!("tests.rs"),
    ];
    for source in sources {
        let found = secrets("src/a.rs", source);
        let bad: Vec<&Finding> = found.iter().filter(|finding| finding.severity > Severity::Medium).collect();
        assert!(bad.is_empty(), "{bad:?}");
    }
}
