-- Who has WebSockets open, by node: a caller may have so many on all nodes together.
CREATE TABLE connections (
    node    TEXT NOT NULL,
    caller  TEXT NOT NULL,
    number  BIGINT NOT NULL,
    PRIMARY KEY (node, caller)
);
CREATE INDEX connections_caller ON connections (caller);

-- Sessions of the dashboard that somebody signed out of, until they would have ended anyway.
CREATE TABLE ended_sessions (
    id     TEXT PRIMARY KEY,
    until  BIGINT NOT NULL
);
