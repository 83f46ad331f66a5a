-- Takes the joined texts of before apart.
UPDATE creations SET place = substr(words, instr(words, ' Location: ') + 11),
    words = substr(words, 1, instr(words, ' Location: ') - 1) WHERE instr(words, ' Location: ') > 0;
UPDATE creations SET words = '' WHERE words = 'A beautiful memory.';
