-- Lists of a million evaluations: every index holds what lists are narrowed and sorted by, so that no row is looked at in vain.
DROP INDEX evaluations_by_creation;
DROP INDEX evaluations_by_status;
DROP INDEX evaluations_by_path;
CREATE INDEX evaluations_by_creation ON evaluations (created_at, id, status, score, updated_at, server_path);
CREATE INDEX evaluations_by_status ON evaluations (status, created_at, id, score, updated_at, server_path);
CREATE INDEX evaluations_by_path ON evaluations (server_path, created_at, id, status, score, updated_at);
CREATE INDEX evaluations_by_target ON evaluations (target, created_at, id, status, score, updated_at, server_path);
CREATE INDEX evaluations_by_completion ON evaluations (completed_at);

ALTER TABLE tags ADD COLUMN status TEXT NOT NULL DEFAULT 'queued';
ALTER TABLE tags ADD COLUMN score REAL;
ALTER TABLE tags ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tags ADD COLUMN server_path TEXT NOT NULL DEFAULT '';
ALTER TABLE tags ADD COLUMN tags TEXT NOT NULL DEFAULT '';
UPDATE tags SET (status, score, updated_at, server_path, tags) =
    (SELECT e.status, e.score, e.updated_at, e.server_path, e.tags FROM evaluations e WHERE e.id = tags.evaluation);
CREATE TRIGGER tags_follow AFTER UPDATE OF status, score, updated_at ON evaluations WHEN NEW.tags <> '' BEGIN
    UPDATE tags SET status = NEW.status, score = NEW.score, updated_at = NEW.updated_at WHERE evaluation = NEW.id;
END;
