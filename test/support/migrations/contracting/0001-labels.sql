-- The first release of a component: each row has its label twice.
create table labels (
  label_id integer not null,
  name     text not null,
  title    text not null,
  primary key (label_id)
);

insert into labels (label_id, name, title) values (1, 'one', 'one');
