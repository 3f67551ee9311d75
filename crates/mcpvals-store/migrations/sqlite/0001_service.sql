-- Times are milliseconds since 1970; JSON is text; the same columns as in PostgreSQL.
CREATE TABLE evaluations (
    id            TEXT PRIMARY KEY,
    owner         TEXT NOT NULL,
    status        TEXT NOT NULL,
    server_path   TEXT NOT NULL,
    target        TEXT NOT NULL,
    request       TEXT NOT NULL,
    secrets       BLOB,
    tags          TEXT NOT NULL,
    priority      INTEGER NOT NULL,
    attempt       INTEGER NOT NULL DEFAULT 0,
    worker        TEXT,
    lease_until   INTEGER,
    cancel_asked  INTEGER NOT NULL DEFAULT 0,
    created_at    INTEGER NOT NULL,
    started_at    INTEGER,
    updated_at    INTEGER NOT NULL,
    completed_at  INTEGER,
    duration      INTEGER,
    score         REAL,
    progress      TEXT,
    results       TEXT,
    summary       TEXT,
    error         TEXT
);

CREATE INDEX evaluations_by_creation ON evaluations (created_at, id);
CREATE INDEX evaluations_by_update ON evaluations (updated_at, id);
CREATE INDEX evaluations_by_score ON evaluations (score, id);
CREATE INDEX evaluations_by_status ON evaluations (status, created_at, id);
CREATE INDEX evaluations_by_status_update ON evaluations (status, updated_at, id);
CREATE INDEX evaluations_by_status_score ON evaluations (status, score, id);
CREATE INDEX evaluations_by_path ON evaluations (server_path, created_at, id);
CREATE INDEX evaluations_queued ON evaluations (priority DESC, created_at, id) WHERE status = 'queued';
CREATE INDEX evaluations_running ON evaluations (lease_until) WHERE status = 'running';

CREATE TABLE tags (
    tag        TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    evaluation TEXT NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, created_at, evaluation)
) WITHOUT ROWID;
CREATE INDEX tags_of_evaluation ON tags (evaluation);

-- How many evaluations have which status: counting a million of them takes too long.
CREATE TABLE tally (status TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO tally VALUES ('queued', 0), ('running', 0), ('completed', 0), ('failed', 0), ('cancelled', 0);
CREATE TRIGGER tally_in AFTER INSERT ON evaluations BEGIN
    UPDATE tally SET number = number + 1 WHERE status = NEW.status;
END;
CREATE TRIGGER tally_out AFTER DELETE ON evaluations BEGIN
    UPDATE tally SET number = number - 1 WHERE status = OLD.status;
END;
CREATE TRIGGER tally_moved AFTER UPDATE OF status ON evaluations WHEN OLD.status <> NEW.status BEGIN
    UPDATE tally SET number = number - 1 WHERE status = OLD.status;
    UPDATE tally SET number = number + 1 WHERE status = NEW.status;
END;

-- Ordered over all evaluations: `seq` grows in the order of the commits.
CREATE TABLE events (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    evaluation TEXT NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE,
    attempt    INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    data       TEXT NOT NULL,
    at         INTEGER NOT NULL
);
CREATE INDEX events_of_evaluation ON events (evaluation, seq);

-- Compressed; the same bytes are there once.
CREATE TABLE blobs (hash TEXT PRIMARY KEY, body BLOB NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
    evaluation TEXT NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    hash       TEXT NOT NULL,
    PRIMARY KEY (evaluation, name)
) WITHOUT ROWID;
CREATE INDEX documents_by_hash ON documents (hash);

CREATE TABLE reports (
    id         TEXT PRIMARY KEY,
    evaluation TEXT NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE,
    format     TEXT NOT NULL,
    template   TEXT,
    hash       TEXT NOT NULL,
    size       INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX reports_by_hash ON reports (hash);
CREATE INDEX reports_by_expiry ON reports (expires_at);
CREATE INDEX reports_of_evaluation ON reports (evaluation);

CREATE TABLE keys (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    hash       BLOB NOT NULL,
    scopes     TEXT NOT NULL,
    priority   INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
) WITHOUT ROWID;

CREATE TABLE rates (
    bucket    TEXT NOT NULL,
    caller    TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    number    INTEGER NOT NULL,
    PRIMARY KEY (bucket, caller)
) WITHOUT ROWID;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE setting_changes (
    id     TEXT PRIMARY KEY,
    caller TEXT NOT NULL,
    change TEXT NOT NULL,
    at     INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE nodes (
    id       TEXT PRIMARY KEY,
    role     TEXT NOT NULL,
    slots    INTEGER NOT NULL,
    seen_at  INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE webhooks (
    id         TEXT PRIMARY KEY,
    owner      TEXT NOT NULL,
    url        TEXT NOT NULL,
    events     TEXT NOT NULL,
    secret     BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    last_seq   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE deliveries (
    webhook     TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    attempt     INTEGER NOT NULL,
    next_at     INTEGER NOT NULL,
    status      TEXT NOT NULL,
    problem     TEXT,
    PRIMARY KEY (webhook, seq)
) WITHOUT ROWID;
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE status = 'pending';
