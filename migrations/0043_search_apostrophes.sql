-- Words are searched without apostrophes: "dads" finds "dad's" and "dad’s".
UPDATE creations SET search_text = replace(replace(replace(replace(search_text, '''', ''), '‘', ''), '’', ''), 'ʼ', '')
WHERE search_text <> '';
