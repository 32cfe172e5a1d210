-- What the brain is for: always one row.
CREATE TABLE brain (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    game TEXT    NOT NULL
);
-- Positions in which games were lost, and what a search has found there.
CREATE TABLE position (
    position TEXT    NOT NULL,        -- as the game writes it
    own      INTEGER NOT NULL,        -- the side that the program played: 0 the first, 1 the second
    ply      INTEGER NOT NULL,        -- moves before it when it was met
    wanted   INTEGER NOT NULL,        -- plies to which it is to be searched; 0 if nothing is to be done
    depth    INTEGER NOT NULL,        -- plies searched; 0 if it has not been searched yet
    value    INTEGER NOT NULL,        -- for the side to move
    unit     INTEGER NOT NULL,        -- what a pawn was worth then
    best     TEXT    NOT NULL,        -- the best move
    weights  TEXT    NOT NULL,        -- the weights that were used, by their hash
    PRIMARY KEY (position, own)
) WITHOUT ROWID;
