-- Times are milliseconds since 1970; JSON is text; the same columns as in SQLite.
CREATE TABLE evaluations (
    id            TEXT COLLATE "C" PRIMARY KEY,
    owner         TEXT NOT NULL,
    status        TEXT NOT NULL,
    server_path   TEXT COLLATE "C" NOT NULL,
    target        TEXT NOT NULL,
    request       TEXT NOT NULL,
    secrets       BYTEA,
    tags          TEXT NOT NULL,
    priority      BIGINT NOT NULL,
    attempt       BIGINT NOT NULL DEFAULT 0,
    worker        TEXT,
    lease_until   BIGINT,
    cancel_asked  BIGINT NOT NULL DEFAULT 0,
    created_at    BIGINT NOT NULL,
    started_at    BIGINT,
    updated_at    BIGINT NOT NULL,
    completed_at  BIGINT,
    duration      BIGINT,
    score         DOUBLE PRECISION,
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
    created_at BIGINT NOT NULL,
    evaluation TEXT NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, created_at, evaluation)
);
CREATE INDEX tags_of_evaluation ON tags (evaluation);

-- How many evaluations have which status: counting a million of them takes too long.
CREATE TABLE tally (status TEXT PRIMARY KEY, number BIGINT NOT NULL);
INSERT INTO tally VALUES ('queued', 0), ('running', 0), ('completed', 0), ('failed', 0), ('cancelled', 0);
CREATE FUNCTION tally_evaluations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.status = NEW.status THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        UPDATE tally SET number = number - 1 WHERE status = OLD.status;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        UPDATE tally SET number = number + 1 WHERE status = NEW.status;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER tally_moved AFTER INSERT OR UPDATE OF status OR DELETE ON evaluations
    FOR EACH ROW EXECUTE FUNCTION tally_evaluations();

-- Ordered over all evaluations: `seq` grows in the order of the commits.
CREATE TABLE events (
    seq        BIGSERIAL PRIMARY KEY,
    evaluation TEXT NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE,
    attempt    BIGINT NOT NULL,
    kind       TEXT NOT NULL,
    data       TEXT NOT NULL,
    at         BIGINT NOT NULL
);
CREATE INDEX events_of_evaluation ON events (evaluation, seq);

-- Compressed; the same bytes are there once.
CREATE TABLE blobs (hash TEXT PRIMARY KEY, body BYTEA NOT NULL, size BIGINT NOT NULL);
CREATE TABLE documents (
    evaluation TEXT NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    hash       TEXT NOT NULL,
    PRIMARY KEY (evaluation, name)
);
CREATE INDEX documents_by_hash ON documents (hash);

CREATE TABLE reports (
    id         TEXT PRIMARY KEY,
    evaluation TEXT NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE,
    format     TEXT NOT NULL,
    template   TEXT,
    hash       TEXT NOT NULL,
    size       BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX reports_by_hash ON reports (hash);
CREATE INDEX reports_by_expiry ON reports (expires_at);
CREATE INDEX reports_of_evaluation ON reports (evaluation);

CREATE TABLE keys (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    hash       BYTEA NOT NULL,
    scopes     TEXT NOT NULL,
    priority   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
);

CREATE TABLE rates (
    bucket    TEXT NOT NULL,
    caller    TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    number    BIGINT NOT NULL,
    PRIMARY KEY (bucket, caller)
);

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE setting_changes (
    id     TEXT PRIMARY KEY,
    caller TEXT NOT NULL,
    change TEXT NOT NULL,
    at     BIGINT NOT NULL
);

CREATE TABLE nodes (
    id       TEXT PRIMARY KEY,
    role     TEXT NOT NULL,
    slots    BIGINT NOT NULL,
    seen_at  BIGINT NOT NULL
);

CREATE TABLE webhooks (
    id         TEXT PRIMARY KEY,
    owner      TEXT NOT NULL,
    url        TEXT NOT NULL,
    events     TEXT NOT NULL,
    secret     BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    last_seq   BIGINT NOT NULL
);
CREATE TABLE deliveries (
    webhook     TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    seq         BIGINT NOT NULL,
    attempt     BIGINT NOT NULL,
    next_at     BIGINT NOT NULL,
    status      TEXT NOT NULL,
    problem     TEXT,
    PRIMARY KEY (webhook, seq)
);
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE status = 'pending';
