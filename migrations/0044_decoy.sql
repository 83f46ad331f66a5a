-- What is written when an address is asked about that has no account: the answer takes as
-- long as for one that has. Nothing of anybody's is in it.
CREATE TABLE decoy (
    id BIGINT PRIMARY KEY,
    times BIGINT NOT NULL
);
INSERT INTO decoy (id, times) VALUES (1, 0);
