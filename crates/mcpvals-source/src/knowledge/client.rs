//! Clients of databases and services: which of their methods change what is kept there, by their names.

use crate::facts::Capability;

/// Libraries whose clients hold a database.
const DATABASES: [&str; 26] = [
    "@prisma.client",
    "mongodb",
    "mongoose",
    "pymongo",
    "motor",
    "go.mongodb.org",
    "redis",
    "ioredis",
    "@redis.client",
    "@upstash.redis",
    "github.com.redis.go-redis",
    "github.com.go-redis",
    "sequelize",
    "typeorm",
    "@supabase.supabase-js",
    "supabase",
    "firebase-admin",
    "firebase_admin",
    "google.cloud.firestore",
    "@google-cloud.firestore",
    "@elastic.elasticsearch",
    "elasticsearch",
    "chromadb",
    "@pinecone-database.pinecone",
    "qdrant_client",
    "@qdrant.js-client-rest",
];
/// Libraries whose clients ask a service that keeps what is its user's.
const SERVICES: [&str; 30] = [
    "@octokit",
    "octokit",
    "github.Github",
    "gitlab",
    "@gitbeaker",
    "boto3",
    "aioboto3",
    "@aws-sdk",
    "aws-sdk",
    "googleapis",
    "googleapiclient",
    "google.cloud.storage",
    "@google-cloud.storage",
    "@azure",
    "azure",
    "@notionhq.client",
    "notion_client",
    "@linear.sdk",
    "@slack.web-api",
    "slack_sdk",
    "stripe",
    "kubernetes",
    "@kubernetes.client-node",
    "k8s.io.client-go",
    "docker",
    "dockerode",
    "jira",
    "atlassian",
    "cloudflare",
    "todoist_api_python",
];

/// What a method of such a client does, by its path from the library on.
pub(crate) fn deed_of_client(path: &str, name: &str) -> Option<Capability> {
    let is_of = |library: &str| path.strip_prefix(library).is_some_and(|rest| rest.starts_with('.'));
    let database = DATABASES.iter().any(|library| is_of(library));
    if !database && !SERVICES.iter().any(|library| is_of(library)) {
        return None;
    }
    let verb = first_word(name);
    // A key-value store is a cache as often as not: only to empty it leaves nothing of anybody's.
    if path.split('.').any(|part| matches!(part, "redis" | "ioredis" | "go-redis")) {
        return match &*verb {
            "flush" | "flushall" | "flushdb" => Some(Capability::DeleteRows),
            "del" | "delete" | "unlink" | "hdel" | "zrem" | "srem" | "lrem" => Some(Capability::WriteDatabase),
            _ => None,
        };
    }
    match (deletes(&verb), changes(&verb) && !makes_client(name), database) {
        (true, _, true) => Some(Capability::DeleteRows),
        (true, _, false) => Some(Capability::DeleteRemote),
        (false, true, true) => Some(Capability::WriteDatabase),
        (false, true, false) => Some(Capability::ChangeRemote),
        (false, false, _) => None,
    }
}

fn deletes(verb: &str) -> bool {
    matches!(verb, "delete" | "del" | "remove" | "drop" | "destroy" | "purge" | "truncate" | "terminate")
}

fn changes(verb: &str) -> bool {
    matches!(
        verb,
        "update"
            | "insert"
            | "create"
            | "upsert"
            | "put"
            | "replace"
            | "patch"
            | "rename"
            | "archive"
            | "merge"
            | "upload"
    )
}

/// `createClient`, `create_session`, `createIndex`: nothing of anybody's is changed by it.
fn makes_client(name: &str) -> bool {
    let plain = name.replace('_', "").to_ascii_lowercase();
    let rest = plain.strip_prefix("create").unwrap_or_default();
    ["client", "connection", "session", "pool", "index", "engine", "transport", "stream", "readstream", "paginator"]
        .iter()
        .any(|made| rest.starts_with(made))
}

/// `delete` of `deleteMany`, `delete_bucket` and `DeleteBucketCommand`.
fn first_word(name: &str) -> String {
    let name = name.trim_start_matches('_');
    let mut letters = name.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    first + &letters.take_while(|letter| letter.is_lowercase()).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::deed_of_client;
    use crate::facts::Capability::{self, ChangeRemote, DeleteRemote, DeleteRows, WriteDatabase};

    #[test]
    fn methods_of_clients_are_told_by_their_first_word() {
        let check = |path: &str, expected: Option<Capability>| {
            let name = path.rsplit('.').next().unwrap_or(path);
            assert_eq!(deed_of_client(path, name), expected, "{path}");
        };
        check("@prisma.client.PrismaClient.note.deleteMany", Some(DeleteRows));
        check("@prisma.client.PrismaClient.note.findMany", None);
        check("mongodb.MongoClient.db.collection.insertOne", Some(WriteDatabase));
        check("mongodb.MongoClient.db.collection.createIndex", None);
        check("@octokit.rest.Octokit.repos.delete", Some(DeleteRemote));
        check("boto3.client.put_object", Some(ChangeRemote));
        check("boto3.client.get_object", None);
        check("@aws-sdk.client-s3.DeleteBucketCommand", Some(DeleteRemote));
        check("redis.Redis.flushall", Some(DeleteRows));
        check("redis.Redis.setex", None);
        check("redis.createClient", None);
        check("notes.Client.deleteMany", None);
    }
}
