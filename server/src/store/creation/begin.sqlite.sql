-- Credits are set aside. The person's row comes first, so that their requests wait for each other.
UPDATE profiles SET credits = credits - :price, ledger_entries = ledger_entries + :entries, updated_at = :begun_at
WHERE id = :owner AND credits >= :price;

-- The creation, unless this request has one or its key a film; all that follows asks whether it is there.
INSERT INTO creations (id, account_id, request_key, kind, mode, words, place, story, presentation, seed, status, progress, state,
    image_of, rights_confirmed_at, created_at, progressed_at, next_at, lease_until, attempt, head_start, retake_of)
SELECT :creation, :owner, :request_key, :kind, :mode, :words, :place, :story, :presentation, :seed, 'running', 5, :state,
    :image_of, :begun_at, :begun_at, :begun_at, :begun_at, 0, 0, :head_start, :retake_of
FROM profiles WHERE id = :owner AND changes() = 1
    AND NOT EXISTS (SELECT 1 FROM creations c WHERE c.account_id = :owner AND c.film_request_key = :request_key)
ON CONFLICT DO NOTHING;

-- A retake is given what its hold takes: two entries that together change nothing.
INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
SELECT :retake_entry, :owner, p.ledger_entries - 1, 'retake', :hold, p.credits + :hold, :creation, :begun_at
FROM profiles p JOIN creations c ON c.id = :creation WHERE p.id = :owner AND :retake_of IS NOT NULL;

INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
SELECT :hold_entry, :owner, p.ledger_entries, 'hold', -:hold, p.credits, :creation, :begun_at
FROM profiles p JOIN creations c ON c.id = :creation WHERE p.id = :owner;

-- The memory that is made once more was not made once more before.
UPDATE creations SET retake = :creation
WHERE id = :retake_of AND account_id = :owner AND ended_at >= :retake_since
    AND status = 'finished' AND retake IS NULL AND retake_of IS NULL
    AND EXISTS (SELECT 1 FROM creations c WHERE c.id = :creation);

-- Photos of the draft, of the request, or of the creation that failed.
UPDATE photos SET creation_id = :creation, expires_at = :in_use
WHERE account_id = :owner AND expires_at > :begun_at AND COALESCE(creation_id, '') = COALESCE(:source, '')
    AND (:source IS NOT NULL OR COALESCE(request_id, '-') = COALESCE(:of_request, '-'))
    AND EXISTS (SELECT 1 FROM creations c WHERE c.id = :creation);

-- The recording that its page shows, or that of the creation that failed.
UPDATE recordings SET creation_id = :creation, expires_at = :in_use
WHERE account_id = :owner AND expires_at > :begun_at AND COALESCE(creation_id, '') = COALESCE(:source, '')
    AND (:source IS NOT NULL OR id = :recording)
    AND EXISTS (SELECT 1 FROM creations c WHERE c.id = :creation);

-- Of a retry: the person may have begun another memory meanwhile, then the draft stays.
UPDATE drafts SET creation_id = :creation
WHERE account_id = :owner AND ((:source IS NULL AND draft_key = :draft) OR creation_id = :source)
    AND EXISTS (SELECT 1 FROM creations c WHERE c.id = :creation);

-- What it may cost at its providers is reserved, for the account and for the site.
INSERT INTO provider_costs (creation_id, account_id, day, reserved)
SELECT :creation, :owner, :day, :reserve FROM creations c WHERE c.id = :creation AND :reserve > 0;

INSERT INTO provider_days (scope, day, micros)
SELECT :owner, :day, :reserve FROM creations c WHERE c.id = :creation AND :reserve > 0
ON CONFLICT (scope, day) DO UPDATE SET micros = micros + excluded.micros;

INSERT INTO provider_days (scope, day, micros)
SELECT 'site', :day, :reserve FROM creations c WHERE c.id = :creation AND :reserve > 0
ON CONFLICT (scope, day) DO UPDATE SET micros = micros + excluded.micros;

-- Without a row all of it is undone.
SELECT 1 FROM creations c
WHERE c.id = :creation
    AND (SELECT COUNT(*) FROM photos p WHERE p.creation_id = :creation) = :photo_count
    AND (SELECT COUNT(*) FROM photos p WHERE p.creation_id = :creation AND p.who = 'keepsake') = :keepsakes
    -- Nothing is made of a photo that somebody else added and that its owner was not shown.
    AND NOT EXISTS (SELECT 1 FROM photo_requests r JOIN photos p ON p.id = r.photo_id
        WHERE p.creation_id = :creation AND r.seen_at IS NULL)
    AND (:recording IS NULL OR EXISTS (SELECT 1 FROM recordings r WHERE r.id = :recording AND r.creation_id = :creation))
    AND (:source IS NOT NULL OR :of_request IS NOT NULL
        OR EXISTS (SELECT 1 FROM drafts d WHERE d.account_id = :owner AND d.creation_id = :creation))
    AND (:retake_of IS NULL OR EXISTS (SELECT 1 FROM creations m WHERE m.id = :retake_of AND m.retake = :creation))
    AND (:reserve = 0
        OR (SELECT d.micros FROM provider_days d WHERE d.scope = :owner AND d.day = :day) <= :account_ceiling
        AND (SELECT d.micros FROM provider_days d WHERE d.scope = 'site' AND d.day = :day) <= :site_ceiling)
