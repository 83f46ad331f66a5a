-- Each value is a list, with one for each caller of the batch.
WITH g AS (
    SELECT * FROM unnest(
        :owner::text[], :begun_at::bigint[], :price::bigint[], :entries::bigint[], :request_key::text[],
        :creation::text[], :kind::text[], :mode::text[], :words::text[], :seed::bigint[], :state::text[],
        :image_of::text[], :retake_of::text[], :hold_entry::text[], :hold::bigint[], :draft::text[],
        :source::text[], :retake_entry::text[], :retake_since::bigint[], :head_start::bigint[],
        :in_use::bigint[], :photo_count::bigint[], :place::text[], :story::text[],
        :presentation::text[], :of_request::text[], :day::text[], :reserve::bigint[], :account_ceiling::bigint[], :site_ceiling::bigint[],
        :recording::text[], :keepsakes::bigint[]
    ) WITH ORDINALITY AS g (
        owner, begun_at, price, entries, request_key, creation, kind, mode,
        words, seed, state, image_of, retake_of, hold_entry, hold, draft,
        source, retake_entry, retake_since, head_start, in_use, photo_count, place, story, presentation,
        of_request, day, reserve, account_ceiling, site_ceiling, recording, keepsakes, nth
    )
),
-- Credits are set aside. The person's row comes first, so that their requests wait for each other.
owner AS (
    UPDATE profiles SET credits = credits - g.price, ledger_entries = ledger_entries + g.entries,
        updated_at = g.begun_at
    FROM g
    WHERE id = g.owner AND credits >= g.price
    RETURNING g.*, credits AS balance, ledger_entries AS number
),
-- The creation, unless this request has one; all that follows happens only with it.
entered AS (
    INSERT INTO creations (id, account_id, request_key, kind, mode, words, place, story, presentation, seed, status, progress, state,
        image_of, rights_confirmed_at, created_at, progressed_at, next_at, lease_until, attempt, head_start,
        retake_of)
    SELECT creation, owner, request_key, kind, mode, words, place, story, presentation, seed, 'running', 5, state,
        image_of, begun_at, begun_at, begun_at, begun_at, 0, 0, head_start, retake_of
    FROM owner
    ON CONFLICT DO NOTHING
    RETURNING id
),
begun AS (
    SELECT owner.* FROM owner JOIN entered ON entered.id = creation
),
-- A retake is given what its hold takes: two entries that together change nothing.
given AS (
    INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
    SELECT retake_entry, owner, number - 1, 'retake', hold, balance + hold, creation, begun_at
    FROM begun WHERE retake_of IS NOT NULL
),
held AS (
    INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
    SELECT hold_entry, owner, number, 'hold', -hold, balance, creation, begun_at
    FROM begun
),
-- The memory that is made once more was not made once more before.
used AS (
    UPDATE creations SET retake = b.creation FROM begun b
    WHERE creations.id = b.retake_of AND account_id = b.owner AND ended_at >= b.retake_since
        AND creations.status = 'finished' AND creations.retake IS NULL AND creations.retake_of IS NULL
    RETURNING b.nth
),
-- Photos of the draft, of the request, or of the creation that failed.
photographs AS (
    UPDATE photos SET creation_id = b.creation, expires_at = b.in_use FROM begun b
    WHERE account_id = b.owner AND expires_at > b.begun_at
        AND COALESCE(creation_id, '') = COALESCE(b.source, '')
        AND (b.source IS NOT NULL OR COALESCE(request_id, '-') = COALESCE(b.of_request, '-'))
    RETURNING b.nth, photos.id, photos.who
),
-- The recording that its page shows, or that of the creation that failed.
recorded AS (
    UPDATE recordings SET creation_id = b.creation, expires_at = b.in_use FROM begun b
    WHERE account_id = b.owner AND expires_at > b.begun_at
        AND COALESCE(creation_id, '') = COALESCE(b.source, '')
        AND (b.source IS NOT NULL OR id = b.recording)
    RETURNING b.nth
),
-- Of a retry: the person may have begun another memory meanwhile, then the draft stays.
linked AS (
    UPDATE drafts SET creation_id = b.creation FROM begun b
    WHERE account_id = b.owner AND ((b.source IS NULL AND draft_key = b.draft) OR creation_id = b.source)
    RETURNING b.nth
),
-- What it may cost at its providers is reserved, for the account and for the site.
costs AS (
    INSERT INTO provider_costs (creation_id, account_id, day, reserved)
    SELECT creation, owner, day, reserve FROM begun WHERE reserve > 0
),
account_days AS (
    INSERT INTO provider_days (scope, day, micros)
    SELECT owner, day, reserve FROM begun WHERE reserve > 0
    ON CONFLICT (scope, day) DO UPDATE SET micros = provider_days.micros + excluded.micros
    RETURNING scope, micros
),
site_days AS (
    INSERT INTO provider_days (scope, day, micros)
    SELECT 'site', day, SUM(reserve) FROM begun WHERE reserve > 0 GROUP BY day
    ON CONFLICT (scope, day) DO UPDATE SET micros = provider_days.micros + excluded.micros
    RETURNING day, micros
)
SELECT CASE
    WHEN EXISTS (SELECT 1 FROM begun b WHERE b.nth = o.nth)
        -- Asked once the person's row is locked, and by a snapshot of its own.
        AND NOT is_film_request(o.owner, o.request_key)
        AND (SELECT COUNT(*) FROM photographs p WHERE p.nth = o.nth) = o.photo_count
        AND (SELECT COUNT(*) FROM photographs p WHERE p.nth = o.nth AND p.who = 'keepsake') = o.keepsakes
        -- Nothing is made of a photo that somebody else added and that its owner was not shown.
        AND NOT EXISTS (SELECT 1 FROM photo_requests r JOIN photographs p ON p.id = r.photo_id
            WHERE p.nth = o.nth AND r.seen_at IS NULL)
        AND (o.recording IS NULL OR EXISTS (SELECT 1 FROM recorded r WHERE r.nth = o.nth))
        AND (o.source IS NOT NULL OR o.of_request IS NOT NULL OR EXISTS (SELECT 1 FROM linked l WHERE l.nth = o.nth))
        AND (o.retake_of IS NULL OR EXISTS (SELECT 1 FROM used u WHERE u.nth = o.nth))
        AND (o.reserve = 0
            OR (SELECT d.micros FROM account_days d WHERE d.scope = o.owner) <= o.account_ceiling
            AND (SELECT d.micros FROM site_days d WHERE d.day = o.day) <= o.site_ceiling)
    THEN 1
    ELSE raise_rollback()
END, o.nth
FROM owner o
