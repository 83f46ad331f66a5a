-- The part of a photo that its print shows, as x y width height in ten-thousandths of its
-- sides; nothing for photos that came before it could be chosen.
ALTER TABLE photos ADD COLUMN crop TEXT;
