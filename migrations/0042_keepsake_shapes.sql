-- A keepsake's print has the shape of its photo: those that were cut to an upright one are shown whole.
UPDATE photos SET suggested_x = 0, suggested_y = 0, suggested_width = 10000, suggested_height = 10000,
    chosen_x = NULL, chosen_y = NULL, chosen_width = NULL, chosen_height = NULL
WHERE who = 'keepsake';
