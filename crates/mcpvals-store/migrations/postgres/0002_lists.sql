-- Lists of a million evaluations: every index holds what lists are narrowed and sorted by, so that no row is looked at in vain.
SET LOCAL statement_timeout = 0;
-- What begins alike stands together, whatever the database's language.
ALTER TABLE evaluations ALTER COLUMN server_path TYPE TEXT COLLATE "C";
DROP INDEX evaluations_by_creation;
DROP INDEX evaluations_by_status;
DROP INDEX evaluations_by_path;
CREATE INDEX evaluations_by_creation ON evaluations (created_at, id, status, score, updated_at, server_path);
CREATE INDEX evaluations_by_status ON evaluations (status, created_at, id, score, updated_at, server_path);
CREATE INDEX evaluations_by_path ON evaluations (server_path, created_at, id, status, score, updated_at);
CREATE INDEX evaluations_by_target ON evaluations (target, created_at, id, status, score, updated_at, server_path);
CREATE INDEX evaluations_by_completion ON evaluations (completed_at);

ALTER TABLE tags ADD COLUMN status TEXT NOT NULL DEFAULT 'queued';
ALTER TABLE tags ADD COLUMN score DOUBLE PRECISION;
ALTER TABLE tags ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tags ADD COLUMN server_path TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE tags ADD COLUMN tags TEXT NOT NULL DEFAULT '';
UPDATE tags SET status = e.status, score = e.score, updated_at = e.updated_at, server_path = e.server_path, tags = e.tags
    FROM evaluations e WHERE e.id = tags.evaluation;
CREATE FUNCTION tags_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tags SET status = NEW.status, score = NEW.score, updated_at = NEW.updated_at WHERE evaluation = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER tags_follow AFTER UPDATE OF status, score, updated_at ON evaluations
    FOR EACH ROW WHEN (NEW.tags <> '') EXECUTE FUNCTION tags_follow();
