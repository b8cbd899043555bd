alter table labels add column colour text;
