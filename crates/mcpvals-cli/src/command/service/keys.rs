//! `mcpvals keys`: who may use the service.

use mcpvals_server::{Claims, Scopes, fresh_key, issue};
use mcpvals_store::Key;
use serde_json::{Value, json};

use super::ground::{Ground, failed};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::service_args::{KeyCreateArgs, KeyListArgs, KeyRevokeArgs, KeyTokenArgs, KeysArgs};

/// Does it.
pub(crate) async fn run(args: &KeysArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    match args {
        KeysArgs::Create(args) => create(args, environment, output).await,
        KeysArgs::List(args) => list(args, environment, output).await,
        KeysArgs::Revoke(args) => revoke(args, environment, output).await,
        KeysArgs::Token(args) => token(args, environment, output).await,
    }
}

async fn create(args: &KeyCreateArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let ground = Ground::made(&args.store, environment, output).await?;
    let now = ground.store.now().await.map_err(|error| failed(&error))?;
    let scopes: Scopes = args.scopes.iter().copied().collect();
    let expires_at = args.expires.map(|seconds| now + seconds * 1000);
    let fresh = fresh_key(&args.name, scopes, args.priority, (now, expires_at))
        .map_err(|why| Failure::new(Exit::Internal, why))?;
    ground.store.keep_key(&fresh.key).await.map_err(|error| failed(&error))?;
    if args.json {
        let mut shown = facts(&fresh.key);
        shown["key"] = json!(fresh.text);
        output.result(&format!("{shown:#}\n"))?;
    } else {
        output.note(&format!("{} ({}): keep it, it is shown this once", fresh.key.id, fresh.key.scopes.join(", ")));
        output.result(&format!("{}\n", fresh.text))?;
    }
    Ok(Exit::Passed)
}

async fn list(args: &KeyListArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let ground = Ground::existing(&args.store, environment, output).await?;
    let now = ground.store.now().await.map_err(|error| failed(&error))?;
    let keys = ground.store.keys().await.map_err(|error| failed(&error))?;
    let shown = if args.json {
        format!("{:#}\n", Value::from(keys.iter().map(facts).collect::<Vec<_>>()))
    } else {
        let line = |key: &Key| {
            let state = match (key.revoked_at, key.is_good_at(now)) {
                (Some(_), _) => "revoked",
                (None, false) => "expired",
                (None, true) => "good",
            };
            format!("{}  {state:8} {}  {}\n", key.id, key.scopes.join(","), one_line(&key.name))
        };
        keys.iter().map(line).collect()
    };
    output.result(&shown)?;
    Ok(Exit::Passed)
}

fn facts(key: &Key) -> Value {
    json!({
        "id": key.id,
        "name": key.name,
        "scopes": key.scopes,
        "priority": key.priority,
        "createdAt": key.created_at,
        "expiresAt": key.expires_at,
        "revokedAt": key.revoked_at,
    })
}

async fn revoke(args: &KeyRevokeArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let ground = Ground::existing(&args.store, environment, output).await?;
    if ground.store.revoke_key(&args.id).await.map_err(|error| failed(&error))? {
        output.note(&format!("{} is not taken any more", args.id));
        return Ok(Exit::Passed);
    }
    Err(Failure::usage(format!("there is no key `{}` that was not revoked before", args.id)))
}

async fn token(args: &KeyTokenArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let ground = Ground::made(&args.store, environment, output).await?;
    let now = ground.store.now().await.map_err(|error| failed(&error))? / 1000;
    let seconds = |time: i64| u64::try_from(time).unwrap_or_default();
    let scopes: Scopes = args.scopes.iter().copied().collect();
    let claims = Claims {
        iss: "mcp-evaluator".to_owned(),
        sub: args.subject.clone(),
        aud: "api".to_owned(),
        exp: seconds(now + args.expires),
        iat: seconds(now),
        scopes: scopes.names().into_iter().map(str::to_owned).collect(),
    };
    let token = issue(&claims, &ground.master(environment)?).map_err(|why| Failure::new(Exit::Internal, why))?;
    output.result(&format!("{token}\n"))?;
    Ok(Exit::Passed)
}

/// A name is whatever its maker gave: it does not begin a line of its own.
fn one_line(name: &str) -> String {
    mcpvals_report::visible(name).replace('\n', "\\n")
}
