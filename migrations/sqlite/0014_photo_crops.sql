-- What a print shows by its faces, and what the person chose instead, in ten-thousandths of the
-- photo's sides. Until now one text said either.
ALTER TABLE photos ADD COLUMN suggested_x BIGINT NOT NULL DEFAULT 0;
ALTER TABLE photos ADD COLUMN suggested_y BIGINT NOT NULL DEFAULT 0;
ALTER TABLE photos ADD COLUMN suggested_width BIGINT NOT NULL DEFAULT 10000;
ALTER TABLE photos ADD COLUMN suggested_height BIGINT NOT NULL DEFAULT 10000;
ALTER TABLE photos ADD COLUMN chosen_x BIGINT;
ALTER TABLE photos ADD COLUMN chosen_y BIGINT;
ALTER TABLE photos ADD COLUMN chosen_width BIGINT;
ALTER TABLE photos ADD COLUMN chosen_height BIGINT;
UPDATE photos SET
    suggested_x = json_extract('[' || replace(crop, ' ', ',') || ']', '$[0]'),
    suggested_y = json_extract('[' || replace(crop, ' ', ',') || ']', '$[1]'),
    suggested_width = json_extract('[' || replace(crop, ' ', ',') || ']', '$[2]'),
    suggested_height = json_extract('[' || replace(crop, ' ', ',') || ']', '$[3]')
WHERE crop IS NOT NULL;
ALTER TABLE photos DROP COLUMN crop;
