-- A keepsake's print has the shape of its photo, from 3:5 to 9:5: of those in a draft, which were cut to an upright
-- one, as much is shown as has room. What was chosen for a memory that is begun stays.
UPDATE photos SET
    suggested_x = CASE WHEN width * 5 > height * 9 THEN (10000 - 18000 * height / width) / 2 ELSE 0 END,
    suggested_y = CASE WHEN width * 5 < height * 3 THEN (10000 - 50000 * width / (3 * height)) / 2 ELSE 0 END,
    suggested_width = CASE WHEN width * 5 > height * 9 THEN 18000 * height / width ELSE 10000 END,
    suggested_height = CASE WHEN width * 5 < height * 3 THEN 50000 * width / (3 * height) ELSE 10000 END,
    chosen_x = NULL, chosen_y = NULL, chosen_width = NULL, chosen_height = NULL
WHERE who = 'keepsake' AND creation_id IS NULL;
