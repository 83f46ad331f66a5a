-- Takes the joined texts of before apart.
UPDATE creations SET place = substr(words, strpos(words, ' Location: ') + 11),
    words = substr(words, 1, strpos(words, ' Location: ') - 1) WHERE strpos(words, ' Location: ') > 0;
UPDATE creations SET words = '' WHERE words = 'A beautiful memory.';
