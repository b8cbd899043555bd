-- The next release writes the name alone; the previous one, which may still run, needs the title.
alter table labels alter column title drop not null;

create index labels_by_name on labels (name);
