-- The shape of a memory, and how its people are shown, as JSON; and who is cut out of a photo, as the person
-- says. Of what is older nothing was said.
ALTER TABLE creations ADD COLUMN presentation TEXT NOT NULL DEFAULT '{}';
ALTER TABLE photos ADD COLUMN touch_up TEXT NOT NULL DEFAULT '{}';
