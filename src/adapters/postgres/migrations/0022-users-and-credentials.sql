-- Passwords that a person had before the present one, newest first: none of them may be chosen again.
alter table people add column former_password_hashes text[] not null default '{}';
