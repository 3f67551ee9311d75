-- A list that is gone through in its order looks at no row that it does not show: what it is narrowed by stands beside what it is sorted
-- by. Not `updated_at` beside the score, nor the score beside it: every event of a run would write both.
DROP INDEX evaluations_by_update;
DROP INDEX evaluations_by_score;
DROP INDEX evaluations_by_status_update;
DROP INDEX evaluations_by_status_score;
CREATE INDEX evaluations_by_update ON evaluations (updated_at, id, status, created_at, server_path);
CREATE INDEX evaluations_by_score ON evaluations (score, id, status, created_at, server_path);
CREATE INDEX evaluations_by_status_update ON evaluations (status, updated_at, id, created_at, server_path);
CREATE INDEX evaluations_by_status_score ON evaluations (status, score, id, created_at, server_path);
-- What last changed more than an hour after it was accepted, or, by a clock that was put back, before. All others of some days were
-- changed within these days and an hour.
CREATE INDEX evaluations_late ON evaluations (created_at, id, status, updated_at, server_path)
    WHERE updated_at NOT BETWEEN created_at AND created_at + 3600000;
