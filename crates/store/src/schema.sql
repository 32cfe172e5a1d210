-- What the run is: always one row.
CREATE TABLE run (
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    game           TEXT    NOT NULL,
    features       TEXT    NOT NULL,  -- name of the feature set
    settings       TEXT    NOT NULL,  -- resolved settings, JSON
    seed           TEXT    NOT NULL,  -- decimal; text, because it may need all 64 bits
    version        TEXT    NOT NULL,  -- of the program that began the run
    sets           INTEGER NOT NULL,  -- number of weight sets
    snapshot_every INTEGER NOT NULL   -- games between two snapshots
);
-- The names of the features, numbered from 0.
CREATE TABLE feature (
    id   INTEGER PRIMARY KEY,
    name TEXT    NOT NULL
);
-- Finished games, numbered from 1.
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    result INTEGER NOT NULL,          -- points of the first player: above 0 won, 0 drawn, below 0 lost
    plies  INTEGER NOT NULL,
    reason TEXT    NOT NULL,          -- why it ended
    nodes  INTEGER NOT NULL,          -- positions searched
    start  TEXT,                      -- starting position, NULL if the usual one
    moves  TEXT    NOT NULL
);
-- Weights over time: as they were after so many games, 0 for the beginning.
CREATE TABLE snapshot (
    game    INTEGER PRIMARY KEY,
    lambda  REAL    NOT NULL,
    weights BLOB    NOT NULL,         -- little-endian doubles, set after set; the view `weight` shows them as numbers
    rates   BLOB    NOT NULL          -- learning rates, the same way
);
-- What else happened: warnings, settings changed on resuming, ...
CREATE TABLE event (
    id   INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    kind TEXT    NOT NULL,
    text TEXT    NOT NULL
);
-- Ratings of players after so many games.
CREATE TABLE rating (
    game      INTEGER NOT NULL,
    player    TEXT    NOT NULL,
    rating    REAL    NOT NULL,
    deviation REAL    NOT NULL,
    PRIMARY KEY (game, player)
) WITHOUT ROWID;
-- Where to resume: at most one row, replaced by every commit.
CREATE TABLE checkpoint (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    games       INTEGER NOT NULL,     -- finished and learnt from
    state       TEXT    NOT NULL,     -- of the learner, JSON
    seconds     REAL    NOT NULL,     -- of learning so far, over all sessions
    cpu_seconds REAL    NOT NULL
);
-- Where games can be undone to: the learner as it was after so many games. Runs of real games keep it for each game, others before a last batch that is cut short.
CREATE TABLE memory (
    game  INTEGER PRIMARY KEY,
    state TEXT    NOT NULL            -- of the learner, JSON
);
-- Snapshots as numbers: the 64 bits of each double are gathered from its hexadecimal digits and taken apart again into
-- sign, mantissa and exponent. Magnitudes below 1e-21 are shown as 0.
CREATE VIEW weight AS
WITH digit (place, shift) AS (
    VALUES (1, 4), (2, 0), (3, 12), (4, 8), (5, 20), (6, 16), (7, 28), (8, 24),
           (9, 36), (10, 32), (11, 44), (12, 40), (13, 52), (14, 48), (15, 60), (16, 56)
), word AS (
    SELECT place.game, set_number, name, (
        SELECT sum((instr('0123456789ABCDEF', substr(hex(substr(weights, 8 * slot + 1, 8)), place, 1)) - 1) << shift)
        FROM digit
    ) AS bits
    FROM (
        SELECT snapshot.game, weights, feature.id, name, value AS set_number,
               value * (SELECT count(*) FROM feature) + feature.id AS slot
        FROM snapshot, (WITH RECURSIVE count (value) AS (
            SELECT 0 UNION ALL SELECT value + 1 FROM count WHERE value + 1 < (SELECT sets FROM run)
        ) SELECT value FROM count), feature
    ) AS place
), part AS (
    SELECT game, set_number, name, CASE WHEN bits < 0 THEN -1.0 ELSE 1.0 END AS sign,
           (bits & 4503599627370495) + CASE WHEN (bits >> 52) & 2047 THEN 4503599627370496 ELSE 0 END AS mantissa,
           1075 - ((bits >> 52) & 2047) AS down
    FROM word
)
SELECT game, set_number, name, CASE
    WHEN down > 124 THEN 0.0
    WHEN down > 0 THEN sign * mantissa / (1 << (down / 2)) / (1 << (down - down / 2))
    ELSE sign * mantissa * (1 << min(-down, 62))
END AS value
FROM part;
