-- Single results by what was measured, in words; the value is JSON.
CREATE TABLE result (key TEXT PRIMARY KEY, value TEXT NOT NULL, cpu REAL NOT NULL, version TEXT NOT NULL) WITHOUT ROWID;
-- Learning runs by their settings (without the number of games), as far as they have got.
CREATE TABLE run (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, games INTEGER NOT NULL, state TEXT NOT NULL, seen BLOB NOT NULL,
    cpu REAL NOT NULL, version TEXT NOT NULL
);
-- The weights over the games; seen: how often each feature has occurred in the positions of the games by then.
CREATE TABLE snapshot (
    run INTEGER NOT NULL REFERENCES run, game INTEGER NOT NULL, weights BLOB NOT NULL, beta REAL NOT NULL,
    lambda REAL NOT NULL, cpu REAL NOT NULL, seen BLOB NOT NULL, PRIMARY KEY (run, game)
) WITHOUT ROWID;
-- What a kind of work has cost so far, for estimates.
CREATE TABLE cost (class TEXT PRIMARY KEY, units REAL NOT NULL, cpu REAL NOT NULL) WITHOUT ROWID;
-- How each experiment was first asked for; what is finished of it is a result.
CREATE TABLE asked (experiment TEXT PRIMARY KEY, scale REAL NOT NULL, seeds INTEGER) WITHOUT ROWID;
