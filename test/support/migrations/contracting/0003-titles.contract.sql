-- No process of the previous release is left, which reads titles.
alter table labels drop column title;
