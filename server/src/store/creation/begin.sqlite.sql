-- Credits are set aside. The person's row comes first, so that their requests wait for each other.
UPDATE profiles SET credits = credits - $3, ledger_entries = ledger_entries + $4, updated_at = $2
WHERE id = $1 AND credits >= $3;

-- The creation, unless this request has one; all that follows asks whether it is there.
INSERT INTO creations (id, account_id, request_key, kind, mode, words, place, seed, status, progress, state,
    image_of, rights_confirmed_at, created_at, progressed_at, next_at, lease_until, attempt, head_start, retake_of)
SELECT $6, $1, $5, $7, $8, $9, $23, $10, 'running', 5, $11, $12, $2, $2, $2, $2, 0, 0, $20, $13
FROM profiles WHERE id = $1 AND changes() = 1
ON CONFLICT DO NOTHING;

-- A retake is given what its hold takes: two entries that together change nothing.
INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
SELECT $18, $1, p.ledger_entries - 1, 'retake', $15, p.credits + $15, $6, $2
FROM profiles p JOIN creations c ON c.id = $6 WHERE p.id = $1 AND $13 IS NOT NULL;

INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
SELECT $14, $1, p.ledger_entries, 'hold', -$15, p.credits, $6, $2
FROM profiles p JOIN creations c ON c.id = $6 WHERE p.id = $1;

-- The memory that is made once more was not made once more before.
UPDATE creations SET retake = $6
WHERE id = $13 AND account_id = $1 AND ended_at >= $19
    AND status = 'finished' AND retake IS NULL AND retake_of IS NULL
    AND EXISTS (SELECT 1 FROM creations c WHERE c.id = $6);

-- Photos of the draft, or of the creation that failed.
UPDATE photos SET creation_id = $6, expires_at = $21
WHERE account_id = $1 AND expires_at > $2 AND COALESCE(creation_id, '') = COALESCE($17, '')
    AND EXISTS (SELECT 1 FROM creations c WHERE c.id = $6);

-- Of a retry: the person may have begun another memory meanwhile, then the draft stays.
UPDATE drafts SET creation_id = $6
WHERE account_id = $1 AND (($17 IS NULL AND draft_key = $16) OR creation_id = $17)
    AND EXISTS (SELECT 1 FROM creations c WHERE c.id = $6);

-- Without a row all of it is undone.
SELECT 1 FROM creations c
WHERE c.id = $6
    AND (SELECT COUNT(*) FROM photos p WHERE p.creation_id = $6) = $22
    AND ($17 IS NOT NULL
        OR EXISTS (SELECT 1 FROM drafts d WHERE d.account_id = $1 AND d.creation_id = $6))
    AND ($13 IS NULL OR EXISTS (SELECT 1 FROM creations m WHERE m.id = $13 AND m.retake = $6))
