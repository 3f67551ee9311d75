-- With a comma on each side of each tag: a list finds one among them without putting a text together for every row.
SET LOCAL statement_timeout = 0;
UPDATE tags SET tags = ',' || tags || ',';
