-- How often its worker was lost: what is nobody's fault is told from what goes wrong here.
ALTER TABLE evaluations ADD COLUMN losses BIGINT NOT NULL DEFAULT 0;
