-- How often something guarded was tried or asked for within its window: codes of second
-- factors and of mails, and mails that strangers ask for. Subjects are keyed digests, and a
-- row goes once its window is over.
CREATE TABLE allowances (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    used BIGINT NOT NULL,
    began_at BIGINT NOT NULL,
    -- Nothing more is taken before.
    again_at BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
);
CREATE INDEX allowances_began ON allowances (began_at);
